package record_test

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"testing"

	"recorderd/observation"
	"recorderd/position"
	"recorderd/record"
)

// TestArbitersInterfere has arbiters restore positions, take back and correct
// moves, adjourn and resume, at any moment of noisy games whose hands know nothing
// of it. Who follows the lines has what the summary has, and a replay says the same.
func TestArbitersInterfere(t *testing.T) {
	eachEvening(t, 0, func(t *testing.T, e *evening, r *rand.Rand) string {
		rec, err := record.New(e.header)
		if err != nil {
			t.Fatal(err)
		}
		v := &viewer{t: t, done: map[int]bool{}}
		var batches []observation.Batch
		var lines []byte
		apply := func(b observation.Batch) {
			batches = append(batches, b)
			said := rec.Apply(b)
			for _, l := range said {
				lines = append(record.AppendLine(lines, l), '\n')
				if f, ok := l.(record.Finding); ok && bytes.Contains(record.AppendLine(nil, f), []byte(`"fault":true`)) {
					t.Fatalf("the tracker failed at %d: %v", b.T, batches[max(0, len(batches)-3):])
				}
			}
			v.take(said)
			v.agrees(rec.Summary())
		}
		for _, b := range e.batches {
			if r.IntN(25) == 0 {
				b.Facts = append(slices.Clone(b.Facts), arbiterDoes(r, v))
			}
			apply(b)
		}
		if again := replayed(t, e.header, batches); !bytes.Equal(lines, again) {
			return "a replay says something else"
		}
		return ""
	})
}

// arbiterDoes is anything that an arbiter may do in a game of which this was said.
func arbiterDoes(r *rand.Rand, v *viewer) observation.Act {
	a := observation.Act{By: "arbiter"}
	var ply int
	before := position.Start()
	if len(v.moves) > 0 {
		ply = 1 + r.IntN(len(v.moves))
		before, _ = position.ParseLoose(v.moves[ply-1].FEN)
	}
	switch r.IntN(8) {
	case 0:
		a.Kind, a.FEN = observation.ActRestore, before.FEN()
	case 1:
		a.Kind, a.FEN = observation.ActRestore, "4k3/8/8/8/8/8/8/4K2R b - - 0 1"
	case 2:
		a.Kind, a.ToPly = observation.ActTakeback, &ply
	case 3:
		a.Kind = observation.ActAdjourn
		if v.end != nil {
			a.Kind = observation.ActResume
		}
	case 4:
		a.Kind, a.Result = observation.ActResult, "1-0"
	default:
		a.Kind, a.Ply = observation.ActCorrectMove, ply+1
		if legal := before.Legal(nil); len(legal) > 0 {
			a.SAN = before.SAN(legal[r.IntN(len(legal))])
		}
	}
	return a
}

func replayed(t *testing.T, h observation.Header, batches []observation.Batch) (lines []byte) {
	rec, err := record.New(h)
	if err != nil {
		t.Fatal(err)
	}
	for _, b := range batches {
		for _, l := range rec.Apply(b) {
			lines = append(record.AppendLine(lines, l), '\n')
		}
	}
	return lines
}
