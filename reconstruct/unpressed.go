package reconstruct

import (
	"slices"

	"recorderd/observation"
)

// Unpressed returns the irregular ply that stands on the board and that nobody
// has pressed the clock on: what it would turn out to be if its player did that
// now. It is false where the board shows no ply, a legal one, a piece in the air,
// or nothing that can be read, and where it has not come to rest.
func (t *Tracker) Unpressed() (Made, bool) {
	if t.phase != playing || t.gap.open || t.away.is || t.now-t.image.last < t.settle {
		return Made{}, false
	}
	c := t.aside()
	c.pressAndWait(t.toPress())
	n := c.toldTip()
	if n.act.kind == "" || n.parent == nil || same(n, t.toldTip()) || !c.standsAt(n) {
		return Made{}, false
	}
	m := c.madeOf(n.ply)
	m.Pressed = 0
	return m, true
}

// pressAndWait lets a player press the clock, and waits until it is decided what
// that meant.
func (t *Tracker) pressAndWait(side observation.Side) {
	heard := t.clock.heard
	t.clock = clock{present: true, up: true, ran: true, running: side.Other(), heard: t.now, poll: t.clock.poll}
	t.pressed(side, heard)
	until := t.now + fumble + t.settle
	for at, ok := t.Wake(); ok && at <= until; at, ok = t.Wake() {
		t.Apply(observation.Batch{T: at, Facts: []observation.Fact{observation.Tick{}}})
	}
}

// toPress returns the player who is to press the clock: the one whose time runs;
// if none does, the one whose ply is not completed, or who is to move.
func (t *Tracker) toPress() observation.Side {
	tip := &t.told[t.lastTold()]
	switch {
	case t.clock.present && t.clock.up && t.clock.running != observation.NoSide:
		return t.clock.running
	case t.pressing() && tip.completed < 0:
		return tip.node.side
	}
	return tip.node.pos.Side()
}

// standsAt reports whether the piece of an irregular ply has come to a square.
func (t *Tracker) standsAt(n *node) bool {
	from, to, known := n.ends()
	return known && t.image.squares[to] != observation.Empty && t.image.changed[to] >= t.image.changed[from]
}

// aside returns a copy of the tracker on which something can be tried. What the
// original will go on with is not touched.
func (t *Tracker) aside() *Tracker {
	c := *t
	copies := map[*node]*node{}
	c.beam = slices.Clone(t.beam)
	for i := range c.beam {
		c.beam[i].tip = copyLine(c.beam[i].tip, copies)
	}
	c.told = slices.Clone(t.told)
	for i := range c.told {
		c.told[i].node = copyLine(c.told[i].node, copies)
	}
	c.stops, c.out = slices.Clone(t.stops), nil
	return &c
}

// copyLine returns a copy of the line to n, of which those that were copied
// before are parts.
func copyLine(n *node, copies map[*node]*node) *node {
	if n == nil {
		return nil
	}
	if c, ok := copies[n]; ok {
		return c
	}
	c := *n
	c.parent, c.rivals = copyLine(n.parent, copies), slices.Clone(n.rivals)
	copies[n] = &c
	return &c
}
