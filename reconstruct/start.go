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
		t.open(t.now)
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
		t.open(t.firstLift())
		return
	}
	p, ok := t.standing()
	if !ok {
		p = t.expected
	}
	t.startAt(p)
	t.open(t.now)
	if !ok {
		t.giveUp() // nobody knows what is played from here
	}
}

// firstLift returns when the first ply began, if a reading has one, or now.
func (t *Tracker) firstLift() int64 {
	if n := t.best().tip; n.ply > 0 {
		return n.at(1).begun
	}
	return t.now
}

// startAt makes a position the one from which the game is read.
func (t *Tracker) startAt(p position.Position) {
	n := t.newNode(p, observation.NoSide)
	t.told = []toldPly{{node: n, completed: t.now, sure: 100}}
	t.certain = 0
	t.away, t.astray = away{}, 0 // they knew the plies of another start
	t.image.touches = t.image.touches[:0]
	t.image.trail.lapses = nil
	t.resumption = resumption{}
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
	pl, ok := t.identified(t.expected.Placement())
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

// identified returns which pieces stand on the board. One that knows only
// occupied from empty shows which of the wanted ones are missing, and if a single
// one of them stands elsewhere.
func (t *Tracker) identified(pl position.Placement) (position.Placement, bool) {
	if t.sensing != observation.Occupancy {
		return position.PlacementOf(t.image.squares)
	}
	gone, came := differences(seenAs(t.sensing, pl), t.image.squares)
	switch {
	case len(came) == 0:
		for _, s := range gone {
			pl[s] = position.Empty
		}
	case len(came) == 1 && len(gone) == 1:
		pl[came[0]], pl[gone[0]] = pl[gone[0]], position.Empty
	default:
		return pl, false
	}
	return pl, true
}

// differences returns the squares that something is missing from and those where
// something else stands than wanted.
func differences(want, have observation.Placement) (gone, came []observation.Square) {
	for s := range want {
		switch {
		case want[s] == have[s]:
		case have[s] == observation.Empty:
			gone = append(gone, observation.Square(s))
		default:
			came = append(came, observation.Square(s))
		}
	}
	return gone, came
}

// begin tells that play began.
func (t *Tracker) begin(at int64) {
	t.phase, t.began = playing, true
	t.endLapse()
	t.tell(Began{T: at, Position: t.told[0].node.pos, Turned: t.image.turned})
}

// open begins the game, and tells what is wrong with how the board was set up.
func (t *Tracker) open(at int64) {
	t.begin(at)
	t.noticeSetUp(at, t.expected.Placement(), t.told[0].node.pos.Placement())
	t.noticeSurplus(at)
}
