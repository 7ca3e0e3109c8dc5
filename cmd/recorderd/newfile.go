package main

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

// writeNew writes a file durably, and never in the place of another one. It gets
// its name when it is whole: what was begun and not finished leaves nothing.
func writeNew(path string, write func(io.Writer) error) (err error) {
	dir := filepath.Dir(path)
	f, err := os.CreateTemp(dir, ".recorderd-*")
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
		err = errors.Join(out.Flush(), f.Chmod(0o640), f.Sync())
	}
	if err = errors.Join(err, f.Close()); err != nil {
		return err
	}
	if err := name(f.Name(), path); err != nil {
		return fmt.Errorf("name %s: %w", path, err)
	}
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}

// name gives a file its name if that is free. Sticks with FAT know no links, and
// some file systems over a network no such renaming.
func name(temporary, path string) error {
	err := unix.Renameat2(unix.AT_FDCWD, temporary, unix.AT_FDCWD, path, unix.RENAME_NOREPLACE)
	if err == unix.EINVAL || err == unix.ENOSYS {
		err = os.Link(temporary, path)
	}
	if errors.Is(err, fs.ErrExist) {
		return errors.New("there is a file with this name: choose another one, or move that away")
	}
	return err
}
