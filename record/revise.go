package record

import (
	"reflect"
	"slices"

	"recorderd/reconstruct"
)

// revise takes another reading of plies that were said (contract, "When a
// reading changes"). Where all that was found, claimed and ended still holds,
// the plies that differ are said a second time. Otherwise they are withdrawn
// with all that follows them, and said anew.
func (r *Record) revise(s reconstruct.Revised) {
	old := slices.Clone(r.plies)
	first := r.reread(s)
	if first == 0 {
		return
	}
	end := r.end
	if end != nil {
		r.reopen()
	}
	if verdicts, ok := r.stillTrue(old, first); ok {
		r.sayAgain(old, first, verdicts)
	} else {
		r.sayAnew(first)
	}
	if end != nil && !end.judged && r.end == nil {
		r.finish(*end) // the board did not end the game before
	}
}

// reread puts the new readings in the place of the old ones and returns the
// first ply that differs, 0 for none. Where a player did what was missing of an
// irregular ply, that is no other reading: what was found stays found.
func (r *Record) reread(s reconstruct.Revised) (first int) {
	elsewhere := false // the game has gone another way
	for i, m := range s.Plies {
		n := s.Ply + i
		if n < 1 || n >= len(r.plies) {
			continue // after the end nothing was said
		}
		was := r.plies[n].Made
		if m.T == was.T {
			m.Touches = was.Touches // the hands did what they did
		} else {
			m.Touches = r.inPlay(m.Touches)
			r.plies[n].until = m.Known
		}
		r.plies[n].Made, r.plies[n].key = m, m.After.Key()
		elsewhere = elsewhere || m.Legal != was.Legal || m.Before != was.Before || m.After != was.After
		if elsewhere {
			r.plies[n].outlook = nil
		}
		if first == 0 && !same(&was, &m) {
			first = n
		}
		if !was.Legal && m.Legal && m.T > was.T && m.Side == was.Side {
			r.settle(n)
		}
	}
	return first
}

// same reports whether two readings of a ply are said in the same words.
func same(a, b *reconstruct.Made) bool {
	return a.SAN == b.SAN && a.UCI == b.UCI && a.Legal == b.Legal && a.Confidence == b.Confidence && a.Inferred == b.Inferred &&
		a.After == b.After && slices.EqualFunc(a.Alternatives, b.Alternatives, slices.Equal)
}

// stillTrue judges the plies from first on and reports whether nothing that was
// said of them became false.
func (r *Record) stillTrue(old []ply, first int) (verdicts []verdict, ok bool) {
	for n := first; n < len(r.plies); n++ {
		v := r.judge(n)
		verdicts = append(verdicts, v)
		if old[n].Legal && !r.plies[n].Legal || v.end != nil && n < r.Plies() || !r.holds(n, v) {
			return nil, false
		}
	}
	return verdicts, true
}

// holds reports whether all that was said of a ply agrees with a verdict.
func (r *Record) holds(n int, v verdict) bool {
	return !slices.ContainsFunc(r.remarks(n), func(m remark) bool {
		switch e := m.event.(type) {
		case Claim:
			return !m.void && !reflect.DeepEqual(e, r.judgeClaim(m.moment, n).Claim)
		case Finding:
			return m.from == judged && !v.has(e)
		}
		return false
	})
}

// sayAgain says the plies that differ a second time, and what is found now that
// was not before.
func (r *Record) sayAgain(old []ply, first int, verdicts []verdict) {
	for n := first; n < len(r.plies); n++ {
		if !same(&old[n].Made, &r.plies[n].Made) {
			r.sayMove(n)
		}
	}
	for i, v := range verdicts {
		n := first + i
		r.sayDoubt(n)
		if v.end != nil {
			r.completeByEnd(n)
		}
		r.sayFound(n, v)
		r.conclude(v)
	}
}

// sayAnew withdraws the plies from first on and says them as they are read now.
func (r *Record) sayAnew(first int) {
	plies := slices.Clone(r.plies[first:])
	for n := r.Plies(); n >= first; n-- { // the highest first
		r.void(n, judged)
		r.say(Retract{T: r.now, Ply: n, Why: "revision"})
	}
	r.plies = r.plies[:first]
	for _, p := range plies {
		if r.end != nil {
			return // what followed is no part of the game
		}
		if p.byEnd {
			p.done, p.byEnd = nil, false
		}
		r.plies = append(r.plies, p)
		r.sayPly()
	}
}
