package journal

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

// ErrBusy is returned where another process writes the same journal.
var ErrBusy = errors.New("another recorderd writes it, stop that one first")

// FS is what a journal asks of a disk, so that tests can have one that fails.
// Errors wrap those of io/fs and syscall.
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

// Disk is the file system of this machine.
var Disk FS = disk{}

type disk struct{}

func (disk) Names(dir string) ([]string, error) {
	d, err := os.Open(dir)
	if err != nil {
		return nil, err
	}
	defer d.Close()
	return d.Readdirnames(-1)
}

func (disk) Mkdir(dir string) error                  { return os.Mkdir(dir, 0o750) }
func (disk) Read(path string) (io.ReadCloser, error) { return os.Open(path) }
func (disk) Create(path string) (File, error)        { return open(path, os.O_CREATE|os.O_EXCL) }
func (disk) Write(path string) (File, error)         { return open(path, 0) }

func (disk) SyncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	defer d.Close()
	return d.Sync()
}

// Lock takes a file system that has no locks as one where nobody else writes.
func (disk) Lock(path string) (io.Closer, error) {
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

type diskFile struct{ *os.File }

func open(path string, flag int) (File, error) {
	f, err := os.OpenFile(path, os.O_RDWR|flag, 0o640)
	if err != nil {
		return nil, err
	}
	return diskFile{f}, nil
}

func (f diskFile) Size() (int64, error) {
	info, err := f.Stat()
	if err != nil {
		return 0, err
	}
	return info.Size(), nil
}

// Sync leaves out what only fsync would write: the time of the last change.
func (f diskFile) Sync() error {
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

const suffix = ".jsonl"

// Path returns where the journal of a game is.
func Path(dir string, number int) string {
	return filepath.Join(dir, fmt.Sprintf("%06d", number)+suffix)
}

// numbers returns the highest number that any file of a folder has, and those
// of the journals.
func numbers(names []string) (highest int, journals []int) {
	for _, name := range names {
		digits, rest, found := strings.Cut(name, ".")
		n, err := strconv.Atoi(digits)
		if !found || err != nil || n < 0 {
			continue
		}
		highest = max(highest, n)
		if "."+rest == suffix && fmt.Sprintf("%06d", n) == digits {
			journals = append(journals, n)
		}
	}
	return highest, journals
}
