package unwinnable

import "recorderd/position"

const dark position.Bitboard = 0xaa55aa55aa55aa55

// lacking returns the number of the rule by which the pieces alone make a mate
// by w impossible, or 0. A mate that stands already is another matter.
//
//  1. w has only the king, and perhaps pawns that are stuck on their last rank. No
//     such unit gives check.
//  2. w has king and knight, and the other side nothing but king and queens. A
//     knight's check cannot be blocked and w pins nothing, so some squares beside
//     the king must be filled with its own queens; in every one of the finitely
//     many arrangements one of these can take the knight (rules_test.go tries
//     them all).
//  3. w has king and bishops, all bishops on the board stand on one colour, and
//     there is neither knight nor pawn. Say the check comes along the diagonal
//     through f, the king's neighbour on it. Two of the king's neighbours lie
//     beside f on the other colour, where no bishop can stand or attack. The king
//     of w cannot guard both without touching the other. So a unit of the mated
//     side stands on one of them, a queen or a rook; it steps to f and blocks
//     or takes. (It is not pinned: the pinning bishop would have to attack its
//     square.)
func lacking(p *position.Position, w position.Side) int {
	own := p.Of(w)
	force := own &^ p.Pieces(w, position.King)
	if force&^stuck(p, w) == 0 {
		return 1
	}
	l := w.Other()
	if force&^p.Pieces(w, position.Knight) == 0 {
		if force&(force-1) == 0 && p.Of(l)&^p.Pieces(l, position.King)&^p.Pieces(l, position.Queen) == 0 {
			return 2
		}
		return 0
	}
	bishops := p.Pieces(w, position.Bishop)
	if force != bishops {
		return 0
	}
	theirs := p.Pieces(l, position.Bishop)
	if p.Pieces(l, position.Knight)|p.Pieces(l, position.Pawn) != 0 {
		return 0
	}
	if all := bishops | theirs; all&dark == 0 || all&^dark == 0 {
		return 3
	}
	return 0
}

// stuck returns the pawns that an illegal move left on their last rank.
func stuck(p *position.Position, side position.Side) position.Bitboard {
	return p.Pieces(side, position.Pawn) & lastRank(side)
}
