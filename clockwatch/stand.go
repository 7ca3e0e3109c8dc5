package clockwatch

import (
	"recorderd/laws"
	"recorderd/observation"
)

const (
	never    = -1 << 60
	frozen   = 3000  // a time that shows the same for longer has stopped
	unsure   = 15000 // so long if a delay may have been set
	wordHeld = 10000 // a word goes with the stop that follows so soon
	wordLate = 5000  // or with one that is over so lately
	moment   = 1000  // a move may still be made when the clock stops
	setHeld  = 60000 // so long the clock may take to show what was set
	setApart = 5000  // what it shows then may be so far from what was entered
	stands   = 8     // remembered
)

// stand is a time in which neither side's time ran.
type stand struct {
	from, to int64
	open     bool
	word     bool // somebody said so
	said     bool // it was said that nobody did
	lost     bool // it was not seen to end
}

// setting is what somebody said the clock was set to.
type setting struct {
	t    int64
	ms   [2]int64
	some bool
}

// explains reports whether the clock shows what was set.
func (s setting) explains(c report, res int64) bool {
	for side := observation.White; side <= observation.Black; side++ {
		shown := c.Remaining(side)
		if shown > s.ms[side]+res || shown < s.ms[side]-(c.t-s.t)-late-res {
			return false
		}
	}
	return s.some && c.t-s.t <= setHeld
}

// Act takes what people did, before the report of the same time.
func (w *Watch) Act(t int64, a observation.Act) {
	switch a.Kind {
	case observation.ActSetClock:
		w.setClock(t, a)
		w.stopWord(t)
	case observation.ActStopClock, observation.ActAdjourn, observation.ActClaim, observation.ActResult,
		observation.ActDrawAccept, observation.ActResign, observation.ActRestore, observation.ActTakeback,
		observation.ActCorrectMove:
		w.stopWord(t)
	case observation.ActStartClock:
		w.word = never
		if s := w.openStand(); s != nil && s.word {
			s.from, s.word = t, false // from now on nobody has stopped it
		}
	}
}

func (w *Watch) setClock(t int64, a observation.Act) {
	w.set = setting{t: t, some: true, ms: [2]int64{w.latest.WhiteMS, w.latest.BlackMS}}
	for side, ms := range [2]*int64{a.WhiteMS, a.BlackMS} {
		if ms != nil {
			w.set.ms[side] = *ms
		}
		w.sides[side].down = false
		w.flags[side] = flag{}
	}
	w.both = false
}

// stopWord takes it that somebody said that the clock is stopped.
func (w *Watch) stopWord(t int64) {
	w.word = t
	if n := len(w.stands); n > 0 && (w.stands[n-1].open || t-w.stands[n-1].to <= wordLate) {
		w.stands[n-1].word = true
	}
}

func (w *Watch) openStand() *stand {
	if n := len(w.stands); n > 0 && w.stands[n-1].open {
		return &w.stands[n-1]
	}
	return nil
}

func (w *Watch) closeStand(t int64) {
	if s := w.openStand(); s != nil {
		s.open, s.to = false, t
	}
}

// loseStand ends a stand of which nobody knows how long it lasts.
func (w *Watch) loseStand(t int64) {
	if s := w.openStand(); s != nil {
		s.open, s.to, s.lost = false, t, true
	}
}

// standing keeps the times in which the clock stood after it had run.
func (w *Watch) standing(now report) {
	switch {
	case now.Running != observation.NoSide:
		if w.openStand() != nil {
			w.closeStand(now.t)
			w.word = never
		}
		if n := len(w.stands); n > 0 {
			w.stands[n-1].lost = false
		}
	case w.started && w.openStand() == nil:
		next := stand{from: now.t, open: true, word: now.t-w.word <= wordHeld}
		if n := len(w.stands); n > 0 && w.stands[n-1].lost {
			next.word = next.word || w.stands[n-1].word // it stands yet
		}
		if len(w.stands) == stands {
			w.stands = append(w.stands[:0], w.stands[1:]...)
		}
		w.stands = append(w.stands, next)
	}
}

// Made says that a ply was made at t. It may be told later. While the clock
// stands, and nobody has stopped it, none should be.
func (w *Watch) Made(t int64, s observation.Side) []Fact {
	w.out = nil
	for i := range w.stands {
		st := &w.stands[i]
		if st.word || st.said || w.over || t <= st.from+moment || !st.open && t >= st.to {
			continue
		}
		st.said = true
		w.sayStopped(t, st.from, observation.NoSide)
	}
	return w.out
}

func (w *Watch) sayStopped(t, since int64, s observation.Side) {
	w.say(Fact{T: t, Code: "clock-stopped", Side: s, Data: map[string]any{"since_t": since}, Since: since})
}

// Stands reports whether neither time runs.
func (w *Watch) Stands() bool { return w.ever && w.latest.Running == observation.NoSide }

// StoppedByWord reports whether it stands because somebody said so.
func (w *Watch) StoppedByWord() bool {
	s := w.openStand()
	return s != nil && s.word
}

// freeze looks whether the running time has stopped, and says so once.
func (w *Watch) freeze(now report) bool {
	r := now.Running
	same := r != observation.NoSide && r == w.last.Running &&
		now.WhiteMS == w.last.WhiteMS && now.BlackMS == w.last.BlackMS
	if !same {
		w.still, w.stopped = now.t, false
		return false
	}
	if w.sides[observation.White].down || w.sides[observation.Black].down || now.Remaining(r) == 0 || now.t-w.still < w.patience(r) {
		return false
	}
	if !w.stopped {
		w.stopped = true
		w.sayStopped(now.t, w.still, r)
	}
	return true
}

// patience is how long a running time may show the same. A press and its answer
// may go unheard, so that a delay begins anew, or an increment hides a second.
func (w *Watch) patience(s observation.Side) int64 {
	if !w.judges {
		return unsure
	}
	return max(frozen, w.res+2*late) + 2*w.most(s) + min(w.Stage(s).AddMS, late)
}

// stop takes a report in which the time that ran has stopped. Players may have
// pressed just before.
func (m *model) stop(p, c report) {
	m.settleBefore(p.Running.Other(), p, c)
	for s := observation.White; s <= observation.Black; s++ {
		a, left, shown := m.of(s), p.Remaining(s), c.Remaining(s)
		a.kept = left
		if m.becomes(s, left, shown, c.t-p.t+late) {
			a.kept = shown
		}
		m.forget(s)
	}
	m.rebase(c)
}

// becomes reports whether a time can have become what is shown when at most lost
// of it ran: the player may have pressed, and come into the next period.
func (m *model) becomes(s observation.Side, left, shown, lost int64) bool {
	if m.pressedFrom(s, left, shown, lost) {
		return true
	}
	a := m.of(s)
	required, more := m.tc.Required(s, a.added)
	if more && a.moves >= required-2 && m.pressedFrom(s, left+m.nextBase(s), shown, lost) {
		m.addPeriod(s)
		return true
	}
	return false
}

func (m *model) pressedFrom(s observation.Side, left, shown, lost int64) bool {
	near := func(left int64) bool { return left-lost-m.res <= shown && shown <= left+m.res }
	for n := range 3 {
		stage := m.stageOf(s, n)
		add := stage.Returns(0)
		if near(left) || near(left+add) || near(left+2*add) {
			return true
		}
		if stage.Kind == laws.Bronstein && left < shown && shown <= left+stage.AddMS {
			return true
		}
	}
	return false
}

// stay takes a report of a clock that stands. Hands may set it; what counts is
// what it shows when it runs again. Some clocks show only after a moment what
// they were stopped with.
func (w *Watch) stay(now report) {
	if w.started && now.t-w.stoodSince() > settling {
		return
	}
	for s := range w.sides {
		if a := &w.sides[s]; abs(now.Remaining(observation.Side(s))-a.kept) <= late+w.res {
			a.kept = now.Remaining(observation.Side(s))
		}
	}
}

// resume takes a report of a clock that runs after it stood.
func (w *Watch) resume(now report) {
	said := w.set.some && w.set.t >= w.stoodSince()-wordHeld
	set := w.set
	w.set = setting{}
	w.freeze(now)
	if !w.started {
		w.begin(now, true, said)
	}
	for s := observation.White; s <= observation.Black; s++ {
		a, shown := w.of(s), now.Remaining(s)
		switch {
		case w.started && !said && !w.becomes(s, a.kept, shown, late):
			w.jump(s, w.stoodSince(), now.t, a.kept, shown, a.kept, map[string]any{"standing": true})
		case said && abs(shown-set.ms[s]) > setApart && !w.becomes(s, set.ms[s], shown, late):
			w.jump(s, w.stoodSince(), now.t, a.kept, shown, set.ms[s], map[string]any{"entered": true})
		}
		w.recount(s, shown)
	}
	w.rebase(now)
	if a := w.of(now.Running); !w.started {
		a.loose = false
		if ran := a.kept - a.shown; ran > 0 && ran <= late+w.res {
			a.from, a.used = a.kept, ran
		}
	}
}

// recount looks after moves were taken back whether the time of the period that
// is not reached any more is still on the clock.
func (w *Watch) recount(s observation.Side, shown int64) {
	a := w.of(s)
	if stage, _ := w.tc.Period(s, a.added); a.back && a.added > w.tc.PeriodAfter(s, a.moves) && shown < stage.BaseMS/2 {
		a.added--
	}
	a.back = false
}

func (w *Watch) stoodSince() int64 {
	if n := len(w.stands); n > 0 {
		return w.stands[n-1].from
	}
	return w.last.t
}
