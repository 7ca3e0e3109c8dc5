package journal

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"recorderd/disk"
	"recorderd/observation"
	"recorderd/timesource"
)

func TestTheBytesOfAJournal(t *testing.T) {
	opt := testOptions(t)
	j := mustCreate(t, opt)
	start, _ := observation.ParsePlacement("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR")
	for _, b := range []observation.Batch{
		{T: 0, Facts: []observation.Fact{start, observation.Clock{Running: observation.NoSide}}},
		{T: 812, Facts: []observation.Fact{observation.Change{Square: 12}}},
		{T: 1490, Facts: []observation.Fact{observation.Change{Square: 28, Piece: 'P'}}},
		{T: 9500, Facts: []observation.Fact{observation.Act{By: "white", Kind: observation.ActClaim, Claim: "threefold", Move: "Nf3"}}},
	} {
		if _, err := j.Append(b); err != nil {
			t.Fatal(err)
		}
	}
	j.Checkpoint(sha256.Sum256([]byte("half a record")), false)
	j.Checkpoint(sha256.Sum256([]byte("a record")), true)
	mustClose(t, j)

	got := readFile(t, Path(opt.Dir, 1))
	golden := filepath.Join("testdata", "golden.jsonl")
	if *update {
		writeFile(t, golden, got)
	}
	if want := readFile(t, golden); !bytes.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	v, err := Verify(bytes.NewReader(got), nil)
	if want := (Verdict{Lines: 7, Final: true}); v != want || err != nil {
		t.Errorf("verify: got %+v, %v, want %+v", v, err, want)
	}
}

func TestNumbersAreNeverUsedTwice(t *testing.T) {
	for _, c := range []struct {
		there []string
		above int
		want  string
	}{
		{nil, 0, "000001.jsonl"},
		{nil, 7, "000008.jsonl"},
		{[]string{"000001.jsonl"}, 0, "000002.jsonl"},
		{[]string{"000003.jsonl", "000012.raw.gz"}, 0, "000013.jsonl"},
		{[]string{"000003.jsonl"}, 5, "000006.jsonl"},
		{[]string{"999999.jsonl"}, 0, "1000000.jsonl"},
		{[]string{"1000000.jsonl", "999999.jsonl"}, 0, "1000001.jsonl"},
		{[]string{"notes.txt", "12", "-5.jsonl", "x1.jsonl", ".jsonl", "000002.jsonl~"}, 0, "000003.jsonl"},
	} {
		opt := testOptions(t)
		opt.Above = c.above
		for _, name := range c.there {
			writeFile(t, filepath.Join(opt.Dir, name), nil)
		}
		j := mustCreate(t, opt)
		mustClose(t, j)
		if got := filepath.Base(Path(opt.Dir, j.Number())); got != c.want {
			t.Errorf("beside %v, above %d: got %s, want %s", c.there, c.above, got, c.want)
		}
		if v, err := Verify(bytes.NewReader(readFile(t, filepath.Join(opt.Dir, c.want))), nil); err != nil || v.Lines != 1 {
			t.Errorf("%s: got %+v, %v, want one line", c.want, v, err)
		}
	}
}

func TestAppendRefusesWhatCouldNotBeReadAgain(t *testing.T) {
	opt := testOptions(t)
	j := mustCreate(t, opt)
	mustAppend(t, j, 5, 5, 7)
	long := observation.Batch{T: 8, Facts: []observation.Fact{observation.Said(strings.Repeat("x", observation.MaxLine))}}
	for _, c := range []struct {
		batch observation.Batch
		want  string
	}{
		{observation.Batch{T: 8}, "without facts"},
		{change(6), "time goes back from 7 to 6"},
		{long, "at most 4194304 can be read again"},
	} {
		if seq, err := j.Append(c.batch); seq != -1 || err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("got %d, %v, want -1, ...%s...", seq, err, c.want)
		}
	}
	mustClose(t, j)
	if _, err := j.Append(change(9)); !errors.Is(err, ErrClosed) {
		t.Errorf("after close: got %v, want %v", err, ErrClosed)
	}
	wantTimes(t, readFile(t, Path(opt.Dir, 1)), 5, 5, 7)
}

// A line is in the file when Append returns, and on the disk 50 ms later.
func TestLinesAreSyncedInGroups(t *testing.T) {
	var clock timesource.Manual
	took := make(chan time.Duration, 10)
	opt := testOptions(t)
	opt.Time = &clock
	opt.OnSync = func(d time.Duration, err error) { took <- d }
	j := mustCreate(t, opt)
	clock.AwaitTimers(1)
	clock.Advance(49 * time.Millisecond)
	mustAppend(t, j, 1, 2, 3)
	if got := bytes.Count(readFile(t, Path(opt.Dir, 1)), []byte("\n")); got != 4 {
		t.Errorf("lines in the file at once: got %d, want 4", got)
	}
	if got := j.Durable(); got != -1 {
		t.Errorf("durable after 49 ms: got %d, want -1", got)
	}
	clock.Advance(time.Millisecond)
	<-took
	mustAppend(t, j, 4)
	clock.AwaitTimers(1)
	if got := j.Durable(); got != 3 {
		t.Errorf("durable after 50 ms: got %d, want 3", got)
	}
	clock.Advance(50 * time.Millisecond)
	<-took
	if err := j.Sync(); err != nil || j.Durable() != 4 {
		t.Errorf("sync: got %v and durable %d, want 4", err, j.Durable())
	}
	mustAppend(t, j, 5)
	if err := j.Sync(); err != nil || j.Durable() != 5 {
		t.Errorf("sync does not wait for time: got %v and durable %d, want 5", err, j.Durable())
	}
	mustClose(t, j)
	if len(took) != 1 {
		t.Errorf("got %d more syncs than groups, want the one asked for", len(took))
	}
}

func TestAppendDoesNotWaitForASync(t *testing.T) {
	began, end := make(chan bool), make(chan bool)
	opt := testOptions(t)
	opt.FS = &fakeFS{sync: func(f disk.File) error {
		began <- true
		<-end
		return f.Sync()
	}}
	j := mustCreate(t, opt)
	<-began
	mustAppend(t, j, 1, 2, 3)
	if got := bytes.Count(readFile(t, Path(opt.Dir, 1)), []byte("\n")); got != 4 {
		t.Errorf("lines in the file: got %d, want 4", got)
	}
	end <- true // the first line
	<-began
	if got := j.Durable(); got != 0 {
		t.Errorf("durable after the first sync: got %d, want 0: the others came after it began", got)
	}
	close(end)
	mustClose(t, j)
	if got := j.Durable(); got != 3 {
		t.Errorf("durable after the second: got %d, want 3", got)
	}
}

func TestANewFileIsSyncedWithItsFolders(t *testing.T) {
	var synced []string
	opt := testOptions(t)
	data := filepath.Dir(opt.Dir)
	opt.Dir = filepath.Join(data, "hall", "games")
	opt.FS = &fakeFS{syncDir: func(dir string) error {
		synced = append(synced, strings.TrimPrefix(dir, data))
		return disk.Real.SyncDir(dir)
	}}
	mustClose(t, mustCreate(t, opt))
	if got, want := fmt.Sprint(synced), "[ /hall /hall/games]"; got != want {
		t.Errorf("first game: got %s, want %s", got, want)
	}
	synced = nil
	mustClose(t, mustCreate(t, opt))
	if got, want := fmt.Sprint(synced), "[/hall/games]"; got != want {
		t.Errorf("second game: got %s, want %s", got, want)
	}
}

func TestManyMayAppend(t *testing.T) {
	opt := testOptions(t)
	j := mustCreate(t, opt)
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			last := int64(-1)
			for range 50 {
				seq, err := j.Append(change(1))
				if err != nil || seq <= last {
					t.Errorf("append: got %d after %d, %v", seq, last, err)
				}
				last = seq
				j.State()
				if j.Durable() > j.State().Lines {
					t.Error("more durable lines than lines")
				}
			}
		})
	}
	all.Go(func() {
		for range 20 {
			if err := j.Sync(); err != nil {
				t.Errorf("sync: %v", err)
			}
		}
	})
	all.Wait()
	mustClose(t, j)
	if v, err := Verify(bytes.NewReader(readFile(t, Path(opt.Dir, 1))), nil); err != nil || v.Lines != 401 {
		t.Errorf("verify: got %+v, %v, want 401 lines", v, err)
	}
	if got, want := j.State(), (State{Number: 1, Lines: 401, Size: j.State().Size}); got != want {
		t.Errorf("state: got %+v, want %+v", got, want)
	}
}

func TestNoFileIsMadeWithoutAFirstLine(t *testing.T) {
	opt := testOptions(t)
	opt.Nonce = strings.NewReader("short")
	if _, err := Create(opt, testHeader); err == nil || !strings.Contains(err.Error(), "random bytes") {
		t.Errorf("no nonce: got %v", err)
	}
	opt = testOptions(t)
	long := observation.Header{Game: observation.Game{Event: strings.Repeat("x", observation.MaxLine)}}
	if _, err := Create(opt, long); err == nil || !strings.Contains(err.Error(), "at most") {
		t.Errorf("an endless name: got %v", err)
	}
	if _, err := os.Stat(opt.Dir); err == nil {
		t.Error("a file was made all the same")
	}
}

func BenchmarkAppend(b *testing.B) {
	opt := testOptions(b)
	opt.Dir, opt.Stamper, opt.Time = filepath.Join(b.TempDir(), "games"), timesource.Boot(), timesource.Boot()
	j := mustCreate(b, opt)
	batch := change(1)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := j.Append(batch); err != nil {
			b.Fatal(err)
		}
	}
	b.StopTimer()
	mustClose(b, j)
	b.ReportMetric(float64(j.State().Size)/float64(b.N), "B/line")
}
