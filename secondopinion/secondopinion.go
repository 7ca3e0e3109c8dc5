// Package secondopinion asks notnil/chess whether a ply is legal and how it is
// written, so that every ply of a record is confirmed by rules that others
// wrote. Nothing else touches that library, tests apart.
//
// The library is sound as a generator of legal moves in positions of ordinary
// chess, and misleads elsewhere: it conjures rooks from castling rights that are
// not there, lets kings be captured, takes an untagged mate for stalemate, and
// panics. So it is given only positions that it can judge, made anew from clean
// fields each time and shared with nobody; only the moves that it lists itself
// are looked at; and a panic in it is an error here.
package secondopinion

import (
	"errors"
	"fmt"

	"github.com/notnil/chess"

	"recorderd/observation"
	"recorderd/position"
)

var (
	// ErrCannotSay is in every error about a position that the library has no
	// rules for. It says nothing about the ply.
	ErrCannotSay = errors.New("no second opinion")

	// ErrLibrary is in every error that the library made by itself.
	ErrLibrary = errors.New("notnil/chess failed")
)

// Ask returns whether the ply is legal in the position, and its SAN if it is.
// The FEN may come from anywhere; the ply is in UCI, castling in either form.
func Ask(fen, uci string) (san string, legal bool, err error) {
	p, err := position.ParseLoose(fen)
	if err != nil {
		return "", false, fmt.Errorf("second opinion: %w", err)
	}
	move, err := plainMove(&p, uci)
	if err != nil {
		return "", false, err
	}
	if why := beyond(&p); why != "" {
		return "", false, fmt.Errorf("%w: %s", ErrCannotSay, why)
	}
	clean := p.WithCounters(0, 1)
	err = contain(func() (err error) {
		san, legal, err = ask(clean.FEN(), move)
		return err
	})
	if err != nil {
		return "", false, err
	}
	return san, legal, nil
}

// ask looks for the move among those that the library lists.
func ask(fen, uci string) (san string, legal bool, err error) {
	var p chess.Position
	if err := p.UnmarshalText([]byte(fen)); err != nil {
		return "", false, fmt.Errorf("%w on FEN %s: %w", ErrLibrary, fen, err)
	}
	for _, m := range p.ValidMoves() {
		if m.String() == uci {
			return chess.AlgebraicNotation{}.Encode(&p, m), true, nil
		}
	}
	return "", false, nil
}

// contain turns a panic of the library into an error: it must not end a
// recording.
func contain(call func() error) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("%w: panic: %v", ErrLibrary, r)
		}
	}()
	return call()
}

// plainMove returns the ply as the library writes it: where the king takes its
// own rook it says on which square the king comes to rest.
func plainMove(p *position.Position, uci string) (string, error) {
	if len(uci) != 4 && len(uci) != 5 {
		return "", fmt.Errorf("second opinion: want a ply as in e2e4 or e7e8q, not one of %d bytes", len(uci))
	}
	from, errFrom := observation.ParseSquare(uci[:2])
	to, errTo := observation.ParseSquare(uci[2:4])
	if err := errors.Join(errFrom, errTo); err != nil {
		return "", fmt.Errorf("second opinion on ply %q: %w", uci, err)
	}
	king := position.MakePiece(p.Side(), position.King)
	rook := position.MakePiece(p.Side(), position.Rook)
	if len(uci) == 5 || p.At(from) != king || p.At(to) != rook {
		return uci, nil
	}
	file := 6
	if to < from {
		file = 2
	}
	return uci[:2] + observation.SquareAt(file, from.Rank()).String(), nil
}

const endRanks = position.Bitboard(0xff000000000000ff)

// beyond says why the library has no rules for a position, or nothing.
func beyond(p *position.Position) string {
	us, them := p.Side(), p.Side().Other()
	switch {
	case p.Pieces(us, position.King).Count() != 1 || p.Pieces(them, position.King).Count() != 1:
		return "there is not one king on each side"
	case p.InCheck(them):
		return "the side that is not to move is in check"
	case p.Chess960():
		return "castling in Chess960"
	case (p.Pieces(us, position.Pawn)|p.Pieces(them, position.Pawn))&endRanks != 0:
		return "there is a pawn on the first or the last rank"
	}
	return ""
}
