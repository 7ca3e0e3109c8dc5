package emulator

import (
	"fmt"
	"time"

	"recorderd/boardio/dgt"
)

// The board takes 2 to 10 ms to react to a command.
const (
	fastest = 2 * time.Millisecond
	slowest = 10 * time.Millisecond
)

// input gathers the bytes of a command for the clock: their number, a constant,
// the code, data and a zero follow the first byte.
type input struct {
	open bool
	size int // bytes that belong to it, -1 before that is known
	got  []byte
}

// Hear implements emulated.Electronics.
func (p *parts) Hear(at time.Duration, received []byte) {
	for _, c := range received {
		p.hear(at, c)
	}
}

// hear takes a byte from the line.
func (p *parts) hear(at time.Duration, c byte) {
	in := &p.input
	switch {
	case at < p.bus.deafTil:
	case !in.open && p.hearBus(at, c):
	case !in.open && dgt.Command(c) == dgt.ClockBytes:
		*in = input{open: true, size: -1}
	case !in.open:
		p.react(at, func(at time.Duration) { p.obey(at, dgt.Command(c)) })
	case in.size < 0:
		in.size = int(c)
		in.open = in.size > 0
	default:
		in.got = append(in.got, c)
		if len(in.got) == in.size {
			in.open = false
			p.hearForClock(at, in.got)
		}
	}
}

func (p *parts) hearForClock(at time.Duration, m []byte) {
	const constant = 0x03
	if len(m) < 3 || m[0] != constant || m[len(m)-1] != 0 {
		return
	}
	p.react(at, func(at time.Duration) { p.clockCommand(at, m[1]) })
}

// react does something about a command, after what was done about the one
// before it.
func (p *parts) react(at time.Duration, do func(time.Duration)) {
	at += fastest + time.Duration(p.Chance().Int64N(int64(slowest-fastest)+1))
	p.reacted = max(p.reacted, at)
	p.Later(p.reacted, do)
}

// obey does what a command says. Bytes that are no command are ignored.
func (p *parts) obey(at time.Duration, c dgt.Command) {
	if c >= dgt.Reset {
		p.bus.single = true
	}
	switch c {
	case dgt.ToBus:
		p.bus.single, p.mode = false, dgt.Reset
	case dgt.Reset, dgt.Update, dgt.UpdateBoard, dgt.UpdateNice:
		p.mode, p.told = c, p.face
	case dgt.AskClock:
		p.tellClock(at)
	case dgt.AskBoard:
		p.send(at, dgt.BoardDump, p.sampled[:]...)
	case dgt.AskSerial:
		p.send(at, dgt.Serial, fmt.Appendf(nil, "%05d", p.serial)...)
	case dgt.AskAddress:
		p.send(at, dgt.Address, byte(p.serial>>7)&0x7F, byte(p.serial)&0x7F)
	case dgt.AskMark:
		p.send(at, dgt.Mark, p.mark()...)
	case dgt.AskVersion:
		p.send(at, dgt.Version, p.opt.Version[:]...)
	case dgt.AskMemory:
		if !p.Happens(p.faults.NoMemory) {
			p.readMemory(at)
		}
	case dgt.AskLong:
		if p.opt.LongSerial != "" {
			p.send(at, dgt.LongSerial, fmt.Appendf(nil, "%010s", p.opt.LongSerial)[:10]...)
		}
	}
}

// mark is the text about itself; real boards have their maker's here.
func (p *parts) mark() []byte {
	return fmt.Appendf(nil, "Emulated electronic board\nno wood, no wires\nversion %d.%02d\nserial number %05d",
		p.opt.Version[0], p.opt.Version[1], p.serial)
}
