package reconstruct

import (
	"slices"

	"recorderd/observation"
	"recorderd/position"
)

// gap is a time in which the board was not seen.
type gap struct {
	open    bool
	imaged  bool       // a whole placement came since
	blind   bool       // the clock was not heard either
	presses []press    // of the clock meanwhile
	tried   int64      // the last image that was tried
	since   int64      // when it began
	pressed int64      // when a press was heard that came after the image; -1 for none
	stood   *candidate // the ply that stood on the board before
}

type press struct {
	side observation.Side
	t    int64
}

const (
	maxUnseen   = 6       // plies that are searched for in a gap
	slowHand    = 3000    // no move is half done for longer, in milliseconds
	maxSearched = 200_000 // positions after which a search gives up
	maxReadings = 16
)

// loseSight opens a gap: from here on plies may go unseen. Before play nothing
// can be missed that a later image does not show.
func (t *Tracker) loseSight() {
	if t.chosen != nil && len(t.chosen.moves()) == 1 {
		t.gap.stood = t.chosen
	}
	t.chosen = nil
	if t.phase == playing {
		if p := t.press; p != nil {
			t.gap.presses, t.press = append(t.gap.presses, press{p.side, p.t}), nil
		}
		t.gap.open, t.gap.imaged, t.gap.tried = true, false, -1
		t.gap.since, t.gap.pressed = t.now, -1
		t.gap.blind = t.gap.blind || !t.clock.up
	}
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
	last := t.gap.tried == t.image.last
	t.gap.tried = t.image.last
	least := t.unseenPlies()
	most := maxUnseen
	if t.pressing() && !t.gap.blind {
		most = least + 1
	}
	switch {
	case t.readPlies(least, least+1, false) || t.readPlies(least, least+1, true) || t.readPlies(least+2, most, true):
		t.look()
	case (last || !t.halfDone()) && !t.inHand():
		t.skipUnreadable()
	}
}

// halfDone reports whether the board can come out as it should when the pieces
// that are in hands come down: not much more is missing than can have been taken.
func (t *Tracker) halfDone() bool {
	d := t.difference()
	return len(d.gone)-len(d.came) <= maxUnseen
}

// pressedInGap takes a press of the clock, which says that the ply on the board
// is finished. One that is heard first after the gap may be of any time in it.
func (t *Tracker) pressedInGap(side observation.Side, heard int64) {
	t.gap.presses = append(t.gap.presses, press{side, t.now})
	if !t.gap.imaged || t.phase != playing {
		return
	}
	if heard > t.gap.since {
		t.gap.pressed = t.now
	}
	if n := t.unseenPlies(); t.readPlies(n, n, false) {
		t.look()
	}
}

// readGapAtLift reads a gap before a piece is lifted, if that begins an answer to
// what is on the board.
func (t *Tracker) readGapAtLift(s observation.Square) {
	if !t.gap.open || !t.gap.imaged || t.phase != playing {
		return
	}
	base := len(t.line) - 1
	least := t.unseenPlies()
	most := least + 1
	if !t.pressing() {
		most = 2
	}
	for n := least; n <= most; n++ {
		readings := t.search(base, n, false)
		if len(readings) == 0 {
			continue
		}
		p, last := t.line[base].pos, t.line[base].move
		for _, m := range readings[0] {
			p, last = p.After(m), m
		}
		if answers(&p, last, s) {
			t.closeGap(base, readings)
			return
		}
	}
}

// unseenPlies returns how many plies there were in a gap at least, after the ply
// before it was completed.
func (t *Tracker) unseenPlies() int {
	base := len(t.line) - 1
	if ps := t.gap.presses; base > 0 && len(ps) > 0 && ps[0].side == t.line[base].side && !t.line[base].completed {
		t.complete(base, ps[0].t, ByPress)
		t.gap.presses = ps[1:]
	}
	return len(t.gap.presses)
}

// readPlies closes the gap if the image shows what so many plies lead to; with
// inHand the next one may be half done.
func (t *Tracker) readPlies(lo, hi int, inHand bool) bool {
	base := len(t.line) - 1
	for n := lo; n <= hi && n <= maxUnseen; n++ {
		readings := t.search(base, n, inHand)
		if len(readings) == 0 {
			continue
		}
		t.closeGap(base, readings)
		return true
	}
	return false
}

// closeGap ends a gap with a reading of it, which may be that nothing happened.
func (t *Tracker) closeGap(base int, readings [][]position.Move) {
	if len(readings[0]) == 0 {
		t.gap = gap{}
		return
	}
	t.takeGap(base, readings, t.gap.presses)
}

// inHand reports whether the board may be read better when a piece that is in a
// hand comes down: one piece less stands there than a move before.
func (t *Tracker) inHand() bool {
	d := t.difference()
	return len(d.came) == 0 && len(d.gone) <= 2
}

// takeGap makes the plies of a gap, each at its press, or else at the image
// that showed it.
func (t *Tracker) takeGap(base int, readings [][]position.Move, presses []press) {
	blind := t.gap.blind && t.pressing()
	t.gap = gap{}
	n := len(readings[0])
	c := candidate{base: base, readings: readings, since: t.image.last, inferred: true}
	c.pressed = t.pressTimes(base, n, presses, blind)
	for _, at := range c.pressed {
		if at < 0 {
			at = t.image.last
		}
		c.times = append(c.times, at)
	}
	t.tell(Noticed{T: t.image.last, Code: "missed-move", Ply: base + 1, Side: observation.NoSide,
		Data: map[string]any{"plies": n}})
	t.commit(c)
}

// pressTimes returns when each of n plies was completed by a press that was
// heard, -1 where none was. If the recorder was away, those that were heard are
// the last; of the others nobody can tell whether they were made.
func (t *Tracker) pressTimes(base, n int, presses []press, blind bool) []int64 {
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
			return t.line[base].pos.Side()
		}
		return t.line[base].pos.Side().Other()
	}
	for i := n - 1; i >= 0; i-- {
		if last := len(presses) - 1; last >= 0 && presses[last].side == mover(i) {
			times[i], presses = presses[last].t, presses[:last]
		}
	}
	return times
}

// astray reports whether the board, without presses to tell what is finished,
// shows what no ply explains.
func (t *Tracker) astray() bool {
	return t.phase == playing && !t.gap.open && !t.pressing() && t.chosen == nil &&
		t.image.last != t.gap.tried && t.image.squares != t.tip().seen && !t.inHand()
}

// bridge reads two plies that came between two images.
func (t *Tracker) bridge() {
	t.gap.tried = t.image.last
	base := len(t.line) - 1
	if readings := t.search(base, 2, false); len(readings) > 0 {
		t.commit(candidate{base: base, readings: readings, since: t.image.last, inferred: true})
	}
}

// bridgeTo looks for two or three plies that went unseen before this side
// pressed its clock.
func (t *Tracker) bridgeTo(side observation.Side) bool {
	base := len(t.line) - 1
	first := 2
	if t.line[base].pos.Side() == side {
		first = 3
	}
	readings := t.search(base, first, false)
	if readings == nil && first == 3 {
		readings = t.search(base, 2, false) // the answer came before the press
	}
	if len(readings) == 0 {
		return false
	}
	c := candidate{base: base, readings: readings, since: t.image.last, inferred: true}
	t.commit(c)
	if ply := t.uncompleted(side); t.press != nil && ply > 0 {
		t.complete(ply, max(t.press.t, t.line[ply].made), ByPress)
		t.press = nil
	}
	return true
}

// search returns the lines of exactly n legal plies from line[base] that end in
// the image, the likeliest first, or nil. With inHand the next ply may be half
// done, if no line leads to the image as it is.
func (t *Tracker) search(base, n int, inHand bool) [][]position.Move {
	s := search{t: t, want: &t.image.squares, inHand: inHand}
	s.from(t.line[base].pos, n, nil)
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
	if stood == nil || stood.base != len(t.line)-1 {
		return lines
	}
	begins := func(l []position.Move) bool { return len(l) > 0 && l[0] == stood.moves()[0] }
	if !slices.ContainsFunc(lines, begins) {
		return lines
	}
	return slices.DeleteFunc(lines, func(l []position.Move) bool { return !begins(l) })
}

type search struct {
	t       *Tracker
	want    *observation.Placement
	inHand  bool
	visited int
	found   [][]position.Move
	lifted  [][]position.Move // lines after which the next ply is half done
}

func (s *search) from(p position.Position, n int, path []position.Move) {
	s.visited++
	if s.visited > maxSearched || len(s.found) == maxReadings {
		return
	}
	seen := sensed(s.t.sensing, &p)
	differ := seen.Differing(*s.want)
	if n == 0 {
		s.arrive(&p, &seen, differ, path)
		return
	}
	// A ply changes two squares, three en passant, four castling; each side
	// castles once.
	most := 2*n + 2*min(n, 2) + 1
	if s.inHand {
		most += maxHand
	}
	if differ > most {
		return
	}
	var buf [position.MaxMoves]position.Move
	for _, m := range p.Legal(buf[:0]) {
		s.from(p.After(m), n-1, append(path, m))
	}
}

// arrive keeps a line that ends in the image.
func (s *search) arrive(p *position.Position, seen *observation.Placement, differ int, path []position.Move) {
	switch {
	case differ == 0:
		s.found = append(s.found, slices.Clone(path))
	case differ <= maxHand && s.inHand && len(s.lifted) < maxReadings && s.underway(p, seen):
		s.lifted = append(s.lifted, slices.Clone(path))
	}
}

// underway reports whether the image shows a ply from this position half done:
// of its squares each may be as before, as after, or empty with the piece in a
// hand.
func (s *search) underway(p *position.Position, before *observation.Placement) bool {
	var buf [position.MaxMoves]position.Move
	for _, m := range p.Legal(buf[:0]) {
		next := p.After(m)
		after := sensed(s.t.sensing, &next)
		if after != *s.want && between(before, &after, s.want, captured(m)) {
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

// rank puts the likeliest of several one-ply readings of the same squares
// first, and leaves out those that the touches speak against: a piece that was
// seen to leave its square was moved or taken.
func (t *Tracker) rank(i int, fits [][]position.Move) [][]position.Move {
	before := &t.line[i].pos
	touched := func(s observation.Square) bool {
		_, ok := Touches(t.image.touches).FirstLift(s)
		return ok
	}
	score := func(m position.Move) (n int) {
		if touched(m.From()) {
			n += 2
		}
		if (before.IsCapture(m) || m.IsCastling()) && touched(m.To()) {
			n += 2
		}
		return n
	}
	slices.SortStableFunc(fits, func(a, b []position.Move) int {
		if d := score(b[0]) - score(a[0]); d != 0 {
			return d
		}
		return weight(b[0]) - weight(a[0])
	})
	best := score(fits[0][0])
	if best == 4 {
		fits = slices.DeleteFunc(fits, func(r []position.Move) bool { return score(r[0]) < best })
	}
	return fits
}

// weight is how often a promotion is to this piece, of a hundred.
func weight(m position.Move) int {
	switch m.Promotion() {
	case position.NoKind:
		return 100
	case position.Queen:
		return 97
	}
	return 1
}
