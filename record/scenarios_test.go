package record_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"testing"

	"recorderd/observation"
	"recorderd/record"
)

// The folders in testdata/scenarios are games as a board and a clock sensed
// them, each with what its record must hold. README.md there explains them.

const scenariosDir = "testdata/scenarios"

var update = flag.Bool("update", false, "write the expected records anew")

// TestScenarios holds the record of every scenario against what is expected of
// it, and against the record that it had before.
func TestScenarios(t *testing.T) {
	pending := newPending(t, scenariosDir)
	for _, name := range scenarioNames(t) {
		expect := readExpectation(t, name)
		trace := readFile(t, filepath.Join(scenariosDir, name, "trace.jsonl"))
		t.Run(name, func(t *testing.T) { judgeScenario(t, pending, name, "record.jsonl", trace, expect) })
		if slices.Contains(expect.Tags, "both") {
			id := name + ",occupancy"
			t.Run(id, func(t *testing.T) {
				judgeScenario(t, pending, id, "record-occupancy.jsonl", withoutPieces(trace), expect)
			})
		}
	}
	pending.finish(t)
}

func judgeScenario(t *testing.T, pending *pendingList, id, golden string, trace []byte, expect *expectation) {
	folder, _, _ := bytes.Cut([]byte(id), []byte(","))
	golden = filepath.Join(scenariosDir, string(folder), golden)
	got := replayTrace(t, trace)
	lines, err := linesOf(got)
	if err == nil {
		err = expect.judge(lines)
	}
	pending.verdict(t, id, err)
	if err != nil {
		return
	}
	if *update {
		if err := os.WriteFile(golden, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if want := readFile(t, golden); !bytes.Equal(got, want) {
		t.Errorf("another record than in %s: %s\nlook whether it is better, and run with -update", golden, differingLine(got, want))
	}
}

func scenarioNames(t *testing.T) (names []string) {
	t.Helper()
	folders, err := filepath.Glob(filepath.Join(scenariosDir, "*", "expect.json"))
	if err != nil || len(folders) == 0 {
		t.Fatalf("the scenarios: %v, %v", folders, err)
	}
	for _, f := range folders {
		names = append(names, filepath.Base(filepath.Dir(f)))
	}
	return names
}

func readExpectation(t *testing.T, name string) *expectation {
	t.Helper()
	var e expectation
	in := json.NewDecoder(bytes.NewReader(readFile(t, filepath.Join(scenariosDir, name, "expect.json"))))
	in.DisallowUnknownFields()
	if err := in.Decode(&e); err != nil {
		t.Fatalf("%s: expect.json: %v", name, err)
	}
	return &e
}

func readFile(t *testing.T, name string) []byte {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// replayTrace returns the record of a trace as the command prints it.
func replayTrace(t *testing.T, trace []byte) (lines []byte) {
	t.Helper()
	in, err := observation.NewReader(bytes.NewReader(trace))
	if err != nil {
		t.Fatal(err)
	}
	rec, err := record.New(in.Header())
	if err != nil {
		t.Fatal(err)
	}
	for {
		b, err := in.Next()
		if err == io.EOF {
			return append(lines, written([]record.Event{rec.Summary()})...)
		}
		if err != nil {
			t.Fatal(err)
		}
		lines = append(lines, written(rec.Apply(b))...)
	}
}

var (
	identity   = regexp.MustCompile(`"sensing":"identity"`)
	aPiece     = regexp.MustCompile(`"piece":"[^"]"`)
	aPlacement = regexp.MustCompile(`"placement":"[^"]*"`)
	aLetter    = regexp.MustCompile(`[A-Za-z]`)
)

// withoutPieces is a trace as a board senses it that only knows occupied from
// empty.
func withoutPieces(trace []byte) []byte {
	trace = identity.ReplaceAll(trace, []byte(`"sensing":"occupancy"`))
	trace = aPiece.ReplaceAll(trace, []byte(`"piece":"o"`))
	return aPlacement.ReplaceAllFunc(trace, func(p []byte) []byte {
		key := len(`"placement":"`)
		return append(slices.Clone(p[:key]), aLetter.ReplaceAll(p[key:], []byte("o"))...)
	})
}

func differingLine(got, want []byte) string {
	a, b := bytes.Split(got, []byte("\n")), bytes.Split(want, []byte("\n"))
	for i := range min(len(a), len(b)) {
		if !bytes.Equal(a[i], b[i]) {
			return string(a[i]) + "\nwas " + string(b[i])
		}
	}
	return "one is longer"
}
