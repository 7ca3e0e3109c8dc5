package reconstruct

import (
	"recorderd/observation"
	"recorderd/position"
)

// idle is a time in which nothing that is moved is a move: after the end, while
// the clock stands, and when the hands have left the game. What they do then is
// looked at only to tell a move that comes too late, and analysis.
type idle struct {
	is     bool
	stands observation.Placement // how the board last stood
	seen   int64                 // the last change before that
	fresh  bool                  // nothing has been moved yet
	strays int                   // pieces that came where neither the game nor the next one has them
	told   bool
}

// fewStrays is how many pieces may stray before it is analysis.
const fewStrays = 2

// idleNow begins an idle time, unless it is one.
func (t *Tracker) idleNow() {
	if !t.idle.is {
		t.idle = idle{is: true, stands: t.image.squares, seen: t.image.last, fresh: true}
	}
}

// idleDue returns when the board has stood long enough in an idle time to be
// looked at.
func (t *Tracker) idleDue() (at int64, ok bool) {
	if !t.idle.is || t.idle.told || t.idle.seen == t.image.last || len(t.told) == 0 {
		return 0, false
	}
	return t.image.last + t.settle, true
}

// lookIdle tells a move that came after the end, and analysis once. A piece that
// is only missing is in a hand, or was taken: what that comes to is still to be
// seen.
func (t *Tracker) lookIdle() {
	i := &t.idle
	i.seen = t.image.last
	if i.stands == t.image.squares {
		return
	}
	if i.fresh && t.phase == over && t.moveAfterEnd() {
		i.fresh, i.stands = false, t.image.squares
		return
	}
	if _, came := differences(i.stands, t.image.squares); len(came) == 0 {
		return
	}
	i.fresh = false
	i.strays += t.strays(&i.stands)
	i.stands = t.image.squares
	if i.strays >= fewStrays {
		i.told = true
		t.tell(Noticed{T: t.now, Code: "analysis", Ply: t.lastTold(), Side: observation.NoSide})
	}
}

// moveAfterEnd tells a legal move that was made before anything else after the
// end, and has no effect. What it takes must have been seen to leave, or it may
// not have come down.
func (t *Tracker) moveAfterEnd() bool {
	tip := t.toldTip()
	e := t.evidence(tip)
	for _, s := range tip.successors() {
		after := tip.pos.After(s.move)
		unseen := tip.pos.IsCapture(s.move) && !t.leftFor(captured(s.move), s.move.From(), e)
		if sensed(t.sensing, &after) == t.image.squares && !unseen {
			t.tell(Noticed{T: t.now, Code: "event-after-end", Ply: t.lastTold(), Side: tip.pos.Side(),
				Data: map[string]any{"kind": "move", "move": tip.pos.SAN(s.move)}})
			return true
		}
	}
	return false
}

// strays returns how many pieces have come since to squares where neither the set
// up nor any ply of the game has them. Kings that say the result do not count.
func (t *Tracker) strays(before *observation.Placement) (count int) {
	kings := t.toldTip().kings()
	signal := t.sensing == observation.Occupancy && kings[0] != observation.NoSquare && kings[1] != observation.NoSquare &&
		t.image.squares[kings[0]] == observation.Empty && t.image.squares[kings[1]] == observation.Empty
	for s, piece := range t.image.squares {
		at := observation.Square(s)
		switch {
		case piece == before[s] || piece == observation.Empty || piece == 'K' || piece == 'k':
		case signal && centre.Has(at):
		case !t.known(at, piece):
			count++
		}
	}
	return count
}

// known reports whether a piece stands where the set-up or a ply of the game has
// it.
func (t *Tracker) known(s observation.Square, piece observation.Piece) bool {
	start := position.Start()
	if t.tells(t.expected.At(s)) == piece || t.tells(start.At(s)) == piece {
		return true
	}
	for i := range t.told {
		if t.told[i].node.seen[s] == piece {
			return true
		}
	}
	return false
}

// clockStands reports whether somebody has stopped the clock.
func (t *Tracker) clockStands() bool {
	c := &t.clock
	return c.present && c.up && c.ran && c.running == observation.NoSide && c.flag == observation.FlagNone
}
