package reconstruct

import (
	"recorderd/observation"
	"recorderd/position"
)

// node is a position of the line and the ply that led to it.
type node struct {
	pos  position.Position
	seen observation.Placement // pos as the sensors show it

	move      position.Move    // the ply, if it was legal
	side      observation.Side // who made it
	made      int64
	completed bool
	couldHave bool   // the player's clock ran: he could have pressed it
	kind      string // of an irregular ply
	edges     []edge
}

// edge is a legal ply from a node.
type edge struct {
	move position.Move
	seen observation.Placement
}

func (t *Tracker) newNode(p position.Position, side observation.Side) node {
	return node{pos: p, seen: sensed(t.sensing, &p), side: side}
}

// successors returns the legal plies from line[i].
func (t *Tracker) successors(i int) []edge {
	n := &t.line[i]
	if n.edges == nil {
		var buf [position.MaxMoves]position.Move
		moves := n.pos.Legal(buf[:0])
		n.edges = make([]edge, 0, len(moves))
		for _, m := range moves {
			after := n.pos.After(m)
			n.edges = append(n.edges, edge{m, sensed(t.sensing, &after)})
		}
	}
	return n.edges
}

// candidate is a reading of the image: the line up to base, and then moves. No
// moves means that the plies after base were taken back.
type candidate struct {
	base     int
	readings [][]position.Move // the likeliest first
	since    int64             // when the image came to show it
	held     bool              // time alone does not make it a move
	unseen   bool              // nor does a lift: the captured piece was not seen to leave
	inferred bool
	restates bool    // it stands for the irregular last ply
	times    []int64 // of its plies, where the squares do not tell
	pressed  []int64 // when its plies were completed, -1 where they were not
}

func (c *candidate) moves() []position.Move {
	if len(c.readings) == 0 {
		return nil
	}
	return c.readings[0]
}

// changeable is how many plies back a player's change of mind is looked for.
const changeable = 2

// look compares the image with the line and keeps what it shows as candidate.
func (t *Tracker) look() {
	switch {
	case !t.image.known || t.phase == over:
		t.chosen = nil
		return
	case t.phase == settingUp || t.phase == ready && t.startStands():
		t.chosen = nil
		t.getReady()
		return
	}
	if t.gap.open {
		t.chosen = nil
		return // several plies may have gone unseen: readGap decides
	}
	if c := t.chosen; c != nil && len(c.moves()) == 1 {
		t.glimpsed = c
	}
	t.chosen = t.explain()
	if c := t.chosen; c != nil {
		c.unseen = t.captureUnseen(c)
		c.held = c.unseen || t.holds(c)
		if c.moves() == nil {
			return
		}
		if !c.unseen && t.image.squares != t.seenAfter(c) {
			t.commit(*c) // a piece of the opponent is already in the air
		}
	}
}

// explain finds the one ply, or the taking back, that the image shows.
func (t *Tracker) explain() *candidate {
	last := len(t.line) - 1
	if t.image.squares == t.line[last].seen {
		return nil
	}
	if c := t.restated(); c != nil {
		return c
	}
	for i := last; i >= 0 && last-i <= changeable; i-- {
		if i < last && t.image.squares == t.line[i].seen {
			return &candidate{base: i, since: t.image.last}
		}
		if ms := t.matching(i); ms != nil {
			return &candidate{base: i, readings: ms, since: t.image.last}
		}
		if t.line[i].completed {
			break
		}
	}
	if m, ok := t.answered(last); ok {
		return &candidate{base: last, readings: [][]position.Move{{m}}, since: t.image.last}
	}
	return t.behind()
}

// behind finds the reply to a ply that stood on the board and was given up when
// a piece left it: the opponent was taking that piece.
func (t *Tracker) behind() *candidate {
	g := t.glimpsed
	if g == nil || g.base != len(t.line)-1 {
		return nil
	}
	p := t.after(g)
	var buf [position.MaxMoves]position.Move
	for _, m := range p.Legal(buf[:0]) {
		if q := p.After(m); sensed(t.sensing, &q) == t.image.squares {
			c := &candidate{base: g.base, since: t.image.last, times: []int64{g.since, t.image.last}}
			for _, first := range g.readings {
				c.readings = append(c.readings, append(first[:1:1], m))
			}
			return c
		}
	}
	return nil
}

// matching returns the plies from line[i] that give the image exactly.
func (t *Tracker) matching(i int) [][]position.Move {
	var fits [][]position.Move
	for _, e := range t.successors(i) {
		if e.seen == t.image.squares {
			fits = append(fits, []position.Move{e.move})
		}
	}
	if len(fits) > 1 {
		fits = t.rank(i, fits)
	}
	return fits
}

// answered looks for a ply from line[i] after which the opponent has already
// lifted the piece that he will move.
func (t *Tracker) answered(i int) (position.Move, bool) {
	for _, e := range t.successors(i) {
		missing, ok := oneMissing(&e.seen, &t.image.squares)
		if !ok {
			continue
		}
		after := t.line[i].pos.After(e.move)
		p := after.At(missing)
		if p != position.Empty && p.Side() == after.Side() && canMove(&after, missing) {
			return e.move, true
		}
	}
	return 0, false
}

// oneMissing returns the only square where have differs from want, if it is
// empty there.
func oneMissing(want, have *observation.Placement) (observation.Square, bool) {
	missing := observation.NoSquare
	for s := range want {
		if want[s] == have[s] {
			continue
		}
		if have[s] != observation.Empty || missing != observation.NoSquare {
			return observation.NoSquare, false
		}
		missing = observation.Square(s)
	}
	return missing, missing != observation.NoSquare
}

func canMove(p *position.Position, from observation.Square) bool {
	var buf [position.MaxMoves]position.Move
	for _, m := range p.Legal(buf[:0]) {
		if m.From() == from {
			return true
		}
	}
	return false
}

// holds tells whether time alone must not make this a move: half of a castling
// that is still allowed looks like it. That is the rook's half (4.4), and in
// Chess960 the king's too, where it goes one square.
func (t *Tracker) holds(c *candidate) bool {
	ms := c.moves()
	if len(ms) != 1 || ms[0].IsCastling() {
		return false
	}
	before, m := &t.line[c.base].pos, ms[0]
	if p := before.At(m.From()); p == position.Empty || p.Kind() != position.Rook && p.Kind() != position.King {
		return false
	}
	var buf [position.MaxMoves]position.Move
	for _, other := range before.Legal(buf[:0]) {
		if !other.IsCastling() {
			continue
		}
		king, rook := other.Castled()
		if other.From() == m.From() && king == m.To() || other.To() == m.From() && rook == m.To() {
			return true
		}
	}
	return false
}

// after returns the position to which a candidate leads.
func (t *Tracker) after(c *candidate) position.Position {
	p := t.line[c.base].pos
	for _, m := range c.moves() {
		p = p.After(m)
	}
	return p
}

// captureUnseen reports whether an occupancy board shows a capture only by a
// piece that left: the hand may still be on its way.
func (t *Tracker) captureUnseen(c *candidate) bool {
	ms := c.moves()
	if t.sensing != observation.Occupancy || len(ms) != 1 || !t.line[c.base].pos.IsCapture(ms[0]) {
		return false
	}
	_, touched := Touches(t.image.touches).FirstLift(captured(ms[0]))
	return !touched
}

func (t *Tracker) seenAfter(c *candidate) observation.Placement {
	p := t.after(c)
	return sensed(t.sensing, &p)
}

// beforeLift is called before a piece is seen to leave its square.
func (t *Tracker) beforeLift(s observation.Square) {
	if t.phase != playing && t.phase != ready {
		return
	}
	if c := t.chosen; c != nil && len(c.moves()) > 0 && !c.unseen {
		after := t.after(c)
		if answers(&after, c.moves()[len(c.moves())-1], s) {
			t.commit(*c)
		}
	}
	if p := t.press; p != nil && t.chosen == nil && t.line[len(t.line)-1].pos.At(s).Side() == p.side.Other() {
		t.resolvePress()
	}
	if !t.pressing() && t.phase == playing {
		t.answer(s)
	}
}

// answer completes the last ply of a game without a clock: the opponent has
// touched a piece that can answer it.
func (t *Tracker) answer(s observation.Square) {
	last := len(t.line) - 1
	n := &t.line[last]
	if last == 0 || n.completed || last > t.firm {
		return
	}
	if answers(&n.pos, n.move, s) {
		t.complete(last, t.now, ByAnswer)
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

// captured returns where the piece stands that this capture takes.
func captured(m position.Move) observation.Square {
	if m.IsEnPassant() {
		return observation.SquareAt(m.To().File(), m.From().Rank())
	}
	return m.To()
}
