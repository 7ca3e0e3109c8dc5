// Package clockwatch holds the clock's reports against the time control, for a
// clock is evidence only as far as it did what was announced.
//
// A Watch is a pure fold, as the record is: it is told what the clock said and
// what people did, and answers with what was wrong. It allows for the steps in
// which a clock shows its time, and for reports that come late; what it says is
// more than these explain.
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

// Fact is something that the clock did, or failed to do. Data is that of the
// finding which has this code. Since is the earliest moment at which it can have
// happened.
type Fact struct {
	T     int64
	Code  string
	Side  observation.Side
	Data  map[string]any
	Since int64
}

// late is how long ago a thing may have happened that a report tells.
const late = 1000

// Watch watches one clock through one game. The zero Watch is of no use.
type Watch struct {
	model
	limits Limits
	over   bool

	last    report // the latest that was believed
	heard   bool   // there is one, and nothing was missed since
	ever    bool   // there was one at all
	latest  report // that one, believed or not
	cut     bool   // the clock went unheard since
	doubt   report // came after it, and is believed if the next one bears it out
	doubted bool

	started bool  // a time has run
	still   int64 // since when the running time has shown what it shows
	stopped bool  // that was said
	set     setting
	stands  []stand // the latest
	word    int64   // when somebody last said that the clock is stopped, while it ran
	flags   [2]flag
	both    bool // both flags were said to be down
	noted   [2]noted
}

// report is what the clock said at t.
type report struct {
	t int64
	observation.Clock
}

// New returns the watch of a clock whose times go in steps of resolutionMS; 0
// is a second.
func New(tc laws.TimeControl, resolutionMS int64, l Limits) *Watch {
	if resolutionMS <= 0 {
		resolutionMS = 1000
	}
	return &Watch{model: newModel(tc, resolutionMS), limits: l, word: never}
}

// Hear takes the next report of the clock, after Act and Completed of the same
// time.
func (w *Watch) Hear(t int64, c observation.Clock) []Fact {
	now := report{t, c}
	w.out = nil
	w.standing(now)
	was := w.sides
	if c.HasTimes && !w.over {
		w.times(now)
	} else {
		w.last, w.heard, w.doubted = now, false, false
	}
	w.falls(now, was)
	w.note(now)
	w.latest, w.ever, w.cut = now, true, false
	w.started = w.started || c.Running != observation.NoSide
	return w.out
}

// times holds what a report shows against the one before it. One that cannot be
// is not believed before the next one bears it out: readings go wrong.
func (w *Watch) times(now report) {
	switch {
	case !w.heard:
		w.anew(now)
	case w.doubted:
		w.doubted = false
		if w.step(now, false) {
			return
		}
		w.step(w.doubt, true)
		w.times(now)
	case !w.step(now, w.last.Running != now.Running || now.Running == observation.NoSide):
		w.doubt, w.doubted = now, true
	}
}

// step goes from the last report to this one. If it cannot be and need not be
// believed, nothing is changed and step returns false.
func (w *Watch) step(now report, believe bool) bool {
	switch {
	case !w.judges:
		w.freeze(now)
	case w.last.Running == observation.NoSide && now.Running != observation.NoSide:
		w.resume(now)
	case w.last.Running == observation.NoSide:
		w.stay(now)
	case w.freeze(now):
		w.rebase(now)
	default:
		next := w.model
		next.advance(w.last, now)
		switch wrong := next.jumps > w.jumps; {
		case wrong && w.set.explains(now, w.res):
			w.rebase(now)
			w.set = setting{}
		case wrong && !believe:
			return false
		default:
			w.model = next
		}
	}
	w.last, w.heard = now, true
	return true
}

// Link is the clock's cable, out or in again.
func (w *Watch) Link(t int64, up bool) {
	w.missed(t)
}

// Restart says that the recorder was away.
func (w *Watch) Restart(gapKnown bool) { w.missed(w.latest.t) }

// missed takes it that the clock was not heard from t on.
func (w *Watch) missed(t int64) {
	w.loseStand(t)
	w.heard, w.doubted, w.cut = false, false, true
}

// Completed says how many moves this side has completed now.
func (w *Watch) Completed(s observation.Side, moves int) {
	a := w.of(s)
	a.back = a.back || moves < a.moves
	a.moves = max(moves, 0)
}

// Over says that the game is over, or goes on after all. Once it is, only flags
// are looked at.
func (w *Watch) Over(over bool) {
	w.over = over
	w.heard, w.doubted = false, false
}

// Left returns what this side has left at t: what the clock showed last, and if
// that runs, less by what has passed since.
func (w *Watch) Left(s observation.Side, t int64) (ms int64, ok bool) {
	return w.projected(t).Remaining(s), w.ever && w.latest.HasTimes
}

// projected is the report that the clock would give at t. A delay may have to
// pass first, so there it is the last one.
func (w *Watch) projected(t int64) report {
	now := w.latest
	if now.Running == observation.NoSide || w.Stage(now.Running).Kind == laws.Delay || w.cut {
		return now
	}
	passed := max(t-now.t, 0)
	switch now.t += passed; now.Running {
	case observation.White:
		now.WhiteMS = max(now.WhiteMS-passed, 0)
	case observation.Black:
		now.BlackMS = max(now.BlackMS-passed, 0)
	}
	return now
}

// Pass says that time has passed and the clock was not heard: what it must show
// by now may matter to what somebody does.
func (w *Watch) Pass(t int64) []Fact {
	w.out = nil
	if w.ever {
		w.note(w.projected(t))
	}
	return w.out
}

// Stage returns the stage in which this side plays.
func (w *Watch) Stage(s observation.Side) laws.Stage {
	stage, _ := w.tc.Period(s, w.tc.PeriodAfter(s, w.of(s).moves))
	return stage
}

// Last reports whether this side plays its last period, all the rest of the
// game.
func (w *Watch) Last(s observation.Side) bool {
	stage, ok := w.tc.Period(s, w.tc.PeriodAfter(s, w.of(s).moves))
	return ok && stage.Moves == 0
}
