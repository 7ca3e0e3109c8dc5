package position

// Checkmate reports whether the side to move is in check and has no legal move.
func (p *Position) Checkmate() bool { return p.InCheck(p.side) && !p.HasLegal() }

// Stalemate reports whether the side to move is not in check and has no legal
// move. A board without kings can be stalemate too; whether that means anything
// is for the caller to say.
func (p *Position) Stalemate() bool { return !p.InCheck(p.side) && !p.HasLegal() }

const darkSquares Bitboard = 0xaa55aa55aa55aa55

// InsufficientMaterial reports whether the pieces alone make mate impossible
// for both sides: king against king, one knight or one bishop more, or any
// bishops all on squares of one colour. Many dead positions are dead for
// another reason. A placement without one king each is no game, so never.
func (p *Position) InsufficientMaterial() bool {
	if p.Pieces(White, King).Count() != 1 || p.Pieces(Black, King).Count() != 1 {
		return false
	}
	if p.kinds[Pawn]|p.kinds[Rook]|p.kinds[Queen] != 0 {
		return false
	}
	bishops, knights := p.kinds[Bishop], p.kinds[Knight]
	if knights != 0 {
		return bishops == 0 && !knights.several()
	}
	return bishops&darkSquares == 0 || bishops&^darkSquares == 0
}
