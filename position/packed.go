package position

import "math/bits"

// Packed is a position of a game in 32 bytes: what stands where, the side to
// move, the castling rights and the square of a capture en passant where one is
// legal. Two positions that come from one game are the same under the Laws
// (FIDE 9.2.3) exactly if they are packed alike; like Key it is no hash. It is
// for searches that remember millions of positions, and only for positions in
// which each side has one king.
//
// Each square has four bits, one in each word. The codes that no piece has say
// the rest: a rook that may still castle, a pawn that may be taken en passant,
// and the king of the side to move, whose colour is that which the other king
// has not.
type Packed [4]uint64

// The codes of a square besides those of Piece.
const (
	stepped = 7  // a pawn that can be taken en passant: by its rank White's or Black's
	toMove  = 8  // the king of the side to move
	unmoved = 15 // a rook that may castle: by its rank White's or Black's
)

// Pack returns the position in 32 bytes. The counters are left out.
func (p *Position) Pack() (k Packed) {
	kinds := &p.kinds
	k[0] = uint64(kinds[Pawn] | kinds[Bishop] | kinds[Queen])
	k[1] = uint64(kinds[Knight] | kinds[Bishop] | kinds[King])
	k[2] = uint64(kinds[Rook] | kinds[Queen] | kinds[King])
	k[3] = uint64(p.sides[Black])
	k.set(kinds[King]&p.sides[p.side&1], toMove)
	if p.homes != 0 {
		k.set(p.homes&kinds[Rook], unmoved)
	}
	if p.passed != NoSquare && p.EnPassant() != NoSquare {
		k.set(SetOf(behind(p.passed, p.side)), stepped)
	}
	return k
}

// set gives these squares another code.
func (k *Packed) set(squares Bitboard, code uint64) {
	for i := range k {
		k[i] = k[i]&^uint64(squares) | uint64(squares)*(code>>i&1)
	}
}

// Unpack returns the position again, with new counters. The rights are those of
// a position of the same game from which this one came.
func (k *Packed) Unpack(rights Rights) (p Position) {
	p.passed, p.full = NoSquare, 1
	occupied := k[0] | k[1] | k[2] | k[3]
	p.side = White
	for b := occupied; b != 0; b &= b - 1 {
		s := Square(bits.TrailingZeros64(b))
		piece := Piece(k[0]>>s&1 | k[1]>>s&1<<1 | k[2]>>s&1<<2 | k[3]>>s&1<<3)
		switch piece {
		case stepped:
			piece = MakePiece(Side(s.Rank()/4), Pawn)
			p.passed = behind(s, piece.Side())
		case unmoved:
			piece = MakePiece(Side(s.Rank()/4), Rook)
			p.homes |= SetOf(s)
		case toMove:
			continue
		}
		p.put(piece, s)
	}
	if p.kinds[King]&p.sides[White] != 0 {
		p.side = Black
	}
	mover := occupied &^ uint64(p.kinds[King]) & k[3] &^ (k[0] | k[1] | k[2])
	p.put(MakePiece(p.side, King), Square(bits.TrailingZeros64(mover)))
	p.keepRights(rights)
	return p
}

// keepRights takes those of the rights whose rooks are among the homes, which
// then are of kings too.
func (p *Position) keepRights(rights Rights) {
	if p.homes == 0 {
		return
	}
	for _, s := range [...]Side{White, Black} {
		for _, w := range [...]Wing{KingSide, QueenSide} {
			if rook, ok := rights.Rook(s, w); ok && !p.homes.Has(rook) {
				rights = rights.without(s, w)
			}
		}
	}
	p.setRights(rights)
	p.chess960 = rights.chess960()
}
