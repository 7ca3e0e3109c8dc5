package observation

import "fmt"

// Square numbers the squares as the board does when it is not turned: a1 is 0,
// b1 is 1, h8 is 63.
type Square uint8

// NoSquare is no square at all.
const NoSquare Square = 64

// SquareAt returns the square of a file and a rank, both 0 to 7.
func SquareAt(file, rank int) Square { return Square(rank*8 + file) }

// ParseSquare reads "a1" to "h8".
func ParseSquare(s string) (Square, error) {
	if len(s) != 2 || s[0] < 'a' || s[0] > 'h' || s[1] < '1' || s[1] > '8' {
		return NoSquare, fmt.Errorf("%q is no square: want a1 to h8", s)
	}
	return SquareAt(int(s[0]-'a'), int(s[1]-'1')), nil
}

// File returns 0 for the a-file to 7 for the h-file.
func (s Square) File() int { return int(s & 7) }

// Rank returns 0 for the first rank to 7 for the eighth.
func (s Square) Rank() int { return int(s >> 3) }

// Turned returns the square as it is called from the other side of the table.
func (s Square) Turned() Square { return 63 - s }

func (s Square) String() string {
	if s >= NoSquare {
		return "-"
	}
	return string([]byte{'a' + byte(s.File()), '1' + byte(s.Rank())})
}

// Piece is what a sensor says of a square: a FEN letter, Occupied from a board
// that cannot tell, or Empty.
type Piece byte

const (
	Empty    Piece = 0
	Occupied Piece = 'o'
)

// ParsePiece reads what stands in "piece": a FEN letter, "o", or nothing.
func ParsePiece(s string) (Piece, error) {
	if s == "" {
		return Empty, nil
	}
	if len(s) == 1 {
		if p := Piece(s[0]); p.valid() {
			return p, nil
		}
	}
	return Empty, fmt.Errorf("%q is no piece: want a FEN letter, \"o\" or nothing", s)
}

func (p Piece) valid() bool {
	switch p {
	case 'P', 'N', 'B', 'R', 'Q', 'K', 'p', 'n', 'b', 'r', 'q', 'k', Occupied:
		return true
	}
	return false
}

func (p Piece) String() string {
	if p == Empty {
		return ""
	}
	return string(rune(p))
}

// Side is one of the two players, or neither.
type Side uint8

const (
	White Side = iota
	Black
	NoSide
)

// Other returns the opponent; NoSide has none and is returned as it is.
func (s Side) Other() Side {
	switch s {
	case White:
		return Black
	case Black:
		return White
	}
	return NoSide
}

// ParseSide reads "white" or "black".
func ParseSide(s string) (Side, error) {
	switch s {
	case "white":
		return White, nil
	case "black":
		return Black, nil
	}
	return NoSide, fmt.Errorf("%q is no side: want white or black", s)
}

func (s Side) String() string {
	switch s {
	case White:
		return "white"
	case Black:
		return "black"
	}
	return "none"
}

// Flag says whose flag a clock shows as fallen.
type Flag uint8

const (
	FlagNone  Flag = 0
	FlagWhite Flag = 1
	FlagBlack Flag = 2
	FlagBoth  Flag = 3
)

// Fallen reports whether the flag of this side is down.
func (f Flag) Fallen(s Side) bool {
	return s == White && f&FlagWhite != 0 || s == Black && f&FlagBlack != 0
}

func parseFlag(s string) (Flag, error) {
	switch s {
	case "none", "":
		return FlagNone, nil
	case "white":
		return FlagWhite, nil
	case "black":
		return FlagBlack, nil
	case "both":
		return FlagBoth, nil
	}
	return FlagNone, fmt.Errorf("%q is no flag: want none, white, black or both", s)
}

func (f Flag) String() string {
	return [...]string{"none", "white", "black", "both"}[f&3]
}

// Placement is what stands on all 64 squares, by Square.
type Placement [64]Piece

// ParsePlacement reads the first field of a FEN, in which "o" is a piece too.
func ParsePlacement(s string) (Placement, error) {
	var pl Placement
	file, rank := 0, 7
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '/':
			if file != 8 || rank == 0 {
				return pl, fmt.Errorf("placement %q: rank %d has not eight squares or there are too many ranks", s, rank+1)
			}
			file, rank = 0, rank-1
		case c >= '1' && c <= '8':
			file += int(c - '0')
		case Piece(c).valid():
			if file < 8 {
				pl[SquareAt(file, rank)] = Piece(c)
			}
			file++
		default:
			return pl, fmt.Errorf("placement %q: %q is no piece", s, c)
		}
		if file > 8 {
			return pl, fmt.Errorf("placement %q: rank %d has more than eight squares", s, rank+1)
		}
	}
	if file != 8 || rank != 0 {
		return pl, fmt.Errorf("placement %q: want eight ranks of eight squares", s)
	}
	return pl, nil
}

// String writes the first field of a FEN.
func (pl Placement) String() string {
	b := make([]byte, 0, 72)
	for rank := 7; rank >= 0; rank-- {
		empty := byte(0)
		for file := 0; file < 8; file++ {
			p := pl[SquareAt(file, rank)]
			if p == Empty {
				empty++
				continue
			}
			if empty > 0 {
				b = append(b, '0'+empty)
				empty = 0
			}
			b = append(b, byte(p))
		}
		if empty > 0 {
			b = append(b, '0'+empty)
		}
		if rank > 0 {
			b = append(b, '/')
		}
	}
	return string(b)
}

// Differing returns on how many squares the placements differ.
func (pl Placement) Differing(other Placement) (n int) {
	for s := range pl {
		if pl[s] != other[s] {
			n++
		}
	}
	return n
}

// Turned returns the placement as it is seen from the other side of the table.
func (pl Placement) Turned() Placement {
	var t Placement
	for s, p := range pl {
		t[Square(s).Turned()] = p
	}
	return t
}

// MarshalText writes "white", "black" or "none".
func (s Side) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText reads what MarshalText writes.
func (s *Side) UnmarshalText(b []byte) (err error) {
	if string(b) == "none" {
		*s = NoSide
		return nil
	}
	*s, err = ParseSide(string(b))
	return err
}

// IsZero reports whether it is neither side, which a line leaves out.
func (s Side) IsZero() bool { return s == NoSide }
