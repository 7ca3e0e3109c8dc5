package position

import (
	"strings"
	"testing"
)

// Each move, and what it leaves.
func TestRightsAreLost(t *testing.T) {
	const fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
	for _, c := range []struct{ moves, want string }{
		{"Kd1", "kq"},
		{"Ra2", "Kkq"},
		{"Rh2", "Qkq"},
		{"O-O", "kq"},
		{"Rxa8+", "Kk"},
		{"Rxh8+", "Qq"},
		{"Rxa8+ Kd7 Raxh8", "K"},
		{"Rb1 Rb8 Ra1 Ra8", "Kk"},
		{"Kd1 Kd8 Ke1 Ke8", "-"},
	} {
		p := mustParse(t, fen)
		for _, san := range strings.Fields(c.moves) {
			m, err := p.ParseSAN(san)
			if err != nil {
				t.Fatal(err)
			}
			p = p.After(m)
		}
		if got := p.Rights().String(); got != c.want {
			t.Errorf("after %s: rights %s, want %s", c.moves, got, c.want)
		}
	}
}

func TestTrim(t *testing.T) {
	for _, c := range []struct{ what, placement, want string }{
		{"nothing moved", "r3k2r/8/8/8/8/8/8/R3K2R", "KQkq"},
		{"king gone for a walk", "r3k2r/8/8/8/8/8/8/R2K3R", "kq"},
		{"king and rook exchanged", "r3k2r/8/8/8/8/8/8/R3R2K", "kq"},
		{"rook gone", "r3k2r/8/8/8/8/8/R7/4K2R", "Kkq"},
		{"another piece in the corner", "r3k2r/8/8/8/8/8/8/R3K2n", "Qkq"},
		{"an enemy rook in the corner", "R3k2r/8/8/8/8/8/8/R3K2R", "KQk"},
		{"a second king", "r3k2r/8/8/8/8/8/K7/R3K2R", "kq"},
		{"no king", "r3k2r/8/8/8/8/8/8/R6R", "kq"},
		{"an empty board", "8/8/8/8/8/8/8/8", "-"},
	} {
		p, err := ParseLoose(c.placement)
		if err != nil {
			t.Fatal(err)
		}
		if got := StartRights.Trim(p.Placement()).String(); got != c.want {
			t.Errorf("%s: rights %s, want %s", c.what, got, c.want)
		}
		if got := RightsFor(p.Placement()).String(); got != c.want {
			t.Errorf("%s: rights for the placement %s, want %s", c.what, got, c.want)
		}
		again := FromPlacement(p.Placement(), White, StartRights)
		if got := again.Rights().String(); got != c.want || again.Chess960() {
			t.Errorf("%s: position with rights %s, Chess960 %v", c.what, got, again.Chess960())
		}
	}
}

func TestRightsKnowTheirSquares(t *testing.T) {
	p := mustParse(t, "1r3kr1/8/8/8/8/8/8/1R3KR1 w KQkq - 0 1")
	if !p.Chess960() {
		t.Error("rooks on b1 and g1 are not taken for Chess960")
	}
	r := p.Rights()
	if got := r.String(); got != "GBgb" {
		t.Errorf("rights are %s, want GBgb", got)
	}
	if king, ok := r.King(Black); !ok || king.String() != "f8" {
		t.Errorf("black king at home on %s, %v", king, ok)
	}
	if rook, ok := r.Rook(White, QueenSide); !ok || rook.String() != "b1" {
		t.Errorf("white queen-side rook at home on %s, %v", rook, ok)
	}
	r = noRights
	if _, ok := r.King(White); ok {
		t.Error("no rights have a king")
	}
	if _, ok := r.Rook(Black, KingSide); ok {
		t.Error("no rights have a rook")
	}
}
