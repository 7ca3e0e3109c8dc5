package journal

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"recorderd/disk"
	"recorderd/observation"
	"recorderd/timesource"
)

func TestResumeGoesOn(t *testing.T) {
	opt := testOptions(t)
	j := mustCreate(t, opt)
	mustAppend(t, j, 10, 20)
	mustClose(t, j)

	j, res := mustResume(t, opt)
	if got := j.Durable(); got != -1 && got != 2 {
		t.Errorf("durable: got %d, want -1 before the first sync and 2 after it", got)
	}
	if res.Number != 1 || res.Opening.Header != testHeader || res.Opening.Software != "recorderd test" ||
		len(res.Batches) != 2 || res.LostBytes != 0 || res.Closed {
		t.Errorf("got %+v", res)
	}
	if res.First.BootNS != 1001e6 || res.Last.BootNS != 1003e6 || !res.Last.Synced || res.First.Synced {
		t.Errorf("stamps: got %+v and %+v", res.First, res.Last)
	}
	if _, err := j.Append(change(19)); err == nil {
		t.Error("time went back over the restart")
	}
	mustAppend(t, j, 30)
	mustClose(t, j)
	if got := j.Durable(); got != 3 {
		t.Errorf("durable at the end: got %d, want 3", got)
	}
	wantTimes(t, readFile(t, Path(opt.Dir, 1)), 10, 20, 30)
}

func TestResumeFindsNoOpenGame(t *testing.T) {
	opt := testOptions(t)
	if _, _, err := Resume(opt); err != ErrNoOpenGame {
		t.Errorf("no folder: got %v", err)
	}
	writeFile(t, filepath.Join(opt.Dir, "000004.raw.gz"), nil)
	if _, _, err := Resume(opt); err != ErrNoOpenGame {
		t.Errorf("no journal: got %v", err)
	}
	j := mustCreate(t, opt)
	j.Checkpoint(sha256.Sum256(nil), true)
	mustClose(t, j)
	before := readFile(t, Path(opt.Dir, 5))
	if _, res, err := Resume(opt); err != ErrNoOpenGame || res.Number != 5 || !res.Closed {
		t.Errorf("closed game: got %+v, %v", res, err)
	}
	if !bytes.Equal(before, readFile(t, Path(opt.Dir, 5))) {
		t.Error("a closed file was changed")
	}
}

// Whatever is left of the last two lines, the whole ones are read, recording goes
// on, and in the end the file verifies.
func TestATailTornAnywhere(t *testing.T) {
	whole := journalOf(t, 10, 20, 30)
	for cut := lineStart(whole, 2); cut <= len(whole); cut++ {
		for _, zeros := range []int{0, 1 + 13*(len(whole)-cut)} {
			checkTorn(t, whole, cut, zeros)
			if t.Failed() {
				t.Fatalf("cut at %d of %d, %d zeros behind", cut, len(whole), zeros)
			}
		}
	}
}

// checkTorn resumes a file that has been cut, with zeros where it went on.
func checkTorn(t *testing.T, whole []byte, cut, zeros int) {
	t.Helper()
	opt := memOptions()
	opt.FS.(*memFS).put(Path(opt.Dir, 1), append(slices.Clone(whole[:cut]), make([]byte, zeros)...))
	lines := bytes.Count(whole[:cut], []byte("\n"))
	lost := cut + zeros - (bytes.LastIndexByte(whole[:cut], '\n') + 1)
	if zeros == 0 && cut < len(whole) && whole[cut] == '\n' { // only the newline is missing
		lines, lost = lines+1, 0
	}
	j, res := mustResume(t, opt)
	if res.LostBytes != int64(lost) || len(res.Batches) != lines-1 {
		t.Errorf("got %d batches and %d bytes lost, want %d and %d", len(res.Batches), res.LostBytes, lines-1, lost)
	}
	mustAppend(t, j, 40)
	mustClose(t, j)
	wantTimes(t, opt.FS.(*memFS).onPlate(Path(opt.Dir, 1)), append([]int64{10, 20, 30}[:lines-1], 40)...)
}

func lineStart(file []byte, fromLast int) int {
	end := len(file)
	for range fromLast {
		end = bytes.LastIndexByte(file[:end-1], '\n') + 1
	}
	return end
}

// A line over the edge of a block can keep its end and lose its beginning.
func TestAHoleInTheLastLineIsTorn(t *testing.T) {
	whole := journalOf(t, 10, 20)
	last := lineStart(whole, 1)
	torn := slices.Clone(whole)
	clear(torn[last : last+100])
	opt := testOptions(t)
	writeFile(t, Path(opt.Dir, 1), torn)
	j, res := mustResume(t, opt)
	mustClose(t, j)
	if want := int64(len(whole) - last); res.LostBytes != want {
		t.Errorf("lost: got %d bytes, want %d", res.LostBytes, want)
	}
	wantTimes(t, readFile(t, Path(opt.Dir, 1)), 10)
}

// The power goes again just after a torn line was cut off and others were
// written in its place: no rest of it may stand behind them.
func TestTheCutThatFollowsACut(t *testing.T) {
	whole := journalOf(t, 10, 20)
	last := lineStart(whole, 1)
	for seed := range uint64(400) {
		rng := rand.New(rand.NewPCG(seed, 2))
		torn := slices.Clone(whole)
		hole := last + rng.IntN(len(whole)-last-1)
		clear(torn[hole : hole+1+rng.IntN(len(whole)-hole-1)])
		opt := memOptions()
		disk := opt.FS.(*memFS)
		disk.put("/games/000001.jsonl", torn)
		ops, limit := 0, 1+rng.IntN(12)
		disk.setFault(func(string) error {
			if ops++; ops > limit {
				return syscall.EIO
			}
			return nil
		}, -1)
		if j, _, err := Resume(opt); err == nil {
			for _, at := range []int64{30, 40, 50} {
				if _, err := j.Append(change(at)); err != nil {
					t.Fatal(err)
				}
			}
			j.Sync() // which fails where the power goes before it
		}
		opt.FS = &memFS{disk.PowerCut(rng)}
		j, _, err := Resume(opt)
		if err != nil {
			t.Fatalf("seed %d, cut after %d operations: %v", seed, limit, err)
		}
		mustClose(t, j)
	}
}

func TestAFileWithoutItsFirstLineIsPassedOver(t *testing.T) {
	opt := testOptions(t)
	mustClose(t, mustCreate(t, opt))
	first := readFile(t, Path(opt.Dir, 1))
	for _, stub := range [][]byte{nil, first[:1], first[:len(first)/2], make([]byte, 300)} {
		writeFile(t, Path(opt.Dir, 2), stub)
		j, res := mustResume(t, opt)
		if res.Number != 1 || res.LostBytes != int64(len(stub)) {
			t.Errorf("stub of %d bytes: got game %d, %d lost, want 1, %d", len(stub), res.Number, res.LostBytes, len(stub))
		}
		mustClose(t, j)
		if !bytes.Equal(readFile(t, Path(opt.Dir, 2)), stub) {
			t.Errorf("stub of %d bytes was changed", len(stub))
		}
	}
	j := mustCreate(t, opt)
	mustClose(t, j)
	if got := j.Number(); got != 3 {
		t.Errorf("next game: got %d, want 3", got)
	}
}

// No bit before the last line can change without being noticed.
func TestAFlippedBitIsFoundAndLeft(t *testing.T) {
	whole := journalOf(t, 10, 20, 30)
	opt := memOptions()
	path := Path(opt.Dir, 1)
	disk := opt.FS.(*memFS)
	for i := range lineStart(whole, 1) {
		bad := slices.Clone(whole)
		bad[i] ^= 1 << (i % 8)
		line := 1 + bytes.Count(whole[:i], []byte("\n"))
		disk.put(path, bad)
		_, _, err := Resume(opt)
		var where *observation.LineError
		if !errors.Is(err, ErrBroken) || !errors.As(err, &where) || where.Line < line || where.Line > line+1 {
			t.Fatalf("bit %d of byte %d in line %d: got %v", i%8, i, line, err)
		}
		if !bytes.Equal(disk.get(path), bad) {
			t.Fatalf("byte %d: the broken file was changed", i)
		}
	}
}

func TestAChainThatIsBrokenIsLeft(t *testing.T) {
	whole := journalOf(t, 10, 20, 30, 40)
	l := bytes.SplitAfter(whole, []byte("\n"))
	other := bytes.SplitAfter(journalOf(t, 10, 21, 30, 40), []byte("\n"))
	for _, c := range []struct {
		name  string
		lines [][]byte
		want  string
		kept  int
	}{
		{"a line missing", [][]byte{l[0], l[1], l[3], l[4]}, "line 3: the chain is broken: its number is 3, after the line before it is 2", 1},
		{"a line twice", [][]byte{l[0], l[1], l[1], l[2]}, "line 3: the chain is broken: its number is 1", 1},
		{"two exchanged", [][]byte{l[0], l[2], l[1], l[3]}, "line 2: the chain is broken: its number is 2", 0},
		{"a line of another game", [][]byte{l[0], l[1], other[2], l[3]}, "line 4: the chain is broken: the line before it is not", 2},
		{"the first line missing", [][]byte{l[1], l[2]}, "line 1: not understood: the first line of a journal holds \"header\"", 0},
		{"an empty line", [][]byte{l[0], []byte("\n"), l[1]}, "line 2: not understood", 0},
		{"a hole in the middle", [][]byte{l[0], make([]byte, 200), l[2], l[3]}, "line 2: not understood", 0},
		{"garbage that is a whole line", [][]byte{l[0], l[1], []byte("garbage\n")}, "line 3: not understood", 1},
		{"a trace", [][]byte{observation.AppendHeader(nil, testHeader), []byte("\n")}, "line 1: not understood: no line of a journal", 0},
	} {
		opt := testOptions(t)
		bad := bytes.Join(c.lines, nil)
		writeFile(t, Path(opt.Dir, 1), bad)
		j, res, err := Resume(opt)
		if j != nil || !errors.Is(err, ErrBroken) || !strings.Contains(fmt.Sprint(err), c.want) {
			t.Errorf("%s: got %v, want ...%s...", c.name, err, c.want)
		}
		if len(res.Batches) != c.kept || res.Number != 1 {
			t.Errorf("%s: got %d batches of game %d, want %d of 1", c.name, len(res.Batches), res.Number, c.kept)
		}
		if !bytes.Equal(readFile(t, Path(opt.Dir, 1)), bad) {
			t.Errorf("%s: the file was changed", c.name)
		}
		if next := mustCreate(t, opt); next.Number() != 2 {
			t.Errorf("%s: recording goes on in %d, want 2", c.name, next.Number())
		} else {
			mustClose(t, next)
		}
	}
}

func TestActsAfterTheEnd(t *testing.T) {
	opt := testOptions(t)
	j := mustCreate(t, opt)
	mustAppend(t, j, 10)
	j.Checkpoint(sha256.Sum256([]byte("a")), true)
	mustClose(t, j)
	mustClose(t, mustCreate(t, opt)) // the next game is on

	act := observation.Batch{T: 5000, Facts: []observation.Fact{observation.Act{By: "arbiter", Kind: observation.ActResult, Result: "1-0"}}}
	j, res, err := Reopen(opt, 1)
	if err != nil || !res.Closed || !res.Final || len(res.Batches) != 1 {
		t.Fatalf("reopen: got %+v, %v", res, err)
	}
	if seq, err := j.Append(act); seq != 3 || err != nil {
		t.Fatalf("act: got line %d, %v, want 3", seq, err)
	}
	j.Checkpoint(sha256.Sum256([]byte("b")), true)
	mustClose(t, j)
	v, err := Verify(bytes.NewReader(readFile(t, Path(opt.Dir, 1))), nil)
	if want := (Verdict{Lines: 5, Final: true}); v != want || err != nil {
		t.Errorf("verify: got %+v, %v, want %+v", v, err, want)
	}
	if _, _, err := Reopen(opt, 9); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a game that never was: got %v", err)
	}
}

// A crash between the act and its checkpoint leaves a file that goes on, and says
// that it was closed.
func TestACrashAmongActsAfterTheEnd(t *testing.T) {
	opt := testOptions(t)
	j := mustCreate(t, opt)
	j.Checkpoint(sha256.Sum256(nil), true)
	mustAppend(t, j, 10)
	mustClose(t, j)
	j, res := mustResume(t, opt)
	if !res.Closed || res.Final {
		t.Errorf("closed %v, final %v; want it to say that the game was closed, and that something follows", res.Closed, res.Final)
	}
	j.Checkpoint(sha256.Sum256(nil), true)
	mustClose(t, j)
	if _, _, err := Resume(opt); err != ErrNoOpenGame {
		t.Errorf("got %v, want %v", err, ErrNoOpenGame)
	}
}

func TestTwoRecordersDoNotWriteOneJournal(t *testing.T) {
	opt := testOptions(t)
	j := mustCreate(t, opt)
	if _, _, err := Resume(opt); !errors.Is(err, disk.ErrBusy) {
		t.Errorf("got %v, want %v", err, disk.ErrBusy)
	}
	mustClose(t, j)
	j, _ = mustResume(t, opt)
	mustClose(t, j)
}

func TestResumeOnAReadOnlyDisk(t *testing.T) {
	for _, torn := range []string{"", `{"seq":3,"pre`, strings.Repeat("x", 2000)} {
		opt := testOptions(t)
		whole := journalOf(t, 10, 20)
		writeFile(t, Path(opt.Dir, 1), append(whole, torn...))
		card := &fakeFS{}
		card.write = func(string) (disk.File, error) {
			return nil, &os.PathError{Op: "open", Path: "x", Err: syscall.EROFS}
		}
		opt.FS = card
		told := make(chan State, 10)
		opt.OnState = func(s State) { told <- s }
		opt.Time = new(timesource.Manual)
		j, res := mustResume(t, opt)
		mustAppend(t, j, 30)
		if s := <-told; !s.Degraded() || !errors.Is(s.Err, syscall.EROFS) || res.LostBytes != int64(len(torn)) {
			t.Errorf("got %+v, lost %d", s, res.LostBytes)
		}
		if got := readFile(t, Path(opt.Dir, 1)); !bytes.Equal(got, append(whole, torn...)) {
			t.Errorf("the file changed though nothing could be written")
		}
		j.mu.Lock() // the keeper rests: the disk can be exchanged
		card.write = nil
		j.mu.Unlock()
		mustClose(t, j)
		if s := <-told; s.Degraded() {
			t.Errorf("got %v, want it healthy again", s.Err)
		}
		wantTimes(t, readFile(t, Path(opt.Dir, 1)), 10, 20, 30)
	}
}

func TestTimeGoesOnAfterARestart(t *testing.T) {
	wall := time.Date(2026, 11, 29, 15, 0, 0, 0, time.UTC)
	at := func(boot string, ms int64, sync bool) timesource.Stamp {
		return timesource.Stamp{BootID: boot, BootNS: ms * 1e6, Wall: wall.Add(time.Duration(ms) * time.Millisecond), Synced: sync}
	}
	known := func(ms int64) observation.Restart {
		return observation.Restart{GapKnown: true, GapMS: ms, LostBytes: 7}
	}
	unknown := observation.Restart{LostBytes: 7}
	for _, c := range []struct {
		name      string
		last, now timesource.Stamp
		wantT     int64
		want      observation.Restart
	}{
		{"one boot", at("a", 1000, false), at("a", 5100, false), 9000 + 4100, known(4100)},
		{"one boot, at once", at("a", 1000, true), at("a", 1000, true), 9001, known(0)},
		{"another boot, both in step", at("a", 100000, true), at("b", 190000, true), 9000 + 90000, known(90000)},
		{"another boot, not yet in step", at("a", 100000, true), at("b", 190000, false), 9001, unknown},
		{"another boot, never was in step", at("a", 100000, false), at("b", 190000, true), 9001, unknown},
		{"the wall clock went back", at("a", 190000, true), at("b", 100000, true), 9001, unknown},
		{"boots that can't be told apart", at("", 1000, false), at("", 5000, false), 9001, unknown},
	} {
		res := Resumed{Batches: []observation.Batch{change(9000)}, Last: c.last, Heard: c.last, LostBytes: 7}
		if gotT, got := res.Restart(c.now); gotT != c.wantT || got != c.want {
			t.Errorf("%s: got %d, %+v, want %d, %+v", c.name, gotT, got, c.wantT, c.want)
		}
	}
	later := Resumed{Batches: []observation.Batch{change(9000)}, Heard: at("a", 1000, false), Last: at("a", 6000, false), LostBytes: 7}
	if gotT, got := later.Restart(at("a", 8000, false)); gotT != 16000 || got != known(2000) {
		t.Errorf("a checkpoint after the last batch: got %d, %+v, want 16000, %+v", gotT, got, known(2000))
	}
	if gotT, _ := (Resumed{Last: at("a", 1, false)}).Restart(at("a", 301, false)); gotT != 300 {
		t.Errorf("no batch yet: got %d, want 300", gotT)
	}
}
