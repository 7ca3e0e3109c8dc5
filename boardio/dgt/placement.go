package dgt

import "recorderd/observation"

// readDump reads the squares of a dump. Figures that tell a result are counted
// and their squares are empty; ok is false if a code can't be.
func readDump(payload []byte) (pl observation.Placement, results int, ok bool) {
	for i, code := range payload {
		p, result, ok := pieceOf(code)
		if !ok {
			return pl, 0, false
		}
		if result {
			results++
		}
		pl[Square(byte(i))] = p
	}
	return pl, results, len(payload) == len(pl)
}

// AppendDump appends the message that reports this placement.
func AppendDump(b []byte, pl observation.Placement) []byte {
	var codes [64]byte
	for sq, p := range pl {
		codes[Index(observation.Square(sq))] = Code(p)
	}
	return AppendFrame(b, BoardDump, codes[:]...)
}

// orientation tells from what stands on the board whether it is turned by 180
// degrees: wherever both rows of pawns are whole, as in every start position.
// Any other placement leaves it open.
func orientation(pl observation.Placement) (turned, told bool) {
	switch {
	case pawnRows(pl):
		return false, true
	case pawnRows(pl.Turned()):
		return true, true
	}
	return false, false
}

func pawnRows(pl observation.Placement) bool {
	for file := range 8 {
		if pl[observation.SquareAt(file, 1)] != 'P' || pl[observation.SquareAt(file, 6)] != 'p' {
			return false
		}
	}
	return true
}
