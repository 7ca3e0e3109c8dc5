package sheet

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"recorderd/paper"
	"recorderd/recording"
	"recorderd/sentence"
)

var update = flag.Bool("update", false, "write the expected sheets anew")

// golden compares a text with that of a file.
func golden(t *testing.T, file, got string) {
	t.Helper()
	path := filepath.Join("testdata", file)
	if *update {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s: -want +got\n%s", file, diff)
	}
}

// scenario reads a trace of the record's scenarios.
func scenario(t testing.TB, name string) *recording.Recording {
	t.Helper()
	f, err := os.Open(filepath.Join("../record/testdata/scenarios", name, "trace.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	rec, err := recording.Read(f)
	if err != nil {
		t.Fatal(err)
	}
	return rec
}

func TestTheComparisonOfTwoBoardsInEveryLanguage(t *testing.T) {
	behind := scenario(t, "game-opera-blitz")
	behind.Batches = behind.Batches[:60]
	cases := []struct {
		name          string
		first, second *recording.Recording
	}{
		{"same", scenario(t, "game-opera-blitz"), scenario(t, "game-opera-blitz")},
		{"behind", behind, scenario(t, "game-opera-blitz")},
		{"differ", scenario(t, "game-opera-blitz"), scenario(t, "game-evergreen-no-clock")},
		{"not-alike", scenario(t, "game-opera-blitz"), scenario(t, "flag-two-knights")},
	}
	for _, c := range cases {
		for _, l := range sentence.Languages() {
			doc, _, err := Compare(c.first, c.second, [2]string{"a.jsonl", "b.jsonl"}, Options{Language: l})
			if err != nil {
				t.Fatalf("%s: %v", c.name, err)
			}
			text := paper.Text(doc)
			if strings.ContainsAny(text, "{}") {
				t.Errorf("%s in %s: a gap is left open", c.name, l)
			}
			golden(t, "comparison-"+c.name+"-"+string(l)+".txt", text)
		}
	}
}
