package live

import (
	"bytes"
	"slices"
	"strings"
	"testing"
	"time"

	"recorderd/clockio"
	"recorderd/observation"
	"recorderd/pgn"
	"recorderd/record"
	"recorderd/simulate"
	"recorderd/timesource"
)

// played returns what a board and a clock saw of a famous game.
func played(t testing.TB, n int) (simulate.Record, observation.Header, []observation.Batch) {
	t.Helper()
	r := simulate.Famous()[n]
	g, err := r.Game()
	if err != nil {
		t.Fatal(err)
	}
	stages := []clockio.Stage{{Base: 15 * time.Minute, Increment: 10 * time.Second}}
	tl := simulate.Session(simulate.Options{
		Seed: 1, Terms: observation.Game{TimeControl: "900+10"}, Clock: simulate.Stages{stages, stages}, Style: simulate.Usual(),
	}, g)
	h, batches := simulate.Sense(tl, simulate.Sensor{
		Board: observation.Board{Sensing: observation.Identity, ScanMS: 220},
		Clock: observation.ClockSensor{Present: true, ResolutionMS: 1000, PollMS: 800},
	})
	return r, h, batches
}

func TestWhatIsServedIsWhatAReplayPrints(t *testing.T) {
	for n := range simulate.Famous()[:3] {
		r, h, batches := played(t, n)
		b := NewBoard("test", new(timesource.Manual))
		g, err := b.Begin(1, h)
		if err != nil {
			t.Fatal(err)
		}
		replay, err := record.New(h)
		if err != nil {
			t.Fatal(err)
		}
		var lines []byte
		for i, batch := range batches {
			g.Apply(batch)
			for _, e := range replay.Apply(batch) {
				lines = append(record.AppendLine(lines, e), '\n')
			}
			if i%50 != 0 && i != len(batches)-1 {
				continue
			}
			want := append(record.AppendLine(slices.Clone(lines), replay.Summary()), '\n')
			if got := b.RecordJSONL(); !bytes.Equal(got, want) {
				t.Fatalf("game %d after batch %d: got\n%s\nwant\n%s", n, i, got, want)
			}
		}

		sheet, _ := b.Sheet()
		var sans []string
		for _, p := range sheet.Moves {
			sans = append(sans, p.SAN)
			if p.ClockMS == nil && p.Completed && p != sheet.Moves[len(sheet.Moves)-1] {
				t.Errorf("game %d: ply %d has no clock", n, p.Ply)
			}
		}
		if !slices.Equal(sans, r.Moves) {
			t.Errorf("game %d: the sheet has\n%v\nwant\n%v", n, sans, r.Moves)
		}
		text, err := b.PGN()
		if err != nil {
			t.Fatal(err)
		}
		read, err := pgn.NewReader(bytes.NewReader(text)).Next()
		if err != nil || len(read.Errors) > 0 || len(read.Moves) != len(r.Moves) {
			t.Errorf("game %d: the PGN has %d moves, want %d: %v, %v", n, len(read.Moves), len(r.Moves), err, read.Errors)
		}
	}
}

func TestBeforeTheFirstGameThePGNIsOneWithoutMoves(t *testing.T) {
	b := NewBoard("test", new(timesource.Manual))
	b.Expect(observation.Header{Game: observation.Game{Event: "Open", White: "Lima, A.", Black: "Costa, B."}})
	text, err := b.PGN()
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"[Event \"Open\"]\n", "[White \"Lima, A.\"]\n", "[Result \"*\"]\n", "\n\n*\n"} {
		if !strings.Contains(string(text), want) {
			t.Errorf("got\n%s\nwant %q in it", text, want)
		}
	}
}

func TestAGameWhoseTermsCannotBeReadDoesNotBegin(t *testing.T) {
	b := NewBoard("test", new(timesource.Manual))
	if _, err := b.Begin(1, observation.Header{Game: observation.Game{TimeControl: "soon"}}); err == nil {
		t.Error("got no error for a time control of \"soon\"")
	}
}

// A batch goes through the fold, becomes lines, and is in a follower's hands.
func BenchmarkBatchToFollower(bench *testing.B) {
	_, h, batches := played(bench, 0)
	var took []time.Duration
	bench.ReportAllocs()
	for i := 0; bench.Loop(); i++ {
		bench.StopTimer()
		b := NewBoard("test", timesource.Boot())
		g, err := b.Begin(1, h)
		if err != nil {
			bench.Fatal(err)
		}
		f := b.Follow("")
		bench.StartTimer()
		for _, batch := range batches {
			before := b.time.Now()
			events := g.Apply(batch)
			lines, _ := f.Take()
			took = append(took, b.time.Now()-before)
			if len(lines) != len(events) {
				bench.Fatalf("got %d lines of %d", len(lines), len(events))
			}
		}
	}
	slices.Sort(took)
	bench.ReportMetric(float64(took[len(took)/2].Nanoseconds())/1e3, "µs/batch-p50")
	bench.ReportMetric(float64(took[len(took)*99/100].Nanoseconds())/1e3, "µs/batch-p99")
	bench.ReportMetric(float64(took[len(took)-1].Nanoseconds())/1e3, "µs/batch-max")
}
