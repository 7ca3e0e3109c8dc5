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

// Surplus reports whether a side has more pieces than a game can have: a second
// king, or more than its pawns can have become.
func (p *Position) Surplus(s Side) bool {
	count := func(k Kind) int { return p.Pieces(s, k).Count() }
	promoted := max(0, count(Queen)-1) + max(0, count(Rook)-2) + max(0, count(Bishop)-2) + max(0, count(Knight)-2)
	return count(King) > 1 || count(Pawn)+promoted > 8
}

// SurplusSince returns where a side has a piece too many that it had not in an
// earlier position, and false if neither has.
func (p *Position) SurplusSince(before *Position) (Square, bool) {
	for _, side := range [...]Side{White, Black} {
		if !p.Surplus(side) || before.Surplus(side) {
			continue
		}
		for of := p.Of(side); of != 0; of &= of - 1 {
			if s := of.First(); before.At(s) != p.At(s) {
				return s, true
			}
		}
	}
	return NoSquare, false
}
