package position

import (
	"fmt"

	"recorderd/observation"
)

// Move is a move on a board that is known from elsewhere: six bits for each
// square and a kind for what is special. A pawn stands for a capture en
// passant, a king for castling, which is king takes own rook here, and any
// other kind for promotion to it. The zero value is no move.
type Move uint16

func makeMove(from, to Square) Move { return Move(from) | Move(to)<<6 }

func (m Move) special(k Kind) Move { return m | Move(k)<<12 }

func (m Move) kind() Kind { return Kind(m >> 12) }

// From returns the square that the piece leaves.
func (m Move) From() Square { return Square(m & 63) }

// To returns the square where it comes to rest; castling has that of the rook.
func (m Move) To() Square { return Square(m >> 6 & 63) }

// Promotion returns what a pawn becomes, or NoKind.
func (m Move) Promotion() Kind {
	if k := m.kind(); k >= Knight && k <= Queen {
		return k
	}
	return NoKind
}

// IsCastling reports whether the move is castling.
func (m Move) IsCastling() bool { return m.kind() == King }

// IsEnPassant reports whether the move captures en passant.
func (m Move) IsEnPassant() bool { return m.kind() == Pawn }

// Back returns the move from where the piece comes to rest to where it came
// from. It undoes moves of pieces that capture nothing, and no others.
func (m Move) Back() Move { return makeMove(m.To(), m.From()) }

// Castled returns where king and rook stand after castling.
func (m Move) Castled() (king, rook Square) {
	rank := m.From() & 0x38
	if m.To() > m.From() {
		return rank + 6, rank + 5
	}
	return rank + 2, rank + 3
}

// Wing returns to which side a castling goes.
func (m Move) Wing() Wing {
	if m.To() > m.From() {
		return KingSide
	}
	return QueenSide
}

// IsCapture reports whether the move takes something.
func (p *Position) IsCapture(m Move) bool {
	return m.IsEnPassant() || !m.IsCastling() && p.board[m.To()] != Empty
}

// UCI writes a move as engines do: e2e4, e7e8q. Castling is e1g1, and king
// takes own rook in Chess960.
func (p *Position) UCI(m Move) string {
	to := m.To()
	if m.IsCastling() && !p.chess960 {
		to, _ = m.Castled()
	}
	b := make([]byte, 0, 5)
	b = append(append(b, m.From().String()...), to.String()...)
	if k := m.Promotion(); k != NoKind {
		b = append(b, k.Letter()-'A'+'a')
	}
	return string(b)
}

// ParseUCI reads a legal move as engines write it, castling in either form.
func (p *Position) ParseUCI(s string) (Move, error) {
	from, to, promotion, ok := splitUCI(s)
	if !ok {
		return 0, fmt.Errorf("move %q: want two squares, as in e2e4 or e7e8q", clip(s))
	}
	var buffer [MaxMoves]Move
	castling := Move(0)
	for _, m := range p.Legal(buffer[:0]) {
		if m.From() != from || m.Promotion() != promotion {
			continue
		}
		if m.To() == to {
			return m, nil
		}
		if king, _ := m.Castled(); m.IsCastling() && king == to {
			castling = m
		}
	}
	if castling == 0 {
		return 0, fmt.Errorf("move %s is not legal in %s", s, p.FEN())
	}
	return castling, nil
}

func splitUCI(s string) (from, to Square, promotion Kind, ok bool) {
	if len(s) != 4 && len(s) != 5 {
		return NoSquare, NoSquare, NoKind, false
	}
	from, errFrom := observation.ParseSquare(s[:2])
	to, errTo := observation.ParseSquare(s[2:4])
	if len(s) == 5 {
		k, known := kindOf(s[4] - 'a' + 'A')
		if !known {
			return NoSquare, NoSquare, NoKind, false
		}
		promotion = k
	}
	return from, to, promotion, errFrom == nil && errTo == nil
}

// clip keeps an error short when what was read is not.
func clip(s string) string {
	const most = 100
	if len(s) > most {
		return s[:most] + "..."
	}
	return s
}
