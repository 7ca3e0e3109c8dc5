package reconstruct

import (
	"recorderd/observation"
	"recorderd/position"
)

// Players put their kings on squares of the centre to say the result. All four
// are next to each other, so that two kings there are never a position of the
// game; but one of them may have needed only a step, which was legal.

const centre = position.Bitboard(0x0000001818000000) // d4, e4, d5, e5

const (
	// signalPause is how soon after each other both kings are put in the centre.
	signalPause = 3000
	// signalTime is how long that takes at most.
	signalTime = 10_000
	// signalPlies is how many plies may have been read in it that were none.
	signalPlies = 3
)

// signal reports whether both kings stand in the centre, on which squares, and
// after which ply.
func (t *Tracker) signal() (before *node, kings [2]observation.Square, ok bool) {
	if t.sensing == observation.Occupancy {
		return t.signalByOccupancy()
	}
	if t.best().clear() {
		return nil, kings, false
	}
	kings, ok = t.kingsInTheCentre()
	return t.beforeSignal(), kings, ok
}

// kingsInTheCentre reports whether both kings were put on squares of the centre,
// where at most one of them could have gone.
func (t *Tracker) kingsInTheCentre() (kings [2]observation.Square, ok bool) {
	kings = [2]observation.Square{observation.NoSquare, observation.NoSquare}
	for c := centre; c != 0; c &= c - 1 {
		switch s := c.First(); t.image.squares[s] {
		case 'K':
			kings[observation.White] = s
		case 'k':
			kings[observation.Black] = s
		}
	}
	ok = kings[0] != observation.NoSquare && kings[1] != observation.NoSquare
	return kings, ok && kings != t.best().tip.kings()
}

// kings returns where the kings stand, White's first.
func (n *node) kings() [2]observation.Square {
	return [2]observation.Square{n.pos.King(observation.White), n.pos.King(observation.Black)}
}

// beforeSignal returns the last ply before the kings were put in the centre: the
// last told one, or the one before if that was a king's step to there on which
// nobody pressed.
func (t *Tracker) beforeSignal() *node {
	tip := t.toldTip()
	if calm := t.away.calm; calm != nil && calm.ply > tip.ply && agree(calm.at(tip.ply), tip) {
		return calm // what it took or moved was in the kings' way
	}
	if t.ofSignal(tip) && !t.pressedOn(tip.ply) {
		return tip.parent
	}
	return tip
}

// ofSignal reports whether a ply may have been a part of the signal: a king came
// to the centre, or what stood there was taken off and seemed to capture.
func (t *Tracker) ofSignal(n *node) bool {
	if n.parent == nil || n.move == 0 {
		return false
	}
	king := n.pos.At(n.move.To()).Kind() == position.King
	return king && t.now-n.made <= signalPause && centre.Has(n.move.To()) || n.unseen && centre.Has(n.move.From())
}

// pressedOn reports whether the clock was pressed on a told ply, so that it was a
// move.
func (t *Tracker) pressedOn(ply int) bool { return t.pressing() && t.told[ply].completed >= 0 }

// signalByOccupancy reads the signal on a board that does not know its pieces.
// Which of the two kings is whose is not seen. Pieces that stood in the way were
// taken off before, and may have been read as moves.
func (t *Tracker) signalByOccupancy() (before *node, kings [2]observation.Square, ok bool) {
	n := t.toldTip()
	for range signalPlies {
		squares, came := t.kingsCame(n)
		if came {
			before, kings, ok = n, squares, true
		}
		if n.parent == nil || t.pressedOn(n.ply) || t.now-n.made > signalTime || came && !t.ofSignal(n) {
			break
		}
		n = n.parent
	}
	return before, kings, ok
}

// kingsCame reports whether nothing has changed since a ply but that the kings
// came to the centre, or one of them to the other.
func (t *Tracker) kingsCame(n *node) (kings [2]observation.Square, ok bool) {
	kings = n.kings()
	if kings[0] == observation.NoSquare || kings[1] == observation.NoSquare {
		return kings, false
	}
	both := position.SetOf(kings[0]) | position.SetOf(kings[1])
	differs := t.image.differing(&n.seen, t.now)
	left := differs & both &^ t.occupied()
	stay := both & centre &^ left
	came := (differs | t.replaced(n)) & centre &^ both & t.occupied()
	if left == 0 || (left|stay).Count() != 2 || (came|stay).Count() != 2 || differs&^(came|left) != 0 || t.agedAny(differs) {
		return kings, false
	}
	stand := came | stay
	return [2]observation.Square{stand.First(), (stand & (stand - 1)).First()}, true
}

// replaced returns the squares that a piece left and another one may have come to
// since a ply, after a king was lifted.
func (t *Tracker) replaced(n *node) (squares position.Bitboard) {
	lifted := false
	kings := n.kings()
	for _, touch := range since(t.image.touches, max(n.made, t.now-signalTime)) {
		switch {
		case touch.Lift() && (touch.Square == kings[0] || touch.Square == kings[1]):
			lifted = true
		case lifted && !touch.Lift() && !t.image.flickering(touch.Square, t.now):
			squares |= position.SetOf(touch.Square)
		}
	}
	return squares
}

// agedAny reports whether one of the squares changed too long ago for a signal.
func (t *Tracker) agedAny(squares position.Bitboard) bool {
	for ; squares != 0; squares &= squares - 1 {
		if t.now-t.image.changed[squares.First()] > signalTime {
			return true
		}
	}
	return false
}
