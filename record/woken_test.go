package record_test

import (
	"bytes"
	"io"
	"path/filepath"
	"slices"
	"testing"

	"recorderd/observation"
	"recorderd/record"
)

// TestWoken plays scenarios and cases as the loop that records hears them: it is
// woken where silence matters, which a trace from elsewhere does not say. What
// is right without it is right with it.
func TestWoken(t *testing.T) {
	for _, name := range scenarioNames(t) {
		trace := readFile(t, filepath.Join(scenariosDir, name, "trace.jsonl"))
		judgeWoken(t, newPending(t, scenariosDir), name, trace, readExpectation(t, name))
	}
	for _, c := range allCases(t) {
		trace, expect, err := c.play(plain)
		if err != nil {
			t.Fatal(err)
		}
		judgeWoken(t, newPending(t, casesDir), c.name, trace, expect)
	}
}

func judgeWoken(t *testing.T, pending *pendingList, name string, trace []byte, expect *expectation) {
	if slices.Contains(pending.names, name) {
		return
	}
	t.Run(name, func(t *testing.T) {
		lines, err := linesOf(replayWoken(t, trace))
		if err == nil {
			err = expect.judge(lines)
		}
		if err != nil {
			t.Error(err)
		}
	})
}

func replayWoken(t *testing.T, trace []byte) (lines []byte) {
	t.Helper()
	in, err := observation.NewReader(bytes.NewReader(trace))
	if err != nil {
		t.Fatal(err)
	}
	rec, err := record.New(in.Header())
	if err != nil {
		t.Fatal(err)
	}
	for last := int64(-1); ; {
		b, err := in.Next()
		if err == io.EOF {
			return append(lines, written([]record.Event{rec.Summary()})...)
		}
		if err != nil {
			t.Fatal(err)
		}
		for {
			wake, ok := rec.Wake()
			if wake = max(wake, last+1); !ok || wake >= b.T {
				break
			}
			lines = append(lines, written(rec.Apply(observation.Batch{T: wake, Facts: []observation.Fact{observation.Tick{}}}))...)
			last = wake
		}
		lines, last = append(lines, written(rec.Apply(b))...), b.T
	}
}
