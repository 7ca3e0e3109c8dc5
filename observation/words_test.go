package observation

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestSquares(t *testing.T) {
	for s := Square(0); s < NoSquare; s++ {
		back, err := ParseSquare(s.String())
		if err != nil || back != s || SquareAt(s.File(), s.Rank()) != s || s.Turned().Turned() != s {
			t.Errorf("square %d: read back as %d, %v", s, back, err)
		}
	}
	for name, want := range map[string]Square{"a1": 0, "b1": 1, "h1": 7, "a2": 8, "e4": 28, "h8": 63} {
		if got, err := ParseSquare(name); got != want || err != nil {
			t.Errorf("%s: got %d, %v, want %d", name, got, err, want)
		}
	}
	if got := Square(0).Turned(); got != 63 {
		t.Errorf("a1 from the other side: got %s, want h8", got)
	}
	if NoSquare.String() != "-" {
		t.Errorf("no square: got %q", NoSquare)
	}
}

func TestPlacementsTurn(t *testing.T) {
	pl := mustPlacement(t, start)
	if got, want := pl.Turned().String(), "RNBKQBNR/PPPPPPPP/8/8/8/8/pppppppp/rnbkqbnr"; got != want {
		t.Errorf("turned: got %s, want %s", got, want)
	}
	if pl.Turned().Turned() != pl {
		t.Error("turned twice is not the same")
	}
	for _, s := range []string{start, "8/8/8/8/8/8/8/8", "o7/1o6/2o5/3o4/4o3/5o2/6o1/7o", "p1p1p1p1/8/2k5/8/8/2K5/8/1P1P1P1P"} {
		if got := mustPlacement(t, s).String(); got != s {
			t.Errorf("got %s, want %s", got, s)
		}
	}
	if got := mustPlacement(t, "44/8/8/8/8/8/8/11111111").String(); got != "8/8/8/8/8/8/8/8" {
		t.Errorf("digits are added up: got %s", got)
	}
}

func TestSidesAndFlags(t *testing.T) {
	for _, s := range []Side{White, Black, NoSide} {
		b, err := json.Marshal(s)
		var back Side
		if err != nil || json.Unmarshal(b, &back) != nil || back != s {
			t.Errorf("%v: written %s, read %v", s, b, back)
		}
	}
	var s Side
	if err := json.Unmarshal([]byte(`"green"`), &s); err == nil {
		t.Error("a green side was read")
	}
	if White.Other() != Black || Black.Other() != White || NoSide.Other() != NoSide {
		t.Error("the opponents are mixed up")
	}
	if White.IsZero() || Black.IsZero() || !NoSide.IsZero() {
		t.Error("only no side is left out of a line")
	}
	for _, c := range []struct {
		flag         Flag
		white, black bool
	}{{FlagNone, false, false}, {FlagWhite, true, false}, {FlagBlack, false, true}, {FlagBoth, true, true}} {
		if c.flag.Fallen(White) != c.white || c.flag.Fallen(Black) != c.black || c.flag.Fallen(NoSide) {
			t.Errorf("flag %s: got %v and %v", c.flag, c.flag.Fallen(White), c.flag.Fallen(Black))
		}
		if back, err := parseFlag(c.flag.String()); back != c.flag || err != nil {
			t.Errorf("flag %s: read back as %s, %v", c.flag, back, err)
		}
	}
	clock := Clock{WhiteMS: 1, BlackMS: 2}
	if clock.Remaining(White) != 1 || clock.Remaining(Black) != 2 {
		t.Error("the clock's sides are mixed up")
	}
}

func TestActsHaveASide(t *testing.T) {
	for by, want := range map[string]Side{"white": White, "black": Black, "arbiter": NoSide, "": NoSide} {
		if got := (Act{By: by}).Side(); got != want {
			t.Errorf("by %q: got %v, want %v", by, got, want)
		}
	}
}

func TestWhatBecomesKnownOfAGame(t *testing.T) {
	yes, no := true, false
	before := Game{Event: "E", White: "W", Board: 1, TimeControl: "180+2", CompetitionRules: &yes}
	later := Game{"F", "S", "D", "R", 2, "X", "Y", "60", "L", &no, "P", "chess960", "e4d5=1-0"}
	if diff := cmp.Diff(later, before.Merge(later)); diff != "" {
		t.Errorf("all fields known later:\n%s", diff)
	}
	if diff := cmp.Diff(before, before.Merge(Game{})); diff != "" {
		t.Errorf("nothing known later:\n%s", diff)
	}
	want := Game{Event: "E", White: "W", Black: "B", Board: 1, TimeControl: "180+2", CompetitionRules: &yes}
	if diff := cmp.Diff(want, before.Merge(Game{Black: "B"})); diff != "" {
		t.Errorf("one field known later:\n%s", diff)
	}
	if diff := cmp.Diff(later, later.Names().Merge(later.Terms())); diff != "" {
		t.Errorf("names and terms are not the whole:\n%s", diff)
	}
	if n := later.Names(); n.TimeControl != "" || n.Laws != "" || n.CompetitionRules != nil || n.FEN != "" || n.Variant != "" || n.Signals != "" {
		t.Errorf("terms among the names: %+v", n)
	}
	if n := later.Terms(); n.White != "" || n.Event != "" || n.Board != 0 {
		t.Errorf("names among the terms: %+v", n)
	}
	if !before.Competition() || later.Competition() || (Game{}).Competition() {
		t.Error("competition rules apply only where they are said to")
	}
}
