package reconstruct

import (
	"recorderd/observation"
	"recorderd/position"
)

// evidence is what was seen of the squares since the last ply of a reading
// began.
type evidence struct {
	off         position.Bitboard // squares that a piece was seen to leave, or where another one came
	first, last [64]int64         // when the first piece left them, and when they changed last
}

// memory is how far back a touch tells anything about the ply that is made now,
// in milliseconds.
const memory = 15_000

// evidence gathers the touches that may belong to the ply after n. A hand may
// have come early, so those during the ply n count too, its own squares apart.
func (t *Tracker) evidence(n *node) *evidence {
	e := &t.seen
	e.off = 0
	from, own := max(n.begun, t.now-memory), footprintOf(n)
	touches := t.image.touches
	for i := len(touches) - 1; i >= 0 && touches[i].T >= from; i-- {
		touch := &touches[i]
		s := touch.Square
		switch {
		case touch.Before == observation.Empty:
		case own.Has(s) && touch.T <= n.made:
		case t.image.flickering(s, t.now) && touch.T > t.image.flipped[s]:
		case touch.T >= t.image.burst.from && touch.T <= t.image.burst.to:
		default:
			if !e.off.Has(s) {
				e.off |= position.SetOf(s)
				e.last[s] = t.image.changed[s]
			}
			e.first[s] = touch.T
		}
	}
	return e
}

func footprintOf(n *node) position.Bitboard {
	switch {
	case n.parent == nil:
		return 0
	case n.move == 0:
		return n.act.squares
	}
	return footprint(n.move)
}

// times returns when a ply with this footprint began, and when its last piece
// came to rest.
func (t *Tracker) times(e *evidence, mask position.Bitboard) (begun, made int64) {
	begun, made = t.now, -1
	for f := mask; f != 0; f &= f - 1 {
		s := f.First()
		if e.off.Has(s) {
			begun = min(begun, e.first[s])
		}
		if t.image.flickering(s, t.now) {
			made = max(made, t.image.flipped[s]) // what comes and goes since then stands there
			continue
		}
		made = max(made, t.image.changed[s])
	}
	return min(begun, made), made
}

// What it costs to believe something, in hundredths of a nat: 100 more is 2.7
// times less likely. The figures are the rates of reconstruction, taken from
// captured games where there are any; they weigh readings against each other and
// nothing else, so that only their differences matter.
const (
	costMissing      = 250 // a piece is missing and its square is quiet: knocked over, or off its centre
	costMissingToo   = 120 // and each further one: they fall together
	costMissingNow   = 100 // it has only just gone
	costInHand       = 60  // one piece of a player may be in his hand
	costExtra        = 500 // something stands where nothing should
	costExtraNow     = 150
	costOther        = 400 // another piece stands there
	costOtherNow     = 100
	costOnItsWay     = 250 // a piece of the side to move stands somewhere else for the moment
	costStop         = 100 // a piece stood where it was not to stay
	costStays        = 450 // and has stood there for long
	costNeverLeft    = 450 // a piece moved that was not seen to leave
	costSlowLeft     = 120 // the same on a slow board
	costWrongOrder   = 180 // pieces left in another order than was seen
	costBackwards    = 700 // a ply came to rest before the one that it follows was begun
	costTouchedAnew  = 170 // another piece that could be taken was touched
	costOtherTaken   = 700 // it was replaced while the one that moved was in the hand
	costHaste        = 400 // a ply that rested hardly after the one before
	costEarly        = 60  // a ply while the other player's time ran
	costPressMissing = 180 // a ply that its player never pressed the clock for
	costPressLate    = 350 // a press for a ply that was answered long ago
	costPressOpen    = 200 // a press that nothing explains yet
	costPressVain    = 500 // and nothing ever does
	costUnseenPly    = 100 // two plies between two images
)

// costOfPromotion is how rare a promotion to this piece is, where nobody sees
// which it was.
var costOfPromotion = [...]int{position.Queen: 1, position.Knight: 530, position.Bishop: 530, position.Rook: 600}

// costUnseenCapture is how rare it is that the taken piece is not seen to leave
// on an occupancy board that scans so fast. Firmware that waits for a square to
// be sure of itself makes it less rare than the scan says.
func costUnseenCapture(scan int64) int {
	switch {
	case scan <= 20:
		return 150
	case scan <= 50:
		return 80
	}
	return 35
}

// slowPoll is how seldom a clock must be asked for two presses to go unheard in
// between, in milliseconds.
const slowPoll = 1000

// costOfPly is what it costs to believe that this ply followed a reading,
// whatever was touched.
func (t *Tracker) costOfPly(r *reading, m position.Move) (cost int) {
	n := r.tip
	if mover := n.pos.Side(); t.pressing() {
		if t.clock.running == mover.Other() && r.open.side != mover {
			cost += costEarly
		}
		if n.ply >= 2 && r.done[1] < 0 {
			cost += pick(t.clock.poll > slowPoll, costEarly, costPressMissing)
		}
	}
	if t.guesses(m) {
		cost += costOfPromotion[m.Promotion()]
	}
	return cost
}

// costOfTouches is what the touches say against the ply n, where the image
// differs so from the position after it.
func (t *Tracker) costOfTouches(n *node, differs position.Bitboard, e *evidence) (cost int) {
	from := n.move.From()
	if t.now-n.made < t.settle {
		cost = costOfHaste(n)
	}
	if !e.off.Has(from) && t.image.squares[from] != observation.Empty && !t.image.dead.Has(from) {
		cost += pick(t.scan > slowScan, costSlowLeft, costNeverLeft)
	}
	if to := n.move.To(); n.parent.pos.At(to) == position.Empty && n.move.Promotion() == position.NoKind && e.off.Has(from) {
		switch late := e.first[from] - t.image.changed[to]; {
		case late >= 2*t.scan:
			cost += costBackwards // it left long after something else had come
		case late > t.scan:
			cost += costWrongOrder
		}
	}
	if n.parent.pos.IsCapture(n.move) && !t.leftFor(captured(n.move), from, e) {
		cost += costUnseenCapture(t.scan)
	}
	return cost + t.costOfRivals(n, e.off&t.occupied()&^footprint(n.move)&^differs, e)
}

// occupied returns the squares where something stands.
func (t *Tracker) occupied() (b position.Bitboard) {
	for s, p := range t.image.squares {
		if p != observation.Empty {
			b |= 1 << s
		}
	}
	return b
}

// costOfHaste is what speaks against a ply that came to rest so soon after the
// one before: two hands at once are rare, and one piece on its way is not.
func costOfHaste(n *node) int {
	switch haste := n.made - n.parent.made; {
	case n.parent.parent == nil || n.parent.inferred || haste >= 350:
		return 0
	case haste < 100:
		return costHaste
	case haste < 200:
		return costHaste * 3 / 4
	}
	return costHaste / 3
}

// costOfRivals speaks against a ply, on a board that does not know its pieces, if
// another piece that it could have taken was seen to leave and to be replaced: all
// the more while the piece that moved was in the hand.
func (t *Tracker) costOfRivals(n *node, touched position.Bitboard, e *evidence) (cost int) {
	from := n.move.From()
	if t.sensing != observation.Occupancy || touched == 0 || !e.off.Has(from) {
		return 0
	}
	for _, s := range n.parent.successors() {
		v := s.move.To()
		if s.move.From() == from && touched.Has(v) && n.parent.pos.At(v) != position.Empty {
			cost = max(cost, pick(e.last[v] >= e.first[from], costOtherTaken, costTouchedAnew))
		}
	}
	return cost
}

// slowScan is how long a scan must take for a hand to be faster, in milliseconds.
const slowScan = 100

// leftFor reports whether what stood on a square was seen to leave it for the
// piece that came from another: not if it was put back before that was lifted.
func (t *Tracker) leftFor(taken, from observation.Square, e *evidence) bool {
	if !e.off.Has(taken) {
		return t.sensing != observation.Occupancy
	}
	return !e.off.Has(from) || t.image.squares[taken] == observation.Empty || e.last[taken]+t.scan >= e.first[from]
}

// unseenCapture reports whether the ply n took something that was not seen to
// leave: the hand may still be on its way, to there or to another square.
func (t *Tracker) unseenCapture(n *node, e *evidence) bool {
	return t.sensing == observation.Occupancy && n.parent.pos.IsCapture(n.move) && !t.leftFor(captured(n.move), n.move.From(), e)
}

// residual is what the squares cost that the last position of a reading does not
// explain.
func (t *Tracker) residual(r *reading) (cost int) {
	cost = t.costOfWaiting(r)
	if r.differs == 0 {
		return cost
	}
	if t.displacedByMover(r) {
		return cost + costDisplaced
	}
	n := r.tip
	var inHand [2]bool
	extra, others, missing := observation.NoSquare, 0, 0
	for d := r.differs; d != 0; d &= d - 1 {
		s := d.First()
		quiet := t.now-t.image.changed[s] >= t.settle
		switch {
		case t.image.squares[s] == observation.Empty:
			side := n.pos.At(s).Side()
			if !inHand[side] && t.mayBeInHand(r, s, side) {
				inHand[side] = true
				cost += pick(t.now-t.image.changed[s] < longHold, costInHand, costMissing)
			} else {
				missing++
				cost += pick(!quiet, costMissingNow, pick(missing == 1, costMissing, costMissingToo))
			}
		case n.seen[s] == observation.Empty:
			extra = s
			others++
			cost += pick(quiet, costExtra, costExtraNow)
		default:
			others++
			cost += pick(quiet || t.promotedOtherwise(n, s), costOther, costOtherNow)
		}
	}
	if others == 1 && extra != observation.NoSquare && t.onItsWay(r, extra) {
		stands := t.now - t.image.changed[extra]
		cost += pick(stands < pause, costOnItsWay, costStays) - costInHand - pick(stands >= t.settle, costExtra, costExtraNow)
	}
	return cost
}

// promotedOtherwise reports whether another piece stands on a square than the one
// that a pawn became there by the ply n: its player has exchanged it.
func (t *Tracker) promotedOtherwise(n *node, s observation.Square) bool {
	if n.parent == nil || n.move.Promotion() == position.NoKind || s != n.move.To() {
		return false
	}
	switch piece := t.stands(s, position.Empty); piece.Kind() {
	case position.Queen, position.Rook, position.Bishop, position.Knight:
		return piece.Side() == n.side
	}
	return false
}

// onItsWay reports whether what stands on a square may be a piece of the side to
// move that is not where it is to go yet.
func (t *Tracker) onItsWay(r *reading, at observation.Square) bool {
	side := r.tip.pos.Side()
	if r.open.side == side {
		return false // he has pressed
	}
	for d := r.differs; d != 0; d &= d - 1 {
		s := d.First()
		if t.image.squares[s] == observation.Empty && r.tip.pos.At(s).Side() == side && r.tip.seen[s] == t.image.squares[at] {
			return true
		}
	}
	return false
}

// costOfWaiting is what a reading pays whose press still waits for a ply, when a
// hand would have made it by now.
func (t *Tracker) costOfWaiting(r *reading) int {
	if r.open.side == observation.NoSide || t.now-r.open.t < t.settle {
		return 0
	}
	return costPressVain
}

func pick(yes bool, a, b int) int {
	if yes {
		return a
	}
	return b
}

// mayBeInHand reports whether a missing piece may be in somebody's hand: the
// player to move has lifted it or takes it, or the last ply is still being made.
// What left before that ply began is in no hand.
func (t *Tracker) mayBeInHand(r *reading, s observation.Square, side observation.Side) bool {
	n := r.tip
	if footprintOf(n).Has(s) && side != n.pos.Side() && r.done[0] < 0 && t.now-t.image.changed[s] < slowWay {
		return true
	}
	if t.image.changed[s] < n.begun {
		return false
	}
	if side == n.pos.Side() {
		return true
	}
	for _, st := range n.successors() {
		if n.pos.IsCapture(st.move) && captured(st.move) == s {
			return true
		}
	}
	return false
}
