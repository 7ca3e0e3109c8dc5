package recorder

import (
	"sync"

	"recorderd/observation"
	"recorderd/record"
)

// Counts are the figures of a recorder since the program started.
type Counts struct {
	Game         int  // number of the game that is recorded, or was last
	Active       bool // a game is being recorded
	Ply          int  // plies that stand
	Games        int64
	Squares      int64 // square changes
	Moves        int64 // plies made
	Retracted    int64 // plies taken back or read anew
	Illegal      int64 // plies that were not legal
	Ambiguous    int64 // plies with more than one reading
	Refused      int64 // batches that could not be kept
	LastObserved int64 // t of the last batch
}

type counts struct {
	mu sync.Mutex
	c  Counts
}

// Counts returns the figures as they are now.
func (r *Recorder) Counts() Counts {
	r.counts.mu.Lock()
	defer r.counts.mu.Unlock()
	return r.counts.c
}

func (c *counts) change(f func(*Counts)) {
	c.mu.Lock()
	defer c.mu.Unlock()
	f(&c.c)
}

func (c *counts) opened(number int) {
	c.change(func(c *Counts) { c.Game, c.Active, c.Ply, c.Games = number, true, 0, c.Games+1 })
}

func (c *counts) closed() { c.change(func(c *Counts) { c.Active = false }) }

func (c *counts) refused(error) { c.change(func(c *Counts) { c.Refused++ }) }

func (c *counts) batch(b observation.Batch, events []record.Event) {
	c.change(func(c *Counts) {
		c.LastObserved = b.T
		for _, f := range b.Facts {
			if _, ok := f.(observation.Change); ok {
				c.Squares++
			}
		}
		for _, e := range events {
			c.event(e)
		}
	})
}

func (c *Counts) event(e record.Event) {
	switch e := e.(type) {
	case record.Move:
		if e.Ply <= c.Ply {
			return // another reading of a ply that stands
		}
		c.Moves++
		c.Ply = e.Ply
		if !e.Legal {
			c.Illegal++
		}
		if e.Confidence < record.Sure {
			c.Ambiguous++
		}
	case record.Start:
		c.Ply = 0
	case record.Retract:
		c.Retracted++
		c.Ply = e.Ply - 1
	}
}
