package reconstruct

import (
	"cmp"
	"slices"

	"recorderd/observation"
	"recorderd/position"
	"recorderd/touch"
)

// reading is a hypothesis: a line of plies that may have been played, and what it
// costs to believe it, in hundredths of a nat. Its base is paid for the plies and
// presses that it holds to have happened. On top comes what the touches say of
// its last ply, and what its last position leaves unexplained on the board, which
// both change with what is seen.
type reading struct {
	tip      *node
	base     int
	touched  int
	differs  position.Bitboard // the squares that its last position does not explain
	squares  int               // and what they cost
	misfit   bool              // something stands on one of them that should not
	charged  int64             // the image that it has paid for,
	paid     int               // and how much
	dead     position.Bitboard // squares that it holds for dead
	supposed int               // the ply since which it does
	told     bool              // it goes on from the line that was told,
	kept     bool              // and no piece that the board knows stands against it

	done [2]int64 // when the last ply and the one before it were completed, or -1
	open press    // a press that completes none of its plies
}

const (
	// maxBeam is how many readings are kept, the likeliest.
	maxBeam = 32
	// hopeless is how much more than the best a reading may cost: e to the power
	// of 10 is 22,000.
	hopeless = 1000
	// doubtful is how much more another reading must cost to leave a ply sure: e
	// to the power of 7 is 1,097.
	doubtful = 700
)

func (r *reading) cost() int { return r.base + r.touched + r.squares }

// clear reports whether a reading explains the board, but for what may be in the
// players' hands.
func (r *reading) clear() bool { return r.squares <= 2*costInHand && !r.misfit }

// startFrom makes one line the only reading.
func (t *Tracker) startFrom(n *node) {
	t.beam = []reading{{tip: n, done: [2]int64{n.made, n.made}, open: noPress}}
	t.clock.stood = nil
	t.weigh()
}

// best is the likeliest reading.
func (t *Tracker) best() *reading { return &t.beam[0] }

// drop gives up the readings that are not wanted, but never all of them.
func (t *Tracker) drop(unwanted func(reading) bool) {
	if best := t.beam[0]; !slices.ContainsFunc(t.beam, func(r reading) bool { return !unwanted(r) }) {
		t.beam = append(t.beam[:0], best)
		return
	}
	t.beam = slices.DeleteFunc(t.beam, unwanted)
}

// weigh brings the readings up to date with the image and the time, and puts the
// likeliest first.
func (t *Tracker) weigh() {
	for i := range t.beam {
		r := &t.beam[i]
		t.trust(r)
		r.differs = t.image.differing(&r.tip.seen, t.now)
		t.appraise(r)
		t.follow(r)
	}
	t.trust(nil)
	t.prune()
}

// follow brings up to date what the touches say of the last ply of a reading, as
// long as it is not told: its piece may still be on the way or come again, and
// what it took may be seen to leave only now.
func (t *Tracker) follow(r *reading) {
	n := r.tip
	if n.parent == nil || n.move == 0 || n.firm {
		return
	}
	e := t.evidence(n.parent)
	n.unseen = t.unseenCapture(n, e) || t.image.dead.Has(n.move.To())
	t.trackLoose(n)
	mask := footprint(n.move)
	if r.differs&mask == 0 {
		n.begun, n.made = t.times(e, mask)
		n.imaged = t.image.last
		n.shown = true
		n.whole = n.whole || r.differs&t.occupied() == 0
	}
	r.touched = t.costOfTouches(n, r.differs, e)
}

// appraise works out what the squares cost that a reading does not explain.
func (t *Tracker) appraise(r *reading) {
	r.squares = t.residual(r)
	r.misfit = r.differs != 0 && r.differs&t.occupied() != 0
}

// charge lets the readings that do not explain the board as it stands pay for it
// for good.
func (t *Tracker) charge() {
	for i := range t.beam {
		r := &t.beam[i]
		if r.clear() {
			continue
		}
		if r.charged != t.image.last {
			r.charged, r.paid = t.image.last, 0
		}
		due := min(r.squares, costExtra)
		if t.changeable(r) {
			due = min(due, costStop)
		}
		r.base += max(due-r.paid, 0)
		r.paid = max(due, r.paid)
	}
	t.prune()
}

// changeable reports whether a reading is the likeliest one without its last ply,
// which its player may change until he presses his clock.
func (t *Tracker) changeable(r *reading) bool {
	best := &t.beam[0]
	return best.tip.parent == r.tip && best.done[0] < 0
}

// prune puts the likeliest reading first and drops those that are another's
// twin, too unlikely, or too many. What falls though nothing speaks against it
// leaves its doubt.
func (t *Tracker) prune() {
	if len(t.beam) == 1 {
		return
	}
	told := t.toldTip()
	for i := range t.beam {
		r := &t.beam[i]
		r.told = r.tip.ply >= told.ply && agree(r.tip.at(told.ply), told)
		r.kept = r.told && (!r.misfit || t.sensing == observation.Occupancy)
	}
	slices.SortStableFunc(t.beam, func(a, b reading) int {
		if c := cmp.Compare(a.rank(), b.rank()); c != 0 {
			return c
		}
		return cmp.Compare(a.tip.ply, b.tip.ply)
	})
	kept := t.beam[:0]
	for _, r := range t.beam {
		if r.cost() > t.beam[0].cost()+hopeless && !t.changeable(&r) || t.twin(kept, r) {
			continue
		}
		if len(kept) == maxBeam {
			if r.clear() || !kept[0].clear() {
				rival(kept[0].tip, r.tip, r.cost()-kept[0].cost())
			}
			continue
		}
		kept = append(kept, r)
	}
	clear(t.beam[len(kept):])
	t.beam = kept
}

// stubborn is how much likelier another line must be than the one that was told.
const stubborn = 80

func (r *reading) rank() int { return r.cost() - pick(r.kept, stubborn, 0) }

// twin reports whether a reading has come to the same position as one that is
// kept: nothing can tell them apart any more.
func (t *Tracker) twin(kept []reading, r reading) bool {
	for i := range kept {
		k := &kept[i]
		if k.tip.ply != r.tip.ply || k.tip.pos != r.tip.pos || k.tip.parent == nil || k.tip.move != r.tip.move {
			continue
		}
		if k.tip.parent.pos == r.tip.parent.pos {
			rival(k.tip, r.tip, r.cost()-k.cost())
			return true
		}
	}
	return false
}

// rival remembers, at the plies of a line that is kept, how another one read them
// that is given up.
func rival(kept, lost *node, gap int) {
	common := fork(kept, lost).ply
	last := min(kept.ply, lost.ply)
	for ply := common + 1; ply <= last; ply++ {
		k, l := kept.at(ply), lost.at(ply)
		if k.move != l.move || k.act.kind != l.act.kind {
			k.rivals = append(k.rivals, lostLine{tip: lost.at(lastDiffering(kept, lost, last)), gap: gap})
		}
	}
}

// lastDiffering returns the last ply up to one at which two lines have other
// moves.
func lastDiffering(a, b *node, ply int) int {
	a, b = a.at(ply), b.at(ply)
	for a.move == b.move && a.act.kind == b.act.kind {
		a, b = a.parent, b.parent
	}
	return a.ply
}

// glimpse adds the readings whose next ply the image shows, though it may be a
// stop on the way to another square.
func (t *Tracker) glimpse() {
	for _, r := range t.beam[:len(t.beam):len(t.beam)] {
		if r.differs == 0 {
			continue
		}
		t.trust(&r)
		for _, s := range r.tip.successors() {
			if r.differs&s.mask == 0 {
				continue
			}
			d := t.differAfter(&r.tip.pos, s, r.differs)
			if d != 0 && !stands(s, r.differs, d) {
				continue
			}
			t.extend(&r, s, d)
			if d&t.occupied() != 0 {
				t.secondOf(&r, s, d)
			}
		}
	}
	t.trust(nil)
	t.prune()
}

// stands reports whether a ply is seen to stand on its squares, where it was not
// before, while something else is in motion: pieces are missing, in hands,
// knocked over, or off their centres, or the answer was already made.
func stands(s step, before, after position.Bitboard) bool {
	return after&s.mask == 0 && (before&s.mask).Count() >= 2 && after.Count() <= maxHand
}

// extend adds a reading with one more ply, unless it is there.
func (t *Tracker) extend(r *reading, s step, d position.Bitboard) {
	for i := range t.beam {
		if tip := t.beam[i].tip; tip.parent == r.tip && tip.move == s.move {
			return
		}
	}
	t.beam = append(t.beam, t.extended(r, s, d))
}

// extended returns a reading with one more ply, after which the image differs in
// d.
func (t *Tracker) extended(r *reading, s step, d position.Bitboard) reading {
	before := &r.tip.pos
	if r.tip.act.kind != "" {
		r.tip.firm = true // it is answered
	}
	child := t.newNode(before.After(s.move), before.Side())
	child.parent, child.ply, child.move = r.tip, r.tip.ply+1, s.move
	child.home, child.guessed = r.tip.homeAfter(s), t.guesses(s.move)
	next := reading{tip: child, base: r.base + r.touched + t.costOfPly(r, s.move), differs: d, done: [2]int64{-1, r.done[0]}, open: r.open,
		dead: r.dead, supposed: r.supposed}
	t.appraise(&next)
	e := t.evidence(r.tip)
	child.begun, child.made = t.times(e, s.mask)
	t.follow(&next)
	t.takeOpenPress(&next)
	if foreseen := t.costOfForesight(child); foreseen > 0 {
		next.base += foreseen
	} else if r.tip.parent != nil && !r.tip.whole {
		t.placeBetween(&next, r.tip)
	}
	return next
}

// takeOpenPress lets a new ply be what its player had pressed the clock for.
func (t *Tracker) takeOpenPress(r *reading) {
	if r.open.side == r.tip.side {
		r.base += costEarly - costPressOpen + t.costOfWaiting(r)
		r.done[0], r.open = max(r.open.t, r.tip.made), noPress
		t.appraise(r)
	}
}

// anchor takes the image as one that stood, and looks for plies that explain it:
// none, one, or two that came between two images.
func (t *Tracker) anchor() {
	t.weigh()
	if t.best().differs == 0 {
		return
	}
	clear := t.best().clear()
	for _, r := range t.beam[:len(t.beam):len(t.beam)] {
		t.trust(&r)
		for _, s := range r.tip.successors() {
			if r.differs&s.mask == 0 {
				continue
			}
			d := t.differAfter(&r.tip.pos, s, r.differs)
			if clear && d&s.mask != 0 {
				continue // nothing calls for a ply that does not stand there
			}
			if s.move.Promotion() != position.NoKind && d.Has(s.move.To()) && t.occupied().Has(s.move.To()) {
				continue // it is seen to be another piece
			}
			if d.Count() < r.differs.Count() && d.Count() <= 2*maxHand {
				t.extend(&r, s, d)
			}
		}
	}
	t.trust(nil)
	t.prune()
	t.glimpse()
	if t.best().squares >= 2*costInHand {
		t.pairs()
	}
}

// pairs adds the readings whose next two plies explain the image.
func (t *Tracker) pairs() {
	limit := t.best().cost() + costMissing
	for _, r := range t.beam[:len(t.beam):len(t.beam)] {
		if r.cost() > limit {
			break
		}
		t.trust(&r)
		for _, first := range r.tip.successors() {
			if d := t.differAfter(&r.tip.pos, first, r.differs); d != 0 && d.Count() <= maxHand {
				t.secondOf(&r, first, d)
			}
		}
	}
	t.trust(nil)
	t.prune()
}

// secondOf adds the readings that explain the image by a given ply and one more.
func (t *Tracker) secondOf(r *reading, first step, d position.Bitboard) {
	after := r.tip.pos.After(first.move)
	var between reading
	var buf [position.MaxMoves]position.Move
	for _, m := range after.Legal(buf[:0]) {
		s := step{m, footprint(m)}
		if d&^s.mask != 0 || t.differAfter(&after, s, d) != 0 {
			continue
		}
		if between.tip == nil {
			between = t.extended(r, first, d)
		}
		next := t.extended(&between, s, 0)
		next.base += t.costOfOrder(between.tip, s.move)
		t.beam = append(t.beam, next)
	}
}

// placeBetween gives a ply that no image showed its time, now that a reading goes
// on from it, and tells whether its own squares stood on the board for a moment.
func (t *Tracker) placeBetween(r *reading, n *node) {
	if at, ok := t.stoodAt(n); ok {
		n.made = max(at, n.parent.made)
		return
	}
	n.inferred = true
	n.made = t.image.last
	if r.done[1] >= 0 {
		n.made = min(n.made, r.done[1])
	}
	r.base += costUnseenPly
}

// stoodAt returns when the squares of a ply came to stand as they do after it,
// though they do no longer.
func (t *Tracker) stoodAt(n *node) (at int64, ok bool) {
	mask := footprintOf(n)
	squares := t.image.squares
	touches := since(t.image.touches, n.parent.made)
	for i := len(touches) - 1; i >= 0; i-- {
		c := touches[i]
		if !mask.Has(c.Square) {
			continue
		}
		squares[c.Square] = c.Before
		matches := true
		for f := mask; f != 0; f &= f - 1 {
			s := f.First()
			matches = matches && (squares[s] == n.seen[s] || t.image.dead.Has(s))
		}
		if matches {
			return lastBefore(touches[:i], mask), true
		}
	}
	return 0, false
}

// lastBefore returns the time of the last touch of these squares.
func lastBefore(touches touch.Log, mask position.Bitboard) int64 {
	for i := len(touches) - 1; i >= 0; i-- {
		if mask.Has(touches[i].Square) {
			return touches[i].T
		}
	}
	return -1
}

// costOfForesight speaks against a ply that came to rest before the one that it
// answers was begun.
func (t *Tracker) costOfForesight(n *node) int {
	answered := n.parent
	if answered.parent == nil || answered.begun >= answered.made || answered.pos.At(n.move.To()) != position.Empty {
		return 0
	}
	if t.image.changed[n.move.To()]+t.scan < answered.begun {
		return costBackwards
	}
	return 0
}

// costOfOrder speaks against a ply whose piece left its square before that of
// the ply it follows.
func (t *Tracker) costOfOrder(first *node, second position.Move) int {
	e := t.evidence(first.parent)
	a, b := first.move.From(), second.From()
	if e.off.Has(a) && e.off.Has(b) && e.first[b]+t.scan < e.first[a] {
		return costWrongOrder
	}
	return 0
}
