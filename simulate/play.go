package simulate

import (
	"context"
	"time"

	"recorderd/clockio"
	"recorderd/observation"
	"recorderd/timesource"
)

// World is a board with its clock that hands can work: an emulated device.
type World interface {
	SetPlacement(observation.Placement)
	Lift(observation.Square)
	Put(observation.Square, observation.Piece)

	SetClock(clockio.Clock) // may run already; nil takes it away
	StartClock(observation.Side)
	Press(observation.Side)
	StopClock()
}

// Listener is a World that also hears what people say: the names of the next
// game, acts.
type Listener interface {
	Hear(observation.Fact)
}

// Play does the deeds of a timeline at their times, counted from now on by src,
// and returns at its end or when the context is done. A deed that is late does
// not make the later ones late.
func Play(ctx context.Context, src timesource.Source, tl Timeline, w World) error {
	begin := src.Now()
	until := func(ms int64) error {
		return timesource.Sleep(ctx, src, begin+duration(ms)-src.Now())
	}
	w.SetPlacement(tl.Start)
	if tl.Clock.present() {
		w.SetClock(tl.Clock.set())
	} else {
		w.SetClock(nil)
	}
	for _, d := range tl.Deeds {
		if err := until(d.At); err != nil {
			return err
		}
		d.do(w, begin+duration(d.At))
	}
	return until(tl.End)
}

// do carries out one deed, which is meant for the time at.
func (d Deed) do(w World, at time.Duration) {
	switch d.Kind {
	case Lift:
		w.Lift(d.Square)
	case Put:
		w.Put(d.Square, d.Piece)
	case StartClock:
		w.StartClock(d.Side)
	case Press:
		w.Press(d.Side)
	case StopClock:
		w.StopClock()
	case SetClock:
		w.SetClock(d.newClock(at))
	case Say:
		if l, ok := w.(Listener); ok {
			l.Hear(d.Fact)
		}
	}
}

// newClock returns the clock that a SetClock sets, which runs already where an
// arbiter corrected the times in mid-game.
func (d Deed) newClock(at time.Duration) *clockio.Countdown {
	c := d.Stages.set()
	if d.Side != observation.NoSide {
		c.Start(at, d.Side)
	}
	return c
}
