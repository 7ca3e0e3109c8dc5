// Package secondopinion asks notnil/chess whether a ply is legal and how it is
// written, so that every ply of a record is confirmed by rules that others
// wrote. Nothing else touches that library, tests apart.
//
// The library is sound as a generator of legal moves in positions of ordinary
// chess, and misleads elsewhere: it conjures rooks from castling rights that are
// not there, lets kings be captured, takes an untagged mate for stalemate, and
// panics. So it is given only positions that it can judge, made from clean fields
// or from one of these by moves that it listed itself, and shared with nobody;
// only the moves that it lists are looked at; and a panic in it is an error here.
package secondopinion

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math/bits"

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
	return new(Asker).Ask(&p, uci)
}

// Asker asks about the plies of one game. Where a position is the one to which
// the ply asked for before led, the library goes on from its own: its rules
// follow the whole game by themselves, and need not read it anew. The zero value
// is ready.
type Asker struct {
	at *chess.Position // after the last legal ply, nil if there is none
}

// Ask returns whether the ply is legal in the position, and its SAN if it is.
func (a *Asker) Ask(p *position.Position, uci string) (san string, legal bool, err error) {
	move, err := plainMove(p, uci)
	if err != nil {
		return "", false, err
	}
	if why := beyond(p); why != "" {
		return "", false, fmt.Errorf("%w: %s", ErrCannotSay, why)
	}
	err = contain(func() (err error) {
		san, legal, err = a.ask(p, move)
		return err
	})
	if err != nil {
		a.at = nil
		return "", false, err
	}
	return san, legal, nil
}

// ask looks for the move among those that the library lists.
func (a *Asker) ask(p *position.Position, move plain) (san string, legal bool, err error) {
	if !a.stands(p) {
		clean := p.WithCounters(0, 1)
		a.at = new(chess.Position)
		if err := a.at.UnmarshalText([]byte(clean.FEN())); err != nil {
			return "", false, fmt.Errorf("%w on FEN %s: %w", ErrLibrary, clean.FEN(), err)
		}
	}
	for _, m := range a.at.ValidMoves() {
		if m.S1() == move.from && m.S2() == move.to && m.Promo().String() == move.promotion {
			san = chess.AlgebraicNotation{}.Encode(a.at, m)
			a.at = a.at.Update(m)
			return san, true, nil
		}
	}
	return "", false, nil
}

// stands reports whether the library has this position already. It minds squares
// en passant that nobody can use, which is no difference.
func (a *Asker) stands(p *position.Position) bool {
	if a.at == nil || (a.at.Turn() == chess.White) != (p.Side() == observation.White) ||
		a.at.CastleRights().String() != p.Rights().String() || !sameSquare(a.at.EnPassantSquare(), p.EnPassant()) {
		return false
	}
	board, err := a.at.Board().MarshalBinary()
	return err == nil && string(board) == string(appendBoard(make([]byte, 0, len(board)), p))
}

func sameSquare(theirs chess.Square, ours observation.Square) bool {
	return ours == observation.NoSquare || int(theirs) == int(ours)
}

// kinds is the order of pieces in the library's binary form of a board.
var kinds = [...]position.Kind{position.King, position.Queen, position.Rook, position.Bishop, position.Knight, position.Pawn}

// appendBoard writes the placement in the library's binary form: a bit a square,
// a1 first.
func appendBoard(b []byte, p *position.Position) []byte {
	for _, side := range []observation.Side{observation.White, observation.Black} {
		for _, k := range kinds {
			b = binary.BigEndian.AppendUint64(b, bits.Reverse64(uint64(p.Pieces(side, k))))
		}
	}
	return b
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

// plain is a ply as the library writes it.
type plain struct {
	from, to  chess.Square
	promotion string
}

// plainMove reads a ply. Where the king takes its own rook the library says on
// which square the king comes to rest.
func plainMove(p *position.Position, uci string) (plain, error) {
	if len(uci) != 4 && len(uci) != 5 {
		return plain{}, fmt.Errorf("second opinion: want a ply as in e2e4 or e7e8q, not one of %d bytes", len(uci))
	}
	from, errFrom := observation.ParseSquare(uci[:2])
	to, errTo := observation.ParseSquare(uci[2:4])
	if err := errors.Join(errFrom, errTo); err != nil {
		return plain{}, fmt.Errorf("second opinion on ply %q: %w", uci, err)
	}
	king := position.MakePiece(p.Side(), position.King)
	rook := position.MakePiece(p.Side(), position.Rook)
	if len(uci) == 4 && p.At(from) == king && p.At(to) == rook {
		file := 6
		if to < from {
			file = 2
		}
		to = observation.SquareAt(file, from.Rank())
	}
	return plain{chess.Square(from), chess.Square(to), uci[4:]}, nil
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
