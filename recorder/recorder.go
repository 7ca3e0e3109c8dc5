// Package recorder is the loop of one board: what the device says goes to the
// journal first, then into the record, then to whoever follows it.
//
//	for batch := range device {
//		journal.Append(batch)
//		for _, e := range game.Apply(batch) { publish }
//	}
//
// Around that stands what a real board needs: games begin and end by
// themselves, a restart goes on with the game that was open, silence is written
// down where it matters.
package recorder

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"sync/atomic"
	"time"

	"github.com/rs/zerolog"

	"recorderd/boardio"
	"recorderd/disk"
	"recorderd/journal"
	"recorderd/live"
	"recorderd/observation"
	"recorderd/record"
	"recorderd/timesource"
)

// Config is what a recorder is made of.
type Config struct {
	Device   boardio.Device
	Board    *live.Board
	Time     timesource.Source
	Stamper  timesource.Stamper
	Data     string             // the folder that holds games/
	Header   observation.Header // of games to come, until the device knows better
	Software string
	Tap      Tap // may be nil
	Log      zerolog.Logger
	Journal  journal.Options // what is left zero is filled in from the above
}

// Tap keeps the raw bytes of a game. SwitchTo begins a new file, Close ends the
// last one.
type Tap interface {
	SwitchTo(path string) error
	Close() error
}

// Recorder records the games of one board. Its methods may be called from
// anywhere while Run runs.
type Recorder struct {
	cfg      Config
	start    startPlacement
	startFEN string // its first field
	reports  chan boardio.Report
	do       chan func()   // what others want done in the loop
	past     chan struct{} // held by whoever writes the file of a closed game
	counts   counts
	current  atomic.Pointer[journal.Journal] // of the game that is recorded, or was last

	// The rest belongs to Run.
	lobby *lobby
	game  *game
	last  *game // the one that was closed last
	above int   // numbers of games that were given, though their files may be in memory only
}

// New returns a recorder. The error says what is wrong with the header's terms.
func New(cfg Config) (*Recorder, error) {
	terms, err := record.ParseTerms(cfg.Header.Game)
	if err != nil {
		return nil, err
	}
	cfg.Journal.Dir = filepath.Join(cfg.Data, "games")
	cfg.Journal.Time, cfg.Journal.Stamper = cfg.Time, cfg.Stamper
	cfg.Journal.Software, cfg.Journal.Fold = cfg.Software, record.Fold
	start := terms.Start()
	r := &Recorder{
		cfg:      cfg,
		start:    startOf(start),
		startFEN: start.Placement().String(),
		reports:  make(chan boardio.Report, 256),
		do:       make(chan func()),
		past:     make(chan struct{}, 1),
	}
	r.lobby = &lobby{start: r.start}
	r.cfg.Board.Expect(cfg.Header)
	return r, nil
}

// Resume goes on with the game that was open when the program stopped, if there
// is one. It comes before Run.
func (r *Recorder) Resume() error {
	j, res, err := journal.Resume(r.cfg.Journal)
	switch {
	case errors.Is(err, journal.ErrNoOpenGame):
		return nil
	case err != nil && (res.Number == 0 || errors.Is(err, disk.ErrBusy)):
		return err
	case err != nil: // it is broken, or the card is going bad: no reason not to record the next game
		r.cfg.Log.Error().Err(err).Int("game", res.Number).
			Msg("the journal of the last game is broken or cannot be read; it is left as it is, and recording goes on in a new one")
		return nil
	case res.Closed:
		r.sealAgain(j, res)
		return nil
	}
	return r.takeUp(j, res)
}

// Run records until ctx is done, then closes what is open in good order. A
// device that comes and goes is no error.
func (r *Recorder) Run(ctx context.Context) error {
	device := make(chan error, 1)
	go func() {
		device <- r.cfg.Device.Run(ctx, func(rep boardio.Report) {
			select {
			case r.reports <- rep:
			case <-ctx.Done():
			}
		})
	}()
	err := r.loop(ctx, device)
	return errors.Join(err, r.suspend())
}

func (r *Recorder) loop(ctx context.Context, device <-chan error) error {
	for {
		timer, at := r.timer()
		var fired <-chan struct{}
		if timer != nil {
			fired = timer.C()
		}
		select {
		case rep := <-r.reports:
			r.hear(heard{rep.At.Milliseconds(), rep.Facts})
		case f := <-r.do:
			r.drain()
			f()
		case <-fired:
			r.woken(at)
		case err := <-device:
			if ctx.Err() == nil {
				return fmt.Errorf("board: %w", err)
			}
			return nil
		}
		if timer != nil {
			timer.Stop()
		}
	}
}

// now returns milliseconds since boot.
func (r *Recorder) now() int64 { return r.cfg.Time.Now().Milliseconds() }

// timer returns a timer for the next time at which silence matters, or nil.
func (r *Recorder) timer() (timesource.Timer, int64) {
	if r.game == nil {
		return nil, 0
	}
	at, ok := r.game.wake()
	if !ok {
		return nil, 0
	}
	wait := time.Duration(at)*time.Millisecond - r.cfg.Time.Now()
	return r.cfg.Time.NewTimer(max(wait, 0)), at
}

// woken writes down that time passed. What the device said meanwhile goes first.
func (r *Recorder) woken(at int64) {
	if r.drain() {
		return
	}
	r.hear(heard{max(at, r.now()), []observation.Fact{observation.Tick{}}})
}

// drain hears what the device has already said, and reports whether it had said
// anything: the order of things decides.
func (r *Recorder) drain() (any bool) {
	for {
		select {
		case rep := <-r.reports:
			r.hear(heard{rep.At.Milliseconds(), rep.Facts})
			any = true
		default:
			return any
		}
	}
}

// hear takes one report to the game, or to the lobby.
func (r *Recorder) hear(h heard) {
	if r.game != nil {
		r.record(h)
		return
	}
	if o := r.lobby.hear(h); o != nil {
		r.open(o)
		return
	}
	r.cfg.Board.Sense(observation.Batch{T: h.at, Facts: h.facts})
}

// Journal returns the state of the journal of the present game, or of the last
// one, and the number of its last line that a power cut cannot take any more. It
// is false before the first game.
func (r *Recorder) Journal() (state journal.State, durable int64, ok bool) {
	j := r.current.Load()
	if j == nil {
		return journal.State{}, 0, false
	}
	return j.State(), j.Durable(), true
}

// Resumed reports whether a game was resumed, and whether its board stands
// turned. It comes before Run.
func (r *Recorder) Resumed() (turned, ok bool) {
	if r.game == nil {
		return false, false
	}
	return r.game.live.Turned(), true
}

// Alive returns once the loop has come round, or with the error of ctx.
func (r *Recorder) Alive(ctx context.Context) error { return r.within(ctx, func() {}) }

// within has f run by the loop and waits for it.
func (r *Recorder) within(ctx context.Context, f func()) error {
	done := make(chan struct{})
	select {
	case r.do <- func() { defer close(done); f() }:
	case <-ctx.Done():
		return ctx.Err()
	}
	<-done // the loop has it: it will not be long
	return nil
}
