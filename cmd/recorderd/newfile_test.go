package main

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestANewFileIsWholeOrNotThere(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "new")
	broken := errors.New("broken")
	err := writeNew(path, func(w io.Writer) error {
		io.WriteString(w, strings.Repeat("half ", 10_000))
		return broken
	})
	if left, _ := os.ReadDir(dir); !errors.Is(err, broken) || len(left) > 0 {
		t.Errorf("what failed: %v, and left %v", err, left)
	}
	write := func(text string) error {
		return writeNew(path, func(w io.Writer) error { _, err := io.WriteString(w, text); return err })
	}
	if err := write("first"); err != nil {
		t.Fatal(err)
	}
	if err := write("second"); err == nil || !strings.Contains(err.Error(), "choose another one") {
		t.Errorf("over another file: %v", err)
	}
	got, err := os.ReadFile(path)
	if left, _ := os.ReadDir(dir); err != nil || string(got) != "first" || len(left) != 1 {
		t.Errorf("there is %q, %v, beside %v", got, err, left)
	}
	nowhere := filepath.Join(dir, "nowhere", "new")
	err = writeNew(nowhere, func(io.Writer) error { return nil })
	if !errors.Is(err, fs.ErrNotExist) || !strings.Contains(err.Error(), nowhere) {
		t.Errorf("into a folder that is not there: %v, want the name that was asked for", err)
	}
}
