package reconstruct

import (
	"recorderd/observation"
	"recorderd/position"
)

// noticeSetUp tells how what stands on the board when play begins differs from
// what was announced. Where it differs on many squares nobody made a mistake: the
// recorder came late, and how it came to this position cannot be read.
func (t *Tracker) noticeSetUp(at int64, want, have position.Placement) {
	differs := differing(want, have)
	switch kind := t.wrongSetUp(want, have); {
	case kind == "":
	case kind != "colours-reversed" && differs.Count() > setUpTolerance:
		t.tell(Noticed{T: at, Code: "unreadable", Ply: t.lastTold(), Side: observation.NoSide})
	default:
		t.tellSetUp(at, kind, differs)
	}
	for _, side := range [2]observation.Side{observation.White, observation.Black} {
		if king := position.MakePiece(side, position.King); holds(want, king) && !holds(have, king) {
			t.tell(Noticed{T: at, Code: "king-missing", Ply: t.lastTold(), Side: side})
		}
	}
}

// noticeSurplus tells of a piece too many on the board when play begins.
func (t *Tracker) noticeSurplus(at int64) {
	start := &t.told[0].node.pos
	if s, ok := start.SurplusSince(&t.expected); ok {
		p := start.At(s)
		t.tell(Noticed{T: at, Code: "piece-surplus", Ply: t.lastTold(), Side: p.Side(),
			Data: map[string]any{"square": s.String(), "piece": p.String()}})
	}
}

// tellSetUp tells what is wrong with the set-up, and on which squares. If the
// colours are exchanged it is wrong on all.
func (t *Tracker) tellSetUp(at int64, kind string, differs position.Bitboard) {
	data := map[string]any{"kind": kind}
	if kind != "colours-reversed" {
		data["squares"] = squareNames(differs)
	}
	t.tell(Noticed{T: at, Code: "setup-wrong", Ply: t.lastTold(), Side: observation.NoSide, Data: data})
}

func squareNames(squares position.Bitboard) (names []string) {
	for ; squares != 0; squares &= squares - 1 {
		names = append(names, squares.First().String())
	}
	return names
}

func differing(a, b position.Placement) (d position.Bitboard) {
	for s := range a {
		if a[s] != b[s] {
			d |= 1 << s
		}
	}
	return d
}

// wrongSetUp names what is wrong with a placement, "" for nothing.
func (t *Tracker) wrongSetUp(want, have position.Placement) string {
	differs := differing(want, have)
	missing, swapped := 0, 0
	for d := differs; d != 0; d &= d - 1 {
		switch w, h := want[d.First()], have[d.First()]; {
		case h == position.Empty:
			missing++
		case royal(w) && royal(h) && w.Side() == h.Side():
			swapped++
		}
	}
	switch n := differs.Count(); {
	case n == 0:
		return ""
	case t.coloursExchanged(want, have):
		return "colours-reversed"
	case swapped == n:
		return "king-queen-swapped"
	case missing == n:
		return "piece-missing"
	}
	return "pieces-misplaced"
}

// coloursExchanged reports whether on the board, as it stands on the table, each
// square has the piece that it should have in the other colour.
func (t *Tracker) coloursExchanged(want, have position.Placement) bool {
	for s := range want {
		at := observation.Square(s)
		if t.image.turned {
			at = at.Turned()
		}
		exchanged := position.Empty
		if w := want[s]; w != position.Empty {
			exchanged = position.MakePiece(w.Side().Other(), w.Kind())
		}
		if have[at] != exchanged {
			return false
		}
	}
	return true
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
