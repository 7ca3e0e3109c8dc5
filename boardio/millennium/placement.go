package millennium

import (
	"strings"

	"recorderd/observation"
)

// Order says which square a status begins with. It follows the box and not the
// players, so it depends on the side of White on which the cable leaves the board.
type Order bool

const (
	H1First Order = false // h1, g1 ... a1, h2 ... a8, as most people set it up
	A8First Order = true  // a8, b8 ... h8, a7 ... h1, as the maker describes it
)

// Square is the square of the letter at this index, 0 to 63.
func (o Order) Square(index int) observation.Square {
	if o == A8First {
		return observation.Square(index ^ 56)
	}
	return observation.Square(index ^ 7)
}

// readStatus reads the letters of a status.
func readStatus(letters []byte, o Order) (pl observation.Placement) {
	for i, c := range letters {
		if c != '.' {
			pl[o.Square(i)] = observation.Piece(c)
		}
	}
	return pl
}

// Letters is the status, without letter and checksum, that reports this
// placement. A piece that no letter tells is left out.
func Letters(pl observation.Placement, o Order) string {
	letters := make([]byte, len(pl))
	for i := range letters {
		c := byte(pl[o.Square(i)])
		if strings.IndexByte(pieces, c) < 0 {
			c = '.'
		}
		letters[i] = c
	}
	return string(letters)
}

// orderOf tells from a status in which order its squares are: wherever both rows
// of pawns are whole, as in every start position. Any other leaves it open.
func orderOf(letters []byte) (o Order, told bool) {
	const white, black = "PPPPPPPP", "pppppppp"
	switch near, far := string(letters[8:16]), string(letters[48:56]); {
	case near == white && far == black:
		return H1First, true
	case near == black && far == white:
		return A8First, true
	}
	return H1First, false
}

// occupied is what a board knows that can't tell one piece from another.
func occupied(pl observation.Placement) observation.Placement {
	for sq, p := range pl {
		if p != observation.Empty {
			pl[sq] = observation.Occupied
		}
	}
	return pl
}
