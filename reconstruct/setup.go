package reconstruct

import (
	"recorderd/observation"
	"recorderd/position"
)

// noticeSetUp tells how what stands on the board differs from what was to be set
// up. Where it differs on many squares nobody made a mistake: the recorder came
// late, and how it came to this position cannot be read.
func (t *Tracker) noticeSetUp(at int64, want, have position.Placement) {
	kind := wrongSetUp(want, have, t.image.turned)
	switch {
	case kind == "":
	case want.Observation().Differing(have.Observation()) > setUpTolerance:
		t.tell(Noticed{T: at, Code: "unreadable", Ply: t.lastTold(), Side: observation.NoSide})
	default:
		t.tell(Noticed{T: at, Code: "setup-wrong", Ply: t.lastTold(), Side: observation.NoSide, Data: map[string]any{"kind": kind}})
	}
	for _, side := range [2]observation.Side{observation.White, observation.Black} {
		if king := position.MakePiece(side, position.King); holds(want, king) && !holds(have, king) {
			t.tell(Noticed{T: at, Code: "king-missing", Ply: t.lastTold(), Side: side})
		}
	}
}

// wrongSetUp names what is wrong with a placement, "" for nothing.
func wrongSetUp(want, have position.Placement, turned bool) string {
	differ, missing, swapped := 0, 0, 0
	for s := range want {
		switch {
		case want[s] == have[s]:
			continue
		case have[s] == position.Empty:
			missing++
		case royal(want[s]) && royal(have[s]) && want[s].Side() == have[s].Side():
			swapped++
		}
		differ++
	}
	switch {
	case differ == 0:
		return ""
	case swapped == differ && differ == 4 && turned:
		return "colours-reversed" // seen from White's side, each king stands where the queen should
	case swapped == differ:
		return "king-queen-swapped"
	case missing == differ:
		return "piece-missing"
	}
	return "pieces-misplaced"
}

func royal(p position.Piece) bool { return p.Kind() == position.King || p.Kind() == position.Queen }

func holds(pl position.Placement, want position.Piece) bool {
	for _, p := range pl {
		if p == want {
			return true
		}
	}
	return false
}

// putRight begins the game anew from the announced position, if the board was set
// up wrongly and is put right before the first ply.
func (t *Tracker) putRight() {
	if t.phase != playing || t.lastTold() > 0 || t.told[0].node.pos.Placement() == t.expected.Placement() {
		return
	}
	if t.image.squares != sensed(t.sensing, &t.expected) {
		return
	}
	t.startAt(t.expected)
	t.begin(t.now)
}

// Resume goes on after an adjournment, and tells whether the position was set up
// wrongly. A board on which little of it stands is not set up yet.
func (t *Tracker) Resume() []Step {
	if t.phase != over {
		return nil
	}
	t.out = t.Reopen()
	if t.phase != playing {
		return t.out
	}
	want := t.toldTip().pos.Placement()
	if have, ok := t.identified(want); ok && want.Observation().Differing(have.Observation()) <= setUpTolerance {
		t.noticeSetUp(t.now, want, have)
	}
	return t.out
}

// turnToMover turns the board if the first ply shows that it stands the other way
// round: on a board that does not know its pieces both ways look the same before,
// and who moves first is White.
func (t *Tracker) turnToMover() {
	if t.sensing != observation.Occupancy || t.phase != playing && t.phase != ready || t.lastTold() > 0 {
		return
	}
	n := t.told[0].node
	if n.seen.Turned() != n.seen || t.firstPly(t.image.squares) || !t.firstPly(t.image.squares.Turned()) {
		return
	}
	t.image.turn()
	t.startFrom(n)
	if t.phase == playing {
		t.tell(Noticed{T: t.now, Code: "setup-wrong", Ply: 0, Side: observation.NoSide, Data: map[string]any{"kind": "board-reversed"}})
	}
}

// firstPly reports whether a placement is that after a legal first ply.
func (t *Tracker) firstPly(have observation.Placement) bool {
	n := t.told[0].node
	for _, s := range n.successors() {
		after := n.pos.After(s.move)
		if sensed(t.sensing, &after) == have {
			return true
		}
	}
	return false
}
