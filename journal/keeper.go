package journal

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"syscall"
	"time"

	"recorderd/disk"
)

// A failing disk is tried again soon, then less and less often.
const (
	firstRetry = 100 * time.Millisecond
	lastRetry  = 5 * time.Second
)

type task int

const (
	idle    task = iota
	syncing      // lines were written that are not synced
	mending      // the disk failed
	ending       // closed, and all is on the disk
)

// keep is the keeper: it syncs what was written and recovers from failures until
// the journal is closed and all of it is on the disk.
func (j *Journal) keep() {
	defer close(j.gone)
	for {
		j.tell()
		what, at := j.agenda()
		if what == ending {
			j.file.Close() // all is synced: nothing that Close could lose
			j.lock.Close()
			return
		}
		if !j.wait(what, at) {
			continue
		}
		if what == syncing {
			j.sync()
		} else {
			j.mend()
		}
	}
}

// agenda returns what is to be done next, and when.
func (j *Journal) agenda() (task, time.Duration) {
	j.mu.Lock()
	defer j.mu.Unlock()
	switch {
	case j.err != nil:
		return mending, j.retryAt
	case j.unsynced && j.Durable() < j.wanted:
		return syncing, 0
	case j.unsynced:
		return syncing, j.syncAt
	case j.closing:
		return ending, 0
	}
	return idle, 0
}

// wait reports whether it is time; false means that the agenda may be another.
func (j *Journal) wait(what task, at time.Duration) bool {
	if what == idle {
		<-j.wake
		return false
	}
	d := at - j.opt.Time.Now()
	if d <= 0 {
		return true
	}
	timer := j.opt.Time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C():
		return true
	case <-j.wake:
		return false
	}
}

func (j *Journal) rouse() {
	select {
	case j.wake <- struct{}{}:
	default: // it will look anyway
	}
}

// tell calls OnState when there is news.
func (j *Journal) tell() {
	j.mu.Lock()
	s := j.state()
	news := s.news()
	old := j.told
	j.told = news
	j.mu.Unlock()
	if news != old && j.opt.OnState != nil {
		j.opt.OnState(s)
	}
}

func (s State) news() string { return fmt.Sprint(s.Err, s.Refused > 0) }

// sync makes durable what is written. Lines that come in the meantime are the
// next group.
func (j *Journal) sync() {
	j.mu.Lock()
	n := j.written
	j.unsynced = false
	j.mu.Unlock()
	err := j.flush()
	j.mu.Lock()
	defer j.mu.Unlock()
	if err != nil {
		j.fail(err)
		return
	}
	j.confirm(n)
}

// flush syncs the file, and after it the folders that it is new in.
func (j *Journal) flush() error {
	start := j.opt.Time.Now()
	err := j.file.Sync()
	for err == nil && len(j.dirs) > 0 {
		if err = j.opt.FS.SyncDir(j.dirs[0]); err == nil {
			j.dirs = j.dirs[1:]
		}
	}
	if j.opt.OnSync != nil {
		j.opt.OnSync(j.opt.Time.Now()-start, err)
	}
	return err
}

// confirm notes that the first n pending lines are on the disk.
func (j *Journal) confirm(n int) {
	for _, line := range j.pending[:n] {
		j.synced += int64(len(line))
		j.bytes -= int64(len(line))
	}
	clear(j.pending[:n])
	j.pending = j.pending[n:]
	j.written -= n
	j.durable.Add(int64(n))
	j.moved.Broadcast()
}

// fail notes that the disk failed. From here on the file is the keeper's.
func (j *Journal) fail(err error) {
	now := j.opt.Time.Now()
	if j.err == nil {
		j.since, j.retry = now, firstRetry
	}
	j.err = fmt.Errorf("journal: game %d is in memory only: %w%s", j.number, err, advice(err))
	j.failures++
	j.retryAt = now + j.retry
	j.retry = min(2*j.retry, lastRetry)
	j.moved.Broadcast()
	j.rouse()
}

func advice(err error) string {
	switch {
	case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EDQUOT):
		return ": make room on the disk"
	case errors.Is(err, syscall.EROFS):
		return ": check the disk and mount it writable"
	case errors.Is(err, fs.ErrPermission):
		return ": let the user of recorderd write there"
	case errors.Is(err, syscall.EIO):
		return ": the disk is failing, replace it"
	}
	return ""
}

// mend opens the file anew and brings to the disk all that is not known to be on
// it. What was appended meanwhile follows once that has gone well.
func (j *Journal) mend() {
	j.mu.Lock()
	j.attempts++
	lines := j.pending
	j.mu.Unlock()
	n := 0
	err := j.reopen()
	if err == nil {
		n, err = j.rewrite(lines)
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	j.written = n
	j.confirm(n)
	j.end = j.synced
	if err != nil {
		j.missed = j.attempts
		j.fail(err)
		return
	}
	j.err = nil
	j.recovered++
	j.write()
}

func (j *Journal) reopen() error {
	if j.file != nil {
		j.file.Close() // whatever it says: its lines are written again
		j.file = nil
	}
	if j.lock == nil {
		return j.create()
	}
	file, err := j.opt.FS.Write(Path(j.opt.Dir, j.number))
	if err != nil {
		return err
	}
	size, err := file.Size()
	if err == nil && size < j.synced {
		err = fmt.Errorf("%s has %d bytes where %d were written and synced", Path(j.opt.Dir, j.number), size, j.synced)
	}
	if err == nil && j.torn {
		// Synced by itself: what is written next in the place of what is taken away
		// must not meet a rest of it after another power cut.
		if err = file.Truncate(j.whole); err == nil {
			err = file.Sync()
		}
		j.torn = err != nil
	}
	if err != nil {
		file.Close()
		return err
	}
	j.file = file
	return nil
}

// rewrite writes and syncs lines in their places and returns how many of them are
// on the disk now. Where it takes only some, those are synced all the same.
func (j *Journal) rewrite(lines [][]byte) (n int, err error) {
	end := j.synced
	for _, line := range lines {
		if _, err = j.file.WriteAt(line, end); err != nil {
			break
		}
		end += int64(len(line))
		n++
	}
	if syncErr := j.flush(); syncErr != nil {
		return 0, cmp.Or(err, syncErr)
	}
	return n, err
}

// create makes the file under the next free number. Where it has one that was
// free when the file could not be made, it keeps that: the games that began since
// have higher ones, and the order of the numbers is that of the games.
func (j *Journal) create() error {
	number, err := j.tryCreate()
	for n := 0; n < 10 && errors.Is(err, fs.ErrExist); n++ {
		number, err = j.tryCreate() // the journal of another game was faster
	}
	j.mu.Lock()
	j.number = number
	j.mu.Unlock()
	return err
}

// tryCreate returns with every error the number that the file would have; where
// the folder can't be read, that is the one of an empty folder.
func (j *Journal) tryCreate() (number int, err error) {
	number = j.opt.Above + 1
	names, err := j.opt.FS.Names(j.opt.Dir)
	if errors.Is(err, fs.ErrNotExist) {
		var changed []string
		changed, err = disk.MakeDir(j.opt.FS, j.opt.Dir)
		j.dirs = append(j.dirs, changed...)
	}
	if err != nil {
		return number, err
	}
	highest, journals := numbers(names)
	if j.named && !slices.Contains(journals, j.number) {
		number = j.number
	} else {
		number = max(highest+1, number)
	}
	j.named = true
	path := Path(j.opt.Dir, number)
	file, err := j.opt.FS.Create(path)
	if err != nil {
		return number, err
	}
	lock, err := j.opt.FS.Lock(path)
	if err != nil {
		file.Close()
		return number, err
	}
	j.file, j.lock = file, lock
	j.dirs = append(j.dirs, j.opt.Dir)
	return number, nil
}
