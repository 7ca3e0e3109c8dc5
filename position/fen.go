package position

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"recorderd/observation"
)

// FEN writes the position. The square of a capture en passant is set only where
// one is legal. Castling rights are KQkq, and the letter of a file where the
// rook of the right is not the outermost on its side of the king.
func (p *Position) FEN() string {
	side := " w "
	if p.side == Black {
		side = " b "
	}
	return p.board.String() + side + p.rights.field(&p.board) + " " + p.EnPassant().String() +
		" " + strconv.Itoa(int(p.half)) + " " + strconv.Itoa(int(p.full))
}

func (p *Position) String() string { return p.FEN() }

// Parse reads a FEN strictly: six fields with single spaces, castling rights in
// order that the placement bears out, a square en passant with its pawn, and
// exact counters. The placement itself may be any.
//
// K, Q, k and q mean the outermost rook on that side of the king, wherever it
// stands. A caller who knows that the game is not Chess960 asks Chess960 of
// the result: if it is true, ordinary chess has no such rights.
func Parse(fen string) (Position, error) {
	fields := strings.Split(fen, " ")
	if len(fields) != 6 {
		return Position{}, fmt.Errorf("FEN %q: want six fields with one space between, not %d", clip(fen), len(fields))
	}
	p, err := parseFields(fields, exactly)
	if err != nil {
		return Position{}, fmt.Errorf("FEN %q: %w", clip(fen), err)
	}
	return p, nil
}

// ParseLoose reads a FEN from elsewhere: one to six fields, what is left out
// being White to move, no rights and new counters; castling rights in any order.
// Rights and a square en passant that the placement does not bear out are
// dropped, counters that no game has are put right.
func ParseLoose(fen string) (Position, error) {
	fields := strings.Fields(fen)
	if len(fields) < 1 || len(fields) > 6 {
		return Position{}, fmt.Errorf("FEN %q: want one to six fields, not %d", clip(fen), len(fields))
	}
	p, err := parseFields(append(fields, []string{"w", "-", "-", "0", "1"}[len(fields)-1:]...), loosely)
	if err != nil {
		return Position{}, fmt.Errorf("FEN %q: %w", clip(fen), err)
	}
	return p, nil
}

type strictness bool

const (
	exactly strictness = true
	loosely strictness = false
)

func parseFields(fields []string, how strictness) (Position, error) {
	pl, err := how.placement(fields[0])
	if err != nil {
		return Position{}, err
	}
	side, err := how.side(fields[1])
	if err != nil {
		return Position{}, err
	}
	rights, err := how.rights(fields[2], &pl)
	if err != nil {
		return Position{}, err
	}
	p := FromPlacement(pl, side, rights)
	if err := how.enPassant(fields[3], &p); err != nil {
		return Position{}, err
	}
	half, err := how.counter(fields[4], 0)
	if err != nil {
		return Position{}, fmt.Errorf("half-move counter: %w", err)
	}
	full, err := how.counter(fields[5], 1)
	if err != nil {
		return Position{}, fmt.Errorf("move number: %w", err)
	}
	return p.WithCounters(half, full), nil
}

// longestPlacement is eight ranks of eight pieces.
const longestPlacement = 71

func (how strictness) placement(s string) (Placement, error) {
	if len(s) > longestPlacement {
		return Placement{}, fmt.Errorf("placement of %d characters: eight ranks have at most %d", len(s), longestPlacement)
	}
	seen, err := observation.ParsePlacement(s)
	if err != nil {
		return Placement{}, err
	}
	pl, ok := PlacementOf(seen)
	if !ok {
		return Placement{}, errors.New("\"o\" is no piece of chess")
	}
	if how == exactly && pl.String() != s {
		return Placement{}, fmt.Errorf("placement is written %s", pl)
	}
	return pl, nil
}

func (how strictness) side(s string) (Side, error) {
	if how == loosely {
		s = strings.ToLower(s)
	}
	switch s {
	case "w":
		return White, nil
	case "b":
		return Black, nil
	}
	return NoSide, fmt.Errorf("side to move %q: want w or b", clip(s))
}

// longestRights leaves room for what other programs write, such as "-KQkq".
const longestRights = 16

func (how strictness) rights(s string, pl *Placement) (r Rights, err error) {
	if s == "-" {
		return noRights, nil
	}
	if s == "" || len(s) > longestRights {
		return noRights, fmt.Errorf("castling rights %q: want them as in KQkq, or -", clip(s))
	}
	last := -1
	for i := 0; i < len(s); i++ {
		if how == loosely && s[i] == '-' {
			continue
		}
		side, wing, rook, err := rightOf(s[i], pl)
		if err != nil {
			return noRights, fmt.Errorf("castling rights %q: %w", s, err)
		}
		order := int(side)*2 + int(wing)
		switch {
		case how == exactly && rook == NoSquare:
			return noRights, fmt.Errorf("castling rights %q: %c has no king and rook at home", s, s[i])
		case how == exactly && order <= last:
			return noRights, fmt.Errorf("castling rights %q: not in the order KQkq", s)
		case rook != NoSquare:
			king, _ := homeKing(pl, side)
			r = r.with(side, king.File(), rook.File())
		}
		last = order
	}
	return r, nil
}

// rightOf reads one letter of the rights. A right that the placement does not
// bear out has NoSquare for a rook.
func rightOf(letter byte, pl *Placement) (Side, Wing, Square, error) {
	side, capital := White, letter
	if letter >= 'a' {
		side, capital = Black, letter-'a'+'A'
	}
	wing := KingSide
	switch {
	case capital == 'K' || capital == 'Q':
		if capital == 'Q' {
			wing = QueenSide
		}
		rook, _ := outerRook(pl, side, wing)
		return side, wing, rook, nil
	case capital >= 'A' && capital <= 'H':
		rook := backRank(side) + Square(capital-'A')
		king, ok := homeKing(pl, side)
		if rook < king {
			wing = QueenSide
		}
		if !ok || pl[rook] != MakePiece(side, Rook) {
			rook = NoSquare
		}
		return side, wing, rook, nil
	}
	return NoSide, wing, NoSquare, fmt.Errorf("%q is no right", letter)
}

func (how strictness) enPassant(s string, p *Position) error {
	if s == "-" {
		return nil
	}
	at, err := observation.ParseSquare(s)
	if err != nil {
		return fmt.Errorf("square en passant: %q is no square", clip(s))
	}
	if !p.steppedOver(at) {
		if how == exactly {
			return fmt.Errorf("square en passant %s: no pawn just stepped over it", s)
		}
		return nil
	}
	if pawnAttacks[p.side^1][at&63]&p.Pieces(p.side, Pawn) != 0 {
		p.passed = at
	}
	return nil
}

// steppedOver reports whether the last move can have been a pawn's step of two
// squares over this one.
func (p *Position) steppedOver(at Square) bool {
	rank, back := 5, at+8
	if p.side == Black {
		rank, back = 2, at-8
	}
	return at.Rank() == rank && p.board[at] == Empty && p.board[back&63] == Empty &&
		p.board[behind(at, p.side)] == MakePiece(p.side.Other(), Pawn)
}

func (how strictness) counter(s string, least int) (int, error) {
	if how == loosely && s == "-" {
		return least, nil
	}
	n, err := strconv.Atoi(s)
	if err != nil {
		return least, fmt.Errorf("%q is no number", clip(s))
	}
	if how == exactly && (n < least || n > maxCounter || strconv.Itoa(n) != s) {
		return least, fmt.Errorf("%q: want %d to %d", clip(s), least, maxCounter)
	}
	return n, nil
}
