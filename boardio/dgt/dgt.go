// Package dgt reads electronic boards of the DGT family on a serial line, one
// board a line, with the clock behind it.
//
// framing.go finds messages in bytes, message.go says what kinds there are,
// session.go keeps one connection in step with the board, log.go reads what the
// board remembers and recall.go knows when that is wanted. Squares are reported as
// the board numbers them; only the two sides of the clock need to know how the
// board stands.
package dgt

import (
	"context"
	"time"

	"recorderd/boardio"
	"recorderd/observation"
)

// Baud is the speed of the serial line.
const Baud = 9600

// What a board of this family is as a sensor. A scan is 200 to 250 ms; the
// clock shows whole seconds, and its times come at least so often.
const (
	scanMS       = 250
	resolutionMS = 1000
	pollMS       = 800
)

func init() {
	boardio.Register(boardio.Make{
		Name: "dgt", Title: "DGT", Sensing: observation.Identity, Line: boardio.Line{Baud: Baud},
		New:     func(opt boardio.Options) boardio.Device { return New(opt) },
		Bus:     NewBus,
		Greet:   greet,
		Harmful: harmful,
	})
}

// Driver is one board on one line, for as long as the program runs.
type Driver struct {
	*boardio.Keeper
	turned  bool
	wasUp   bool          // on an earlier connection, or this one
	gap     bool          // something may have happened that only the board remembers
	longest time.Duration // the longest time without a change while a clock ran

	knowsClock bool // the clock was asked what it is
}

// New returns a driver that has not opened anything yet.
func New(opt boardio.Options) *Driver {
	board := observation.Board{Sensing: observation.Identity, ScanMS: scanMS, Make: "DGT"}
	clock := observation.ClockSensor{ResolutionMS: resolutionMS, PollMS: pollMS}
	return &Driver{Keeper: boardio.NewKeeper(opt, board, clock), turned: opt.Turned}
}

// Resume implements boardio.Resumer.
func (d *Driver) Resume(turned bool) {
	d.turned = d.turned || turned
	d.gap = true
}

// Run implements boardio.Device.
func (d *Driver) Run(ctx context.Context, out func(boardio.Report)) error {
	return d.Keep(ctx, out, func(now time.Duration) boardio.Talk { return newSession(d, now) })
}

var _ boardio.Resumer = (*Driver)(nil)
