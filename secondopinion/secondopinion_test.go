package secondopinion

import (
	"errors"
	"math/rand/v2"
	"os"
	"strings"
	"sync"
	"testing"

	"recorderd/position"
)

// walk plays random plies of ordinary chess from several starts and shows each
// position.
func walk(t testing.TB, plies int, show func(p *position.Position, moves []position.Move, rng *rand.Rand)) {
	t.Helper()
	rng := rand.New(rand.NewPCG(1, 2))
	starts := []string{
		position.StartFEN,
		"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
		"n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
		"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
	}
	for walked := 0; walked < plies; {
		p, err := position.Parse(starts[rng.IntN(len(starts))])
		if err != nil {
			t.Fatal(err)
		}
		for range 100 {
			walked++
			moves := p.Legal(nil)
			if len(moves) == 0 {
				break
			}
			show(&p, moves, rng)
			p = p.After(moves[rng.IntN(len(moves))])
		}
	}
}

func TestAgreesWithPosition(t *testing.T) {
	plies := 4_000
	if os.Getenv("RECORDERD_LONG") != "" {
		plies = 200_000
	}
	walk(t, plies, func(p *position.Position, moves []position.Move, rng *rand.Rand) {
		m := moves[rng.IntN(len(moves))]
		san, legal, err := Ask(p.FEN(), p.UCI(m))
		if want := p.SAN(m); err != nil || !legal || san != want {
			t.Fatalf("%s in %s: %q, legal %v, %v; want %s", p.UCI(m), p.FEN(), san, legal, err, want)
		}
		from, to := position.Square(rng.IntN(64)), position.Square(rng.IntN(64))
		if b := p.Of(p.Side()); rng.IntN(2) == 0 {
			from = b.First()
		}
		uci := from.String() + to.String()
		_, want := p.ParseUCI(uci)
		if _, legal, err := Ask(p.FEN(), uci); err != nil || legal != (want == nil) {
			t.Fatalf("%s in %s: legal %v (%v), want %v", uci, p.FEN(), legal, err, want == nil)
		}
	})
}

// One Asker follows whole games, and finds its way where a game goes on from
// another position.
func TestAGameIsFollowed(t *testing.T) {
	var a Asker
	walk(t, 4_000, func(p *position.Position, moves []position.Move, rng *rand.Rand) {
		m := moves[rng.IntN(len(moves))]
		san, legal, err := a.Ask(p, p.UCI(m))
		if want := p.SAN(m); err != nil || !legal || san != want {
			t.Fatalf("%s in %s: %q, legal %v, %v; want %s", p.UCI(m), p.FEN(), san, legal, err, want)
		}
		after := p.After(m)
		if !a.stands(&after) {
			t.Fatalf("after %s the library stands elsewhere: %s, want %s", p.UCI(m), a.at, after.FEN())
		}
		if rng.IntN(4) == 0 {
			// The same again: the position is no longer the one that it has.
			if san, legal, err := a.Ask(p, p.UCI(m)); err != nil || !legal || san != p.SAN(m) {
				t.Fatalf("asked again: %q, %v, %v", san, legal, err)
			}
		}
		if _, legal, _ := a.Ask(&after, "a1a1"); legal {
			t.Fatal("a1a1 is legal")
		}
	})
}

// The same pieces with other rights, or another pawn that can be captured en
// passant, are another position.
func TestAnotherPositionOfTheSamePieces(t *testing.T) {
	for _, c := range []struct{ before, uci, then, asked string }{
		{"r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "a8b8", "1r2k2r/8/8/8/8/8/8/R3K2R w Qk - 0 1", "e1g1"},
		{"4k3/2p5/8/1P1P4/8/8/8/4K3 b - - 0 1", "c7c5", "4k3/8/8/1PpP4/8/8/8/4K3 b - - 0 1", "c5c4"},
		{"4k3/2p5/8/3P4/8/8/8/4K3 b - - 0 1", "c7c6", "4k3/8/2p5/3P4/8/8/8/4K3 b - - 0 1", "c6d5"},
	} {
		var a Asker
		p, q := parsed(t, c.before), parsed(t, c.then)
		if _, legal, err := a.Ask(&p, c.uci); !legal || err != nil {
			t.Fatalf("%s: %v, %v", c.uci, legal, err)
		}
		_, want, _ := Ask(c.then, c.asked)
		if _, legal, err := a.Ask(&q, c.asked); legal != want || err != nil {
			t.Errorf("%s in %s: legal %v (%v), want %v", c.asked, c.then, legal, err, want)
		}
	}
}

func parsed(t *testing.T, fen string) position.Position {
	t.Helper()
	p, err := position.Parse(fen)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// What the library gets wrong when it is given the position as it comes.
func TestHostilePositions(t *testing.T) {
	const (
		yes    = "legal"
		no     = "not legal"
		silent = "cannot say"
		bad    = "not understood"
	)
	for _, c := range []struct{ what, fen, uci, want string }{
		{"a king that can be taken", "4k3/8/8/8/8/8/8/4R2K w - - 0 1", "e1e8", silent},
		{"kings side by side", "8/8/8/8/8/8/4k3/4K3 w - - 0 1", "e1e2", silent},
		{"an empty board", "8/8/8/8/8/8/8/8 w - - 0 1", "e2e4", silent},
		{"no black king", "8/8/8/8/8/8/4P3/4K3 w - - 0 1", "e2e4", silent},
		{"two white kings", "4k3/8/8/8/8/8/8/K3K3 w - - 0 1", "e1e2", silent},
		{"a pawn on the last rank", "P3k3/8/8/8/8/8/8/4K3 w - - 0 1", "e1e2", silent},
		{"a pawn on the first rank", "4k3/8/8/8/8/8/8/P3K3 w - - 0 1", "a1a2", silent},
		{"Chess960 rights", "4k3/8/8/8/8/8/8/5KR1 w G - 0 1", "f1g1", silent},
		{"a right without a rook", "4k3/8/8/8/8/8/8/4K2R w KQ - 0 1", "e1c1", no},
		{"a right with an enemy knight for a rook", "4k3/8/8/8/8/8/8/4K2n w K - 0 1", "e1g1", no},
		{"rights of a king that went away", "4k3/8/8/8/8/8/6K1/R7 w KQ - 0 1", "e1c1", no},
		{"en passant for the wrong side", "4k3/8/8/8/4P3/8/8/4K3 w - e3 0 1", "e4e3", no},
		{"en passant without a pawn", "4k3/8/8/3P4/8/8/8/4K3 w - e6 0 1", "d5e6", no},
		{"en passant on an occupied square", "4k3/8/4n3/3Pp3/8/8/8/4K3 w - e6 0 1", "d5e6", yes},
		{"rights in another order", "r3k2r/8/8/8/8/8/8/R3K2R w qkQK - 0 1", "e1g1", yes},
		{"rights with a dash", "4k3/8/8/8/8/8/8/R3K2R w -KQ - 0 1", "e1c1", yes},
		{"rights by files", "4k3/8/8/8/8/8/8/R3K2R w HA - 0 1", "e1c1", yes},
		{"castling as king takes rook", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1a1", yes},
		{"king takes another rook", "4k3/8/8/8/8/8/8/R2RK2R w KQ - 0 1", "e1d1", no},
		{"castling out of check", "4k3/8/8/8/4r3/8/8/R3K2R w KQ - 0 1", "e1g1", no},
		{"castling through a bishop", "4k3/8/8/8/8/8/8/4KB1R w K - 0 1", "e1g1", no},
		{"no counters", "4k3/8/8/8/8/8/4P3/4K3 w - -", "e2e4", yes},
		{"counters that no game has", "4k3/8/8/8/8/8/4P3/4K3 w - - 300 0", "e2e4", yes},
		{"a promotion that is not finished", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8", no},
		{"a promotion to a king", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8k", no},
		{"a null move", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e2e2", no},
		{"zeros", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "0000", bad},
		{"no ply", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "", bad},
		{"no FEN", "", "e2e4", bad},
		{"a long FEN", strings.Repeat("8/", 100_000), "e2e4", bad},
	} {
		_, legal, err := Ask(c.fen, c.uci)
		got := no
		switch {
		case errors.Is(err, ErrCannotSay):
			got = silent
		case err != nil:
			got = bad
		case legal:
			got = yes
		}
		if got != c.want {
			t.Errorf("%s: %s is %s (%v), want %s", c.what, c.uci, got, err, c.want)
		}
	}
}

func TestMateIsMate(t *testing.T) {
	san, legal, err := Ask("rnbq1bnr/ppppkppp/8/4p2Q/4P3/8/PPPP1PPP/RNB1KBNR w KQ - 2 3", "h5e5")
	if err != nil || !legal || san != "Qxe5#" {
		t.Errorf("got %q, %v, %v; want Qxe5#", san, legal, err)
	}
}

func TestPanicIsAnError(t *testing.T) {
	err := contain(func() error { panic("index out of range") })
	if !errors.Is(err, ErrLibrary) || !strings.Contains(err.Error(), "index out of range") {
		t.Errorf("got %v", err)
	}
	if err := contain(func() error { return nil }); err != nil {
		t.Errorf("got %v, want none", err)
	}
}

// Many at once, for the race detector: the library's positions cannot even be
// read by two.
func TestAskedByManyAtOnce(t *testing.T) {
	var asking sync.WaitGroup
	for range 8 {
		asking.Go(func() {
			for range 20 {
				if san, legal, err := Ask(position.StartFEN, "g1f3"); san != "Nf3" || !legal || err != nil {
					t.Errorf("got %q, %v, %v", san, legal, err)
				}
			}
		})
	}
	asking.Wait()
}

func FuzzAsk(f *testing.F) {
	f.Add(position.StartFEN, "e2e4")
	f.Add("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1h1")
	f.Add("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6")
	f.Add("n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1", "g2h1n")
	f.Add("P6k/8/8/8/8/8/8/K6p w - - 0 1", "a8a1")
	f.Fuzz(func(t *testing.T, fen, uci string) {
		san, legal, err := Ask(fen, uci)
		if errors.Is(err, ErrLibrary) {
			t.Fatalf("%q %q: %v", fen, uci, err)
		}
		if err != nil {
			return
		}
		p, err := position.ParseLoose(fen)
		if err != nil {
			t.Fatalf("an opinion on %q, which is no FEN", fen)
		}
		m, err := p.ParseUCI(uci)
		if (err == nil) != legal || legal && p.SAN(m) != san {
			t.Fatalf("%s in %s: %q, legal %v; position says %v", uci, p.FEN(), san, legal, err)
		}
	})
}

func BenchmarkAsk(b *testing.B) {
	type ply struct{ fen, uci string }
	var plies []ply
	walk(b, 500, func(p *position.Position, moves []position.Move, rng *rand.Rand) {
		plies = append(plies, ply{p.FEN(), p.UCI(moves[rng.IntN(len(moves))])})
	})
	b.ReportAllocs()
	i := 0
	for b.Loop() {
		q := plies[i%len(plies)]
		i++
		if _, legal, err := Ask(q.fen, q.uci); err != nil || !legal {
			b.Fatal(q, legal, err)
		}
	}
}

// BenchmarkAsker asks about the plies of a game, as a record does.
func BenchmarkAsker(b *testing.B) {
	type ply struct {
		p   position.Position
		uci string
	}
	var plies []ply
	p := position.Start()
	rng := rand.New(rand.NewPCG(3, 4))
	for range 200 {
		moves := p.Legal(nil)
		if len(moves) == 0 {
			break
		}
		m := moves[rng.IntN(len(moves))]
		plies = append(plies, ply{p, p.UCI(m)})
		p = p.After(m)
	}
	b.ReportAllocs()
	var a Asker
	for i := 0; b.Loop(); i++ {
		q := &plies[i%len(plies)]
		if _, legal, err := a.Ask(&q.p, q.uci); err != nil || !legal {
			b.Fatal(q, legal, err)
		}
	}
}
