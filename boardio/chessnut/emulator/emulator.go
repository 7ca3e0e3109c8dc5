// Package emulator is a Chessnut board without the wood: it passes the reports
// that a real one would send, while hands move pieces.
//
// The board sees as a real one does. Its squares are sampled one after the other
// and told together, so one report may show both ends of a move, or neither, and
// what happens between two samples is never seen.
package emulator

import (
	"time"

	"recorderd/boardio/chessnut"
	"recorderd/boardio/emulated"
	"recorderd/observation"
	"recorderd/timesource"
)

// Options say what board it is. The zero value is a good one.
type Options struct {
	emulated.Options      // a scan is 200 ms; there is no serial number
	Bluetooth        bool // positions have the form that they have there

	Controller, Radio string // what it answers about its firmware; Mute if it answers nothing
	Battery           byte   // percent; 88 if zero
	Charging          bool   // told by a byte of its own
	ChargingBit       bool   // told as older documents say
	BatteryEvery      time.Duration
	Stored            [][]observation.Placement // games in its memory, the newest last
}

// Mute is the firmware of a board that does not answer the question for it.
const Mute = "-"

func (o Options) withDefaults() Options {
	if o.Scan == 0 {
		o.Scan = 200 * time.Millisecond
	}
	if o.Controller == "" {
		o.Controller = "CN_DVT9_210659"
	}
	if o.Radio == "" {
		o.Radio = "CNCA100_V201"
	}
	if o.Battery == 0 {
		o.Battery = 88
	}
	return o
}

func init() {
	emulated.Register("chessnut", func(src timesource.Source, opt emulated.Options) *emulated.Board {
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
	opt = opt.withDefaults()
	p := &parts{opt: opt, origin: src.Now(), stored: opt.Stored}
	b := emulated.New(src, opt.Options, emulated.Line{Reports: true}, func(w emulated.Works) emulated.Electronics {
		p.Works = w
		return p
	})
	return &Board{b, p}
}

// parts are the electronics.
type parts struct {
	emulated.Works
	opt    Options
	faults Faults
	origin time.Duration // when the first scan began
	stored [][]observation.Placement

	sampled   observation.Placement // as the last scan left it
	powered   time.Duration         // since when
	streaming bool                  // it says its squares
	uploading bool                  // it was told to send games
	sent      int                   // games of the memory that were sent
	heardAt   time.Duration         // when the last command came
	leds      [8]byte
	beeped    int
}

// PowerUp implements emulated.Electronics.
func (p *parts) PowerUp(at time.Duration) {
	p.sampled, p.powered = p.Placement(), at
	p.streaming, p.uploading, p.sent, p.leds = false, false, 0, [8]byte{}
}

// Next implements emulated.Electronics. Squares that are as they were sampled need
// no visit.
func (p *parts) Next() emulated.Deed {
	d := emulated.Never
	for i := range p.sampled {
		sq := observation.Square(i)
		if p.At(sq) != p.sampled[sq] {
			d = emulated.Earlier(d, emulated.Deed{At: p.visit(sq), Do: func(time.Duration) { p.sampled[sq] = p.At(sq) }})
		}
	}
	if p.streaming {
		d = emulated.Earlier(d, emulated.Deed{At: p.Grid(p.origin, p.opt.Scan, 0), Do: p.tell})
	}
	if p.opt.BatteryEvery > 0 {
		d = emulated.Earlier(d, emulated.Deed{At: p.Grid(p.origin, p.opt.BatteryEvery, 0), Do: p.tellBattery})
	}
	return d
}

// visit is when a square is sampled next.
func (p *parts) visit(sq observation.Square) time.Duration {
	return p.Grid(p.origin, p.opt.Scan, p.opt.Scan*time.Duration(63-sq)/64)
}

// tell reports all squares.
func (p *parts) tell(at time.Duration) {
	pl := p.sampled
	if sq := observation.Square(p.Chance().IntN(64)); p.Happens(p.faults.Flicker) {
		pl[sq] = observation.Empty
	}
	report := p.position(at, pl)
	if p.Happens(p.faults.Nibble) {
		report[2+p.Chance().IntN(32)] |= 0x0D
	}
	if p.Happens(p.faults.Cut) {
		report = report[:20]
	}
	p.Send(at, report)
}

// position is a report of all squares. What stands behind them is a time on
// Bluetooth, and not known on USB.
func (p *parts) position(at time.Duration, pl observation.Placement) []byte {
	const bluetoothLen, usbLen = 36, 61
	s := uint32((at - p.powered) / time.Second)
	content := append(chessnut.AppendSquares(nil, pl), byte(s), byte(s>>8), byte(s>>16), byte(s>>24))
	if p.opt.Bluetooth {
		return chessnut.AppendReport(nil, chessnut.Position, content[:bluetoothLen]...)
	}
	report := make([]byte, 65)
	copy(report, chessnut.AppendReport(nil, chessnut.Position, content...))
	report[1] = usbLen
	return report
}

func (p *parts) tellBattery(at time.Duration) {
	level, charging := p.opt.Battery, byte(0)
	if p.opt.Charging {
		charging = 1
	}
	if p.opt.ChargingBit {
		level |= 0x80
	}
	p.send(at, chessnut.Battery, level, charging)
}

func (p *parts) send(at time.Duration, id chessnut.ID, content ...byte) {
	p.Send(at, chessnut.AppendReport(nil, id, content...))
}

// Faults are chances between 0 and 1 that something goes wrong.
type Faults struct {
	emulated.Faults
	Nibble  float64 // of each position, that a square has a code that does not exist
	Cut     float64 // of each position, that only its beginning arrives
	Flicker float64 // of each position, that a square is empty in it
}

// SetFaults changes what goes wrong from now on.
func (b *Board) SetFaults(f Faults) {
	b.Board.SetFaults(f.Faults)
	b.Do(func(time.Duration) { b.parts.faults = f })
}

// PressButton presses one of the buttons at the edge.
func (b *Board) PressButton(number byte) {
	b.Do(func(at time.Duration) { b.parts.send(at, chessnut.Button, number) })
}

// SendStored has the board send the newest game of its memory unasked.
func (b *Board) SendStored() {
	b.Do(func(at time.Duration) { b.parts.sendGame(at, len(b.parts.stored)-1) })
}

// Stored returns how many games are in its memory.
func (b *Board) Stored() (n int) {
	b.Do(func(time.Duration) { n = len(b.parts.stored) })
	return n
}

// Lit returns the squares whose light is on, as the box numbers them.
func (b *Board) Lit() (squares []observation.Square) {
	b.Do(func(time.Duration) { squares = lit(b.parts.leds) })
	return squares
}

// Beeped returns how often it has made a sound.
func (b *Board) Beeped() (n int) {
	b.Do(func(time.Duration) { n = b.parts.beeped })
	return n
}
