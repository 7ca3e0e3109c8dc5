// Package novag reads two boards of one family that say finished moves: the
// chess computer Citrine, and the Universal Chess Board.
//
// What these boards say is what they understood. What a player lifted, slid or
// put down wrongly stays inside the board, and there is no word for an illegal
// move. So the recorder takes their moves as they say them, and a position only
// where it has no moves to go by.
//
// line.go, move.go and position.go say what lines mean, game.go keeps what a board
// has said, citrine.go and ucb.go are a connection to one of each. All squares are
// those of the game, for these boards are told which way they stand.
package novag

import (
	"context"
	"time"

	"recorderd/boardio"
	"recorderd/observation"
)

// Speeds of the serial lines. Relatives at TTL level must not be connected to
// such a port at all, so only boards with a port of their own have a name here.
const (
	CitrineBaud = 57600
	UCBBaud     = 9600
)

// scanMS is how long a piece takes to be seen. Nobody has published it.
const scanMS = 100

func init() {
	boardio.Register(boardio.Make{
		Name: "citrine", Also: []string{"novag", "star-diamond", "star-sapphire"}, Title: "Novag Citrine",
		Sensing: observation.Moves, Line: boardio.Line{Baud: CitrineBaud},
		New:     func(opt boardio.Options) boardio.Device { return NewCitrine(opt) },
		Greet:   greet,
		Harmful: harmful,
	})
	// It is not looked for, and has no Greet: what it answers to are letters, at a
	// speed at which they are commands to other boards. An N sends a board of DGT
	// into its boot loader.
	boardio.Register(boardio.Make{
		Name: "ucb", Also: []string{"novag-ucb"}, Title: "Novag Universal Chess Board",
		Sensing: observation.Moves, Line: boardio.Line{Baud: UCBBaud},
		New:     func(opt boardio.Options) boardio.Device { return NewUCB(opt) },
		Harmful: harmful,
	})
}

// Driver is one board on one line, for as long as the program runs.
type Driver struct {
	*boardio.Keeper
	begin func(*Driver, time.Duration) boardio.Talk

	game    game
	known   bool // what stands on the board was heard, or is taken to be the start
	answers bool // it has answered a question; one that never did is not gone when it is silent
}

// NewCitrine returns the driver of a Citrine, which has not opened anything yet.
func NewCitrine(opt boardio.Options) *Driver {
	return newDriver(opt, "Novag Citrine", func(d *Driver, now time.Duration) boardio.Talk { return newCitrine(d, now) })
}

// NewUCB returns the driver of a Universal Chess Board, which has not opened
// anything yet. Such a board can't be asked for a position: until it says New
// Game the pieces are taken to stand at the start, unless a game goes on.
func NewUCB(opt boardio.Options) *UCB {
	d := newDriver(opt, "Novag UCB", func(d *Driver, now time.Duration) boardio.Talk { return newUCB(d, now) })
	d.game, d.known = newGame(), true
	return &UCB{d}
}

// UCB is the driver of a Universal Chess Board.
type UCB struct{ *Driver }

// Resume implements boardio.Resumer: what was heard last stands there. Where
// nobody knows, only moves will be reported.
func (u *UCB) Resume(bool) {
	squares, ok := u.kept()
	u.game, u.known = from(squares, nil), ok
}

func newDriver(opt boardio.Options, name string, begin func(*Driver, time.Duration) boardio.Talk) *Driver {
	board := observation.Board{Sensing: observation.Moves, ScanMS: scanMS, Make: name}
	return &Driver{Keeper: boardio.NewKeeper(opt, board, observation.ClockSensor{}), begin: begin}
}

// Run implements boardio.Device.
func (d *Driver) Run(ctx context.Context, out func(boardio.Report)) error {
	return d.Keep(ctx, out, func(now time.Duration) boardio.Talk { return d.begin(d, now) })
}

var (
	_ boardio.Device  = (*Driver)(nil)
	_ boardio.Resumer = (*UCB)(nil)
)
