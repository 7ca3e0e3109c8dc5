package unwinnable

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"recorderd/position"
)

// What must hold of the answers whatever they are, on positions of all sorts.

// sorts are the positions on which the laws are tried.
var sorts = []struct {
	name   string
	random func(testing.TB, *rand.Rand) position.Position
}{
	{"games", func(_ testing.TB, rng *rand.Rand) position.Position {
		return wandered(position.Start(), rng.IntN(300), rng)
	}},
	{"few pieces", func(_ testing.TB, rng *rand.Rand) position.Position {
		men := []byte("Kk")
		for range 1 + rng.IntN(5) {
			men = append(men, "PNBRQpnbrqPNBpnbPp"[rng.IntN(18)])
		}
		return scattered(string(men), false, rng)
	}},
	{"walls", func(_ testing.TB, rng *rand.Rand) position.Position { return randomWall(rng) }},
	{"after walls", func(t testing.TB, rng *rand.Rand) position.Position {
		list := readList(t, "testdata/random.tsv")
		return wandered(mustRead(t, list[rng.IntN(len(list))].fen), rng.IntN(12), rng)
	}},
}

// wandered returns the position after so many random moves, many of them
// captures and pawn moves, or the last that has a move.
func wandered(p position.Position, plies int, rng *rand.Rand) position.Position {
	for range plies {
		moves := p.Legal(nil)
		if len(moves) == 0 {
			return p
		}
		m := moves[rng.IntN(len(moves))]
		for range 2 {
			if p.IsCapture(m) || p.At(m.From()).Kind() == position.Pawn {
				break
			}
			m = moves[rng.IntN(len(moves))]
		}
		after := p.After(m)
		if !after.HasLegal() {
			return p
		}
		p = after
	}
	return p
}

// eachPosition tries a law on so many positions of each sort.
func eachPosition(t *testing.T, seed uint64, tries int, law func(t *testing.T, s *Solver, p *position.Position, rng *rand.Rand)) {
	for _, sort := range sorts {
		t.Run(sort.name, func(t *testing.T) {
			rng := rand.New(rand.NewPCG(seed, 8))
			var s Solver
			for range tries {
				p := sort.random(t, rng)
				law(t, &s, &p, rng)
			}
		})
	}
}

// verdicts answers for both sides and leaves nothing open.
func verdicts(t *testing.T, s *Solver, p *position.Position) (v [2]Verdict) {
	t.Helper()
	for _, w := range bothSides {
		v[w] = mustDecide(t, s, p, w, exact).Verdict
		if v[w] == Undetermined {
			t.Errorf("%s, can %s mate: undetermined", p.FEN(), w)
		}
	}
	return v
}

// contradict reports whether two verdicts cannot both be right. One that is
// open was complained of already.
func contradict(a, b Verdict) bool { return a != b && a != Undetermined && b != Undetermined }

// Neither colours nor left and right matter.
func TestLawOfSymmetry(t *testing.T) {
	eachPosition(t, 1, amount(150, 20_000), func(t *testing.T, s *Solver, p *position.Position, _ *rand.Rand) {
		want := verdicts(t, s, p)
		other := flipped(p)
		if got := verdicts(t, s, &other); contradict(got[0], want[1]) || contradict(got[1], want[0]) {
			t.Errorf("%s: white %s, black %s; with colours exchanged black %s, white %s", p.FEN(), want[0], want[1], got[1], got[0])
		}
		if p.Rights() != 0 {
			return
		}
		other = mirrored(p)
		if got := verdicts(t, s, &other); contradict(got[0], want[0]) || contradict(got[1], want[1]) {
			t.Errorf("%s: white %s, black %s; mirrored %s, %s", p.FEN(), want[0], want[1], got[0], got[1])
		}
	})
}

// A position is winnable exactly if one of its children is, or is the mate.
func TestLawOfChildren(t *testing.T) {
	eachPosition(t, 2, amount(30, 4_000), func(t *testing.T, s *Solver, p *position.Position, _ *rand.Rand) {
		got, want := verdicts(t, s, p), [2]Verdict{Unwinnable, Unwinnable}
		for _, m := range p.Legal(nil) {
			after := p.After(m)
			for w, v := range verdicts(t, s, &after) {
				if v == Winnable || want[w] == Unwinnable {
					want[w] = v
				}
			}
		}
		if p.Checkmate() {
			want[p.Side().Other()] = Winnable
		}
		if contradict(got[0], want[0]) || contradict(got[1], want[1]) {
			t.Errorf("%s: white %s, black %s; after one more move %s, %s", p.FEN(), got[0], got[1], want[0], want[1])
		}
	})
}

// What cannot be won stays so, whatever is played.
func TestLawOfForever(t *testing.T) {
	lost := 0
	eachPosition(t, 3, amount(150, 15_000), func(t *testing.T, s *Solver, p *position.Position, rng *rand.Rand) {
		before := verdicts(t, s, p)
		for range 4 {
			after := wandered(*p, 1+rng.IntN(40), rng)
			for w, v := range verdicts(t, s, &after) {
				if before[w] != Unwinnable {
					continue
				}
				lost++
				if contradict(v, Unwinnable) {
					t.Errorf("%s is %s for %s, but it leads to %s, which is %s", p.FEN(), before[w], bothSides[w], after.FEN(), v)
				}
			}
		}
	})
	if lost < 100 {
		t.Errorf("only %d times there was something to keep", lost)
	}
}

// A right more can only help, unless using it was the one way out of mate.
func TestLawOfEnPassant(t *testing.T) {
	tried, decisive := 0, 0
	law := func(t *testing.T, s *Solver, p *position.Position) {
		without := position.FromPlacement(p.Placement(), p.Side(), p.Rights())
		tried++
		with, less := verdicts(t, s, p), verdicts(t, s, &without)
		for _, w := range bothSides {
			decisive += count(with[w] != less[w])
			if with[w] == Unwinnable && less[w] == Winnable && !without.Checkmate() {
				t.Errorf("%s is winnable for %s only without the right", p.FEN(), w)
			}
		}
	}
	var s Solver
	for _, q := range readList(t, "testdata/random.tsv") {
		if p := mustRead(t, q.fen); p.EnPassant() != position.NoSquare {
			law(t, &s, &p)
		}
	}
	rng := rand.New(rand.NewPCG(4, 8))
	for least := amount(150, 10_000); tried < least; {
		if p := randomWall(rng); p.EnPassant() != position.NoSquare {
			law(t, &s, &p)
		}
	}
	if decisive < 10 {
		t.Errorf("of %d rights only %d decided anything", tried, decisive)
	}
}

// The answer depends on the position and the budget, not on what the solver was
// asked before.
func TestAnswersDoNotDependOnTheSolver(t *testing.T) {
	eachPosition(t, 5, amount(100, 3_000), func(t *testing.T, s *Solver, p *position.Position, rng *rand.Rand) {
		for _, w := range bothSides {
			budget := rng.IntN(2_000)
			used := mustDecide(t, s, p, w, budget)
			fresh := mustDecide(t, new(Solver), p, w, budget)
			if !sameAnswer(used, fresh) {
				t.Fatalf("%s, can %s mate with %d: %+v, from a new solver %+v", p.FEN(), w, budget, used, fresh)
			}
		}
	})
}

func sameAnswer(a, b Answer) bool {
	return a.Verdict == b.Verdict && reflect.DeepEqual(a.Proof, b.Proof) && a.Work == b.Work && slices.Equal(a.Line, b.Line)
}

// Any board is answered or refused, and a line holds.
func FuzzDecide(f *testing.F) {
	f.Add(position.StartFEN, false)
	for _, fen := range []string{
		"8/8/7k/1p1p1p1p/pPpPpPpP/P1P1P1P1/8/6K1 b - h3",
		"5B2/8/1B6/3r4/2rkr3/2Br4/3B4/7K w - -", // in check, and not to move
		"P6k/8/8/8/8/8/8/p6K w - -",             // pawns on last ranks
		"kK6/8/8/8/8/8/8/8 w - -",               // kings that touch
		"kk6/8/8/8/8/8/8/K6Q w - -",             // no question
		"6kB/p1PP2P1/Pp4P1/8/K7/8/1P6/8 w - -",
		"r3k2r/8/8/8/8/8/8/R3K2R b KQkq -",
	} {
		f.Add(fen, true)
	}
	var s Solver
	f.Fuzz(func(t *testing.T, fen string, black bool) {
		p, err := position.ParseLoose(fen)
		if err != nil {
			return
		}
		winner := position.White
		if black {
			winner = position.Black
		}
		kings := p.Pieces(position.White, position.King).Count() == 1 && p.Pieces(position.Black, position.King).Count() == 1
		a, err := s.Decide(&p, winner, 2_000)
		if (err == nil) != kings {
			t.Fatalf("%s: error %v", p.FEN(), err)
		}
		if err := sound(&p, winner, a); err != nil && kings {
			t.Fatalf("%s, can %s mate: %v", p.FEN(), winner, err)
		}
	})
}
