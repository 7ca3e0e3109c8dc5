package reconstruct

import (
	"slices"

	"recorderd/observation"
	"recorderd/position"
)

// beforeLift is called before a piece is seen to leave its square.
func (t *Tracker) beforeLift(s observation.Square) {
	if t.phase != playing && t.phase != ready || t.gap.open || len(t.beam) == 0 || t.image.uneasy(s, t.now) {
		return
	}
	t.takeBackAtLift(s)
	r := t.best()
	if n := r.tip; r.differs == 0 && n.parent != nil && !n.firm && !n.unseen && answers(&n.pos, n.move, s) {
		n.firm = true
		if !t.pressing() {
			t.charge()
		}
		t.publish()
	}
	if t.press.side != observation.NoSide && t.toldTip().pos.At(s).Side() == t.press.side.Other() {
		t.answerAtOnce(s)
		t.resolvePress(true)
	}
	if !t.pressing() && t.phase == playing {
		t.supposeAtLift(r, s)
		t.answerIrregular(s)
		t.answer(s)
	}
	if !t.pressing() {
		t.answerBlack(s)
	}
}

// answerAtOnce lets an irregular ply be known that stood there at the press and
// stands no longer: the opponent has taken its piece off, and lifts the one that
// captures it.
func (t *Tracker) answerAtOnce(s observation.Square) {
	for i := range t.beam {
		r := &t.beam[i]
		n := r.tip
		at := r.differs.First()
		if n.act.kind == "" || n.side != t.press.side || r.differs.Count() != 1 || t.image.squares[at] != observation.Empty {
			continue
		}
		takes := func(st step) bool { return st.move.From() == s && n.pos.IsCapture(st.move) && captured(st.move) == at }
		n.firm = n.firm || slices.ContainsFunc(n.successors(), takes)
	}
}

// answer completes the last ply of a game without a clock: the opponent has
// touched a piece that can answer it.
func (t *Tracker) answer(s observation.Square) {
	last := t.lastTold()
	n := t.toldTip()
	if last > 0 && t.told[last].completed < 0 && answers(&n.pos, n.move, s) {
		t.complete(last, t.now, ByAnswer)
		t.completeIn(n, t.now)
	}
}

// answers reports whether the lifting of what stands on a square begins the
// answer to the last move: the piece can move, or it can be captured. The piece
// that has just landed is left out, for its own player may be moving it on.
func answers(p *position.Position, last position.Move, s observation.Square) bool {
	piece := p.At(s)
	if piece == position.Empty {
		return false
	}
	if piece.Side() != p.Side() && (s == last.To() || last.IsCastling()) {
		return false
	}
	var buf [position.MaxMoves]position.Move
	for _, m := range p.Legal(buf[:0]) {
		if m.From() == s || p.IsCapture(m) && captured(m) == s {
			return true
		}
	}
	return false
}

// halfOfCastling reports whether a ply looks like half of a castling that was
// still allowed: time alone must not make it a move. That is the rook's half
// (4.4), and in Chess960 the king's too, where it goes one square.
func halfOfCastling(n *node) bool {
	if n.move == 0 || n.move.IsCastling() {
		return false
	}
	before, m := &n.parent.pos, n.move
	if p := before.At(m.From()); p.Kind() != position.Rook && p.Kind() != position.King {
		return false
	}
	for _, s := range n.parent.successors() {
		if !s.move.IsCastling() {
			continue
		}
		king, rook := s.move.Castled()
		if s.move.From() == m.From() && king == m.To() || s.move.To() == m.From() && rook == m.To() {
			return true
		}
	}
	return false
}

// comesDown reports whether, on an occupancy board, nothing stands where the last
// ply of a reading has taken something: only now was that seen to leave, and the
// piece that took it is still to come.
func (r *reading) comesDown() bool {
	n := r.tip
	if n.parent == nil || n.move == 0 || !n.parent.pos.IsCapture(n.move) {
		return false
	}
	to := n.move.To()
	return n.seen[to] == observation.Occupied && r.differs.Has(to)
}

// exchanged adds the castling of Chess960 in which king and rook have changed
// places, where an occupancy board has seen a square of theirs empty and no more.
func (t *Tracker) exchanged(side observation.Side) {
	if t.sensing != observation.Occupancy {
		return
	}
	for _, r := range t.beam[:len(t.beam):len(t.beam)] {
		if r.differs != 0 || r.open.side != side || r.tip.pos.Side() != side {
			continue
		}
		e := t.evidence(r.tip)
		for _, s := range r.tip.successors() {
			if s.move.IsCastling() && s.mask.Count() == 2 && s.mask&e.off != 0 {
				waiting := r
				if !e.off.Has(s.move.From()) {
					waiting.base -= costNeverLeft // one comes to where the other stood
				}
				t.extend(&waiting, s, 0)
			}
		}
	}
}
