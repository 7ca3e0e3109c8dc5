package archive

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"slices"
	"time"

	"recorderd/disk"
	"recorderd/observation"
)

// followed is a file whose copy is known to be its beginning.
type followed struct {
	name  string // of the copy
	size  int64  // of the copy
	sure  int64  // so much of it is the beginning of the file and was synced; the rest was never finished
	seen  int64  // size of the file when the copy was last brought up to it
	doubt bool   // something failed since: it must be compared again
}

// catchUp brings the copies up to date, those of the last game first. Where that
// takes long it leaves the rest for the next look, so that an evening's games do
// not keep the one that is on from being copied.
func (a *Archive) catchUp(all bool, began time.Duration) error {
	names, err := a.opt.Disk.Names(a.opt.Dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) { // then no game was recorded yet
		return fmt.Errorf("second copy: read the journals: %w", err)
	}
	files := newestFirst(names)
	if err := a.place(); err != nil {
		var behind int64
		for _, name := range files {
			behind += a.missing(name)
		}
		a.lag(behind)
		return err
	}
	if slices.ContainsFunc(files, func(name string) bool { return a.known[name] == nil }) {
		a.opt.Disk.SyncDir(a.opt.Dir) // as with their bytes, see follow
	}
	return a.followAll(files, all, began)
}

// followAll brings the copies of these files up to date, and goes on where one of
// them can not be: another may.
func (a *Archive) followAll(files []string, all bool, began time.Duration) (failed error) {
	var behind int64
	for _, name := range files {
		if !all && !isJournal(name) {
			continue // raw bytes come all the time and can wait
		}
		if a.opt.Time.Now() > began+pace {
			a.allAt = 0
			behind += a.missing(name)
			continue
		}
		if err := a.follow(name, all); err != nil {
			if f := a.known[name]; f != nil {
				f.doubt = true
			}
			behind += a.missing(name)
			if failed == nil {
				failed = fmt.Errorf("second copy: game file %s is not in %s: %w%s", name, a.opt.Copy, err, advice(err))
			}
		}
	}
	a.lag(behind)
	return failed
}

// lag notes how many bytes the copy is behind.
func (a *Archive) lag(behind int64) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.state.Behind = behind
}

// place sees to it that the folder of the copies is there and on a file system of
// its own. Where a stick is missing there is but an empty folder, on the card:
// copies there would fill it, and go with it.
func (a *Archive) place() error {
	dir, device, err := a.standing(a.opt.Copy)
	if err != nil {
		return fmt.Errorf("second copy: look for %s: %w%s", a.opt.Copy, err, advice(err))
	}
	_, data, err := a.standing(a.opt.Dir)
	if err != nil {
		return fmt.Errorf("second copy: look for the journals: %w", err)
	}
	if device == data {
		a.device = 0 // what comes back may be changed, under the same device and of the same size
		return fmt.Errorf("second copy: none is made: %s is on the same disk as the journals, which is no help if that dies: "+
			"plug in the other disk, or name a folder on one with evidence.copy", a.opt.Copy)
	}
	if device != a.device {
		a.device, a.unlinked = device, true
		clear(a.known)
		clear(a.differs)
	}
	if dir == a.opt.Copy {
		return nil
	}
	changed, err := disk.MakeDir(a.opt.Disk, a.opt.Copy)
	for _, above := range changed {
		err = errors.Join(err, a.opt.Disk.SyncDir(above))
	}
	if err != nil {
		return fmt.Errorf("second copy: make the folder: %w%s", err, advice(err))
	}
	return nil
}

// missing returns how many bytes of a journal its copy may not have.
func (a *Archive) missing(name string) int64 {
	if !isJournal(name) {
		return 0
	}
	info, err := a.opt.Disk.Stat(filepath.Join(a.opt.Dir, name))
	if err != nil {
		return 0
	}
	if f := a.known[name]; f != nil {
		return max(0, info.Size-f.sure)
	}
	return info.Size
}

// follow brings the copy of one file up to date. With all it makes sure that a copy
// is there still: what is plugged in may be another stick.
func (a *Archive) follow(name string, all bool) error {
	path := filepath.Join(a.opt.Dir, name)
	info, err := a.opt.Disk.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil // it was removed meanwhile
	}
	if err != nil {
		return err
	}
	f := a.known[name]
	if f != nil && f.seen == info.Size && !f.doubt && (!all || a.untouched(f)) {
		return nil
	}
	file, err := a.opt.Disk.Look(path)
	if err != nil {
		return err
	}
	defer file.Close()
	size, err := file.Size()
	if err != nil {
		return err
	}
	file.Sync() // what comes after size may not be on the disk; that it fails is for the journal to tell
	if f == nil || f.doubt || size < f.size || !a.untouched(f) {
		old := f
		if f, err = a.match(name, file, size); err != nil {
			return err
		}
		if old != nil && old.name == f.name {
			f.sure = min(f.sure, old.sure)
		}
		a.known[name] = f
	}
	return a.extend(f, file, size)
}

// untouched reports whether a copy has the size it was given. A stick that was out
// may have lost something, or be another one.
func (a *Archive) untouched(f *followed) bool {
	info, err := a.opt.Disk.Stat(filepath.Join(a.opt.Copy, f.name))
	return err == nil && info.Size == f.size
}

// match finds the copy that is the beginning of a file, or makes a new one.
func (a *Archive) match(name string, file disk.View, size int64) (*followed, error) {
	var free string
	var differs error
	for n := 1; n <= lastCopy; n++ {
		f := &followed{name: copyName(name, n)}
		at, err := a.compare(f, file, size)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			if free == "" {
				free = f.name
			}
		case err != nil:
			return nil, err
		case at < 0:
			a.difference(name, f.name, differs)
			return f, nil
		case differs == nil:
			differs = fmt.Errorf("second copy: from byte %d on %s is not what was recorded", at, filepath.Join(a.opt.Copy, f.name))
		}
	}
	if free == "" {
		return nil, errors.New("there are nine files of that name that are no copies of it: move them to another place")
	}
	a.difference(name, free, differs)
	out, err := a.opt.Disk.Create(filepath.Join(a.opt.Copy, free))
	if err != nil {
		return nil, err
	}
	a.unlinked = true
	return &followed{name: free}, out.Close()
}

func (a *Archive) difference(name, instead string, differs error) {
	delete(a.differs, name)
	if differs != nil {
		a.differs[name] = fmt.Errorf("%w; it is left as it is and the copy is in %s: move it to another place, as evidence", differs, instead)
	}
}

// compare fills in how much of a copy is the beginning of a file. Where it is
// something else, at is where that begins, else it is below zero.
//
// Zeros are something else only in a file: in a copy they are what a power cut left
// unwritten, for nobody writes any.
func (a *Archive) compare(f *followed, file disk.View, size int64) (at int64, err error) {
	old, err := a.opt.Disk.Look(filepath.Join(a.opt.Copy, f.name))
	if err != nil {
		return -1, err
	}
	defer old.Close()
	if f.size, err = old.Size(); err != nil {
		return -1, err
	}
	same, other, err := differences(old, f.size, file, size)
	if err != nil {
		return -1, err
	}
	f.sure = same
	if other == f.size || !isJournal(f.name) {
		if other < f.size {
			return other, nil
		}
		return -1, nil
	}
	begin := max(0, f.size-observation.MaxLine)
	end := make([]byte, f.size-begin)
	if err := read(old, end, begin); err != nil {
		return -1, err
	}
	if begin+int64(finished(end)) > other {
		return other, nil
	}
	return -1, nil
}

// differences returns up to where a copy is the same as a file, and up to where it
// has nothing but the bytes of the file and zeros.
func differences(old io.ReaderAt, n int64, file io.ReaderAt, size int64) (same, other int64, err error) {
	const block = 64 << 10
	x, y := make([]byte, block), make([]byte, block)
	same = min(n, size)
	for at := int64(0); at < n; at += block {
		x, y := x[:min(block, n-at)], y[:min(block, n-at)]
		clear(y)
		err := read(old, x, at)
		if left := size - at; err == nil && left > 0 {
			err = read(file, y[:min(int64(len(y)), left)], at)
		}
		if err != nil {
			return 0, 0, err
		}
		if bytes.Equal(x, y) {
			continue
		}
		for i := range x {
			if x[i] == y[i] {
				continue
			}
			same = min(same, at+int64(i))
			if x[i] != 0 {
				return same, at + int64(i), nil
			}
		}
	}
	return same, n, nil
}

// read fills b, or says why not.
func read(from io.ReaderAt, b []byte, at int64) error {
	if n, err := from.ReadAt(b, at); n < len(b) {
		return fmt.Errorf("read: %w", err)
	}
	return nil
}

// extend appends to a copy what it has not, up to size, in steps that are each on
// the disk before the next, and cuts off what was never finished.
func (a *Archive) extend(f *followed, file disk.View, size int64) error {
	out, err := a.opt.Disk.Write(filepath.Join(a.opt.Copy, f.name))
	if err != nil {
		return err
	}
	defer out.Close()
	for f.sure < size {
		step := make([]byte, min(size-f.sure, observation.MaxLine+1))
		if err := read(file, step, f.sure); err != nil {
			return err
		}
		n := toCopy(f.name, step, f.sure+int64(len(step)) == size)
		if n == 0 {
			break
		}
		if _, err := out.WriteAt(step[:n], f.sure); err != nil {
			return err
		}
		if err := out.Sync(); err != nil {
			return err
		}
		f.sure += int64(n)
		f.size = max(f.size, f.sure)
	}
	if f.sure < f.size {
		if err := errors.Join(out.Truncate(f.sure), out.Sync()); err != nil {
			return err
		}
		f.size = f.sure
	}
	if a.unlinked {
		if err := a.opt.Disk.SyncDir(a.opt.Copy); err != nil {
			return err
		}
		a.unlinked = false
	}
	f.seen = size
	return nil
}

// toCopy returns how much of a step to copy: of a journal whole lines. What is
// longer than any line of a journal is no journal, and copied as it is.
func toCopy(name string, step []byte, last bool) int {
	if !isJournal(name) {
		return len(step)
	}
	if last {
		return finished(step)
	}
	if n := bytes.LastIndexByte(step, '\n') + 1; n > 0 {
		return n
	}
	return len(step)
}
