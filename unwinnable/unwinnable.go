// Package unwinnable decides whether a side can still mate: whether any series of
// legal moves by both sides ends with the other king mated (FIDE 5.2.2, 6.9).
package unwinnable

import (
	"fmt"

	"recorderd/position"
)

// Verdict is what is known of whether a side can ever mate.
type Verdict uint8

const (
	Undetermined Verdict = iota // the budget ran out
	Winnable                    // there is a helpmate
	Unwinnable                  // there is none
)

func (v Verdict) String() string {
	return [...]string{"undetermined", "winnable", "unwinnable"}[v%3]
}

// Answer is a verdict with what proves it.
type Answer struct {
	Verdict Verdict
	Line    []position.Move // if winnable: legal moves from the position itself, to the mate
	Proof   Proof           // if unwinnable
	Work    int             // positions looked at: the budget that was used
}

// Solver decides positions. It keeps memory between them, and is for one
// goroutine. The zero value is ready.
type Solver struct {
	p      position.Position
	winner position.Side
	dive   dive
	walls  walls
	closed closure
	haze   haze
}

// Decide says whether the winner can mate in p by any series of legal moves.
// The budget bounds the positions looked at; with the same budget the same
// position has the same answer, on every machine. The error says that there is
// no such question: a side has no king, or several.
func (s *Solver) Decide(p *position.Position, winner position.Side, budget int) (Answer, error) {
	for _, side := range [...]position.Side{position.White, position.Black} {
		if n := p.Pieces(side, position.King).Count(); n != 1 {
			return Answer{}, fmt.Errorf("%s has %d kings: that a king can be mated is asked only where each side has one", side, n)
		}
	}
	s.p, s.winner = *p, winner&1
	return s.decide(budget), nil
}

func (s *Solver) decide(budget int) Answer {
	p, w := &s.p, s.winner
	s.dive.work = 0
	if rule := lacking(p, w); rule != 0 && !p.Checkmate() && !(rule == 3 && twice(p, w)) {
		return unwinnable(Proof{Class: ByMaterial, Rule: rule})
	}
	if line, ok := s.dive.herd(p, w, herdShare); ok {
		return s.winnable(line, s.dive.work)
	}
	if s.walls.prove(p, w) {
		return unwinnable(Proof{Class: ByInvariant})
	}
	if line, ok := s.dive.compose(p, w, &s.walls, pictureShare); ok {
		return s.winnable(line, s.dive.work)
	}
	if line, ok := s.dive.herd(p, w, 3*herdShare); ok {
		return s.winnable(line, s.dive.work)
	}
	s.closed.start(p, w, &s.walls)
	a := s.closed.run(min(budget, fewStates))
	if a.Verdict == Undetermined && budget > fewStates {
		s.walls.prove(p, w)
		if s.haze.prove(p, w, &s.walls) {
			return unwinnable(Proof{Class: ByHaze, States: len(s.haze.states)})
		}
		if line, ok := s.dive.compose(p, w, &s.walls, longShare); ok {
			return s.winnable(line, s.dive.work+a.Work)
		}
		a = s.closed.run(budget)
	}
	return a
}

// twice reports whether the winner is to move although the other king is in
// check. Only an illegal move leads there, and then a second bishop may add a
// check, which no unit of the other side can parry; rule 3 knows one only.
func twice(p *position.Position, w position.Side) bool {
	return p.Side() == w && p.InCheck(w.Other())
}

func unwinnable(p Proof) Answer { return Answer{Verdict: Unwinnable, Proof: p} }

func (s *Solver) winnable(line []position.Move, work int) Answer {
	return Answer{Verdict: Winnable, Line: line, Work: work}
}

// How much work a plunge for one picture may be.
const (
	herdShare    = 80
	pictureShare = 150
	longShare    = 3000
)

// fewStates is how many states a search keeps before the bishops are taken off
// the board (haze): most searches end before.
const fewStates = 2000
