package main

import (
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"recorderd/clockio"
	"recorderd/observation"
	"recorderd/position"
	"recorderd/simulate"
	"recorderd/timesource"
)

// longGame writes the journal of a game of two hours with so many plies, of which
// the clock spoke every 0.8 s, and returns its path.
func longGame(t testing.TB, plies int) string {
	t.Helper()
	rng := rand.New(rand.NewPCG(1, 1))
	p := position.Start()
	var moves []position.Move
	for len(moves) < plies {
		legal := p.Legal(nil)
		m := legal[rng.IntN(len(legal))]
		if after := p.After(m); !after.HasLegal() {
			continue
		}
		moves = append(moves, m)
		p.Play(m)
	}
	stage := []clockio.Stage{{Base: 2 * time.Hour}}
	tl := simulate.Hands(position.Start(), moves, simulate.Options{
		Seed: 1, Think: 2 * time.Hour / time.Duration(plies), Style: simulate.Usual(),
		Terms: observation.Game{TimeControl: "7200", Laws: "fide-2023"}, Clock: simulate.Stages{stage, stage},
	})
	h, batches := simulate.Sense(tl, simulate.Sensor{Board: observation.Board{ScanMS: 200}, Clock: observation.ClockSensor{Present: true, PollMS: 800}})
	over := batches[len(batches)-1].T + 1000
	batches = append(batches, observation.Batch{T: over, Facts: []observation.Fact{observation.Act{By: "white", Kind: observation.ActResign}}})
	trace := filepath.Join(t.TempDir(), "long.jsonl")
	f, err := os.Create(trace)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := simulate.WriteTrace(f, h, batches); err != nil {
		t.Fatal(err)
	}
	return journalOf(t.(*testing.T), trace)
}

// TestAClaimIsAnsweredAtOnce measures from the start of the process to its end:
// two players wait for it.
func TestAClaimIsAnsweredAtOnce(t *testing.T) {
	const most = time.Second // on a busy machine
	file := longGame(t, 300)
	path, err := program()
	if err != nil {
		t.Fatal(err)
	}
	clock := timesource.Boot()
	for _, format := range []string{"text", "pdf"} {
		best := time.Hour
		for range 5 {
			begin := clock.Now()
			out, err := exec.Command(path, "claim", "--kind", "threefold", "--format", format, file).Output()
			best = min(best, clock.Now()-begin)
			if err != nil || len(out) < 1000 {
				t.Fatalf("%s: %d bytes: %v", format, len(out), err)
			}
			if format == "text" && !strings.Contains(string(out), "ply 300") {
				t.Fatalf("the game is not read to its end:\n%s", out)
			}
		}
		t.Logf("%s: answered after %v", format, best.Round(time.Millisecond))
		if best > most {
			t.Errorf("%s: answered after %v, want at most %v", format, best, most)
		}
	}
	if os.Getenv("KEEP_LONG") != "" {
		b, _ := os.ReadFile(file)
		os.WriteFile("/tmp/s1long.jsonl", b, 0o644)
	}
}
