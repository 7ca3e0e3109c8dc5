// Package emulator is an iChessOne without the wood: it answers on a line with
// the bytes that a real one would send, while hands move pieces.
//
// The board looks at all squares at once, scan after scan; what happens between
// two scans is never seen. How long a scan takes, and how soon a real board
// answers, nobody has published.
package emulator

import (
	"time"

	"recorderd/boardio/emulated"
	"recorderd/boardio/ichessone"
	"recorderd/observation"
	"recorderd/timesource"
)

// Options say what board it is. The zero value is a good one.
type Options struct {
	emulated.Options // a scan is 100 ms; it has no serial number

	Text     string // what it says of itself; "iChessOne 1.0" if empty
	Charging bool
	Percent  byte // of its battery; 80 if zero
}

func init() {
	emulated.Register("ichessone", func(src timesource.Source, opt emulated.Options) *emulated.Board {
		return New(src, Options{Options: opt}).Board
	})
}

// Board is the emulated device.
type Board struct {
	*emulated.Board
	parts *parts
}

// New returns an empty board.
func New(src timesource.Source, opt Options) *Board {
	if opt.Scan == 0 {
		opt.Scan = 100 * time.Millisecond
	}
	if opt.Text == "" {
		opt.Text = "iChessOne 1.0"
	}
	if opt.Percent == 0 {
		opt.Percent = 80
	}
	p := &parts{opt: opt, origin: src.Now()}
	b := emulated.New(src, opt.Options, emulated.Line{Baud: ichessone.Baud}, func(w emulated.Works) emulated.Electronics {
		p.Works = w
		return p
	})
	return &Board{b, p}
}

// parts are the electronics.
type parts struct {
	emulated.Works
	opt    Options
	origin time.Duration // when the first scan began

	scanned  observation.Placement // what the last scan showed
	onChange bool
	every    time.Duration // the position is sent so often; 0 for never
	silent   bool          // it makes no sound
	leds     [8]byte       // rank 8 first, bit 0 is the a-file

	input   []byte        // the beginning of a command
	reacted time.Duration // when the last command will have been obeyed
}

// PowerUp implements emulated.Electronics.
func (p *parts) PowerUp(at time.Duration) {
	*p = parts{Works: p.Works, opt: p.opt, origin: p.origin, scanned: p.Placement(), reacted: at}
}

// Next implements emulated.Electronics. Where nothing changed nothing needs to be
// looked at.
func (p *parts) Next() emulated.Deed {
	d := emulated.Never
	if p.Placement() != p.scanned {
		d = emulated.Deed{At: p.Grid(p.origin, p.opt.Scan, 0), Do: p.scan}
	}
	if p.every > 0 {
		d = emulated.Earlier(d, emulated.Deed{At: p.Grid(p.origin, p.every, 0), Do: p.report})
	}
	return d
}

func (p *parts) scan(at time.Duration) {
	p.scanned = p.Placement()
	if p.onChange {
		p.report(at)
	}
}

func (p *parts) report(at time.Duration) {
	p.Send(at, ichessone.AppendPosition(nil, p.scanned))
}

// LEDs returns which lights are on, rank 8 first, bit 0 the a-file, and whether
// the board was told to make no sound.
func (b *Board) LEDs() (on [8]byte, silent bool) {
	b.Do(func(time.Duration) { on, silent = b.parts.leds, b.parts.silent })
	return on, silent
}
