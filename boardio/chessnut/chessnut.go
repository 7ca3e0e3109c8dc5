// Package chessnut reads the boards of Chessnut over USB: Air, Air+, Pro, Go and
// what else speaks as they do. Such a board is a HID device. It says nothing
// until it is told to, and from then on what stands on all its squares, about
// five times a second, whether anything changed or not. It knows its pieces, and
// has no clock.
//
// framing.go judges reports, message.go says what kinds there are, placement.go
// reads the squares, session.go keeps a board talking.
package chessnut

import (
	"context"
	"time"

	"recorderd/boardio"
	"recorderd/observation"
)

// scanMS is the time between two reports of all squares.
const scanMS = 200

// What the USB side is known by: the maker's number, a number of the model and
// its batch, of which only the high byte says something, and among the interfaces
// of a board the one with the maker's own usage page.
const (
	vendor       = 0x2D80
	firstProduct = 0x80
	lastProduct  = 0x86
	usagePage    = 0xFF00
)

func init() {
	boardio.Register(boardio.Make{
		Name: "chessnut", Also: []string{"chessnut-air", "chessnut-pro", "chessnut-go", "air"},
		Title: "Chessnut", Sensing: observation.Identity,
		HID: &boardio.HID{
			Vendor:    vendor,
			Product:   func(p uint16) bool { return p>>8 >= firstProduct && p>>8 <= lastProduct },
			UsagePage: usagePage,
		},
		New:   func(opt boardio.Options) boardio.Device { return New(opt) },
		Greet: greet,
		// Nothing is harmful: what is sent to look for other makes goes to serial
		// ports, and this one is never heard there.
	})
}

// Driver is one board on one line, for as long as the program runs.
type Driver struct {
	*boardio.Keeper
}

// New returns a driver that has not opened anything yet.
func New(opt boardio.Options) *Driver {
	return &Driver{boardio.NewKeeper(opt, about(), observation.ClockSensor{})}
}

// about is what all boards of the make are.
func about() observation.Board {
	return observation.Board{Sensing: observation.Identity, ScanMS: scanMS, Make: "Chessnut"}
}

// Run implements boardio.Device.
func (d *Driver) Run(ctx context.Context, out func(boardio.Report)) error {
	return d.Keep(ctx, out, func(now time.Duration) boardio.Talk { return newSession(d, now) })
}
