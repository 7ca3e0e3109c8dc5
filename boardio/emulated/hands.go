package emulated

import (
	"time"

	"recorderd/clockio"
	"recorderd/observation"
)

// Hands work the pieces and the clock of a board, at once or at a time to come.
type Hands struct {
	b  *Board
	do func(f func(at time.Duration))
}

// Plan returns hands that will do at this time whatever they are told now. What
// is planned happens exactly then, between two visits of a square, however late
// anybody wakes up; hands that work at once are as late as their caller.
func (b *Board) Plan(at time.Duration) Hands {
	return Hands{b, func(f func(time.Duration)) { b.plan(at, f) }}
}

// Put sets a piece on a square, over what stood there.
func (h Hands) Put(sq observation.Square, p observation.Piece) {
	h.do(func(time.Duration) { h.b.put(h.b.boxed(sq), p) })
}

// put changes what stands on a square of the box.
func (b *Board) put(sq observation.Square, p observation.Piece) {
	was := b.world[sq]
	b.world[sq] = p
	b.handled(sq, was, p)
}

// Lift takes away what stands on a square.
func (h Hands) Lift(sq observation.Square) { h.Put(sq, observation.Empty) }

// SetPlacement sets all squares at once. What stands where it should is not
// touched, and what should not stand there leaves before anything comes.
func (h Hands) SetPlacement(pl observation.Placement) {
	if h.b.opt.Turned {
		pl = pl.Turned()
	}
	h.do(func(time.Duration) {
		for sq, p := range pl {
			if h.b.world[sq] != p {
				h.b.put(observation.Square(sq), observation.Empty)
			}
		}
		for sq, p := range pl {
			if h.b.world[sq] != p {
				h.b.put(observation.Square(sq), p)
			}
		}
	})
}

// SetClock connects a clock, which may run already and is the board's from now
// on; nil pulls its plug.
func (h Hands) SetClock(c clockio.Clock) {
	h.do(func(time.Duration) {
		h.b.clock = c
		h.b.worked()
	})
}

// StartClock lets the time of this side run.
func (h Hands) StartClock(side observation.Side) {
	h.work(func(at time.Duration) { h.b.clock.Start(at, side) })
}

// Press is this side pressing the clock.
func (h Hands) Press(side observation.Side) {
	h.work(func(at time.Duration) { h.b.clock.Press(at, side) })
}

// StopClock halts both times.
func (h Hands) StopClock() { h.work(func(at time.Duration) { h.b.clock.Stop(at) }) }

// work lets f work the clock, if there is one.
func (h Hands) work(f func(at time.Duration)) {
	h.do(func(at time.Duration) {
		if h.b.clock != nil {
			f(at)
			h.b.worked()
		}
	})
}
