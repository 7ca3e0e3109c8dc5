// Package emulator is a DGT board with a clock, without the wood: it answers on
// a line with the bytes that a real one would send, while hands move pieces and
// press the clock.
//
// The board sees as a real one does. Its squares are sampled one after the
// other, so two changes that are close together may be reported in either order,
// and what happens between two samples is never seen.
package emulator

import (
	"strconv"
	"time"

	"recorderd/boardio/dgt"
	"recorderd/boardio/emulated"
	"recorderd/clockio"
	clock "recorderd/clockio/dgt"
	"recorderd/observation"
	"recorderd/timesource"
)

// Options say what board it is. The zero value is a good one.
type Options struct {
	emulated.Options               // a scan is 220 ms, a look at the clock every 400 ms, the serial number five digits, also its address
	Repeat           time.Duration // the clock is passed on so often in Update mode; 800 ms if zero

	LongSerial   string // ten digits; empty for a board too old to have one
	Version      [2]byte
	ClockVersion [2]int
}

func (o Options) withDefaults() Options {
	set := func(d *time.Duration, to time.Duration) {
		if *d == 0 {
			*d = to
		}
	}
	set(&o.Scan, 220*time.Millisecond)
	set(&o.Poll, 400*time.Millisecond)
	set(&o.Repeat, 800*time.Millisecond)
	if o.Serial == "" {
		o.Serial = "24680"
	}
	if o.Version == [2]byte{} {
		o.Version = [2]byte{1, 80}
	}
	if o.ClockVersion == [2]int{} {
		o.ClockVersion = [2]int{2, 0}
	}
	return o
}

func init() {
	emulated.Register("dgt", func(src timesource.Source, opt emulated.Options) *emulated.Board {
		return New(src, Options{Options: opt}).Board
	})
}

// Board is the emulated device.
type Board struct {
	*emulated.Board
	parts *parts
}

// New returns an empty board without a clock.
func New(src timesource.Source, opt Options) *Board {
	opt = opt.withDefaults()
	p := &parts{opt: opt, serial: number(opt.Serial), origin: src.Now(), flagged: observation.NoSide, mode: dgt.Reset, memory: newMemory()}
	b := emulated.New(src, opt.Options, emulated.Line{Baud: dgt.Baud}, func(w emulated.Works) emulated.Electronics {
		p.Works = w
		w.ClockWorked(p.clockWorked)
		p.look(p.origin)
		return p
	})
	return &Board{b, p}
}

// number is a serial number of digits, 0 for any other.
func number(serial string) int {
	n, _ := strconv.Atoi(serial)
	return n
}

// parts are the electronics.
type parts struct {
	emulated.Works
	opt    Options
	serial int
	faults Faults
	origin time.Duration // when the first scan began

	sampled [64]byte // codes of what stands on the board as it knows it, by its own numbers
	memory  memory
	busy    time.Duration // until then it only sends what it remembers

	known   clockio.Clock    // the clock that was connected last
	touched bool             // somebody worked the clock since the last poll
	flagged observation.Side // whose flag fell first
	face    clock.Payload    // the clock as it was polled last
	told    clock.Payload    // and as it was sent last
	noted   clock.Payload    // and as it was when the board noted presses last

	mode    dgt.Command
	bus     bus
	input   input
	reacted time.Duration // when the last command will have been obeyed
}

// PowerUp implements emulated.Electronics.
func (p *parts) PowerUp(at time.Duration) {
	p.mode, p.input, p.bus, p.reacted, p.busy = dgt.Reset, input{}, bus{}, at, at
	for i := range p.sampled {
		p.sampled[i] = p.stands(i)
	}
	p.memory.takeFresh()
	p.notePowerUp()
	p.look(at)
	p.noted = p.face
}

// stands is the code of what stands on square i now.
func (p *parts) stands(i int) byte { return dgt.Code(p.At(dgt.Square(byte(i)))) }

// Next implements emulated.Electronics. Squares that are as they were sampled,
// and a clock that stands, need no visit.
func (p *parts) Next() emulated.Deed {
	d := emulated.Never
	for i := range p.sampled {
		if p.stands(i) != p.sampled[i] {
			d = emulated.Earlier(d, emulated.Deed{At: p.visit(i), Do: func(at time.Duration) { p.sample(at, i) }})
		}
	}
	if p.clockMoves() {
		d = emulated.Earlier(d, emulated.Deed{At: p.turn(p.opt.Poll, 0), Do: p.poll})
	}
	if p.mode == dgt.Update {
		d = emulated.Earlier(d, emulated.Deed{At: p.turn(p.opt.Repeat, 0), Do: p.tellClock})
	}
	return d
}

// visit is when square i is sampled next.
func (p *parts) visit(i int) time.Duration {
	return p.turn(p.opt.Scan, p.opt.Scan*time.Duration(i)/64)
}

// turn is the next time for something that is done again and again.
func (p *parts) turn(every, phase time.Duration) time.Duration {
	at := p.Grid(p.origin, every, phase)
	if at < p.busy {
		at += ((p.busy-at)/every + 1) * every
	}
	return at
}

// sample visits a square that has changed.
func (p *parts) sample(at time.Duration, i int) {
	p.sampled[i] = p.stands(i)
	sq := dgt.Square(byte(i))
	p.memory.piece(at, sq, p.At(sq))
	p.noteMarks()
	switch p.mode {
	case dgt.Update, dgt.UpdateBoard, dgt.UpdateNice:
		p.send(at, dgt.FieldState, byte(i), p.sampled[i])
	}
}

func (p *parts) send(at time.Duration, id dgt.ID, payload ...byte) {
	p.Send(at, dgt.AppendFrame(nil, id, payload...))
}

// Faults are chances between 0 and 1 that something goes wrong.
type Faults struct {
	emulated.Faults
	NullClock float64 // of each times message, that it is a null one
	RepeatAck float64 // of each answer of the clock, that it comes twice
	NoMemory  float64 // of each question for the memory, that it is not answered
}

// SetFaults changes what goes wrong from now on.
func (b *Board) SetFaults(f Faults) {
	b.Board.SetFaults(f.Faults)
	b.Do(func(time.Duration) { b.parts.faults = f })
}
