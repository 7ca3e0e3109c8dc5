package unwinnable

import (
	"math/rand/v2"
	"testing"

	"recorderd/position"
)

// Two kings and two units: every position, or of the larger sets some, has the
// answer of the whole solution, for both sides. The solution of those with pawns
// rests on all that they may become. It need not be believed: that somebody can
// mate is shown by the line of the answer, that nobody can by there being no
// mate and no move to where somebody can.
func TestFourMen(t *testing.T) {
	var truth endgames
	for _, c := range []struct {
		units       string
		short, long int // one position of so many is asked, or none
	}{
		{"P", 19, 1},
		{"NN", 199, 1},
		{"Nb", 0, 1},
		{"Nq", 0, 1},
		{"Nr", 0, 1},
		{"Nn", 0, 1},
		{"Br", 0, 1},
		{"Bb", 0, 1},
		{"Np", 0, 4},
		{"Bp", 0, 4},
		{"Pp", 0, 4},
	} {
		t.Run(c.units, func(t *testing.T) {
			every := amount(c.short, c.long)
			if every == 0 {
				t.Skip("millions of positions are for the long form: RECORDERD_LONG=1")
			}
			f := fourMen{t: t, truth: &truth, rng: rand.New(rand.NewPCG(4, 4)), seen: map[string]int{}}
			f.all(truth.of(man(c.units, 0), man(c.units, 1)), every)
			for _, kind := range []string{"regular", "irregular", "winnable", "unwinnable"} {
				if f.seen[kind] < 500 && !(kind == "unwinnable" && c.units == "Nb") {
					t.Errorf("too few were asked: %v", f.seen)
				}
			}
		})
	}
}

// man reads a FEN letter, where there is one.
func man(letters string, at int) position.Piece {
	if at >= len(letters) {
		return position.Empty
	}
	piece, _ := position.PieceOf(letters[at])
	return piece
}

// fourMen compares answers with the truth.
type fourMen struct {
	t      *testing.T
	truth  *endgames
	solver Solver
	rng    *rand.Rand
	seen   map[string]int
}

// all asks one of so many positions, and each whose truth is rare.
func (f *fourMen) all(g *endgame, every int) {
	var members [irregular + 1]int
	g.each(func(m men) {
		for _, side := range bothSides {
			members[g.mates[g.index(m, side)]]++
		}
	})
	g.each(func(m men) {
		for _, side := range bothSides {
			if rare := members[g.mates[g.index(m, side)]] < 1_000; rare || f.rng.IntN(every) == 0 {
				p := g.position(f.mirrored(g, m), side)
				f.ask(&p)
			}
		}
	})
	f.t.Logf("%v", f.seen)
}

// mirrored returns one of the images of a placement that g knows only once.
func (f *fourMen) mirrored(g *endgame, m men) men {
	turn := [...]position.Square{0, 7, 56, 63}[f.rng.IntN(4)]
	if g.pawns() {
		turn &= 7
	} else if f.rng.IntN(2) == 0 {
		m = m.transposed()
	}
	for i := range m {
		m[i] ^= turn
	}
	return m
}

func (f *fourMen) ask(p *position.Position) {
	kind := "regular"
	if p.InCheck(p.Side().Other()) {
		kind = "irregular" // an illegal move left the king there
	}
	f.compare(p, kind)
	if p.Pieces(position.White, position.Pawn) == 0 || p.Pieces(position.Black, position.Pawn) == 0 {
		return
	}
	for file := range position.Square(8) {
		for _, passed := range []position.Square{16 + file, 40 + file} {
			q, err := position.ParseLoose(p.Placement().String() + [...]string{" w - ", " b - "}[p.Side()] + passed.String())
			if err == nil && q.EnPassant() != position.NoSquare {
				f.compare(&q, "en passant")
			}
		}
	}
}

func (f *fourMen) compare(p *position.Position, kind string) {
	f.t.Helper()
	mates := f.truth.expand(p, bothMate)
	if kind == "regular" && f.truth.lookUp(p) != mates {
		f.t.Fatalf("%s: the solution says %02b, one move on %02b", p.FEN(), f.truth.lookUp(p), mates)
	}
	for _, w := range bothSides {
		want := Unwinnable
		if mates>>w&1 != 0 {
			want = Winnable
		}
		f.seen[kind]++
		f.seen[want.String()]++
		a := mustDecide(f.t, &f.solver, p, w, exact)
		if a.Verdict != want {
			f.t.Errorf("%s, can %s mate: %s with proof %+v, want %s", p.FEN(), w, a.Verdict, a.Proof, want)
		}
	}
}
