package reconstruct

import (
	"slices"

	"recorderd/observation"
	"recorderd/position"
)

// commit makes a candidate the line: withdraws the plies that it replaces and
// makes its moves.
func (t *Tracker) commit(c candidate) {
	t.chosen, t.glimpsed = nil, nil
	if c.restates {
		t.restate(c)
		return
	}
	t.withdraw(c.base, t.leftTip(), "player")
	doubted := false
	for i, m := range c.moves() {
		how := Made{T: t.restedAt(m, c), Inferred: c.inferred, Imaged: c.since}
		if i < len(c.times) {
			how.T = c.times[i]
		}
		how.Confidence, how.Alternatives = doubt(t.line[c.base].pos, c.readings, i)
		if how.Confidence < 100 && !doubted {
			doubted, how.Doubt = true, nameDoubt(c.readings)
		}
		t.play(m, how)
		if i < len(c.pressed) && c.pressed[i] >= 0 {
			t.complete(len(t.line)-1, c.pressed[i], ByPress)
		}
	}
}

// leftTip returns when the image first ceased to show the last ply.
func (t *Tracker) leftTip() int64 {
	for _, touch := range t.image.touches {
		if touch.T > t.tip().made {
			return touch.T
		}
	}
	return t.now
}

// withdraw takes back the plies after line[base], the highest first.
func (t *Tracker) withdraw(base int, at int64, why string) {
	for i := len(t.line) - 1; i > base; i-- {
		n := &t.line[i]
		if i <= t.firm {
			if why == "player" && at-n.made >= releaseTime {
				t.tell(Noticed{T: at, Code: "move-changed", Ply: i, Side: n.side})
			}
			t.tell(Retracted{T: at, Ply: i, Why: why})
		}
	}
	for n := len(t.clock.waiting); n > 0 && t.clock.waiting[n-1].Ply > base; n-- {
		t.clock.waiting = t.clock.waiting[:n-1]
	}
	t.line = t.line[:base+1]
	t.firm = min(t.firm, base)
}

// play adds a legal ply to the line.
func (t *Tracker) play(m position.Move, made Made) {
	before := t.tip().pos
	made.Move, made.SAN, made.UCI, made.Legal = m, before.SAN(m), before.UCI(m), true
	t.add(before.After(m), made)
}

// add puts a ply behind the line and tells it, unless the clock stands: then it
// waits for the clock to run again.
func (t *Tracker) add(after position.Position, m Made) {
	before := t.tip().pos
	ply := len(t.line)
	n := t.newNode(after, before.Side())
	n.move, n.made = m.Move, m.T
	n.couldHave = t.pressing() && t.clock.running == n.side && !m.Inferred
	m.Known, m.Ply, m.Side, m.Before, m.After = t.now, ply, n.side, before, after
	m.Touches = append(Touches(nil), t.image.touches...)
	if len(t.line) >= 4 {
		t.line[len(t.line)-4].edges = nil
	}
	t.line = append(t.line, n)
	t.image.touches = t.image.touches[:0]
	if t.waits() {
		t.clock.waiting = append(t.clock.waiting, m)
		return
	}
	t.tellWaiting()
	t.tellMade(m)
}

// tellWaiting tells the plies that were made while the clock stood.
func (t *Tracker) tellWaiting() {
	waiting := t.clock.waiting
	t.clock.waiting = nil
	for _, m := range waiting {
		m.Known = t.now
		t.tellMade(m)
	}
}

// tellMade tells a ply, and what it proves about the plies before it.
func (t *Tracker) tellMade(m Made) {
	if t.phase == ready {
		start, ok := m.Touches.FirstLift(m.Move.From())
		if !ok {
			start = m.T
		}
		t.begin(start)
	}
	if m.Ply >= 2 && !t.pressing() && !t.line[m.Ply-1].completed {
		at, ok := m.Touches.FirstLift(m.Move.From())
		if !ok {
			at = m.T
		}
		t.complete(m.Ply-1, at, ByAnswer)
	}
	t.tell(m)
	t.firm = m.Ply
	if m.Ply >= 3 && !t.line[m.Ply-2].completed {
		own := &t.line[m.Ply-2]
		t.complete(m.Ply-2, m.T, ByNextMove)
		if own.couldHave {
			t.tell(Noticed{T: m.T, Code: "press-missing", Ply: m.Ply - 2, Side: own.side})
		}
	}
	if p := t.press; p != nil && p.side == m.Side {
		t.press = nil
		t.complete(m.Ply, max(p.t, m.T), ByPress)
	}
}

func (t *Tracker) complete(ply int, at int64, how Completion) {
	n := &t.line[ply]
	if n.completed {
		return
	}
	n.completed = true
	if ply > t.firm {
		t.tellWaiting() // it was not only shown
	}
	t.tell(Completed{T: at, Ply: ply, How: how})
}

// restedAt returns when the last piece of the move came to rest.
func (t *Tracker) restedAt(m position.Move, c candidate) int64 {
	if c.inferred {
		return c.since
	}
	at := max(t.image.changed[m.From()], t.image.changed[m.To()])
	if m.IsCastling() {
		king, rook := m.Castled()
		at = max(at, t.image.changed[king], t.image.changed[rook])
	}
	if m.IsEnPassant() {
		at = max(at, t.image.changed[observation.SquareAt(m.To().File(), m.From().Rank())])
	}
	return min(at, t.now)
}

// doubt returns how sure ply i of the first reading is, in hundredths, and what
// the other readings that agree up to there say from it on, in UCI.
func doubt(from position.Position, readings [][]position.Move, i int) (confidence int, others [][]string) {
	chosen := readings[0]
	agree, all := 0, 0
	for _, r := range readings {
		all += weight(r[i])
		switch {
		case r[i] == chosen[i]:
			agree += weight(r[i])
		case slices.Equal(r[:i], chosen[:i]):
			others = append(others, inUCI(from, r)[i:])
		}
	}
	return 100 * agree / all, others
}

// nameDoubt tells readings that differ only in the order of their moves from
// others.
func nameDoubt(readings [][]position.Move) string {
	sorted := func(ms []position.Move) []position.Move { return slices.Sorted(slices.Values(ms)) }
	for _, r := range readings[1:] {
		if !slices.Equal(sorted(r), sorted(readings[0])) {
			return "ambiguous-move"
		}
	}
	return "order-unknown"
}

func inUCI(p position.Position, moves []position.Move) []string {
	ucis := make([]string, len(moves))
	for i, m := range moves {
		ucis[i] = p.UCI(m)
		p = p.After(m)
	}
	return ucis
}
