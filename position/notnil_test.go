package position

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/notnil/chess"
)

// A long random walk on which every list of legal moves, and how each is
// written, is that of notnil/chess. Half of the moves are captures, pawn moves,
// castlings or checks where there are any, or the walk would see few of them.
func TestLegalMovesEqualNotnil(t *testing.T) {
	rng, plies := rand.New(rand.NewPCG(7, 7)), amount(20_000, 500_000)
	starts := []string{StartFEN, kiwipete, perftTable[3].fen, perftTable[5].fen, perftTable[7].fen}
	seen := map[string]int{}
	for walked := 0; walked < plies; {
		fen := starts[rng.IntN(len(starts))]
		p, theirs := mustParse(t, fen), notnilPosition(t, fen)
		for range 200 {
			walked++
			moves := p.Legal(nil)
			compareWithNotnil(t, &p, theirs)
			if len(moves) == 0 {
				break
			}
			m := lively(&p, moves, rng)
			seen["castling"] += count(m.IsCastling())
			seen["en passant"] += count(m.IsEnPassant())
			seen["promotion"] += count(m.Promotion() != NoKind)
			seen["check"] += count(p.InCheck(p.Side()))
			theirs = notnilAfter(t, theirs, p.UCI(m))
			p = p.After(m)
		}
	}
	for what, n := range seen {
		if n < plies/1000 {
			t.Errorf("the walk saw only %d of %s", n, what)
		}
	}
}

func count(b bool) int {
	if b {
		return 1
	}
	return 0
}

func lively(p *Position, moves []Move, rng *rand.Rand) Move {
	if i := slices.IndexFunc(moves, Move.IsEnPassant); i >= 0 {
		return moves[i]
	}
	if rng.IntN(2) == 0 {
		for range 10 {
			m := moves[rng.IntN(len(moves))]
			after := p.After(m)
			if p.IsCapture(m) || m.IsCastling() || after.InCheck(after.Side()) || p.At(m.From()).Kind() == Pawn {
				return m
			}
		}
	}
	return moves[rng.IntN(len(moves))]
}

func compareWithNotnil(t *testing.T, p *Position, theirs *chess.Position) {
	t.Helper()
	var got, want []string
	for _, m := range p.Legal(nil) {
		got = append(got, p.UCI(m)+" "+p.SAN(m))
	}
	for _, m := range theirs.ValidMoves() {
		want = append(want, m.String()+" "+chess.AlgebraicNotation{}.Encode(theirs, m))
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Fatalf("%s:\n got %v\nwant %v", p.FEN(), got, want)
	}
	if p.Checkmate() != (theirs.Status() == chess.Checkmate) || p.Stalemate() != (theirs.Status() == chess.Stalemate) {
		t.Fatalf("%s: mate %v, stalemate %v, notnil says %v", p.FEN(), p.Checkmate(), p.Stalemate(), theirs.Status())
	}
}

func notnilPosition(t *testing.T, fen string) *chess.Position {
	t.Helper()
	option, err := chess.FEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	return chess.NewGame(option).Position()
}

func notnilAfter(t *testing.T, p *chess.Position, uci string) *chess.Position {
	t.Helper()
	for _, m := range p.ValidMoves() {
		if m.String() == uci {
			return p.Update(m)
		}
	}
	t.Fatalf("%s is no move of %s", uci, p)
	return nil
}
