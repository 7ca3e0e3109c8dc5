// Package ichessone reads the iChessOne on its serial line.
//
// framing.go finds messages in bytes, message.go says what kinds there are,
// session.go keeps one connection and believes no position that differs in too
// much, for nothing protects one. Squares are reported as the board numbers them.
package ichessone

import (
	"context"
	"time"

	"recorderd/boardio"
	"recorderd/observation"
)

// Baud is the speed of the serial line.
const Baud = 115200

// scanMS is the time of a scan. Nobody has published it: this is what boards with
// tagged pieces take that are known better.
const scanMS = 100

func init() {
	boardio.Register(boardio.Make{
		Name: "ichessone", Title: "iChessOne",
		Sensing: observation.Identity, Line: boardio.Line{Baud: Baud},
		New:     func(opt boardio.Options) boardio.Device { return New(opt) },
		Greet:   greet,
		Harmful: harmful,
	})
}

// Driver is one board on one line, for as long as the program runs.
type Driver struct{ *boardio.Keeper }

// New returns a driver that has not opened anything yet.
func New(opt boardio.Options) *Driver {
	return &Driver{boardio.NewKeeper(opt, describe(""), observation.ClockSensor{})}
}

// describe describes a board that says this of itself.
func describe(text string) observation.Board {
	return observation.Board{Sensing: observation.Identity, ScanMS: scanMS, Make: "iChessOne", Firmware: text}
}

// Run implements boardio.Device.
func (d *Driver) Run(ctx context.Context, out func(boardio.Report)) error {
	return d.Keep(ctx, out, func(now time.Duration) boardio.Talk { return newSession(d, now) })
}

var _ boardio.Device = (*Driver)(nil)
