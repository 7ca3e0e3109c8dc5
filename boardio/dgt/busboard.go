package dgt

import (
	"bytes"
	"fmt"
	"slices"
	"time"

	"recorderd/boardio"
	"recorderd/observation"
)

// How often a board on a bus is asked for what. Changes are asked for as fast as
// the line allows, but not faster than a board could see any.
const (
	busChanges = 100 * time.Millisecond
	busClock   = time.Second
	busNoClock = 3 * time.Second
	busCompare = 30 * time.Second
	// busTurnMS is about how long the turn of one board takes: what several boards
	// see is known that much later.
	busTurnMS = 20
)

// How a board is asked that does not answer: at once, then with pauses in
// thousandths of a heartbeat, so that a dead one does not cost the others much.
const (
	atOnce    = 2
	vainPause = 600
	vainLimit = 8 // then it is gone, within five heartbeats
)

const (
	noteRestarted = "restarted" // the board, by its own word
	noteUnheard   = "unheard"   // a question that did not reach the board
)

// BusDevice is one board of a bus.
type BusDevice struct {
	*boardio.Keeper
	bus     *bus
	address int
	err     error // why it has no address
	turned  bool
	wasUp   bool // once
	gap     bool // something may have happened that only the board remembers

	// The rest is used while the bus is held.
	joined bool
	steps  []BusCommand // to be asked before the board is up
	log    []Entry      // what it said meanwhile of the time before
	vain   int          // questions without an answer, in a row
	repeat bool         // an answer to BusChanges is missing
	packet []byte       // the last one that came

	image     observation.Placement
	suspected bool                  // a dump showed something else
	suspicion observation.Placement // namely this
	clock     busFace

	notBefore               time.Duration // it is asked nothing
	pollAt, clockAt, dumpAt time.Duration // it is asked for changes, times, squares
}

func newBusDevice(b *bus, opt boardio.Options, boards int) *BusDevice {
	board := observation.Board{Sensing: observation.Identity, ScanMS: int64(scanMS + busTurnMS*boards), Make: "DGT", Serial: opt.Serial}
	clock := observation.ClockSensor{ResolutionMS: resolutionMS, PollMS: busClock.Milliseconds()}
	address, err := addressOf(opt.Serial)
	if err != nil {
		err = &boardio.Error{Op: "find", Device: opt.Device, Err: err, Hint: "give serial, the five digits under the board"}
	}
	opt.Device = fmt.Sprintf("board %s on %s", opt.Serial, opt.Device)
	return &BusDevice{Keeper: boardio.NewKeeper(opt, board, clock), bus: b, address: address, err: err, turned: opt.Turned}
}

func (d *BusDevice) join(now time.Duration, out func(boardio.Report)) {
	d.Take(out)
	d.joined = true
	d.greet(now)
}

// greet begins anew with a board, which may have been away.
func (d *BusDevice) greet(now time.Duration) {
	d.vain, d.notBefore = 0, now
	d.introduce()
}

// introduce says what to ask before the board is up. After a gap the last answer
// that it gave is asked for again, for nobody may have heard it. The squares come
// last, so that they are newer than what the board remembers.
func (d *BusDevice) introduce() {
	d.gap = d.gap || d.wasUp
	d.log, d.steps = nil, []BusCommand{BusChanges, BusVersion, BusBoard}
	if d.gap {
		d.steps = slices.Insert(d.steps, 0, BusRepeat)
	}
}

// wants is what to ask of the board next, and when.
func (d *BusDevice) wants() (c BusCommand, at time.Duration) {
	switch {
	case d.repeat:
		c = BusRepeat
	case !d.IsUp():
		c = d.steps[0]
	default:
		c, at = BusChanges, d.pollAt
		if d.clockAt < at {
			c, at = BusClock, d.clockAt
		}
		if d.dumpAt < at {
			c, at = BusBoard, d.dumpAt
		}
	}
	return c, max(at, d.notBefore)
}

// answer takes what the board said to a command.
func (d *BusDevice) answer(at time.Duration, c BusCommand, f BusFrame) {
	d.vain = 0
	d.Frame(f.ID.Name(), at)
	if !d.IsUp() && d.steps[0] == c && len(d.steps) > 1 {
		d.steps = d.steps[1:]
	}
	switch f.ID {
	case BusUpdate:
		d.update(at, c, f.Data)
	case BusDump:
		d.dump(at, f.Data)
	case BusTimes:
		d.times(at, f.Data)
	case BusVersionIs:
		if len(f.Data) == 2 {
			d.Learn(func(b *observation.Board, _ *observation.ClockSensor) {
				b.Firmware = fmt.Sprintf("%d.%d", f.Data[0], f.Data[1])
			})
		}
	}
}

// silence is that nothing came, or nothing whole.
func (d *BusDevice) silence(now time.Duration, c BusCommand) {
	d.vain++
	d.repeat = d.repeat || c == BusChanges
	if c == BusVersion && d.vain >= atOnce {
		d.steps = d.steps[1:] // it matters little
	}
	switch {
	case d.vain >= vainLimit:
		d.Lose(d.Silent())
		d.introduce()
		d.notBefore = now + d.Heartbeat
	case d.vain > atOnce:
		d.notBefore = now + d.Heartbeat*vainPause/1000
	}
}

// update takes what the board noted since it was asked last. It forgets it when
// it is asked, so where an answer is missing the same is asked for once more. If
// that is what we have already, the board never heard the question.
func (d *BusDevice) update(at time.Duration, c BusCommand, data []byte) {
	d.pollAt = at + busChanges
	if c == BusRepeat {
		missing := d.repeat
		d.repeat = false
		d.notBefore = at + d.bus.patience()/2 // the first answer may only be late
		if missing && len(data) > 0 && bytes.Equal(data, d.packet) {
			d.Note(noteUnheard)
			d.pollAt = at
			return
		}
	}
	d.packet = slices.Clone(data)
	log, odd := ReadLog(data)
	for range odd {
		d.Note(noteOddLog)
	}
	if !d.IsUp() {
		d.log = append(d.log, log...)
		return
	}
	moved, pressed := d.tell(at, log)
	d.resolve(at, moved)
	d.resolveClock(at, pressed)
	d.orient(at)
}

// tell reports what the board noted, in its order, and whether squares changed and
// the clock was pressed. All of it has the time of arrival: the bus knows no
// other.
func (d *BusDevice) tell(at time.Duration, log []Entry) (moved, pressed bool) {
	var facts []observation.Fact
	restarted := false
	for _, e := range log {
		switch e.Tag {
		case PieceTag:
			same := d.image[e.Square] == e.Piece
			if same && restarted {
				continue // it says what stands on it
			}
			if same {
				d.Note(noteRepeated)
			}
			moved, d.image[e.Square] = true, e.Piece
			facts = append(facts, observation.Change{Square: e.Square, Piece: e.Piece})
		case LeftTag, RightTag:
			pressed = true
			if c, ok := d.clock.press(e, leftOf(d.turned)); ok {
				facts = append(facts, c)
			} else {
				d.clockAt = at
			}
		case PowerUp:
			restarted, d.dumpAt, d.clockAt = true, at, at
			d.Note(noteRestarted)
		}
	}
	d.Report(at, facts...)
	return moved, pressed
}

// dump takes all squares. The changes up to then may still have to be told.
func (d *BusDevice) dump(at time.Duration, data []byte) {
	pl, results, ok := readDump(data)
	if !ok {
		d.Drop(Implausible.String())
		d.dumpAt = at + busClock
		return
	}
	for range results {
		d.Note(noteResult)
	}
	d.dumpAt = at + busCompare
	if !d.IsUp() {
		d.appear(at, pl)
		return
	}
	if pl != d.image {
		d.suspected, d.suspicion, d.pollAt = true, pl, at
	}
}

// appear is the first look at all squares: the board is up.
func (d *BusDevice) appear(at time.Duration, pl observation.Placement) {
	d.image, d.suspected, d.clock, d.wasUp = pl, false, busFace{}, true
	d.pollAt, d.clockAt = at, at
	d.orient(at)
	d.Appear(at, pl)
	if d.gap {
		d.gap = false
		d.Report(at, memory(d.log, leftOf(d.turned)))
	}
	d.log = nil
}

// resolve decides about squares that a dump showed other than the changes said.
// If nothing has changed before it nor since, changes were missed.
func (d *BusDevice) resolve(at time.Duration, moved bool) {
	switch {
	case !d.suspected:
		return
	case moved:
		d.dumpAt = at // too much happens at once: look again
	case d.suspicion != d.image:
		d.Note(noteMissed)
		d.image = d.suspicion
		d.Report(at, d.image)
	}
	d.suspected = false
}

// orient learns from the pieces how the board stands.
func (d *BusDevice) orient(at time.Duration) {
	if turned, told := orientation(d.image); told && turned != d.turned {
		d.turned = turned
		d.clock = busFace{}
		d.clockAt = at
	}
}
