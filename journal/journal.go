// Package journal keeps what came in: durable, chained batches on disk, one file
// a game.
//
// The problem it solves is that a disk is slow, fills up, turns read-only, tears
// the last write when power goes, and that a game of chess waits for none of it.
//
//   - A line is written before Append returns, and synced with its neighbours at
//     most 50 ms later by somebody who is not waited for. Durable says how far.
//   - Each line stays in memory until it is known to be on the disk. Where the
//     disk fails, lines only gather there; the file is opened anew from time to
//     time, and what is not known to be on the disk is written again, the same
//     bytes in the same places. That also finishes a line that was half written,
//     and it is the only answer to a failed sync: the kernel forgets which pages
//     it could not write, so that a second sync of the same file proves nothing.
//   - Each line carries the hash of the one before. Nothing in a file is ever
//     changed; of a last line that was never finished, Resume takes the rest away.
package journal

import (
	"crypto/rand"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"sync"
	"sync/atomic"
	"time"

	"recorderd/disk"
	"recorderd/observation"
	"recorderd/signature"
	"recorderd/timesource"
)

const (
	maxSyncEvery  = 50 * time.Millisecond
	defaultMemory = 64 << 20
)

// Options say where journals are kept, and what with.
type Options struct {
	Dir      string         // the folder of the games; it is made if it is not there
	Above    int            // numbers up to this are taken, though their files may be in memory only
	Software string         // name and version of the program
	Fold     int            // version of the fold that checkpoints speak of
	Key      *signature.Key // signs the checkpoints; nil: they are not signed

	// What is nil or zero here is this machine's, or the default.
	Stamper   timesource.Stamper
	Time      timesource.Source // for the groups of syncs, and to try again
	FS        disk.FS
	Nonce     io.Reader
	SyncEvery time.Duration // 50 ms, which is also the most
	Memory    int64         // bytes of lines that a failing disk may leave in memory: 64 MiB, weeks of chess

	// OnState is told when the disk fails, fails otherwise, or works again;
	// OnSync how long each sync took. Both are called one after the other by a
	// goroutine of the journal: they must not wait for Sync or Close.
	OnState func(State)
	OnSync  func(took time.Duration, err error)
}

func (o Options) withDefaults() Options {
	if o.Stamper == nil {
		o.Stamper = timesource.Boot()
	}
	if o.Time == nil {
		o.Time = timesource.Boot()
	}
	if o.FS == nil {
		o.FS = disk.Real
	}
	if o.Nonce == nil {
		o.Nonce = rand.Reader
	}
	if o.SyncEvery <= 0 || o.SyncEvery > maxSyncEvery {
		o.SyncEvery = maxSyncEvery
	}
	if o.Memory <= 0 {
		o.Memory = defaultMemory
	}
	return o
}

// The reasons why Append keeps nothing.
var (
	ErrFull   = errors.New("the disk takes nothing and memory for it is used up: this is not kept, make room on the disk")
	ErrClosed = errors.New("the journal is closed")
)

// Journal is the file of one game, open for writing. Its methods may be called
// from anywhere.
//
// Two goroutines share it: whoever appends, and its keeper, who syncs and
// recovers. While the disk works the appender writes to the file; while it does
// not, file belongs to the keeper alone.
type Journal struct {
	opt     Options
	durable atomic.Int64 // number of the last line known to be on the disk
	wake    chan struct{}
	gone    chan struct{} // closed when the keeper has ended

	mu      sync.Mutex
	moved   *sync.Cond // durable or missed changed
	number  int
	named   bool // number was free when the folder was read
	chain   chain
	t       int64 // time of the last batch
	pending [][]byte
	bytes   int64 // of pending
	limit   int64 // of bytes
	refused int64
	closing bool

	file      disk.File
	lock      io.Closer // nil as long as there is no file under number
	dirs      []string  // folders with new entries that are not synced
	written   int       // so many of pending stand in the file
	end       int64     // offset after them
	synced    int64     // offset before them: all up to here is on the disk
	torn      bool      // a line of an earlier life is torn and must go before anything is written
	whole     int64     // offset at which that line begins
	unsynced  bool      // lines were written since the last sync began
	syncAt    time.Duration
	wanted    int64 // somebody waits for the sync of this line
	err       error // why the disk is not written to
	since     time.Duration
	retry     time.Duration // until the next attempt
	retryAt   time.Duration
	attempts  int64 // to mend what failed
	missed    int64 // the last of them that failed
	failures  int64
	recovered int64
	told      string // what OnState was told last
}

// State is how a journal does. Err says what is wrong with the disk: until it is
// nil again, lines are in memory only.
type State struct {
	Number       int
	Err          error
	Since        time.Duration // boot time at which it began to fail
	Lines        int64         // all lines of the journal
	Size         int64         // bytes of those that are in the file
	Pending      int           // lines not known to be on the disk
	PendingBytes int64
	Refused      int64 // lines that there was no memory for
	Failures     int64 // attempts to write or sync that failed
	Recoveries   int64 // times that a failing disk worked again
}

// Degraded reports whether lines are in memory only.
func (s State) Degraded() bool { return s.Err != nil }

// Create begins the journal of a new game, in the file with the next number. A
// disk that does not take it is no error: the journal is in memory then, as
// State says, and gets its file and perhaps another number when the disk lets it.
func Create(opt Options, h observation.Header) (*Journal, error) {
	j := newJournal(opt)
	opening, err := j.opt.opening(h)
	if err != nil {
		return nil, err
	}
	if _, err := j.link(Line{Opening: opening}); err != nil {
		return nil, err
	}
	err = j.create()
	j.mu.Lock()
	defer j.mu.Unlock()
	if err != nil {
		j.fail(err)
	} else {
		j.write()
	}
	go j.keep()
	return j, nil
}

func newJournal(opt Options) *Journal {
	j := &Journal{opt: opt.withDefaults(), wake: make(chan struct{}, 1), gone: make(chan struct{})}
	j.chain = newChain(j.opt)
	j.moved = sync.NewCond(&j.mu)
	j.limit, j.wanted = j.opt.Memory, -1
	j.told = j.state().news()
	j.durable.Store(-1)
	return j
}

// Append adds a batch and returns the number of its line. The line is in the
// file then, or if the disk does not take it in memory, and will be. Times must
// not go back.
//
// An error means that the batch is not kept: nothing may be made of it.
func (j *Journal) Append(b observation.Batch) (seq int64, err error) {
	if len(b.Facts) == 0 {
		return -1, errors.New("journal: append: a batch without facts")
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	if b.T < j.t {
		return -1, fmt.Errorf("journal: append: time goes back from %d to %d", j.t, b.T)
	}
	if seq, err = j.add(Line{Batches: []observation.Batch{b}}); err == nil {
		j.t = b.T
	}
	return seq, err
}

// Checkpoint adds a line that says what the record is now. With final it closes
// the game.
func (j *Journal) Checkpoint(record [sha256.Size]byte, final bool) (seq int64, err error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.add(j.chain.checkpoint(record, final))
}

func (j *Journal) add(l Line) (seq int64, err error) {
	if j.closing {
		return -1, fmt.Errorf("journal: append: %w", ErrClosed)
	}
	if seq, err = j.link(l); err == nil && j.err == nil {
		j.write()
	}
	return seq, err
}

// link adds a line to the chain, in memory.
func (j *Journal) link(l Line) (seq int64, err error) {
	seq = j.chain.next
	line, err := j.chain.line(l)
	if err != nil {
		return -1, err
	}
	if j.bytes+int64(len(line)) > j.limit {
		j.refused++
		j.rouse()
		return -1, fmt.Errorf("journal: append: %w", ErrFull)
	}
	j.chain.add(line)
	j.hold(append(line, '\n'))
	return seq, nil
}

func (j *Journal) hold(line []byte) {
	j.pending = append(j.pending, line)
	j.bytes += int64(len(line))
}

// write writes what is pending and not in the file.
func (j *Journal) write() {
	for _, line := range j.pending[j.written:] {
		if _, err := j.file.WriteAt(line, j.end); err != nil {
			j.fail(err)
			return
		}
		j.end += int64(len(line))
		j.written++
		if !j.unsynced {
			j.unsynced, j.syncAt = true, j.opt.Time.Now()+j.opt.SyncEvery
			j.rouse()
		}
	}
}

// Durable returns the number of the last line that is known to be on the disk,
// -1 for none.
func (j *Journal) Durable() int64 { return j.durable.Load() }

// Number returns the number of the game. It can still change as long as a
// failing disk has kept the file from being made.
func (j *Journal) Number() int {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.number
}

// State says how the journal does.
func (j *Journal) State() State {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.state()
}

func (j *Journal) state() State {
	return State{
		Number: j.number, Err: j.err, Since: j.since,
		Lines: j.chain.next, Size: j.end, Pending: len(j.pending), PendingBytes: j.bytes,
		Refused: j.refused, Failures: j.failures, Recoveries: j.recovered,
	}
}

// Sync returns when every line appended before is on the disk, or with an error
// if the disk fails and an attempt to mend that was begun after the call failed.
func (j *Journal) Sync() error {
	j.mu.Lock()
	defer j.mu.Unlock()
	last, before := j.chain.next-1, j.attempts
	j.wanted, j.retryAt = last, 0
	j.rouse()
	for j.Durable() < last && j.missed <= before {
		j.moved.Wait()
	}
	if j.Durable() < last {
		return fmt.Errorf("journal: %d lines of game %d are not on the disk: %w", last-j.Durable(), j.number, j.err)
	}
	return nil
}

// Close ends the journal: nothing can be appended any more. It waits until all
// is on the disk and the file is closed. If the disk does not take it, Close
// returns why, and the journal goes on trying for as long as the process lives.
func (j *Journal) Close() error {
	j.mu.Lock()
	j.closing = true
	j.mu.Unlock()
	if err := j.Sync(); err != nil {
		return err
	}
	j.rouse()
	<-j.gone
	return nil
}
