package reconstruct

import (
	"recorderd/observation"
	"recorderd/position"
)

// getReady looks whether the start position stands, perhaps turned. An
// occupancy board cannot tell, and is taken as not turned.
func (t *Tracker) getReady() {
	if !t.image.known {
		return
	}
	want := sensed(t.sensing, &t.expected)
	switch {
	case t.image.squares == want:
	case t.image.squares.Turned() == want:
		t.image.turn()
	default:
		if t.clock.ran && t.clock.running != observation.NoSide {
			t.startPlay()
		}
		return
	}
	t.phase = ready
	t.startAt(t.expected)
	if t.clock.ran && t.clock.running != observation.NoSide {
		t.begin(t.now)
	}
}

const (
	// standTime is how long a wrong start position must have stood before a lift
	// begins a game from it.
	standTime = 2000
	// setUpTolerance is on how many squares it may differ from the announced one.
	setUpTolerance = 4
)

// acceptSetUp takes a start position that was set up wrongly, but for long enough
// and almost, as the one to play from: somebody lifts a piece.
func (t *Tracker) acceptSetUp() {
	if !t.image.known || t.now-t.image.last < standTime {
		return
	}
	want := sensed(t.sensing, &t.expected)
	if min(t.image.squares.Differing(want), t.image.squares.Turned().Differing(want)) > setUpTolerance {
		return
	}
	if p, ok := t.standing(); ok {
		t.phase = ready
		t.startAt(p)
	}
}

// startStands reports whether a start position stands untouched before play: the
// announced one, or the one that was accepted.
func (t *Tracker) startStands() bool {
	want, announced := &t.told[0].node.seen, sensed(t.sensing, &t.expected)
	im := t.image.squares
	return im == *want || im.Turned() == *want || im == announced || im.Turned() == announced
}

// startPlay begins the game because the clock runs: from the start position
// that stood, or from whatever stands there.
func (t *Tracker) startPlay() {
	if !t.image.known {
		return // the first placement will begin it
	}
	if t.phase == ready && t.fewMissing() {
		t.begin(t.now)
		return
	}
	p, ok := t.standing()
	if !ok {
		p = t.expected
	}
	t.startAt(p)
	t.begin(t.now)
}

// startAt makes a position the one from which the game is read.
func (t *Tracker) startAt(p position.Position) {
	n := t.newNode(p, observation.NoSide)
	t.told = []toldPly{{node: n, completed: t.now, sure: 100}}
	t.certain = 0
	t.image.touches = t.image.touches[:0]
	t.clock.stood = nil
	t.startFrom(n)
}

// fewMissing reports whether the board shows the start position but for pieces
// in the players' hands.
func (t *Tracker) fewMissing() bool {
	missing := 0
	for s, p := range t.told[0].node.seen {
		if p != t.image.squares[s] {
			missing++
			if t.image.squares[s] != observation.Empty {
				return t.best().tip.ply > 0
			}
		}
	}
	return missing <= 2
}

// standing makes a position of the placement on the board: the side whose clock
// runs to move, and such rights as the placement leaves.
func (t *Tracker) standing() (position.Position, bool) {
	want := sensed(t.sensing, &t.expected)
	if t.image.squares.Turned().Differing(want) < t.image.squares.Differing(want) {
		t.image.turn()
	}
	pl, ok := position.PlacementOf(t.image.squares)
	if !ok {
		return position.Position{}, false
	}
	side := t.clock.running
	if side == observation.NoSide {
		side = t.expected.Side()
	}
	p := position.FromPlacement(pl, side, t.expected.Rights())
	p.SetChess960(t.expected.Chess960())
	return p, true
}

// begin tells that play began.
func (t *Tracker) begin(at int64) {
	t.phase, t.began = playing, true
	t.tell(Began{T: at, Position: t.told[0].node.pos, Turned: t.image.turned})
}
