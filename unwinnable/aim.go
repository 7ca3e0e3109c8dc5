package unwinnable

import "recorderd/position"

// aim is a picture of the mate that is looked for: where the king to be mated
// should stand, and how much nearer to the picture each move comes. A score is
// the sum over the pieces.
type aim struct {
	winner position.Side
	tables [2][8][64]int8 // by side, kind, square
}

func rankCorners(p *position.Position, winner position.Side) [4]position.Square {
	k := p.King(winner.Other())
	w := p.King(winner)
	corners := [4]position.Square{0, 7, 56, 63}
	cost := func(c position.Square) int { return 2*distance(k, c) + distance(w, c) }
	for i := range corners {
		for j := i; j > 0 && cost(corners[j]) < cost(corners[j-1]); j-- {
			corners[j], corners[j-1] = corners[j-1], corners[j]
		}
	}
	return corners
}

func distance(a, b position.Square) int {
	return max(abs(a.File()-b.File()), abs(a.Rank()-b.Rank()))
}

func abs(n int) int {
	if n < 0 {
		return -n
	}
	return n
}

func (a *aim) set(p *position.Position, winner position.Side, corner position.Square) {
	a.winner = winner
	l := winner.Other()
	for s := range position.NoSquare {
		d := distance(s, corner)
		a.tables[l][position.King][s] = int8(4 * d)
		a.tables[winner][position.King][s] = int8(3 * max(d, 2))
		a.tables[winner][position.Knight][s] = int8(max(d, 2))
		a.tables[l][position.Pawn][s] = 0
		rank := s.Rank()
		if winner == position.Black {
			rank = 7 - rank
		}
		a.tables[winner][position.Pawn][s] = int8(3 * (7 - rank))
	}
}

const middle = 200

func (a *aim) score(p *position.Position) int32 { return middle }

// worked returns what a move of the winner changes.
func (a *aim) worked(p *position.Position, m position.Move) int32 {
	if m.IsCastling() {
		return 0
	}
	kind := p.At(m.From()).Kind()
	t := &a.tables[a.winner][kind]
	d := int32(t[m.To()]) - int32(t[m.From()])
	if p.IsCapture(m) {
		d -= 3
	}
	if k := m.Promotion(); k == position.Queen {
		d -= 10
	}
	return d
}

// helped returns what a move of the other side changes.
func (a *aim) helped(p *position.Position, m position.Move) int32 {
	if m.IsCastling() {
		return 0
	}
	kind := p.At(m.From()).Kind()
	t := &a.tables[a.winner.Other()][kind]
	d := int32(t[m.To()]) - int32(t[m.From()])
	if p.IsCapture(m) {
		d += 20
	}
	return d
}
