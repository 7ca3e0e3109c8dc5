package novag

import (
	"fmt"
	"strings"

	"recorderd/observation"
)

// Move is a finished move as a board writes it.
type Move struct {
	Number   int              // of the move; 0 where the board says none
	Side     observation.Side // NoSide where the board does not say whose it is
	From, To observation.Square
	Promoted observation.Piece // 'q', 'r', 'b' or 'n'; Empty for none

	// How it is written. Nothing is made of these but text.
	Capture, EnPassant, Castling bool
}

// Follows reports whether this is the ply that comes after another one.
func (m Move) Follows(before Move) bool { return m.ply() == before.ply()+1 }

// ply counts half-moves by number and side.
func (m Move) ply() int {
	n := 2 * m.Number
	if m.Side == observation.Black {
		n++
	}
	return n
}

// Same reports whether two lines mean the same ply: number, side and squares.
func (m Move) Same(other Move) bool {
	return m.ply() == other.ply() && m.From == other.From && m.To == other.To && m.Promoted == other.Promoted
}

// Said is the move as the recorder has it.
func (m Move) Said() observation.Said {
	return observation.Said(m.From.String() + m.To.String() + m.Promoted.String())
}

// Files of the king before and after castling.
const (
	kingFile  = 4
	shortFile = 6
	longFile  = 2
)

// ParseMove reads a move: g1-f3, c5xd4, e5xd6ep, d7-d8/N, O-O and O-O-O, and
// without a sign between the squares as the Universal Chess Board writes it.
// Castling needs to know the side; a board that does not say it writes the way of
// the king.
func ParseMove(text string, side observation.Side) (Move, bool) {
	m := Move{Side: side}
	switch text {
	case "O-O":
		return castling(m, shortFile)
	case "O-O-O":
		return castling(m, longFile)
	}
	if len(text) < 4 {
		return m, false
	}
	rest := text[2:]
	m.Capture = rest[0] == 'x'
	if m.Capture || rest[0] == '-' {
		rest = rest[1:]
	}
	if len(rest) < 2 {
		return m, false
	}
	from, err := observation.ParseSquare(text[:2])
	to, errTo := observation.ParseSquare(rest[:2])
	if err != nil || errTo != nil || from == to {
		return m, false
	}
	m.From, m.To = from, to
	return m.suffix(rest[2:])
}

// suffix reads what stands behind the squares.
func (m Move) suffix(text string) (Move, bool) {
	switch strings.ToLower(text) {
	case "":
	case "ep":
		m.EnPassant = true
	case "/q", "/r", "/b", "/n":
		m.Promoted = observation.Piece(strings.ToLower(text)[1])
	default:
		return m, false
	}
	return m, true
}

func castling(m Move, file int) (Move, bool) {
	rank := 0
	switch m.Side {
	case observation.White:
	case observation.Black:
		rank = 7
	default:
		return m, false
	}
	m.Castling = true
	m.From, m.To = observation.SquareAt(kingFile, rank), observation.SquareAt(file, rank)
	return m, true
}

// String is the move as a Citrine writes it.
func (m Move) String() string {
	if m.Castling && m.To.File() == longFile {
		return "O-O-O"
	}
	if m.Castling {
		return "O-O"
	}
	sign := "-"
	if m.Capture {
		sign = "x"
	}
	return m.From.String() + sign + m.To.String() + m.tail()
}

// tail is what stands behind the squares.
func (m Move) tail() string {
	switch {
	case m.Promoted != observation.Empty:
		return "/" + strings.ToUpper(m.Promoted.String())
	case m.EnPassant:
		return "ep"
	}
	return ""
}

// Letters that begin the line of a move.
const (
	made      = 'M'
	takenBack = 'T'
)

// AppendMove appends the line by which a Citrine says that a move was made, or
// was taken back.
func AppendMove(b []byte, m Move, back bool) []byte {
	letter, comma := made, ' '
	if back {
		letter = takenBack
	}
	if m.Side == observation.Black {
		comma = ','
	}
	return fmt.Appendf(b, "%c%4d%c  %s", letter, m.Number, comma, m)
}

// AppendShortMove appends the line by which a Universal Chess Board says that a
// move was made.
func AppendShortMove(b []byte, m Move) []byte {
	return fmt.Appendf(b, "%c%s%s%s", made, m.From, m.To, m.tail())
}
