package clockwatch

import (
	"recorderd/laws"
	"recorderd/observation"
)

// allowed is how much the presses of one side may come short by and nothing is
// thought of it: they are told late by more or less.
const allowed = 500

// evidence is what the presses of one side have come short by, together: where
// reports are rough no single press tells. It grows with every press by what was
// missing and falls by what is allowed, so that errors, which have no direction,
// keep it at nothing.
type evidence struct {
	short   int64 // what is too much of it
	sum     int64 // all of it since short was nothing,
	presses int64 // in so many
	since   int64 // the report before the first
	total   int64 // the errors of both sides then
	t       int64 // when that was
	missing bool  // it was said, and the increment has not come again
}

// settle ends a turn: what its press gave is known.
func (m *model) settle(s observation.Side) {
	a := m.of(s)
	if !a.pressed {
		return
	}
	short := a.err
	total := m.errors()
	m.total += short
	m.judgePress(s, short, total)
	a.from, a.used, a.err, a.pressed, a.due, a.mixed = a.shown, 0, 0, false, 0, false
}

// settleBefore ends a turn before another report is looked at. A time that rises
// with it may have got only now what its press gave.
func (m *model) settleBefore(s observation.Side, p, c report) {
	a := m.of(s)
	if a.pressed && c.Remaining(s) > p.Remaining(s)+m.res {
		a.shown += max(0, a.err)
		a.err = min(0, a.err)
	}
	m.settle(s)
}

// errors returns what both times together come short by. When the clock was
// pressed is all one to that sum, so it stays known to a step, however many
// presses were told late.
func (m *model) errors() int64 {
	return m.total + m.sides[observation.White].err + m.sides[observation.Black].err
}

// judgePress judges a press after which so much less was shown than should be.
func (m *model) judgePress(s observation.Side, short, total int64) {
	a, stage := m.of(s), m.least(s)
	again := stage.Kind == laws.Delay && a.shown <= a.press.before+m.res // it may have begun anew, unheard
	surplus := a.surplus
	a.surplus = -short > m.rough() && !again
	switch {
	case a.mixed: // which press gave what is not known
	case a.surplus && surplus:
	case a.surplus, short > a.due*stage.AddMS+m.rough():
		m.jump(s, a.press.since, a.press.t, a.press.before, a.shown, a.shown+short, nil)
		m.forget(s)
	case stage.AddMS > 0 && !(a.opened && a.presses == 1):
		m.countShort(s, stage, short, total)
	}
}

// countShort adds what was missing at a press. It is said when there is more of
// it than errors make, and the times of both sides bear it out.
func (m *model) countShort(s observation.Side, stage laws.Stage, short, total int64) {
	a := m.of(s)
	e := &a.evidence
	single := stage.Kind != laws.Fischer // its errors do not cancel out: each press for itself
	if e.short == 0 || single && !e.missing {
		*e = evidence{since: a.press.since, total: total - short, t: a.press.since, missing: e.missing}
	}
	e.sum, e.presses = e.sum+short, e.presses+a.due
	e.short += min(short, a.due*stage.AddMS) - a.due*allowed
	if e.missing && short <= allowed {
		e.short -= allowed
	}
	enough := m.rough() - allowed
	if stage.AddMS < 4*allowed { // half of it is allowed: less is certain
		enough += 3 * allowed
	}
	if e.short <= 0 {
		e.short, e.missing = 0, false
		return
	}
	if e.short <= enough {
		return
	}
	e.short = enough
	sure := m.rough() + (a.press.t-e.t)/500
	if e.missing || short <= sure && total-e.total <= sure {
		return
	}
	e.missing = true
	expected, added := stage.AddMS, stage.AddMS-e.sum/e.presses
	if single {
		expected, added = min(a.used, expected), a.shown-a.from+a.used
	}
	m.say(Fact{T: a.press.t, Code: "increment-missing", Side: s, Since: e.since,
		Data: map[string]any{"expected_ms": m.round(expected), "added_ms": m.round(max(0, added))}})
}

// round rounds to what the clock shows.
func (m *model) round(ms int64) int64 { return (ms + m.res/2) / m.res * m.res }

// rough is the most by which a press can seem to be wrong: two times in steps,
// and one report that came late.
func (m *model) rough() int64 { return 2*m.res + late }

// forget drops what was counted of a side, but not what was said.
func (m *model) forget(s observation.Side) {
	if e := &m.of(s).evidence; !e.missing {
		*e = evidence{}
	}
}
