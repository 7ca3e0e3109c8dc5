package record

import (
	"slices"

	"recorderd/observation"
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
		upTo := judged
		if !slices.Contains(s.Was, n) {
			upTo = observed
		}
		r.void(n, upTo)
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
		r.sayPly()
	}
	for _, side := range [...]observation.Side{observation.White, observation.Black} {
		r.watch.Completed(side, r.completedBy(side))
	}
	if end != nil && !end.judged && r.end == nil {
		r.finish(*end) // the board did not end the game before
	}
}

// refilled returns a ply that the memory shows, or one that was told before with
// what was said of it.
func (r *Record) refilled(s reconstruct.Refilled, old []ply, i int, m reconstruct.Made) ply {
	n := s.From + i
	if s.Was[i] == 0 {
		p := newPly(m)
		for _, c := range s.Done {
			if c.Ply == n {
				line := r.completionOf(n, c)
				p.done, p.pressed = &line, c.How == reconstruct.ByPress
			}
		}
		return p
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
