package disk

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
	err := WriteNew(path, 0o640, func(w io.Writer) error {
		io.WriteString(w, strings.Repeat("half ", 10_000))
		return broken
	})
	if left, _ := os.ReadDir(dir); !errors.Is(err, broken) || len(left) > 0 {
		t.Errorf("what failed: %v, and left %v", err, left)
	}
	write := func(text string) error {
		return WriteNew(path, 0o640, func(w io.Writer) error { _, err := io.WriteString(w, text); return err })
	}
	if err := write("first"); err != nil {
		t.Fatal(err)
	}
	if err := write("second"); !errors.Is(err, fs.ErrExist) || !strings.Contains(err.Error(), "choose another name") {
		t.Errorf("over another file: %v", err)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o640 {
		t.Errorf("its mode is %v, %v", info, err)
	}
	got, err := os.ReadFile(path)
	if left, _ := os.ReadDir(dir); err != nil || string(got) != "first" || len(left) != 1 {
		t.Errorf("there is %q, %v, beside %v", got, err, left)
	}
	nowhere := filepath.Join(dir, "nowhere", "new")
	err = WriteNew(nowhere, 0o640, func(io.Writer) error { return nil })
	if !errors.Is(err, fs.ErrNotExist) || !strings.Contains(err.Error(), nowhere) {
		t.Errorf("into a folder that is not there: %v, want the name that was asked for", err)
	}
}

func TestAFileIsReplacedByAWholeOneOrNotAtAll(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "kept")
	text := func(s string) func(io.Writer) error {
		return func(w io.Writer) error { _, err := io.WriteString(w, s); return err }
	}
	for _, s := range []string{"first", "second"} {
		if err := WriteOver(path, 0o640, text(s)); err != nil {
			t.Fatal(err)
		}
	}
	broken := errors.New("broken")
	if err := WriteOver(path, 0o640, func(io.Writer) error { return broken }); !errors.Is(err, broken) {
		t.Errorf("what failed: %v", err)
	}
	got, err := os.ReadFile(path)
	if left, _ := os.ReadDir(dir); err != nil || string(got) != "second" || len(left) != 1 {
		t.Errorf("there is %q, %v, beside %v", got, err, left)
	}
}
