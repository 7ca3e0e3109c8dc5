package clockwatch

import (
	"recorderd/laws"
	"recorderd/observation"
)

// settling is how long after a press the time of the side that pressed may still
// be the old one: some clocks tell the press before what it gave.
const settling = 2000

// account is what the clock should show for one side, and how far it is from
// that.
type account struct {
	moves   int  // completed
	back    bool // they were fewer than before since the clock last stood
	presses int  // heard
	added   int  // the number of the period whose time was added last
	opened  bool // the clock began with the first increment on it
	down    bool // the flag

	from  int64 // shown when the turn began
	used  int64 // of the turn, as measured here
	err   int64 // how much less is shown than should be
	shown int64
	due   int64 // presses of which something should have come since the turn began
	mixed bool  // and they did not give all the same
	loose bool  // nobody knows when that was
	kept  int64 // what the clock was stopped with

	pressed bool // the turn is over, but not yet settled
	press   press
	evidence
	surplus bool // the last press gave too much
}

// press is a press of the clock, told at t, by a player who had so much left
// before it, at the report of since.
type press struct {
	t, since, before int64
	moves            int // completed with it
}

// model is the clock as it should be. It is a value: what follows from a report
// can be tried out on a copy.
type model struct {
	tc     laws.TimeControl
	res    int64
	judges bool // the time control says what the times must be
	sides  [2]account
	total  int64 // errors of the turns that are settled, of both sides
	jumps  int
	out    []Fact
}

func newModel(tc laws.TimeControl, res int64) model {
	m := model{tc: tc, res: res, judges: !tc.None() && !tc.Unknown()}
	for s := observation.White; s <= observation.Black; s++ {
		for _, stage := range tc.Side(s) {
			m.judges = m.judges && stage.Kind != laws.SandClock
		}
	}
	return m
}

// of returns the account of this side.
func (m *model) of(s observation.Side) *account {
	if s == observation.Black {
		return &m.sides[observation.Black]
	}
	return &m.sides[observation.White]
}

// say adds a fact.
func (m *model) say(f Fact) { m.out = append(m.out[:len(m.out):len(m.out)], f) }

// unheard are presses that no report told, because the answer came at once: those
// that gave something to the side that was thinking, and to the other one, by the
// n-th stage that may be right.
type unheard struct{ mine, other, n int }

// advance goes from one report to the next while a time ran. Where presses went
// unheard, times have risen that should not.
func (m *model) advance(p, c report) {
	best := m.advanced(p, c, unheard{})
	r, o := p.Running, p.Running.Other()
	strange := best.jumps > m.jumps || best.off() > m.rough() || c.Remaining(o) > p.Remaining(o)
	if strange && c.Running != observation.NoSide {
		for _, u := range mayBeUnheard {
			if u.mine == 0 && !m.fails(r) || u.other == 0 && !m.fails(o) {
				continue
			}
			next := m.advanced(p, c, u)
			if next.jumps < best.jumps || next.jumps == m.jumps && next.off() < best.off() {
				best = next
			}
		}
	}
	*m = best
}

var mayBeUnheard = []unheard{
	{1, 1, 0}, {1, 1, 1}, {1, 1, 2}, {2, 2, 0}, {2, 2, 1}, {2, 2, 2}, {1, 0, 2}, {0, 1, 2},
}

// off returns how far the times are from what they should be.
func (m *model) off() int64 { return abs(m.sides[0].err) + abs(m.sides[1].err) }

func (m model) advanced(p, c report, u unheard) model {
	switch c.Running {
	case p.Running:
		m.goOn(p, c, u)
	case observation.NoSide:
		m.stop(p, c)
	default:
		m.change(p, c, u)
	}
	return m
}

// goOn takes a report in which the same time runs as before.
func (m *model) goOn(p, c report, u unheard) {
	r, o := p.Running, p.Running.Other()
	m.give(r, u, u.mine)
	m.give(o, u, u.other)
	m.of(r).used += c.t - p.t
	m.update(r, p, c)
	m.update(o, p, c)
	if a := m.of(o); a.pressed && c.t-a.press.t >= settling {
		m.settle(o)
	}
}

// change takes a report in which the other time runs than before. When the press
// was is seen at what the other time has lost since.
func (m *model) change(p, c report, u unheard) {
	r, o := p.Running, p.Running.Other()
	mine, other := m.of(r), m.of(o)
	m.settleBefore(o, p, c)
	m.give(r, u, u.mine)
	m.give(o, u, u.other)
	elapsed := c.t - p.t
	ran := max(0, min(other.from-c.Remaining(o), elapsed, late+m.res))
	other.used, other.loose = ran, false
	mine.used += elapsed - ran
	mine.pressed, mine.press = true, press{c.t, p.t, p.Remaining(r), mine.moves}
	mine.presses++
	mine.due++
	m.update(o, p, c)
	m.update(r, p, c)
}

// fails reports whether the increment of this side may be missing: a press that
// gives nothing is not supposed before one was heard.
func (m *model) fails(s observation.Side) bool {
	return m.of(s).short > 0 && m.least(s).Kind == laws.Fischer
}

// give goes on from presses that nobody heard, of which so many gave something.
func (m *model) give(s observation.Side, u unheard, gains int) {
	a := m.of(s)
	stage := m.stageOf(s, u.n)
	for n := range max(u.mine, u.other) {
		a.mixed = a.mixed || stage.AddMS != m.stageOf(s, 1).AddMS || stage.AddMS != m.stageOf(s, 2).AddMS
		a.presses++
		a.due++
		used := a.used
		if a.pressed {
			used = 0 // that turn has its own press
		} else {
			a.used = 0
		}
		a.from -= stage.Runs(used)
		if n < gains {
			a.from += stage.Returns(used)
		}
	}
}

// update compares what is shown with what should be.
func (m *model) update(s observation.Side, p, c report) {
	a := m.of(s)
	a.shown = c.Remaining(s)
	if a.down || p.Remaining(s) == 0 || a.shown == 0 || a.vague(m.least(s)) {
		if a.shown-p.Remaining(s) >= m.nextBase(s)-m.rough()-(c.t-p.t) && m.mayAdd(s) {
			m.addPeriod(s)
		}
		m.rebaseSide(s, c)
		return
	}
	err := m.distance(s)
	if m.mayAdd(s) && abs(err+m.nextBase(s)) < abs(err) {
		m.addPeriod(s)
		err = m.distance(s)
	}
	tolerance := m.res + late + (c.t-p.t)/200 // and a little drift
	more := tolerance
	if stage := m.least(s); stage.Kind == laws.Delay && p.Running == s {
		more += stage.AddMS // a delay that does not come is found at the press
	}
	less := tolerance
	if a.shown == p.Remaining(s) {
		less += frozen // it may have stopped: that is another fault
	}
	if change := err - a.err; !a.pressed && (change < -less || change > more) {
		m.jump(s, p.t, c.t, p.Remaining(s), a.shown, a.shown+change, nil)
		m.rebaseSide(s, c)
		return
	}
	a.err = err
}

// vague reports that what a turn gives or takes cannot be known, for nobody
// knows when it began.
func (a *account) vague(stage laws.Stage) bool {
	return a.loose && (stage.Kind == laws.Bronstein || stage.Kind == laws.Delay)
}

// distance returns how much less is shown than should be, 0 inside of what may
// be.
func (m *model) distance(s observation.Side) int64 {
	a := m.of(s)
	low, high := m.expect(s, m.stageOf(s, 0))
	for n := 1; n < 3; n++ {
		l, h := m.expect(s, m.stageOf(s, n))
		low, high = min(low, l), max(high, h)
	}
	switch {
	case a.shown < low:
		return low - a.shown
	case a.shown > high:
		return high - a.shown
	}
	return 0
}

// expect returns between what the time should be in this stage. When exactly a
// turn began is not known; an increment does not depend on it.
func (m *model) expect(s observation.Side, stage laws.Stage) (low, high int64) {
	a := m.of(s)
	slack := late + m.res
	low, high = a.from-stage.Runs(a.used), a.from-stage.Runs(a.used)
	if stage.Kind == laws.Delay {
		low, high = a.from-stage.Runs(a.used+slack), a.from-stage.Runs(a.used-slack)
	}
	if a.pressed {
		if !(a.opened && a.presses == 1) {
			low += stage.Returns(a.used - slack)
		}
		high += stage.Returns(a.used + slack)
	}
	return max(low, 0), max(high, 0)
}

// stageOf returns the stages by which the clock may go, and is right: that of the
// period whose time it has added, that of the move last completed, and that of
// the next.
func (m *model) stageOf(s observation.Side, n int) laws.Stage {
	a := m.of(s)
	period, moves := a.added, a.moves
	if a.pressed {
		moves = a.press.moves
	}
	switch n {
	case 1:
		period = m.tc.PeriodAfter(s, max(moves-1, 0))
	case 2:
		period = m.tc.PeriodAfter(s, moves)
	}
	stage, _ := m.tc.Period(s, period)
	return stage
}

// least returns the one of these stages that gives least with a move.
func (m *model) least(s observation.Side) laws.Stage {
	least := m.stageOf(s, 0)
	for n := 1; n < 3; n++ {
		if stage := m.stageOf(s, n); stage.AddMS < least.AddMS {
			least = stage
		}
	}
	return least
}

// mayAdd reports whether the clock may now add the time of the next period: at
// the press that completes the last one's moves, by its own count or by ours, or
// when its time is over.
func (m *model) mayAdd(s observation.Side) bool {
	a := m.of(s)
	required, ok := m.tc.Required(s, a.added)
	if !ok {
		return false
	}
	counted := a.due > 0 && (a.moves >= required-2 || a.presses >= required-1)
	return counted || a.from-a.used <= late+m.res
}

func (m *model) nextBase(s observation.Side) int64 {
	stage, _ := m.tc.Period(s, m.of(s).added+1)
	return stage.BaseMS
}

// addPeriod takes it that the time of the next period has come on the clock.
func (m *model) addPeriod(s observation.Side) {
	m.of(s).from += m.nextBase(s)
	m.of(s).added++
}

// rebase begins anew from what is shown.
func (m *model) rebase(c report) {
	m.rebaseSide(observation.White, c)
	m.rebaseSide(observation.Black, c)
}

func (m *model) rebaseSide(s observation.Side, c report) {
	a := m.of(s)
	m.total += a.err
	a.from, a.used, a.err, a.shown = c.Remaining(s), 0, 0, c.Remaining(s)
	a.pressed, a.loose, a.due, a.mixed = false, true, 0, false
}

// jump says that a time is not what it should be.
func (m *model) jump(s observation.Side, since, t, from, to, expected int64, more map[string]any) {
	m.jumps++
	data := map[string]any{"from_ms": from, "to_ms": to, "expected_ms": max(expected, 0)}
	for k, v := range more {
		data[k] = v
	}
	m.say(Fact{T: t, Code: "clock-jump", Side: s, Data: data, Since: since})
}

func abs(n int64) int64 { return max(n, -n) }
