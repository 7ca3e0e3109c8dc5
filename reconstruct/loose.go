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
	if t.sensing != observation.Occupancy && n.parent.loose == 0 && !n.guessed {
		return
	}
	before, from, to := n.parent.loose, n.move.From(), n.move.To()
	n.loose = before &^ footprint(n.move)
	if before.Has(from) || n.guessed || t.sensing == observation.Occupancy && n.move.Promotion() != position.NoKind {
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

// guesses reports whether nobody sees which piece this move makes of a pawn: on a
// board that does not know its pieces, or not this one.
func (t *Tracker) guesses(m position.Move) bool {
	return m.Promotion() != position.NoKind && (t.sensing == observation.Occupancy || t.image.squares[m.To()] == observation.Occupied)
}

// restsOnDoubt reports whether a ply was made while it was not certain of every
// piece which it was: then another piece may have moved, or given this check.
func (n *node) restsOnDoubt() bool { return n.parent != nil && n.parent.loose != 0 }

// promotions are what a pawn may become.
var promotions = [...]position.Kind{position.Queen, position.Rook, position.Bishop, position.Knight}

// otherPromotions returns what else a pawn may have become, on a board that does
// not know its pieces, as far as the piece has not moved since like none of them and
// the game was not over with it though it went on.
func (t *Tracker) otherPromotions(n *node) (others [][]string) {
	if t.sensing != observation.Occupancy && !n.guessed || n.move.Promotion() == position.NoKind {
		return nil
	}
	uci := n.uci()
	for _, k := range promotions {
		if k != n.move.Promotion() && t.mayHaveBecome(n, k) && !(t.lastTold() > n.ply && n.over(k)) {
			others = append(others, []string{uci[:4] + string(rune(k.Letter()-'A'+'a'))})
		}
	}
	return others
}

// promotedTo returns the move of a promotion with another piece.
func (n *node) promotedTo(k position.Kind) (m position.Move) {
	for _, s := range n.parent.successors() {
		if s.move.From() == n.move.From() && s.move.To() == n.move.To() && s.move.Promotion() == k {
			m = s.move
		}
	}
	return m
}

// over reports whether a pawn that had become this piece would have left the
// opponent without a move.
func (n *node) over(k position.Kind) bool {
	after := n.parent.pos.After(n.promotedTo(k))
	return !after.HasLegal()
}

// answeredMate goes on with the game where a pawn was taken to have become a piece
// that ended it, which nobody saw, but the player to move has made a move since and
// pressed his clock: it became one that allows that.
func (t *Tracker) answeredMate(side observation.Side, heard int64) {
	if !t.began || t.saidOver {
		return
	}
	last := &t.told[t.lastTold()]
	n := last.node
	if n.parent == nil || n.ruled || n.pos.Side() != side || n.pos.HasLegal() || len(t.otherPromotions(n)) == 0 {
		return
	}
	var others []reading
	for _, k := range promotions {
		if o := t.promotedAs(n, k); k != n.move.Promotion() && t.showsPlyAfter(o) {
			others = append(others, reading{tip: o, base: costOfPromotion[k], done: [2]int64{last.completed, t.told[n.ply-1].completed}, open: noPress})
		}
	}
	if len(others) == 0 {
		return
	}
	t.phase, t.idle = playing, idle{}
	t.beam, t.clock.stood = others, nil
	t.weigh()
	t.publish()
	if last.completed >= 0 {
		t.tell(Completed{T: last.completed, Ply: n.ply, How: last.how}) // by the press, and no longer by the end
	}
	t.pressed(side, heard)
}

// promotedAs returns the ply n with another piece.
func (t *Tracker) promotedAs(n *node, k position.Kind) *node {
	m := n.promotedTo(k)
	o := t.newNode(n.parent.pos.After(m), n.side)
	o.parent, o.ply, o.move = n.parent, n.ply, m
	t.copySeen(o, n)
	t.trackLoose(o)
	return o
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
