package journal

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"recorderd/timesource"
)

// A real file system of 64 KiB fills up in the middle of a line, and gets room
// again.
func TestARealDiskThatIsFull(t *testing.T) {
	opt := testOptions(t)
	if err := os.Mkdir(opt.Dir, 0o750); err != nil {
		t.Fatal(err)
	}
	if err := unix.Mount("tmpfs", opt.Dir, "tmpfs", 0, "size=64k"); err != nil {
		t.Skipf("a small file system can't be mounted here (it needs root): %v", err)
	}
	defer unix.Unmount(opt.Dir, unix.MNT_DETACH)
	ballast := filepath.Join(opt.Dir, "ballast")
	writeFile(t, ballast, make([]byte, 32<<10))

	told := states(&opt)
	j := mustCreate(t, opt)
	var times []int64
	for at := int64(1); !j.State().Degraded() || at%50 != 0; at++ {
		mustAppend(t, j, at)
		times = append(times, at)
		if at > 1000 {
			t.Fatal("a disk of 64 KiB took everything")
		}
	}
	if err := j.Sync(); !errors.Is(err, syscall.ENOSPC) {
		t.Errorf("sync: got %v, want ENOSPC", err)
	}
	if s := <-told; !errors.Is(s.Err, syscall.ENOSPC) || !strings.Contains(s.Err.Error(), "make room on the disk") {
		t.Errorf("told: got %+v", s)
	}
	if v, err := Verify(bytes.NewReader(readFile(t, Path(opt.Dir, 1))), nil); err != nil || v.Lines == 0 || v.Torn == 0 {
		t.Errorf("the file meanwhile: got %+v, %v, want whole lines and a torn one", v, err)
	}

	opt.Above = j.Number()
	next := mustCreate(t, opt) // not even a page for its first line
	mustAppend(t, next, 7)
	if err := next.Sync(); !errors.Is(err, syscall.ENOSPC) || next.Number() != 2 {
		t.Errorf("next game: got %v for game %d, want ENOSPC for 2", err, next.Number())
	}

	if err := os.Remove(ballast); err != nil {
		t.Fatal(err)
	}
	mustClose(t, j)
	mustClose(t, next)
	wantTimes(t, readFile(t, Path(opt.Dir, 1)), times...)
	wantTimes(t, readFile(t, Path(opt.Dir, 2)), 7)
}

const childDir = "RECORDERD_TEST_JOURNAL"

func TestMain(m *testing.M) {
	if dir := os.Getenv(childDir); dir != "" {
		fmt.Fprintln(os.Stderr, appendForever(dir))
		os.Exit(1)
	}
	os.Exit(m.Run())
}

// appendForever goes on in the last journal and says on standard output up to
// which line it is durable.
func appendForever(dir string) error {
	opt := Options{Dir: dir, SyncEvery: time.Millisecond}
	j, res, err := Resume(opt)
	at := int64(0)
	switch {
	case errors.Is(err, ErrNoOpenGame):
		j, err = Create(opt, testHeader)
	case err == nil && len(res.Batches) > 0:
		at = res.Batches[len(res.Batches)-1].T
	}
	for said := int64(-1); err == nil; {
		at++
		_, err = j.Append(change(at))
		if d := j.Durable(); d != said {
			said = d
			fmt.Println(d)
		}
		timesource.Sleep(context.Background(), timesource.Boot(), 50*time.Microsecond)
	}
	return err
}

// The process is killed thirty times at random moments, and each time goes on in
// the same file.
func TestKilledAtRandomMoments(t *testing.T) {
	opt := testOptions(t)
	rng := rand.New(rand.NewPCG(30, 1))
	lines := int64(0)
	for life := range 30 {
		// Every third is killed at any time, be it before it has begun.
		durable := runAndKill(t, opt.Dir, life%3 == 2, time.Duration(rng.IntN(60_000))*time.Microsecond)
		j, res, err := Resume(opt)
		if err != nil {
			t.Fatalf("resume: %v", err)
		}
		if res.Number != 1 {
			t.Errorf("game %d, want it to stay in the first", res.Number)
		}
		before := lines
		lines = j.State().Lines
		if lines <= durable || lines < before {
			t.Errorf("%d lines after %d, and line %d was durable", lines, before, durable)
		}
		for i, b := range res.Batches {
			if b.T != int64(i+1) {
				t.Fatalf("batch %d: got the one at %d", i+1, b.T)
			}
		}
		mustClose(t, j)
	}
	v, err := Verify(bytes.NewReader(readFile(t, Path(opt.Dir, 1))), nil)
	if err != nil || v.Torn != 0 || int64(v.Lines) != lines || lines < 100 {
		t.Errorf("verify at the end: got %+v, %v, want %d whole lines", v, err, lines)
	}
}

// runAndKill kills a process some time after it first said what is durable, or
// at any time, and returns the last line that it called durable.
func runAndKill(t *testing.T, dir string, anytime bool, after time.Duration) (durable int64) {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), childDir+"="+dir)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	var timer *time.Timer
	kill := func() { timer = time.AfterFunc(after, func() { cmd.Process.Kill() }) }
	if anytime {
		kill()
	}
	durable = -1
	said := bufio.NewReader(out)
	for {
		line, err := said.ReadString('\n')
		if err == io.EOF {
			break // what has no newline was not said to the end
		}
		if err != nil {
			t.Fatal(err)
		}
		if timer == nil {
			kill()
		}
		if _, err := fmt.Sscan(line, &durable); err != nil {
			t.Fatalf("the process said %q", line)
		}
	}
	if cmd.Wait(); stderr.Len() > 0 {
		t.Fatalf("the process failed: %s", stderr.String())
	}
	return durable
}
