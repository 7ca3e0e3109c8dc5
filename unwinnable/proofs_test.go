package unwinnable

import (
	"math/rand/v2"
	"testing"

	"recorderd/position"
)

// Each proof must be right by itself, also where another would have been asked
// first: what it claims, the positions that can arise do not refute.
func TestNoProofIsRefuted(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 27))
	var (
		d       dive
		w       walls
		h       haze
		claimed = map[string]int{}
	)
	for range amount(1_500, 200_000) {
		p := randomWall(rng)
		if rng.IntN(2) == 0 {
			p = manyBishops(rng, p)
		}
		if !p.HasLegal() || p.InCheck(p.Side().Other()) {
			continue
		}
		for _, side := range bothSides {
			walled := w.prove(&p, side)
			for what, claims := range map[string]bool{"wall": walled, "haze": h.prove(&p, side, &w)} {
				if claims {
					claimed[what]++
					if refuted(&d, &p, side) {
						t.Errorf("%s: %s proves that %s cannot mate, and he can", p.FEN(), what, side)
					}
				}
			}
		}
	}
	for _, what := range []string{"wall", "haze"} {
		if claimed[what] < 100 {
			t.Errorf("%d claims by %s are too few to show anything", claimed[what], what)
		}
	}
}

// refuted reports whether a mate was found, by looking at some thousand
// positions and by looking for it.
func refuted(d *dive, p *position.Position, winner position.Side) bool {
	if explore(*p, 3_000).verdict(winner) == Winnable {
		return true
	}
	if _, found := d.herd(p, winner, 500); found {
		return true
	}
	_, found := d.compose(p, winner, nil, 500)
	return found
}

// manyBishops turns the pieces of a wall into bishops and adds some of one
// colour.
func manyBishops(rng *rand.Rand, p position.Position) position.Position {
	pl := p.Placement()
	side := position.Side(rng.IntN(2))
	colour := rng.IntN(2)
	for s, piece := range pl {
		if k := piece.Kind(); k != position.NoKind && k != position.King && k != position.Pawn {
			pl[s] = position.MakePiece(piece.Side(), position.Bishop)
		}
	}
	for range 1 + rng.IntN(3) {
		s := rng.IntN(64)
		if pl[s] == position.Empty && (s+s>>3)&1 == colour {
			pl[s] = position.MakePiece(side, position.Bishop)
		}
	}
	return position.FromPlacement(pl, p.Side(), 0)
}

// A proof with many walls among its leaves is generated again as well.
func TestAProofWithManyWallsIsChecked(t *testing.T) {
	p := mustRead(t, "k7/4p3/p1p3p1/2P1p1Pp/PpP1Pp2/1P1K1P1P/8/8 b - -")
	var s Solver
	a := mustDecide(t, &s, &p, position.White, exact)
	if a.Verdict != Unwinnable || a.Proof.Leaves[1] <= fewStates {
		t.Fatalf("%s with %+v is not the case", a.Verdict, a.Proof)
	}
	if err := Check(&p, position.White, a); err != nil {
		t.Error(err)
	}
}
