// Package disk is what the recorder asks of a file system, so that tests can have
// one that fails or forgets.
package disk

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"golang.org/x/sys/unix"
)

// ErrBusy is returned where another process writes the same file.
var ErrBusy = errors.New("another recorderd writes it, stop that one first")

// FS is what writing a file so that it stays takes. Errors wrap those of io/fs
// and syscall.
type FS interface {
	// Names returns the names of what is in a folder.
	Names(dir string) ([]string, error)
	// Mkdir makes one folder.
	Mkdir(dir string) error
	// Read opens a file for reading.
	Read(path string) (io.ReadCloser, error)
	// Create makes a file that must not exist, Write opens one that does.
	Create(path string) (File, error)
	Write(path string) (File, error)
	// Lock makes a file one's own until the lock is closed, or returns ErrBusy.
	// It works where nothing can be written, too.
	Lock(path string) (io.Closer, error)
	// SyncDir returns when the entries of a folder are on the disk.
	SyncDir(dir string) error
}

// File is a file open for writing.
type File interface {
	io.WriterAt
	io.Closer
	Size() (int64, error)
	Truncate(size int64) error
	// Sync returns when the bytes are on the disk. After an error nobody knows
	// which of them are, and asking the same File again does not tell.
	Sync() error
}

// Store is a file system whose files are also looked at and removed.
type Store interface {
	FS
	// Stat says how large a file is, and which file system a path is on.
	Stat(path string) (Info, error)
	// Look opens a file that others may be writing.
	Look(path string) (View, error)
	Remove(path string) error
}

// Info is what Stat returns. Device is the same for all that one mount holds.
type Info struct {
	Size   int64 // bytes
	Device uint64
}

// View is a file open for reading. Sync returns when the bytes that others wrote
// to it are on the disk.
type View interface {
	io.ReaderAt
	io.Closer
	Size() (int64, error)
	Sync() error
}

// Real is the file system of this machine.
var Real Store = real{}

type real struct{}

func (real) Names(dir string) ([]string, error) {
	d, err := os.Open(dir)
	if err != nil {
		return nil, err
	}
	defer d.Close()
	return d.Readdirnames(-1)
}

func (real) Mkdir(dir string) error                  { return os.Mkdir(dir, 0o750) }
func (real) Read(path string) (io.ReadCloser, error) { return os.Open(path) }
func (real) Create(path string) (File, error)        { return open(path, os.O_RDWR|os.O_CREATE|os.O_EXCL) }
func (real) Write(path string) (File, error)         { return open(path, os.O_RDWR) }
func (real) Look(path string) (View, error)          { return open(path, os.O_RDONLY) }
func (real) Remove(path string) error                { return os.Remove(path) }

func (real) Stat(path string) (Info, error) {
	var st unix.Stat_t
	if err := unix.Stat(path, &st); err != nil {
		return Info{}, &fs.PathError{Op: "stat", Path: path, Err: err}
	}
	return Info{Size: st.Size, Device: uint64(st.Dev)}, nil
}

func (real) SyncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	defer d.Close()
	return d.Sync()
}

// Lock takes a file system that has no locks as one where nobody else writes.
func (real) Lock(path string) (io.Closer, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	if err := unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB); err == unix.EWOULDBLOCK {
		f.Close()
		return nil, &fs.PathError{Op: "lock", Path: path, Err: ErrBusy}
	}
	return f, nil
}

// both is what an open file can be.
type both interface {
	File
	View
}

type file struct{ *os.File }

func open(path string, flag int) (both, error) {
	f, err := os.OpenFile(path, flag, 0o640)
	if err != nil {
		return nil, err
	}
	return file{f}, nil
}

func (f file) Size() (int64, error) {
	info, err := f.Stat()
	if err != nil {
		return 0, err
	}
	return info.Size(), nil
}

// Sync leaves out what only fsync would write: the time of the last change.
func (f file) Sync() error {
	for {
		err := unix.Fdatasync(int(f.Fd()))
		if err == nil {
			return nil
		}
		if err != unix.EINTR {
			return &fs.PathError{Op: "fdatasync", Path: f.Name(), Err: err}
		}
	}
}

// MakeDir makes a folder and those above it that are missing. It returns the
// folders that have a new entry, which SyncDir brings to the disk.
func MakeDir(on FS, dir string) (changed []string, err error) {
	err = on.Mkdir(dir)
	if parent := filepath.Dir(dir); errors.Is(err, fs.ErrNotExist) && parent != dir {
		if changed, err = MakeDir(on, parent); err == nil {
			err = on.Mkdir(dir)
		}
	}
	switch {
	case errors.Is(err, fs.ErrExist):
		return changed, nil
	case err != nil:
		return changed, err
	}
	return append(changed, filepath.Dir(dir)), nil
}
