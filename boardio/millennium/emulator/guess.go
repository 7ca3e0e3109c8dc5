package emulator

import (
	"recorderd/boardio/millennium"
	"recorderd/observation"
)

// guess is what a board without piece recognition makes of its squares: it goes
// on from the position it believes in, and takes what comes down for what was
// lifted last. After a promotion, and where the pieces of a capture are lifted in
// the other order, it is wrong.
type guess struct {
	believed observation.Placement // as the box numbers the squares
	hand     []observation.Piece   // lifted, the last one last
}

// look takes what stands on the board and returns what it is taken for.
func (g *guess) look(world observation.Placement) observation.Placement {
	if sameSquares(world, start) {
		g.believed, g.hand = start, nil
	}
	for sq, p := range world {
		if p == observation.Empty && g.believed[sq] != observation.Empty {
			g.hand = append(g.hand, g.believed[sq])
			g.believed[sq] = observation.Empty
		}
	}
	for sq, p := range world {
		if p != observation.Empty && g.believed[sq] == observation.Empty {
			g.believed[sq] = g.fromHand()
		}
	}
	return g.believed
}

func (g *guess) fromHand() observation.Piece {
	last := len(g.hand) - 1
	if last < 0 {
		return 'P'
	}
	p := g.hand[last]
	g.hand = g.hand[:last]
	return p
}

// set takes a position as it is told, a8 first.
func (g *guess) set(letters string) {
	g.believed, g.hand = observation.Placement{}, nil
	for i, c := range []byte(letters) {
		if c != '.' {
			g.believed[millennium.A8First.Square(i)] = observation.Piece(c)
		}
	}
}

// start is where the board believes the pieces when its outer ranks are full.
var start = func() (pl observation.Placement) {
	for file, p := range []byte("RNBQKBNR") {
		pl[observation.SquareAt(file, 0)] = observation.Piece(p)
		pl[observation.SquareAt(file, 1)] = 'P'
		pl[observation.SquareAt(file, 6)] = 'p'
		pl[observation.SquareAt(file, 7)] = observation.Piece(p + 'a' - 'A')
	}
	return pl
}()

// sameSquares reports whether pieces stand on the same squares.
func sameSquares(a, b observation.Placement) bool {
	for sq := range a {
		if (a[sq] == observation.Empty) != (b[sq] == observation.Empty) {
			return false
		}
	}
	return true
}
