package reconstruct

import "recorderd/observation"

// Players who agree to take moves back put the pieces where they stood, the last
// ply first, and go on from there. That is no play: plies that lead back to an
// earlier position would be made in their own order, and pressed.

// takenBack returns the told ply whose position the board shows again after later
// ones were undone, or 0. The start is left out: that is the set-up for another
// game.
func (t *Tracker) takenBack() int {
	last := t.lastTold()
	if t.phase != playing || t.gap.open || t.away.is || !t.pressing() || last < 2 || t.told[last].completed < 0 {
		return 0
	}
	if t.image.squares == t.told[last].node.seen {
		return 0
	}
	for k := last - 1; k >= max(1, last-maxUnseen); k-- {
		if t.told[k].node.seen == t.image.squares {
			return k * pick(t.undoneSince(k), 1, 0)
		}
	}
	return 0
}

// undoneSince reports whether the plies after this one were undone in turn, the
// last one first: no ply can begin with the opponent's piece.
func (t *Tracker) undoneSince(ply int) bool {
	done := t.told[t.lastTold()].completed
	before := done
	for i := t.lastTold(); i > ply; i-- {
		mask := footprintOf(t.told[i].node)
		at := int64(-1)
		for _, touch := range since(t.image.touches, done) {
			if mask.Has(touch.Square) && touch.Lift() {
				at = touch.T
				break
			}
		}
		if at < before {
			return false
		}
		before = at
	}
	return true
}

// takeBackAtLift withdraws the plies that were taken back, now that the side to
// move there lifts a piece.
func (t *Tracker) takeBackAtLift(s observation.Square) {
	k := t.takenBack()
	if k == 0 || t.now-t.image.last < pause {
		return
	}
	if n := t.told[k].node; n.pos.At(s).Side() == n.pos.Side() && t.clock.running == n.pos.Side() {
		t.takeBack(k)
	}
}

// takeBackAtStart withdraws the plies that were undone while the clock stood, now
// that it runs for the side to move there.
func (t *Tracker) takeBackAtStart() {
	for k := t.lastTold() - 1; k > 0; k-- {
		n := t.told[k].node
		if n.seen == t.image.squares && n.pos.Side() == t.clock.running {
			t.takeBack(k)
			return
		}
	}
}

// takeBack withdraws the plies after this one by agreement.
func (t *Tracker) takeBack(ply int) {
	t.retract(ply, "agreement")
	t.press, t.certain, t.rewound = noPress, min(t.certain, ply), t.now
	t.startFrom(t.told[ply].node)
}
