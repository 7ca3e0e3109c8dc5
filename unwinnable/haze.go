package unwinnable

import "recorderd/position"

// haze is a closed set of positions in which nobody knows where the bishops are.
// Where one side's king is nearly shut in and several bishops of the other side
// are free, the positions number millions, but all that matters is what the
// kings and pawns can do. So the bishops are taken off the board, and each move
// that any bishop could make somewhere is thought possible: it stands on any
// square of its reach (walls), it takes what stands there, it is there or not
// there when a king or a pawn wants to take it, it bars no way and guards nothing
// against its own side's wishes. What can arise in a game can then arise in the
// haze too, and if the haze holds no mate, the game holds none.
//
// Only kings, knights and pawns may stand beside the bishops: what they attack
// does not depend on where the bishops are. If a pawn can promote, nothing is
// proved.
type haze struct {
	winner  position.Side
	bishops [2][2]haunt // by side and colour of the square
	states  set
}

// haunt is where the bishops of one side and colour can ever stand.
type haunt struct {
	n     int
	reach position.Bitboard
}

const hazeBudget = 30_000

// prove reports whether the haze shows that the winner never mates, in a position
// that is not a mate already. The walls are those of the same position.
func (h *haze) prove(p *position.Position, winner position.Side, w *walls) bool {
	if !h.begin(p, winner, w) {
		return false
	}
	for at := 0; at < len(h.states.keys); at++ {
		q := h.states.keys[at].Unpack(0)
		if len(h.states.keys) > hazeBudget || !h.expand(&q) {
			return false
		}
	}
	return true
}

func (h *haze) proof() Proof {
	return Proof{Class: ByHaze, States: len(h.states.keys), Digest: digest(h.states.keys)}
}

func (h *haze) begin(p *position.Position, winner position.Side, w *walls) bool {
	sliders := position.Bitboard(0)
	h.winner, h.bishops = winner, [2][2]haunt{}
	for _, side := range [...]position.Side{position.White, position.Black} {
		sliders |= p.Pieces(side, position.Rook) | p.Pieces(side, position.Queen)
	}
	if sliders != 0 || p.Rights() != 0 || p.EnPassant() != position.NoSquare || p.InCheck(p.Side().Other()) {
		return false
	}
	q := *p
	for i := range w.all() {
		u := &w.units[i]
		if u.kind != position.Bishop {
			continue
		}
		b := &h.bishops[u.side][colour(u.at)]
		b.n++
		b.reach |= u.reach
		q = q.With(position.Empty, u.at)
	}
	h.states.reset()
	h.add(&q)
	return h.any(position.White) || h.any(position.Black)
}

// any reports whether a side has bishops, if they were not taken.
func (h *haze) any(side position.Side) bool { return h.stands(side) != 0 }

func (h *haze) add(p *position.Position) {
	if !h.lacking(p) {
		h.states.add(p.Pack())
	}
}

// lacking reports whether the winner's units can never mate, however many of the
// bishops are left (rules 1 and 3 of lacking).
func (h *haze) lacking(p *position.Position) bool {
	if p.Of(h.winner)&^p.Pieces(h.winner, position.King) != 0 {
		return false
	}
	if !h.any(h.winner) {
		return true
	}
	l := h.winner.Other()
	colours := [2]bool{}
	for _, side := range h.bishops {
		for c := range side {
			colours[c] = colours[c] || side[c].n > 0
		}
	}
	return p.Of(l)&^p.Pieces(l, position.King) == 0 && !(colours[0] && colours[1])
}

// expand adds what can follow, and reports whether none of it may be a mate.
func (h *haze) expand(p *position.Position) bool {
	var buffer [position.MaxMoves]position.Move
	for _, m := range p.Legal(buffer[:0]) {
		if m.Promotion() != position.NoKind {
			return false
		}
		after := p.After(m)
		gone := position.SetOf(m.From())
		if m.IsEnPassant() {
			gone |= p.Occupied() &^ after.Occupied()
		}
		if !h.follow(p, &after, gone) {
			return false
		}
	}
	return h.pawnsTake(p) && h.bishopsMove(p)
}

// follow adds a position after a move that emptied these squares, unless it may
// be a mate.
func (h *haze) follow(p, after *position.Position, gone position.Bitboard) bool {
	if p.Side() == h.winner && h.mayMate(after, gone) {
		return false
	}
	h.add(after)
	return true
}

// pawnsTake adds what follows when a pawn takes a bishop.
func (h *haze) pawnsTake(p *position.Position) bool {
	us := p.Side()
	prey := h.stands(us.Other()) &^ p.Occupied()
	for b := p.Pieces(us, position.Pawn); b != 0; b &= b - 1 {
		from := b.First()
		for to := position.PawnAttacks(us, from) & prey; to != 0; to &= to - 1 {
			if lastRank(us).Has(to.First()) {
				return false
			}
			after := p.With(position.Empty, from)
			after = after.With(position.MakePiece(us, position.Pawn), to.First())
			after = after.Passed()
			if !after.InCheck(us) && !h.follow(p, &after, position.SetOf(from)) {
				return false
			}
		}
	}
	return true
}

// stands returns where bishops of a side can ever stand.
func (h *haze) stands(side position.Side) position.Bitboard {
	return h.bishops[side][0].reach | h.bishops[side][1].reach
}

// bishopsMove adds what follows when a bishop moves, or takes something.
func (h *haze) bishopsMove(p *position.Position) bool {
	us := p.Side()
	if !h.any(us) {
		return true
	}
	after := p.Passed()
	if !after.InCheck(us) && !h.follow(p, &after, h.stands(us)) {
		return false
	}
	prey := p.Of(us.Other()) &^ p.Pieces(us.Other(), position.King) & h.stands(us)
	for ; prey != 0; prey &= prey - 1 {
		after := p.With(position.Empty, prey.First())
		after = after.Passed()
		if !after.InCheck(us) && !h.follow(p, &after, h.stands(us)) {
			return false
		}
	}
	return true
}

// mayMate reports whether the position, with bishops where they would have to
// be, may be a mate by a move that emptied these squares. Before that move the
// king was not attacked, so a bishop that checks now came there, or the move
// opened its line.
func (h *haze) mayMate(p *position.Position, gone position.Bitboard) bool {
	l := p.Side()
	king := p.King(l)
	lines := position.BishopAttacks(king, p.Occupied())
	bishop := h.bishops[h.winner][colour(king)].reach&lines != 0
	if !p.InCheck(l) && !(bishop && gone&lines != 0) {
		return false
	}
	occupied := p.Occupied() &^ position.SetOf(king)
	shields := [2]int{h.bishops[l][0].n, h.bishops[l][1].n}
	for b := position.KingAttacks(king) &^ p.Of(l); b != 0; b &= b - 1 {
		s := b.First()
		guards := h.bishops[h.winner][colour(s)].reach & position.BishopAttacks(s, occupied)
		if guards != 0 || p.Attackers(s, h.winner) != 0 {
			continue
		}
		if c := colour(s); shields[c] > 0 && h.bishops[l][c].reach.Has(s) {
			shields[c]--
			continue
		}
		return false
	}
	return true
}
