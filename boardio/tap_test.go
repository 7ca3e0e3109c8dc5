package boardio

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// readTap returns what a tap file kept, a line a read.
func readTap(t *testing.T, path string) ([]string, TapEnd) {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return readTapBytes(t, b)
}

func readTapBytes(t *testing.T, b []byte) (kept []string, end TapEnd) {
	t.Helper()
	end, err := ReadTap(bytes.NewReader(b), func(at time.Duration, received []byte, times int) error {
		line := fmt.Sprintf("%v % X", at, received)
		if times != 1 {
			line += fmt.Sprintf(" ×%d", times)
		}
		kept = append(kept, line)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return kept, end
}

func wantTap(t *testing.T, path string, want []string, wantEnd TapEnd) {
	t.Helper()
	kept, end := readTap(t, path)
	if diff := cmp.Diff(want, kept); diff != "" || end != wantEnd {
		t.Errorf("%s: end %+v, want %+v (-want +got):\n%s", filepath.Base(path), end, wantEnd, diff)
	}
}

func TestTapKeepsEveryRead(t *testing.T) {
	dir := t.TempDir()
	first, second := filepath.Join(dir, "000001.raw.gz"), filepath.Join(dir, "000002.raw.gz")
	var tap Tap
	tap.Write(1*time.Second, []byte{0x86, 0x00})
	if err := tap.SwitchTo(first); err != nil {
		t.Fatal(err)
	}
	tap.Write(2*time.Second, []byte{0x8E, 0x00, 0x05})
	tap.Write(2*time.Second+1, nil)
	wantTap(t, first, []string{"1s 86 00", "2s 8E 00 05", "2.000000001s "}, TapEnd{Cuts: 1}) // still open
	if err := tap.SwitchTo(second); err != nil {
		t.Fatal(err)
	}
	tap.Write(3*time.Second, []byte{0x34})
	if err := tap.Close(); err != nil {
		t.Fatal(err)
	}
	tap.Write(4*time.Second, []byte{0x35}) // between two games
	if err := tap.Close(); err != nil {
		t.Errorf("closed twice: %v", err)
	}
	wantTap(t, first, []string{"1s 86 00", "2s 8E 00 05", "2.000000001s "}, TapEnd{})
	wantTap(t, second, []string{"1s 86 00", "2s 8E 00 05", "2.000000001s ", "3s 34"}, TapEnd{})
}

func TestTapRepeatsOnlyALittleOfWhatWasBefore(t *testing.T) {
	path := filepath.Join(t.TempDir(), "000001.raw.gz")
	var tap Tap
	for i := range 10_000 {
		tap.Write(time.Duration(i), fmt.Appendf(nil, "%10d", i))
	}
	if err := tap.SwitchTo(path); err != nil {
		t.Fatal(err)
	}
	kept, _ := readTap(t, path)
	if len(kept)*10 > leadIn || len(kept)*10 < leadIn-10 || !strings.HasPrefix(kept[len(kept)-1], "9.999µs") {
		t.Errorf("%d reads are repeated, the last is %q", len(kept), kept[len(kept)-1])
	}
}

func TestTapIsReadableWhereverItIsCut(t *testing.T) {
	path := filepath.Join(t.TempDir(), "000001.raw.gz")
	var tap Tap
	if err := tap.SwitchTo(path); err != nil {
		t.Fatal(err)
	}
	var sizes []int64 // of the file after each read
	for i := range 20 {
		tap.Write(time.Duration(i), []byte{byte(i), 0x8E, byte(i * i)})
		info, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		sizes = append(sizes, info.Size())
	}
	if err := tap.Close(); err != nil {
		t.Fatal(err)
	}
	all, _ := readTap(t, path)
	file, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for cut := range file {
		if cut < len(memberHead) {
			continue
		}
		flushed := 0
		for flushed < len(sizes) && sizes[flushed] <= int64(cut) {
			flushed++
		}
		kept, end := readTapBytes(t, file[:cut])
		if len(kept) < flushed || end.Cuts != 1 || !slices.Equal(kept, all[:len(kept)]) {
			t.Fatalf("cut at %d: %d reads were flushed, got %v, %+v", cut, flushed, kept, end)
		}
		again := append(append([]byte{}, file[:cut]...), file...) // and the program went on
		if both, end := readTapBytes(t, again); end.Cuts != 1 || len(both) != len(kept)+len(all) {
			t.Fatalf("cut at %d and gone on: got %d reads, want %d and %d; %+v", cut, len(both), len(kept), len(all), end)
		}
	}
}

func TestTapGoesOnInAFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "000001.raw.gz")
	for i := range 3 {
		var tap Tap // each time the program starts
		if err := tap.SwitchTo(path); err != nil {
			t.Fatal(err)
		}
		tap.Write(time.Duration(i), []byte{byte(i)})
		if err := tap.Close(); err != nil {
			t.Fatal(err)
		}
	}
	wantTap(t, path, []string{"0s 00", "1ns 01", "2ns 02"}, TapEnd{})
}

func TestTapIsBounded(t *testing.T) {
	path := filepath.Join(t.TempDir(), "000001.raw.gz")
	tap := Tap{Limit: 10_000}
	if err := tap.SwitchTo(path); err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(1, 2))
	for i := range 2000 {
		noise := make([]byte, r.IntN(200))
		for j := range noise {
			noise[j] = byte(r.Uint32())
		}
		tap.Write(time.Duration(i), noise)
	}
	check := func() {
		t.Helper()
		if info, err := os.Stat(path); err != nil || info.Size() > 10_000 || info.Size() < 9_000 {
			t.Errorf("got %d bytes, %v; want nearly 10000", info.Size(), err)
		}
		if kept, end := readTap(t, path); end != (TapEnd{Full: true}) || len(kept) < 20 {
			t.Errorf("got %d reads, %+v", len(kept), end)
		}
	}
	check()
	if err := tap.SwitchTo(path); err != nil {
		t.Fatal(err)
	}
	tap.Write(5000, make([]byte, 4000))
	if err := tap.Close(); err != nil {
		t.Errorf("full is no error: got %v", err)
	}
	check()
}

func TestTapPutsReadsOfTheSameTogether(t *testing.T) {
	dir := t.TempDir()
	first, second := filepath.Join(dir, "000001.raw.gz"), filepath.Join(dir, "000002.raw.gz")
	var tap Tap
	say := func(ms int, b ...byte) { tap.Write(time.Duration(ms)*time.Millisecond, b) }
	say(0, 1, 0x24)
	say(200, 1, 0x24)
	say(400, 1, 0x24)
	if err := tap.SwitchTo(first); err != nil {
		t.Fatal(err)
	}
	say(600, 1, 0x24)
	say(800, 1, 0x24)
	say(1000, 1, 0x25)
	say(1200, 1, 0x24)
	say(1400, 1, 0x24)
	if err := tap.SwitchTo(second); err != nil {
		t.Fatal(err)
	}
	if err := tap.Close(); err != nil {
		t.Fatal(err)
	}
	wantTap(t, first, []string{"0s 01 24", "400ms 01 24 ×2", "800ms 01 24 ×2", "1s 01 25", "1.2s 01 24", "1.4s 01 24"}, TapEnd{})
	wantTap(t, second, []string{"0s 01 24", "400ms 01 24 ×2", "800ms 01 24 ×2", "1s 01 25", "1.2s 01 24", "1.4s 01 24"}, TapEnd{})
}

// A board that says the same for an hour and is gone then leaves a sign of life
// for every minute, also where the program was killed.
func TestTapHasASignOfLifeEveryMinute(t *testing.T) {
	path := filepath.Join(t.TempDir(), "000001.raw.gz")
	var tap Tap
	if err := tap.SwitchTo(path); err != nil {
		t.Fatal(err)
	}
	const every = 200 * time.Millisecond
	n := 0
	for at := time.Duration(0); at < time.Hour; at += every {
		tap.Write(at, bytes.Repeat([]byte{0x58}, 65))
		n++
	}
	info, err := os.Stat(path)
	if err != nil || info.Size() > 8<<10 {
		t.Errorf("an hour takes %d bytes, %v", info.Size(), err)
	}
	b, err := os.ReadFile(path) // tap is never closed
	if err != nil {
		t.Fatal(err)
	}
	reads, last := 0, time.Duration(0)
	each := func(at time.Duration, _ []byte, times int) error {
		if at-last > time.Minute {
			t.Errorf("nothing between %v and %v", last, at)
		}
		reads, last = reads+times, at
		return nil
	}
	if _, err := ReadTap(bytes.NewReader(b), each); err != nil {
		t.Fatal(err)
	}
	if missing := time.Duration(n-reads) * every; missing > time.Minute || time.Hour-last > time.Minute+every {
		t.Errorf("the last %v are missing", missing)
	}
}

func TestLinesOfATapThatMakeNoSense(t *testing.T) {
	for _, line := range []string{"", "1", "1 0", "x 00", "1 00 ", "1 00 x", "1 00 0", "1 00 -1", "1 00 2 3", "1 00 99999999999999", "1 00 2000000"} {
		if r, ok := parseTapLine(line); ok != (line == "1") {
			t.Errorf("%q: got %+v, %v", line, r, ok)
		}
	}
}

func TestTapThatFailsSaysSoAndLetsGo(t *testing.T) {
	var tap Tap
	if err := tap.SwitchTo(filepath.Join(t.TempDir(), "absent", "000001.raw.gz")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("no such folder: got %v", err)
	}
	tap.Write(1, []byte{1})
	if err := tap.SwitchTo("/dev/full"); err != nil {
		t.Skipf("no device that is always full here: %v", err)
	}
	tap.Write(2, []byte{2})
	tap.Write(3, []byte{3})
	if err := tap.Close(); err == nil {
		t.Error("a full disk was not told")
	}
	good := filepath.Join(t.TempDir(), "000002.raw.gz")
	if err := tap.SwitchTo(good); err != nil {
		t.Errorf("the next file: %v", err)
	}
	if err := tap.Close(); err != nil {
		t.Error(err)
	}
	wantTap(t, good, []string{"1ns 01", "2ns 02", "3ns 03"}, TapEnd{})
}

func TestReadTapRefusesOtherFiles(t *testing.T) {
	_, err := ReadTap(strings.NewReader("[Event \"a game\"]"), func(time.Duration, []byte, int) error { return nil })
	if err == nil {
		t.Error("a PGN file was taken for a tap file")
	}
	stop := errors.New("enough")
	path := filepath.Join(t.TempDir(), "000001.raw.gz")
	var tap Tap
	tap.Write(1, []byte{1})
	if err := errors.Join(tap.SwitchTo(path), tap.Close()); err != nil {
		t.Fatal(err)
	}
	b, _ := os.ReadFile(path)
	if _, err := ReadTap(bytes.NewReader(b), func(time.Duration, []byte, int) error { return stop }); !errors.Is(err, stop) {
		t.Errorf("got %v, want the caller's error", err)
	}
}

func BenchmarkTap(b *testing.B) {
	tap := Tap{Limit: 1 << 60}
	if err := tap.SwitchTo(filepath.Join(b.TempDir(), "000001.raw.gz")); err != nil {
		b.Fatal(err)
	}
	received := []byte{0x8E, 0x00, 0x05, 0x34, 0x00}
	for i := 0; b.Loop(); i++ {
		received[3] = byte(i & 63)
		tap.Write(time.Duration(i)*time.Second, received)
	}
	b.ReportMetric(float64(tap.size)/float64(b.N), "file-bytes/op")
}
