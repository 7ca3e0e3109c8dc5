package chessnut

import "recorderd/observation"

// squaresLen is how many bytes all squares take, two in a byte.
const squaresLen = 32

// letters are the pieces by their code.
const letters = "\x00qkbpnRPrBNQK"

// square is the i-th of a report: from h8 along the ranks to a8, and down to a1.
func square(i int) observation.Square { return observation.SquareAt(7-i%8, 7-i/8) }

// ReadSquares reads the content of a position, of which only the squares are
// looked at; ok is false if a code is none of a piece.
func ReadSquares(content []byte) (pl observation.Placement, ok bool) {
	for i := range pl {
		code := content[i/2] >> (4 * (i % 2)) & 0x0F // the first of two is the low one
		if int(code) >= len(letters) {
			return observation.Placement{}, false
		}
		pl[square(i)] = observation.Piece(letters[code])
	}
	return pl, true
}

// AppendSquares appends what ReadSquares reads.
func AppendSquares(b []byte, pl observation.Placement) []byte {
	var squares [squaresLen]byte
	for i := range pl {
		squares[i/2] |= code(pl[square(i)]) << (4 * (i % 2))
	}
	return append(b, squares[:]...)
}

// code is the code of a piece, 0 for what the board can't tell.
func code(p observation.Piece) byte {
	for c := range len(letters) {
		if letters[c] == byte(p) {
			return byte(c)
		}
	}
	return 0
}
