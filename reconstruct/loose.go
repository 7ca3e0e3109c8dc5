package reconstruct

import (
	"recorderd/observation"
	"recorderd/position"
)

// A board that does not know its pieces leaves some of them uncertain: what a
// pawn became, and which of several pieces a capture took that nobody saw. No
// later ply is surer than what it rests on, so it is remembered where they stand.

// trackLoose works out on which squares the ply n leaves pieces whose identity
// rests on something doubtful.
func (t *Tracker) trackLoose(n *node) {
	if t.sensing != observation.Occupancy {
		return
	}
	before, from, to := n.parent.loose, n.move.From(), n.move.To()
	n.loose = before &^ footprint(n.move)
	if before.Has(from) || n.move.Promotion() != position.NoKind {
		n.loose |= position.SetOf(to)
	}
	if !n.unseen {
		return
	}
	others := position.Bitboard(0)
	for _, s := range n.parent.successors() {
		if s.move.From() == from && n.parent.pos.IsCapture(s.move) {
			others |= position.SetOf(captured(s.move))
		}
	}
	if others.Count() > 1 {
		n.loose |= others
	}
}

// restsOnDoubt reports whether a ply was made while it was not certain of every
// piece which it was: then another piece may have moved, or given this check.
func (n *node) restsOnDoubt() bool { return n.parent != nil && n.parent.loose != 0 }

// otherPromotions returns what else a pawn may have become, on a board that does
// not know its pieces, as far as the piece has not moved since like none of them.
func (t *Tracker) otherPromotions(n *node) (others [][]string) {
	if t.sensing != observation.Occupancy || n.move.Promotion() == position.NoKind {
		return nil
	}
	uci := n.uci()
	for _, k := range []position.Kind{position.Queen, position.Rook, position.Bishop, position.Knight} {
		if k != n.move.Promotion() && t.mayHaveBecome(n, k) {
			others = append(others, []string{uci[:4] + string(rune(k.Letter()-'A'+'a'))})
		}
	}
	return others
}

// mayHaveBecome reports whether the moves that a promoted piece made since are
// also those of another kind.
func (t *Tracker) mayHaveBecome(n *node, k position.Kind) bool {
	at := n.move.To()
	for i := n.ply + 1; i < len(t.told); i++ {
		m := t.told[i].node.move
		switch {
		case m == 0:
			return true
		case m.From() == at:
			if !goesLike(k, m) {
				return false
			}
			at = m.To()
		case captured(m) == at:
			return true
		}
	}
	return true
}

// goesLike reports whether a piece of this kind has such a way of moving.
func goesLike(k position.Kind, m position.Move) bool {
	files, ranks := abs(m.To().File()-m.From().File()), abs(m.To().Rank()-m.From().Rank())
	straight, diagonal := files == 0 || ranks == 0, files == ranks
	switch k {
	case position.Knight:
		return files*ranks == 2
	case position.Bishop:
		return diagonal
	case position.Rook:
		return straight
	}
	return straight || diagonal
}
