// Package millennium reads the boards that speak the ChessLink protocol on a
// serial line: ChessGenius Exclusive, The King Performance, Supreme Tournament 55
// and eONE.
//
// framing.go finds messages in characters, message.go says what kinds there are,
// session.go keeps one connection in step with the board, order.go knows which
// square it names first. A board of this make can lie on the table in two ways;
// its squares are reported so that White's first rank is the first, as soon as a
// start position has shown which way that is.
package millennium

import (
	"context"
	"time"

	"recorderd/boardio"
	"recorderd/observation"
)

// Baud is the speed of the serial line. Boards use seven bits and odd parity; the
// line is opened for eight bits, and the eighth is the parity, as on the wire.
const Baud = 38400

func init() {
	boardio.Register(boardio.Make{
		Name: "millennium", Also: []string{"chesslink"}, Title: "Millennium",
		Sensing: observation.Identity, Line: boardio.Line{Baud: Baud},
		New:     func(opt boardio.Options) boardio.Device { return New(opt) },
		Greet:   greet,
		Harmful: harmful,
	})
}

// Driver is one board on one line, for as long as the program runs.
type Driver struct {
	*boardio.Keeper
	about about
	order Order
	kept  bool // the order was shown by a start position, and is kept on disk
}

// about is what a board said of itself.
type about struct{ version, name string }

// New returns a driver that has not opened anything yet.
func New(opt boardio.Options) *Driver {
	d := &Driver{Keeper: boardio.NewKeeper(opt, about{}.board(), observation.ClockSensor{})}
	if d.order, d.kept = remembered(opt.Folder); !d.kept {
		d.order = Order(opt.Turned)
	}
	return d
}

// Run implements boardio.Device.
func (d *Driver) Run(ctx context.Context, out func(boardio.Report)) error {
	return d.Keep(ctx, out, func(now time.Duration) boardio.Talk { return newSession(d, now) })
}

var _ boardio.Device = (*Driver)(nil)
