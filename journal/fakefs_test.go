package journal

import (
	"io"

	"recorderd/disk"
)

// fakeFS is a disk of which each operation can be made to fail.
type fakeFS struct {
	under    disk.FS // nil: the real one
	names    func(dir string) ([]string, error)
	mkdir    func(dir string) error
	read     func(path string) (io.ReadCloser, error)
	create   func(path string) (disk.File, error)
	write    func(path string) (disk.File, error)
	syncDir  func(dir string) error
	writeAt  func(f disk.File, b []byte, off int64) (int, error)
	truncate func(f disk.File, size int64) error
	sync     func(f disk.File) error
}

func (d *fakeFS) disk() disk.FS {
	if d.under != nil {
		return d.under
	}
	return disk.Real
}

func (d *fakeFS) Names(dir string) ([]string, error) {
	if d.names != nil {
		return d.names(dir)
	}
	return d.disk().Names(dir)
}

func (d *fakeFS) Mkdir(dir string) error {
	if d.mkdir != nil {
		return d.mkdir(dir)
	}
	return d.disk().Mkdir(dir)
}

func (d *fakeFS) Read(path string) (io.ReadCloser, error) {
	if d.read != nil {
		return d.read(path)
	}
	return d.disk().Read(path)
}

func (d *fakeFS) Create(path string) (disk.File, error) {
	open := d.create
	if open == nil {
		open = d.disk().Create
	}
	return d.wrap(open(path))
}

func (d *fakeFS) Write(path string) (disk.File, error) {
	open := d.write
	if open == nil {
		open = d.disk().Write
	}
	return d.wrap(open(path))
}

func (d *fakeFS) Lock(path string) (io.Closer, error) { return d.disk().Lock(path) }

func (d *fakeFS) SyncDir(dir string) error {
	if d.syncDir != nil {
		return d.syncDir(dir)
	}
	return d.disk().SyncDir(dir)
}

func (d *fakeFS) wrap(f disk.File, err error) (disk.File, error) {
	if err != nil {
		return nil, err
	}
	return &fakeFile{f, d}, nil
}

type fakeFile struct {
	disk.File
	disk *fakeFS
}

func (f *fakeFile) WriteAt(b []byte, off int64) (int, error) {
	if f.disk.writeAt != nil {
		return f.disk.writeAt(f.File, b, off)
	}
	return f.File.WriteAt(b, off)
}

func (f *fakeFile) Truncate(size int64) error {
	if f.disk.truncate != nil {
		return f.disk.truncate(f.File, size)
	}
	return f.File.Truncate(size)
}

func (f *fakeFile) Sync() error {
	if f.disk.sync != nil {
		return f.disk.sync(f.File)
	}
	return f.File.Sync()
}
