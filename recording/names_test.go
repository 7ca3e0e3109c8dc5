package recording

import (
	"strings"
	"testing"

	"recorderd/observation"
)

func TestInitials(t *testing.T) {
	for _, c := range []struct{ name, want string }{
		{"Capablanca, José Raúl", "C., J. R."},
		{"Magnus Carlsen", "M. C."},
		{"Vachier-Lagrave, Maxime", "V.-L., M."},
		{"van der Berg, Jan", "V. D. B., J."},
		{"Élise (2100)", "É."},
		{"Лев Полугаевский", "Л. П."},
		{"  ", ""},
		{"?", ""},
		{"-", ""},
		{"e\u0301lise", "E\u0301."},
	} {
		if got := Initials.Of(c.name); got != c.want {
			t.Errorf("%q: %q, want %q", c.name, got, c.want)
		}
	}
}

func TestNamesHaveWords(t *testing.T) {
	for _, word := range []string{"full", "initials", "none"} {
		if n, err := ParseNames(word); err != nil || string(n) != word {
			t.Errorf("%s: %q, %v", word, n, err)
		}
	}
	if _, err := ParseNames("some"); err == nil || !strings.Contains(err.Error(), "initials") {
		t.Errorf("some: %v", err)
	}
}

func TestNamesAreLeftOutWhereverTheyStand(t *testing.T) {
	rec := &Recording{
		Header: observation.Header{Game: observation.Game{Event: "Évora Open", White: "Lima, Ana", Black: "Sousa, Rui"}},
		Batches: []observation.Batch{{T: 5, Facts: []observation.Fact{
			observation.Game{White: "Lima, Ana Rita"},
			observation.Act{Kind: observation.ActAdjourn, By: "arbiter", Name: "Costa, Eva", SealedBy: "Lima, Ana"},
			observation.Act{Kind: observation.ActAdjourn, By: "arbiter", SealedBy: "white"},
			observation.Tick{},
		}}},
	}
	for _, c := range []struct {
		names                           Names
		white, known, arbiter, sealedBy string
	}{
		{FullNames, "Lima, Ana", "Lima, Ana Rita", "Costa, Eva", "Lima, Ana"},
		{Initials, "L., A.", "L., A. R.", "C., E.", "L., A."},
		{NoNames, "", "", "", ""},
	} {
		got := rec.WithNames(c.names)
		facts := got.Batches[0].Facts
		game, act := facts[0].(observation.Game), facts[1].(observation.Act)
		if got.Header.Game.White != c.white || game.White != c.known || act.Name != c.arbiter || act.SealedBy != c.sealedBy {
			t.Errorf("%s: %q, %q, %q, %q", c.names, got.Header.Game.White, game.White, act.Name, act.SealedBy)
		}
		if side := facts[2].(observation.Act).SealedBy; side != "white" {
			t.Errorf("%s: sealed by %q, want the side", c.names, side)
		}
		if got.Header.Game.Event != "Évora Open" || len(facts) != 4 {
			t.Errorf("%s: %+v", c.names, got)
		}
	}
	if rec.Header.Game.White != "Lima, Ana" || rec.Batches[0].Facts[0].(observation.Game).White != "Lima, Ana Rita" {
		t.Error("the recording itself was changed")
	}
}
