// Package emulator is a DGT board with a clock, without the wood: it answers on
// a line with the bytes that a real one would send, while hands move pieces and
// press the clock through its methods.
//
// The board sees as a real one does. Its squares are sampled one after the
// other, so two changes that are close together may be reported in either order,
// and what happens between two samples is never seen. All of this is computed
// from the times at which things were done, when there is a reason to: nothing
// ticks, and a source of time that runs a thousand times as fast makes no
// difference to what is seen.
package emulator

import (
	"math/rand/v2"
	"sync"
	"time"

	"recorderd/boardio/dgt"
	"recorderd/clockio"
	clock "recorderd/clockio/dgt"
	"recorderd/observation"
	"recorderd/timesource"
)

// Options say what board it is. The zero value is a good one.
type Options struct {
	Scan   time.Duration // one visit of all squares; 220 ms if zero
	Poll   time.Duration // the board looks at its clock so often; 400 ms if zero
	Repeat time.Duration // and passes it on so often in Update mode; 800 ms if zero
	Baud   int           // 9600 if zero

	// Turned is a board that stands turned by 180 degrees. Squares are those of
	// the game all the same; the board numbers them from the other corner.
	Turned bool

	Serial       int    // five digits, also its address; 24680 if zero
	LongSerial   string // ten digits; empty for a board too old to have one
	Version      [2]byte
	ClockVersion [2]int
	Seed         uint64 // for its reaction times and its faults
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
	if o.Baud == 0 {
		o.Baud = dgt.Baud
	}
	if o.Serial == 0 {
		o.Serial = 24680
	}
	if o.Version == [2]byte{} {
		o.Version = [2]byte{1, 80}
	}
	if o.ClockVersion == [2]int{} {
		o.ClockVersion = [2]int{2, 0}
	}
	return o
}

// Board is the emulated device: pieces, clock and electronics. Its methods are
// safe for concurrent use.
type Board struct {
	Hands // that work at once
	src   timesource.Source
	opt   Options
	wake  chan struct{} // there may be something earlier to do

	serving sync.Mutex
	mu      sync.Mutex
	chance  *rand.Rand
	faults  Faults
	now     time.Duration // everything up to here is done
	origin  time.Duration // when the first scan began
	world   [64]byte      // codes of what stands on the board, by its own numbers
	sampled [64]byte      // as the board knows it

	clock   clockio.Clock
	touched bool             // somebody worked the clock since the last poll
	flagged observation.Side // whose flag fell first
	face    clock.Payload    // the clock as it was polled last
	told    clock.Payload    // and as it was sent last

	mode    dgt.Command
	input   input
	reacted time.Duration // when the last command will have been obeyed
	pending []deed        // of the electronics, gone with the power
	plans   []deed        // of hands
	line    line
	unplug  func() // ends Serve; nil while nothing is served
}

// New returns an empty board without a clock.
func New(src timesource.Source, opt Options) *Board {
	b := &Board{
		src:     src,
		opt:     opt.withDefaults(),
		wake:    make(chan struct{}, 1),
		chance:  rand.New(rand.NewPCG(opt.Seed, 0)),
		origin:  src.Now(),
		now:     src.Now(),
		flagged: observation.NoSide,
		mode:    dgt.Reset,
	}
	b.Hands = Hands{b, b.do}
	b.line.byteTime = 10 * time.Second / time.Duration(b.opt.Baud) // start, eight, stop
	b.look(b.now)
	return b
}

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
		b.plans = insert(b.plans, deed{at, f})
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

// index is the board's number of a square of the game.
func (b *Board) index(sq observation.Square) byte {
	if b.opt.Turned {
		sq = sq.Turned()
	}
	return dgt.Index(sq)
}

// Faults are chances between 0 and 1 that something goes wrong.
type Faults struct {
	LoseByte  float64 // of each message, that one of its bytes is lost
	LoseFrame float64 // of each message, that all of it is lost
	Garbage   float64 // of each message, that bytes without meaning come before it
	NullClock float64 // of each times message, that it is a null one
	RepeatAck float64 // of each answer of the clock, that it comes twice
	Silent    bool    // nothing is heard and nothing said, as with a cut wire
}

// SetFaults changes what goes wrong from now on.
func (b *Board) SetFaults(f Faults) { b.do(func(time.Duration) { b.faults = f }) }
