// Package unwinnable decides whether a side can still mate: whether any series
// of legal moves by both sides ends with the other king mated. The Laws ask it
// when a flag has fallen (FIDE 6.9), and a game in which neither side can is over
// (5.2.2).
//
// An answer comes with what proves it, so that nobody has to believe it: a
// helpmate, or one of four proofs that there is none. Work is done in the order
// of its cost:
//
//   - the rules of material (material.go);
//   - a dive for a helpmate in a corner (dive.go, picture.go), which finds nearly
//     all there are in real games;
//   - a wall: no unit ever comes to where it would have to (walls.go);
//   - a dive for the mates that take the fewest moves (draw.go);
//   - the closed set: all positions that can arise are looked at (closure.go);
//     early in it, the same with bishops that are anywhere (haze.go).
//
// The counters of moves and the repetition of positions are no part of the
// question: fifty moves and threefold need a claim, and no arbiter asks of a
// series of moves whether seventy-five moves would have ended it (9.6).
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
	return [...]string{"undetermined", "winnable", "unwinnable", "?"}[v&3]
}

// Answer is a verdict with what proves it.
type Answer struct {
	Verdict Verdict
	Line    []position.Move // if winnable: legal moves from the position itself, to the mate
	Proof   Proof           // if unwinnable
	Work    int             // positions that were made on the way
}

// Helpmate writes the line of an answer about p as engines write moves.
func (a Answer) Helpmate(p *position.Position) []string {
	at, moves := *p, make([]string, len(a.Line))
	for i, m := range a.Line {
		moves[i] = at.UCI(m)
		at.Play(m)
	}
	return moves
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
	haze   haze
}

// Decide says whether the winner can mate in p by any series of legal moves.
//
// The budget is how many positions of a closed set may be kept, each of which
// takes up to 170 bytes; what is tried before it has bounds of its own. With the
// same budget the same position has the same answer, on every machine and
// whatever was asked before.
//
// Any placement is decided in which each side has one king, also one that an
// illegal move left behind: a legal move is what package position says, and mate
// is to be in check without one. A pawn on its last rank stays there and does
// nothing: the Laws have it replaced or the position restored, and who asks has
// to decide that first (Unfinished). The error says that there is no such
// question, because a side has no king or several.
func (s *Solver) Decide(p *position.Position, winner position.Side, budget int) (Answer, error) {
	for _, side := range [...]position.Side{position.White, position.Black} {
		if n := p.Pieces(side, position.King).Count(); n != 1 {
			return Answer{}, fmt.Errorf("%s has %d kings: whether a king can be mated is asked only where each side has one", side, n)
		}
	}
	s.p, s.winner = *p, winner&1
	s.dive.work, s.closed.work = 0, 0
	a := s.decide(budget)
	a.Work = s.dive.work + s.closed.work
	return a, nil
}

// Unfinished reports whether a pawn stands on its last rank, so that the position
// is not one in which a game goes on by the letter of the Laws.
func Unfinished(p *position.Position) bool {
	return stuck(p, position.White)|stuck(p, position.Black) != 0
}

// How much work a plunge for one picture may be.
const (
	herdShare    = 80
	pictureShare = 150
	longShare    = 3000
)

// fewStates is how many states a search keeps before dearer means are tried:
// most searches end before.
const fewStates = 2000

func (s *Solver) decide(budget int) Answer {
	p, w := &s.p, s.winner
	if rule := lacking(p, w); rule != 0 && !p.Checkmate() && !(rule == 3 && twice(p, w)) {
		return unwinnable(Proof{Class: ByMaterial, Rule: rule})
	}
	if line, ok := s.dive.herd(p, w, herdShare); ok {
		return winnable(line)
	}
	if s.walls.prove(p, w) {
		return unwinnable(s.walls.proof())
	}
	if line, ok := s.dive.compose(p, w, &s.walls, pictureShare); ok {
		return winnable(line)
	}
	if line, ok := s.dive.herd(p, w, 3*herdShare); ok {
		return winnable(line)
	}
	s.closed.start(p, w)
	a := s.closed.run(min(budget, fewStates))
	if a.Verdict != Undetermined || budget <= fewStates {
		return a
	}
	if s.haze.prove(p, w, &s.walls) {
		return unwinnable(s.haze.proof())
	}
	if line, ok := s.dive.compose(p, w, &s.walls, longShare); ok {
		return winnable(line)
	}
	return s.closed.run(budget)
}

func winnable(line []position.Move) Answer { return Answer{Verdict: Winnable, Line: line} }

func unwinnable(p Proof) Answer { return Answer{Verdict: Unwinnable, Proof: p} }

// twice reports whether the winner is to move although the other king is in
// check. Only an illegal move leads there, and then a second bishop may add a
// check, which no unit of the other side can parry; rule 3 knows one only.
func twice(p *position.Position, w position.Side) bool {
	return p.Side() == w && p.InCheck(w.Other())
}
