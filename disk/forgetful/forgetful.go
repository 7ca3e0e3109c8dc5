// Package forgetful is a disk in memory, for tests, that forgets like a real one.
//
// What was written is in a cache until a sync brings it to the plate, and after
// a sync that failed the cache takes for clean what never got there. The same
// holds for what is new or gone in a folder. A power cut leaves the plate.
package forgetful

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"sync"
	"syscall"

	"recorderd/disk"
)

// Disk is an empty disk at first, with the folder /.
type Disk struct {
	device uint64

	mu    sync.Mutex
	dirs  map[string]bool
	files map[string]*file
	gone  map[string]*file // removed, but their folders were not synced
	fault Fault
	space int64 // bytes that files can still grow by; below zero: no end to it
}

var _ disk.Store = (*Disk)(nil)

// Fault is asked before each operation and may refuse it. The operations are
// names, mkdir, read, create, open, lock, syncdir, stat, remove, size, write,
// truncate and sync.
type Fault func(op, path string) error

type file struct {
	cache  []byte
	plate  []byte
	dirty  []bool // by byte of cache
	linked bool   // its folder was synced
	locked bool
}

// New returns a disk that Stat calls by this number.
func New(device uint64) *Disk {
	return &Disk{device: device, dirs: map[string]bool{"/": true}, files: map[string]*file{}, gone: map[string]*file{}, space: -1}
}

// Put lays a file on the plate.
func (d *Disk) Put(path string, b []byte) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for dir := filepath.Dir(path); dir != "/"; dir = filepath.Dir(dir) {
		d.dirs[dir] = true
	}
	d.files[path] = &file{cache: slices.Clone(b), plate: slices.Clone(b), dirty: make([]bool, len(b)), linked: true}
}

// Get returns what a reader sees, nil where there is no file.
func (d *Disk) Get(path string) []byte {
	d.mu.Lock()
	defer d.mu.Unlock()
	if f := d.files[path]; f != nil {
		return slices.Clone(f.cache)
	}
	return nil
}

// OnPlate returns what a power cut would leave.
func (d *Disk) OnPlate(path string) []byte {
	d.mu.Lock()
	defer d.mu.Unlock()
	if f := d.files[path]; f != nil && f.linked {
		return slices.Clone(f.plate)
	}
	return nil
}

// Files returns the paths of the files, in their order.
func (d *Disk) Files() (paths []string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for path := range d.files {
		paths = append(paths, path)
	}
	slices.Sort(paths)
	return paths
}

// Fail has operations fail from now on, as f says, and files grow by so many
// bytes only; nil and -1 make it a good disk again.
func (d *Disk) Fail(f Fault, space int64) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.fault, d.space = f, space
}

// PowerCut returns a disk with what is left when the power goes now: the plates,
// or with luck more of what was written, and perhaps zeros behind it.
func (d *Disk) PowerCut(rng *rand.Rand) *Disk {
	d.mu.Lock()
	defer d.mu.Unlock()
	left := New(d.device)
	for dir := range d.dirs {
		left.dirs[dir] = true
	}
	for _, all := range []map[string]*file{d.files, d.gone} {
		for _, path := range sorted(all) {
			if f := all[path]; f.linked {
				left.Put(path, f.after(rng))
			}
		}
	}
	return left
}

func sorted(files map[string]*file) (paths []string) {
	for path := range files {
		paths = append(paths, path)
	}
	slices.Sort(paths)
	return paths
}

func (f *file) after(rng *rand.Rand) []byte {
	b := slices.Clone(f.plate)
	if more := len(f.cache) - len(f.plate); more > 0 && rng.IntN(2) == 0 {
		b = append(b, f.cache[len(b):len(b)+rng.IntN(more+1)]...)
	}
	if rng.IntN(4) == 0 {
		b = append(b, make([]byte, rng.IntN(200))...)
	}
	return b
}

// begin locks the disk and may refuse the operation.
func (d *Disk) begin(op, path string) (unlock func(), err error) {
	d.mu.Lock()
	if d.fault != nil {
		if err := d.fault(op, path); err != nil {
			return d.mu.Unlock, &fs.PathError{Op: op, Path: path, Err: err}
		}
	}
	return d.mu.Unlock, nil
}

// find is begin for an operation on a file that must be there.
func (d *Disk) find(op, path string) (f *file, unlock func(), err error) {
	unlock, err = d.begin(op, path)
	if f = d.files[path]; err == nil && f == nil {
		err = &fs.PathError{Op: op, Path: path, Err: fs.ErrNotExist}
	}
	return f, unlock, err
}

// Names implements disk.FS.
func (d *Disk) Names(dir string) (names []string, err error) {
	unlock, err := d.begin("names", dir)
	defer unlock()
	if err == nil && !d.dirs[dir] {
		err = &fs.PathError{Op: "names", Path: dir, Err: fs.ErrNotExist}
	}
	if err != nil {
		return nil, err
	}
	for path := range d.files {
		if filepath.Dir(path) == dir {
			names = append(names, filepath.Base(path))
		}
	}
	return names, nil
}

// Mkdir implements disk.FS.
func (d *Disk) Mkdir(dir string) error {
	unlock, err := d.begin("mkdir", dir)
	defer unlock()
	switch {
	case err != nil:
		return err
	case d.dirs[dir]:
		return &fs.PathError{Op: "mkdir", Path: dir, Err: fs.ErrExist}
	case !d.dirs[filepath.Dir(dir)]:
		return &fs.PathError{Op: "mkdir", Path: dir, Err: fs.ErrNotExist}
	}
	d.dirs[dir] = true
	return nil
}

// Read implements disk.FS.
func (d *Disk) Read(path string) (io.ReadCloser, error) {
	f, unlock, err := d.find("read", path)
	defer unlock()
	if err != nil {
		return nil, err
	}
	return io.NopCloser(bytes.NewReader(slices.Clone(f.cache))), nil
}

// Create implements disk.FS.
func (d *Disk) Create(path string) (disk.File, error) {
	unlock, err := d.begin("create", path)
	defer unlock()
	switch {
	case err != nil:
		return nil, err
	case d.files[path] != nil:
		return nil, &fs.PathError{Op: "create", Path: path, Err: fs.ErrExist}
	case !d.dirs[filepath.Dir(path)]:
		return nil, &fs.PathError{Op: "create", Path: path, Err: fs.ErrNotExist}
	}
	f := &file{}
	d.files[path] = f
	return &handle{d, f, path}, nil
}

// Write implements disk.FS.
func (d *Disk) Write(path string) (disk.File, error) {
	f, unlock, err := d.find("open", path)
	defer unlock()
	if err != nil {
		return nil, err
	}
	return &handle{d, f, path}, nil
}

// Look implements disk.Store.
func (d *Disk) Look(path string) (disk.View, error) {
	f, unlock, err := d.find("read", path)
	defer unlock()
	if err != nil {
		return nil, err
	}
	return &handle{d, f, path}, nil
}

// Stat implements disk.Store.
func (d *Disk) Stat(path string) (disk.Info, error) {
	unlock, err := d.begin("stat", path)
	defer unlock()
	f := d.files[path]
	switch {
	case err != nil:
		return disk.Info{}, err
	case f != nil:
		return disk.Info{Size: int64(len(f.cache)), Device: d.device}, nil
	case d.dirs[path]:
		return disk.Info{Device: d.device}, nil
	}
	return disk.Info{}, &fs.PathError{Op: "stat", Path: path, Err: fs.ErrNotExist}
}

// Remove implements disk.Store.
func (d *Disk) Remove(path string) error {
	f, unlock, err := d.find("remove", path)
	defer unlock()
	if err != nil {
		return err
	}
	delete(d.files, path)
	d.gone[path] = f
	return nil
}

// SyncDir implements disk.FS.
func (d *Disk) SyncDir(dir string) error {
	unlock, err := d.begin("syncdir", dir)
	defer unlock()
	if err != nil {
		return err
	}
	for path, f := range d.files {
		f.linked = f.linked || filepath.Dir(path) == dir
	}
	for path := range d.gone {
		if filepath.Dir(path) == dir {
			delete(d.gone, path)
		}
	}
	return nil
}

// Lock implements disk.FS.
func (d *Disk) Lock(path string) (io.Closer, error) {
	f, unlock, err := d.find("lock", path)
	defer unlock()
	switch {
	case err != nil:
		return nil, err
	case f.locked:
		return nil, &fs.PathError{Op: "lock", Path: path, Err: disk.ErrBusy}
	}
	f.locked = true
	return &lock{d, f}, nil
}

type lock struct {
	disk *Disk
	file *file
}

func (l *lock) Close() error {
	l.disk.mu.Lock()
	defer l.disk.mu.Unlock()
	l.file.locked = false
	return nil
}

// handle is an open file.
type handle struct {
	disk *Disk
	file *file
	path string
}

func (h *handle) Size() (int64, error) {
	unlock, err := h.disk.begin("size", h.path)
	defer unlock()
	return int64(len(h.file.cache)), err
}

func (h *handle) ReadAt(b []byte, off int64) (int, error) {
	unlock, err := h.disk.begin("read", h.path)
	defer unlock()
	if err != nil {
		return 0, err
	}
	return bytes.NewReader(h.file.cache).ReadAt(b, off)
}

// WriteAt writes as much as there is space for, and half of it if a fault says
// so.
func (h *handle) WriteAt(b []byte, off int64) (int, error) {
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

func (h *handle) Truncate(size int64) error {
	unlock, err := h.disk.begin("truncate", h.path)
	defer unlock()
	if err == nil {
		h.file.cache, h.file.dirty = h.file.cache[:size], h.file.dirty[:size]
	}
	return err
}

func (h *handle) Sync() error {
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

func (h *handle) Close() error { return nil }
