package forgetful

import (
	"errors"
	"io/fs"
	"math/rand/v2"
	"syscall"
	"testing"

	"recorderd/disk"
)

// lucky never leaves more than the plate.
func lucky() *rand.Rand { return rand.New(constant{}) }

type constant struct{}

func (constant) Uint64() uint64 { return 1<<64 - 1 }

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func written(t *testing.T, d *Disk, path, text string) disk.File {
	t.Helper()
	f, err := d.Create(path)
	must(t, err)
	_, err = f.WriteAt([]byte(text), 0)
	must(t, err)
	return f
}

func TestAPowerCutTakesWhatWasNotSynced(t *testing.T) {
	d := New(1)
	f := written(t, d, "/a", "one")
	if left := d.PowerCut(lucky()); len(left.Files()) != 0 {
		t.Errorf("a file whose folder was not synced is there: %v", left.Files())
	}
	must(t, d.SyncDir("/"))
	if left := d.PowerCut(lucky()); len(left.Files()) != 1 || len(left.Get("/a")) != 0 {
		t.Errorf("a file that was not synced: got %v with %q, want an empty one", left.Files(), left.Get("/a"))
	}
	must(t, f.Sync())
	_, err := f.WriteAt([]byte(" two"), 3)
	must(t, err)
	if got := d.PowerCut(lucky()).Get("/a"); string(got) != "one" {
		t.Errorf("got %q, want what was synced", got)
	}
}

func TestAFileThatWasRemovedComesBackUntilItsFolderIsSynced(t *testing.T) {
	d := New(1)
	d.Put("/a", []byte("one"))
	must(t, d.Remove("/a"))
	if _, err := d.Stat("/a"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("stat: got %v, want %v", err, fs.ErrNotExist)
	}
	if got := d.PowerCut(lucky()).Get("/a"); string(got) != "one" {
		t.Errorf("before the sync: got %q, want one", got)
	}
	must(t, d.SyncDir("/"))
	if left := d.PowerCut(lucky()); len(left.Files()) != 0 {
		t.Errorf("after it: got %v, want nothing", left.Files())
	}
}

func TestASyncThatFailedForgets(t *testing.T) {
	d := New(1)
	f := written(t, d, "/a", "one")
	must(t, d.SyncDir("/"))
	d.Fail(func(op, _ string) error {
		if op == "sync" {
			return syscall.EIO
		}
		return nil
	}, -1)
	if err := f.Sync(); !errors.Is(err, syscall.EIO) {
		t.Errorf("got %v, want %v", err, syscall.EIO)
	}
	d.Fail(nil, -1)
	must(t, f.Sync())
	if got := d.OnPlate("/a"); string(got) != "\x00\x00\x00" {
		t.Errorf("got %q, want that the second sync brought nothing", got)
	}
}
