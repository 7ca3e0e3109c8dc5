package reconstruct

import (
	"recorderd/observation"
	"recorderd/position"
)

// away is a time in which what happens on the board is no game: the kings say the
// result, the players look at what might have been, or set up the next game.
type away struct {
	is      bool
	calm    *node // the last told ply before hands began to move as they do now
	presses int   // that came nevertheless
}

const (
	// strewn is how many pieces stand where they should not when it is no game.
	strewn = 4
	// pause is how long nothing moves before hands begin something new.
	pause = 2000
	// signalPause is how soon after each other both kings are put in the centre.
	signalPause = 3000
)

// notePause remembers what was told when the hands came to rest for a while.
func (t *Tracker) notePause() {
	if t.phase == playing && !t.away.is && t.now-t.image.last >= pause {
		t.away.calm = t.toldTip()
	}
}

// calmTip returns the last ply that no later activity puts in question: those
// that were pressed or answered are moves, whatever came after.
func (t *Tracker) calmTip() *node {
	tip := t.toldTip()
	calm := t.away.calm
	if calm == nil || calm.ply >= tip.ply && agree(calm.at(tip.ply), tip) {
		if calm != nil && calm.ply > tip.ply {
			return calm
		}
		return tip
	}
	for n := tip; n.ply > calm.ply; n = n.parent {
		if t.pressing() && t.told[n.ply].completed >= 0 || !t.pressing() && n.ply < tip.ply {
			return n
		}
	}
	return calm
}

// beforeSignal returns the last ply before the kings were put in the centre. One
// of them may have needed only a step: that was no move, if nobody pressed.
func (t *Tracker) beforeSignal() *node {
	tip := t.toldTip()
	king := tip.parent != nil && tip.move != 0 && tip.pos.At(tip.move.To()).Kind() == position.King
	if king && t.now-tip.made <= signalPause && centre.Has(tip.move.To()) && (t.told[tip.ply].completed < 0 || !t.pressing()) {
		return tip.parent
	}
	return tip
}

// leaveFrom stops reading moves after this ply.
func (t *Tracker) leaveFrom(n *node) {
	t.publishLine(n)
	t.away.is, t.away.presses = true, 0
}

// watch looks whether this is still a game, or one again.
func (t *Tracker) watch() {
	if t.phase != playing || t.gap.open {
		return
	}
	if t.away.is {
		t.comeBack()
		return
	}
	if t.best().clear() {
		return
	}
	if white, black, ok := t.kingsInTheCentre(); ok {
		t.leaveFrom(t.beforeSignal())
		t.tell(Noticed{T: t.now, Code: "result-signal", Ply: t.lastTold(), Side: observation.NoSide,
			Data: map[string]any{"white_king": white.String(), "black_king": black.String()}})
		return
	}
	if t.misplaced() >= strewn {
		t.leaveFrom(t.calmTip())
	}
}

// comeBack goes on with the game when the board shows it again.
func (t *Tracker) comeBack() {
	for i := range t.beam {
		r := &t.beam[i]
		r.differs = t.image.differing(&r.tip.seen, t.now)
		r.squares = t.residual(r)
	}
	t.prune()
	if t.best().differs == 0 {
		t.away.is = false
	}
}

// misplaced counts the squares where something stands that should not.
func (t *Tracker) misplaced() (count int) {
	r := t.best()
	for d := r.differs; d != 0; d &= d - 1 {
		if t.image.squares[d.First()] != observation.Empty {
			count++
		}
	}
	return count
}

const centre = position.Bitboard(0x0000001818000000) // d4, e4, d5, e5

// kingsInTheCentre reports whether both kings were put on squares of the centre,
// where at most one of them could have gone.
func (t *Tracker) kingsInTheCentre() (white, black observation.Square, ok bool) {
	r := t.best()
	white, black = observation.NoSquare, observation.NoSquare
	kings := [2]observation.Square{r.tip.pos.King(observation.White), r.tip.pos.King(observation.Black)}
	if t.sensing != observation.Occupancy {
		for c := centre; c != 0; c &= c - 1 {
			switch s := c.First(); t.image.squares[s] {
			case 'K':
				white = s
			case 'k':
				black = s
			}
		}
		moved := white != kings[0] || black != kings[1]
		return white, black, moved && white != observation.NoSquare && black != observation.NoSquare
	}
	return t.kingsByOccupancy(kings)
}

// kingsByOccupancy reads the signal on a board that does not know its pieces: both
// kings left their squares and two squares of the centre were taken. Which of the
// two is whose is not seen.
func (t *Tracker) kingsByOccupancy(kings [2]observation.Square) (white, black observation.Square, ok bool) {
	r := t.best()
	came := r.differs & centre
	if came.Count() != 2 || kings[0] == observation.NoSquare || kings[1] == observation.NoSquare {
		return 0, 0, false
	}
	if r.differs != came|position.SetOf(kings[0])|position.SetOf(kings[1]) {
		return 0, 0, false
	}
	for d := came; d != 0; d &= d - 1 {
		if t.image.squares[d.First()] == observation.Empty {
			return 0, 0, false
		}
	}
	return came.First(), (came & (came - 1)).First(), true
}

// pressedAway counts the presses that come although it is no game. When both
// players have pressed it is one, and what was missed is looked for.
func (t *Tracker) pressedAway(side observation.Side) {
	t.away.presses++
	if t.away.presses >= 2 {
		t.away.is = false
		t.loseSight()
		t.gap.imaged, t.gap.blind = true, true
	}
}
