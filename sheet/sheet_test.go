package sheet

import (
	"bytes"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"recorderd/observation"
	"recorderd/paper"
	"recorderd/recording"
	"recorderd/sentence"
)

var update = flag.Bool("update", false, "write the expected sheets anew")

const scenarios = "../record/testdata/scenarios"

// scenarioNames are all the games of the package record.
func scenarioNames(t testing.TB) []string {
	t.Helper()
	traces, err := filepath.Glob(filepath.Join(scenarios, "*", "trace.jsonl"))
	if err != nil || len(traces) < 100 {
		t.Fatalf("%d scenarios: %v", len(traces), err)
	}
	for i, trace := range traces {
		traces[i] = filepath.Base(filepath.Dir(trace))
	}
	return traces
}

func read(t testing.TB, scenario string) *recording.Recording {
	t.Helper()
	trace, err := os.ReadFile(filepath.Join(scenarios, scenario, "trace.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	rec, err := recording.Read(bytes.NewReader(trace))
	if err != nil {
		t.Fatalf("%s: %v", scenario, err)
	}
	return rec
}

// TestASheetReads holds what the sheets say against what they said when somebody
// last read them.
func TestASheetReads(t *testing.T) {
	for _, c := range []struct {
		sheet    Name
		scenario string
		claim    observation.Act // none: the sheet without a claim
	}{
		{Repetition, "threefold-castling-rights-rook", observation.Act{}},
		{Repetition, "threefold-castling-rights-rook", observation.Act{Claim: "threefold", Move: "Rh8"}},
		{Repetition, "threefold-wrong-claim-and-the-clocks", observation.Act{Claim: "threefold"}},
		{Repetition, "threefold-pawn-step-without-en-passant", observation.Act{}},
		{FiftyMoves, "seventyfive-2018", observation.Act{}},
		{FiftyMoves, "fifty-broken-by-a-pawn", observation.Act{}},
		{FiftyMoves, "fifty-broken-by-a-pawn", observation.Act{Claim: "fifty"}},
		{IllegalMove, "illegal-three-times-standard-2005", observation.Act{}},
		{IllegalMove, "press-without-move-rapid", observation.Act{}},
		{IllegalMove, "touch-move-bishop", observation.Act{}},
		{IllegalMove, "both-kings-in-check-2009", observation.Act{}},
		{IllegalMove, "threefold-just-appeared", observation.Act{Claim: "illegal-move"}},
		{Flag, "flag-knight-against-knight", observation.Act{Claim: "flag"}},
		{Flag, "flag-rook-pawn-against-bare-king", observation.Act{}},
		{Flag, "flag-queen-against-bare-king-rapid", observation.Act{}},
		{Flag, "flag-forced-capture-leaves-nothing", observation.Act{}},
		{Flag, "dead-bishops-of-one-colour", observation.Act{Claim: "dead-position"}},
		{Flag, "link-lost-too-long", observation.Act{Claim: "flag", By: "black"}},
		{Repetition, "link-lost-too-long", observation.Act{}},
		{IllegalMove, "promotion-missing-blitz-2009", observation.Act{}},
		{Flag, "both-flags-first-unknown", observation.Act{}},
		{Flag, "mate-before-flag-black", observation.Act{}},
		{Flag, "dead-locked-pawn-chain", observation.Act{Claim: "dead-position"}},
		{Flag, "threefold-just-appeared", observation.Act{}},
	} {
		rec := read(t, c.scenario)
		for _, l := range sentence.Languages() {
			name := string(c.sheet) + "-" + c.scenario + "-" + string(l)
			if c.claim.Claim != "" {
				name = "claim-" + name
			}
			t.Run(name, func(t *testing.T) {
				d := written(t, rec, c.sheet, c.claim, l)
				golden(t, name+".txt", paper.Text(d))
			})
		}
	}
}

// written writes a sheet, or the one of a claim.
func written(t testing.TB, rec *recording.Recording, name Name, claim observation.Act, l sentence.Language) paper.Document {
	t.Helper()
	var d paper.Document
	var err error
	if claim.Claim == "" {
		d, err = Make(rec, name, Options{Language: l, Narrow: true})
	} else {
		var j *recording.Judged
		if j, err = rec.Claim(claim, recording.Moment{}); err == nil {
			d, err = ForClaim(j, Options{Language: l, Narrow: true})
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s (-want +got), -update if it is better:\n%s", path, diff)
	}
}

// TestEverySheetOfEveryGameIsWhole lays every sheet of every scenario out, in every
// language and format, and looks for what a template left behind.
func TestEverySheetOfEveryGameIsWhole(t *testing.T) {
	for i, scenario := range scenarioNames(t) {
		state, err := read(t, scenario).Whole()
		if err != nil {
			t.Fatal(err)
		}
		for j, m := range makers {
			for k, l := range sentence.Languages() {
				d, err := newWriter(state, Options{Language: l, Narrow: true}).write(m.name)
				if errors.Is(err, ErrNotAdjourned) {
					continue
				}
				if err != nil {
					t.Errorf("%s: %s: %s: %v", scenario, m.name, l, err)
					continue
				}
				wantWhole(t, scenario, d)
				if (i+j+k)%12 == 0 { // a file takes long
					wantLaidOut(t, scenario, d)
				}
			}
		}
	}
}

// TestEveryClaimHasItsSheet judges every claim at the end of every scenario.
func TestEveryClaimHasItsSheet(t *testing.T) {
	for i, scenario := range scenarioNames(t) {
		rec := read(t, scenario)
		for claim, name := range forClaim {
			j, err := rec.Claim(observation.Act{Claim: claim}, recording.Moment{})
			if err != nil {
				if whole, failed := rec.Whole(); failed == nil && whole.Score.Start == nil {
					continue // nothing can be claimed of a game that has not begun
				}
				t.Errorf("%s: %s: %v", scenario, claim, err)
				continue
			}
			l := sentence.Languages()[i%3]
			d, err := ForClaim(j, Options{Language: l, Narrow: true})
			if err != nil {
				t.Errorf("%s: %s (%s): %v", scenario, claim, name, err)
				continue
			}
			wantWhole(t, scenario, d)
			if box := boxed(d); !strings.HasPrefix(box, j.Claim.In(l)) {
				t.Errorf("%s: %s: the box says %q, and the verdict is %q", scenario, claim, box, j.Claim.In(l))
			}
		}
	}
}

func wantWhole(t *testing.T, scenario string, d paper.Document) {
	t.Helper()
	text := paper.Text(d)
	for _, left := range []string{"{", "}", "%!", "<nil>", "map["} {
		if at := strings.Index(text, left); at >= 0 {
			t.Errorf("%s: %s (%s): %q was left: …%s…", scenario, d.Title, d.Language, left, text[max(0, at-60):min(len(text), at+60)])
		}
	}
	if boxed(d) == "" {
		t.Errorf("%s: %s: nothing stands in the box", scenario, d.Title)
	}
}

func wantLaidOut(t *testing.T, scenario string, d paper.Document) {
	t.Helper()
	for format, lay := range map[string]func(paper.Document) ([]byte, error){"pdf": paper.PDF, "html": paper.HTML} {
		if body, err := lay(d); err != nil || len(body) == 0 {
			t.Errorf("%s: %s: %s: %v", scenario, d.Title, format, err)
		}
	}
}

// TestASheetCanBeMadeAtEveryMoment makes every sheet after every ply of games in
// which much goes wrong.
func TestASheetCanBeMadeAtEveryMoment(t *testing.T) {
	for _, scenario := range []string{
		"threefold-castling-rights-rook", "illegal-three-times-standard-2005", "press-without-move-2018", "link-lost-too-long",
		"takeback-by-ruling", "setup-board-turned-round", "king-captured-blitz-2005", "both-flags-then-mate-blitz",
	} {
		rec := read(t, scenario)
		whole, err := rec.Whole()
		if err != nil {
			t.Fatal(err)
		}
		for ply := range len(whole.Score.Plies) + 1 {
			for _, m := range makers {
				d, err := Make(rec, m.name, Options{At: recording.AfterPly(ply)})
				if errors.Is(err, ErrNotAdjourned) {
					continue
				}
				if err != nil {
					t.Errorf("%s: %s after ply %d: %v", scenario, m.name, ply, err)
					continue
				}
				wantWhole(t, scenario, d)
			}
		}
	}
}

// FuzzSheets makes the sheets of whatever can be read.
func FuzzSheets(f *testing.F) {
	for _, scenario := range []string{"threefold-just-appeared", "illegal-stands-rapid-2018", "flag-two-knights", "occupancy-en-passant-both-ways"} {
		trace, err := os.ReadFile(filepath.Join(scenarios, scenario, "trace.jsonl"))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(trace)
	}
	f.Fuzz(func(t *testing.T, trace []byte) {
		if len(trace) > 1<<14 {
			t.Skip("longer than it takes to find something")
		}
		rec, err := recording.Read(bytes.NewReader(trace))
		if err != nil {
			return
		}
		for _, m := range makers {
			d, err := Make(rec, m.name, Options{})
			if err == nil && paper.Text(d) == "" {
				t.Errorf("%s: nothing stands on it", m.name)
			}
		}
	})
}

// boxed returns the first answer of a document.
func boxed(d paper.Document) string {
	for _, b := range d.Blocks {
		if p, ok := b.(paper.Paragraph); ok && p.Look == paper.Boxed {
			return p.Text
		}
	}
	return ""
}
