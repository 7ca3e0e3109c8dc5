// Package simulate makes what a board and a clock would have seen of a game.
//
// It works in two steps, as the world does. Hands turns a game into a Timeline
// of deeds: pieces lifted and put down, the clock pressed. Then either Sense
// looks at the timeline as a board does, one square after the other, and writes
// down the changes; or Play does the deeds, at their times, to an emulated
// board. What order the reports come in, and which squares were never seen
// empty, follows from the sampling and is not invented.
//
// Errors have the same two homes: a clumsy hand is a gesture of Hands, by its
// Habits, and a faulty sensor is a property of Sense, by its Faults. A Level has
// both in four degrees, and Noisy plays a game at one of them. What is against
// the Laws is no noise, and nobody here does it. Hands, sensor and cable draw
// their chances from seeds of their own, and the same seeds give the same bytes
// on every machine.
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
	Unplug                 // the cable is pulled out of board and clock; until
	Plug                   // it is put back nothing is heard of them
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
	SAN, UCI        string
	Side            observation.Side
	Made, Completed int64
	Touches         []Touch
}

// Touch is what hands did, in one ply, that the move itself did not need: from
// the first touch At to the last one, Until. The squares are those of the pieces
// it was about, as they were touched.
type Touch struct {
	Kind      TouchKind
	Side      observation.Side // whose hand
	At, Until int64
	Squares   []observation.Square
}

// TouchKind is one row of what hands do.
type TouchKind string

const (
	Slid            TouchKind = "slide"            // stops: the squares, in order
	Bounced         TouchKind = "bounce"           // on its target
	Corrected       TouchKind = "wrong-square"     // it stood there from At to Until
	CarriedVictim   TouchKind = "carried-victim"   // over this square
	RookFirst       TouchKind = "rook-first"       // castling
	BothOff         TouchKind = "both-off"         // king and rook in the air together
	LateRook        TouchKind = "late-rook"        // after the press
	LateVictim      TouchKind = "late-victim"      // en passant, after the press
	Adjusted        TouchKind = "adjust"           // in place, each piece a touch of its own
	PutBack         TouchKind = "touch"            // held from At to Until, then another piece moved
	KnockedOver     TouchKind = "knock-over"       // off from At, all back at Until
	BegunEarly      TouchKind = "early-reply"      // At, before the press at Until
	Overlapped      TouchKind = "overlap"          // At, before the capturer rested at Until
	PressForgotten  TouchKind = "press-forgotten"  // this ply's
	PressImpossible TouchKind = "press-impossible" // the other player had forgotten his
	PressedTwice    TouchKind = "double-press"
)

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
