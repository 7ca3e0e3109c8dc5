package main

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"recorderd/record"
)

func TestAlignCountsEachErrorOnce(t *testing.T) {
	cases := []struct{ truth, read, want string }{
		{"a b c", "a b c", "0-0 1-1 2-2"},
		{"a b c", "a x c", "0-0 1-1 2-2"},
		{"a b c d", "a d", "0-0 1- 2- 3-1"},
		{"a d", "a b c d", "0-0 -1 -2 1-3"},
		{"a b c", "", "0- 1- 2-"},
		{"", "a", "-0"},
		{"a b c", "c b a", "0-0 1-1 2-2"},
		{"a a a", "a a", "0-0 1-1 2-"},
		{"a b c d e", "a c x d e", "0-0 1-1 2-2 3-3 4-4"},
	}
	for _, c := range cases {
		if got := pairsString(align(strings.Fields(c.truth), strings.Fields(c.read))); got != c.want {
			t.Errorf("truth %q, record %q: got %s, want %s", c.truth, c.read, got, c.want)
		}
	}
}

func pairsString(pairs []pair) string {
	words := make([]string, len(pairs))
	for i, p := range pairs {
		words[i] = strings.ReplaceAll(fmt.Sprintf("%d_%d", p.truth, p.read), "-1", "")
		words[i] = strings.ReplaceAll(words[i], "_", "-")
	}
	return strings.Join(words, " ")
}

// played is a game with a ply made every second and completed half a second
// later.
func played(moves string) truth {
	var t truth
	for i, m := range strings.Fields(moves) {
		at := int64(i+1) * 1000
		t.plies = append(t.plies, truePly{m, at, at + 500})
	}
	return t
}

// heard is what a record said at these times.
func heard(lines ...heardLine) *reading {
	r := &reading{published: map[said]int64{}}
	for _, l := range lines {
		r.hear(l.at, []record.Event{l.event})
	}
	return r
}

type heardLine struct {
	at    int64
	event record.Event
}

// plies are sure plies, each said as soon as it was made.
func plies(moves string) (lines []heardLine) {
	for i, m := range strings.Fields(moves) {
		lines = append(lines, move(i+1, m, 100))
	}
	return lines
}

func move(ply int, uci string, confidence record.Hundredths, alternatives ...string) heardLine {
	m := record.Move{Ply: ply, UCI: uci, Legal: true, Confidence: confidence}
	for _, a := range alternatives {
		m.Alternatives = append(m.Alternatives, strings.Fields(a))
	}
	return heardLine{int64(ply) * 1000, m}
}

func inferred(l heardLine) heardLine {
	m := l.event.(record.Move)
	m.Inferred = true
	return heardLine{l.at, m}
}

func illegal(l heardLine) heardLine {
	m := l.event.(record.Move)
	m.Legal = false
	return heardLine{l.at, m}
}

func finding(code string, ply int) heardLine {
	return heardLine{0, record.Finding{Code: code, Ply: ply}}
}

func TestOutcomes(t *testing.T) {
	cases := []struct {
		name  string
		truth string
		lines []heardLine
		want  outcome
	}{
		{"all right", "a b c", plies("a b c"), exactSure},
		{"all right, one with reserve", "a b", append(plies("a"), move(2, "b", 60, "c")), exactDoubt},
		{"all right, one inferred", "a b", append(plies("a"), inferred(move(2, "b", 100))), exactDoubt},
		{"wrong and sure", "a b c", plies("a x c"), silent},
		{"too much and sure", "a b", plies("a b c"), silent},
		{"wrong with reserve", "a b c", append(plies("a b c"), move(2, "x", 90, "b")), told},
		{"wrong and inferred", "a b", append(plies("a"), inferred(move(2, "x", 100))), told},
		{"legal, and said to be illegal", "a b", append(plies("a"), illegal(move(2, "b", 100))), silent},
		{"first wrong, then put right", "a b c", append(plies("a x c"), move(2, "b", 100)), exactSure},
		{"first right, then made wrong", "a b c", append(plies("a b c"), move(2, "x", 100)), silent},
		{"missing in the middle without a word", "a b c d", plies("a d"), short},
		{"missing at the end without a word", "a b c d", plies("a b c"), short},
		{"missing, and the ply after it says so", "a b c d", append(plies("a d"), finding("missed-move", 2)), told},
		{"missing, and the ply before it says so", "a b c d", append(plies("a d"), finding("unreadable", 1)), told},
		{"missing, and something far away is in doubt", "a b c d e f", append(plies("a b c f"), finding("unreadable", 1)), short},
		{"nothing at all", "a b", nil, short},
	}
	for _, c := range cases {
		got := judge(played(c.truth), heard(c.lines...))
		if got.games[c.want] != 1 || sum(got.games) != 1 {
			t.Errorf("%s: outcomes %v, want one in place %d", c.name, got.games, c.want)
		}
	}
}

func TestARevisionMakesFindingsVoid(t *testing.T) {
	r := heard(move(1, "a", 100), move(2, "x", 100), finding("move-changed", 1), finding("touch-move", 2),
		heardLine{9, record.Retract{Ply: 2, Why: "revision"}}, move(2, "b", 100))
	if len(r.findings) != 1 || r.findings[0].Code != "move-changed" {
		t.Errorf("findings that stand: %v, want move-changed alone", r.findings)
	}
	if got := judge(played("a b"), r); got.revisions != 1 || got.restated != 0 || got.errors != 0 {
		t.Errorf("revisions %d, restated %d, errors %d, want 1, 0, 0", got.revisions, got.restated, got.errors)
	}
	r = heard(move(1, "a", 100), finding("move-changed", 1), heardLine{9, record.Retract{Ply: 1, Why: "player"}}, move(1, "b", 100))
	if len(r.findings) != 1 || r.revisions != 0 {
		t.Errorf("a player's change: %d findings and %d revisions, want 1 and 0", len(r.findings), r.revisions)
	}
}

func TestANewStartBeginsALineAnew(t *testing.T) {
	r := heard(move(1, "a", 100), heardLine{5, record.Start{}}, move(1, "b", 100))
	if !slices.Equal(r.line(), []string{"b"}) || r.restated != 0 {
		t.Errorf("line %v, restated %d", r.line(), r.restated)
	}
}

func TestAlternativesCoverTheTruth(t *testing.T) {
	cases := []struct {
		name              string
		lines             []heardLine
		doubtful, covered int
		wrong, among      int
	}{
		{"sure", plies("a b c"), 0, 0, 0, 0},
		{"right", append(plies("a b c"), move(2, "b", 60, "x")), 1, 1, 0, 0},
		{"wrong, the truth beside it", append(plies("a b c"), move(2, "x", 60, "y", "b")), 1, 1, 1, 1},
		{"wrong, and no other is right", append(plies("a b c"), move(2, "x", 60, "y")), 1, 0, 1, 0},
		{"a whole reading", append(plies("a b c"), move(2, "x", 60, "b c")), 1, 1, 1, 1},
		{"a reading that goes on wrongly", append(plies("a b c"), move(2, "x", 60, "b x")), 1, 0, 1, 0},
		{"a reading longer than the game", append(plies("a b c"), move(2, "x", 60, "b c d")), 1, 0, 1, 0},
		{"only the last line of a ply counts", append(plies("a b c"), move(2, "x", 60, "b"), move(2, "x", 90)), 1, 0, 1, 0},
		{"too much, and nothing it could be", append(plies("a b c"), move(4, "d", 50, "e")), 1, 0, 1, 0},
	}
	for _, c := range cases {
		got := judge(played("a b c"), heard(c.lines...))
		if got.doubtful != c.doubtful || got.covered != c.covered || got.wrong != c.wrong || got.among != c.among {
			t.Errorf("%s: doubtful %d, covered %d, wrong %d, among alternatives %d; want %d, %d, %d, %d",
				c.name, got.doubtful, got.covered, got.wrong, got.among, c.doubtful, c.covered, c.wrong, c.among)
		}
	}
}

func TestConfidenceIsSetAgainstWhatWasRight(t *testing.T) {
	got := judge(played("a b c d"), heard(move(1, "a", 100), move(2, "x", 97), move(3, "c", 91), move(4, "x", 9)))
	want := [bins]bin{0: {1, 0, 9}, 9: {2, 1, 188}, 10: {1, 1, 100}}
	if got.bins != want {
		t.Errorf("got %v, want %v", got.bins, want)
	}
}

func TestDelaysAreOfTheMoveThatStands(t *testing.T) {
	late := heard(heardLine{1700, record.Move{Ply: 1, UCI: "x", Legal: true, Confidence: 100}},
		heardLine{1800, record.Move{Ply: 1, UCI: "a", Legal: true, Confidence: 90}},
		heardLine{1900, record.Move{Ply: 1, UCI: "a", Legal: true, Confidence: 100}})
	got := judge(played("a"), late)
	if !slices.Equal(got.fromRest, []int64{800}) || !slices.Equal(got.fromPress, []int64{300}) {
		t.Errorf("from rest %v, from press %v, want 800 and 300", got.fromRest, got.fromPress)
	}
	early := judge(played("a"), heard(move(1, "a", 100)))
	if !slices.Equal(early.fromRest, []int64{0}) || !slices.Equal(early.fromPress, []int64{0}) {
		t.Errorf("known before: from rest %v, from press %v, want 0 and 0", early.fromRest, early.fromPress)
	}
}

func TestSharesAreNotRoundedAway(t *testing.T) {
	cases := []struct {
		part, whole int
		want        string
	}{{1, 3, "33.3 %"}, {9999, 10000, "99.9 %"}, {1, 10000, "0.1 %"}, {5, 5, "100.0 %"}, {0, 5, "0.0 %"}, {0, 0, "-"}}
	for _, c := range cases {
		if got := percent(c.part, c.whole); got != c.want {
			t.Errorf("%d of %d: got %s, want %s", c.part, c.whole, got, c.want)
		}
	}
}
