package reconstruct

import (
	"slices"

	"recorderd/observation"
	"recorderd/position"
)

// gap is a time in which the board was not seen.
type gap struct {
	open    bool
	imaged  bool    // a whole placement came since
	blind   bool    // the clock was not heard either
	presses []press // of the clock meanwhile
	tried   int64   // the last image that was tried
	began   int64   // when it began
	since   int64   // when anything was last known to be lost in it
	pressed int64   // when a press was heard that came after the image; -1 for none
	tries   int     // how often it was
	stood   *node   // the ply that stood on the board before, and was not told yet
}

const (
	maxUnseen   = 6      // plies that are searched for in a gap
	maxTries    = 8      // how often an image after a gap is tried
	slowHand    = 3000   // no move is half done for longer, in milliseconds
	maxSearched = 20_000 // positions after which a search gives up
)

// loseSight opens a gap: from here on plies may go unseen. Before play nothing
// can be missed that a later image does not show.
func (t *Tracker) loseSight() {
	if t.phase != playing {
		return
	}
	if tip := t.best().tip; tip.ply == t.lastTold()+1 && agree(tip.parent, t.toldTip()) {
		t.gap.stood = tip
	}
	if p := t.press; p.side != observation.NoSide {
		t.gap.presses, t.press = append(t.gap.presses, p), noPress
	}
	if !t.gap.open {
		t.gap.began = t.now
	}
	t.gap.open, t.gap.imaged, t.gap.tried = true, false, -1
	t.gap.since, t.gap.pressed = t.now, -1
	t.gap.blind = t.gap.blind || !t.clock.up
}

// gapDue returns when the image after a gap is to be read: when it is quiet. If
// it can't be read a move may be half done, such as a castling; it is given up
// when the player has pressed the clock on it, or when that takes too long.
func (t *Tracker) gapDue() (at int64, ok bool) {
	g := &t.gap
	if !g.open || !g.imaged || t.phase != playing {
		return 0, false
	}
	switch {
	case g.tried != t.image.last:
		return t.image.last + t.settle, true
	case g.pressed >= t.image.last:
		return g.pressed + t.settle, true
	}
	return t.image.last + slowHand, true
}

// readGap finds what was played while the board was not seen, now that the board
// is quiet. The presses of the clock say how many plies there were; one more may
// not be completed yet, and two presses may both have gone unheard.
func (t *Tracker) readGap() {
	if t.fillOpen() {
		return
	}
	t.gap.tried = t.image.last
	t.gap.tries++
	least := t.unseenPlies()
	most := maxUnseen
	if t.pressing() && !t.gap.blind {
		most = least + 1
	}
	switch {
	case t.readPlies(least, least+1, false) || t.readPlies(least, least+1, true) || t.readPlies(least+2, most, true):
	case (t.finished() || !t.halfDone()) && !t.oneInHand() || t.gap.tries >= maxTries:
		t.skipUnreadable()
	}
	if t.gap.open && t.gap.tries >= maxTries {
		t.giveUp()
	}
}

// finished reports whether no move can be half done on the board after a gap: the
// player has pressed his clock on it, or it has stood for too long.
func (t *Tracker) finished() bool {
	pressed := t.gap.pressed >= t.image.last && t.now-t.gap.pressed >= t.settle
	return pressed || t.now-t.image.last >= slowHand
}

// halfDone reports whether the board can come out as it should when the pieces
// that are in hands come down: not much more is missing than can have been taken.
func (t *Tracker) halfDone() bool {
	d := t.lacks(t.toldTip())
	return len(d.gone)-len(d.came) <= maxUnseen
}

// oneInHand reports whether the board may be read better when a piece that is in
// a hand comes down: one piece less stands there than a move before.
func (t *Tracker) oneInHand() bool {
	d := t.lacks(t.toldTip())
	return len(d.came) == 0 && len(d.gone) <= 2
}

// pressedInGap takes a press of the clock, which says that the ply on the board
// is finished. One that is heard first after the gap may be of any time in it.
func (t *Tracker) pressedInGap(side observation.Side, heard int64) {
	t.gap.presses = append(t.gap.presses, press{side: side, t: t.now})
	if !t.gap.imaged || t.phase != playing {
		return
	}
	if heard > t.gap.since {
		t.gap.pressed = t.now
	}
	if t.fillOpen() {
		return
	}
	n := t.unseenPlies()
	t.readPlies(n, n, false)
}

// readGapAtAct reads a gap before somebody says something about the game, if what
// stands on the board explains it.
func (t *Tracker) readGapAtAct() {
	if !t.gap.imaged || t.phase != playing || t.fillOpen() {
		return
	}
	n := t.unseenPlies()
	t.readPlies(n, n+pick(t.now-t.image.last >= t.settle, 1, 0), false)
}

// Unread reports whether plies may have been made in a gap that could not be read,
// or not yet: the clock was pressed in it, or it was not heard.
func (t *Tracker) Unread() bool {
	g := &t.gap
	switch {
	case t.phase != playing:
		return false
	case !g.open:
		return t.away.lost
	}
	presses := len(g.presses)
	if last := t.told[t.lastTold()]; presses > 0 && last.completed < 0 && g.presses[0].side == last.node.side {
		presses-- // of a ply that was seen
	}
	return presses > 0 || g.blind || !t.pressing()
}

// readGapAtLift reads a gap before a piece is lifted, if that begins an answer to
// what is on the board.
func (t *Tracker) readGapAtLift(s observation.Square) {
	if !t.gap.open || !t.gap.imaged || t.phase != playing || t.fillOpen() {
		return
	}
	least := t.unseenPlies()
	most := least + 1
	if !t.pressing() {
		most = 2
	}
	for n := least; n <= min(most, maxUnseen); n++ {
		lines := t.search(n, false)
		if len(lines) == 0 {
			continue
		}
		p, last := t.toldTip().pos, t.toldTip().move
		for _, m := range lines[0] {
			p, last = p.After(m), m
		}
		if answers(&p, last, s) {
			t.closeGap(lines)
			return
		}
	}
	if t.answersUnreadable(s, least) {
		t.skipUnreadable()
	}
}

// answersUnreadable reports whether the lift of a piece shows that a board after
// a gap, to which no so many plies lead, was not half done: its player had
// pressed the clock, or it has stood for a while after more plies than are
// searched for, or after as many as there were presses, none of them unheard. In
// brisk play it never rests for longer.
func (t *Tracker) answersUnreadable(s observation.Square, plies int) bool {
	piece := t.stands(s, t.toldTip().pos.At(s))
	if !t.pressing() || piece == position.Empty || piece.Side() != t.clock.running {
		return false
	}
	if t.gap.pressed >= t.image.last {
		return true
	}
	counted := plies > 0 && !t.gap.blind && t.gap.tried == t.image.last && !t.oneInHand()
	return (plies > maxUnseen || counted) && t.now-t.image.last >= slowAnswer
}

// unseenPlies returns how many plies there were in a gap at least, after the ply
// before it was completed.
func (t *Tracker) unseenPlies() int {
	base := t.lastTold()
	if ps := t.gap.presses; base > 0 && len(ps) > 0 && ps[0].side == t.toldTip().side && t.told[base].completed < 0 {
		t.complete(base, ps[0].t, ByPress)
		t.gap.presses = ps[1:]
	}
	return len(t.gap.presses)
}

// readPlies closes the gap if the image shows what so many plies lead to; with
// inHand the next one may be half done.
func (t *Tracker) readPlies(lo, hi int, inHand bool) bool {
	for n := lo; n <= hi && n <= maxUnseen; n++ {
		if lines := t.search(n, inHand); len(lines) > 0 {
			t.closeGap(lines)
			return true
		}
	}
	return false
}

// closeGap ends a gap with the lines that may have been played in it, each ply at
// its press, or else at the image that showed it.
func (t *Tracker) closeGap(lines [][]position.Move) {
	presses, blind := t.gap.presses, t.gap.blind && t.pressing()
	t.gap = gap{}
	base := t.told[t.lastTold()]
	n := len(lines[0])
	if n > 0 {
		t.tell(Noticed{T: t.image.last, Code: "missed-move", Ply: base.node.ply + 1, Side: observation.NoSide,
			Data: map[string]any{"plies": n}})
	}
	pressed := t.pressTimes(base.node, n, presses, blind)
	t.beam = t.beam[:0]
	for _, line := range lines {
		t.beam = append(t.beam, t.unseenLine(&base, line, pressed))
	}
	t.weigh()
	t.publish()
	t.glimpse()
	t.endLapse()
}

// unseenLine returns the reading with these plies, which nobody saw.
func (t *Tracker) unseenLine(base *toldPly, line []position.Move, pressed []int64) reading {
	r := reading{tip: base.node, done: [2]int64{base.completed, base.completed}, open: noPress}
	for i, m := range line {
		before := &r.tip.pos
		n := t.newNode(before.After(m), before.Side())
		n.parent, n.ply, n.move = r.tip, r.tip.ply+1, m
		n.pressed = pressed[i]
		n.made = t.image.last
		if n.pressed >= 0 {
			n.made = n.pressed
		}
		n.begun, n.imaged = n.made, t.image.last
		n.inferred, n.firm, n.shown, n.whole = true, true, true, true
		if t.sensing == observation.Occupancy && m.Promotion() != position.NoKind {
			r.base += costOfPromotion[m.Promotion()]
		}
		t.trackLoose(n)
		r.tip, r.done = n, [2]int64{n.pressed, r.done[0]}
	}
	return r
}

// pressTimes returns when each of n plies was completed by a press that was
// heard, -1 where none was. If the recorder was away, those that were heard are
// the last; of the others nobody can tell whether they were made.
func (t *Tracker) pressTimes(base *node, n int, presses []press, blind bool) []int64 {
	times := make([]int64, n)
	for i := range times {
		times[i] = -1
		if !blind && i < len(presses) {
			times[i] = presses[i].t
		}
	}
	if !blind {
		return times
	}
	mover := func(i int) observation.Side {
		if i%2 == 0 {
			return base.pos.Side()
		}
		return base.pos.Side().Other()
	}
	for i := n - 1; i >= 0; i-- {
		if last := len(presses) - 1; last >= 0 && presses[last].side == mover(i) {
			times[i], presses = presses[last].t, presses[:last]
		}
	}
	return times
}

// deeper looks for three plies that went unseen before this side pressed its
// clock, where fewer do not explain the board.
func (t *Tracker) deeper(side observation.Side) {
	r := t.best()
	if t.sensing == observation.Occupancy || r.squares < costExtra || r.tip.act.kind != "" || !agree(r.tip, t.toldTip()) {
		return
	}
	if r.tip.pos.Side() != side {
		return
	}
	base := toldPly{node: r.tip, completed: r.done[0]}
	unheard := []int64{-1, -1, -1}
	for _, line := range t.search(3, false) {
		if t.unmoved(r.tip, line) {
			continue
		}
		next := t.unseenLine(&base, line, unheard)
		next.base += r.base + 2*costPressMissing
		next.open = r.open
		t.takeOpenPress(&next)
		t.beam = append(t.beam, next)
	}
	t.weigh()
}

// search returns the lines of exactly n legal plies from the last one that was
// told that end in the image, or nil. With inHand the next ply may be half done,
// if no line leads to the image as it is.
func (t *Tracker) search(n int, inHand bool) [][]position.Move {
	s := search{t: t, inHand: inHand}
	tip := t.toldTip()
	s.from(&tip.pos, tip.successors(), t.image.differing(&tip.seen, t.now), n, nil)
	if s.visited > maxSearched {
		return nil
	}
	if len(s.found) == 0 {
		s.found = s.lifted
	}
	return t.likelier(s.found)
}

// likelier leaves out the lines that do not begin with the ply that stood on the
// board before the gap, if one does.
func (t *Tracker) likelier(lines [][]position.Move) [][]position.Move {
	stood := t.gap.stood
	if stood == nil || !agree(stood.parent, t.toldTip()) {
		return lines
	}
	begins := func(l []position.Move) bool { return len(l) > 0 && l[0] == stood.move }
	if !slices.ContainsFunc(lines, begins) {
		return lines
	}
	return slices.DeleteFunc(lines, func(l []position.Move) bool { return !begins(l) })
}

type search struct {
	t       *Tracker
	inHand  bool
	visited int
	found   [][]position.Move
	lifted  [][]position.Move // lines after which the next ply is half done
}

// from searches n plies deep from a position that the image differs from in d.
func (s *search) from(p *position.Position, steps []step, d position.Bitboard, n int, path []position.Move) {
	s.visited++
	if s.visited > maxSearched || len(s.found) == maxBeam {
		return
	}
	if n == 0 {
		s.arrive(p, d, path)
		return
	}
	// A ply changes two squares, three en passant, four castling; each side
	// castles once.
	most := 2*(n-1) + 2*min(n-1, 2)
	if n > 1 {
		most++
	}
	if s.inHand {
		most += maxHand
	}
	for _, st := range steps {
		after := s.t.differAfter(p, st, d)
		if after.Count() > most {
			continue
		}
		next := p.After(st.move)
		s.from(&next, s.steps(&next, n-1), after, n-1, append(path, st.move))
	}
}

// steps returns the plies to search from a position, none at the end of a line.
func (s *search) steps(p *position.Position, n int) []step {
	if n == 0 {
		return nil
	}
	var buf [position.MaxMoves]position.Move
	moves := p.Legal(buf[:0])
	steps := make([]step, len(moves))
	for i, m := range moves {
		steps[i] = step{m, footprint(m)}
	}
	return steps
}

// arrive keeps a line that ends in the image.
func (s *search) arrive(p *position.Position, d position.Bitboard, path []position.Move) {
	switch {
	case d == 0:
		s.found = append(s.found, slices.Clone(path))
	case d.Count() <= maxHand && s.inHand && len(s.lifted) < maxBeam && s.underway(p):
		s.lifted = append(s.lifted, slices.Clone(path))
	}
}

// underway reports whether the image shows a ply from this position half done:
// of its squares each may be as before, as after, or empty with the piece in a
// hand.
func (s *search) underway(p *position.Position) bool {
	before, image := sensed(s.t.sensing, p), &s.t.image.squares
	var buf [position.MaxMoves]position.Move
	for _, m := range p.Legal(buf[:0]) {
		next := p.After(m)
		after := sensed(s.t.sensing, &next)
		if after != *image && between(&before, &after, image, captured(m)) {
			return true
		}
	}
	return false
}

func between(before, after, image *observation.Placement, taken observation.Square) bool {
	for sq, is := range image {
		switch {
		case is == before[sq]:
		case is == observation.Empty && observation.Square(sq) == taken:
		case before[sq] == after[sq], is != observation.Empty && is != after[sq]:
			return false
		}
	}
	return true
}

// skipUnreadable goes on from what stands on the board where no line of plies
// explains it. The gap takes one ply, and the clock says who moves next.
func (t *Tracker) skipUnreadable() {
	tip := t.toldTip()
	pl, ok := t.identified(tip.pos.Placement())
	if !ok {
		return
	}
	next := tip.pos.Side().Other()
	if t.pressing() && t.clock.running != observation.NoSide {
		next = t.clock.running
	}
	after := position.FromPlacement(pl, next, tip.pos.Rights())
	after.SetChess960(tip.pos.Chess960())
	after = after.WithCounters(0, tip.pos.FullMove())
	t.gap, t.press = gap{}, noPress
	n := t.newNode(after, tip.pos.Side())
	n.parent, n.ply, n.made, n.imaged = tip, tip.ply+1, t.image.last, t.image.last
	n.act = irregular{kind: "unreadable", san: unexplained}
	n.inferred, n.firm, n.shown, n.whole = true, true, true, true
	t.startFrom(n)
	t.publishLine(n) // though the clock may stand
	t.told[n.ply].completed = t.now
	t.endLapse()
}

// giveUp stops looking for the way back to a game on a board that does not know
// its pieces, until it shows a position of the game again.
func (t *Tracker) giveUp() {
	t.gap, t.press = gap{}, noPress
	t.dropLapse()
	t.away = away{is: true, lost: true}
	t.tell(Noticed{T: t.now, Code: "unreadable", Ply: t.lastTold(), Side: observation.NoSide})
}
