package journal

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"recorderd/observation"
	"recorderd/timesource"
)

var update = flag.Bool("update", false, "write the expected files anew")

// steps stamps one millisecond after the other.
type steps struct {
	mu sync.Mutex
	n  int64
}

func (s *steps) Stamp() timesource.Stamp {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.n++
	return timesource.Stamp{
		BootID: "5b0c2a0e-0000-4000-8000-00000000b007", BootNS: 1e9 + s.n*1e6,
		Wall: time.Date(2026, 11, 29, 14, 30, 0, int(s.n)*1e6, time.UTC), Synced: s.n > 2,
	}
}

func testOptions(t testing.TB) Options {
	return Options{
		Dir: filepath.Join(t.TempDir(), "games"), Software: "recorderd test", Fold: 1,
		Stamper: &steps{}, Nonce: strings.NewReader(strings.Repeat("0123456789abcdef", 1000)),
		Time: timesource.Scaled(timesource.Boot(), 100),
	}
}

// memOptions are of a disk in memory.
func memOptions() Options {
	return Options{
		Dir: "/games", Software: "recorderd test", Fold: 1, FS: newMemFS(),
		Stamper: &steps{}, Time: timesource.Scaled(timesource.Boot(), 1000),
	}
}

var testHeader = observation.Header{
	Game:  observation.Game{Event: "Évora \"Open\" <2026>", White: "A. Lima", Black: "B. Sá", TimeControl: "180+2"},
	Board: observation.Board{Sensing: observation.Identity, ScanMS: 200, Make: "dgt", Serial: "12345"},
	Clock: observation.ClockSensor{Present: true, ResolutionMS: 1000},
}

func change(t int64) observation.Batch {
	return observation.Batch{T: t, Facts: []observation.Fact{
		observation.Change{Square: observation.Square(t % 64), Piece: 'P'},
		observation.Clock{HasTimes: true, WhiteMS: 180000, BlackMS: t, Running: observation.White},
	}}
}

func mustCreate(t testing.TB, opt Options) *Journal {
	t.Helper()
	j, err := Create(opt, testHeader)
	if err != nil {
		t.Fatalf("create: %v", err)
	}
	return j
}

func mustResume(t testing.TB, opt Options) (*Journal, Resumed) {
	t.Helper()
	j, res, err := Resume(opt)
	if err != nil {
		t.Fatalf("resume: %v", err)
	}
	return j, res
}

func mustAppend(t testing.TB, j *Journal, times ...int64) {
	t.Helper()
	for _, at := range times {
		if _, err := j.Append(change(at)); err != nil {
			t.Fatalf("append at %d: %v", at, err)
		}
	}
}

func mustClose(t testing.TB, j *Journal) {
	t.Helper()
	if err := j.Close(); err != nil {
		t.Fatalf("close: %v", err)
	}
}

// journalOf returns the bytes of a journal with one batch at each of the times.
func journalOf(t testing.TB, times ...int64) []byte {
	t.Helper()
	opt := testOptions(t)
	j := mustCreate(t, opt)
	mustAppend(t, j, times...)
	mustClose(t, j)
	return readFile(t, Path(opt.Dir, 1))
}

func readFile(t testing.TB, path string) []byte {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func writeFile(t testing.TB, path string, b []byte) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o750); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, b, 0o640); err != nil {
		t.Fatal(err)
	}
}

// wantTimes checks that the bytes are a whole journal with batches at these
// times.
func wantTimes(t testing.TB, file []byte, want ...int64) {
	t.Helper()
	if v, err := Verify(bytes.NewReader(file), nil); err != nil || v.Torn != 0 {
		t.Fatalf("verify: got %+v, %v", v, err)
	}
	src, err := Open(bytes.NewReader(file))
	if err != nil {
		t.Fatalf("open: %v", err)
	}
	var got []int64
	b, err := src.Next()
	for ; err == nil; b, err = src.Next() {
		got = append(got, b.T)
	}
	if len(got) != len(want) {
		t.Fatalf("batches: got times %v, want %v (%v)", got, want, err)
	}
	for i := range got {
		if got[i] != want[i] {
			t.Fatalf("batches: got times %v, want %v", got, want)
		}
	}
}
