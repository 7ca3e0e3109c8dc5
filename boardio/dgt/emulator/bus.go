package emulator

import (
	"time"

	"recorderd/boardio/dgt"
	"recorderd/boardio/emulated"
	"recorderd/timesource"
)

// NewBus puts boards on one line, each with a serial number of its own. They wait
// for the commands of a bus from when power comes; one for a single board would
// make all of them speak at once.
func NewBus(src timesource.Source, boards ...*Board) *emulated.Wire {
	var all []*emulated.Board
	for _, b := range boards {
		all = append(all, b.Board)
	}
	return emulated.NewWire(src, all...)
}

// Reactions on a bus: a board that has to write into its memory takes longer, and
// longest if it has to write a whole placement.
const (
	writing    = 20 * time.Millisecond
	writingAll = 70 * time.Millisecond
	resetting  = 3 * time.Second
)

// bus is what a board needs to share its line.
type bus struct {
	single  bool   // the line is for this board alone
	got     []byte // of a command that is not complete
	packet  []byte // the last answer to BusChanges
	noPing  bool   // it does not answer the next ping to everybody
	deafTil time.Duration
}

func (p *parts) address() int { return p.serial & dgt.MaxAddress }

// hearBus takes a byte of a command and reports whether it is one.
func (p *parts) hearBus(at time.Duration, c byte) bool {
	b := &p.bus
	switch {
	case c >= 0x80:
		b.got = append(b.got[:0], c)
	case len(b.got) == 0:
		return false
	default:
		b.got = append(b.got, c)
	}
	if len(b.got) < 4 {
		return true
	}
	command, address, ok := dgt.ReadBusCommand([4]byte(b.got))
	b.got = b.got[:0]
	if mine := address == p.address() && address != dgt.Everybody; ok && (mine || address == dgt.Everybody) {
		p.react(at, func(at time.Duration) { p.obeyBus(at, command, mine) })
	}
	return true
}

// obeyBus does what a command says, which is for this board or for all. In the
// mode of a single board it only ends that mode.
func (p *parts) obeyBus(at time.Duration, c dgt.BusCommand, mine bool) {
	b := &p.bus
	switch {
	case b.single:
		b.single, p.mode = false, dgt.Reset
	case c == dgt.BusEnd:
		b.single, p.mode = true, dgt.Reset
	case c == dgt.BusReset:
		p.PowerUp(at)
		b.deafTil = at + resetting
	case c == dgt.BusPing && !mine:
		if !b.noPing {
			p.Later(at+time.Duration(p.Chance().Int64N(int64(dgt.PingTime-slowest-writing))), p.pong)
		}
		b.noPing = false
	case mine:
		p.answerBus(at, c)
	}
}

func (p *parts) pong(at time.Duration) { p.sayBus(at, dgt.BusPong) }

// answerBus answers a command that is for this board.
func (p *parts) answerBus(at time.Duration, c dgt.BusCommand) {
	switch c {
	case dgt.BusPing:
		p.pong(at)
	case dgt.BusIgnorePing:
		p.bus.noPing = true
		p.pong(at)
	case dgt.BusClock:
		p.sayBus(at, dgt.BusTimes, p.face[:]...)
	case dgt.BusBoard:
		p.sayBus(at, dgt.BusDump, p.sampled[:]...)
	case dgt.BusChanges:
		p.bus.packet = p.memory.takeFresh()
		if len(p.bus.packet) > 0 {
			at += writing - slowest
		}
		p.Later(at, p.repeat)
	case dgt.BusRepeat:
		p.repeat(at)
	case dgt.BusStart:
		p.memory.note(dgt.Entry{Tag: dgt.GameStart})
		p.notePieces()
		p.Later(at+writingAll, func(at time.Duration) { p.sayBus(at, dgt.BusStarted) })
	case dgt.BusFromStart:
		p.sayBus(at, dgt.BusGame, p.memory.sinceStart()...)
	case dgt.BusVersion:
		p.sayBus(at, dgt.BusVersionIs, p.opt.Version[:]...)
	case dgt.BusAll:
		p.answerBus(at, dgt.BusChanges)
		p.Later(at+writing, func(at time.Duration) {
			p.answerBus(at, dgt.BusClock)
			p.answerBus(at, dgt.BusBoard)
		})
	}
}

func (p *parts) repeat(at time.Duration) { p.sayBus(at, dgt.BusUpdate, p.bus.packet...) }

func (p *parts) sayBus(at time.Duration, id dgt.BusID, data ...byte) {
	p.Send(at, dgt.AppendBusFrame(nil, id, p.address(), data...))
}
