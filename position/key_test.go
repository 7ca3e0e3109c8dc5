package position

import (
	"math/rand/v2"
	"strings"
	"testing"
)

// occurrences plays the moves and counts how often the last position stood on
// the board.
func occurrences(t *testing.T, fen, moves string) int {
	t.Helper()
	p, err := ParseLoose(fen)
	if err != nil {
		t.Fatal(err)
	}
	seen := map[Key]int{p.Key(): 1}
	for _, san := range strings.Fields(moves) {
		m, err := p.ParseSAN(san)
		if err != nil {
			t.Fatal(err)
		}
		p = p.After(m)
		seen[p.Key()]++
	}
	return seen[p.Key()]
}

func TestSameness(t *testing.T) {
	const knights = " Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8"
	for _, c := range []struct {
		what, fen, moves string
		want             int
	}{
		{"a double step that nothing could capture", StartFEN, "e4 e5" + knights, 3},
		{"a capture en passant that a pin forbids", StartFEN, "e4 c5 e5 Qb6 Nf3 Qe6 Ng1 d5 Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8", 3},
		{"a capture en passant that was legal the first time", StartFEN, "e4 a6 e5 d5" + knights, 2},
		{"castling rights that were there the first time", StartFEN, "e4 e5 Ke2 Ke7 Ke1 Ke8 Ke2 Ke7 Ke1 Ke8", 2},
		{"rights in another order", "4k3/8/8/8/8/8/8/R3K1NR w QK - 0 1", "Nf3 Ke7 Ng1 Ke8 Nf3 Ke7 Ng1 Ke8", 3},
		{"rights that were never there", "4k3/8/8/8/8/8/8/4K1N1 w KQkq - 0 1", "Kd1 Kd8 Ke1 Ke8 Kd1 Kd8 Ke1 Ke8", 3},
		{"the counters do not count", StartFEN, "Nf3 Nf6 Ng1 Ng8", 2},
		{"the other side to move", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "Ra2 Kd8 Ra1 Ke8 Ra3 Kd8 Ra2 Ke8 Ra1", 1},
		{"a rook that came to the corner has no right", "r3k3/8/8/8/8/8/8/4K3 b q - 0 1", "Rb8 Kd1 Ra8 Ke1 Rb8 Kd1 Ra8 Ke1", 2},
	} {
		if got := occurrences(t, c.fen, c.moves); got != c.want {
			t.Errorf("%s: the last position stood %d times, want %d", c.what, got, c.want)
		}
	}
}

// Keys are equal exactly where the plain description is.
func TestKeyIsExact(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	keys, descriptions := map[Key]string{}, map[string]Key{}
	add := func(p *Position) {
		d, k := referenceOf(p).same(), p.Key()
		if was, ok := keys[k]; ok && was != d {
			t.Fatalf("one key for\n%s\n%s", was, d)
		}
		if was, ok := descriptions[d]; ok && was != k {
			t.Fatalf("two keys for %s", d)
		}
		keys[k], descriptions[d] = d, k
	}
	for range 300 {
		p := shuffled(rng)
		for range 20 {
			add(&p)
			moves := p.Legal(nil)
			if len(moves) == 0 {
				break
			}
			p = p.After(moves[rng.IntN(len(moves))])
		}
	}
	if len(keys) < 1_000 {
		t.Errorf("only %d different positions were compared", len(keys))
	}
}
