package position

import "fmt"

// Chess960FEN returns start position n, 0 to 959, in the usual numbering: the
// bishops by the remainders by four, then the queen by sixths, then the two
// knights, then rook, king and rook on what is left. 518 is the start position of
// ordinary chess.
func Chess960FEN(n int) (string, error) {
	if n < 0 || n > 959 {
		return "", fmt.Errorf("start position %d: Chess960 has 0 to 959", n)
	}
	var row [8]Kind
	row[n%4*2+1] = Bishop
	n /= 4
	row[n%4*2] = Bishop
	n /= 4
	putFree(&row, n%6, Queen)
	n /= 6
	first, second := knightPair(n)
	putFree(&row, second, Knight)
	putFree(&row, first, Knight)
	for _, k := range []Kind{Rook, King, Rook} {
		putFree(&row, 0, k)
	}
	pl := StartPlacement()
	for f, k := range row {
		pl[f], pl[56+f] = MakePiece(White, k), MakePiece(Black, k)
	}
	return pl.String() + " w KQkq - 0 1", nil
}

// Chess960Number returns the number of a start position, and false for any other
// position.
func Chess960Number(fen string) (n int, ok bool) {
	for n := range 960 {
		if start, _ := Chess960FEN(n); start == fen {
			return n, true
		}
	}
	return 0, false
}

// knightPair returns pair n of two out of five free squares, in the order 01,
// 02, 03, 04, 12, ...
func knightPair(n int) (first, second int) {
	for first = range 5 {
		if left := 4 - first; n < left {
			return first, first + 1 + n
		} else {
			n -= left
		}
	}
	return 0, 0
}

// putFree puts a piece on the free square of this number.
func putFree(row *[8]Kind, n int, k Kind) {
	for f := range row {
		if row[f] != NoKind {
			continue
		}
		if n == 0 {
			row[f] = k
			return
		}
		n--
	}
}
