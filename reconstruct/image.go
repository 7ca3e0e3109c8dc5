package reconstruct

import (
	"slices"

	"recorderd/observation"
	"recorderd/position"
)

// image is what the sensors say stands on the board now, turned so that White
// is at the bottom.
type image struct {
	known   bool
	turned  bool
	squares observation.Placement
	changed [64]int64 // when each square changed last
	last    int64     // when any square changed last
	touches []Touch   // since the last ply was made
}

// Touch is a square that changed: a piece left it, came to it, or was exchanged.
type Touch struct {
	T             int64
	Square        observation.Square
	Before, After observation.Piece
}

// Lift reports whether a piece left the square and none came.
func (t Touch) Lift() bool { return t.After == observation.Empty }

// Touches are the changes that belong to one ply, in order.
type Touches []Touch

// FirstLift returns when a piece first left the square, and false if it was
// never seen empty or exchanged.
func (ts Touches) FirstLift(s observation.Square) (t int64, ok bool) {
	for _, touch := range ts {
		if touch.Square == s && touch.Before != observation.Empty {
			return touch.T, true
		}
	}
	return 0, false
}

// maxTouches bounds the memory of one ply: more than this is no hand.
const maxTouches = 1024

// set changes one square and reports whether it was a change.
func (im *image) set(t int64, s observation.Square, p observation.Piece) bool {
	before := im.squares[s]
	if before == p {
		return false
	}
	im.squares[s] = p
	im.changed[s], im.last = t, t
	if len(im.touches) == maxTouches {
		im.touches = append(im.touches[:0], im.touches[maxTouches/2:]...)
	}
	im.touches = append(im.touches, Touch{t, s, before, p})
	return true
}

// turn views the board from the other side of the table.
func (im *image) turn() {
	im.turned = !im.turned
	im.squares = im.squares.Turned()
	for s := observation.Square(0); s < 32; s++ {
		im.changed[s], im.changed[s.Turned()] = im.changed[s.Turned()], im.changed[s]
	}
	for i := range im.touches {
		im.touches[i].Square = im.touches[i].Square.Turned()
	}
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

func (t *Tracker) seePlacement(pl observation.Placement) {
	defer func() { t.gap.imaged = true }()
	if t.image.turned {
		pl = pl.Turned()
	}
	if !t.image.known {
		t.image.known = true
		for s, p := range pl {
			t.image.squares[s] = p
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

func (t *Tracker) seeChanges(changes []observation.Change) {
	if t.phase == settingUp && slices.ContainsFunc(changes, t.lifts) {
		t.acceptSetUp() // may turn the board
	}
	if t.image.turned {
		for i := range changes {
			changes[i].Square = changes[i].Square.Turned()
		}
	}
	t.change(changes)
}

// lifts reports whether a change, with the squares as the board numbers them,
// takes a piece away.
func (t *Tracker) lifts(c observation.Change) bool {
	if t.image.turned {
		c.Square = c.Square.Turned()
	}
	return c.Piece == observation.Empty && t.image.squares[c.Square] != observation.Empty
}

// change puts new reports into the image. A lift by the player whose turn it
// would be is an anchor: what his opponent did before it was made.
func (t *Tracker) change(changes []observation.Change) {
	t.image.known = true
	if len(changes) <= maxHand {
		for _, c := range changes {
			if t.image.squares[c.Square] != observation.Empty && c.Piece == observation.Empty {
				t.readGapAtLift(c.Square)
				t.beforeLift(c.Square)
			}
		}
	}
	for _, c := range changes {
		t.image.set(t.now, c.Square, c.Piece)
	}
}

// maxHand is the most squares that one hand changes at one time; more is a
// sensor or a bumped table.
const maxHand = 4
