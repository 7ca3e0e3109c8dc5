package journal

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"path/filepath"
	"slices"
	"sync"
	"syscall"
)

// memFS is a disk in memory that forgets like a real one: what was written is in
// a cache until a sync brings it to the plate, and after a sync that failed the
// cache takes for clean what never got there. Power cuts leave the plate.
type memFS struct {
	mu    sync.Mutex
	dirs  map[string]bool
	files map[string]*memFile
	fault func(op string) error // asked before each operation
	space int64                 // bytes that files can still grow by; below zero: no end to it
}

type memFile struct {
	cache  []byte
	plate  []byte
	dirty  []bool // by byte of cache
	linked bool   // its folder was synced
	locked bool
}

func newMemFS() *memFS {
	return &memFS{dirs: map[string]bool{"/": true}, files: map[string]*memFile{}, space: -1}
}

// put lays a file on the plate.
func (m *memFS) put(path string, b []byte) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for dir := filepath.Dir(path); dir != "/"; dir = filepath.Dir(dir) {
		m.dirs[dir] = true
	}
	m.files[path] = &memFile{cache: slices.Clone(b), plate: slices.Clone(b), dirty: make([]bool, len(b)), linked: true}
}

// get returns what a reader sees.
func (m *memFS) get(path string) []byte {
	m.mu.Lock()
	defer m.mu.Unlock()
	if f := m.files[path]; f != nil {
		return slices.Clone(f.cache)
	}
	return nil
}

// onPlate returns what a power cut would leave.
func (m *memFS) onPlate(path string) []byte {
	m.mu.Lock()
	defer m.mu.Unlock()
	if f := m.files[path]; f != nil && f.linked {
		return slices.Clone(f.plate)
	}
	return nil
}

func (m *memFS) setFault(f func(op string) error, space int64) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.fault, m.space = f, space
}

// begin locks the disk and may refuse the operation.
func (m *memFS) begin(op, path string) (unlock func(), err error) {
	m.mu.Lock()
	if m.fault != nil {
		if err := m.fault(op); err != nil {
			return m.mu.Unlock, &fs.PathError{Op: op, Path: path, Err: err}
		}
	}
	return m.mu.Unlock, nil
}

func (m *memFS) Names(dir string) (names []string, err error) {
	unlock, err := m.begin("names", dir)
	defer unlock()
	if err == nil && !m.dirs[dir] {
		err = fs.ErrNotExist
	}
	for path := range m.files {
		if filepath.Dir(path) == dir {
			names = append(names, filepath.Base(path))
		}
	}
	return names, err
}

func (m *memFS) Mkdir(dir string) error {
	unlock, err := m.begin("mkdir", dir)
	defer unlock()
	switch {
	case err != nil:
		return err
	case m.dirs[dir]:
		return fs.ErrExist
	case !m.dirs[filepath.Dir(dir)]:
		return fs.ErrNotExist
	}
	m.dirs[dir] = true
	return nil
}

func (m *memFS) Read(path string) (io.ReadCloser, error) {
	unlock, err := m.begin("read", path)
	defer unlock()
	f := m.files[path]
	if err == nil && f == nil {
		err = fs.ErrNotExist
	}
	if err != nil {
		return nil, err
	}
	return io.NopCloser(bytes.NewReader(slices.Clone(f.cache))), nil
}

func (m *memFS) Create(path string) (File, error) { return m.open("create", path, true) }
func (m *memFS) Write(path string) (File, error)  { return m.open("open", path, false) }

func (m *memFS) open(op, path string, create bool) (File, error) {
	unlock, err := m.begin(op, path)
	defer unlock()
	f := m.files[path]
	switch {
	case err != nil:
		return nil, err
	case create && f != nil:
		return nil, fs.ErrExist
	case create:
		f = &memFile{}
		m.files[path] = f
	case f == nil:
		return nil, fs.ErrNotExist
	}
	return &memHandle{m, f, path}, nil
}

func (m *memFS) SyncDir(dir string) error {
	unlock, err := m.begin("syncdir", dir)
	defer unlock()
	for path, f := range m.files {
		f.linked = f.linked || err == nil && filepath.Dir(path) == dir
	}
	return err
}

type memHandle struct {
	disk *memFS
	file *memFile
	path string
}

func (h *memHandle) Size() (int64, error) {
	unlock, err := h.disk.begin("size", h.path)
	defer unlock()
	return int64(len(h.file.cache)), err
}

// WriteAt writes as much as there is space for, and half of it if a fault says
// so.
func (h *memHandle) WriteAt(b []byte, off int64) (int, error) {
	unlock, err := h.disk.begin("write", h.path)
	defer unlock()
	if err != nil && !errors.Is(err, syscall.EROFS) {
		b = b[:len(b)/2]
	} else if err != nil {
		return 0, err
	}
	f := h.file
	grow := off + int64(len(b)) - int64(len(f.cache))
	if space := h.disk.space; space >= 0 && grow > space {
		b = b[:max(0, int64(len(b))-(grow-space))]
		grow, err = space, &fs.PathError{Op: "write", Path: h.path, Err: syscall.ENOSPC}
	}
	if grow > 0 {
		f.cache = append(f.cache, make([]byte, grow)...)
		f.dirty = append(f.dirty, make([]bool, grow)...)
		if h.disk.space >= 0 {
			h.disk.space -= grow
		}
	}
	n := copy(f.cache[min(off, int64(len(f.cache))):], b)
	for i := range n {
		f.dirty[off+int64(i)] = true
	}
	return n, err
}

func (h *memHandle) Truncate(size int64) error {
	unlock, err := h.disk.begin("truncate", h.path)
	defer unlock()
	if err == nil {
		h.file.cache, h.file.dirty = h.file.cache[:size], h.file.dirty[:size]
	}
	return err
}

func (h *memHandle) Sync() error {
	unlock, err := h.disk.begin("sync", h.path)
	defer unlock()
	f := h.file
	if err != nil {
		clear(f.dirty)
		return err
	}
	plate := make([]byte, len(f.cache))
	copy(plate, f.plate)
	for i, dirty := range f.dirty {
		if dirty {
			plate[i] = f.cache[i]
		}
	}
	clear(f.dirty)
	f.plate = plate
	return nil
}

func (h *memHandle) Close() error { return nil }

func (m *memFS) Lock(path string) (io.Closer, error) {
	unlock, err := m.begin("lock", path)
	defer unlock()
	f := m.files[path]
	switch {
	case err != nil:
		return nil, err
	case f == nil:
		return nil, fs.ErrNotExist
	case f.locked:
		return nil, ErrBusy
	}
	f.locked = true
	return &memLock{m, f}, nil
}

type memLock struct {
	disk *memFS
	file *memFile
}

func (l *memLock) Close() error {
	l.disk.mu.Lock()
	defer l.disk.mu.Unlock()
	l.file.locked = false
	return nil
}
