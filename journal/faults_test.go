package journal

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"recorderd/timesource"
)

// failing refuses the operations named.
func failing(err error, ops ...string) func(string) error {
	return func(op string) error {
		if slices.Contains(ops, op) {
			return err
		}
		return nil
	}
}

// states collects what OnState is told.
func states(opt *Options) <-chan State {
	told := make(chan State, 1000)
	opt.OnState = func(s State) { told <- s }
	return told
}

// Whatever fails, nothing stops: the lines gather in memory, and when the disk
// works again the file has all of them, as if nothing had been.
func TestAFailingDiskDoesNotStopRecording(t *testing.T) {
	everything := []string{"create", "open", "write", "sync", "syncdir"}
	for _, c := range []struct {
		name  string
		fault func(string) error
		space int64
		want  error
		hint  string
	}{
		{"full disk, nothing fits", nil, 0, syscall.ENOSPC, "make room on the disk"},
		{"full disk, half a line fits", nil, 150, syscall.ENOSPC, "make room on the disk"},
		{"full disk, a line and a half fit", nil, 600, syscall.ENOSPC, "make room on the disk"},
		{"read-only file system", failing(syscall.EROFS, everything...), -1, syscall.EROFS, "mount it writable"},
		{"read-only, no new opening", failing(syscall.EROFS, "write", "open"), -1, syscall.EROFS, "mount it writable"},
		{"bad blocks", failing(syscall.EIO, "write"), -1, syscall.EIO, "replace it"},
		{"sync fails", failing(syscall.EIO, "sync"), -1, syscall.EIO, "replace it"},
		{"sync has no room", failing(syscall.ENOSPC, "sync"), -1, syscall.ENOSPC, "make room"},
		{"no permission any more", failing(fs.ErrPermission, "write", "open"), -1, fs.ErrPermission, "let the user"},
	} {
		opt := memOptions()
		told := states(&opt)
		disk := opt.FS.(*memFS)
		j := mustCreate(t, opt)
		mustAppend(t, j, 1, 2, 3)
		if err := j.Sync(); err != nil {
			t.Fatalf("%s: sync before: %v", c.name, err)
		}
		disk.setFault(c.fault, c.space)
		mustAppend(t, j, 4, 5, 6)
		if err := j.Sync(); !errors.Is(err, c.want) || !strings.Contains(err.Error(), c.hint) {
			t.Errorf("%s: sync: got %v, want %v, %s", c.name, err, c.want, c.hint)
		}
		mustAppend(t, j, 7)
		if s := <-told; !s.Degraded() || !errors.Is(s.Err, c.want) || s.Since == 0 {
			t.Errorf("%s: told %+v, want %v", c.name, s, c.want)
		}
		if s := j.State(); !s.Degraded() || s.Lines != 8 || s.Pending < 2 || s.Failures == 0 {
			t.Errorf("%s: got %+v, want it degraded, 8 lines", c.name, s)
		}
		if v, err := Verify(bytes.NewReader(disk.get("/games/000001.jsonl")), nil); err != nil || v.Lines < 4 {
			t.Errorf("%s: the file meanwhile: got %+v, %v, want what was durable and a tail at most", c.name, v, err)
		}
		durable := j.Durable()
		if v, err := Verify(bytes.NewReader(disk.onPlate("/games/000001.jsonl")), nil); err != nil || int64(v.Lines) <= durable || durable < 3 {
			t.Errorf("%s: durable up to line %d, but a power cut leaves %+v, %v", c.name, durable, v, err)
		}
		disk.setFault(nil, -1)
		mustAppend(t, j, 8)
		mustClose(t, j)
		if s := j.State(); s.Degraded() || s.Pending != 0 || s.PendingBytes != 0 || s.Recoveries == 0 || s.Since == 0 {
			t.Errorf("%s: got %+v, want it healthy with nothing pending", c.name, s)
		}
		if got := j.Durable(); got != 8 {
			t.Errorf("%s: durable: got %d, want 8", c.name, got)
		}
		wantTimes(t, disk.onPlate("/games/000001.jsonl"), 1, 2, 3, 4, 5, 6, 7, 8)
		var last State
		for len(told) > 0 {
			last = <-told
		}
		if last.Degraded() {
			t.Errorf("%s: told at last that %v, want that it works", c.name, last.Err)
		}
	}
}

// The kernel says once that it lost something, and then that all is well.
func TestASyncThatFailedIsNotAskedAgain(t *testing.T) {
	opt := memOptions()
	disk := opt.FS.(*memFS)
	j := mustCreate(t, opt)
	once := true
	disk.setFault(func(op string) error {
		if op == "sync" && once {
			once = false
			return syscall.EIO
		}
		return nil
	}, -1)
	mustAppend(t, j, 1, 2)
	for j.State().Recoveries == 0 {
		if err := j.Sync(); err != nil && !errors.Is(err, syscall.EIO) {
			t.Fatal(err)
		}
	}
	if err := j.Sync(); err != nil || j.Durable() != 2 {
		t.Errorf("sync: got %v and durable %d, want 2", err, j.Durable())
	}
	wantTimes(t, disk.onPlate("/games/000001.jsonl"), 1, 2)
	mustClose(t, j)
}

func TestAGameCanBeginWithoutADisk(t *testing.T) {
	for _, c := range []struct {
		name  string
		fault func(string) error
		space int64
	}{
		{"full", nil, 0},
		{"half a line fits", nil, 200},
		{"no new files", failing(syscall.ENOSPC, "create"), -1},
		{"no new folders", failing(syscall.EROFS, "mkdir"), -1},
		{"not to be read", failing(syscall.EIO, "names"), -1},
		{"folder not to be synced", failing(syscall.EIO, "syncdir"), -1},
	} {
		opt := memOptions()
		disk := opt.FS.(*memFS)
		disk.setFault(c.fault, c.space)
		j := mustCreate(t, opt)
		mustAppend(t, j, 1, 2)
		if err := j.Sync(); err == nil || j.Durable() != -1 || j.Number() != 1 {
			t.Errorf("%s: sync: got %v, durable %d of game %d", c.name, err, j.Durable(), j.Number())
		}
		disk.setFault(nil, -1)
		mustAppend(t, j, 3)
		mustClose(t, j)
		wantTimes(t, disk.onPlate("/games/000001.jsonl"), 1, 2, 3)
	}
}

// A disk that is mounted late may hold games that nobody knew of.
func TestANumberIsTakenWhenTheFileIsMade(t *testing.T) {
	opt := memOptions()
	disk := opt.FS.(*memFS)
	disk.setFault(failing(syscall.EIO, "names"), -1)
	j := mustCreate(t, opt)
	opt.Above = j.Number()
	k := mustCreate(t, opt)
	if j.Number() != 1 || k.Number() != 2 {
		t.Errorf("numbers without a disk: got %d and %d, want 1 and 2", j.Number(), k.Number())
	}
	old := []byte("an old game\n")
	disk.put("/games/000001.jsonl", old)
	disk.setFault(nil, -1)
	mustClose(t, j)
	mustClose(t, k)
	if j.Number() == k.Number() || min(j.Number(), k.Number()) != 2 || max(j.Number(), k.Number()) != 3 {
		t.Errorf("numbers beside an old game: got %d and %d, want 2 and 3", j.Number(), k.Number())
	}
	if got := disk.get("/games/000001.jsonl"); !bytes.Equal(got, old) {
		t.Errorf("the old game was changed: %q", got)
	}
}

// A game that ended in memory must not get its file behind that of the game that
// goes on: it is in the last file that a restart looks for an open game.
func TestGamesInMemoryKeepTheirOrder(t *testing.T) {
	opt := memOptions()
	disk := opt.FS.(*memFS)
	disk.put("/games/000006.jsonl", journalOf(t, 1))
	disk.setFault(failing(syscall.ENOSPC, "create"), -1)
	slow := opt
	slow.Time = new(timesource.Manual) // it does not try again by itself
	j := mustCreate(t, slow)
	opt.Above = j.Number()
	k := mustCreate(t, opt)
	disk.setFault(nil, -1)
	mustClose(t, k)
	mustClose(t, j)
	if j.Number() != 7 || k.Number() != 8 {
		t.Errorf("got numbers %d and %d, want 7 and 8", j.Number(), k.Number())
	}
}

func TestMemoryIsBounded(t *testing.T) {
	opt := memOptions()
	opt.Memory = 3000
	told := states(&opt)
	disk := opt.FS.(*memFS)
	j := mustCreate(t, opt)
	disk.setFault(failing(syscall.ENOSPC, "write"), -1)
	var kept []int64
	at := int64(1)
	for ; ; at++ {
		if seq, err := j.Append(change(at)); errors.Is(err, ErrFull) && seq == -1 {
			break
		} else if err != nil || at > 100 {
			t.Fatalf("batch %d: got %d, %v, want ErrFull at last", at, seq, err)
		}
		kept = append(kept, at)
	}
	if s := j.State(); s.Refused != 1 || s.PendingBytes > opt.Memory || s.PendingBytes < opt.Memory-500 {
		t.Errorf("got %+v, want one batch refused", s)
	}
	for s := range told {
		if s.Refused > 0 {
			break
		}
	}
	disk.setFault(nil, -1)
	if err := j.Sync(); err != nil {
		t.Fatalf("sync: %v", err)
	}
	mustAppend(t, j, at+1)
	mustClose(t, j)
	wantTimes(t, disk.onPlate("/games/000001.jsonl"), append(kept, at+1)...)
}

// A long game that goes on has all its lines in memory until the first sync.
func TestMemoryIsForWhatComesAfterAResumption(t *testing.T) {
	opt := memOptions()
	disk := opt.FS.(*memFS)
	disk.put("/games/000001.jsonl", journalOf(t, 1, 2, 3, 4, 5))
	disk.setFault(failing(syscall.EIO, "sync"), -1)
	opt.Memory = 1000
	j, _ := mustResume(t, opt)
	mustAppend(t, j, 6)
	disk.setFault(nil, -1)
	mustClose(t, j)
	wantTimes(t, disk.onPlate("/games/000001.jsonl"), 1, 2, 3, 4, 5, 6)
}

func TestCloseSaysWhatIsNotOnTheDiskAndGoesOnTrying(t *testing.T) {
	opt := memOptions()
	disk := opt.FS.(*memFS)
	j := mustCreate(t, opt)
	if err := j.Sync(); err != nil {
		t.Fatal(err)
	}
	disk.setFault(nil, 0)
	mustAppend(t, j, 1, 2)
	err := j.Close()
	if want := "2 lines of game 1 are not on the disk"; !errors.Is(err, syscall.ENOSPC) || !strings.Contains(err.Error(), want) {
		t.Errorf("close: got %v, want %s", err, want)
	}
	if _, err := j.Append(change(3)); !errors.Is(err, ErrClosed) {
		t.Errorf("append: got %v, want %v", err, ErrClosed)
	}
	disk.setFault(nil, -1)
	<-j.gone
	wantTimes(t, disk.onPlate("/games/000001.jsonl"), 1, 2)
}

func TestAFailingDiskIsTriedLessAndLessOften(t *testing.T) {
	var clock timesource.Manual
	opt := memOptions()
	opt.Time = &clock
	tries := make(chan time.Duration, 100)
	opt.FS.(*memFS).setFault(func(op string) error {
		if op != "names" {
			return nil
		}
		tries <- clock.Now()
		return syscall.EIO
	}, -1)
	j := mustCreate(t, opt)
	<-tries
	var got []time.Duration
	for last := time.Duration(0); len(got) < 9; {
		clock.AwaitTimers(1)
		clock.Advance(100 * time.Millisecond)
		select {
		case at := <-tries:
			got, last = append(got, at-last), at
		default:
		}
		clock.AwaitTimers(1)
		for len(tries) > 0 {
			at := <-tries
			got, last = append(got, at-last), at
		}
	}
	want := "[100ms 200ms 400ms 800ms 1.6s 3.2s 5s 5s 5s]"
	if fmt.Sprint(got) != want {
		t.Errorf("got attempts after %v, want %s", got, want)
	}
	opt.FS.(*memFS).setFault(nil, -1)
	if err := j.Sync(); err != nil {
		t.Fatal(err)
	}
	opt.FS.(*memFS).setFault(failing(syscall.EIO, "write"), -1)
	mustAppend(t, j, 1)
	j.mu.Lock()
	if j.err == nil || j.retryAt != j.since+firstRetry {
		t.Errorf("the next failure: %v at %v, next attempt at %v, want it soon again", j.err, j.since, j.retryAt)
	}
	j.mu.Unlock()
	opt.FS.(*memFS).setFault(nil, -1)
	mustClose(t, j)
}

func TestAFileThatLostDurableLinesIsLeft(t *testing.T) {
	opt := memOptions()
	disk := opt.FS.(*memFS)
	j := mustCreate(t, opt)
	mustAppend(t, j, 1)
	if err := j.Sync(); err != nil {
		t.Fatal(err)
	}
	whole := disk.get("/games/000001.jsonl")
	disk.setFault(failing(syscall.EIO, "write"), -1)
	mustAppend(t, j, 2)
	disk.put("/games/000001.jsonl", whole[:100])
	disk.setFault(nil, -1)
	if err := j.Sync(); err == nil || !strings.Contains(err.Error(), "has 100 bytes where") {
		t.Errorf("got %v, want it to say what is missing", err)
	}
	if got := disk.get("/games/000001.jsonl"); !bytes.Equal(got, whole[:100]) {
		t.Error("lines were written behind a hole")
	}
	disk.put("/games/000001.jsonl", whole)
	mustClose(t, j)
	wantTimes(t, disk.onPlate("/games/000001.jsonl"), 1, 2)
}

// A disk that fails at random, and power that is cut at random: what was called
// durable is there, in order, and each file verifies or says where it is broken.
func TestWhatIsDurableSurvivesAnything(t *testing.T) {
	lives := uint64(10)
	if os.Getenv("RECORDERD_LONG") != "" {
		lives = 2000
	}
	for seed := range lives {
		rng := rand.New(rand.NewPCG(seed, 7))
		opt := memOptions()
		var durable []int64 // times of the batches that must be in some file
		at := int64(0)
		for range 6 {
			at = surviveOneLife(t, rng, &opt, &durable, at)
		}
		if t.Failed() {
			t.Fatalf("seed %d", seed)
		}
	}
}

// surviveOneLife runs from one start of the recorder to a power cut.
func surviveOneLife(t *testing.T, rng *rand.Rand, opt *Options, durable *[]int64, at int64) int64 {
	disk := opt.FS.(*memFS)
	j, res, err := Resume(*opt)
	if err != nil {
		if !errors.Is(err, ErrNoOpenGame) && !errors.Is(err, ErrBroken) {
			t.Fatalf("resume: %v", err)
		}
		j = mustCreate(t, *opt)
		res = Resumed{}
	}
	times := []int64{}
	for _, b := range res.Batches {
		times = append(times, b.T)
	}
	for range rng.IntN(150) {
		switch n := rng.IntN(100); {
		case n < 80:
			at++
			mustAppend(t, j, at)
			times = append(times, at)
		case n < 86:
			disk.setFault(randomFault(rand.New(rand.NewPCG(rng.Uint64(), 1))), int64(rng.IntN(3000))-1)
		case n < 90:
			disk.setFault(nil, -1)
		default:
			j.Sync()
		}
	}
	if rng.IntN(4) == 0 {
		disk.setFault(nil, -1)
	}
	n := int(j.Durable()) // the first line is no batch
	*durable = append(*durable, times[:max(0, n)]...)
	slices.Sort(*durable)
	*durable = slices.Compact(*durable)
	opt.FS = &memFS{disk.PowerCut(rng)}
	disk.setFault(nil, -1)
	mustClose(t, j)
	wantOnPlates(t, opt.FS.(*memFS), *durable)
	return at
}

func randomFault(rng *rand.Rand) func(string) error {
	share := rng.IntN(100)
	errs := []error{syscall.EIO, syscall.ENOSPC, syscall.EROFS}
	return func(string) error {
		if rng.IntN(100) < share {
			return errs[rng.IntN(len(errs))]
		}
		return nil
	}
}

// wantOnPlates checks that the files hold these times before any break.
func wantOnPlates(t *testing.T, disk *memFS, durable []int64) {
	t.Helper()
	there := map[int64]bool{}
	for _, path := range disk.Files() {
		walk(bytes.NewReader(disk.get(path)), func(r *Reader) error {
			for _, b := range r.line.Batches {
				there[b.T] = true
			}
			return nil
		})
	}
	for _, at := range durable {
		if !there[at] {
			t.Errorf("the batch at %d was durable and is gone", at)
			return
		}
	}
}
