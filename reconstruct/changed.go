package reconstruct

import (
	"slices"

	"recorderd/observation"
	"recorderd/position"
)

// stop is a square on which a player had let go of a piece before he changed his
// mind.
type stop struct {
	parent *node // the position in which he had the move
	move   string
	san    string
	square observation.Square
	from   int64 // when it came to rest there
	stood  int64 // for how long
}

// noteStop remembers that a told ply was changed by its player.
func (t *Tracker) noteStop(n *node, left int64) {
	if len(t.stops) > 0 && t.stops[0].parent != n.parent {
		t.stops = t.stops[:0]
	}
	t.stops = append(t.stops, stop{parent: n.parent, move: n.uci(), square: n.move.To(), from: n.made, stood: left - n.made})
}

// changedBefore returns what is to be said of a ply for which another one had
// been made.
func (t *Tracker) changedBefore(n *node) (notes []Noticed) {
	stops := t.stops
	if len(stops) == 0 || stops[0].parent != n.parent {
		return nil
	}
	var squares []string
	longest := int64(0)
	for _, s := range stops {
		squares = append(squares, s.square.String())
		longest = max(longest, s.stood)
	}
	if longest < releaseTime {
		return nil
	}
	return []Noticed{{T: n.made, Code: "move-changed", Ply: n.ply, Side: n.side,
		Data: map[string]any{"move": stops[0].move, "stood_ms": longest, "stops": squares}}}
}

// movedOff reports whether the piece of a ply that had been made was seen to leave
// its square again, for longer than it takes to put one straight: it is another
// one that stands there now.
func (t *Tracker) movedOff(n *node) bool {
	to := n.move.To()
	off := int64(-1)
	for _, touch := range since(t.image.touches, n.made) {
		switch {
		case touch.Square != to:
		case touch.After == observation.Empty:
			off = touch.T
		case off >= 0 && touch.T-off >= releaseTime:
			return true
		}
	}
	return false
}

// spoiled reports whether the player has done more than the last ply of a reading
// explains: that it rests does not make it a move.
func (t *Tracker) spoiled(r *reading) bool {
	if r.differs == 0 || !t.pressing() {
		return false // with no clock, time is all there is
	}
	d := t.difference(&r.tip.pos, t.changedSince(r.differs, r.tip.parent.made))
	return len(d.came) > 0 || slices.ContainsFunc(d.gone, func(s observation.Square) bool { return r.tip.pos.At(s).Side() == r.tip.side })
}

// noteIllegalRest remembers a piece that stands where it cannot go, before its
// player presses his clock.
func (t *Tracker) noteIllegalRest() {
	r := t.best()
	n := r.tip
	if r.differs == 0 || r.open.side == n.pos.Side() {
		return
	}
	recent := t.changedSince(r.differs, n.begun)
	d := t.difference(&n.pos, recent)
	act, ok := t.onePiece(n, &d)
	if !ok || completable[act.kind] || act.kind == "wrong-side" {
		return
	}
	to := d.came[0]
	t.illegal = stop{parent: n, san: act.san, square: to, from: t.image.changed[to]}
}

// withdrawnBefore returns what is to be said of a legal ply for which an illegal
// one had stood on the board.
func (t *Tracker) withdrawnBefore(n *node) []Noticed {
	s := t.illegal
	t.illegal = stop{}
	if s.parent == nil || s.parent != n.parent || n.act.kind != "" {
		return nil
	}
	for _, touch := range t.image.touches {
		if touch.T <= s.from || touch.Square != s.square {
			continue
		}
		stood := touch.T - s.from
		if stood < releaseTime || touch.T > n.made {
			return nil
		}
		return []Noticed{{T: n.made, Code: "illegal-move-withdrawn", Ply: n.ply, Side: n.side,
			Data: map[string]any{"move": s.san, "stood_ms": stood}}}
	}
	return nil
}

// changedAtEnd goes on with the game, where what had ended it was a move that its
// player has changed since: time alone had made it, he had not pressed the clock,
// and now he presses it on another one. What people have said of the game since
// stands.
func (t *Tracker) changedAtEnd(side observation.Side, heard int64) {
	if !t.began {
		return
	}
	last := t.told[t.lastTold()]
	n := last.node
	if n.parent == nil || n.side != side || last.completed >= 0 || n.pos.HasLegal() || t.saidOver || !t.showsPlyAfter(n.parent) {
		return
	}
	t.phase, t.idle = playing, idle{}
	t.retract(n.ply-1, "player")
	t.startFrom(n.parent)
	t.beam[0].done = [2]int64{t.told[n.ply-1].completed, n.parent.made}
	t.pressed(side, heard)
}

// showsPlyAfter reports whether the board shows what a legal ply after n leads to,
// and it is not the last one that was told.
func (t *Tracker) showsPlyAfter(n *node) bool {
	d := t.image.differing(&n.seen, t.now)
	return slices.ContainsFunc(n.successors(), func(s step) bool {
		return s.move != t.toldTip().move && t.differAfter(&n.pos, s, d) == 0
	})
}

// unmoved reports whether a line of plies, which nobody saw, moves a piece whose
// square nobody saw change.
func (t *Tracker) unmoved(n *node, line []position.Move) bool {
	seen := t.evidence(n).off | t.image.differing(&n.seen, t.now)
	for _, m := range line {
		if !seen.Has(m.From()) {
			return true
		}
		seen |= position.SetOf(m.To())
	}
	return false
}
