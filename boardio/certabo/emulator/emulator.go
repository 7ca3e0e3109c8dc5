// Package emulator is a Certabo board without the wood: on a line it sends the
// bytes that a real one would send, while hands move pieces with tags in their
// feet.
//
// The board sees as a real one does, as far as anybody knows: its squares are read
// one after the other, and a frame is sent when all of them were. So one frame may
// show a piece on both squares of a move, or on neither.
package emulator

import (
	"time"

	"recorderd/boardio/certabo"
	"recorderd/boardio/emulated"
	"recorderd/observation"
	"recorderd/timesource"
)

// Options say what board it is. The zero value is a good one.
type Options struct {
	emulated.Options      // a scan is a third of a second; there is no serial number
	NoSpares         bool // the set has no spare queens
	Spectrum         bool // its lights have colours
	Mute             bool // it is too old to say anything about commands
}

func init() {
	emulated.Register("certabo", func(src timesource.Source, opt emulated.Options) *emulated.Board {
		return New(src, Options{Options: opt}).Board
	})
}

// Board is the emulated device.
type Board struct {
	*emulated.Board
	parts *parts
}

// New returns an empty board.
func New(src timesource.Source, opt Options) *Board {
	if opt.Scan == 0 {
		opt.Scan = time.Second / 3
	}
	p := &parts{opt: opt, origin: src.Now(), set: newSet(opt.NoSpares), lights: Lights{Spectrum: opt.Spectrum}}
	b := emulated.New(src, opt.Options, emulated.Line{Baud: certabo.Baud}, func(w emulated.Works) emulated.Electronics {
		p.Works = w
		w.Handled(p.set.handled)
		return p
	})
	return &Board{b, p}
}

// Lights returns the lights that shine.
func (b *Board) Lights() (l Lights) {
	b.Do(func(time.Duration) { l = b.parts.lights })
	return l
}

// Faults are chances between 0 and 1 that something goes wrong with a frame.
type Faults struct {
	emulated.Faults
	Ghost   float64 // a tag is read on an empty square
	DropOut float64 // a tag is not read, for one frame or two
	Twice   float64 // a tag is read on the square beside it too
	Cut     float64 // the rest of it is lost
	Ack     float64 // what the board says about a command comes in the middle of it
	Feeds   bool    // there is a line feed after every 64 characters
}

// SetFaults changes what goes wrong from now on.
func (b *Board) SetFaults(f Faults) {
	b.Board.SetFaults(f.Faults)
	b.Do(func(time.Duration) { b.parts.faults = f })
}

// parts are the electronics.
type parts struct {
	emulated.Works
	opt    Options
	faults Faults
	origin time.Duration // when the first scan began
	set    set           // what really stands on the board
	read   certabo.Tags  // and what was read

	blind     observation.Square // whose tag is not read
	blindness int                // for so many frames more
	lights    Lights
}

// PowerUp implements emulated.Electronics.
func (p *parts) PowerUp(time.Duration) {
	p.read = p.set.on
	p.lights = Lights{Spectrum: p.opt.Spectrum}
	p.blindness = 0
}

// Next implements emulated.Electronics. Only squares that are not as they were
// read need to be read again. A frame leaves when the last one was.
func (p *parts) Next() emulated.Deed {
	d := emulated.Deed{At: p.Grid(p.origin, p.opt.Scan, p.opt.Scan*127/128), Do: p.send}
	for sq := range p.read {
		if p.read[sq] != p.set.on[sq] {
			d = emulated.Earlier(d, emulated.Deed{At: p.visit(sq), Do: func(time.Duration) { p.read[sq] = p.set.on[sq] }})
		}
	}
	return d
}

// visit is when a square is read next: a8 first, h1 last.
func (p *parts) visit(sq int) time.Duration {
	return p.Grid(p.origin, p.opt.Scan, p.opt.Scan*time.Duration(sq^56)/64)
}

// Hear implements emulated.Electronics.
func (p *parts) Hear(at time.Duration, received []byte) {
	if said := p.lights.Hear(at, received); len(said) > 0 && !p.opt.Mute {
		p.Send(at, said)
	}
}
