package reconstruct

import (
	"slices"

	"recorderd/observation"
	"recorderd/position"
)

// A piece that was displaced counts where it belongs until the next ply is
// completed. If it stands there still, the game is followed from where it stands,
// and when it goes home, from there.

const (
	costFollowed  = 200 // a displaced piece is where the game goes on
	costDisplaced = 350 // a player displaced one of his pieces after his press
)

// followDisplaced adds, now that a side has completed its ply, the reading that
// goes on from what was displaced before that ply began.
func (t *Tracker) followDisplaced(side observation.Side) {
	r := *t.best()
	n := r.tip
	if n.side != side || n.parent == nil || r.done[0] < 0 || r.differs == 0 {
		return
	}
	if pl, ok := t.placedAs(n, r.differs&^t.changedSince(r.differs, n.begun)); ok {
		t.goOnFrom(&r, pl)
		t.prune()
	}
}

// goOnFrom adds the reading in which pieces stand where they were displaced to,
// or where they belong. At home they have their rights again: they made no move.
func (t *Tracker) goOnFrom(r *reading, pl position.Placement) {
	home := r.tip.home
	if home == nil {
		home = &r.tip.pos
	}
	if pl == home.Placement() {
		t.amend(r, *home, nil)
		return
	}
	t.amend(r, r.tip.placed(pl), home)
}

// comeHome adds, where all pieces that were displaced stand where they belong
// again since the last ply, the readings that go on from there.
func (t *Tracker) comeHome() {
	for _, r := range t.beam[:len(t.beam):len(t.beam)] {
		home := r.tip.home
		if home == nil {
			continue
		}
		away, seen := differing(home.Placement(), r.tip.pos.Placement()), sensed(t.sensing, home)
		if r.differs&away != 0 && t.image.differing(&seen, t.now)&away == 0 && t.changedSince(away, r.tip.made) != 0 {
			t.goOnFrom(&r, home.Placement())
		}
	}
	t.prune()
}

// homeAfter returns the position after a ply in which the pieces that were
// displaced before it stand where they belong. A ply that begins or ends where one
// of them was or is makes that their place.
func (n *node) homeAfter(s step) *position.Position {
	if n.home == nil || differing(n.home.Placement(), n.pos.Placement())&s.mask != 0 {
		return nil
	}
	var buf [position.MaxMoves]position.Move
	if !slices.Contains(n.home.Legal(buf[:0]), s.move) {
		return nil
	}
	after := n.home.After(s.move)
	return &after
}

// Belongs returns the position after a ply that was told in which every piece
// that was displaced stands where it belongs.
func (t *Tracker) Belongs(ply int) (p position.Position, ok bool) {
	if ply < 0 || ply >= len(t.told) {
		return p, false
	}
	if n := t.told[ply].node; n.home != nil {
		return *n.home, true
	}
	return p, false
}

// placedAs returns the placement after n with what stands on these squares in
// the image. What is only missing may be a sensor's fault, and stays.
func (t *Tracker) placedAs(n *node, squares position.Bitboard) (pl position.Placement, ok bool) {
	pl = n.pos.Placement()
	d := t.difference(&n.pos, squares)
	if t.sensing == observation.Occupancy && (len(d.came) != 1 || len(d.gone) != 1) {
		return pl, false
	}
	before := pl
	for _, s := range d.came {
		arrived := t.stands(s, before[d.goneOr(s)])
		for _, g := range d.gone {
			if before[g] == arrived && t.image.squares[g] == observation.Empty {
				pl[g] = position.Empty
				break
			}
		}
		pl[s] = arrived
	}
	return pl, len(d.came) > 0
}

// goneOr returns the square that a piece left, or s if none did.
func (d *difference) goneOr(s observation.Square) observation.Square {
	if len(d.gone) > 0 {
		return d.gone[0]
	}
	return s
}

// placed is the position after n with this placement.
func (n *node) placed(pl position.Placement) position.Position {
	p := position.FromPlacement(pl, n.pos.Side(), n.pos.Rights()).WithCounters(n.pos.HalfMoves(), n.pos.FullMove())
	p.SetChess960(n.pos.Chess960())
	return p
}

// amend adds the reading with the same plies that goes on from another position,
// and from home if the pieces come back. What was told of its last ply stays as
// it was.
func (t *Tracker) amend(r *reading, p position.Position, home *position.Position) {
	n := *r.tip
	if n.said == nil {
		n.said = &r.tip.pos
	}
	n.pos, n.home = p, home
	n.seen, n.steps = sensed(t.sensing, &n.pos), nil
	if slices.ContainsFunc(t.beam, func(o reading) bool { return o.tip.parent == n.parent && same(o.tip, &n) }) {
		return
	}
	next := *r
	next.tip = &n
	next.base += costFollowed
	next.differs = t.image.differing(&n.seen, t.now)
	t.appraise(&next)
	t.beam = append(t.beam, next)
}

// maxMended is how many plies after an irregular one its squares may be put right.
const maxMended = 8

// mend adds the readings that go on from a board on which the squares of an
// earlier irregular ply are again as they were before it.
func (t *Tracker) mend() {
	for _, r := range t.beam[:len(t.beam):len(t.beam)] {
		if r.differs == 0 {
			continue
		}
		for n := r.tip.parent; n != nil && n.parent != nil && n.ply+maxMended > r.tip.ply; n = n.parent {
			if n.act.kind == "" || r.differs&n.act.squares == 0 || !t.asBefore(n) {
				continue
			}
			pl := r.tip.pos.Placement()
			for f := n.act.squares; f != 0; f &= f - 1 {
				pl[f.First()] = n.parent.pos.At(f.First())
			}
			t.amend(&r, r.tip.placed(pl), nil)
		}
	}
	t.prune()
}

// asBefore reports whether the squares of an irregular ply show what stood there
// before it.
func (t *Tracker) asBefore(n *node) bool {
	for f := n.act.squares; f != 0; f &= f - 1 {
		if s := f.First(); t.image.squares[s] != n.parent.seen[s] {
			return false
		}
	}
	return true
}

// displacedByMover reports whether all that a reading does not explain is that
// the player has displaced a piece after he had pressed his clock.
func (t *Tracker) displacedByMover(r *reading) bool {
	d := t.difference(&r.tip.pos, r.differs)
	if len(d.gone) != 1 || len(d.came) != 1 || r.done[0] < 0 || r.tip.pos.At(d.gone[0]).Side() != r.tip.side {
		return false
	}
	from, to := d.gone[0], d.came[0]
	return t.image.squares[to] == r.tip.seen[from] && min(t.image.changed[from], t.image.changed[to]) > r.done[0]
}

// noteStanding tells, of a board that stands after a press, what no game can have.
func (t *Tracker) noteStanding() {
	if t.phase != playing || t.away.is || t.gap.open {
		return
	}
	t.noteIllegalRest()
	t.noteSurplus()
}

// noteSurplus tells of a piece too many that stood there at the press.
func (t *Tracker) noteSurplus() {
	r := t.best()
	t.surplus &= r.differs
	if r.done[0] < 0 || r.differs&^t.surplus == 0 || t.piecesInDoubt(t.lastTold()) {
		return
	}
	d := t.difference(&r.tip.pos, r.differs)
	for _, s := range d.came {
		if len(d.gone) > 0 || t.surplus.Has(s) || t.image.changed[s] > r.done[0] || !t.tooMany(r.tip, s) {
			continue
		}
		t.surplus |= position.SetOf(s)
		data := map[string]any{"square": s.String()}
		side := observation.NoSide
		if p := t.stands(s, position.Empty); p != position.Empty {
			side, data["piece"] = p.Side(), p.String()
		}
		t.tell(Noticed{T: r.done[0], Code: "piece-surplus", Ply: t.lastTold(), Side: side, Data: data})
	}
}

// tooMany reports whether with what came to a square there are more pieces than
// promotion allows.
func (t *Tracker) tooMany(n *node, s observation.Square) bool {
	p := t.stands(s, position.Empty)
	if p == position.Empty {
		return true // nobody can tell which piece it is, but there is one more
	}
	with := n.pos.With(p, s)
	return with.Surplus(p.Side())
}

// kingAway is how long a king is off the board before it counts as missing, in
// milliseconds: those that were knocked over are soon put back.
const kingAway = 5000

// absentKing returns the king that was off the board when the clock was pressed
// and is not back, and since when.
func (t *Tracker) absentKing() (side observation.Side, since int64, ok bool) {
	if t.phase != playing || t.away.is || t.gap.open || len(t.beam) == 0 {
		return 0, 0, false
	}
	r := t.best()
	if r.differs == 0 || r.done[0] < 0 || t.kingless == r.tip || t.piecesInDoubt(t.lastTold()) {
		return 0, 0, false
	}
	for _, side := range []observation.Side{observation.White, observation.Black} {
		k := r.tip.pos.King(side)
		if k == observation.NoSquare || !r.differs.Has(k) || t.image.squares[k] != observation.Empty || t.image.changed[k] > r.done[0] {
			continue
		}
		if r.differs == position.SetOf(k) {
			return side, t.image.changed[k], true
		}
	}
	return 0, 0, false
}

// absentDue returns when a king that is off the board counts as missing.
func (t *Tracker) absentDue() (at int64, ok bool) {
	if _, since, absent := t.absentKing(); absent {
		return since + kingAway, true
	}
	return 0, false
}

// noteAbsent tells of a king that is missing.
func (t *Tracker) noteAbsent() {
	side, _, _ := t.absentKing()
	r := t.best()
	t.kingless = r.tip
	t.tell(Noticed{T: r.done[0], Code: "king-missing", Ply: t.lastTold(), Side: side})
}
