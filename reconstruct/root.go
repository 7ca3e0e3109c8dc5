package reconstruct

import (
	"recorderd/observation"
	"recorderd/position"
)

// A piece that is missing when play begins is taken as missing. But its square may
// be dead: then the piece turns up later on a square that it can have gone to, and
// the game began from the announced position.

// rootAnew begins the game anew from the announced position, if a piece turns up
// that seemed to be missing from it.
func (t *Tracker) rootAnew() {
	if t.phase != playing && t.phase != ready || t.best().clear() {
		return
	}
	dead := t.seemedMissing()
	if dead == 0 {
		return
	}
	tip, ok := t.replayed()
	if !ok {
		return
	}
	before := t.image.dead
	t.image.dead |= dead
	turnedUp := t.explainedAfter(tip)
	t.image.dead = before
	if turnedUp {
		t.beginAnew(tip, dead)
	}
}

// seemedMissing returns the squares that hold a piece in the announced position
// and have been empty ever since the game began without it.
func (t *Tracker) seemedMissing() (squares position.Bitboard) {
	start := &t.told[0].node.pos
	for s := observation.Square(0); s < 64; s++ {
		switch {
		case t.expected.At(s) == start.At(s):
		case start.At(s) != position.Empty || t.image.moved.Has(s):
			return 0
		default:
			squares |= position.SetOf(s)
		}
	}
	return squares
}

// replayed returns the told line as it was played from the announced position, and
// false if that was not possible.
func (t *Tracker) replayed() (tip *node, ok bool) {
	tip = t.newNode(t.expected, observation.NoSide)
	for i := 1; i <= t.lastTold(); i++ {
		old := t.told[i].node
		if old.move == 0 || !hasMove(tip, old.move) {
			return nil, false
		}
		n := t.newNode(tip.pos.After(old.move), old.side)
		n.parent, n.ply, n.move = tip, i, old.move
		n.begun, n.made, n.imaged, n.pressed = old.begun, old.made, old.imaged, old.pressed
		n.inferred, n.shown, n.whole, n.firm, n.unsure = old.inferred, true, true, true, old.unsure
		n.ruled = old.ruled
		tip = n
	}
	return tip, true
}

func hasMove(n *node, m position.Move) bool {
	for _, s := range n.successors() {
		if s.move == m {
			return true
		}
	}
	return false
}

// explainedAfter reports whether the image shows one legal ply after n.
func (t *Tracker) explainedAfter(n *node) bool {
	d := t.image.differing(&n.seen, t.now)
	for _, s := range n.successors() {
		if d&s.mask != 0 && t.differAfter(&n.pos, s, d) == 0 {
			return true
		}
	}
	return false
}

// beginAnew says the line to tip anew from its start, with these squares dead.
func (t *Tracker) beginAnew(tip *node, dead position.Bitboard) {
	old := t.told
	if t.phase == playing {
		t.retract(0, "revision")
	}
	t.told = []toldPly{{node: tip.at(0), completed: old[0].completed, sure: 100}}
	t.certain = 0
	t.away.calm = nil
	t.dead |= dead
	if t.phase == playing {
		t.begin(t.now)
	}
	for d := dead; d != 0; d &= d - 1 {
		t.tellFault(d.First())
	}
	t.startFrom(tip)
	for i := 1; i < len(old); i++ {
		t.tellMade(tip.at(i))
		if old[i].completed >= 0 {
			t.complete(i, old[i].completed, old[i].how)
		}
	}
	t.beam[0].done[0] = old[len(old)-1].completed
	t.anchor()
}
