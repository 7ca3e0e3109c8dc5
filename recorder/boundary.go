package recorder

import (
	"recorderd/observation"
	"recorderd/position"
)

// standTime is how long a start position must have stood to mean something, in
// milliseconds.
const standTime = 2000

// setUpTolerance is on how many squares a start position may differ from the
// announced one and still be one, wrongly set up.
const setUpTolerance = 4

// startPlacement is the announced start position; the board may stand turned.
type startPlacement struct{ straight, turned observation.Placement }

func startOf(p position.Position) startPlacement {
	pl := p.Placement().Observation()
	return startPlacement{pl, pl.Turned()}
}

// stands reports whether exactly this position stands, as far as the board knows.
func (s startPlacement) stands(pl observation.Placement) bool {
	return amiss(pl, s.straight) == 0 || amiss(pl, s.turned) == 0
}

// almost reports whether it stands but for a few squares.
func (s startPlacement) almost(pl observation.Placement) bool {
	return amiss(pl, s.straight) <= setUpTolerance || amiss(pl, s.turned) <= setUpTolerance
}

// amiss returns on how many squares not that stands which should. Something that
// the board does not know is what should stand there: which boards know their
// pieces turns out only when one has been found.
func amiss(pl, want observation.Placement) (n int) {
	for s, piece := range pl {
		if piece != want[s] && (piece != observation.Occupied || want[s] == observation.Empty) {
			n++
		}
	}
	return n
}

// heard is what was reported at one time. Times are milliseconds since boot.
type heard struct {
	at    int64
	facts []observation.Fact
}

// lobby watches a board on which no game is recorded, and finds when one begins
// (contract, section 2): a start placement has stood for two seconds and then
// comes the first lift, the first move of a board that says finished ones, or a
// running clock; anything else that stands there
// begins with a running clock; and whatever stands there on the act new-game.
//
// It remembers the last two seconds, which become the beginning of the file.
type lobby struct {
	start   startPlacement
	squares observation.Placement
	known   bool
	changed int64 // when squares changed last

	before *standing // what a piece came down on, not long ago

	clock     observation.Clock
	hasClock  bool
	clockDown bool
	leftOver  bool // the clock still runs from the game before
	game      observation.Game

	recent []heard
}

// standing is a start placement that had stood long enough when a piece came
// down on an empty square of it. A board may scan the square that a piece went
// to before the one it left: the lift is yet to be reported.
type standing struct {
	squares observation.Placement
	changed int64
	until   int64
}

// lateLift is how much later a lift may be reported than where it led to.
const lateLift = 500

// opening is how the file of a game begins: what was known at its time zero,
// and what came after.
type opening struct {
	zero  int64
	first []observation.Fact
	later []heard
	game  observation.Game // names and terms that were heard
}

// hear takes a report and returns the opening of the game that it begins, or
// nil.
func (l *lobby) hear(h heard) *opening {
	begins := false
	for _, f := range h.facts {
		if l.begins(h.at, f) {
			begins = true
			break
		}
	}
	if begins {
		return l.open(h)
	}
	for _, f := range h.facts {
		l.apply(h.at, f)
	}
	l.remember(h)
	return nil
}

// begins reports whether this fact, coming now, begins a game.
func (l *lobby) begins(at int64, f observation.Fact) bool {
	switch f := f.(type) {
	case observation.Change:
		lifted := f.Piece == observation.Empty && l.squares[f.Square] != observation.Empty
		return lifted && (l.stood(at) || l.stoodBefore(at))
	case observation.Said:
		return l.stood(at)
	case observation.Placement:
		return l.stood(at) && liftedIn(l.squares, f)
	case observation.Clock:
		return l.known && f.Running != observation.NoSide && !l.leftOver
	case observation.Act:
		return l.known && f.Kind == observation.ActNewGame
	}
	return false
}

// stood reports whether a start placement stands and has stood long enough.
func (l *lobby) stood(at int64) bool {
	return l.known && at-l.changed >= standTime && l.start.almost(l.squares)
}

// stoodBefore reports whether it did until a piece came down just now.
func (l *lobby) stoodBefore(at int64) bool {
	return l.known && l.before != nil && at-l.before.until <= lateLift
}

// liftedIn reports whether the difference between two placements is that of a
// hand that took a piece.
func liftedIn(was, is observation.Placement) bool {
	lifted := false
	for s := range was {
		if was[s] != observation.Empty && is[s] == observation.Empty {
			lifted = true
		}
	}
	return lifted && was.Differing(is) <= setUpTolerance
}

// apply brings the state of the board up to date.
func (l *lobby) apply(at int64, f observation.Fact) {
	switch f := f.(type) {
	case observation.Placement:
		if !l.known || l.squares != f {
			l.squares, l.changed, l.known, l.before = f, at, true, nil
		}
	case observation.Change:
		if l.squares[f.Square] != f.Piece {
			if l.squares[f.Square] == observation.Empty && l.stood(at) {
				l.before = &standing{l.squares, l.changed, at}
			}
			l.squares[f.Square], l.changed = f.Piece, at
		}
	case observation.Said:
		l.known = false // the squares have changed, and nobody here knows how
	case observation.Clock:
		l.clockDown = false
		if f.Running == observation.NoSide {
			l.leftOver = false
		}
	case observation.Link:
		if f.Device == observation.ClockDevice {
			l.clockDown = !f.Up
		}
		if f.Device == observation.BoardDevice && !f.Up {
			l.known = false
		}
	case observation.Game:
		l.game = l.game.Merge(f)
	}
}

// remember keeps a report for the beginning of a file, as long as it is recent.
func (l *lobby) remember(h heard) {
	l.recent = append(l.recent, h)
	l.forget(h.at - standTime)
}

// forget drops the reports up to a time, but for the clock's last.
func (l *lobby) forget(until int64) {
	n := 0
	for n < len(l.recent) && l.recent[n].at <= until {
		for _, f := range l.recent[n].facts {
			if c, ok := f.(observation.Clock); ok {
				l.clock, l.hasClock = c, true
			}
		}
		n++
	}
	l.recent = append(l.recent[:0], l.recent[n:]...)
}

// open begins a file with the report that made it necessary. Time zero is two
// seconds before, or later if the squares changed since.
func (l *lobby) open(h heard) *opening {
	squares, changed := l.squares, l.changed
	if l.stoodBefore(h.at) {
		squares, changed = l.before.squares, l.before.changed
	}
	zero := max(h.at-standTime, changed)
	l.forget(zero)
	o := &opening{zero: zero, first: []observation.Fact{squares}, game: l.game}
	if l.hasClock {
		o.first = append(o.first, l.clock)
	}
	if l.clockDown {
		o.first = append(o.first, observation.Link{Device: observation.ClockDevice, Up: false})
	}
	if l.game != (observation.Game{}) {
		o.first = append(o.first, l.game)
	}
	o.later = append(o.later, l.recent...)
	o.later = append(o.later, h)
	return o
}

// after returns the lobby that follows a game whose last state of the board the
// watch knows.
func (w *watch) after() *lobby {
	return &lobby{
		start: w.start, squares: w.squares, known: w.known, changed: w.changed,
		clock: w.clock, hasClock: w.hasClock,
		leftOver: w.hasClock && w.clock.Running != observation.NoSide,
	}
}

// watch finds when the game that is being recorded is over (contract, section
// 2): the start position has stood for two seconds, and an end was said, or no
// clock runs and the moves do not lead there, or the clock shows again what it
// showed at first. Times are milliseconds since boot.
type watch struct {
	start   startPlacement
	squares observation.Placement
	known   bool
	changed int64

	clock    observation.Clock
	hasClock bool
	initial  observation.Clock // the first report with times
}

// see takes what was reported.
func (w *watch) see(h heard) {
	for _, f := range h.facts {
		switch f := f.(type) {
		case observation.Placement:
			if !w.known || w.squares != f {
				w.squares, w.changed, w.known = f, h.at, true
			}
		case observation.Change:
			if w.squares[f.Square] != f.Piece {
				w.squares[f.Square], w.changed = f.Piece, h.at
			}
		case observation.Said:
			w.known = false
		case observation.Clock:
			if f.HasTimes && !w.initial.HasTimes {
				w.initial = f
			}
			w.clock, w.hasClock = f, true
		case observation.Link:
			if f.Device == observation.BoardDevice && !f.Up {
				w.known = false
			}
			if f.Device == observation.ClockDevice && !f.Up {
				w.hasClock = false
			}
		}
	}
}

// due returns when the start position will have stood long enough, if it stands.
func (w *watch) due() (at int64, ok bool) {
	return w.changed + standTime, w.known && w.start.stands(w.squares)
}

// state is what the watch has to know of the record.
type state struct {
	plies   int
	ended   bool
	atStart bool // the moves lead to the start position
}

// over reports whether the game is over at this time.
func (w *watch) over(at int64, s state) bool {
	due, ok := w.due()
	if !ok || at < due || s.plies == 0 && !s.ended {
		return false
	}
	runs := w.hasClock && w.clock.Running != observation.NoSide
	return s.ended || !runs && !s.atStart || w.clockReset()
}

// clockReset reports whether the clock shows its initial times again.
func (w *watch) clockReset() bool {
	return w.hasClock && w.clock.HasTimes && w.initial.HasTimes && w.clock.Running == observation.NoSide &&
		w.clock.WhiteMS == w.initial.WhiteMS && w.clock.BlackMS == w.initial.BlackMS
}
