package touch

import (
	"recorderd/observation"
	"recorderd/position"
)

// PieceFirst reports whether at a promotion the new piece stood on its square
// before the pawn had left the one beside it, by a scan at least: some editions
// want the pawn to be advanced first. A board that does not know its pieces sees
// the pawn itself arrive like this when it is slow to miss it; there the two must
// have stood together for as long as a piece that is held.
func (p Ply) PieceFirst() bool {
	m := p.Move
	if !p.Legal || m.Promotion() == position.NoKind {
		return false
	}
	scan := p.Scan
	if scan <= 0 {
		scan = defaultScan
	}
	piece := position.MakePiece(p.Before.Side(), m.Promotion())
	first, arrived, known := false, int64(-1), true
	for _, t := range p.Log {
		switch t.Square {
		case m.To():
			arrived = -1
			if codeFits(t.After, piece) {
				arrived, known = t.T, t.After != observation.Occupied
			}
		case m.From():
			together := scan
			if !known {
				together += adjusting
			}
			first = t.Lift() && arrived >= 0 && t.T-arrived >= together
		}
	}
	return first
}
