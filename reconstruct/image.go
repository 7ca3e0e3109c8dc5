package reconstruct

import (
	"slices"

	"recorderd/observation"
	"recorderd/position"
	"recorderd/touch"
)

// image is what the sensors say stands on the board now, turned so that White
// is at the bottom, and what they said a short while ago.
type image struct {
	known   bool
	turned  bool
	squares observation.Placement
	before  observation.Placement // what each square showed before its last change
	changed [64]int64             // when each square changed last
	blink   int64                 // for how long a piece may read as missing that is there
	calm    int64                 // for how long it is read as there when it flickers no more
	flips   [64]uint8             // how often a piece was missing for no longer
	flipped [64]int64             // since when
	last    int64                 // when a square that does not flicker changed last
	touches touch.Log             // the latest changes
	trail   trail                 // and what a board's memory would hold of them
	moved   position.Bitboard     // squares that have ever changed
	dead    position.Bitboard     // squares whose sensors are held for dead
	burst   span                  // the last time when more squares changed at once than a hand can reach
}

type span struct{ from, to int64 }

// since returns the touches after a time.
func since(touches touch.Log, t int64) touch.Log {
	n := len(touches)
	for n > 0 && touches[n-1].T > t {
		n--
	}
	return touches[n:]
}

const (
	// maxTouches bounds the memory of what was touched; nobody asks further back
	// than a few plies.
	maxTouches = 512

	// maxHand is the most squares that one hand changes at one time; more is a
	// sensor or a bumped table.
	maxHand = 4

	// A square flickers if its piece left it so often only to be there again at
	// once, for longer than a piece bounces and with no longer pause than this: it
	// stands off its centre, or the sensor is bad.
	flickers = 4
	bouncing = 900
)

// set changes one square and reports whether it was a change.
func (im *image) set(t int64, s observation.Square, p observation.Piece) bool {
	was := im.squares[s]
	if was == p {
		return false
	}
	switch returned := was == observation.Empty && p == im.before[s] && !im.wentElsewhere(s, p); {
	case t-im.changed[s] > im.calm || was == observation.Empty && (!returned || t-im.changed[s] > im.blink):
		im.flips[s], im.flipped[s] = 0, t
	case returned:
		if im.flips[s] == 0 {
			im.flipped[s] = im.changed[s] // when it first left
		}
		im.flips[s] = min(im.flips[s]+1, flickers)
	}
	im.squares[s], im.before[s] = p, was
	im.changed[s] = t
	if !im.flickering(s, t) {
		im.last = t
	}
	if len(im.touches) == maxTouches {
		im.touches = append(im.touches[:0], im.touches[maxTouches/2:]...)
	}
	im.trail.add(sign{square: s, before: was, piece: p, t: t})
	im.touches = append(im.touches, touch.Touch{T: t, Square: s, Before: was, After: p})
	return true
}

// wentElsewhere reports whether what is at a square again was seen on another one
// meanwhile: then it went there and back.
func (im *image) wentElsewhere(s observation.Square, p observation.Piece) bool {
	if p == observation.Occupied {
		return false // it is not known to be the same
	}
	for _, c := range since(im.touches, im.changed[s]-1) {
		if c.Square != s && c.Before == observation.Empty && c.After == p {
			return true
		}
	}
	return false
}

// flickering reports whether what a square says means nothing at the moment.
func (im *image) flickering(s observation.Square, now int64) bool {
	if im.flips[s] < flickers || im.changed[s]-im.flipped[s] < bouncing {
		return false
	}
	if im.squares[s] == observation.Empty {
		return now-im.changed[s] <= im.blink
	}
	return now-im.changed[s] <= im.calm
}

// uneasy reports whether a square has flickered of late, so that nobody need have
// touched what stands on it.
func (im *image) uneasy(s observation.Square, now int64) bool {
	return im.flips[s] > 1 && now-im.changed[s] <= im.calm
}

// shows reports whether the square may hold this. One that flickers may hold
// what it says or what it said before; something that a board of known pieces
// does not know may be any of them.
func (im *image) shows(s observation.Square, want observation.Piece, now int64) bool {
	return im.squares[s] == want || im.squares[s] == observation.Occupied && want != observation.Empty || im.before[s] == want && im.flickering(s, now) || im.dead.Has(s)
}

// differing returns the squares that do not show what is wanted.
func (im *image) differing(want *observation.Placement, now int64) (d position.Bitboard) {
	if *want == im.squares {
		return 0
	}
	for s := range want {
		if want[s] != im.squares[s] && !im.shows(observation.Square(s), want[s], now) {
			d |= 1 << s
		}
	}
	return d
}

// turn views the board from the other side of the table.
func (im *image) turn() {
	im.turned = !im.turned
	im.squares, im.before = im.squares.Turned(), im.before.Turned()
	for s := observation.Square(0); s < 32; s++ {
		im.changed[s], im.changed[s.Turned()] = im.changed[s.Turned()], im.changed[s]
		im.flips[s], im.flips[s.Turned()] = im.flips[s.Turned()], im.flips[s]
		im.flipped[s], im.flipped[s.Turned()] = im.flipped[s.Turned()], im.flipped[s]
	}
	for i := range im.touches {
		im.touches[i].Square = im.touches[i].Square.Turned()
	}
	im.trail.turn()
}

// noteBurst remembers when more squares changed within one scan than a hand
// reaches, and reports whether that is new.
func (im *image) noteBurst(now, scan int64) bool {
	recent := since(im.touches, now-scan-1)
	var squares position.Bitboard
	for _, c := range recent {
		if c.Lift() {
			squares |= position.SetOf(c.Square)
		}
	}
	if squares.Count() <= maxHand {
		return false
	}
	fresh := im.burst.to == 0 || now-im.burst.to > im.calm
	if fresh {
		im.burst.from = recent[0].T
	}
	im.burst.to = now
	return fresh
}

// sensed is a position's placement as a board of this sensing would report it.
func sensed(sensing observation.Sensing, p *position.Position) observation.Placement {
	return seenAs(sensing, p.Placement())
}

// seenAs is a placement as a board of this sensing would report it.
func seenAs(sensing observation.Sensing, placement position.Placement) observation.Placement {
	pl := placement.Observation()
	if sensing == observation.Occupancy {
		for s, piece := range pl {
			if piece != observation.Empty {
				pl[s] = observation.Occupied
			}
		}
	}
	return pl
}

// tells returns a piece as the board reports it.
func (t *Tracker) tells(p position.Piece) observation.Piece {
	switch {
	case p == position.Empty:
		return observation.Empty
	case t.sensing == observation.Occupancy:
		return observation.Occupied
	}
	return observation.Piece(p.Letter())
}

func (t *Tracker) seePlacement(pl observation.Placement) {
	if t.astray > 0 && pl != t.expected.Placement().Observation() {
		t.loseSight() // there were plies that nobody understood
	}
	t.astray = 0
	defer func() {
		t.gap.imaged = true
		t.image.trail.regain(t.now, t.image.squares)
	}()
	if t.gap.open && t.clock.heard <= t.gap.began {
		t.gap.blind = true // the clock hung on the same cable
	}
	if t.image.turned {
		pl = pl.Turned()
	}
	if !t.image.known {
		t.image.known = true
		t.image.squares, t.image.before = pl, pl
		for s := range pl {
			t.image.changed[s] = t.now
		}
		t.image.last = t.now
		return
	}
	var changes []observation.Change
	for s, p := range pl {
		if t.image.squares[s] != p {
			changes = append(changes, observation.Change{Square: observation.Square(s), Piece: p})
		}
	}
	t.change(changes)
}

// seeChanges takes reports of single squares, as the board numbers them.
func (t *Tracker) seeChanges(changes []observation.Change) {
	if t.phase == settingUp && slices.ContainsFunc(changes, t.isChange) {
		t.acceptSetUp() // may turn the board
	}
	if t.image.turned {
		for i := range changes {
			changes[i].Square = changes[i].Square.Turned()
		}
	}
	t.change(changes)
}

// isChange reports whether a report, with the square as the board numbers it, says
// anything new.
func (t *Tracker) isChange(c observation.Change) bool {
	if t.image.turned {
		c.Square = c.Square.Turned()
	}
	return t.image.squares[c.Square] != c.Piece
}

// change puts new reports into the image. A lift by the player whose turn it
// would be is an anchor: what his opponent did before it was made.
func (t *Tracker) change(changes []observation.Change) {
	t.image.known = true
	if len(changes) <= maxHand {
		for _, c := range changes {
			if t.image.squares[c.Square] != observation.Empty && c.Piece == observation.Empty {
				t.liftResumes()
				t.readGapAtLift(c.Square)
				t.beforeLift(c.Square)
			}
		}
	}
	for _, c := range changes {
		if t.image.set(t.now, c.Square, c.Piece) {
			t.revive(c.Square)
			t.noteFlicker(c.Square)
		}
	}
	if len(changes) > 0 && t.image.noteBurst(t.now, t.scan) && t.phase == playing && !t.gap.open {
		t.tell(Noticed{T: t.now, Code: "sensor-episode", Ply: t.lastTold(), Side: observation.NoSide})
	}
}
