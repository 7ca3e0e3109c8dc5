package position

// Wing is the side of the board to which a king castles.
type Wing uint8

const (
	KingSide Wing = iota
	QueenSide
)

// Rights are the castling rights of both sides. They remember where the king
// and the rooks stood when the game began, which Chess960 needs, and which
// keeps a king that came to the first rank later from having any. The zero
// value is no rights.
//
// For each side three nibbles hold the file of the king, of the king-side rook
// and of the queen-side rook, plus one; zero means none.
type Rights uint32

const (
	rightsOfSide = 12
	kingNibble   = 8
	noRights     = Rights(0)
)

func rookNibble(s Side, w Wing) int { return int(s)*rightsOfSide + int(w)*4 }

// StartRights are those of the start position of ordinary chess.
const StartRights = Rights(0x518518)

// Rook returns where the rook with this right stands.
func (r Rights) Rook(s Side, w Wing) (Square, bool) {
	file := r >> rookNibble(s, w) & 15
	return backRank(s) + Square(file) - 1, file != 0
}

// King returns where the king stands, if the side has any right.
func (r Rights) King(s Side) (Square, bool) {
	file := r >> (int(s)*rightsOfSide + kingNibble) & 15
	return backRank(s) + Square(file) - 1, file != 0
}

// with returns the rights with one more, of a king and a rook on these files.
func (r Rights) with(s Side, king, rook int) Rights {
	w := KingSide
	if rook < king {
		w = QueenSide
	}
	kingAt, rookAt := int(s)*rightsOfSide+kingNibble, rookNibble(s, w)
	r &^= 15<<kingAt | 15<<rookAt
	return r | Rights(king+1)<<kingAt | Rights(rook+1)<<rookAt
}

// without returns the rights with this one gone, and the king forgotten if it
// was the last.
func (r Rights) without(s Side, w Wing) Rights {
	r &^= 15 << rookNibble(s, w)
	if r>>rookNibble(s, KingSide)&0xff == 0 {
		r &^= 15 << (int(s)*rightsOfSide + kingNibble)
	}
	return r
}

// touched returns the rights that are left after something moved from or to
// this square.
func (r Rights) touched(at Square) Rights {
	for _, s := range [...]Side{White, Black} {
		king, ok := r.King(s)
		for _, w := range [...]Wing{KingSide, QueenSide} {
			rook, has := r.Rook(s, w)
			if has && rook == at || ok && king == at {
				r = r.without(s, w)
			}
		}
	}
	return r
}

// homes returns the squares whose piece must not move for the rights to stay.
func (r Rights) homes() (b Bitboard) {
	for _, s := range [...]Side{White, Black} {
		if king, ok := r.King(s); ok {
			b |= SetOf(king)
		}
		for _, w := range [...]Wing{KingSide, QueenSide} {
			if rook, ok := r.Rook(s, w); ok {
				b |= SetOf(rook)
			}
		}
	}
	return b
}

// Trim returns the rights that this placement leaves: the side has one king, it
// stands where it stood, and so does that rook. After each settled placement
// of an irregular game the rights are trimmed anew, for what is lost stays lost.
func (r Rights) Trim(pl Placement) Rights {
	for _, s := range [...]Side{White, Black} {
		king, ok := r.King(s)
		home := ok && pl[king&63] == MakePiece(s, King) && countOf(pl, MakePiece(s, King)) == 1
		for _, w := range [...]Wing{KingSide, QueenSide} {
			rook, has := r.Rook(s, w)
			if has && !(home && pl[rook&63] == MakePiece(s, Rook)) {
				r = r.without(s, w)
			}
		}
	}
	return r
}

// RightsFor returns the rights of a game of ordinary chess that begins with
// this placement: king on e1, rook on a1 or h1, and the same for Black.
func RightsFor(pl Placement) Rights { return StartRights.Trim(pl) }

// chess960 reports whether ordinary chess cannot have such rights.
func (r Rights) chess960() bool {
	for _, s := range [...]Side{White, Black} {
		if king, ok := r.King(s); ok && king.File() != 4 {
			return true
		}
		k, hasK := r.Rook(s, KingSide)
		q, hasQ := r.Rook(s, QueenSide)
		if hasK && k.File() != 7 || hasQ && q.File() != 0 {
			return true
		}
	}
	return false
}

// String writes KQkq where the rooks stand in the corners and otherwise the
// letter of the rook's file.
func (r Rights) String() string {
	return r.letters(func(_ Side, w Wing, rook Square) bool {
		return w == KingSide && rook.File() == 7 || w == QueenSide && rook.File() == 0
	})
}

// field writes the rights for the FEN of this placement: KQkq stand for the
// outermost rook on that side of the king, the letter of a file for one that
// has another rook outside.
func (r Rights) field(pl *Placement) string {
	return r.letters(func(s Side, w Wing, rook Square) bool {
		outer, ok := outerRook(pl, s, w)
		return ok && outer == rook
	})
}

func (r Rights) letters(plain func(Side, Wing, Square) bool) string {
	if r == noRights {
		return "-"
	}
	b := make([]byte, 0, 4)
	for _, s := range [...]Side{White, Black} {
		for _, w := range [...]Wing{KingSide, QueenSide} {
			rook, ok := r.Rook(s, w)
			if !ok {
				continue
			}
			letter := 'A' + byte(rook.File())
			if plain(s, w, rook) {
				letter = "KQ"[w]
			}
			b = append(b, letter|byte(s)<<5)
		}
	}
	return string(b)
}

func backRank(s Side) Square {
	if s == Black {
		return 56
	}
	return 0
}

// homeKing returns the king of a side that has one and has it on its first
// rank.
func homeKing(pl *Placement, s Side) (Square, bool) {
	for f := range Square(8) {
		if at := backRank(s) + f; pl[at] == MakePiece(s, King) {
			return at, countOf(*pl, MakePiece(s, King)) == 1
		}
	}
	return NoSquare, false
}

// outerRook returns the rook farthest from the king on one side of it.
func outerRook(pl *Placement, s Side, w Wing) (Square, bool) {
	king, ok := homeKing(pl, s)
	if !ok {
		return NoSquare, false
	}
	for f := range Square(8) {
		at := backRank(s) + f
		if w == KingSide {
			at = backRank(s) + 7 - f
		}
		if at == king {
			break
		}
		if pl[at] == MakePiece(s, Rook) {
			return at, true
		}
	}
	return NoSquare, false
}

func countOf(pl Placement, p Piece) (n int) {
	for _, q := range pl {
		if q == p {
			n++
		}
	}
	return n
}
