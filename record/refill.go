package record

import (
	"slices"

	"recorderd/observation"
	"recorderd/position"
	"recorderd/reconstruct"
)

// refill takes what the board's memory shows of a gap. What was said of the gap
// without it is withdrawn with all that followed. That is said anew as it was,
// under other numbers.
func (r *Record) refill(s reconstruct.Refilled) {
	end := r.end
	if end != nil {
		r.reopen()
	}
	old := slices.Clone(r.plies)
	for n := r.Plies(); n >= s.From; n-- { // the highest first
		r.unsay(n, s)
		r.say(Retract{T: r.now, Ply: n, Why: "revision"})
	}
	r.plies = r.plies[:s.From]
	r.renumber(s)
	for _, missed := range s.Missed {
		r.notice(missed)
	}
	for i, m := range s.Plies {
		if r.end != nil || s.Was[i] >= len(old) {
			break // what followed is no part of the game
		}
		r.plies = append(r.plies, r.refilled(s, old, i, m))
		r.completeRefilled(s)
		r.sayPly()
	}
	for _, side := range [...]observation.Side{observation.White, observation.Black} {
		r.watch.Completed(side, r.completedBy(side))
	}
	if end != nil && !end.judged && r.end == nil {
		r.finish(*end) // the board did not end the game before
	}
}

// unsay voids what was said of a ply that another ply takes the place of, or that
// is told again. What was noticed on the way from one ply to the next hangs on
// both, and what was done about the ply on itself.
func (r *Record) unsay(n int, s reconstruct.Refilled) {
	if n < len(r.said) {
		follows := func(n int) bool {
			i := slices.Index(s.Was, n)
			return n == s.From && i == 0 || i > 0 && s.Was[i-1] == n-1
		}
		amid := follows(n) && (n == r.Plies() || follows(n+1))
		again := slices.Contains(s.Was, n)
		r.said[n] = slices.DeleteFunc(r.said[n], func(m remark) bool {
			f, ok := m.event.(Finding)
			switch {
			case !ok:
				return false
			case m.settled && !m.redressed, m.from == observed && f.Level == Quality:
				return !again
			case f.Code == "square-unreliable":
				return sound(f, s.Sound)
			case f.Code == "analysis":
				return s.Played || !amid
			}
			return m.from == judged || m.from == observed && !amid
		})
	}
	r.void(n, judged)
}

// sound reports whether a square of which was said that it is unreliable is not.
func sound(f Finding, squares position.Bitboard) bool {
	d, _ := f.Data.(data)
	for ; squares != 0; squares &= squares - 1 {
		if d["square"] == squares.First().String() {
			return true
		}
	}
	return false
}

// refilled returns a ply that the memory shows, or one that was told before with
// what was said of it.
func (r *Record) refilled(s reconstruct.Refilled, old []ply, i int, m reconstruct.Made) ply {
	n := s.From + i
	if s.Was[i] == 0 {
		return newPly(m)
	}
	p := old[s.Was[i]]
	m.Touches = p.Touches
	p.Made, p.key, p.outlook = m, m.After.Key(), nil
	if p.byEnd {
		p.done, p.byEnd = nil, false
	}
	if p.done != nil {
		line := *p.done
		line.Ply, p.done = n, &line
	}
	return p
}

// completeRefilled completes the last ply if it was completed: at a time for which
// the clock that was heard since is no witness.
func (r *Record) completeRefilled(s reconstruct.Refilled) {
	n := r.Plies()
	for _, c := range s.Done {
		if c.Ply == n {
			line := shownTimes(r.completionOf(n, c), c.Left)
			r.plies[n].done, r.plies[n].pressed = &line, c.How == reconstruct.ByPress
		}
	}
}

// renumber keeps what was said of plies that have another number now with them.
// What was said of one that is no more goes with the ply before the next one that
// was told.
func (r *Record) renumber(s reconstruct.Refilled) {
	said := r.said
	r.said = nil
	for n, remarks := range said {
		to := renumbered(s, n)
		for len(r.said) <= to {
			r.said = append(r.said, nil)
		}
		for _, m := range remarks {
			m.about(to)
			r.said[to] = append(r.said[to], m)
		}
	}
}

func renumbered(s reconstruct.Refilled, n int) int {
	if n < s.From {
		return n
	}
	for i, was := range s.Was {
		switch {
		case was == n:
			return s.From + i
		case was > n:
			return s.From + i - 1
		}
	}
	return s.From + len(s.Plies) - 1
}

// about makes a remark one about the ply with this number.
func (m *remark) about(n int) {
	switch e := m.event.(type) {
	case Finding:
		if e.Ply != n {
			e.Ply = n
			m.event = worded(e)
		}
	case Claim:
		e.Ply = n
		m.event, m.moment.ply = e, n
	}
}
