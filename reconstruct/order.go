package reconstruct

import (
	"slices"

	"recorderd/position"
)

// believed returns the ply of this number that was told, or is about to be.
func (t *Tracker) believed(ply int) *node {
	if ply <= t.lastTold() {
		return t.told[ply].node
	}
	if n := t.publishable(); ply <= n.ply {
		return n.at(ply)
	}
	return nil
}

// nameDoubt returns the code of the doubt about a ply. Where all readings hold the
// same moves in another order, that is said once, at the first of them.
func (t *Tracker) nameDoubt(n *node) string {
	best, first := t.best(), n.ply
	for _, tip := range t.rivals(n) {
		common := fork(best.tip, tip).ply
		if !permuted(best.tip, tip, common) {
			return "ambiguous-move"
		}
		first = min(first, common+1)
	}
	if first < n.ply {
		return ""
	}
	return "order-unknown"
}

// rivals returns the last plies of the other readings that contest a ply.
func (t *Tracker) rivals(n *node) (tips []*node) {
	best := t.best()
	for i := range t.beam {
		r := &t.beam[i]
		if r.cost() <= best.cost()+doubtful && r.tip.ply >= n.ply && (r.clear() || !best.clear()) && fork(best.tip, r.tip).ply < n.ply {
			tips = append(tips, r.tip)
		}
	}
	for _, lost := range n.rivals {
		if lost.gap <= doubtful && lost.tip.ply >= n.ply && fork(best.tip, lost.tip).ply < n.ply {
			tips = append(tips, lost.tip)
		}
	}
	return tips
}

// permuted reports whether two lines hold the same moves in another order, from
// the ply after the one they have in common to the last where they differ.
func permuted(a, b *node, after int) bool {
	last := min(a.ply, b.ply)
	a, b = a.at(last), b.at(last)
	for a.ply > after && same(a, b) {
		a, b = a.parent, b.parent
	}
	return a.pos.Placement() == b.pos.Placement() && slices.Equal(sorted(a, after), sorted(b, after))
}

func sorted(n *node, after int) (moves []position.Move) {
	for _, p := range n.line(after) {
		moves = append(moves, p.move)
	}
	slices.Sort(moves)
	return moves
}
