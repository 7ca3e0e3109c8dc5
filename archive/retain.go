package archive

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"slices"
	"time"

	"recorderd/journal"
)

// retain removes the games that were kept long enough, from the copy only if that
// is there. A wall clock that nobody has set says nothing: then it is asked again
// at the next look.
func (a *Archive) retain(copyThere bool) {
	now := a.opt.Stamper.Stamp()
	if !now.Synced {
		return
	}
	a.retainAt = a.opt.Time.Now() + retainEvery
	limit := now.Wall.AddDate(0, 0, -a.opt.KeepDays)
	removed := map[string]bool{}
	kept := a.expire(a.opt.Dir, nil, limit, func(o journal.Opening) bool {
		removed[o.Nonce] = true
		return true
	})
	if a.opt.Copy != "" && copyThere {
		a.expire(a.opt.Copy, kept, limit, func(o journal.Opening) bool {
			return o.Nonce != "" && removed[o.Nonce] || o.Key != "" && o.Key == a.opt.Key
		})
	}
}

// expire removes from a folder the games that were closed before the limit, but
// for some, and returns which are left. Each folder is judged by what is in it: a
// copy that was not there on the day is removed when it is. The highest number
// stays, because numbers go on from it, and so does what is not ours: a stick may
// have been in another recorder.
func (a *Archive) expire(dir string, but []int, limit time.Time, ours func(journal.Opening) bool) (left []int) {
	names, err := a.opt.Disk.Names(dir)
	if err != nil {
		return nil // nothing was recorded yet, or the recorder says what is wrong
	}
	games := map[int][]string{}
	for _, name := range names {
		if number, ok := numberOf(name); ok {
			games[number] = append(games[number], name)
		}
	}
	numbers := slices.Sorted(maps.Keys(games))
	for i, number := range numbers {
		last := i == len(numbers)-1
		if last || slices.Contains(but, number) || !a.removeGame(dir, games[number], limit, ours) {
			left = append(left, number)
		}
	}
	if len(left) < len(numbers) {
		if err := a.opt.Disk.SyncDir(dir); err != nil {
			a.opt.OnRemoved(dir, err)
		}
	}
	return left
}

// removeGame removes the files of a game if all its journals are ours and due:
// first the raw bytes, so that a journal without them tells the next time that it
// is due.
func (a *Archive) removeGame(dir string, files []string, limit time.Time, ours func(journal.Opening) bool) bool {
	slices.SortFunc(files, rawFirst)
	if !isJournal(files[len(files)-1]) {
		return false // without a journal nobody knows how old it is
	}
	for _, name := range files {
		if !isJournal(name) {
			continue
		}
		path := filepath.Join(dir, name)
		lock, err := a.opt.Disk.Lock(path)
		if err != nil {
			return false // it is being written
		}
		defer lock.Close()
		if due, err := a.due(path, limit, ours); err != nil || !due {
			return false
		}
	}
	for _, name := range files {
		path := filepath.Join(dir, name)
		err := a.opt.Disk.Remove(path)
		if err != nil {
			a.opt.OnRemoved(path, fmt.Errorf("remove a game that was kept long enough: %w%s", err, advice(err)))
			return false
		}
		delete(a.known, name)
		delete(a.differs, name)
		a.mu.Lock()
		a.state.Removed++
		a.mu.Unlock()
		a.opt.OnRemoved(path, nil)
	}
	return true
}

// due reports whether a journal is whole, ours, was closed, and has had no line
// since the limit, by wall clocks that were synchronised. It reads no more than it
// takes to know: of a young game two lines.
func (a *Archive) due(path string, limit time.Time, ours func(journal.Opening) bool) (bool, error) {
	in, err := a.opt.Disk.Read(path)
	if err != nil {
		return false, err
	}
	defer in.Close()
	r, err := journal.NewReader(in)
	if err != nil {
		return false, err
	}
	var last journal.Line
	for {
		line, err := r.NextLine()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil || len(r.Problems()) > 0 || line.Stamp.Synced && !line.Stamp.Wall.Before(limit) {
			return false, err
		}
		last = line
	}
	closed := last.Checkpoint != nil && last.Checkpoint.Final
	return closed && r.Torn() == 0 && len(r.Problems()) == 0 && last.Stamp.Synced && ours(r.Opening()), nil
}
