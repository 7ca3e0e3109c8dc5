package position

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

// moveList writes the legal moves, castling as king takes own rook, sorted.
func moveList(p *Position) (list []string) {
	q := *p
	q.SetChess960(true)
	for _, m := range q.Legal(nil) {
		list = append(list, q.UCI(m))
	}
	slices.Sort(list)
	return list
}

func referenceList(r *reference) (list []string) {
	for _, m := range r.legal() {
		list = append(list, m.uci())
	}
	slices.Sort(list)
	return list
}

// checkAgainstReference compares the moves, and every position after one.
func checkAgainstReference(t *testing.T, p *Position) {
	t.Helper()
	r := referenceOf(p)
	if got, want := moveList(p), referenceList(r); !slices.Equal(got, want) {
		t.Fatalf("%s:\n got %v\nwant %v", p.FEN(), got, want)
	}
	if got, want := p.HasLegal(), len(r.legal()) > 0; got != want {
		t.Fatalf("%s: has a legal move: %v, want %v", p.FEN(), got, want)
	}
	for _, side := range []Side{White, Black} {
		if got, want := p.InCheck(side), r.kingAttacked(side == White); got != want {
			t.Fatalf("%s: %v in check: %v, want %v", p.FEN(), side, got, want)
		}
	}
	afterwards := map[string]string{}
	for _, m := range r.legal() {
		afterwards[m.uci()] = r.after(m).same()
	}
	before := *p
	q := *p
	q.SetChess960(true)
	for _, m := range p.Legal(nil) {
		after := p.After(m)
		if got, want := referenceOf(&after).same(), afterwards[q.UCI(m)]; got != want {
			t.Fatalf("%s after %s:\n got %s\nwant %s", p.FEN(), q.UCI(m), got, want)
		}
		checkConsistent(t, &after)
	}
	if *p != before {
		t.Fatalf("%s was changed by looking ahead", before.FEN())
	}
}

// checkConsistent compares the bitboards with the squares, and with what a
// position made anew would have.
func checkConsistent(t *testing.T, p *Position) {
	t.Helper()
	fresh := FromPlacement(p.board, p.side, p.rights)
	fresh.half, fresh.full, fresh.passed, fresh.chess960 = p.half, p.full, p.passed, p.chess960
	if *p != fresh {
		t.Fatalf("%s: kept %+v, made anew %+v", p.FEN(), *p, fresh)
	}
}

func TestLegalMovesOfAnyPlacement(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for range amount(2_000, 50_000) {
		p := shuffled(rng)
		checkAgainstReference(t, &p)
	}
}

func TestLegalMovesOnRandomWalks(t *testing.T) {
	rng, plies := rand.New(rand.NewPCG(2, 2)), amount(3_000, 100_000)
	for walked := 0; walked < plies; {
		p := randomChess960(t, rng)
		if rng.IntN(3) == 0 {
			p = shuffled(rng)
		}
		for range 80 {
			walked++
			checkAgainstReference(t, &p)
			moves := p.Legal(nil)
			if len(moves) == 0 {
				break
			}
			p = p.After(moves[rng.IntN(len(moves))])
		}
	}
}

func TestLegalOnOddPlacements(t *testing.T) {
	for _, c := range []struct {
		what, fen string
		want      []string
	}{
		{"an empty board has no moves", "8/8/8/8/8/8/8/8 w - - 0 1", nil},
		{"without a king nothing is pinned", "4r3/8/8/8/8/8/4P3/8 w - - 0 1", []string{"e2e3", "e2e4"}},
		{"a king is never captured", "4k3/8/8/8/8/8/8/4R2K w - - 0 1",
			[]string{"e1a1", "e1b1", "e1c1", "e1d1", "e1e2", "e1e3", "e1e4", "e1e5", "e1e6", "e1e7", "e1f1", "e1g1", "h1g1", "h1g2", "h1h2"}},
		{"all kings are guarded", "k7/8/8/8/K7/8/1r6/1r5K w - - 0 1", nil},
		{"a move may answer a check to either king", "k7/8/8/8/K3r3/8/6P1/3R3K w - - 0 1", []string{"a4a3", "a4a5", "a4b3", "a4b5", "d1d4"}},
		{"a pawn on its first rank steps one square", "7k/8/8/8/8/8/8/P6K w - - 0 1", []string{"a1a2", "h1g1", "h1g2", "h1h2"}},
		{"a pawn on the last rank stays", "P6k/8/8/8/8/8/8/7K w - - 0 1", []string{"h1g1", "h1g2", "h1h2"}},
		{"a black pawn on the last rank stays and attacks nothing", "7k/8/8/8/8/8/8/p5pK w - - 0 1", []string{"h1g1", "h1g2", "h1h2"}},
		{"three checkers leave king moves", "4k3/8/8/4r3/8/3n4/4P3/1b2K3 w - - 0 1", []string{"e1d1", "e1d2", "e1f1"}},
	} {
		p := mustParse(t, c.fen)
		checkAgainstReference(t, &p)
		if got := moveList(&p); !slices.Equal(got, c.want) {
			t.Errorf("%s: %s: got %v, want %v", c.what, c.fen, got, c.want)
		}
	}
}

func TestCastling(t *testing.T) {
	for _, c := range []struct {
		what, fen string
		castles   []string
	}{
		{"both wings", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", []string{"O-O", "O-O-O"}},
		{"not out of check", "4k3/8/8/8/4r3/8/8/R3K2R w KQ - 0 1", nil},
		{"not over an attacked square", "4k3/8/8/8/5r2/8/8/R3K2R w KQ - 0 1", []string{"O-O-O"}},
		{"not onto an attacked square", "4k3/8/8/8/6r1/8/8/R3K2R w KQ - 0 1", []string{"O-O-O"}},
		{"the rook may be attacked", "4k3/8/8/8/7r/8/8/R3K2R w KQ - 0 1", []string{"O-O", "O-O-O"}},
		{"the rook may pass an attacked square", "4k3/8/8/8/1r6/8/8/R3K2R w KQ - 0 1", []string{"O-O", "O-O-O"}},
		{"b1 must be empty", "4k3/8/8/8/8/8/8/RN2K2R w KQ - 0 1", []string{"O-O"}},
		{"without a right", "4k3/8/8/8/8/8/8/R3K2R w - - 0 1", nil},
		{"Chess960, king and rook change places", "4k3/8/8/8/8/8/8/5KR1 w G - 0 1", []string{"O-O"}},
		{"Chess960, the king stays", "4k3/8/8/8/8/8/8/6KR w H - 0 1", []string{"O-O"}},
		{"Chess960, the rook stays", "4k3/8/8/8/8/8/8/3RK3 w D - 0 1", []string{"O-O-O"}},
		{"Chess960, the rook uncovers check along the rank", "4k3/8/8/8/8/8/8/rR1K4 w B - 0 1", nil},
		{"Chess960, and does not where it stands between", "4k3/8/8/8/8/8/8/1R1K3r w B - 0 1", nil},
		{"Chess960, inner rook past the outer", "4k3/8/8/8/8/8/8/RR1K4 w B - 0 1", []string{"O-O-O"}},
		{"Chess960, outer rook behind the inner", "4k3/8/8/8/8/8/8/RR1K4 w A - 0 1", nil},
		{"Chess960, knight on the king's last square", "4k3/8/8/8/8/8/8/1K1R2N1 w D - 0 1", nil},
	} {
		p := mustParse(t, c.fen)
		checkAgainstReference(t, &p)
		var got []string
		for _, m := range p.Legal(nil) {
			if m.IsCastling() {
				got = append(got, p.SAN(m))
			}
		}
		if !slices.Equal(got, c.castles) {
			t.Errorf("%s: %s: castles %v, want %v", c.what, c.fen, got, c.castles)
		}
	}
}

func TestNothingIsAllocated(t *testing.T) {
	p := mustParse(t, kiwipete)
	buffer := make([]Move, 0, MaxMoves)
	move := p.Legal(nil)[0]
	for name, f := range map[string]func(){
		"Legal":  func() { buffer = p.Legal(buffer[:0]) },
		"After":  func() { _ = p.After(move) },
		"Key":    func() { _ = p.Key() },
		"Has":    func() { _ = p.HasLegal() },
		"Checks": func() { _ = p.Checkmate() },
	} {
		if got := testing.AllocsPerRun(100, f); got != 0 {
			t.Errorf("%s allocates %v times", name, got)
		}
	}
}

// Walking a game forth and back, every position is what it was.
func TestUndoWalk(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	for range 20 {
		p := randomChess960(t, rng)
		var positions []Position
		var written []string
		for range 150 {
			positions = append(positions, p)
			written = append(written, fmt.Sprint(p.FEN(), p.Key(), moveList(&p)))
			moves := p.Legal(nil)
			if len(moves) == 0 {
				break
			}
			p = p.After(moves[rng.IntN(len(moves))])
		}
		for i := len(positions) - 1; i >= 0; i-- {
			q := &positions[i]
			if got := fmt.Sprint(q.FEN(), q.Key(), moveList(q)); got != written[i] {
				t.Fatalf("ply %d is now %s, was %s", i, got, written[i])
			}
		}
	}
}
