package journal

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"time"

	"recorderd/disk"
	"recorderd/observation"
	"recorderd/timesource"
)

// ErrNoOpenGame is returned by Resume where there is nothing to go on with: no
// journal, or the last one was closed.
var ErrNoOpenGame = errors.New("no game is open")

// Resumed is what a journal held when it was taken up again.
type Resumed struct {
	Number    int
	Opening   Opening
	Batches   []observation.Batch
	First     timesource.Stamp // of its first line
	Last      timesource.Stamp // of its last whole line
	Heard     timesource.Stamp // of the line of its last batch
	LostBytes int64            // of a last line that was never finished, and is cut off
	Closed    bool             // it had a final checkpoint before: only acts can follow
	Final     bool             // and nothing stands after it
}

// Resume opens the last journal, unless its game was closed, and goes on in it.
// Files in which not even the first line was finished are passed over; their
// numbers stay taken.
//
// A last line that was never finished is cut off, be it that its end is missing
// or that the power cut left zeros in it. A line that is whole but for its
// newline loses nothing and gets it. Where a file is wrong elsewhere the error
// wraps ErrBroken; the file is left as it is, Resumed has what stands before the
// break, and recording can go on in a new one. ErrBusy means that another
// process is recording here.
func Resume(opt Options) (*Journal, Resumed, error) {
	opt = opt.withDefaults()
	names, err := opt.FS.Names(opt.Dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, Resumed{}, ErrNoOpenGame
	}
	if err != nil {
		return nil, Resumed{}, fmt.Errorf("journal: look for an open game: %w%s", err, advice(err))
	}
	_, journals := numbers(names)
	slices.Sort(journals)
	var lost int64
	for _, number := range slices.Backward(journals) {
		j, res, err := takeUp(opt, number, false)
		res.LostBytes += lost
		if errors.Is(err, io.ErrUnexpectedEOF) {
			lost = res.LostBytes
			continue
		}
		return j, res, err
	}
	return nil, Resumed{LostBytes: lost}, ErrNoOpenGame
}

// Reopen opens the journal of a game that was closed, so that acts can be
// appended and a new final checkpoint.
func Reopen(opt Options, number int) (*Journal, Resumed, error) {
	return takeUp(opt.withDefaults(), number, true)
}

func takeUp(opt Options, number int, evenClosed bool) (*Journal, Resumed, error) {
	path := Path(opt.Dir, number)
	lock, err := opt.FS.Lock(path)
	if err != nil {
		return nil, Resumed{Number: number}, fmt.Errorf("journal: take up game %d: %w%s", number, err, advice(err))
	}
	c, err := load(opt.FS, opt.Dir, number)
	if err == nil && c.Final && !evenClosed {
		err = ErrNoOpenGame
	}
	if err != nil {
		lock.Close()
		return nil, c.Resumed, err
	}
	j := newJournal(opt)
	j.number, j.lock = number, lock
	j.goOn(c)
	go j.keep()
	return j, c.Resumed, nil
}

// content is all that a file holds.
type content struct {
	Resumed
	lines [][]byte // each with its newline
	bare  bool     // the last of them does not have it in the file
	prev  hash
}

func load(from disk.FS, dir string, number int) (c content, err error) {
	c.Number = number
	f, err := from.Read(Path(dir, number))
	if err != nil {
		return c, fmt.Errorf("journal: read game %d: %w%s", number, err, advice(err))
	}
	defer f.Close()
	r, err := walk(f, func(r *Reader) error {
		if r.n == 1 {
			c.First = r.line.Stamp
		}
		c.Last = r.line.Stamp
		if len(r.line.Batches) > 0 {
			c.Heard = r.line.Stamp
		}
		c.Batches = append(c.Batches, r.line.Batches...)
		c.lines = append(c.lines, append(slices.Clone(r.raw), '\n'))
		c.bare = !r.complete
		c.Final = r.line.Checkpoint != nil && r.line.Checkpoint.Final
		c.Closed = c.Closed || c.Final
		c.prev = r.hash
		return nil
	})
	c.Opening, c.LostBytes = r.opening, r.torn
	switch {
	case errors.Is(err, ErrBroken):
		err = fmt.Errorf("journal: %s: %w: it is left as it is, keep it as evidence", Path(dir, number), err)
	case err != nil:
		err = fmt.Errorf("journal: read %s: %w%s", Path(dir, number), err, advice(err))
	}
	return c, err
}

// goOn puts the journal where the file ends. None of its lines is known to be on
// the disk, for the one who wrote them may have died before the sync; the first
// sync tells, and they stay pending until then.
func (j *Journal) goOn(c content) {
	j.mu.Lock()
	defer j.mu.Unlock()
	for _, line := range c.lines {
		j.hold(line)
	}
	j.limit += j.bytes
	j.chain.next, j.chain.prev = int64(len(c.lines)), c.prev
	j.written, j.end = len(c.lines), j.bytes
	if c.bare { // it is written again
		j.written--
		j.end -= int64(len(c.lines[j.written]))
	}
	if n := len(c.Batches); n > 0 {
		j.t = c.Batches[n-1].T
	}
	j.torn, j.whole = c.LostBytes > 0, j.end
	if err := j.reopen(); err != nil {
		j.fail(err)
		return
	}
	j.unsynced = true
	j.write()
}

// Restart says how the game's time goes on when the recorder is back: t is for
// the observation r, which the journal gets next. Within one start of the machine
// boot time has gone on; after another, the wall clocks tell if both were
// synchronised; else nobody knows how long it was. The gap is counted from the
// last line; the last batch, from which t goes on, may be older.
func (res Resumed) Restart(now timesource.Stamp) (t int64, r observation.Restart) {
	r.LostBytes = res.LostBytes
	heard := res.Last
	if n := len(res.Batches); n > 0 {
		t, heard = res.Batches[n-1].T, res.Heard
	}
	gap, known := between(res.Last, now)
	since, goesOn := between(heard, now)
	if !known || !goesOn {
		return t + 1, r
	}
	r.GapKnown, r.GapMS = true, gap.Milliseconds()
	return t + max(1, since.Milliseconds()), r
}

// between returns the time between two stamps, and false where nobody knows it.
func between(last, now timesource.Stamp) (d time.Duration, known bool) {
	switch {
	case now.BootID != "" && now.BootID == last.BootID:
		d = time.Duration(now.BootNS - last.BootNS)
	case now.Synced && last.Synced:
		d = now.Wall.Sub(last.Wall)
	default:
		return 0, false
	}
	return d, d >= 0
}
