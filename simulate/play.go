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

// Cabled is a World whose cable can be pulled out and put back.
type Cabled interface {
	Unplug()
	Plug()
}

// Planner is a World that can be told its deeds before their time, so that
// nobody's lateness shows in them.
type Planner interface {
	Plan(at time.Duration) World
}

// ahead is how long before its time a Planner is told of a deed.
const ahead = 5 * time.Second

// Play does the deeds of a timeline at their times, counted from now on by src,
// and returns at its end or when the context is done. A deed that is late does
// not make the later ones late; a World that is a Planner does none late.
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
	if l, ok := w.(Listener); ok && len(tl.Games) > 0 {
		l.Hear(tl.Games[0].Game) // the later ones are said when their time comes
	}
	planner, plans := w.(Planner)
	for _, d := range tl.Deeds {
		at, hands := begin+duration(d.At), w
		early := time.Duration(0)
		if plans && d.Kind < Unplug {
			early, hands = ahead, planner.Plan(at)
		}
		if err := until(d.At - early.Milliseconds()); err != nil {
			return err
		}
		d.do(hands, at)
		d.doBeside(w)
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
	}
}

// doBeside carries out a deed that not every world knows of.
func (d Deed) doBeside(w World) {
	switch d.Kind {
	case Say:
		if l, ok := w.(Listener); ok {
			l.Hear(d.Fact)
		}
	case Unplug:
		if c, ok := w.(Cabled); ok {
			c.Unplug()
		}
	case Plug:
		if c, ok := w.(Cabled); ok {
			c.Plug()
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
