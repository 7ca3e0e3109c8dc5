package position

import "recorderd/observation"

// Square, Side and the sides are those of the observations.
type (
	Square = observation.Square
	Side   = observation.Side
)

const (
	White    = observation.White
	Black    = observation.Black
	NoSide   = observation.NoSide
	NoSquare = observation.NoSquare
)

// Kind is what a piece is, whoever owns it.
type Kind uint8

const (
	NoKind Kind = iota
	Pawn
	Knight
	Bishop
	Rook
	Queen
	King
)

// Letter returns the capital letter of SAN, which a pawn has too here: P.
func (k Kind) Letter() byte { return " PNBRQK "[k&7] }

func (k Kind) String() string {
	return [...]string{"nothing", "pawn", "knight", "bishop", "rook", "queen", "king", "nothing"}[k&7]
}

// kindOf reads the capital letter of a kind.
func kindOf(letter byte) (Kind, bool) {
	for k := Pawn; k <= King; k++ {
		if k.Letter() == letter {
			return k, true
		}
	}
	return NoKind, false
}

// Piece is a kind with its owner; the zero value is an empty square.
type Piece uint8

// Empty is no piece.
const Empty Piece = 0

const blackBit = 8

// MakePiece returns the piece of this side and kind, Empty where there is none.
func MakePiece(s Side, k Kind) Piece {
	if k == NoKind || k > King || s > Black {
		return Empty
	}
	return Piece(k) | Piece(s)*blackBit
}

// PieceOf reads a FEN letter.
func PieceOf(letter byte) (Piece, bool) {
	if k, ok := kindOf(letter); ok {
		return MakePiece(White, k), true
	}
	if k, ok := kindOf(letter - 'a' + 'A'); ok {
		return MakePiece(Black, k), true
	}
	return Empty, false
}

// Kind returns what the piece is.
func (p Piece) Kind() Kind { return Kind(p & 7) }

// Side returns whose it is, NoSide for an empty square.
func (p Piece) Side() Side {
	if p == Empty {
		return NoSide
	}
	return Side(p>>3) & 1
}

// Letter returns the FEN letter, 0 for an empty square.
func (p Piece) Letter() byte {
	switch p.Side() {
	case White:
		return p.Kind().Letter()
	case Black:
		return p.Kind().Letter() - 'A' + 'a'
	}
	return 0
}

func (p Piece) String() string {
	if p == Empty {
		return ""
	}
	return string(rune(p.Letter()))
}

// Placement is what stands where, by Square. It says nothing about whose turn
// it is, and it may be one that no game reaches.
type Placement [64]Piece

// PlacementOf returns what a board of identity sensing saw. A square that only
// says that something stands on it makes it false.
func PlacementOf(seen observation.Placement) (Placement, bool) {
	var pl Placement
	for s, letter := range seen {
		if letter == observation.Empty {
			continue
		}
		p, ok := PieceOf(byte(letter))
		if !ok {
			return Placement{}, false
		}
		pl[s] = p
	}
	return pl, true
}

// Observation returns the placement as a board of identity sensing reports it.
func (pl Placement) Observation() observation.Placement {
	var seen observation.Placement
	for s, p := range pl {
		seen[s] = observation.Piece(p.Letter())
	}
	return seen
}

// String writes the first field of a FEN.
func (pl Placement) String() string { return pl.Observation().String() }
