package position

import "testing"

func TestChess960Starts(t *testing.T) {
	for n, want := range map[int]string{
		0:   "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1",
		518: StartFEN,
		959: "rkrnnqbb/pppppppp/8/8/8/8/PPPPPPPP/RKRNNQBB w KQkq - 0 1",
	} {
		if got, err := Chess960FEN(n); err != nil || got != want {
			t.Errorf("start %d is %s (%v), want %s", n, got, err, want)
		}
	}
	for _, n := range []int{-1, 960} {
		if fen, err := Chess960FEN(n); err == nil {
			t.Errorf("start %d is %s", n, fen)
		}
	}
}

func TestChess960StartsAreAllThereAre(t *testing.T) {
	seen := map[string]bool{}
	for n := range 960 {
		fen, err := Chess960FEN(n)
		if err != nil {
			t.Fatal(err)
		}
		p := mustParse(t, fen)
		if got := p.FEN(); got != fen {
			t.Errorf("start %d: %s is written %s", n, fen, got)
		}
		if p.Pieces(White, Bishop)&darkSquares == 0 || p.Pieces(White, Bishop)&^darkSquares == 0 {
			t.Errorf("start %d: %s has bishops on one colour", n, fen)
		}
		for _, s := range []Side{White, Black} {
			for _, w := range []Wing{KingSide, QueenSide} {
				if _, ok := p.Rights().Rook(s, w); !ok {
					t.Errorf("start %d: %s: the king does not stand between the rooks", n, fen)
				}
			}
		}
		seen[fen] = true
	}
	if len(seen) != 960 {
		t.Errorf("%d different starts, want 960", len(seen))
	}
}

func TestStartPositionsAreKnownByTheirFEN(t *testing.T) {
	for _, n := range []int{0, 1, 518, 959} {
		fen, err := Chess960FEN(n)
		if err != nil {
			t.Fatal(err)
		}
		if got, ok := Chess960Number(fen); got != n || !ok {
			t.Errorf("%s is start position %d, %v; want %d", fen, got, ok, n)
		}
	}
	if n, ok := Chess960Number("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"); ok {
		t.Errorf("after 1. e4 it is start position %d", n)
	}
}
