// Package emulated is what the emulated boards of all makes have in common:
// pieces that hands move, a clock they press, a line to a computer, power, and an
// agenda. What is under the wood of one make, its Electronics, stands in a
// package beside the driver of that make.
//
// All of it is computed from the times at which things were done, when there is a
// reason to: nothing ticks, and a source of time that runs a thousand times as
// fast makes no difference to what is seen.
package emulated

import (
	"math/rand/v2"
	"sync"
	"time"

	"recorderd/clockio"
	"recorderd/observation"
	"recorderd/timesource"
)

// Options say what board it is, whatever its make. The zero value is a good one.
type Options struct {
	Scan   time.Duration // one look at all squares; the make's own if zero
	Poll   time.Duration // one look at the clock, if the board has one; the make's own if zero
	Serial string        // the make's own if empty; not all makes have one

	// Turned is a board that stands turned by 180 degrees. Squares are those of
	// the game all the same; the board numbers them from the other corner.
	Turned bool
	// OwnPower is a board with batteries, or one that gets its power beside its
	// line: it goes on while it is unplugged. Others are off then.
	OwnPower bool
	Seed     uint64 // for its reaction times and its faults
}

// Electronics are what makes a board one of its make. Their methods are called
// one at a time, with times that do not go back, and use the Works that they were
// made with.
type Electronics interface {
	// PowerUp is when power comes: nothing is remembered of before.
	PowerUp(at time.Duration)
	// Hear takes what came from the computer: some bytes of a serial line, or one
	// report of a HID device.
	Hear(at time.Duration, received []byte)
	// Next is the first thing that the board will do by itself after the present
	// time, Works.Now: it is asked again after everything that is done.
	Next() Deed
}

// Line says how bytes leave the board.
type Line struct {
	Baud    int  // ten bits a byte; 0 if they take no time
	Reports bool // each message is a report of its own, as on a HID device
}

// Board is an emulated device: pieces, clock and electronics. Its methods are
// safe for concurrent use.
type Board struct {
	Hands // that work at once
	src   timesource.Source
	opt   Options
	wake  chan struct{} // there may be something earlier to do

	serving sync.Mutex
	mu      sync.Mutex
	parts   Electronics
	chance  *rand.Rand
	faults  Faults
	now     time.Duration         // everything up to here is done
	world   observation.Placement // what stands on the board, as the box numbers its squares
	clock   clockio.Clock
	worked  func() // told that somebody worked the clock
	handled func(sq observation.Square, was, is observation.Piece)

	pending []Deed // of the electronics, gone with the power
	plans   []Deed // of hands
	line    line
	off     bool   // it has no power; a new one has, so that it can be used without a line
	cut     bool   // its line is gone: what it says is lost
	unplug  func() // ends Serve; nil while nothing is served
}

// Works are the board as its electronics have it: they may only be used by them.
type Works struct{ b *Board }

// New returns an empty board without a clock, whose electronics are made by
// build. If it has power of its own, it is on.
func New(src timesource.Source, opt Options, line Line, build func(Works) Electronics) *Board {
	b := &Board{
		src: src, opt: opt,
		wake:   make(chan struct{}, 1),
		chance: rand.New(rand.NewPCG(opt.Seed, 0)),
		now:    src.Now(),
		worked: func() {}, handled: func(observation.Square, observation.Piece, observation.Piece) {},
	}
	b.Hands = Hands{b, b.do}
	if line.Baud > 0 {
		b.line.byteTime = 10 * time.Second / time.Duration(line.Baud) // start, eight, stop
	}
	b.line.reports = line.Reports
	b.parts = build(Works{b})
	if opt.OwnPower {
		b.parts.PowerUp(b.now)
	}
	return b
}

// Now is the present time: everything before it is done.
func (w Works) Now() time.Duration { return w.b.now }

// At returns what stands on a square, as the box numbers them.
func (w Works) At(sq observation.Square) observation.Piece { return w.b.world[sq] }

// Placement returns what stands on all squares, as the box numbers them.
func (w Works) Placement() observation.Placement { return w.b.world }

// Clock returns the clock that is connected, or nil.
func (w Works) Clock() clockio.Clock { return w.b.clock }

// ClockWorked has f called whenever somebody worked the clock, or connected
// another one.
func (w Works) ClockWorked(f func()) { w.b.worked = f }

// Handled has f called for every square, as the box numbers it, that hands change:
// for a make that tells two pieces of one kind apart.
func (w Works) Handled(f func(sq observation.Square, was, is observation.Piece)) { w.b.handled = f }

// Chance is where everything comes from that is not sure, and seeded.
func (w Works) Chance() *rand.Rand { return w.b.chance }

// Happens reports whether something of this chance, 0 to 1, happens now.
func (w Works) Happens(chance float64) bool { return chance > 0 && w.b.chance.Float64() < chance }

// Later has the electronics do something, after what they will do at the same
// time already. It is forgotten if they lose power before.
func (w Works) Later(at time.Duration, do func(at time.Duration)) {
	w.b.pending = insert(w.b.pending, Deed{at, do})
}

// Send puts a message on the line, or what the faults leave of it.
func (w Works) Send(at time.Duration, message []byte) { w.b.send(at, message) }

// Grid is the first time after Now of those that are phase, and then every step,
// after an origin.
func (w Works) Grid(origin, step, phase time.Duration) time.Duration {
	first := origin + phase
	if w.b.now < first {
		return first
	}
	return first + ((w.b.now-first)/step+1)*step
}

// Do lets something happen to the electronics at the present time, as a test or a
// person with a tool would.
func (b *Board) Do(f func(now time.Duration)) { b.do(f) }

// do lets f change the world at the present time.
func (b *Board) do(f func(now time.Duration)) {
	b.mu.Lock()
	b.advance(b.src.Now())
	f(b.now)
	b.mu.Unlock()
	b.stir()
}

// plan lets f change the world at a time to come.
func (b *Board) plan(at time.Duration, f func(at time.Duration)) {
	b.mu.Lock()
	b.advance(b.src.Now())
	if at <= b.now {
		f(b.now)
	} else {
		b.plans = insert(b.plans, Deed{at, f})
	}
	b.mu.Unlock()
	b.stir()
}

// stir has Serve look whether its next duty has become an earlier one.
func (b *Board) stir() {
	select {
	case b.wake <- struct{}{}:
	default:
	}
}

// boxed is the box's number of a square of the game.
func (b *Board) boxed(sq observation.Square) observation.Square {
	if b.opt.Turned {
		return sq.Turned()
	}
	return sq
}

// Faults are chances between 0 and 1 that something goes wrong on the line.
type Faults struct {
	LoseByte  float64 // of each message, that one of its bytes is lost
	LoseFrame float64 // of each message, that all of it is lost
	FlipBit   float64 // of each message, that one of its bits is another
	Garbage   float64 // of each message, that bytes without meaning come before it
	Silent    bool    // nothing is heard and nothing said, as with a cut wire
}

// SetFaults changes what goes wrong from now on.
func (b *Board) SetFaults(f Faults) { b.do(func(time.Duration) { b.faults = f }) }
