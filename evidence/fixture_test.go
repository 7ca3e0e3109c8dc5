package evidence

import (
	"bufio"
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"recorderd/clockio"
	"recorderd/journal"
	"recorderd/observation"
	"recorderd/position"
	"recorderd/record"
	"recorderd/signature"
	"recorderd/simulate"
	"recorderd/timesource"
)

// machine stamps what it is told to.
type machine struct {
	timesource.Stamp
	wall time.Duration // by which the time of day is ahead of boot time
}

func (m *machine) at(t int64) {
	m.BootNS = (100_000 + t) * 1e6
	m.Wall = time.Date(2026, 11, 29, 14, 0, 0, 0, time.UTC).Add(m.wall + time.Duration(m.BootNS))
}

type stamper struct{ *machine }

func (s stamper) Stamp() timesource.Stamp { return s.machine.Stamp }

func newMachine() *machine {
	m := &machine{Stamp: timesource.Stamp{BootID: "b0070000-0000-4000-8000-000000000001", Synced: true}}
	m.at(0)
	return m
}

// seed is random bytes that are always the same.
type seed byte

func (s seed) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = byte(s)
	}
	return len(p), nil
}

func keyOf(t testing.TB, random io.Reader) *signature.Key {
	t.Helper()
	k, _, err := signature.LoadOrMake(filepath.Join(t.TempDir(), signature.KeyFile), random)
	if err != nil {
		t.Fatal(err)
	}
	return k
}

const testSoftware = "recorderd test"

// play is a game that was played at a board: what was heard of it.
type play struct {
	header  observation.Header
	batches []observation.Batch
}

// played simulates the first plies of a real game.
func played(t testing.TB, plies int) play {
	t.Helper()
	f, err := os.Open("../testdata/games.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	for range 7 {
		lines.Scan()
	}
	moves, err := simulate.MovesOf(position.Start(), strings.Fields(lines.Text())[:plies])
	if err != nil {
		t.Fatal(err)
	}
	hour := []clockio.Stage{{Base: time.Hour}}
	tl := simulate.Hands(position.Start(), moves, simulate.Options{
		Terms: observation.Game{Event: "Évora Open 2026", Board: 12, White: "A. Lima", Black: "Zoë <O'Brien>", TimeControl: "3600"},
		Clock: simulate.Stages{observation.White: hour, observation.Black: hour},
		Think: 1500 * time.Millisecond, Style: simulate.Usual(),
	})
	h, batches := simulate.Sense(tl, simulate.Sensor{})
	return play{h, batches}
}

// act puts an act behind batch number n.
func (p play) act(n int, a observation.Act) play {
	b := observation.Batch{T: p.batches[n].T + 1, Facts: []observation.Fact{a}}
	if n+1 < len(p.batches) {
		b.T = min(b.T, p.batches[n+1].T)
	}
	p.batches = append(p.batches[:n+1:n+1], append([]observation.Batch{b}, p.batches[n+1:]...)...)
	return p
}

// writer writes a journal as the recorder does.
type writer struct {
	testing.TB
	*machine
	journal *journal.Journal
	record  *record.Record
	digest  *record.Digest
	dir     string
}

func begin(t testing.TB, h observation.Header, key *signature.Key, fold int) *writer {
	t.Helper()
	w := &writer{TB: t, machine: newMachine(), digest: record.NewDigest(), dir: filepath.Join(t.TempDir(), "games")}
	var err error
	if w.record, err = record.New(h); err != nil {
		t.Fatal(err)
	}
	w.journal, err = journal.Create(journal.Options{
		Dir: w.dir, Software: testSoftware, Fold: fold, Key: key, Stamper: stamper{w.machine}, Nonce: seed(7),
	}, h)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

func (w *writer) append(batches ...observation.Batch) {
	w.Helper()
	for i, b := range batches {
		w.at(b.T)
		events := w.record.Apply(b)
		w.digest.Add(events)
		if _, err := w.journal.Append(b); err != nil {
			w.Fatal(err)
		}
		if w.digest.Due(b, events) || i == 0 {
			w.seal(false)
		}
	}
}

func (w *writer) seal(final bool) {
	w.Helper()
	if _, err := w.journal.Checkpoint(w.digest.Sum(), final); err != nil {
		w.Fatal(err)
	}
}

func (w *writer) file() []byte {
	w.Helper()
	if err := w.journal.Close(); err != nil {
		w.Fatal(err)
	}
	file, err := os.ReadFile(journal.Path(w.dir, w.journal.Number()))
	if err != nil {
		w.Fatal(err)
	}
	return file
}

// sealed is a journal of a whole game with acts in it.
func sealed(t testing.TB, plies int) []byte {
	t.Helper()
	p := played(t, plies)
	p = p.act(len(p.batches)/2, observation.Act{By: "arbiter", Kind: observation.ActNote, Text: "a telephone rang"})
	p = p.act(len(p.batches)/3, observation.Act{By: "white", Kind: observation.ActClaim, Claim: "threefold", Move: "Nf3"})
	p = p.act(len(p.batches)-1, observation.Act{By: "black", Kind: observation.ActResign})
	w := begin(t, p.header, keyOf(t, seed(1)), record.Fold)
	w.append(p.batches...)
	w.seal(true)
	return w.file()
}

// sealedTwice has an act after its end.
func sealedTwice(t testing.TB, plies int) []byte {
	t.Helper()
	p := played(t, plies)
	w := begin(t, p.header, keyOf(t, seed(1)), record.Fold)
	w.append(p.batches...)
	w.seal(true)
	w.append(observation.Batch{T: p.batches[len(p.batches)-1].T + 1000, Facts: []observation.Fact{
		observation.Act{By: "arbiter", Kind: observation.ActRuling, Text: "the result stands"}}})
	w.seal(true)
	return w.file()
}

func verify(file []byte, opt Options) (Findings, error) {
	return Verify(bytes.NewReader(file), opt)
}
