package main

import (
	"bytes"
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
// the clock spoke every 0.8 s, and returns its path. It ended if White resigned.
func longGame(t *testing.T, plies int, resigned bool) string {
	t.Helper()
	moves := wander(plies)
	stage := []clockio.Stage{{Base: 2 * time.Hour}}
	tl := simulate.Hands(position.Start(), moves, simulate.Options{
		Seed: 1, Think: 2 * time.Hour / time.Duration(plies), Style: simulate.Usual(),
		Terms: observation.Game{TimeControl: "7200", Laws: "fide-2023"}, Clock: simulate.Stages{stage, stage},
	})
	h, batches := simulate.Sense(tl, simulate.Sensor{Board: observation.Board{ScanMS: 200}, Clock: observation.ClockSensor{Present: true, PollMS: 800}})
	if resigned {
		act := observation.Act{By: "white", Kind: observation.ActResign}
		batches = append(batches, observation.Batch{T: batches[len(batches)-1].T + 1000, Facts: []observation.Fact{act}})
	}
	var trace bytes.Buffer
	if err := simulate.WriteTrace(&trace, h, batches); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "long.jsonl")
	if err := os.WriteFile(file, trace.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	return journalOf(t, file)
}

// wander plays so many plies without aim, none of which ends the game at once.
func wander(plies int) (moves []position.Move) {
	rng := rand.New(rand.NewPCG(1, 1))
	for p := position.Start(); len(moves) < plies; {
		legal := p.Legal(nil)
		m := legal[rng.IntN(len(legal))]
		if after := p.After(m); after.HasLegal() {
			moves = append(moves, m)
			p.Play(m)
		}
	}
	return moves
}

// TestAClaimIsAnsweredAtOnce measures from the start of the process to its end:
// two players wait for it. The figures are in docs/performance.md; here there is
// room for a busy machine.
func TestAClaimIsAnsweredAtOnce(t *testing.T) {
	const most = time.Second
	path, err := program()
	if err != nil {
		t.Fatal(err)
	}
	clock := timesource.Boot()
	for _, resigned := range []bool{false, true} {
		file := longGame(t, 300, resigned)
		for _, format := range []string{"text", "pdf"} {
			best := time.Hour
			for range 5 {
				begin := clock.Now()
				out, err := exec.Command(path, "claim", "--kind", "threefold", "--format", format, file).Output()
				best = min(best, clock.Now()-begin)
				if err != nil {
					t.Fatalf("%s: %v", format, err)
				}
				if format == "text" && !strings.Contains(string(out), "ply 300") {
					t.Fatalf("the game was not read to its end:\n%s", out)
				}
			}
			t.Logf("%s, game ended %t: answered after %v", format, resigned, best.Round(time.Millisecond))
			if best > most {
				t.Errorf("%s, game ended %t: answered after %v, want at most %v", format, resigned, best, most)
			}
		}
	}
}

// TestAClaimOnABrokenChainIsAnsweredAndToldApart changes a line, and cuts another.
func TestAClaimOnABrokenChainIsAnsweredAndToldApart(t *testing.T) {
	whole, err := os.ReadFile(journalOf(t, operaTrace))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name    string
		journal []byte
		status  int
		message string // on standard error
		says    string // on the sheet
	}{
		{"whole", whole, exitDone, "", "is whole as far as it goes"},
		{"cut", whole[:len(whole)-5], exitDone, "the last line is incomplete", "The last line was never finished"},
		{"altered", bytes.Replace(whole, []byte(`"sync":false`), []byte(`"sync":true`), 1), exitBad, "the chain is broken", "THE CHAIN OF THE JOURNAL IS BROKEN"},
	} {
		file := filepath.Join(t.TempDir(), c.name)
		if c.name == "altered" && bytes.Equal(c.journal, whole) {
			c.journal = bytes.Replace(whole, []byte(`"sync":true`), []byte(`"sync":false`), 1)
		}
		if err := os.WriteFile(file, c.journal, 0o600); err != nil {
			t.Fatal(err)
		}
		var out, message bytes.Buffer
		status := recorderd(env{nil, &out, &message}, []string{"claim", "--kind", "threefold", file})
		if status != c.status || !strings.Contains(message.String(), c.message) {
			t.Errorf("%s: status %d, %q; want %d, %q", c.name, status, message.String(), c.status, c.message)
		}
		if text := strings.Join(strings.Fields(out.String()), " "); !strings.Contains(text, c.says) {
			t.Errorf("%s: the sheet does not say %q:\n%s", c.name, c.says, out.String())
		}
	}
}
