package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"recorderd/evidence"
	"recorderd/journal"
	"recorderd/laws"
	"recorderd/observation"
	"recorderd/position"
	"recorderd/record"
	"recorderd/simulate"
	"recorderd/timesource"
)

// longestLife is after how long a recorder is killed at the latest: it may have
// seen a few plies, or be starting still.
const longestLife = 3500 * time.Millisecond

// killing is how often recorders are killed in how many games of how many plies: 480
// times in the long form.
func killing() (games, kills, plies int) {
	if os.Getenv("RECORDERD_LONG") != "" {
		return 8, 60, 70
	}
	return 3, 10, 8
}

// TestKilledAtRandomMoments kills recorders with SIGKILL while games are being
// played, thirty times in all, and starts each again at once.
func TestKilledAtRandomMoments(t *testing.T) {
	t.Parallel()
	games, kills, plies := killing()
	for i, sans := range projectGames(t)[20 : 20+games] {
		t.Run(fmt.Sprint("game ", i+1), func(t *testing.T) {
			t.Parallel()
			killed(t, sans[:min(plies, len(sans))], kills, rand.New(rand.NewPCG(uint64(i), 30)))
		})
	}
}

// killed plays a game while its recorder is killed over and over.
func killed(t *testing.T, sans []string, kills int, rng *rand.Rand) {
	k := &victim{T: t, wire: openWire(t)}
	board := emulate(t, k.wire)
	k.config, k.data = configure(t, k.wire.Path, `time_control = "1800+10"`)
	if k.stick = otherDisk(t, k.data); k.stick != "" {
		addTo(t, k.config, "[evidence]\ncopy = %q\n", k.stick)
	}
	k.recorder = startRun(t, k.config)
	played := make(chan error, 1)
	go func() {
		played <- simulate.Play(context.Background(), timesource.Boot(), quickly(t, sans), table{Board: board})
	}()
	k.recorder.awaitLast(1)
	for range kills {
		life := time.Duration(rng.Int64N(int64(longestLife)))
		timesource.Sleep(context.Background(), timesource.Boot(), life)
		blind := !k.recorder.saw()
		k.killAndStart()
		if blind {
			k.recorder.await(answers) // so that no gap is longer than can be read
		}
	}
	if err := <-played; err != nil {
		t.Fatal(err)
	}
	k.recorder.awaitLast(len(sans))
	k.verdict(sans)
}

const answers = "the board answers"

// saw reports whether the recorder has seen the board.
func (c *child) saw() bool { return strings.Contains(c.logged(), answers) }

// quickly is a game played by people who don't think long.
func quickly(t *testing.T, sans []string) simulate.Timeline {
	t.Helper()
	control, err := laws.ParseTimeControl("1800+10")
	if err != nil {
		t.Fatal(err)
	}
	moves, err := simulate.MovesOf(position.Start(), sans)
	if err != nil {
		t.Fatal(err)
	}
	return simulate.Hands(position.Start(), moves, simulate.Options{
		Terms: observation.Game{TimeControl: "1800+10"}, Clock: stages(control), Think: 800 * time.Millisecond, Style: simulate.Usual(),
	})
}

// victim is a recorder that is killed and started again.
type victim struct {
	*testing.T
	recorder     *child
	wire         wire
	config, data string
	kills        int
	stick        string // where the second copy is; empty for none
}

// killAndStart kills the recorder, starts it again, and checks that its record
// begins with what was durable, and with all that was ever shown: a process that
// dies takes nothing with it that was written.
func (k *victim) killAndStart() {
	k.Helper()
	durable := int(k.recorder.metric("recorderd_journal_durable_records"))
	shown := k.recorder.lines()
	k.recorder.kill()
	k.wire.unlock()
	kept := k.durableLines(durable)
	k.recorder = startRun(k.T, k.config)
	k.kills++
	now := k.recorder.lines()
	k.wantBeginning("was durable", kept, now)
	k.wantBeginning("was shown", shown, now)
	if len(kept) == 0 {
		k.Error("nothing was durable when the recorder was killed")
	}
}

func (k *victim) wantBeginning(what string, want, got [][]byte) {
	k.Helper()
	for i, line := range want {
		if i >= len(got) || !bytes.Equal(got[i], line) {
			k.Fatalf("line %d, which %s, is lost:\n%s\nnow the record is\n%s", i+1, what, line, bytes.Join(got, nil))
		}
	}
}

// durableLines returns the record of the first lines of the journal.
func (k *victim) durableLines(n int) [][]byte {
	k.Helper()
	if n == 0 {
		return nil
	}
	text, err := os.ReadFile(journal.Path(filepath.Join(k.data, "games"), 1))
	if err != nil {
		k.Fatal(err)
	}
	lines := bytes.SplitAfter(text, []byte("\n"))
	if len(lines) < n {
		k.Fatalf("%d lines are in the journal, %d were called durable", len(lines), n)
	}
	return recordOf(k.T, bytes.Join(lines[:n], nil))
}

// recordOf returns the record's lines of a journal, without the summary.
func recordOf(t *testing.T, text []byte) (lines [][]byte) {
	t.Helper()
	src, err := journal.Open(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	rec, err := record.New(src.Header())
	if err != nil {
		t.Fatal(err)
	}
	for {
		batch, err := src.Next()
		if err == io.EOF {
			return lines
		}
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range rec.Apply(batch) {
			lines = append(lines, append(record.AppendLine(nil, e), '\n'))
		}
	}
}

func summaryOf(t *testing.T, text []byte) (s record.Summary) {
	t.Helper()
	lines := bytes.Split(bytes.TrimSpace(text), []byte("\n"))
	if err := json.Unmarshal(lines[len(lines)-1], &s); err != nil {
		t.Fatal(err)
	}
	return s
}

// wantCopied checks that the second copy is the journal: not even a recorder that
// dies while it copies makes a difference between the two.
func (k *victim) wantCopied(text []byte) {
	k.Helper()
	if k.stick == "" {
		return
	}
	files, err := filepath.Glob(filepath.Join(k.stick, "*.jsonl"))
	if err != nil || len(files) != 1 {
		k.Fatalf("copies %v, %v, want one", files, err)
	}
	if copied, err := os.ReadFile(files[0]); err != nil || !bytes.Equal(copied, text) {
		k.Errorf("%s is not the journal: %d bytes of %d, %v", files[0], len(copied), len(text), err)
	}
}

// verdict ends the recorder in good order and looks at what it leaves.
func (k *victim) verdict(sans []string) {
	k.Helper()
	shown := k.recorder.lines()
	k.recorder.stop()
	files, err := filepath.Glob(filepath.Join(k.data, "games", "*.jsonl"))
	if err != nil || len(files) != 1 {
		k.Fatalf("journals %v, %v, want one", files, err)
	}
	text, err := os.ReadFile(files[0])
	if err != nil {
		k.Fatal(err)
	}
	if found, err := evidence.Verify(bytes.NewReader(text), evidence.Options{Open: true}); err != nil {
		k.Errorf("verify: %v, after %q", err, found.Passed)
	}
	if !bytes.HasSuffix(text, []byte("}\n")) {
		k.Error("the journal ends with a piece of a line")
	}
	k.wantCopied(text)
	k.wantBeginning("was shown in the end", shown, recordOf(k.T, text))
	s := summaryOf(k.T, printed(k.T, "replay", files[0]))
	got, want := s.Moves, sans
	if s.Findings["order-unknown"] > 0 { // then it is any order
		got, want = slices.Sorted(slices.Values(got)), slices.Sorted(slices.Values(want))
	}
	if !slices.Equal(got, want) {
		k.Errorf("moves\n %s\nwant\n %s", strings.Join(s.Moves, " "), strings.Join(sans, " "))
	}
	k.Logf("%d lines, killed %d times, findings %v", bytes.Count(text, []byte("\n")), k.kills, s.Findings)
	if k.Failed() {
		k.Logf("the journal:\n%s", text)
	}
}
