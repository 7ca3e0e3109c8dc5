package novag

import (
	"strings"

	"recorderd/observation"
)

// Row is one rank of a position, as P answers with it.
type Row struct {
	Rank   int // 0 for the first to 7 for the eighth
	Pieces [8]observation.Piece
	Turn   observation.Side // who is to move, on the last row; NoSide elsewhere
}

// Where things stand in a row: its first cell, and how wide one is.
const (
	firstCell = 3
	cellWidth = 3
	rowEnd    = firstCell + 8*cellWidth // the number of the rank again
)

// parseRow reads a row of a Citrine. What a square holds must be written in both
// of its places.
func parseRow(text string) (Row, bool) {
	r := Row{Rank: int(text[1] - '1'), Turn: observation.NoSide}
	if len(text) <= rowEnd || text[rowEnd] != text[1] {
		return r, false
	}
	switch text[rowEnd+1:] {
	case "":
	case "+":
		r.Turn = observation.White
	case "-":
		r.Turn = observation.Black
	default:
		return r, false
	}
	for file := range r.Pieces {
		at := firstCell + file*cellWidth
		p, ok := parseCell(text[at : at+2])
		if !ok || text[at-1] != ' ' {
			return r, false
		}
		r.Pieces[file] = p
	}
	return r, true
}

// parseCell reads the two characters of a square: the colour, and the piece in
// the case of that colour. Empty squares are blank where they are light.
func parseCell(cell string) (observation.Piece, bool) {
	if cell == "::" || cell == "  " {
		return observation.Empty, true
	}
	p, err := observation.ParsePiece(cell[1:])
	if err != nil || p == observation.Occupied {
		return observation.Empty, false
	}
	return p, cell[0] == colour(p)
}

// colour is the character before a piece.
func colour(p observation.Piece) byte {
	if p >= 'a' {
		return 'b'
	}
	return 'W'
}

// PositionLines returns the lines with which a Citrine answers P.
func PositionLines(pl observation.Placement, turn observation.Side) []string {
	const files = ".  aa bb cc dd ee ff gg hh"
	lines := []string{"Position Board", files}
	for rank := 7; rank >= 0; rank-- {
		name := string(rune('1' + rank))
		row := "." + name
		for file := range 8 {
			row += " " + cellOf(pl, file, rank)
		}
		row += " " + name
		if rank == 0 {
			row += map[observation.Side]string{observation.White: "+", observation.Black: "-"}[turn]
		}
		lines = append(lines, row)
	}
	return append(lines, files)
}

func cellOf(pl observation.Placement, file, rank int) string {
	p := pl[observation.SquareAt(file, rank)]
	switch dark := (file+rank)%2 == 0; {
	case p != observation.Empty:
		return string([]byte{colour(p), byte(p)})
	case dark:
		return "::"
	}
	return "  "
}

// ParseSetUp reads a position as the command pc has it: White's pieces as letter
// and square, then Black's with a b before each, then who is to move. A b is a
// bishop where a square follows, and else says that a black piece does.
func ParseSetUp(text string) (pl observation.Placement, turn observation.Side, ok bool) {
	rest, ok := strings.CutPrefix(text, "pc")
	if !ok {
		return pl, turn, false
	}
	for len(rest) > 1 {
		black := false
		if _, err := observation.ParseSquare(rest[1:min(3, len(rest))]); err != nil && rest[0] == 'b' {
			black, rest = true, rest[1:]
		}
		if len(rest) < 3 || !strings.Contains("pnbrqk", rest[:1]) {
			return pl, turn, false
		}
		sq, err := observation.ParseSquare(rest[1:3])
		if err != nil {
			return pl, turn, false
		}
		pl[sq] = observation.Piece(rest[0])
		if !black {
			pl[sq] -= 'a' - 'A'
		}
		rest = rest[3:]
	}
	if rest == "-" {
		turn = observation.Black
	}
	return pl, turn, rest == "+" || rest == "-"
}

// start is what stands on the board when a game begins.
var start = func() observation.Placement {
	pl, err := observation.ParsePlacement("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR")
	if err != nil {
		panic(err) // it is well formed
	}
	return pl
}()

// Start returns what stands on the board when a game begins.
func Start() observation.Placement { return start }

// After returns what stands on the board after a move. A line names two squares at
// most, so this has to know what else it means: the pawn that is taken en passant,
// and the rook that goes with the king. No more is known of chess here.
func (m Move) After(pl observation.Placement) observation.Placement {
	piece := pl[m.From]
	pl[m.From] = observation.Empty
	fromFile, toFile, rank := m.From.File(), m.To.File(), m.From.Rank()
	switch kind := piece | 0x20; {
	case kind == 'p' && fromFile != toFile && pl[m.To] == observation.Empty:
		pl[observation.SquareAt(toFile, rank)] = observation.Empty
	case kind == 'k' && toFile-fromFile == 2:
		moveRook(&pl, rank, 7, toFile-1)
	case kind == 'k' && fromFile-toFile == 2:
		moveRook(&pl, rank, 0, toFile+1)
	}
	if m.Promoted != observation.Empty {
		piece = m.Promoted - 0x20 + piece&0x20 // in the case of the pawn
	}
	pl[m.To] = piece
	return pl
}

func moveRook(pl *observation.Placement, rank, from, to int) {
	rook := observation.SquareAt(from, rank)
	pl[observation.SquareAt(to, rank)], pl[rook] = pl[rook], observation.Empty
}
