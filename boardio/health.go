package boardio

// The problem: a coil that is dead, or sees a piece only now and then, is found
// out when the game is in doubt. Before the round a person can find it in a
// minute, if somebody counts what each square says.

import (
	"context"
	"slices"
	"sync"
	"time"

	"recorderd/observation"
)

// Square is what one square said since the program started.
type Square struct {
	Changes  int64         // of what stands on it
	Flickers int64         // changes that were taken back within FlickerTime
	Last     time.Duration // boot time of the last change; 0 for none
	Empty    bool          // it was seen so
	Occupied bool
}

// Squares is what all of them said, by their numbers on the board.
type Squares [64]Square

// FlickerTime is how long something may last at most that counts as a flicker. A
// piece that is slid over a square is one too.
const FlickerTime = 250 * time.Millisecond

// Watched is a Device whose squares somebody keeps an eye on.
type Watched struct {
	Device

	mu      sync.Mutex
	squares Squares
	now     observation.Placement // as reported last
	before  observation.Placement // what stood on each square before its last change
	seen    bool                  // a placement was reported
}

// Watch returns the device with somebody to watch its squares.
func Watch(d Device) *Watched { return &Watched{Device: d} }

// Squares returns the counts as they are now.
func (w *Watched) Squares() Squares {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.squares
}

// Resume implements Resumer, for devices that do.
func (w *Watched) Resume(turned bool) {
	if d, ok := w.Device.(Resumer); ok {
		d.Resume(turned)
	}
}

// Run implements Device.
func (w *Watched) Run(ctx context.Context, out func(Report)) error {
	return w.Device.Run(ctx, func(r Report) {
		w.take(r)
		out(r)
	})
}

func (w *Watched) take(r Report) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, f := range r.Facts {
		switch f := f.(type) {
		case observation.Change:
			w.change(r.At, f.Square, f.Piece)
		case observation.Placement:
			for sq, p := range f {
				w.change(r.At, observation.Square(sq), p)
			}
			w.seen = true
		}
	}
}

// change notes what stands on a square now. What stands there at first is no
// change.
func (w *Watched) change(at time.Duration, sq observation.Square, p observation.Piece) {
	s, was := &w.squares[sq], w.now[sq]
	w.now[sq] = p
	s.Empty, s.Occupied = s.Empty || p == observation.Empty, s.Occupied || p != observation.Empty
	if !w.seen || p == was {
		return
	}
	if s.Changes > 0 && p == w.before[sq] && at-s.Last <= FlickerTime {
		s.Flickers++
	}
	w.before[sq] = was
	s.Changes++
	s.Last = at
}

// What makes a square suspicious: everybody else has changed, or it flickers, and
// most others don't.
const (
	enoughChanged  = 48 // squares that changed, for the rest to be noticed
	enoughFlickers = 5
)

// Still returns the squares that never changed, once so many others did that a
// game or a check cannot have passed them by.
func (s *Squares) Still() (still []observation.Square) {
	for sq := range s {
		if s[sq].Changes == 0 {
			still = append(still, observation.Square(sq))
		}
	}
	if len(s)-len(still) < enoughChanged {
		return nil
	}
	return still
}

// Flickering returns the squares that flicker far more often than half of the
// others.
func (s *Squares) Flickering() (flickering []observation.Square) {
	all := make([]int64, 0, len(s))
	for _, sq := range s {
		all = append(all, sq.Flickers)
	}
	slices.Sort(all)
	usual := all[len(all)/2]
	for sq := range s {
		if n := s[sq].Flickers; n >= enoughFlickers && n > 4*usual {
			flickering = append(flickering, observation.Square(sq))
		}
	}
	return flickering
}

var _ Resumer = (*Watched)(nil)
