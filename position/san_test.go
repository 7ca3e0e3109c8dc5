package position

import (
	"bufio"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
)

func TestSAN(t *testing.T) {
	for _, c := range []struct{ fen, uci, want string }{
		{StartFEN, "e2e4", "e4"},
		{StartFEN, "g1f3", "Nf3"},
		{"4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", "exd5"},
		{"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "exd6"},
		{"k7/8/8/8/8/8/8/1N3N1K w - - 0 1", "b1d2", "Nbd2"},
		{"k7/8/8/5N2/8/8/8/5N1K w - - 0 1", "f1e3", "N1e3"},
		{"k7/8/8/8/Q2Q4/8/8/3Q3K w - - 0 1", "d4a1", "Qd4a1+"},
		{"7k/8/8/8/Q6Q/8/8/7K w - - 0 1", "a4d1", "Qd1+"},
		{"k7/8/8/8/4Q2Q/8/8/K6Q w - - 0 1", "h4e1", "Qh4e1+"},
		{"7k/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1", "g1e2", "Ne2"},
		{"4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", "a8=Q+"},
		{"1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7b8n", "axb8=N"},
		{"4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1", "O-O"},
		{"3k4/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1c1", "O-O-O+"},
		{"6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "a1a8", "Ra8#"},
		{"7k/8/8/8/8/8/8/K3K3 w - - 0 1", "e1d2", "Kd2"},
		{"7k/8/8/8/8/8/8/K1K5 w - - 0 1", "c1b1", "Kcb1"},
		{"8/8/8/8/8/8/8/R7 w - - 0 1", "a1a8", "Ra8"},
	} {
		p := mustParse(t, c.fen)
		m, err := p.ParseUCI(c.uci)
		if err != nil {
			t.Error(err)
			continue
		}
		if got := p.SAN(m); got != c.want {
			t.Errorf("%s in %s is written %s, want %s", c.uci, c.fen, got, c.want)
		}
		if got := p.UCI(m); got != c.uci {
			t.Errorf("%s in %s is written %s by UCI", c.uci, c.fen, got)
		}
	}
}

func TestParseSANIsTolerant(t *testing.T) {
	const (
		castles  = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
		promotes = "1n5k/P7/8/8/8/8/8/4K3 w - - 0 1"
		passing  = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1"
		knights  = "k7/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1"
		takes    = "4k3/8/8/3p4/4P3/8/8/4K2B w - - 0 1"
	)
	for _, c := range []struct{ fen, written, want string }{
		{castles, "0-0", "e1g1"}, {castles, "0-0-0", "e1c1"}, {castles, "o-o!", "e1g1"},
		{castles, "O-O+", "e1g1"}, {castles, "O-O-O#", "e1c1"}, {castles, "e1g1", "e1g1"}, {castles, "e1h1", "e1g1"},
		{promotes, "a8Q", "a7a8q"}, {promotes, "a8=Q+", "a7a8q"}, {promotes, "a8(N)", "a7a8n"},
		{promotes, "a8/R", "a7a8r"}, {promotes, "a7a8b", "a7a8b"}, {promotes, "ab8=Q", "a7b8q"},
		{promotes, "a7xb8=q!!", "a7b8q"}, {promotes, "b8=Q", "a7b8q"}, {promotes, "a7-a8=Q", "a7a8q"},
		{passing, "exd6 e.p.", "e5d6"}, {passing, "ed6", "e5d6"}, {passing, "exd6e.p.+", "e5d6"}, {passing, "e5xd6ep", "e5d6"},
		{knights, "Ne2", "g1e2"}, {knights, "Nge2", "g1e2"}, {knights, "N1e2", "g1e2"}, {knights, "Ng1e2", "g1e2"},
		{knights, "Ng1-e2", "g1e2"}, {knights, "♘e2?!", "g1e2"}, {knights, "♞ge2", "g1e2"}, {knights, "g1e2", "g1e2"},
		{takes, "e4xd5", "e4d5"}, {takes, "e:d5", "e4d5"}, {takes, "exd5+", "e4d5"}, {takes, "Pexd5", "e4d5"}, {takes, "d5", "e4d5"},
		{takes, "e5", "e4e5"}, {takes, "e4-e5", "e4e5"}, {takes, " e5 ", "e4e5"}, {takes, "♙e5", "e4e5"}, {takes, "e5++", "e4e5"},
		{takes, "Bg2 mate", "h1g2"}, {takes, "Bxg2", "h1g2"},
	} {
		p := mustParse(t, c.fen)
		m, err := p.ParseSAN(c.written)
		if err != nil {
			t.Error(err)
			continue
		}
		if got := p.UCI(m); got != c.want {
			t.Errorf("%q in %s is read as %s, want %s", c.written, c.fen, got, c.want)
		}
	}
}

func TestParseSANRefuses(t *testing.T) {
	for _, c := range []struct{ fen, written, says string }{
		{StartFEN, "", "not understood"},
		{StartFEN, "e", "not understood"},
		{StartFEN, "e9", "not understood"},
		{StartFEN, "Xe4", "not understood"},
		{StartFEN, "NNf3", "not understood"},
		{StartFEN, strings.Repeat("e", 1000), "not understood"},
		{StartFEN, "--", "not understood"},
		{StartFEN, "e5", "not legal"},
		{StartFEN, "O-O", "not legal"},
		{StartFEN, "Nd2", "not legal"},
		{StartFEN, "f3g1", "not legal"},
		{StartFEN, "e4=Q", "not legal"},
		{"k7/8/8/8/8/8/8/1N3N1K w - - 0 1", "Nd2", "Nbd2 or Nfd2"},
		{"7k/P7/8/8/8/8/8/K7 w - - 0 1", "a8", "not legal"},
		{"7k/P7/8/8/8/8/8/K7 w - - 0 1", "a8=K", "not understood"},
		{"4k3/8/8/8/8/8/4r3/4K3 w - - 0 1", "Kd2", "not legal"},
	} {
		p := mustParse(t, c.fen)
		if m, err := p.ParseSAN(c.written); err == nil {
			t.Errorf("%q in %s is read as %s", c.written, c.fen, p.UCI(m))
		} else if !strings.Contains(err.Error(), c.says) || len(err.Error()) > 300 {
			t.Errorf("%q in %s: error %q, want it to say %q", c.written, c.fen, err, c.says)
		}
	}
}

func TestUCIOfCastling(t *testing.T) {
	p := mustParse(t, "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1")
	for _, c := range []struct {
		chess960      bool
		read, written string
	}{
		{false, "e1g1", "e1g1"}, {false, "e1h1", "e1g1"}, {true, "e1g1", "e1h1"}, {true, "e1a1", "e1a1"},
	} {
		p.SetChess960(c.chess960)
		m, err := p.ParseUCI(c.read)
		if err != nil {
			t.Error(err)
			continue
		}
		if got := p.UCI(m); got != c.written || !m.IsCastling() {
			t.Errorf("%s with Chess960 %v is written %s, want %s", c.read, c.chess960, got, c.written)
		}
	}
	p = mustParse(t, "4k3/8/8/8/8/8/8/5KR1 w G - 0 1")
	for read, castling := range map[string]bool{"f1g1": true, "f1e1": false, "f1g2": false} {
		m, err := p.ParseUCI(read)
		if err != nil || m.IsCastling() != castling {
			t.Errorf("%s with the rook on g1: castling %v (%v), want %v", read, m.IsCastling(), err, castling)
		}
	}
	for _, s := range []string{"", "e1", "e1e9", "e1g1x", "f1g1q", "f1f1", "0000", "f1g1qq", strings.Repeat("x", 1000)} {
		if m, err := p.ParseUCI(s); err == nil {
			t.Errorf("%q is read as %s", clip(s), p.UCI(m))
		}
	}
}

// Every legal move of random positions is written so that it is read as itself.
func TestSANIsUnambiguous(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 6))
	for range 300 {
		p := shuffled(rng)
		checkMovesWritten(t, &p)
	}
}

func checkMovesWritten(t *testing.T, p *Position) {
	t.Helper()
	seen := map[string]bool{}
	for _, m := range p.Legal(nil) {
		san := p.SAN(m)
		if again, err := p.ParseSAN(san); err != nil || again != m {
			t.Fatalf("%s in %s is read as %s (%v)", san, p.FEN(), p.UCI(again), err)
		}
		if again, err := p.ParseUCI(p.UCI(m)); err != nil || again != m && p.Chess960() {
			t.Fatalf("%s in %s is read as %s (%v)", p.UCI(m), p.FEN(), p.UCI(again), err)
		}
		if seen[san] {
			t.Fatalf("two moves are written %s in %s", san, p.FEN())
		}
		seen[san] = true
	}
}

// loadGames returns the hundred games of the project.
func loadGames(t testing.TB) (games [][]string) {
	t.Helper()
	file, err := os.Open("../testdata/games.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	lines := bufio.NewScanner(file)
	for lines.Scan() {
		games = append(games, strings.Fields(lines.Text()))
	}
	if err := lines.Err(); err != nil || len(games) != 100 {
		t.Fatalf("%d games, want 100 (%v)", len(games), err)
	}
	return games
}

func TestGamesRoundTrip(t *testing.T) {
	for i, game := range loadGames(t) {
		p := Start()
		for ply, san := range game {
			m, err := p.ParseSAN(san)
			if err != nil {
				t.Fatalf("game %d ply %d: %v", i+1, ply+1, err)
			}
			if got := p.SAN(m); got != san {
				t.Errorf("game %d ply %d: %s is written %s", i+1, ply+1, san, got)
			}
			if again, err := p.ParseUCI(p.UCI(m)); err != nil || again != m {
				t.Errorf("game %d ply %d: %s by UCI is another move (%v)", i+1, ply+1, san, err)
			}
			p = p.After(m)
			checkWritten(t, &p)
		}
		if strings.HasSuffix(game[len(game)-1], "#") != p.Checkmate() {
			t.Errorf("game %d: mate at the end: %v", i+1, p.Checkmate())
		}
	}
}

func FuzzParseSAN(f *testing.F) {
	for _, san := range []string{"e4", "Nf3", "O-O", "0-0-0", "exd6 e.p.", "a8=Q+", "a8(N)", "♘e2?!", "Ng1-e2", "e1g1", "Qh4xe1#", "P", "--", "\xff"} {
		for _, fen := range []string{StartFEN, kiwipete, "1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "KKK5/8/8/8/8/8/8/kkkk4 b - - 99 400"} {
			f.Add(fen, san)
		}
	}
	f.Fuzz(func(t *testing.T, fen, san string) {
		p, err := ParseLoose(fen)
		if err != nil {
			return
		}
		m, err := p.ParseSAN(san)
		if err != nil {
			return
		}
		if again, err := p.ParseSAN(p.SAN(m)); err != nil || again != m {
			t.Fatalf("%q in %s is %s, which is read as %s (%v)", san, fen, p.SAN(m), p.UCI(again), err)
		}
	})
}
