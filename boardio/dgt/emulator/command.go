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

// hear takes a byte from the line.
func (b *Board) hear(at time.Duration, c byte) {
	in := &b.input
	switch {
	case !in.open && dgt.Command(c) == dgt.ClockBytes:
		*in = input{open: true, size: -1}
	case !in.open:
		b.react(at, func(at time.Duration) { b.obey(at, dgt.Command(c)) })
	case in.size < 0:
		in.size = int(c)
		in.open = in.size > 0
	default:
		in.got = append(in.got, c)
		if len(in.got) == in.size {
			in.open = false
			b.hearForClock(at, in.got)
		}
	}
}

func (b *Board) hearForClock(at time.Duration, m []byte) {
	const constant = 0x03
	if len(m) < 3 || m[0] != constant || m[len(m)-1] != 0 {
		return
	}
	b.react(at, func(at time.Duration) { b.clockCommand(at, m[1]) })
}

// react does something about a command, after what was done about the one
// before it.
func (b *Board) react(at time.Duration, do func(time.Duration)) {
	at += fastest + time.Duration(b.chance.Int64N(int64(slowest-fastest)+1))
	b.reacted = max(b.reacted, at)
	b.later(b.reacted, do)
}

// obey does what a command says. Bytes that are no command are ignored.
func (b *Board) obey(at time.Duration, c dgt.Command) {
	switch c {
	case dgt.Reset, dgt.Update, dgt.UpdateBoard, dgt.UpdateNice:
		b.mode, b.told = c, b.face
	case dgt.AskClock:
		b.tellClock(at)
	case dgt.AskBoard:
		b.send(at, dgt.BoardDump, b.sampled[:]...)
	case dgt.AskSerial:
		b.send(at, dgt.Serial, fmt.Appendf(nil, "%05d", b.opt.Serial)...)
	case dgt.AskAddress:
		b.send(at, dgt.Address, byte(b.opt.Serial>>7)&0x7F, byte(b.opt.Serial)&0x7F)
	case dgt.AskMark:
		b.send(at, dgt.Mark, b.mark()...)
	case dgt.AskVersion:
		b.send(at, dgt.Version, b.opt.Version[:]...)
	case dgt.AskLong:
		if b.opt.LongSerial != "" {
			b.send(at, dgt.LongSerial, fmt.Appendf(nil, "%010s", b.opt.LongSerial)[:10]...)
		}
	}
}

// mark is the text about itself; real boards have their maker's here.
func (b *Board) mark() []byte {
	return fmt.Appendf(nil, "Emulated electronic board\nno wood, no wires\nversion %d.%02d\nserial number %05d",
		b.opt.Version[0], b.opt.Version[1], b.opt.Serial)
}
