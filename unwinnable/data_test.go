package unwinnable

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"recorderd/position"
)

// question is a line of a list of labelled positions.
type question struct {
	fen    string
	winner position.Side
	want   Verdict // Undetermined where the list has none
}

// shared returns where a list lies that is not part of the repository.
func shared(name string) string {
	dir := os.Getenv("RECORDERD_UNWINNABILITY")
	if dir == "" {
		dir = "../../shared/testdata/unwinnability"
	}
	return filepath.Join(dir, name)
}

// readList returns the questions of a list and skips the test where there is
// no such list.
func readList(t testing.TB, file string) (list []question) {
	t.Helper()
	text, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		t.Skipf("%s belongs to others and is not here; RECORDERD_UNWINNABILITY names its directory", filepath.Base(file))
	}
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		fields := strings.Split(strings.TrimSpace(line), "\t")
		q := question{fen: fields[0]}
		if fields[1] == "black" {
			q.winner = position.Black
		}
		if len(fields) > 2 {
			q.want = map[string]Verdict{"winnable": Winnable, "unwinnable": Unwinnable}[fields[2]]
		}
		list = append(list, q)
	}
	return list
}

// Every label is found, and every helpmate holds for another generator of
// moves. Positions without a label are of games lost on time, and all that is
// asked is that there be an answer.
func TestListsAreDecided(t *testing.T) {
	for _, c := range []struct {
		file  string
		lines int
	}{
		{"testdata/random.tsv", 178},
		{"testdata/hard.tsv", 15},
		{"testdata/selfplay.tsv", 300},
		{"testdata/bench-selfplay.fen", 2000},
		{shared("visible.tsv"), 2432},
		{shared("bench.fen"), 2000},
	} {
		t.Run(filepath.Base(c.file), func(t *testing.T) {
			list := readList(t, c.file)
			if len(list) != c.lines {
				t.Errorf("%d lines, want %d", len(list), c.lines)
			}
			var s Solver
			for _, q := range list {
				q.ask(t, &s)
			}
		})
	}
}

func (q question) ask(t *testing.T, s *Solver) {
	t.Helper()
	p := mustRead(t, q.fen)
	a := mustDecide(t, s, &p, q.winner, exact)
	if a.Verdict == Undetermined || q.want != Undetermined && a.Verdict != q.want {
		t.Errorf("%s, can %s mate: %s, want %s", q.fen, q.winner, a.Verdict, q.want)
	}
	if a.Verdict == Winnable {
		if err := replayNotnil(p, q.winner, a.Line); err != nil {
			t.Errorf("%s, can %s mate: %v", q.fen, q.winner, err)
		}
	}
}

// A board without one king each is no question, whoever asks.
func TestNoQuestionWithoutKings(t *testing.T) {
	var s Solver
	for _, fen := range []string{
		"8/8/8/8/8/8/8/8 w - -",
		"8/8/8/8/8/8/8/K6Q w - -",
		"8/8/8/8/8/8/8/k6Q w - -",
		"kk6/8/8/8/8/8/8/K6Q w - -",
		"k7/8/8/8/8/8/8/KK5Q b - -",
	} {
		p := mustRead(t, fen)
		for _, w := range bothSides {
			if a, err := s.Decide(&p, w, exact); err == nil || a.Verdict != Undetermined || a.Line != nil {
				t.Errorf("%s, can %s mate: %+v, error %v; want an error alone", fen, w, a, err)
			}
		}
	}
}
