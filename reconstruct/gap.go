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
}

type press struct {
	side observation.Side
	t    int64
}

const (
	maxUnseen   = 6       // plies that are searched for in a gap
	maxSearched = 200_000 // positions after which a search gives up
	maxReadings = 16
)

// loseSight opens a gap: from here on plies may go unseen.
func (t *Tracker) loseSight() {
	t.chosen = nil
	if p := t.press; p != nil {
		t.gap.presses, t.press = append(t.gap.presses, press{p.side, p.t}), nil
	}
	t.gap.open, t.gap.imaged, t.gap.tried = true, false, -1
	t.gap.blind = t.gap.blind || !t.clock.up
}

// unread reports whether the image after a gap still waits to be read.
func (t *Tracker) unread() bool {
	return t.gap.open && t.gap.imaged && t.phase == playing && t.gap.tried != t.image.last
}

// readGap finds what was played while the board was not seen. The presses of
// the clock say how many plies there were; one more may not be completed yet.
func (t *Tracker) readGap() {
	t.gap.tried = t.image.last
	presses := t.gap.presses
	base := len(t.line) - 1
	if len(presses) == 0 && t.image.squares == t.line[base].seen {
		t.gap = gap{}
		return
	}
	if base > 0 && len(presses) > 0 && presses[0].side == t.line[base].side && !t.line[base].completed {
		t.complete(base, presses[0].t, ByPress)
		presses = presses[1:]
	}
	lo, hi := len(presses), len(presses)+1
	if !t.pressing() || t.gap.blind {
		hi = maxUnseen
	}
	for n := lo; n <= hi && n <= maxUnseen; n++ {
		if n == 0 && t.image.squares == t.line[base].seen {
			t.gap = gap{}
			return
		}
		if readings := t.search(base, n); len(readings) > 0 {
			t.takeGap(base, readings, presses)
			return
		}
	}
	t.gap.presses = presses
	if !t.inHand() && !t.midMove(base, lo, hi) {
		t.skipUnreadable()
	}
}

// midMove reports whether the board was seen again in the middle of a move: a
// piece is in a hand, or one that touches more squares than two is half made. The
// rest of it will be seen.
func (t *Tracker) midMove(base, lo, hi int) bool {
	s := search{t: t, want: &t.image.squares, half: true}
	for n := max(lo-1, 0); n <= hi && n <= maxUnseen && len(s.found) == 0; n++ {
		s.from(t.line[base].pos, n, nil)
	}
	return len(s.found) > 0
}

// halves returns what stands on the board in the middle of a move: the king
// castled and the rook at home, or the other way about; the pawn that is taken
// en passant still there; the pawn on the last rank not yet replaced.
func halves(p *position.Position, m position.Move) (seen []position.Placement) {
	half := func(from, to observation.Square) {
		pl := p.Placement()
		pl[to], pl[from] = pl[from], position.Empty
		seen = append(seen, pl)
	}
	switch {
	case m.IsCastling():
		king, rook := m.Castled()
		half(m.From(), king)
		half(m.To(), rook)
	case m.IsEnPassant(), m.Promotion() != position.NoKind:
		half(m.From(), m.To())
	}
	return seen
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
	if readings := t.search(base, 2); len(readings) > 0 {
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
	readings := t.search(base, first)
	if readings == nil && first == 3 {
		readings = t.search(base, 2) // the answer came before the press
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
// the image, the likeliest first, or nil.
func (t *Tracker) search(base, n int) [][]position.Move {
	s := search{t: t, want: &t.image.squares}
	s.from(t.line[base].pos, n, nil)
	if s.visited > maxSearched {
		return nil
	}
	return s.found
}

type search struct {
	t       *Tracker
	want    *observation.Placement
	half    bool // the last ply is in the middle of being made
	visited int
	found   [][]position.Move
}

func (s *search) from(p position.Position, n int, path []position.Move) {
	s.visited++
	if s.visited > maxSearched || len(s.found) == maxReadings {
		return
	}
	differ := sensed(s.t.sensing, &p).Differing(*s.want)
	if n == 0 {
		if differ == 0 || s.half && differ <= 2 && onlyMissing(sensed(s.t.sensing, &p), *s.want) {
			s.found = append(s.found, slices.Clone(path))
		}
		return
	}
	// A ply changes two squares, three en passant, four castling; each side
	// castles once.
	if differ > 2*n+2*min(n, 2)+1 {
		return
	}
	var buf [position.MaxMoves]position.Move
	for _, m := range p.Legal(buf[:0]) {
		if s.half && n == 1 {
			s.tryHalf(&p, m, path)
		}
		s.from(p.After(m), n-1, append(path, m))
	}
}

// onlyMissing reports whether have is want with pieces taken off.
func onlyMissing(want, have observation.Placement) bool {
	for s := range want {
		if want[s] != have[s] && have[s] != observation.Empty {
			return false
		}
	}
	return true
}

func (s *search) tryHalf(p *position.Position, m position.Move, path []position.Move) {
	for _, pl := range halves(p, m) {
		if seenAs(s.t.sensing, pl) == *s.want {
			s.found = append(s.found, append(slices.Clone(path), m))
		}
	}
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
