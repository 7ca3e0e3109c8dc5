// Package certabo reads boards that send the tag of every piece on every square
// without end: Certabo's, and Tabutronic's Cerno and Spectrum. They are never told
// anything; their lights belong to others.
//
// framing.go finds frames in bytes, history.go believes no single one of them,
// calibration.go learns which tag is which piece and file.go keeps that,
// session.go is one connection. Squares are reported as the board numbers them.
package certabo

import (
	"context"
	"time"

	"recorderd/boardio"
	"recorderd/observation"
)

// Baud is the speed of the serial line.
const Baud = 38400

// Line is how the serial line is set. Some drivers set DTR and some pull it low;
// the boards do not care.
var Line = boardio.Line{Baud: Baud}

// scanMS is a frame until the rate of a board is measured. A line of full length
// takes 167 to 334 ms; nobody has published how often a real board sends one.
const scanMS = 330

func init() {
	boardio.Register(boardio.Make{
		Name: "certabo", Also: []string{"cerno", "spectrum"}, Title: "Certabo",
		Sensing: observation.Identity, Line: Line,
		New:     func(opt boardio.Options) boardio.Device { return New(opt) },
		Greet:   greet,
		Listens: true,
		// Whatever such a board hears is a command for its lights, which keeps
		// nothing and harms nobody: Harmful is nil.
	})
}

// Driver is one board on one line, for as long as the program runs.
type Driver struct {
	*boardio.Keeper
	pieces  Calibration
	damaged error // why the file could not be read
}

// New returns a driver that has not opened anything yet. Describe will say by
// which calibration pieces are read, in the place of a firmware, as no board of
// this make says its own.
func New(opt boardio.Options) *Driver {
	board := observation.Board{Sensing: observation.Identity, ScanMS: scanMS, Make: "Certabo"}
	d := &Driver{Keeper: boardio.NewKeeper(opt, board, observation.ClockSensor{})}
	pieces, err := load(opt.Folder)
	d.use(pieces)
	d.damaged = err
	return d
}

// use reads pieces by this calibration from now on.
func (d *Driver) use(c Calibration) {
	d.pieces = c
	if len(c) > 0 {
		d.Learn(func(b *observation.Board, _ *observation.ClockSensor) { b.Firmware = c.Name() })
	}
}

// Run implements boardio.Device.
func (d *Driver) Run(ctx context.Context, out func(boardio.Report)) error {
	return d.Keep(ctx, out, func(now time.Duration) boardio.Talk { return newSession(d, now) })
}
