package position

import (
	"math/rand/v2"
	"strings"
	"testing"
)

// strictFENs are written as Parse wants them and as FEN writes them.
var strictFENs = []string{
	StartFEN,
	kiwipete,
	"rnbqkbnr/pppp1ppp/8/8/3Pp3/8/PPP1PPPP/RNBQKBNR b KQkq d3 0 3",
	"8/8/8/8/8/8/8/8 w - - 0 1",
	"KKK5/8/8/8/8/8/8/kkkk4 b - - 99 400",
	"P6p/8/8/8/8/8/8/p6P w - - 0 1",
	"QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/8/8/8/8 w - - 0 1",
	"4k3/8/8/8/8/8/8/RR1K4 w B - 0 1",
	"4k3/8/8/8/8/8/8/RR1K2RR w GB - 0 1",
	"r3k1rr/8/8/8/8/8/8/R3KR1R w HAgq - 12 34",
	"bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w KQkq - 2 9",
	"8/8/8/8/8/8/8/8 b - - 99999 99999",
}

func TestFENRoundTrip(t *testing.T) {
	for _, fen := range strictFENs {
		p := mustParse(t, fen)
		want := strings.Replace(fen, "HAgq", "KQgq", 1)
		if got := p.FEN(); got != want {
			t.Errorf("%s is written %s", fen, got)
		}
	}
}

func TestParseRefuses(t *testing.T) {
	for _, c := range []struct{ fen, says string }{
		{"", "six fields"},
		{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0", "six fields"},
		{StartFEN + " ", "six fields"},
		{strings.Replace(StartFEN, " w", "  w", 1), "six fields"},
		{"8/8/8/8/8/8/8 w - - 0 1", "eight ranks"},
		{"8/8/8/8/8/8/8/8/8 w - - 0 1", "too many ranks"},
		{"44/8/8/8/8/8/8/8 w - - 0 1", "written 8/8"},
		{"9/8/8/8/8/8/8/8 w - - 0 1", "no piece"},
		{"7/8/8/8/8/8/8/8 w - - 0 1", "eight squares"},
		{"o7/8/8/8/8/8/8/8 w - - 0 1", "no piece of chess"},
		{"8/8/8/8/8/8/8/8 W - - 0 1", "side to move"},
		{"4k3/8/8/8/8/8/8/4K2R w KQ - 0 1", "Q has no king and rook"},
		{"4k3/8/8/8/8/8/8/3K3R w B - 0 1", "no king and rook"},
		{"4k3/8/8/8/8/8/4K3/7R w K - 0 1", "no king and rook"},
		{"4k3/8/8/8/8/8/8/4KK1R w K - 0 1", "no king and rook"},
		{"4k3/8/8/8/8/8/8/R3K2R w QK - 0 1", "order"},
		{"4k3/8/8/8/8/8/8/R3K2R w KK - 0 1", "order"},
		{"4k3/8/8/8/8/8/8/R3K2R w Kx - 0 1", "no right"},
		{"4k3/8/8/8/8/8/8/R3K2R w  - 0 1", "castling rights"},
		{"4k3/8/8/4P3/8/8/8/4K3 w - d6 0 1", "no pawn"},
		{"4k3/8/8/3pP3/8/8/8/4K3 b - d6 0 1", "no pawn"},
		{"4k3/3p4/8/3pP3/8/8/8/4K3 w - d6 0 1", "no pawn"},
		{"4k3/8/3n4/3pP3/8/8/8/4K3 w - d6 0 1", "no pawn"},
		{"4k3/8/8/3pP3/8/8/8/4K3 w - d9 0 1", "en passant"},
		{"8/8/8/8/8/8/8/8 w - - 00 1", "half-move"},
		{"8/8/8/8/8/8/8/8 w - - -1 1", "half-move"},
		{"8/8/8/8/8/8/8/8 w - - 0 0", "move number"},
		{"8/8/8/8/8/8/8/8 w - - 0 +1", "move number"},
		{"8/8/8/8/8/8/8/8 w - - 0 100000", "move number"},
	} {
		_, err := Parse(c.fen)
		if err == nil {
			t.Errorf("%q was accepted", c.fen)
		} else if !strings.Contains(err.Error(), c.says) {
			t.Errorf("%q: error %q does not say %q", c.fen, err, c.says)
		}
	}
}

func TestParseLoosePutsRight(t *testing.T) {
	for _, c := range []struct{ fen, want string }{
		{"8/8/8/8/8/8/8/8", "8/8/8/8/8/8/8/8 w - - 0 1"},
		{"8/8/8/8/8/8/8/8 b", "8/8/8/8/8/8/8/8 b - - 0 1"},
		{"r3k2r/8/8/8/8/8/8/R3K2R w KQkq -", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"},
		{"  r3k2r/8/8/8/8/8/8/R3K2R   B qkQK - 7", "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 7 1"},
		{"r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"},
		{"r3k2r/8/8/8/8/8/8/R3K2R w -KQ - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R w KQ - 0 1"},
		{"4k3/8/8/8/8/8/8/4K2R w KQkq - 0 1", "4k3/8/8/8/8/8/8/4K2R w K - 0 1"},
		{"4k3/8/8/8/8/8/8/4K2n w K - 0 1", "4k3/8/8/8/8/8/8/4K2n w - - 0 1"},
		{"4k3/8/8/8/8/8/6K1/R7 w KQ - 0 1", "4k3/8/8/8/8/8/6K1/R7 w - - 0 1"},
		{"4k3/8/8/8/8/8/8/R5K1 w KQ - 0 1", "4k3/8/8/8/8/8/8/R5K1 w Q - 0 1"},
		{"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"},
		{"4k3/8/8/8/8/8/8/4K3 w - e3 0 1", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"},
		{"8/8/8/8/8/8/8/8 w - - - 0", "8/8/8/8/8/8/8/8 w - - 0 1"},
		{"8/8/8/8/8/8/8/8 w - - -5 -5", "8/8/8/8/8/8/8/8 w - - 0 1"},
		{"44/8/8/8/8/8/8/8 w - - 0008 123456", "8/8/8/8/8/8/8/8 w - - 8 99999"},
	} {
		p, err := ParseLoose(c.fen)
		if err != nil {
			t.Error(err)
			continue
		}
		if got := p.FEN(); got != c.want {
			t.Errorf("%q is read as %s, want %s", c.fen, got, c.want)
		}
	}
	for _, fen := range []string{"", "x", "8/8/8/8/8/8/8/8 x", "8/8/8/8/8/8/8/8 w Kx", "8/8/8/8/8/8/8/8 w - z9",
		"8/8/8/8/8/8/8/8 w - - half 1", "8/8/8/8/8/8/8/8 w - - 0 1 2", strings.Repeat("8/", 10_000), "8/8/8/8/8/8/8/8 " + strings.Repeat("w", 10_000), "8/8/8/8/8/8/8/8 w " + strings.Repeat("-", 10_000),
		"8/8/8/8/8/8/8/8 w - " + strings.Repeat("-", 10_000), "8/8/8/8/8/8/8/8 w - - " + strings.Repeat("9", 10_000)} {
		if p, err := ParseLoose(fen); err == nil {
			t.Errorf("%q is read as %s", clip(fen), p.FEN())
		} else if len(err.Error()) > 400 {
			t.Errorf("an error of %d bytes", len(err.Error()))
		}
	}
}

// The square is written only where the capture is legal, also where a pawn
// stands beside the one that stepped but is pinned.
func TestFENEnPassant(t *testing.T) {
	for _, c := range []struct{ what, start, move, square string }{
		{"no pawn beside", StartFEN, "e4", "-"},
		{"a pawn beside", "4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1", "e4", "e3"},
		{"a pawn beside, pinned by a bishop", "8/5k2/8/8/2p5/8/B2P4/6K1 w - - 0 1", "d4", "-"},
		{"pinned on the file", "3k4/8/8/8/3p4/8/4P3/3RK3 w - - 0 1", "e4", "-"},
		{"both would leave the rank", "8/8/8/8/k2p3R/8/4P3/4K3 w - - 0 1", "e4", "-"},
		{"in check from elsewhere", "8/8/8/2k5/3p4/8/4P3/2R1K3 w - - 0 1", "e4+", "-"},
		{"in check from the pawn", "8/8/8/3k4/3p4/8/4P3/4K3 w - - 0 1", "e4+", "e3"},
		{"without kings", "8/8/8/8/3p4/8/4P3/8 w - - 0 1", "e4", "e3"},
	} {
		p := mustParse(t, c.start)
		m, err := p.ParseSAN(c.move)
		if err != nil {
			t.Error(err)
			continue
		}
		after := p.After(m)
		if got := after.EnPassant().String(); got != c.square {
			t.Errorf("%s: e.p. square %s, want %s", c.what, got, c.square)
		}
		if got := strings.Fields(after.FEN())[3]; got != c.square {
			t.Errorf("%s: FEN has e.p. square %s, want %s", c.what, got, c.square)
		}
	}
}

func TestFENOfRandomPositions(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	for range 3_000 {
		p := shuffled(rng).WithCounters(rng.IntN(200), 1+rng.IntN(200))
		checkWritten(t, &p)
	}
}

// checkWritten checks that what is written is read as the same position, in
// either way.
func checkWritten(t *testing.T, p *Position) {
	t.Helper()
	fen := p.FEN()
	for name, parse := range map[string]func(string) (Position, error){"Parse": Parse, "ParseLoose": ParseLoose} {
		again, err := parse(fen)
		if err != nil {
			t.Fatalf("%s of what was written: %v", name, err)
		}
		if got := again.FEN(); got != fen {
			t.Fatalf("%s of %s is written %s", name, fen, got)
		}
		if again.Key() != p.Key() || again.Rights() != p.Rights() {
			t.Fatalf("%s of %s is another position", name, fen)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, fen := range strictFENs {
		f.Add(fen)
	}
	f.Fuzz(func(t *testing.T, fen string) {
		if p, err := Parse(fen); err == nil {
			checkWritten(t, &p)
			checkAgainstReference(t, &p)
		}
	})
}

func FuzzParseLoose(f *testing.F) {
	for _, fen := range strictFENs {
		f.Add(fen)
	}
	for _, fen := range []string{"8/8/8/8/8/8/8/8", "r3k2r/8/8/8/8/8/8/R3K2R  b qkQK-ha z9 - 0", "44/8/8/8/8/8/8/8 w HAha e3 -5"} {
		f.Add(fen)
	}
	f.Fuzz(func(t *testing.T, fen string) {
		if p, err := ParseLoose(fen); err == nil {
			checkWritten(t, &p)
			checkAgainstReference(t, &p)
		}
	})
}
