// Package archive keeps the journals of a board in a second place, and removes
// those that were kept long enough.
//
// The problem is that the second place is a stick that people pull out, fill up
// and put into other machines, that a game waits for none of it, and that what is
// there may one day have to speak for a card that died.
//
//   - A file is synced before it is read: what is copied the first disk has for good.
//     So no power cut leaves a copy with lines that the journal lost, and where the
//     two differ that means something. A disk that can't sync any more is read all
//     the same: the copy may soon be the only one.
//   - Of a journal only whole lines are copied: the end that a restart cuts off was
//     never there. What a power cut left unfinished in the copy itself is cut off.
//   - Apart from that a copy is only ever appended to. One that is not the beginning
//     of its file is evidence too: it stays as it is, that is told, and the copy goes
//     on under another name.
//   - All of it happens in a goroutine that nobody waits for. What fails is told and
//     tried again, and what is missing is caught up with.
package archive

import (
	"context"
	"fmt"
	"path/filepath"
	"sync"
	"time"

	"recorderd/disk"
	"recorderd/timesource"
)

const (
	// pace is how often copies are brought up to date while a game is on, at most.
	pace = time.Second
	// lookEvery is how often all files are looked at, also when nobody calls.
	lookEvery = 30 * time.Second
	// patience is how long a disk may take before it is said not to answer.
	patience = time.Minute
	// retainEvery is how often it is asked which games were kept long enough.
	retainEvery = 24 * time.Hour
)

// Options say what is kept where, and how long.
type Options struct {
	Dir      string // the folder of the games
	Copy     string // the folder of their copies, on another file system; empty for none
	KeepDays int    // days after which a closed game is removed; 0 for never
	Key      string // public key of this recorder: by it copies are known to be its own; empty for none

	// What is nil is this machine's.
	Time    timesource.Source
	Stamper timesource.Stamper
	Disk    disk.Store

	// OnState is told when the copy is in trouble, in other trouble, or well again;
	// OnRemoved which file was removed, or with an error which could not be. Both
	// are called by Run.
	OnState   func(State)
	OnRemoved func(path string, err error)
}

// State is how the second copy does.
type State struct {
	Err      error // what is wrong with it
	Behind   int64 // bytes of journals that it was not known to have at the last look
	Failures int64 // times that something failed
	Removed  int64 // files that were removed because they were kept long enough
}

// Archive is the second place of one board's journals.
type Archive struct {
	opt  Options
	wake chan struct{}

	mu    sync.Mutex
	state State
	began time.Duration // of the look that is going on
	busy  bool

	// The rest belongs to Run.
	device   uint64 // of the copy, when last looked at
	known    map[string]*followed
	differs  map[string]error // by name of the file, what its copy is instead
	lookedAt time.Duration
	allAt    time.Duration // when all files are looked at next
	retainAt time.Duration // when it is asked next what was kept long enough
	backoff  time.Duration // after a failure
	unlinked bool          // the folder of the copies has entries that may not be on the disk
}

// New returns an archive that does nothing until Run is called.
func New(opt Options) *Archive {
	if opt.Time == nil {
		opt.Time = timesource.Boot()
	}
	if opt.Stamper == nil {
		opt.Stamper = timesource.Boot()
	}
	if opt.Disk == nil {
		opt.Disk = disk.Real
	}
	if opt.OnState == nil {
		opt.OnState = func(State) {}
	}
	if opt.OnRemoved == nil {
		opt.OnRemoved = func(string, error) {}
	}
	if opt.Copy != "" {
		opt.Copy = filepath.Clean(opt.Copy)
	}
	return &Archive{opt: opt, wake: make(chan struct{}, 1), known: map[string]*followed{}, differs: map[string]error{}}
}

// Rouse says that a journal has grown. It does not wait.
func (a *Archive) Rouse() {
	select {
	case a.wake <- struct{}{}:
	default: // it will look anyway
	}
}

// State says how the copy does. It does not wait for a disk.
func (a *Archive) State() State {
	a.mu.Lock()
	defer a.mu.Unlock()
	s := a.state
	if took := a.opt.Time.Now() - a.began; a.busy && a.opt.Copy != "" && took > patience {
		s.Err = fmt.Errorf("second copy: %s has not answered for %v: look at the disk", a.opt.Copy, took.Round(time.Second))
	}
	return s
}

// Run keeps the archive until ctx is done, and then looks a last time: what the
// recorder wrote before it stopped is copied too.
func (a *Archive) Run(ctx context.Context) {
	for a.look(false); a.wait(ctx); a.look(false) {
	}
	a.look(true)
}

// wait returns when it is time to look again, or false when ctx is done.
func (a *Archive) wait(ctx context.Context) bool {
	rest := max(pace, a.backoff)
	if timesource.Sleep(ctx, a.opt.Time, a.lookedAt+rest-a.opt.Time.Now()) != nil {
		return false
	}
	next := a.allAt - a.opt.Time.Now()
	if ctx.Err() != nil || a.backoff > 0 || next <= 0 {
		return ctx.Err() == nil
	}
	timer := a.opt.Time.NewTimer(next)
	defer timer.Stop()
	select {
	case <-a.wake:
	case <-timer.C():
	case <-ctx.Done():
		return false
	}
	return true
}

// look brings the copies up to date and removes what was kept long enough.
func (a *Archive) look(all bool) {
	now := a.opt.Time.Now()
	a.mark(now, true)
	defer a.mark(now, false)
	all = all || now >= a.allAt || a.backoff > 0
	if all {
		a.allAt = now + lookEvery
	}
	var err error
	if a.opt.Copy != "" {
		err = a.catchUp(all, now)
	}
	if a.opt.KeepDays > 0 && now >= a.retainAt {
		a.retain(err == nil)
	}
	a.lookedAt = a.opt.Time.Now()
	if err == nil {
		a.backoff = 0
	} else {
		a.backoff = min(max(2*a.backoff, pace), lookEvery)
	}
	a.tell(err)
}

func (a *Archive) mark(began time.Duration, busy bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.began, a.busy = began, busy
}

// tell notes how the copy does, and calls OnState when that is news.
func (a *Archive) tell(failed error) {
	err := failed
	for _, name := range sorted(a.differs) {
		if err == nil {
			err = a.differs[name]
		} else {
			err = fmt.Errorf("%w; %w", err, a.differs[name])
		}
	}
	a.mu.Lock()
	old := a.state.Err
	a.state.Err = err
	if failed != nil {
		a.state.Failures++
	}
	s := a.state
	a.mu.Unlock()
	if fmt.Sprint(old) != fmt.Sprint(err) {
		a.opt.OnState(s)
	}
}
