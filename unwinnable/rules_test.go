package unwinnable

import (
	"math/rand/v2"
	"reflect"
	"testing"

	"recorderd/position"
)

// Rule 2 rests on looking at every arrangement: the knight gives check, White's
// king guards what it guards, and the flight squares that are left are filled
// with units of Black. With queens none of them is mate. With rooks some are,
// so the arrangements are the right ones.
func TestNoKnightMatesAmongQueens(t *testing.T) {
	for _, c := range []struct {
		filler position.Kind
		mates  int
	}{{position.Queen, 0}, {position.Rook, 336}} {
		arrangements, mates := 0, 0
		eachSmothering(c.filler, func(p *position.Position) {
			arrangements++
			mates += count(p.Checkmate())
		})
		if arrangements < 10_000 || mates != c.mates {
			t.Errorf("filled with %ss, %d of %d arrangements are mate, want %d", c.filler, mates, arrangements, c.mates)
		}
	}
}

// More queens than are needed change nothing: whichever stands in the way of
// another can take the knight itself.
func TestNoKnightMatesAmongMoreQueens(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 1))
	more := position.MakePiece(position.Black, position.Queen)
	eachSmothering(position.Queen, func(p *position.Position) {
		pl := p.Placement()
		for n := rng.IntN(30); n > 0; n-- {
			if s := rng.IntN(64); pl[s] == position.Empty {
				pl[s] = more
			}
		}
		if q := position.FromPlacement(pl, position.Black, 0); q.Checkmate() {
			t.Errorf("%s is mate", q.FEN())
		}
	})
}

// eachSmothering hands out the positions, Black to move, in which a knight gives
// check and no square is left to the king.
func eachSmothering(filler position.Kind, do func(*position.Position)) {
	for king := range position.NoSquare {
		for from := position.KnightAttacks(king); from != 0; from &= from - 1 {
			for white := range position.NoSquare {
				knight := from.First()
				if white == knight || kingMoves[white][king] < 2 {
					continue
				}
				var pl position.Placement
				flights := position.KingAttacks(king) &^ position.KingAttacks(white) &^ position.KnightAttacks(knight) &^ position.SetOf(white)
				for ; flights != 0; flights &= flights - 1 {
					pl[flights.First()] = position.MakePiece(position.Black, filler)
				}
				pl[king] = position.MakePiece(position.Black, position.King)
				pl[white] = position.MakePiece(position.White, position.King)
				pl[knight] = position.MakePiece(position.White, position.Knight)
				p := position.FromPlacement(pl, position.Black, 0)
				do(&p)
			}
		}
	}
}

// Rule 3 is proved in the comment of lacking. Here crowds around a king that a
// bishop checks try to refute it, and one unit of another kind among them lets
// mates come about, so the crowds are dense enough.
func TestNoBishopsOfOneColourMate(t *testing.T) {
	crowds := amount(30_000, 3_000_000)
	for _, c := range []struct {
		what  string
		other position.Kind
		light bool // where a bishop among the others stands
		mates bool
	}{
		{"rooks, queens and bishops of that colour", position.NoKind, false, false},
		{"a knight too", position.Knight, false, true},
		{"a pawn too", position.Pawn, false, true},
		{"a bishop of the other colour too", position.Bishop, true, true},
	} {
		rng, mates := rand.New(rand.NewPCG(3, 1)), 0
		for range crowds {
			p, ok := crowd(rng, c.other, c.light)
			if !ok || !p.Checkmate() {
				continue
			}
			mates++
			if rule := lacking(&p, position.White); rule != 0 {
				t.Fatalf("%s: mate in spite of rule %d: %s", c.what, rule, p.FEN())
			}
		}
		if (mates > 0) != c.mates {
			t.Errorf("%s: %d mates in %d crowds", c.what, mates, crowds)
		}
	}
}

// crowd puts bishops of White on dark squares, one of them giving check, and
// units of Black around its king, one of them perhaps of another kind. Two
// bishops of one colour never give check at once: the one that moves off a
// diagonal of the king comes to none.
func crowd(rng *rand.Rand, other position.Kind, light bool) (position.Position, bool) {
	var pl position.Placement
	king := position.Square(rng.IntN(64))
	if !dark.Has(king) {
		king ^= 1
	}
	near := func() position.Square {
		return (king + position.Square(rng.IntN(3)*8+rng.IntN(3)) - 9) & 63
	}
	put := func(s position.Square, side position.Side, k position.Kind) {
		if pl[s] == position.Empty {
			pl[s] = position.MakePiece(side, k)
		}
	}
	put(king, position.Black, position.King)
	white := (near() + near() - king) & 63
	put(white, position.White, position.King)
	for range 2 + rng.IntN(4) {
		if s := position.Square(rng.IntN(64)); dark.Has(s) {
			put(s, position.White, position.Bishop)
		}
	}
	if s := near(); other != position.NoKind && (other != position.Bishop || dark.Has(s) != light) {
		put(s, position.Black, other)
	}
	for range rng.IntN(12) {
		k := [...]position.Kind{position.Rook, position.Queen, position.Bishop}[rng.IntN(3)]
		if s := near(); k != position.Bishop || dark.Has(s) {
			put(s, position.Black, k)
		}
	}
	p := position.FromPlacement(pl, position.Black, 0)
	return p, p.Attackers(king, position.White).Count() == 1 && kingMoves[white][king] > 1
}

// Where a rule holds, it is the answer, whoever is to move.
func TestMaterialThatLacks(t *testing.T) {
	for _, c := range []struct {
		men  string // bishops stand on one colour
		rule int
	}{
		{"Kk", 1}, {"Kkq", 1}, {"Kkppp", 1}, {"Kkrbn", 1},
		{"KNk", 2}, {"KNkq", 2}, {"KNkqq", 2}, {"KNkqqqqq", 2},
		{"KBk", 3}, {"KBkq", 3}, {"KBkqq", 3}, {"KBkr", 3}, {"KBkqr", 3}, {"KBkb", 3}, {"KBkbb", 3},
		{"KBBk", 3}, {"KBBBk", 3}, {"KBBkqrb", 3},
	} {
		t.Run(c.men, func(t *testing.T) {
			rng := rand.New(rand.NewPCG(uint64(c.rule), 4))
			var s Solver
			for range 200 {
				p := scattered(c.men, true, rng)
				winner := position.White
				if rng.IntN(2) == 0 {
					p, winner = flipped(&p), position.Black
				}
				if p.Checkmate() {
					continue // by the other side, which is proof enough
				}
				a := mustDecide(t, &s, &p, winner, 0)
				if want := (Proof{Class: ByMaterial, Rule: c.rule}); a.Verdict != Unwinnable || !reflect.DeepEqual(a.Proof, want) {
					t.Errorf("%s, can %s mate: %s with proof %+v, want %+v", p.FEN(), winner, a.Verdict, a.Proof, want)
				}
			}
		})
	}
}

// scattered puts the men on random squares, the bishops on squares of one colour
// if that is wanted. The side not to move is not in check.
func scattered(men string, oneColour bool, rng *rand.Rand) position.Position {
	for {
		var pl position.Placement
		shade := dark
		if rng.IntN(2) == 0 {
			shade = ^dark
		}
		for i := range len(men) {
			piece, _ := position.PieceOf(men[i])
			for {
				s := position.Square(rng.IntN(64))
				if pl[s] != position.Empty ||
					piece.Kind() == position.Pawn && (s.Rank() == 0 || s.Rank() == 7) ||
					oneColour && piece.Kind() == position.Bishop && !shade.Has(s) {
					continue
				}
				pl[s] = piece
				break
			}
		}
		p := position.FromPlacement(pl, position.Side(rng.IntN(2)), 0)
		if !p.InCheck(p.Side().Other()) {
			return p
		}
	}
}

// Beyond each rule there is a mate at once, a move away or two.
func TestMaterialThatSuffices(t *testing.T) {
	for _, fen := range []string{
		"8/8/8/8/3N4/8/r7/k1K5 w - -",     // knight, against a rook
		"8/8/8/8/3N4/8/b7/k1K5 w - -",     // a bishop
		"8/8/8/8/3N4/8/n1K5/k7 w - -",     // a knight
		"8/8/8/8/3N4/8/p7/k1K5 w - -",     // a pawn
		"4q3/8/8/8/3N4/8/r7/k1K5 w - -",   // queen and rook
		"4q3/8/8/8/3N4/8/p7/k1K5 w - -",   // queen and pawn
		"8/8/8/8/8/NKN5/8/k7 w - -",       // two knights
		"8/8/8/8/8/BK6/8/kn6 w - -",       // bishop, against a knight
		"8/8/8/8/8/B7/p1K5/k7 w - -",      // a pawn
		"8/8/8/8/8/BK6/8/kb6 w - -",       // a bishop of the other colour
		"5B2/8/8/8/8/BK6/8/kb6 w - -",     // two bishops against that
		"8/8/8/8/8/1K1B4/3B4/k7 w - -",    // bishops of both colours
		"8/8/8/8/8/1K1B4/3N4/1k6 w - -",   // bishop and knight
		"8/8/8/8/8/1K1B4/8/k1q1r2R w - -", // bishop and rook, against heavy pieces
		"8/8/8/8/8/1K6/8/k6R w - -",       // rook
		"8/8/8/8/8/1K6/8/k6Q w - -",       // queen
		"8/P7/8/8/8/1K6/8/1k6 w - -",      // pawn
	} {
		p := mustRead(t, fen)
		var s Solver
		for _, p := range []position.Position{p, flipped(&p), mirrored(&p)} {
			if rule := lacking(&p, p.Side()); rule != 0 {
				t.Errorf("%s: lacks material by rule %d", p.FEN(), rule)
			}
			if a := mustDecide(t, &s, &p, p.Side(), exact); a.Verdict != Winnable {
				t.Errorf("%s: %s, want winnable", p.FEN(), a.Verdict)
			}
		}
	}
}

// A mate that stands comes before any rule. Where kings may touch or two bishops
// give check at once, which an illegal move can bring about, there are some.
func TestMateComesBeforeMaterial(t *testing.T) {
	var s Solver
	for _, c := range []struct {
		fen  string
		want Verdict
	}{
		{"7k/6K1/8/8/8/8/8/8 b - -", Winnable},
		{"7k/6K1/8/8/8/8/8/8 w - -", Unwinnable},
		{"8/8/8/4k3/4K3/8/8/8 b - -", Unwinnable},             // it can step away
		{"8/6B1/1B6/2br4/2qkq3/1KBqr3/8/2B5 b - -", Winnable}, // two bishops at once
	} {
		p := mustRead(t, c.fen)
		if a := mustDecide(t, &s, &p, position.White, exact); a.Verdict != c.want || len(a.Line) != 0 {
			t.Errorf("%s: %s with %d moves, want %s", c.fen, a.Verdict, len(a.Line), c.want)
		}
	}
}

// Two bishops of one colour give check at once also if the first did before its
// side was to move: an illegal move left that king in check.
func TestBishopsMateAKingLeftInCheck(t *testing.T) {
	p := mustRead(t, "5B2/8/1B6/3r4/2rkr3/2Br4/3B4/7K w - -")
	var s Solver
	for _, p := range []position.Position{p, flipped(&p), mirrored(&p)} {
		if a := mustDecide(t, &s, &p, p.Side(), exact); a.Verdict != Winnable {
			t.Errorf("%s: %s with proof %+v, want winnable", p.FEN(), a.Verdict, a.Proof)
		}
	}
}

func count(b bool) int {
	if b {
		return 1
	}
	return 0
}
