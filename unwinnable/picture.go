package unwinnable

import "recorderd/position"

// picture is a mate that might be reached: where the king stands that is mated,
// near which square the winner's king is wanted, and which few units have
// errands. It is a guess on a board that changes; whether a mate is one is seen
// when it stands.
type picture struct {
	king  *[64]uint8 // moves of the king to be mated to its place
	guard *[64]uint8 // and of the winner's king
	pawns int32      // how much a step of the winner's pawns is worth
	cost  int

	errands [3]errand // the first is that of the unit that gives the check
	n       int
}

// errand is the way of one unit: from where it stands to where it is needed. A
// pawn has to become something first.
type errand struct {
	from, to position.Square
	kind     position.Kind // what it is there
	pawn     bool          // it is a pawn yet
}

// moves returns about how many moves the unit needs from a square when these are
// occupied.
func (e *errand) moves(side position.Side, at position.Square, pawn bool, occupied position.Bitboard) int {
	if !pawn {
		return movesTo(e.kind, at, e.to, occupied)
	}
	if e.kind == position.Pawn {
		return pawnMovesTo(side, at, e.to)
	}
	last := promotionOf(side, at)
	return abs(last.Rank()-at.Rank()) + movesTo(e.kind, last, e.to, occupied)
}

// What a move changes in the score of a node. A move of a unit towards its place
// is worth kingCost, guardCost or errandCost.
const (
	kingCost    = 4
	guardCost   = 4
	errandCost  = 4
	knightCost  = 1
	captureCost = 3  // taking something of the other side's: fewer units, fewer parries
	damageCost  = 12 // losing a unit of the winner's
	lostCost    = 60 // losing one with an errand
	queenCost   = 10 // a new queen
)

// near is like kingMoves, but all squares within two moves are near enough.
var near [64][64]uint8

// anywhere is for a king that is not needed.
var anywhere [64]uint8

func init() {
	for s := range near {
		for t := range near[s] {
			near[s][t] = max(kingMoves[s][t], 2)
		}
	}
}

// herds are pictures without errands: the king in a corner, the other beside it,
// and some unit will mate there. They do wherever the winner has a queen or a
// rook or will have one, the nearest first.
func herds(p *position.Position, winner position.Side) (herds [4]picture) {
	k, w := p.King(winner.Other()), p.King(winner)
	pawns := int32(3)
	if p.Pieces(winner, position.Queen)|p.Pieces(winner, position.Rook) != 0 {
		pawns = 0
	}
	for i, corner := range [...]position.Square{0, 7, 56, 63} {
		h := picture{king: &kingMoves[corner], guard: &near[corner], pawns: pawns}
		h.cost = 2*int(h.king[k]) + int(kingMoves[corner][w])
		j := i
		for ; j > 0 && h.cost < herds[j-1].cost; j-- {
			herds[j] = herds[j-1]
		}
		herds[j] = h
	}
	return herds
}

// worth returns what a move changes: how much nearer it comes to the picture,
// negative if it does.
func (g *picture) worth(n *diveNode, winner position.Side, m position.Move) int32 {
	from, to := m.From(), m.To()
	if m.IsCastling() {
		return 0
	}
	worth := int32(0)
	works := n.p.Side() == winner
	kind := n.p.At(from).Kind()
	switch {
	case kind == position.King && works:
		worth = guardCost * (int32(g.guard[to]) - int32(g.guard[from]))
	case kind == position.King:
		worth = kingCost * (int32(g.king[to]) - int32(g.king[from]))
	case g.n > 0:
		worth = g.errand(n, works, m)
	case works && kind == position.Knight:
		worth = knightCost * (int32(g.guard[to]) - int32(g.guard[from]))
	}
	if works && kind == position.Pawn {
		worth -= g.pawns * int32(abs(to.Rank()-from.Rank()))
		if m.Promotion() == position.Queen {
			worth -= queenCost
		}
	}
	if n.p.At(to) == position.Empty {
		return worth
	}
	for i := range g.n {
		if n.at[i] == to {
			return worth + lostCost
		}
	}
	if works {
		return worth - captureCost
	}
	return worth + damageCost
}

// errand is worth for a unit that may have an errand. That which gives the check
// is near enough one move before, and so are those that block until the king has
// come: they would only bar the way.
func (g *picture) errand(n *diveNode, works bool, m position.Move) int32 {
	for i := range g.n {
		if n.at[i] != m.From() {
			continue
		}
		e := &g.errands[i]
		occupied := n.p.Occupied() &^ position.SetOf(m.From())
		pawn := n.pawn>>i&1 != 0
		before := e.moves(n.p.Side(), m.From(), pawn, occupied)
		if k := m.Promotion(); k != position.NoKind {
			if k != e.kind {
				return lostCost
			}
			pawn = false
		}
		after := e.moves(n.p.Side(), m.To(), pawn, occupied)
		if i == 0 || !works && g.king[n.p.King(n.p.Side())] != 0 {
			before, after = max(before, 1), max(after, 1)
		}
		return errandCost * int32(after-before)
	}
	return 0
}

// send starts the errands in the first node of a search.
func (g *picture) send(n *diveNode) {
	for i := range n.at {
		n.at[i] = position.NoSquare
		if i < g.n {
			n.at[i] = g.errands[i].from
			if g.errands[i].pawn {
				n.pawn |= 1 << i
			}
		}
	}
}

// follow notes where a move brings a unit with an errand.
func (n *diveNode) follow(m position.Move) {
	for i, at := range n.at {
		switch at {
		case m.From():
			n.at[i] = m.To()
			if m.Promotion() != position.NoKind {
				n.pawn &^= 1 << i
			}
		case m.To():
			n.at[i] = position.NoSquare
		}
	}
}
