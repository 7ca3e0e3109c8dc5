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

// Exact is the budget of an answer that nobody waits for at the board: it is
// spent only where nearly all else has been tried.
const Exact = 4_000_000

// Solver decides positions. It keeps memory between them, and is for one
// goroutine. The zero value is ready.
type Solver struct {
	p      position.Position
	winner position.Side
	dive   dive
	walls  walls
	closed closure
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
	if rule := lacking(&s.p, s.winner); rule != 0 && !s.p.Checkmate() {
		return Answer{Verdict: Unwinnable, Proof: Proof{Class: ByMaterial, Rule: rule}}
	}
	a := Answer{}
	if line, ok := s.dive.search(&s.p, s.winner, diveBudget); ok {
		return Answer{Verdict: Winnable, Line: line, Work: s.dive.work}
	}
	a = s.closed.search(&s.p, s.winner, budget, &s.walls)
	return a
}

const diveBudget = 1000
