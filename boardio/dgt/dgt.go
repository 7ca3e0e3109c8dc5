// Package dgt reads electronic boards of the DGT family on a serial line, one
// board a line, with the clock behind it.
//
// framing.go finds messages in bytes, message.go says what kinds there are,
// session.go keeps one connection in step with the board, and Driver opens it
// again when it is gone. Squares are reported as the board numbers them; only
// the two sides of the clock need to know how the board stands.
package dgt

import (
	"context"
	"errors"
	"sync"
	"time"

	"recorderd/boardio"
	"recorderd/observation"
	"recorderd/timesource"
)

// Baud is the speed of the serial line.
const Baud = 9600

// Back-off between two attempts to open the line.
const (
	firstWait = 250 * time.Millisecond
	lastWait  = 2 * time.Second
)

// What a board of this family is as a sensor. A scan is 200 to 250 ms; the
// clock shows whole seconds, and its times come at least so often.
const (
	scanMS       = 250
	resolutionMS = 1000
	pollMS       = 800
)

// Options are what a Driver is made of. Open and Source must be there.
type Options struct {
	Device string // for messages
	Open   boardio.Opener
	Source timesource.Source

	// Status is told, from Run's goroutine, when the state of the link changes:
	// nil when the board is up, else what is wrong and what the operator can do
	// while Run tries again. The same trouble again is not told again.
	Status func(error)
	// Tap is given all bytes received before anything is made of them.
	Tap func(at time.Duration, received []byte)
	// Turned is how the board stands until its pieces show it: true if White
	// has the connector on his right.
	Turned bool
	// Heartbeat is how often a silent board is asked for a sign of life; after
	// five in vain it counts as gone. All of the driver's patience goes by it:
	// where Source runs fast it should be longer, for answers still take real
	// time. One second if zero.
	Heartbeat time.Duration
}

// Driver is one board on one line, for as long as the program runs.
type Driver struct {
	opt   Options
	meter boardio.Meter

	mu    sync.Mutex // Describe is called from other goroutines
	board observation.Board
	clock observation.ClockSensor

	links  map[observation.Device]bool // as told last; nothing was told yet where absent
	turned bool
	told   error
}

// New returns a driver that has not opened anything yet.
func New(opt Options) *Driver {
	if opt.Status == nil {
		opt.Status = func(error) {}
	}
	if opt.Tap == nil {
		opt.Tap = func(time.Duration, []byte) {}
	}
	if opt.Heartbeat == 0 {
		opt.Heartbeat = time.Second
	}
	return &Driver{
		opt:    opt,
		board:  observation.Board{Sensing: observation.Identity, ScanMS: scanMS, Make: "DGT"},
		clock:  observation.ClockSensor{ResolutionMS: resolutionMS, PollMS: pollMS},
		links:  make(map[observation.Device]bool),
		turned: opt.Turned,
	}
}

// Stats implements boardio.Device.
func (d *Driver) Stats() boardio.Stats { return d.meter.Stats() }

// Describe implements boardio.Device.
func (d *Driver) Describe() (observation.Board, observation.ClockSensor) {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.board, d.clock
}

// Turn says how the board stands, for a start in mid-game, when the pieces do not
// show it. It comes before Run.
func (d *Driver) Turn(turned bool) { d.turned = turned }

// Run implements boardio.Device.
func (d *Driver) Run(ctx context.Context, out func(boardio.Report)) error {
	wait := firstWait
	for {
		wasUp, err := d.connect(ctx, out)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		d.lost(err, out)
		if wasUp {
			wait = firstWait
		}
		if err := timesource.Sleep(ctx, d.opt.Source, wait); err != nil {
			return err
		}
		wait = min(2*wait, lastWait)
	}
}

// connect opens the line and reads until it is lost.
func (d *Driver) connect(ctx context.Context, out func(boardio.Report)) (wasUp bool, err error) {
	port, err := d.opt.Open()
	if err != nil {
		return false, err
	}
	s := newSession(d, port, out)
	err = s.run(ctx)
	return s.up, err
}

// lost tells that there is no board, and why.
func (d *Driver) lost(err error, out func(boardio.Report)) {
	d.meter.Link(false)
	if link, news := d.link(observation.BoardDevice, false); news {
		out(boardio.Report{At: d.opt.Source.Now(), Facts: []observation.Fact{link}})
	}
	// A device that went away is absent now; that is one trouble, not two.
	same := d.told != nil && cause(err) == cause(d.told) ||
		errors.Is(d.told, boardio.ErrGone) && errors.Is(err, boardio.ErrAbsent)
	if !same {
		d.told = err
		d.opt.Status(err)
	}
}

// found tells that the board is there.
func (d *Driver) found() {
	d.meter.Link(true)
	d.told = nil
	d.opt.Status(nil)
}

// cause is what two errors have in common that mean the same trouble.
func cause(err error) string {
	var e *boardio.Error
	if errors.As(err, &e) {
		return e.Err.Error()
	}
	return err.Error()
}

// link returns the fact that a cable came or went, if that is news.
func (d *Driver) link(device observation.Device, up bool) (observation.Fact, bool) {
	told, ok := d.links[device]
	d.links[device] = up
	return observation.Link{Device: device, Up: up}, !ok || told != up
}

// learn changes what Describe returns.
func (d *Driver) learn(f func(*observation.Board, *observation.ClockSensor)) {
	d.mu.Lock()
	defer d.mu.Unlock()
	f(&d.board, &d.clock)
}

var _ boardio.Device = (*Driver)(nil)
