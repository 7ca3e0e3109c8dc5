// Package clockwatch holds the clock's reports against the time control, for a
// clock is evidence only as far as it did what was announced.
//
// A Watch is a pure fold, as the record is: it is told what the clock said and
// what people did, and answers with what was wrong.
package clockwatch

import (
	"recorderd/laws"
	"recorderd/observation"
)

// Limits are the times below which the Laws change something, in milliseconds;
// 0 is one that is not looked for.
type Limits struct {
	FiveMinutes     int64 // below it a player need not keep score,
	NoIncrementFrom int64 // unless every move gives him this much
	TwoMinutes      int64 // the quickplay finish
}

// Fact is something that the clock did. Data is that of the finding which has
// this code. Since is the earliest moment at which it can have happened.
type Fact struct {
	T     int64
	Code  string
	Side  observation.Side
	Data  map[string]any
	Since int64
}

// Fall is a flag that fell: at T as far as is known, not before Since, and
// noticed at Noticed.
type Fall struct {
	T, Since, Noticed int64
}

// Watch watches one clock through one game. The zero Watch is of no use.
type Watch struct {
	tc laws.TimeControl
}

// New returns the watch of a clock whose times go in steps of resolutionMS; 0
// is a second.
func New(tc laws.TimeControl, resolutionMS int64, l Limits) *Watch { return &Watch{tc: tc} }

// Hear takes the next report of the clock, after Act and Completed of the same
// time.
func (w *Watch) Hear(t int64, c observation.Clock) []Fact { return nil }

// Link is the clock's cable, out or in again.
func (w *Watch) Link(t int64, up bool) {}

// Restart says that the recorder was away.
func (w *Watch) Restart(gapKnown bool) {}

// Act takes what people did, before the report of the same time.
func (w *Watch) Act(t int64, a observation.Act) {}

// Made says that a ply was made at t. It may be told later.
func (w *Watch) Made(t int64, s observation.Side) []Fact { return nil }

// Completed says how many moves this side has completed now.
func (w *Watch) Completed(s observation.Side, moves int) {}

// Over says that the game is over, or goes on after all. Over, only flags are
// looked at.
func (w *Watch) Over(over bool) {}

// Left returns what the clock shows this side to have left.
func (w *Watch) Left(s observation.Side) (ms int64, ok bool) { return 0, false }

// Fell returns the fall of this side's flag, if it is down.
func (w *Watch) Fell(s observation.Side) (Fall, bool) { return Fall{}, false }

// Stands reports whether neither time runs.
func (w *Watch) Stands() bool { return false }

// StoppedByWord reports whether it stands because somebody said so.
func (w *Watch) StoppedByWord() bool { return false }

// Stage returns the stage in which this side plays.
func (w *Watch) Stage(s observation.Side) laws.Stage { return laws.Stage{} }

// Last reports whether this side plays its last period, all the rest of the
// game.
func (w *Watch) Last(s observation.Side) bool { return false }
