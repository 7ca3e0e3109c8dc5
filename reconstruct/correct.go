package reconstruct

import (
	"slices"
	"strings"

	"recorderd/observation"
	"recorderd/position"
)

// The arbiter knows better which move a ply was: he has asked, or the camera of
// the hall has seen it. His word counts before that of any sensor. What was played
// after that ply stays as the hands played it, from the squares that it left to
// those that it reached; what that means follows from the corrected position.

// Correct makes a told ply this legal move, because the arbiter says so, and
// reports whether it can be: there is such a ply, and the move is legal there. A
// move that completes what the player had begun takes the place of the irregular
// ply and is made only now; one that confirms what was told makes it sure, and
// there are no steps if it was. Any other takes the plies from this one on back,
// and they are made again. A second move that its player made after it is taken
// back in any case.
func (t *Tracker) Correct(ply int, m position.Move) (steps []Step, ok bool) {
	t.out = nil
	if !t.began || t.phase != over && t.phase != playing || ply < 1 || ply > t.lastTold() {
		return nil, false
	}
	old := t.told[ply].node
	if !hasMove(old.parent, m) {
		return nil, false
	}
	last := t.toldTip()
	if t.secondLast() == ply {
		last = old
	}
	if p := &t.told[ply]; old.move == m && p.sure == 100 {
		old.ruled = true
		if last == old && ply < t.lastTold() {
			return t.Rewind(ply, "ruling"), true
		}
		return nil, true
	}
	t.keepDoubts()
	first := t.ruledAs(old, m)
	line := []*node{first}
	for _, n := range last.line(ply) {
		if t.onlySeemed(n) {
			break
		}
		again := t.again(line[len(line)-1], n)
		if again.act.kind != "" && t.told[n.ply].completed < 0 {
			break // it has become irregular, and that is said at the press
		}
		line = append(line, again)
	}
	if t.readAlike(line) {
		t.replace(line)
		t.tellRevised(ply)
	} else {
		t.makeAgain(line)
	}
	t.corrected, t.correctedTo = t.now, t.lastTold()
	t.goOn()
	return t.out, true
}

// onlySeemed reports whether a told ply was read out of how the board differed
// from the line that a correction had left, while no hand and no press had come.
func (t *Tracker) onlySeemed(n *node) bool {
	return n.read == nil && n.ply > t.correctedTo && max(n.made, t.told[n.ply].completed) <= t.corrected
}

// secondLast returns the ply after which its player has made the last one as a
// second move, or 0.
func (t *Tracker) secondLast() int {
	if last := t.toldTip(); last.act.kind == "two-moves" && last.parent.side == last.side {
		return last.ply - 1
	}
	return 0
}

// keepDoubts leaves the doubt of the other readings with the plies of the line
// that was told.
func (t *Tracker) keepDoubts() {
	told := t.toldTip()
	for i := range t.beam {
		if r := &t.beam[i]; r.clear() || !t.best().clear() {
			rival(told, r.tip, r.cost()-t.best().cost())
		}
	}
}

// ruledAs returns the ply that the arbiter has put in the place of an old one: of
// an irregular one that it completes it is the rest of the move, made after the
// press, and by his word if no hand has done it.
func (t *Tracker) ruledAs(old *node, m position.Move) *node {
	n := t.newNode(old.parent.pos.After(m), old.parent.pos.Side())
	n.parent, n.ply, n.move = old.parent, old.ply, m
	t.copySeen(n, old)
	n.ruled, n.loose = true, old.parent.loose&^footprint(m)
	if old.ply == t.lastTold() && old.completedBy(m) {
		n.made = t.now
		if at := t.lastChange(footprint(m)); at > old.act.pressed {
			n.made = at
		}
	}
	return n
}

// completedBy reports whether a legal move is what the player of an irregular ply
// had begun to make.
func (n *node) completedBy(m position.Move) bool {
	if !completable[n.act.kind] {
		return false
	}
	from, to, known := n.ends()
	if !known {
		return n.act.squares.Has(m.From())
	}
	if m.IsCastling() {
		king, _ := m.Castled()
		return from == m.From() && to == king
	}
	return from == m.From() && to == m.To()
}

// ends returns between which squares the piece of a ply went, and false where
// nobody knows. The king takes his own rook in castling.
func (n *node) ends() (from, to observation.Square, ok bool) {
	if n.move != 0 {
		return n.move.From(), n.move.To(), true
	}
	if len(n.act.uci) < 4 {
		return 0, 0, false
	}
	from, err := observation.ParseSquare(n.act.uci[:2])
	if err != nil {
		return 0, 0, false
	}
	to, err = observation.ParseSquare(n.act.uci[2:4])
	return from, to, err == nil
}

// copySeen gives a ply the times of another one, and how it was seen.
func (t *Tracker) copySeen(n, old *node) {
	n.begun, n.made, n.imaged, n.pressed, n.inferred = old.begun, old.made, old.imaged, old.pressed, old.inferred
	n.shown, n.whole, n.firm = true, true, true
}

func (t *Tracker) lastChange(squares position.Bitboard) (at int64) {
	for ; squares != 0; squares &= squares - 1 {
		at = max(at, t.image.changed[squares.First()])
	}
	return at
}

// asRead returns a ply as it was first read, or as the arbiter has said that it
// was. However often earlier plies are corrected, that is what the hands did.
func (n *node) asRead() *node {
	if n.read != nil {
		return n.read
	}
	return n
}

// again returns the ply that an old one is after another position: the same
// squares change.
func (t *Tracker) again(parent, old *node) *node {
	deed := old.asRead()
	p := &parent.pos
	after := t.relabelled(p, deed)
	n := t.newNode(position.Position{}, deed.side)
	for _, s := range parent.successors() {
		if q := p.After(s.move); deed.side == p.Side() && q.Placement() == after {
			n.move, n.pos = s.move, q
		}
	}
	switch {
	case n.move != 0:
	case deed.act.kind == "unreadable":
		n.pos, n.act = deed.pos, deed.act // it was read from the board as a whole
	default:
		n.pos = position.FromPlacement(after, deed.pos.Side(), p.Rights())
		n.pos.SetChess960(p.Chess960())
		n.pos = n.pos.WithCounters(countersAfter(p, &n.pos))
		n.act = t.deedAgain(p, deed, after)
	}
	n.seen = sensed(t.sensing, &n.pos)
	n.parent, n.ply, n.read = parent, deed.ply, deed
	t.copySeen(n, deed)
	if n.move == 0 {
		return n
	}
	n.unseen = deed.unseen && p.IsCapture(n.move)
	n.ruled = deed.ruled && deed.move == n.move
	t.trackLoose(n)
	t.displaceAgain(n, deed)
	t.doubtAgain(n, old)
	return n
}

// relabelled returns the placement after an old ply was made from another
// position: what left a square is what came to the other one.
func (t *Tracker) relabelled(p *position.Position, old *node) position.Placement {
	before, after, pl := old.parent.pos.Placement(), old.told().Placement(), p.Placement()
	if old.act.kind == "unreadable" {
		return after // it was read from the board as a whole
	}
	squares := footprintOf(old)
	for f := squares; f != 0; f &= f - 1 {
		s := f.First()
		switch piece := after[s]; {
		case piece == before[s]:
		case piece == position.Empty:
			pl[s] = piece
		default:
			pl[s] = t.whatCame(p, old, s)
		}
	}
	return pl
}

// told returns what was told as the position after a ply.
func (n *node) told() *position.Position {
	if n.said != nil {
		return n.said
	}
	return &n.pos
}

// whatCame returns what an old ply brought to a square when it was made from p.
// Nobody knows which piece a pawn became on a board that does not know its pieces.
func (t *Tracker) whatCame(p *position.Position, old *node, s observation.Square) position.Piece {
	piece := old.told().At(s)
	for f := footprintOf(old); f != 0; f &= f - 1 {
		from := f.First()
		if from != s && old.parent.pos.At(from) == piece && old.told().At(from) != piece && p.At(from) != position.Empty {
			came := p.At(from)
			if came.Kind() == position.Pawn && lastRank(came.Side(), s) && t.sensing == observation.Occupancy {
				came = position.MakePiece(came.Side(), position.Queen)
			}
			return came
		}
	}
	return piece
}

// deedAgain names an old ply that is not legal from p.
func (t *Tracker) deedAgain(p *position.Position, old *node, after position.Placement) (act irregular) {
	from, to, known := old.ends()
	switch {
	case old.move != 0 && old.move.IsCastling():
		act = irregular{kind: "castling", san: strings.TrimRight(old.san(), "+#") + "?!illegal", uci: old.uci()}
	case known && footprintOf(old) == position.SetOf(from)|position.SetOf(to) && p.At(from) != position.Empty:
		act = movedAs(p, from, to, after[to]).irregular
	case old.move != 0 && old.move.IsEnPassant():
		act = irregular{kind: "en-passant", san: longSAN(p, from, to, true), uci: old.uci()}
	case old.act.kind != "":
		return old.act
	default:
		act = irregular{kind: "unexplained", san: unexplained}
	}
	act.pressed, act.squares = max(old.act.pressed, t.told[old.ply].completed, old.made), footprintOf(old)
	return act
}

// displaceAgain puts what was displaced after an old ply where it was followed.
func (t *Tracker) displaceAgain(n, old *node) {
	if old.said == nil {
		return
	}
	said, pl := n.pos, n.pos.Placement()
	for s := range pl {
		if at := observation.Square(s); old.said.At(at) != old.pos.At(at) {
			pl[s] = old.pos.At(at)
		}
	}
	n.said = &said
	n.pos = position.FromPlacement(pl, said.Side(), said.Rights()).WithCounters(said.HalfMoves(), said.FullMove())
	n.pos.SetChess960(said.Chess960())
	n.seen, n.steps = sensed(t.sensing, &n.pos), nil
}

// doubtAgain keeps the doubts of an old ply: those of when it was first read, and
// those that have come since.
func (t *Tracker) doubtAgain(n, old *node) {
	deed := old.asRead()
	for _, lost := range deed.rivals {
		t.contestAgain(n, deed, lost)
	}
	if deed == old {
		return
	}
	known := slices.Clone(n.rivals)
	for _, lost := range old.rivals {
		if !slices.ContainsFunc(known, func(k lostLine) bool { return lost.tip.ply >= n.ply && k.tip.move == lost.tip.at(n.ply).move }) {
			t.contestAgain(n, old, lost)
		}
	}
}

// contestAgain keeps the doubt that another ply was made in the place of an old
// one, where that has to do with the plies from there on and nothing before.
func (t *Tracker) contestAgain(n, old *node, lost lostLine) {
	if lost.tip.ply < n.ply {
		return
	}
	other := lost.tip.at(n.ply)
	if other.move == 0 || other.move == n.move || !agree(other.parent, old.parent) || !hasMove(n.parent, other.move) {
		return
	}
	rival := t.newNode(n.parent.pos.After(other.move), n.side)
	rival.parent, rival.ply, rival.move = n.parent, n.ply, other.move
	t.copySeen(rival, other)
	n.rivals = append(n.rivals, lostLine{tip: rival, gap: lost.gap})
}

// readAlike reports whether the plies can take the place of those that were told
// without any being taken back: the same moves, or the last one completed.
func (t *Tracker) readAlike(line []*node) bool {
	first := line[0]
	if first.ply == t.lastTold() && t.told[first.ply].node.completedBy(first.move) {
		return true
	}
	for _, n := range line {
		if old := t.told[n.ply].node; n.move != old.move || n.act.kind != old.act.kind {
			return false
		}
	}
	return line[len(line)-1].ply == t.lastTold()
}

// replace puts plies in the place of those that were told.
func (t *Tracker) replace(line []*node) {
	for _, n := range line {
		p := &t.told[n.ply]
		p.node, p.doubt = n, ""
	}
	t.certain = min(t.certain, line[0].ply)
	t.startAgain()
	for _, n := range line {
		p := &t.told[n.ply]
		p.sure, p.others, _ = t.doubt(n)
	}
}

// makeAgain takes back the told plies from the first of these on, and makes these
// instead, at the times at which they were made and completed.
func (t *Tracker) makeAgain(line []*node) {
	told := slices.Clone(t.told)
	if first := &told[line[0].ply]; footprintOf(first.node) != footprintOf(line[0]) {
		first.touches = nil // the hands made another one, and that has been told
	}
	t.retract(line[0].ply-1, "ruling")
	for _, n := range line {
		again := told[n.ply]
		if again.completed >= 0 {
			again.notes = nil // they have been told
		}
		t.told = append(t.told, again)
	}
	t.replace(line)
	for _, n := range line {
		t.tell(t.madeOf(n.ply))
		if p := &t.told[n.ply]; p.completed >= 0 {
			t.tell(Completed{T: p.completed, Ply: n.ply, How: p.how})
		}
	}
}

// startAgain makes the line that was told the only reading.
func (t *Tracker) startAgain() {
	last := t.lastTold()
	r := reading{tip: t.told[last].node, done: [2]int64{t.told[last].completed, t.told[max(last-1, 0)].completed}, open: noPress}
	if t.press.side != observation.NoSide && r.done[0] >= 0 {
		r.open, r.base = t.press, costPressOpen
	}
	t.beam, t.clock.stood = []reading{r}, nil
	t.gap.stood, t.away.calm = nil, nil
	t.weigh()
}

// goOn reads on from the line that was told, as the board stands now.
func (t *Tracker) goOn() {
	t.phase, t.away, t.idle = playing, away{}, idle{}
	if t.clockStands() {
		t.idleNow()
	}
	if !t.image.known || t.gap.open {
		return
	}
	t.rested = -1
	t.look()
	if at, ok := t.restDue(); ok && at <= t.now {
		t.rest()
	}
}
