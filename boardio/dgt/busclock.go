package dgt

import (
	"time"

	"recorderd/clockio/dgt"
	"recorderd/observation"
)

// Two ways lead from a clock to the computer on a bus. The board notes the time of
// who pressed among its other notes, so that it is known what was before the
// press and what after. And it can be asked what the clock shows, which is how
// one knows that it was started or stopped, and what the running side has left.
// But that answer overtakes the notes. So a press is told by the notes; if the
// clock shows another side running, the notes are asked for first.

// busFace is what was told of a clock last.
type busFace struct {
	belief belief
	face   observation.Clock
	known  bool

	held    dgt.Reading // it shows another side running, and waits for the notes
	holding bool
}

// press takes a note of what a side had left when it pressed, and returns what the
// clock shows now, if that is known.
func (f *busFace) press(e Entry, left observation.Side) (observation.Clock, bool) {
	side := left
	if e.Tag == RightTag {
		side = left.Other()
	}
	c := f.face
	if !f.known || (e.Left-time.Duration(c.Remaining(side))*time.Millisecond).Abs() > far {
		return c, false
	}
	if side == observation.White {
		c.WhiteMS = e.Left.Milliseconds()
	} else {
		c.BlackMS = e.Left.Milliseconds()
	}
	if c.Running != observation.NoSide {
		c.Running = side.Other()
	}
	f.face = c
	return c, true
}

// times takes what the clock shows.
func (d *BusDevice) times(at time.Duration, payload []byte) {
	d.clockAt = at + busClock
	r := dgt.Decode(dgt.Payload(payload))
	switch r.Kind {
	case dgt.Null:
		d.Note(noteNullClock)
	case dgt.Answer:
		d.Note(nameOf(r.Ack))
	case dgt.Invalid:
		d.Drop(Implausible.String())
	case dgt.NoClock, dgt.Times:
		d.shows(at, r)
	}
}

func (d *BusDevice) shows(at time.Duration, r dgt.Reading) {
	f := &d.clock
	believed, note := f.belief.take(r)
	if note != "" {
		d.Note(note)
	}
	switch {
	case !believed:
		d.clockAt = at
	case f.known && r.Kind == dgt.Times && r.Clock(leftOf(d.turned)).Running != f.face.Running:
		f.held, f.holding = r, true
		d.pollAt = at
	default:
		d.tellClock(at, r)
	}
}

// resolveClock tells what was held back. If the notes had a press in them they
// know better, and the clock is asked anew.
func (d *BusDevice) resolveClock(at time.Duration, pressed bool) {
	f := &d.clock
	if !f.holding {
		return
	}
	f.holding = false
	if pressed {
		d.clockAt = at
		return
	}
	d.tellClock(at, f.held)
}

// tellClock reports the clock, if it shows anything new.
func (d *BusDevice) tellClock(at time.Duration, r dgt.Reading) {
	f := &d.clock
	present := r.Kind == dgt.Times
	d.Learn(func(_ *observation.Board, c *observation.ClockSensor) { c.Present = present })
	var facts []observation.Fact
	if link, news := d.Link(observation.ClockDevice, present); news {
		facts = append(facts, link)
	}
	if !present {
		f.known = false
		d.clockAt = at + busNoClock
	} else if c := r.Clock(leftOf(d.turned)); !f.known || c != f.face {
		f.face, f.known = c, true
		facts = append(facts, c)
	}
	d.Report(at, facts...)
}
