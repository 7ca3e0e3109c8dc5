package record

import (
	"slices"

	"recorderd/observation"
)

// clockLog is what the clock said, as far as completions need it.
type clockLog struct {
	present bool
	up      bool
	latest  observation.Clock
	heard   bool
	last    int64 // when it said anything

	turns   []heardAt // the reports in which another side ran than before
	stood   []span    // when the clock stood, the last one open while it stands
	unknown int64     // plies whose turn began before this have no known length
	out     span      // when neither board nor clock was heard the last time, open until the clock is
}

type heardAt struct {
	t     int64
	clock observation.Clock
}

type span struct {
	from, to int64
	open     bool
}

// remembered bounds what is kept: no question goes further back than a few
// plies.
const remembered = 64

// lose notes that neither the board nor the clock is heard.
func (l *clockLog) lose(t int64) {
	if !l.out.open {
		l.out = span{from: t, open: true}
	}
}

// missed reports whether neither was heard at some moment from one time to another,
// the first report of the clock after it included: that may tell of what was before.
func (l *clockLog) missed(from, to int64) bool {
	return l.present && (l.out.open || l.out.to > 0) && l.out.from <= to && (l.out.open || from <= l.out.to)
}

func (l *clockLog) hear(t int64, c observation.Clock) {
	if l.out.open {
		l.out.to, l.out.open = t, false
	}
	l.last = t
	changed := !l.heard || l.latest.Running != c.Running
	l.present, l.up, l.heard, l.latest = true, true, true, c
	if !changed {
		return
	}
	l.turns = append(l.turns, heardAt{t, c})
	if n := len(l.stood); n > 0 && l.stood[n-1].open {
		l.stood[n-1].to, l.stood[n-1].open = t, false
	}
	if c.Running == observation.NoSide {
		l.stood = append(l.stood, span{from: t, open: true})
	}
	if len(l.turns) > remembered {
		l.turns = append(l.turns[:0], l.turns[remembered/2:]...)
	}
	if len(l.stood) > remembered {
		l.stood = append(l.stood[:0], l.stood[remembered/2:]...)
	}
}

// at returns the times that the clock showed when a ply was completed: those of
// the press, or else the last that were heard.
func (l *clockLog) at(t int64, press bool) (observation.Clock, bool) {
	c, ok := l.latest, l.heard && l.up
	for _, h := range l.turns {
		if press && h.t == t {
			c, ok = h.clock, true
		}
	}
	return c, ok && c.HasTimes
}

// stoodAt reports whether the clock stood at a time that is not long ago.
func (l *clockLog) stoodAt(t int64) bool {
	return slices.ContainsFunc(l.stood, func(s span) bool { return s.from < t && (s.open || t < s.to) })
}

// spent returns the thinking time between two times, without the spans in which
// the clock stood.
func (l *clockLog) spent(from, to int64) (ms int64, ok bool) {
	if !l.present || from < l.unknown {
		return 0, false
	}
	ms = to - from
	for _, s := range l.stood {
		end := s.to
		if s.open {
			end = to
		}
		if overlap := min(end, to) - max(s.from, from); overlap > 0 {
			ms -= overlap
		}
	}
	return max(ms, 0), true
}
