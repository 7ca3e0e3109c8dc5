package reconstruct

import (
	"recorderd/observation"
	"recorderd/position"
)

// The sensor of a square may be dead: it says the same whatever stands there. A
// reading may hold a square for dead that has never said anything else; that
// costs it something once, and then what the square says means nothing to it. A
// square that has contradicted the line for some plies, or that the likeliest
// reading has held for dead for as long, is known to be a fault.

const (
	costDead = 720 // a square is dead that has always said the same

	// deadPlies is for how many plies a square must have contradicted the line.
	deadPlies = 3
	// maxDead is how many squares may be dead of those that a piece can have gone
	// to, for anybody to say which.
	maxDead = 4
)

// suspicion is since when one square alone contradicts the line, and the ply that
// was the last then.
type suspicion struct {
	square observation.Square
	ply    int
}

var noSuspicion = suspicion{square: observation.NoSquare}

// trust makes the image silent on the squares that a reading holds for dead, nil
// for those that are known to be.
func (t *Tracker) trust(r *reading) {
	t.image.dead = t.dead
	if r != nil {
		t.image.dead |= r.dead
	}
}

// suppose adds the readings whose next ply has one of its squares where the sensor
// may be dead: its player has pressed the clock, or his opponent lifts a piece,
// though a piece is missing or was not seen to leave.
func (t *Tracker) suppose() {
	if t.best().differs == 0 || !same(t.best().tip, t.toldTip()) {
		return
	}
	limit := t.best().cost() + costPressOpen
	for _, r := range t.beam[:len(t.beam):len(t.beam)] {
		if r.cost() <= limit && r.differs != 0 && (r.dead|t.dead).Count() < maxDead {
			t.supposeAfter(&r)
		}
	}
	t.trust(nil)
	t.prune()
}

// supposeAtLift does so without a clock, when a player lifts a piece although his
// opponent has left one in the air for long.
func (t *Tracker) supposeAtLift(r *reading, s observation.Square) {
	p, missing := &r.tip.pos, r.differs.First()
	if r.differs.Count() != 1 || p.At(s).Side() == p.Side() || t.now-t.image.changed[missing] < pause {
		return
	}
	if t.image.squares[missing] != observation.Empty || p.At(missing).Side() == p.Side() && t.quietSince(missing) {
		t.suppose()
	}
}

// quietSince reports whether nothing has happened on the board since a square
// changed last.
func (t *Tracker) quietSince(s observation.Square) bool {
	for _, touch := range since(t.image.touches, t.image.changed[s]) {
		if !t.image.flickering(touch.Square, t.now) {
			return false
		}
	}
	return true
}

func (t *Tracker) supposeAfter(r *reading) {
	t.trust(r)
	var found []step
	for _, s := range r.tip.successors() {
		if r.differs&s.mask == 0 {
			continue
		}
		if d := t.differAfter(&r.tip.pos, s, r.differs); d.Count() == 1 && s.mask&^t.image.moved&d != 0 {
			found = append(found, s)
		}
	}
	if len(found) > maxDead {
		return
	}
	for _, s := range found {
		with := *r
		with.dead |= t.differAfter(&r.tip.pos, s, r.differs)
		with.base += costDead
		with.supposed = r.tip.ply
		t.trust(&with)
		t.extend(&with, s, 0)
	}
}

// learnFaults makes a fault of a square that has contradicted the line long enough.
func (t *Tracker) learnFaults() {
	r := t.best()
	if r.tip.ply < r.supposed+deadPlies {
		t.suspect(r)
		return
	}
	for d := r.dead &^ t.dead; d != 0; d &= d - 1 {
		t.fault(d.First())
	}
	t.suspect(r)
}

// suspect notes the one square that contradicts the line.
func (t *Tracker) suspect(r *reading) {
	old := t.longSince(r.differs)
	s := old.First()
	switch {
	case old.Count() != 1:
		t.suspicion = noSuspicion
	case t.suspicion.square != s || r.tip.ply < t.suspicion.ply:
		t.suspicion = suspicion{s, r.tip.ply}
	case r.tip.ply >= t.suspicion.ply+deadPlies:
		t.fault(s)
	}
}

// longSince returns those of the squares that have not changed for a while.
func (t *Tracker) longSince(squares position.Bitboard) (old position.Bitboard) {
	for d := squares; d != 0; d &= d - 1 {
		if s := d.First(); t.now-t.image.changed[s] >= pause {
			old |= position.SetOf(s)
		}
	}
	return old
}

// fault makes the tracker deaf to a square, until it says something else.
func (t *Tracker) fault(s observation.Square) {
	t.dead |= position.SetOf(s)
	t.suspicion = noSuspicion
	t.tellFault(s)
	t.weigh()
}

// noteFlicker tells, once, of a square that flickers while nothing else changes:
// hands that capture there by turns come from other squares.
func (t *Tracker) noteFlicker(s observation.Square) {
	touches := t.image.touches
	if t.phase != playing || t.gap.open || t.away.is || t.flickered.Has(s) || !t.image.flickering(s, t.now) || len(touches) < 2*flickers {
		return
	}
	for _, c := range touches[len(touches)-2*flickers:] {
		if c.Square != s {
			return
		}
	}
	t.flickered |= position.SetOf(s)
	t.tellFault(s)
}

func (t *Tracker) tellFault(s observation.Square) {
	t.tell(Noticed{T: t.now, Code: "square-unreliable", Ply: t.lastTold(), Side: observation.NoSide,
		Data: map[string]any{"square": s.String()}})
}

// revive trusts a square again that says something else: it is not dead.
func (t *Tracker) revive(s observation.Square) {
	b := position.SetOf(s)
	t.image.moved |= b
	t.dead &^= b
	for i := range t.beam {
		if r := &t.beam[i]; r.dead&b != 0 {
			r.dead &^= b
			r.base -= costDead
		}
	}
	t.trust(nil)
}
