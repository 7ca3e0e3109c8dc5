// Package simulate makes what a board and a clock would have seen of a game.
//
// It works in two steps, as the world does. Hands turns a game into a Timeline
// of deeds: pieces lifted and put down, the clock pressed. Then either Sense
// looks at the timeline as a board does, one square after the other, and writes
// down the changes; or Play does the deeds, at their times, to an emulated
// board. What order the reports come in, and which squares were never seen
// empty, follows from the sampling and is not invented.
//
// Errors have the same two homes: a clumsy hand is a gesture of Hands, a faulty
// sensor is a property of Sense. Each draws its chances from a seed of its own,
// and the same seed gives the same bytes on every machine.
package simulate

import (
	"recorderd/clockio"
	"recorderd/observation"
)

// Kind is what was done.
type Kind uint8

const (
	Lift       Kind = iota // the piece leaves Square
	Put                    // Piece rests on Square
	StartClock             // the time of Side begins to run
	Press                  // Side presses the clock
	StopClock              // both times stand
	SetClock               // the clock gets the times of Stages and stands
	Say                    // somebody says Fact, a game's names or an act, which no sensor hears
)

// Deed is one thing that a hand did, At milliseconds after the timeline began.
type Deed struct {
	At     int64
	Kind   Kind
	Square observation.Square
	Piece  observation.Piece
	Side   observation.Side
	Stages Stages
	Fact   observation.Fact
}

// Stages is how a clock is set, by side. Without stages there is no clock.
type Stages [2][]clockio.Stage

func (s Stages) present() bool {
	return len(s[observation.White]) > 0 && len(s[observation.Black]) > 0
}

// set returns a clock that shows these times and stands.
func (s Stages) set() *clockio.Countdown {
	return clockio.New(s[observation.White], s[observation.Black])
}

// Timeline is what happened at one board until the time End. At its beginning
// Start stands on the board and the clock, if there is one, is set and stands.
type Timeline struct {
	Start observation.Placement
	Clock Stages
	Deeds []Deed // in order of time
	Games []Played
	End   int64
}

// Played is the truth about one game of a timeline.
type Played struct {
	Game   observation.Game
	Begin  int64 // the start placement stands and is left alone from here on
	Result string
	Plies  []Ply
}

// Ply is the truth about one move: when its last piece came to rest, and what
// the Laws call its completion. A last ply that nobody answered on a board
// without a clock was never completed: -1.
type Ply struct {
	SAN             string
	Side            observation.Side
	Made, Completed int64
}

// Final returns what stands on the board in the end.
func (tl Timeline) Final() observation.Placement {
	pl := tl.Start
	for _, d := range tl.Deeds {
		d.change(&pl)
	}
	return pl
}

// change does the deed to a placement, if it is one of pieces.
func (d Deed) change(pl *observation.Placement) {
	switch d.Kind {
	case Lift:
		pl[d.Square] = observation.Empty
	case Put:
		pl[d.Square] = d.Piece
	}
}

// Then returns the timeline with next following it at once. Next must begin
// with what stands in the end.
func (tl Timeline) Then(next Timeline) Timeline {
	both := Timeline{Start: tl.Start, Clock: tl.Clock, End: tl.End + next.End}
	both.Deeds = append(both.Deeds, tl.Deeds...)
	for _, d := range next.Deeds {
		d.At += tl.End
		both.Deeds = append(both.Deeds, d)
	}
	both.Games = append(both.Games, tl.Games...)
	for _, g := range next.Games {
		both.Games = append(both.Games, g.later(tl.End))
	}
	return both
}

func (g Played) later(ms int64) Played {
	g.Begin += ms
	plies := make([]Ply, len(g.Plies))
	for i, p := range g.Plies {
		p.Made += ms
		if p.Completed >= 0 {
			p.Completed += ms
		}
		plies[i] = p
	}
	g.Plies = plies
	return g
}
