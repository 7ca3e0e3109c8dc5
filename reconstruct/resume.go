package reconstruct

import "recorderd/position"

// resumption is the time from when an adjourned game is to go on until it does:
// the pieces are set up, and what must stand is the position before the sealed
// move. That they stand wrong is told when all of them have come to rest, or when
// play begins, and not while they are put on the board one by one.
type resumption struct {
	is    bool
	at    int64
	tried int64             // the last image that was looked at
	noted position.Bitboard // the squares that were told to be wrong
}

// Resume goes on after an adjournment.
func (t *Tracker) Resume() []Step {
	if t.phase != over {
		return nil
	}
	t.out = t.Reopen()
	t.resumption = resumption{is: t.phase == playing && t.began, at: t.now, tried: -1}
	return t.out
}

// resumeDue returns when the board will have stood for so long that it counts as
// set up.
func (t *Tracker) resumeDue() (at int64, ok bool) {
	u := &t.resumption
	if !u.is || u.tried == t.image.last || t.phase != playing || t.gap.open || !t.image.known {
		return 0, false
	}
	return max(t.image.last, u.at) + standTime, true
}

// lookAtSetUp tells what is wrong with the board that has been set up, if there are
// all pieces that there should be.
func (t *Tracker) lookAtSetUp() {
	t.resumption.tried = t.image.last
	if t.occupied().Count() == t.toldTip().pos.Occupied().Count() {
		t.noteSetUp(max(t.image.last, t.resumption.at))
	}
}

// playResumed tells what is wrong with the board now that play goes on.
func (t *Tracker) playResumed() {
	if !t.resumption.is || t.phase != playing || t.gap.open || !t.image.known {
		return
	}
	t.noteSetUp(t.now)
	t.resumption = resumption{}
}

// liftResumes takes the first lift on a board that has stood for a while for the
// beginning of play, where there is no clock to say so. A board on which little of
// the position stands is not set up yet.
func (t *Tracker) liftResumes() {
	if t.resumption.is && !t.clock.present && t.now-t.image.last >= standTime &&
		t.image.differing(&t.toldTip().seen, t.now).Count() <= setUpTolerance {
		t.playResumed()
		t.rewound = t.image.last
	}
}

// noteSetUp tells on which squares the board has not the position that it should,
// apart from a sealed move that has been made on it, unless that was told.
func (t *Tracker) noteSetUp(at int64) {
	want := t.sealed()
	seen := sensed(t.sensing, &want)
	differs := t.image.differing(&seen, t.now)
	if differs == 0 || differs == t.resumption.noted {
		return
	}
	t.resumption.noted = differs
	kind := "pieces-misplaced"
	if have, ok := t.identified(want.Placement()); ok {
		kind = t.wrongSetUp(want.Placement(), have)
	}
	t.tellSetUp(at, kind, differs)
	if differs.Count() <= setUpTolerance {
		t.away, t.idle = away{}, idle{} // it is the game all the same
	}
}

// sealed returns the position that should stand: that of the last ply, or the one
// after a move whose squares all stand on the board.
func (t *Tracker) sealed() position.Position {
	tip := t.toldTip()
	differs := t.image.differing(&tip.seen, t.now)
	for _, s := range tip.successors() {
		if left := t.differAfter(&tip.pos, s, differs); differs != 0 && (left == 0 || stands(s, differs, left)) {
			return tip.pos.After(s.move)
		}
	}
	return tip.pos
}
