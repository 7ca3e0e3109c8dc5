package paper

import (
	"fmt"
	"slices"
	"strings"
)

// picture is what a board shows: what stands on each square and which are
// marked, square by square as one reads, from a8 to h1.
type picture struct {
	men    [64]byte // a letter of FEN, 'o', or 0
	marked [64]bool
}

// kinds are the names of the shapes by their letters.
var kinds = map[byte]string{
	'p': "pawn", 'n': "knight", 'b': "bishop", 'r': "rook", 'q': "queen", 'k': "king",
}

// unknown is the letter of a piece that is not known.
const unknown = 'o'

// kindOf returns the shape of a letter, or nothing.
func kindOf(letter byte) string { return kinds[letter|0x20] }

func isWhite(letter byte) bool { return letter < 'a' }

// picture reads what a board is to show. An error names what cannot be shown.
func (b Board) picture() (picture, error) {
	var p picture
	ranks := strings.Split(b.Placement, "/")
	if len(ranks) != 8 {
		return p, fmt.Errorf("paper: board %q: placement %q has %d ranks, must have 8", b.Title, b.Placement, len(ranks))
	}
	for i, rank := range ranks {
		file := 0
		for _, c := range []byte(rank) {
			switch {
			case '1' <= c && c <= '8':
				file += int(c - '0')
			case file < 8 && (c == unknown || kindOf(c) != ""):
				p.men[8*i+file] = c
				file++
			default:
				file = 9
			}
		}
		if file != 8 {
			return p, fmt.Errorf("paper: board %q: placement %q: %q is no rank of eight squares", b.Title, b.Placement, rank)
		}
	}
	for _, name := range b.Marked {
		if len(name) != 2 || name[0] < 'a' || name[0] > 'h' || name[1] < '1' || name[1] > '8' {
			return p, fmt.Errorf("paper: board %q: %q is no square that could be marked", b.Title, name)
		}
		p.marked[8*int('8'-name[1])+int(name[0]-'a')] = true
	}
	if !slices.Contains([]string{"", "w", "b"}, b.ToMove) {
		return p, fmt.Errorf("paper: board %q: %q is not who moves: must be w, b or nothing", b.Title, b.ToMove)
	}
	return p, nil
}
