package reconstruct

import (
	"slices"

	"recorderd/observation"
	"recorderd/position"
)

// unexplained is what stands for a ply that no single move explains.
const unexplained = "?!unexplained"

// irregular is what a ply was that was not legal.
type irregular struct {
	kind     string // as the contract names it; "" for a legal ply
	san, uci string
	pressed  int64 // when the clock was pressed on it, or the opponent answered
	squares  position.Bitboard
	stays    bool // the pawn stays beside the piece that it should have become
}

// costOfKind is what it costs to believe an irregular ply of this kind: less than
// a legal ply with what would be left unexplained on the board.
var costOfKind = map[string]int{
	"promotion-missing": 300, "promotion-wrong-colour": 300, "promotion-king": 300,
	"captured-piece-put-back": 400, "en-passant": 400, "king-left-in-check": 450, "castling": 500,
	"two-moves": 450, "king-captured": 600, "piece-between-squares": 400, "unexplained": 1500,
}

const (
	costOfOtherKinds = 700 // a move that there is not, or of a piece that is not the player's
	costOfExchange   = 200 // both players move pieces that are not theirs: they have exchanged colours
	costPawnStays    = 400 // a new piece is put down and the pawn is forgotten
)

// guesses are how many readings are asked for the irregular ply that would
// explain the board.
const guesses = 4

// irregulars adds, for the likeliest readings that do not explain the board on
// which this side pressed its clock, the irregular ply that does. Nobody lets it
// be known yet: what is left may be put right at once. With answered the opponent
// has begun his reply.
func (t *Tracker) irregulars(side observation.Side, answered bool) {
	t.forgetGuesses()
	if r := t.best(); r.differs == 0 && r.tip.side == side && r.done[0] >= 0 && r.tip.act.kind == "" && !t.castledShort(r.tip) {
		return // a legal ply explains all
	}
	for i, r := range t.beam[:len(t.beam):len(t.beam)] {
		if i == guesses {
			break
		}
		switch n := r.tip; {
		case r.differs == 0 && n.side == side && r.done[0] >= 0 && t.castledShort(n):
			t.guessShort(&t.beam[i])
		case r.differs == 0:
		case r.open.side == side && n.pos.Side() == side:
			t.guess(&r, answered)
		case n.side == side && n.parent != nil && n.act.kind == "" && !n.ruled && r.done[0] >= 0 && !r.clear():
			without := t.withoutLast(&r)
			if t.guess(&without, answered) != "castling" {
				t.guessSecond(&r)
			}
		}
	}
	t.prune()
	if n := t.best().tip; n.side == side {
		t.settleWrongSide(n)
	}
}

// withoutLast is a reading in which the press that completed the last ply of r
// waits for another one.
func (t *Tracker) withoutLast(r *reading) reading {
	n := r.tip
	without := reading{tip: n.parent, base: r.base + costPressOpen, done: [2]int64{r.done[1], r.done[1]}, open: press{side: n.side, t: r.done[0]}}
	without.differs = t.image.differing(&n.parent.seen, t.now)
	return without
}

// guessShort adds the reading in which king and rook stand on each other's squares
// after a castling, and makes the one that ends in it pay for the order in which
// they came.
func (t *Tracker) guessShort(r *reading) {
	n := r.tip
	if !n.unsure {
		n.unsure = true
		r.base += costBackwards
	}
	without := t.withoutLast(r)
	without.base -= costBackwards
	act := short(n)
	t.addIrregular(&without, act.irregular, position.FromPlacement(act.after, n.pos.Side(), n.pos.Rights()), footprint(n.move))
}

// forgetGuesses drops the irregular plies that nobody has let be known, if the
// board has changed since, or no single act was the whole explanation.
func (t *Tracker) forgetGuesses() {
	if len(t.beam) > 1 {
		t.drop(func(r reading) bool {
			n := r.tip
			unsure := n.act.san == unexplained || n.act.kind == "two-moves"
			return n.act.kind != "" && !n.firm && (r.differs != 0 || unsure)
		})
	}
}

// guess adds the reading in which what was done since the last position of r is
// one irregular ply, and returns its kind.
func (t *Tracker) guess(r *reading, answered bool) (kind string) {
	n := r.tip
	recent := t.changedSince(r.differs, n.begun)
	if slices.ContainsFunc(n.successors(), func(s step) bool { return t.differAfter(&n.pos, s, recent) == 0 }) {
		return "" // it is a legal one
	}
	deed, ok := t.deedAfter(n, recent, answered)
	if ok && deed.kind == "wrong-side" && t.changedSince(recent, r.open.t+1) != 0 {
		return "" // the opponent moves his own piece, now that his time runs
	}
	if ok {
		after := position.FromPlacement(deed.after, n.pos.Side().Other(), n.pos.Rights())
		t.addIrregular(r, deed.irregular, after, recent)
	}
	return deed.kind
}

// guessSecond adds the reading in which the player has made another move after
// his last one, before he pressed his clock.
func (t *Tracker) guessSecond(r *reading) {
	n := r.tip
	again := position.FromPlacement(n.pos.Placement(), n.side, n.pos.Rights())
	recent := t.changedSince(r.differs, n.begun)
	if t.changedSince(recent, r.done[0]+1) != 0 {
		return // after the press nothing is a move
	}
	var buf [position.MaxMoves]position.Move
	for _, m := range again.Legal(buf[:0]) {
		s := step{m, footprint(m)}
		if m.From() == n.move.To() || s.mask&recent == 0 || t.differAfter(&again, s, recent) != 0 {
			continue
		}
		act := irregular{kind: "two-moves", san: longSAN(&again, m.From(), m.To(), again.IsCapture(m)), uci: again.UCI(m)}
		next := *r
		next.base += t.costOfOrder(n, m)
		t.addIrregular(&next, act, again.After(m), recent)
		return
	}
}

// changedSince returns those squares that changed since a time: what was
// otherwise before that has another cause.
func (t *Tracker) changedSince(squares position.Bitboard, since int64) (recent position.Bitboard) {
	for ; squares != 0; squares &= squares - 1 {
		if s := squares.First(); t.image.changed[s] >= since {
			recent |= position.SetOf(s)
		}
	}
	return recent
}

// addIrregular adds a reading that goes on from r with an irregular ply to this
// position.
func (t *Tracker) addIrregular(r *reading, act irregular, after position.Position, squares position.Bitboard) {
	before := &r.tip.pos
	after.SetChess960(before.Chess960())
	after = after.WithCounters(countersAfter(before, &after))
	n := t.newNode(after, after.Side().Other())
	n.parent, n.ply, n.act = r.tip, r.tip.ply+1, act
	n.act.squares = squares
	n.begun, n.made = t.times(t.evidence(r.tip), squares)
	n.imaged, n.shown, n.whole = t.image.last, true, true
	cost := costOfAct(&act, r.tip)
	first := r.tip.ply
	if act.kind == "two-moves" {
		first-- // which of the two came first is another question
	}
	if t.piecesInDoubt(first) {
		cost += costOfDoubt
		n.unsure = true
	}
	next := reading{tip: n, base: r.base + r.touched + cost, done: [2]int64{r.done[0], r.done[0]}, open: r.open}
	if r.open.side == n.side {
		next.done[0], next.open = max(r.open.t, n.made), noPress
		next.base -= costPressOpen // the press is explained
	}
	n.act.pressed = next.done[0]
	next.differs = t.image.differing(&n.seen, t.now)
	t.appraise(&next)
	for i := range t.beam {
		if o := &t.beam[i]; o.tip.ply == n.ply && o.tip.act.kind == act.kind && o.tip.parent == n.parent {
			if o.cost() > next.cost() && !o.tip.firm {
				*o = next
			}
			return
		}
	}
	t.beam = append(t.beam, next)
}

// costOfAct is what it costs to believe an irregular ply after n.
func costOfAct(act *irregular, n *node) int {
	cost, known := costOfKind[act.kind]
	switch {
	case act.kind == "wrong-side" && n.act.kind == "wrong-side":
		return costOfExchange
	case act.stays:
		return costPawnStays
	case !known:
		return costOfOtherKinds
	}
	return cost
}

// costOfDoubt is what an irregular ply costs besides where it may be only one of
// another piece than was thought.
const costOfDoubt = 500

// piecesInDoubt reports whether, on an occupancy board, something was told of
// which piece stands where that is not sure, up to this ply.
func (t *Tracker) piecesInDoubt(ply int) bool {
	told := t.told[:min(ply+1, len(t.told))]
	return t.sensing == observation.Occupancy && slices.ContainsFunc(told, func(p toldPly) bool { return p.sure < 100 })
}

// countersAfter returns the half moves since a capture or a pawn move, and the
// move number, after an irregular ply.
func countersAfter(before, after *position.Position) (half, full int) {
	half, full = before.HalfMoves()+1, before.FullMove()
	if after.Side() == observation.White {
		full++
	}
	for _, side := range []observation.Side{observation.White, observation.Black} {
		if before.Pieces(side, position.Pawn) != after.Pieces(side, position.Pawn) || before.Of(side).Count() != after.Of(side).Count() {
			half = 0
		}
	}
	return half, full
}

// answerIrregular takes the opponent's touch for a press, where no clock is
// pressed: what has stood on the board for a while was made, whatever it is. A
// piece that the player may be taking is not the opponent's to touch.
func (t *Tracker) answerIrregular(s observation.Square) {
	r := t.best()
	side := r.tip.pos.Side()
	if p := r.tip.pos.At(s); p == position.Empty || p.Side() == side || r.differs.Has(s) || t.now-t.image.last < slowAnswer {
		return
	}
	d := t.difference(&r.tip.pos, r.differs)
	taken := func(st step) bool { return r.tip.pos.IsCapture(st.move) && captured(st.move) == s }
	king := func(s observation.Square) bool { return r.tip.pos.At(s).Kind() == position.King }
	toCentre := len(d.came) > 0 && centre.Has(d.came[0]) && slices.ContainsFunc(d.gone, king)
	if len(d.came) == 0 || len(d.gone) == 0 || toCentre || slices.ContainsFunc(r.tip.successors(), taken) {
		return
	}
	before := slices.Clone(t.beam)
	t.press = press{side: side, t: t.now, tried: -1}
	for i := range t.beam {
		if r := &t.beam[i]; r.tip.pos.Side() == side {
			r.press(side, t.now)
		}
	}
	t.resolvePress(true)
	if t.press.side != observation.NoSide {
		t.beam, t.press = before, noPress // nothing came of it
		t.weigh()
	}
}

// answerBlack takes White's first touch, where no clock is pressed, for the answer
// to Black's move that came before it.
func (t *Tracker) answerBlack(s observation.Square) {
	r := *t.best()
	n := r.tip
	if n.parent != nil || n.pos.At(s).Side() != n.pos.Side() || r.differs.Has(s) || t.now-t.image.last < slowAnswer {
		return
	}
	d := t.difference(&n.pos, r.differs)
	act, ok := t.onePiece(n, &d)
	if !ok || act.kind != "wrong-side" {
		return
	}
	r.open = press{side: n.pos.Side().Other(), t: t.now, tried: -1}
	t.addIrregular(&r, act.irregular, position.FromPlacement(act.after, n.pos.Side(), n.pos.Rights()), r.differs)
	i := slices.IndexFunc(t.beam, func(o reading) bool { return o.tip.parent == n && o.tip.act.kind == act.kind })
	first := t.beam[i].tip
	t.settleWrongSide(first)
	if t.phase == ready {
		t.open(first.begun)
	}
	t.publish()
}

// settleWrongSide leaves only the readings in which the game was begun with a
// piece of the wrong side, once that was completed: what stood before any other
// piece was touched can't be the answer to it.
func (t *Tracker) settleWrongSide(n *node) {
	if n.ply != 1 || n.act.kind != "wrong-side" {
		return
	}
	n.firm = true
	t.drop(func(r reading) bool { return r.tip != n })
}

// slowAnswer is how long an irregular ply must have stood for the opponent's
// touch to be an answer to it, in milliseconds.
const slowAnswer = 1000

// undecided reports whether what was told is to stand until the board has come to
// rest: an irregular ply is being put right, or a ply may turn out to be irregular.
func (t *Tracker) undecided(want *node) bool {
	tip := t.best().tip
	if told := t.toldTip(); told.act.kind == "captured-piece-put-back" && want.ply == told.ply && want.act.kind == "" {
		return t.now-t.image.last < slowHand // it may have been lifted to be moved
	}
	if want.ply >= t.lastTold() || tip.firm {
		return false
	}
	return tip.act.kind != "" || t.toldTip().act.kind != "" && tip.ply >= t.lastTold()
}

// reconsider looks, now that the board stood after a press, whether what it
// completed was an irregular ply: more may stand there than a legal one explains.
func (t *Tracker) reconsider() {
	r := t.best()
	if t.press.side != observation.NoSide || r.tip.parent == nil || r.done[0] < 0 || r.clear() && r.tip.act.kind == "" || t.pressedAt != r.done[0] {
		return
	}
	t.irregulars(r.tip.side, false)
	t.weigh()
	if n := t.best().tip; n.act.kind != "" {
		n.firm = true
	}
}

// takeBackIrregular withdraws an irregular ply, when the clock starts again for
// its player and the board shows what stood there before it.
func (t *Tracker) takeBackIrregular() {
	told := t.toldTip()
	if told.act.kind == "" || told.parent == nil || t.clock.running != told.side || t.image.differing(&told.parent.seen, t.now) != 0 {
		return
	}
	t.retract(told.ply-1, "agreement")
	t.startFrom(told.parent)
	t.press = noPress
}

// completable are the irregular plies that become legal when the player puts
// the rest of his move right before the reply is made.
var completable = map[string]bool{
	"castling": true, "en-passant": true, "promotion-missing": true, "promotion-wrong-colour": true,
	"promotion-king": true, "piece-between-squares": true, "unexplained": true,
}

// completeIrregular lets a legal ply take the place of the irregular one that it
// completes.
func (t *Tracker) completeIrregular() {
	told := t.toldTip()
	if !completable[told.act.kind] {
		return
	}
	best := t.best()
	if same(best.tip, told) && best.differs != 0 {
		t.completeFrom(best)
	}
	if n := t.best().tip; n.act.kind == "" && n.ply == told.ply && n.parent == told.parent && (n.firm || t.best().differs == 0) {
		t.forget(told)
	}
}

// completeFrom gives a reading the legal ply that the board shows now, in the
// place of its last one.
func (t *Tracker) completeFrom(r *reading) {
	parent := r.tip.parent
	d := t.image.differing(&parent.seen, t.now)
	for _, s := range parent.successors() {
		if t.changedSince(s.mask, r.tip.act.pressed+1) == 0 {
			continue // he has done nothing since
		}
		left := t.differAfter(&parent.pos, s, d)
		if left&(t.occupied()|s.mask|parent.pos.Of(r.tip.side)) != 0 || left.Count() > 1 {
			continue // but the opponent may have lifted something by now
		}
		legal := t.extended(&reading{tip: parent, done: r.done, open: noPress}, s, left)
		legal.tip.firm = true
		legal.base, legal.touched, legal.done = r.base, 0, r.done
		*r = legal
		t.weigh()
		return
	}
}

// forget drops the readings that hold a ply to have happened.
func (t *Tracker) forget(n *node) {
	holds := func(r reading) bool { return r.tip.ply >= n.ply && same(r.tip.at(n.ply), n) }
	if slices.ContainsFunc(t.beam, func(r reading) bool { return !holds(r) }) {
		t.drop(holds)
	}
}
