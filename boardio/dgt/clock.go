package dgt

import (
	"fmt"
	"time"

	"recorderd/clockio/dgt"
	"recorderd/observation"
)

// Names of odd things of clocks in the counts.
const (
	noteNullClock  = "null clock message"
	noteClockReply = "clock answer"
	noteButton     = "clock button"
	noteFarTime    = "doubtful time" // an hour from the one before
	noteNoTime     = "absurd time"   // and the next one was not
)

// clockTimes takes what the clock, or the board about the clock, says.
func (s *session) clockTimes(at time.Duration, r dgt.Reading) {
	odd := s.oddClock
	s.oddClock = r.Kind == dgt.Invalid
	switch r.Kind {
	case dgt.Null:
		s.Note(noteNullClock)
	case dgt.Answer:
		s.Note(nameOf(r.Ack))
		s.clockVersion(r.Ack)
	case dgt.Invalid:
		s.dropped(Implausible)
		if !odd { // a clock that goes on like this is not asked again and again
			s.ask(AskClock)
		}
	case dgt.NoClock, dgt.Times:
		if !s.IsUp() || s.recall.compare {
			s.Note(noteEarly) // it will be asked again after the squares
			return
		}
		s.clockState(at, r)
	}
}

// nameOf is the name of an answer of the clock in the counts.
func nameOf(a dgt.Ack) string {
	if a.Code() == dgt.AckButtonPress {
		return noteButton
	}
	return noteClockReply
}

func (s *session) clockState(at time.Duration, r dgt.Reading) {
	present := r.Kind == dgt.Times
	believed, note := s.belief.take(r)
	if note != "" {
		s.Note(note)
	}
	if !believed {
		s.ask(AskClock)
		return
	}
	if runs := present && r.Running; runs != s.runs {
		s.runs, s.runsAt = runs, at
	}
	s.stands = present && !r.Running
	if s.stands && !s.knowsClock && !s.gap {
		s.knowsClock = true
		s.ask(ClockBytes)
	}
	s.Learn(func(_ *observation.Board, c *observation.ClockSensor) { c.Present = present })
	var facts []observation.Fact
	if link, news := s.Link(observation.ClockDevice, present); news {
		facts = append(facts, link)
	}
	if present {
		facts = append(facts, r.Clock(s.left()))
	}
	s.Report(at, facts...)
}

// clockVersion takes what the clock says of itself. It is asked once, and only
// before play: while it stands, and no game goes on behind a gap.
func (s *session) clockVersion(a dgt.Ack) {
	if main, sub, ok := a.Version(); ok {
		s.Learn(func(_ *observation.Board, c *observation.ClockSensor) {
			c.Make, c.Firmware = dgt.Model(main), fmt.Sprintf("%d.%d", main, sub)
		})
	}
}

// left is the player on the left of a clock whose front faces the board.
func (s *session) left() observation.Side { return leftOf(s.turned) }

func leftOf(turned bool) observation.Side {
	if turned {
		return observation.Black
	}
	return observation.White
}

// far is how much a time does not change from one message to the next, unless
// somebody sets the clock.
const far = time.Hour

// belief keeps a single absurd time from passing for one: clocks were seen to
// show such for a moment, after a command or without a reason. A time that is far
// from the one before is believed when the next message says the same.
type belief struct {
	sure, held   dgt.Reading
	known, holds bool // there is a sure one, and one that was held back
}

// take reports whether a reading, of times or of no clock, is believed, and what
// is to be noted of it.
func (b *belief) take(r dgt.Reading) (believed bool, note string) {
	confirmed := b.holds && !farFrom(r, b.held)
	switch {
	case r.Kind != dgt.Times:
		*b = belief{}
		return true, ""
	case b.known && farFrom(r, b.sure) && !confirmed:
		b.held, b.holds = r, true
		return false, noteFarTime
	case b.holds && !confirmed:
		note = noteNoTime
	}
	*b = belief{sure: r, known: true}
	return true, note
}

func farFrom(a, b dgt.Reading) bool {
	return (a.Left.Time-b.Left.Time).Abs() > far || (a.Right.Time-b.Right.Time).Abs() > far
}
