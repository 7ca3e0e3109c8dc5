package unwinnable

import (
	"slices"

	"recorderd/position"
)

// Outlook is what is known in one position of a game: for each side whether it
// can still mate. It goes with the game from ply to ply (Follow). The zero value
// knows nothing, as after anything but a legal move.
type Outlook struct {
	sides [2]Answer
	age   [2]int // how many moves ago it was proved that the side cannot mate
}

// Of returns what is known of a side. Undetermined without any work means that
// nobody had to ask: the other side can mate, so the position is not dead.
func (o *Outlook) Of(s position.Side) Answer { return o.sides[s&1] }

// Proof returns why a side can never mate, and how many moves before this
// position that was proved: it holds for all that come after. It is false where
// nothing is proved.
func (o *Outlook) Proof(s position.Side) (p Proof, age int, ok bool) {
	a := &o.sides[s&1]
	return a.Proof, o.age[s&1], a.Verdict == Unwinnable
}

// Dead reports whether neither side can ever mate (FIDE 5.2.2).
func (o *Outlook) Dead() bool {
	return o.sides[position.White].Verdict == Unwinnable && o.sides[position.Black].Verdict == Unwinnable
}

// Alive reports whether a side is known that can mate.
func (o *Outlook) Alive() bool { return o.winner() != position.NoSide }

func (o *Outlook) winner() position.Side {
	for _, s := range [...]position.Side{position.White, position.Black} {
		if o.sides[s].Verdict == Winnable {
			return s
		}
	}
	return position.NoSide
}

// glance is the budget with which both sides are asked before one of them is
// asked at length: a position is dead only if both cannot mate, and most
// helpmates are found soon.
const glance = 500

// Follow returns the outlook after a legal move in p, of which before is the
// outlook. It is a pure function of what it is given; the budget bounds the
// positions looked at for each side.
//
// What cannot be won stays so: every game from the new position is one from p.
// A helpmate goes on if m is its next move, or if m can be taken back. Else the
// sides are asked anew, until one of them can mate: then the position is not
// dead, and the other need not be asked. The side that has moved comes first: a
// helpmate in which the other begins is found in two thirds of the time.
//
// While a pawn stands on its last rank nothing is known: the question waits
// until it is decided what the pawn becomes.
func (s *Solver) Follow(before *Outlook, p *position.Position, m position.Move, budget int) (after Outlook) {
	next := p.After(m)
	if Unfinished(&next) {
		return Outlook{}
	}
	for side, a := range before.sides {
		if a.Verdict == Unwinnable {
			after.sides[side], after.age[side] = a, before.age[side]+1
		}
	}
	if winner := before.winner(); winner != position.NoSide {
		if line, ok := carry(before.sides[winner].Line, p, &next, m); ok {
			after.sides[winner] = Answer{Verdict: Winnable, Line: line}
			return after
		}
	}
	mover := p.Side()
	for _, most := range [...]int{min(glance, budget), budget} {
		for _, side := range [...]position.Side{mover, mover.Other()} {
			a := &after.sides[side]
			if a.Verdict == Unwinnable {
				continue
			}
			var err error
			if *a, err = s.Decide(&next, side, most); err != nil {
				return Outlook{}
			}
			if a.Verdict == Winnable {
				return after
			}
		}
	}
	return after
}

// longestLine is how long a helpmate may grow by moves that are taken back.
const longestLine = 60

// carry makes a helpmate from p into one from next, the position after m.
func carry(line []position.Move, p, next *position.Position, m position.Move) ([]position.Move, bool) {
	if len(line) > 0 && line[0] == m {
		return line[1:], true
	}
	if len(line) < longestLine {
		if detour, ok := undo(p, next, m); ok {
			return append(detour, line...), true
		}
	}
	return nil, false
}

// undo returns three moves that lead from next, the position after m, back to
// p: an answer, m taken back, the answer taken back. Most moves of a game can be
// taken back, and to see that takes a twentieth of the time of a search.
func undo(p, next *position.Position, m position.Move) ([]position.Move, bool) {
	if !quiet(p, m) {
		return nil, false
	}
	var buffer, other [position.MaxMoves]position.Move
	answers := next.Legal(buffer[:0])
	for _, w := range answers[:min(len(answers), 8)] { // if none of these will do, it is seldom another
		if !quiet(next, w) {
			continue
		}
		q := next.After(w)
		back := [...]position.Move{m.Back(), w.Back()}
		if !slices.Contains(q.Legal(other[:0]), back[0]) {
			continue
		}
		q.Play(back[0])
		if !slices.Contains(q.Legal(other[:0]), back[1]) {
			continue
		}
		q.Play(back[1])
		if q.Pack() == p.Pack() { // no right was lost
			return []position.Move{w, back[0], back[1]}, true
		}
	}
	return nil, false
}

// quiet reports whether nothing but rights would be lost by a move and the same
// move back.
func quiet(p *position.Position, m position.Move) bool {
	return !m.IsCastling() && !p.IsCapture(m) && p.At(m.From()).Kind() != position.Pawn
}
