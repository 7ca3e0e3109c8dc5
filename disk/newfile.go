package disk

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"golang.org/x/sys/unix"
)

// WriteNew writes a file of this machine durably, and never in the place of
// another one: that is an error that wraps fs.ErrExist. The file gets its name
// when it is whole, so what was begun and not finished leaves nothing.
func WriteNew(path string, mode fs.FileMode, write func(io.Writer) error) error {
	return writeFile(path, mode, write, name)
}

// WriteOver is WriteNew for a file that may be there already: whoever reads it
// finds the old one or the new one, whole.
func WriteOver(path string, mode fs.FileMode, write func(io.Writer) error) error {
	return writeFile(path, mode, write, os.Rename)
}

// writeFile writes a file under a temporary name and gives it its own when it is
// on the disk.
func writeFile(path string, mode fs.FileMode, write func(io.Writer) error, name func(temporary, path string) error) error {
	dir := filepath.Dir(path)
	f, err := os.CreateTemp(dir, ".recorderd-*") // for its owner's eyes alone
	if err != nil {
		var p *fs.PathError // the temporary name says nothing to anybody
		if errors.As(err, &p) {
			p.Path = path
		}
		return err
	}
	defer os.Remove(f.Name())
	out := bufio.NewWriter(f)
	err = write(out)
	if err == nil {
		err = errors.Join(out.Flush(), f.Chmod(mode), f.Sync())
	}
	if err = errors.Join(err, f.Close()); err != nil {
		return err
	}
	if err := name(f.Name(), path); err != nil {
		return fmt.Errorf("name %s: %w", path, err)
	}
	return Real.SyncDir(dir)
}

// name gives a file its name if that is free. Sticks with FAT know no links, and
// some file systems over a network no such renaming.
func name(temporary, path string) error {
	err := unix.Renameat2(unix.AT_FDCWD, temporary, unix.AT_FDCWD, path, unix.RENAME_NOREPLACE)
	if err == unix.EINVAL || err == unix.ENOSYS {
		err = os.Link(temporary, path)
	}
	if errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("%w: choose another name, or move that file away", fs.ErrExist)
	}
	return err
}
