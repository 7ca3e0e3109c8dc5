package record_test

import (
	"bytes"
	"io"
	"path/filepath"
	"slices"
	"testing"

	"recorderd/observation"
	"recorderd/simulate"
)

// heard is a game as a record hears it.
type heard struct {
	name    string
	header  observation.Header
	batches []observation.Batch
}

// eachHeard tries something on every scenario, case and situation, before a board
// that knows its pieces and before one that does not. The short form takes some
// of them, each test others.
func eachHeard(t *testing.T, test int, do func(t *testing.T, h *heard)) {
	t.Helper()
	every := tries(12, 1)
	for i, h := range slices.Concat(heardScenarios(t), heardCases(t), heardSituations(t)) {
		if i%every == test%every {
			t.Run(h.name, func(t *testing.T) { do(t, h) })
		}
	}
}

func heardScenarios(t *testing.T) (all []*heard) {
	t.Helper()
	for _, name := range scenarioNames(t) {
		trace := readFile(t, filepath.Join(scenariosDir, name, "trace.jsonl"))
		all = append(all, heardTrace(t, "scenario/"+name, trace), heardTrace(t, "scenario/"+name+",occupancy", withoutPieces(trace)))
	}
	return all
}

func heardCases(t *testing.T) (all []*heard) {
	t.Helper()
	for _, c := range allCases(t) {
		trace, _, err := c.play(plain)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, heardTrace(t, "case/"+c.name, trace))
		if c.board == observation.Identity {
			all = append(all, heardTrace(t, "case/"+c.name+",occupancy", withoutPieces(trace)))
		}
	}
	return all
}

func heardSituations(t *testing.T) (all []*heard) {
	t.Helper()
	for _, s := range readCatalogue(t) {
		for _, sensing := range s.boards() {
			sc, err := playScene(s, sensing)
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, &heard{"situation/" + s.row + " " + s.name + "," + string(sensing), sc.header, sc.batches})
		}
	}
	return all
}

func heardTrace(t *testing.T, name string, trace []byte) *heard {
	t.Helper()
	in, err := observation.NewReader(bytes.NewReader(trace))
	if err != nil {
		t.Fatal(err)
	}
	h := &heard{name: name, header: in.Header()}
	for {
		b, err := in.Next()
		if err == io.EOF {
			return h
		}
		if err != nil {
			t.Fatal(err)
		}
		h.batches = append(h.batches, b)
	}
}

func (h *heard) trace(t *testing.T) []byte {
	t.Helper()
	var text bytes.Buffer
	if err := simulate.WriteTrace(&text, h.header, h.batches); err != nil {
		t.Fatal(err)
	}
	return text.Bytes()
}

// lines are those of the record, with the summary, as the loop that records hears
// the game: woken where silence matters.
func (h *heard) lines(t *testing.T) []object {
	t.Helper()
	rec := newFor(t, h.header)
	_, lines := journaled(rec, h.batches)
	all, err := linesOf(written(append(slices.Concat(lines...), rec.Summary())))
	if err != nil {
		t.Fatal(err)
	}
	return all
}
