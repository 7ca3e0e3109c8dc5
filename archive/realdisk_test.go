package archive

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"

	"recorderd/timesource"
)

// A real file system of 64 KiB is mounted, fills up, is mounted read-only, and
// goes.
func TestARealStick(t *testing.T) {
	dir := t.TempDir()
	data, stick := filepath.Join(dir, "games"), filepath.Join(dir, "usb")
	for _, d := range []string{data, stick} {
		if err := os.Mkdir(d, 0o750); err != nil {
			t.Fatal(err)
		}
	}
	mount := func(flags uintptr) error { return unix.Mount("tmpfs", stick, "tmpfs", flags, "size=64k") }
	if err := mount(0); err != nil {
		t.Skipf("a small file system can't be mounted here (it needs root): %v", err)
	}
	defer unix.Unmount(stick, unix.MNT_DETACH)
	a := New(Options{Dir: data, Copy: filepath.Join(stick, "recorderd"), Time: new(timesource.Manual)})
	look := func(want error, text string) {
		t.Helper()
		a.look(true)
		if err := a.State().Err; (err == nil) != (text == "") || want != nil && !errors.Is(err, want) || err != nil && !strings.Contains(err.Error(), text) {
			t.Errorf("state: got %v, want %v with %q", err, want, text)
		}
	}
	file, copied := filepath.Join(data, "000001.jsonl"), filepath.Join(stick, "recorderd", "000001.jsonl")
	same := func() {
		t.Helper()
		if want, got := readFile(t, file), readFile(t, copied); !bytes.Equal(got, want) {
			t.Errorf("the copy has %d bytes, the file %d", len(got), len(want))
		}
	}
	line := []byte(strings.Repeat("x", 999) + "\n")

	writeFile(t, file, bytes.Repeat(line, 20))
	look(nil, "")
	same()
	ballast := filepath.Join(stick, "ballast")
	writeFile(t, ballast, make([]byte, 30<<10))
	writeFile(t, file, bytes.Repeat(line, 50))
	look(syscall.ENOSPC, "make room on it")
	if err := os.Remove(ballast); err != nil {
		t.Fatal(err)
	}
	look(nil, "")
	same()
	if err := mount(unix.MS_REMOUNT | unix.MS_RDONLY); err != nil {
		t.Fatal(err)
	}
	writeFile(t, file, bytes.Repeat(line, 55))
	look(syscall.EROFS, "mount it writable")
	if err := mount(unix.MS_REMOUNT); err != nil {
		t.Fatal(err)
	}
	look(nil, "")
	same()
	if err := unix.Unmount(stick, 0); err != nil {
		t.Fatalf("it can't be taken out between two looks: %v", err)
	}
	look(nil, "is on the same disk as the journals")
	if left, err := os.ReadDir(stick); err != nil || len(left) != 0 {
		t.Errorf("in its place: %v, %v; want nothing", left, err)
	}
	if err := mount(0); err != nil {
		t.Fatal(err)
	}
	look(nil, "")
	same()
}

func readFile(t *testing.T, path string) []byte {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func writeFile(t *testing.T, path string, b []byte) {
	t.Helper()
	if err := os.WriteFile(path, b, 0o640); err != nil {
		t.Fatal(err)
	}
}
