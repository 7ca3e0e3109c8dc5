package reconstruct

import (
	"recorderd/observation"
)

// away is a time in which what happens on the board is no game: the kings say the
// result, the players look at what might have been, or set up the next game.
type away struct {
	is      bool
	calm    *node // the last told ply before hands began to move as they do now
	presses int   // that came nevertheless
	signal  bool  // the kings have said the result
	lost    bool  // the way back was looked for in vain
	tried   int64 // the last image that was looked at for a way back
}

const (
	// strewn is how many pieces stand where they should not when it is no game.
	strewn = 4
	// maxWayBack is how many plies a way back to the game may have.
	maxWayBack = 6
	// pause is how long nothing moves before hands begin something new.
	pause = 2000
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

// leaveFrom stops reading moves after this ply.
func (t *Tracker) leaveFrom(n *node) {
	t.publishLine(n)
	t.away.is, t.away.signal, t.away.presses = true, false, 0
	t.idleNow()
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
	if before, kings, ok := t.signal(); ok {
		t.leaveFrom(before)
		t.away.signal = true
		t.tell(Noticed{T: t.now, Code: "result-signal", Ply: t.lastTold(), Side: observation.NoSide,
			Data: map[string]any{"white_king": kings[0].String(), "black_king": kings[1].String()}})
		return
	}
	if !t.best().clear() && t.misplaced() >= strewn {
		t.leaveFrom(t.calmTip())
	}
}

// comeBack goes on with the game when the board shows it again.
func (t *Tracker) comeBack() {
	for i := range t.beam {
		r := &t.beam[i]
		r.differs = t.image.differing(&r.tip.seen, t.now)
		t.appraise(r)
	}
	t.prune()
	if t.best().differs == 0 {
		t.away.is, t.away.lost, t.idle = false, false, idle{}
	}
}

// awayDue returns when the board is quiet enough to look for a way back to the
// game. With a clock the presses say that it goes on.
func (t *Tracker) awayDue() (at int64, ok bool) {
	if !t.away.is || t.away.signal || t.phase != playing || t.pressing() || t.sensing == observation.Occupancy || t.away.tried == t.image.last {
		return 0, false
	}
	return t.image.last + pause, true
}

// findBack goes on with the game where a few plies lead to what stands on the
// board, but not to the set-up for another game.
func (t *Tracker) findBack() {
	t.away.tried = t.image.last
	tip := t.toldTip()
	differ := t.image.differing(&tip.seen, t.now).Count()
	more := t.occupied().Count() > tip.pos.Occupied().Count() // than any play can bring about
	if more || differ > 2*maxWayBack || t.image.squares == sensed(t.sensing, &t.expected) {
		return
	}
	for n := 1; n <= maxWayBack; n++ {
		if lines := t.search(n, false); len(lines) > 0 {
			t.away, t.idle = away{}, idle{}
			t.closeGap(lines)
			return
		}
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

// pressedAway counts the presses that come although it is no game. When both
// players have pressed it is one, and what was missed is looked for.
func (t *Tracker) pressedAway(side observation.Side) {
	t.away.presses++
	if t.away.presses >= 2 && !t.away.lost {
		t.away.is = false
		t.loseSight()
		t.gap.imaged, t.gap.blind = true, true
	}
}
