// Package emulator is a board of the ChessLink protocol without the wood: it
// answers on a line with the characters that a real one would send, while hands
// move pieces.
//
// The board looks at all squares at once, scan after scan; what happens between
// two scans is never seen.
package emulator

import (
	"time"

	"recorderd/boardio/emulated"
	"recorderd/boardio/millennium"
	"recorderd/observation"
	"recorderd/timesource"
)

// Options say what board it is. The zero value is a good one: an Exclusive as it
// leaves the factory, with the cable where most people have it.
type Options struct {
	emulated.Options // a scan is as long as the board's memory says; it has no serial number

	Version string // four digits; 0103 if empty
	Name    string // what it answers to the question for its name; empty for a board too old to know it
	Guesses bool   // it has no piece recognition, and sends letters all the same, as the eONE does
	NoAck   bool   // it does not say that it has set its LEDs or written, as is told of the King Performance
	Plain   bool   // it speaks and understands characters without parity, as some emulators do
}

func init() {
	emulated.Register("millennium", func(src timesource.Source, opt emulated.Options) *emulated.Board {
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
	if opt.Version == "" {
		opt.Version = "0103"
	}
	p := &parts{opt: opt, origin: src.Now(), memory: factory, input: millennium.Commands()}
	b := emulated.New(src, opt.Options, emulated.Line{Baud: millennium.Baud}, func(w emulated.Works) emulated.Electronics {
		p.Works = w
		return p
	})
	return &Board{b, p}
}

// Addresses of the memory that is kept without power.
const (
	atScan   = 0x01 // time of a scan, in scanUnit
	atMode   = 0x02
	atPeriod = 0x03 // of reports, in periodUnit
)

const (
	scanUnit   = 2048 * time.Microsecond
	periodUnit = 4096 * time.Microsecond
	usualScan  = 20
	leastScan  = 15
)

// factory is the memory of a new board.
var factory = [256]byte{atScan: usualScan}

// Modes of reporting, the low bits of a byte of the memory. The ones above onChange
// report what stood for two scans, three, four or five.
const (
	modeBits   = 7
	everyScan  = 0
	byPeriod   = 2
	onChange   = 3
	afterScans = 4
)

// waking is how long a board that was reset neither looks nor answers.
const waking = 3 * time.Second

// parts are the electronics.
type parts struct {
	emulated.Works
	opt    Options
	faults Faults
	origin time.Duration // when the first scan began
	memory [256]byte

	input   millennium.Framer
	reacted time.Duration // when the last command will have been obeyed
	ready   time.Duration // it looks and answers from then on

	scanned observation.Placement // what the last scan showed, as the box numbers the squares
	told    observation.Placement // what was reported last
	stood   int                   // scans that showed the same as the last one, with it
	guessed guess
	slot    byte // time of a slot of the LEDs
	leds    [81]byte
}

// PowerUp implements emulated.Electronics. The memory stays.
func (p *parts) PowerUp(at time.Duration) {
	p.input, p.reacted, p.ready = millennium.Commands(), at, at
	p.dark()
	p.scanned = p.look()
	p.told, p.stood = p.scanned, 1
}

func (p *parts) dark() { p.slot, p.leds = 0, [81]byte{} }

// look is what the board thinks that stands on it.
func (p *parts) look() observation.Placement {
	if p.opt.Guesses {
		return p.guessed.look(p.Placement())
	}
	return p.Placement()
}

func (p *parts) mode() byte { return p.memory[atMode] & modeBits }

// scanTime is how long a scan takes.
func (p *parts) scanTime() time.Duration {
	if p.opt.Scan != 0 {
		return p.opt.Scan
	}
	units := p.memory[atScan]
	if units < leastScan {
		units = usualScan
	}
	return time.Duration(units) * scanUnit
}

// Next implements emulated.Electronics. Where nothing changes and nothing has to
// be reported, nothing needs to be looked at.
func (p *parts) Next() emulated.Deed {
	d := emulated.Never
	if p.busy() {
		d = emulated.Deed{At: p.Grid(p.origin, p.scanTime(), 0), Do: p.scan}
	}
	if period := time.Duration(p.memory[atPeriod]) * periodUnit; p.mode() == byPeriod && period > 0 {
		d = emulated.Earlier(d, emulated.Deed{At: p.Grid(p.origin, period, 0), Do: p.report})
	}
	return d
}

// busy reports whether the next scan can make a difference.
func (p *parts) busy() bool {
	return p.mode() == everyScan || p.changed() ||
		p.mode() >= afterScans && p.scanned != p.told || p.faults.Flicker > 0
}

// changed reports whether something else stands on the board than the last scan
// showed.
func (p *parts) changed() bool {
	if p.opt.Guesses {
		return !sameSquares(p.Placement(), p.scanned)
	}
	return p.Placement() != p.scanned
}

// scan looks at all squares, and reports them if the mode says so.
func (p *parts) scan(at time.Duration) {
	if at < p.ready {
		return
	}
	seen := p.look()
	if p.Happens(p.faults.Flicker) {
		seen[p.Chance().IntN(len(seen))] = observation.Empty
	}
	changed := seen != p.scanned
	p.scanned = seen
	p.stood++
	if changed {
		p.stood = 1
	}
	switch mode := p.mode(); {
	case mode == everyScan, mode == onChange && changed,
		mode >= afterScans && seen != p.told && p.stood >= int(mode)-afterScans+2:
		p.report(at)
	}
}

// report sends a status.
func (p *parts) report(at time.Duration) {
	p.told = p.scanned
	p.say(at, string(millennium.Status)+millennium.Letters(p.scanned, millennium.H1First))
}

// say sends a message with its checksum.
func (p *parts) say(at time.Duration, text string) { p.send(at, millennium.Append(nil, text)) }

// send sends characters, unless the board is still waking.
func (p *parts) send(at time.Duration, m []byte) {
	if at < p.ready {
		return
	}
	if p.Happens(p.faults.Parity) {
		m[p.Chance().IntN(len(m))] ^= 0x80
	}
	if p.opt.Plain {
		m = millennium.Strip(m)
	}
	p.Send(at, m)
}

// Faults are chances between 0 and 1 that something goes wrong.
type Faults struct {
	emulated.Faults
	Flicker float64 // of each scan, that one square seems to be empty
	Parity  float64 // of each message, that one character has the wrong parity
}

// SetFaults changes what goes wrong from now on.
func (b *Board) SetFaults(f Faults) {
	b.Board.SetFaults(f.Faults)
	b.Do(func(time.Duration) { b.parts.faults = f })
}

// LEDs returns the blink patterns of the 81 corner lights, and the time of one
// slot of a pattern.
func (b *Board) LEDs() (patterns [81]byte, slot time.Duration) {
	b.Do(func(time.Duration) { patterns, slot = b.parts.leds, time.Duration(b.parts.slot)*periodUnit })
	return patterns, slot
}

// Memory returns a byte of the memory that the board keeps without power.
func (b *Board) Memory(address byte) (value byte) {
	b.Do(func(time.Duration) { value = b.parts.memory[address] })
	return value
}

// SetMemory changes such a byte, as another program would.
func (b *Board) SetMemory(address, value byte) {
	b.Do(func(time.Duration) { b.parts.memory[address] = value })
}

// Reset is what a board does that is told to reset itself: it forgets what it
// saw, and does not look or answer for three seconds.
func (b *Board) Reset() { b.Do(b.parts.reset) }
