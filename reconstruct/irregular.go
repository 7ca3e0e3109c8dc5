package reconstruct

import (
	"slices"
	"strings"

	"recorderd/observation"
	"recorderd/position"
)

// irregular is what a ply was that was not legal.
type irregular struct {
	kind     string // as the contract names it; "" for a legal ply
	san, uci string
	pressed  int64 // when the clock was pressed on it
	squares  position.Bitboard
}

// costOfKind is what it costs to believe an irregular ply of this kind.
var costOfKind = map[string]int{
	"promotion-missing": 300, "en-passant": 400, "king-left-in-check": 450, "castling": 500,
	"promotion-wrong-colour": 300, "promotion-king": 300, "king-captured": 700, "own-piece-captured": 800,
	"captured-piece-put-back": 500, "piece-between-squares": 700, "unexplained": 1500,
}

const costOfOtherKinds = 900 // a move that there is not, by the wrong side, or two of them

// irregulars adds, for the likeliest reading that waits for a ply of this side,
// the irregular one that explains the board as it stands.
func (t *Tracker) irregulars(side observation.Side) {
	for _, r := range t.beam {
		if r.open.side != side || r.tip.pos.Side() != side {
			continue
		}
		if next, ok := t.playedIrregularly(&r); ok && !t.hasIrregular(r.tip) {
			t.beam = append(t.beam, next)
		}
		return
	}
}

// hasIrregular reports whether a reading holds that the ply after n was none.
func (t *Tracker) hasIrregular(n *node) bool {
	return slices.ContainsFunc(t.beam, func(r reading) bool { return r.tip.parent == n && r.tip.act.kind != "" })
}

// playedIrregularly returns the reading with a ply that leads to what stands on
// the board although no legal move does. A piece that is only missing is still in
// a hand.
func (t *Tracker) playedIrregularly(r *reading) (reading, bool) {
	d := t.difference(r.tip)
	stands, ok := t.standingAfter(r.tip, d)
	if !ok || len(d.came) == 0 {
		return reading{}, false
	}
	before := &r.tip.pos
	after := position.FromPlacement(stands, before.Side().Other(), before.Rights())
	after.SetChess960(before.Chess960())
	after = after.WithCounters(t.countersAfter(r.tip, d))
	n := t.newNode(after, before.Side())
	n.parent, n.ply = r.tip, r.tip.ply+1
	n.act = t.nameIrregular(r.tip, d)
	n.act.squares = r.differs
	n.begun, n.made = t.times(t.evidence(r.tip), r.differs)
	n.made = max(n.made, t.image.last)
	n.imaged, n.shown, n.whole = t.image.last, true, true
	cost, known := costOfKind[n.act.kind]
	if !known {
		cost = costOfOtherKinds
	}
	next := reading{tip: n, base: r.base + r.touched + cost, done: [2]int64{-1, r.done[0]}, open: r.open}
	t.takeOpenPress(&next)
	next.base = r.base + r.touched + cost - costPressOpen // the press is explained
	n.act.pressed = next.done[0]
	next.differs = t.image.differing(&n.seen, t.now)
	next.squares = t.residual(&next)
	return next, true
}

// standingAfter returns what stands on the board, as far as the sensors and the
// position before can tell: on an occupancy board the piece that left one square
// is the one that came to another.
func (t *Tracker) standingAfter(n *node, d difference) (position.Placement, bool) {
	if t.sensing != observation.Occupancy {
		return position.PlacementOf(t.image.squares)
	}
	pl := n.pos.Placement()
	if len(d.came) > len(d.gone) || len(d.came) > 1 {
		return pl, false
	}
	var piece position.Piece
	for _, s := range d.gone {
		if pl[s].Side() == n.pos.Side() || piece == position.Empty {
			piece = pl[s]
		}
		pl[s] = position.Empty
	}
	for _, s := range d.came {
		pl[s] = piece
	}
	return pl, true
}

// difference is what the image has that a position has not.
type difference struct {
	gone []observation.Square // a piece left, and none or another one stands there
	came []observation.Square // a piece stands that did not stand there
}

func (t *Tracker) difference(n *node) (d difference) {
	for bits := t.image.differing(&n.seen, t.now); bits != 0; bits &= bits - 1 {
		s := bits.First()
		if n.seen[s] != observation.Empty {
			d.gone = append(d.gone, s)
		}
		if t.image.squares[s] != observation.Empty {
			d.came = append(d.came, s)
		}
	}
	return d
}

// countersAfter returns the half moves since a capture or a pawn move, and the
// move number, after the irregular ply.
func (t *Tracker) countersAfter(n *node, d difference) (half, full int) {
	half, full = n.pos.HalfMoves()+1, n.pos.FullMove()
	if n.pos.Side() == observation.Black {
		full++
	}
	for _, s := range d.gone {
		if n.pos.At(s).Kind() == position.Pawn {
			half = 0
		}
	}
	if len(d.gone) > len(d.came) {
		half = 0
	}
	return half, full
}

// nameIrregular finds the smallest irregular act that explains the difference.
func (t *Tracker) nameIrregular(n *node, d difference) irregular {
	if act, ok := t.castlingWithBoth(n, d); ok {
		return act
	}
	from, to, ok := t.singleMove(n, d)
	if !ok {
		return irregular{san: "?!unexplained", kind: "unexplained"}
	}
	piece := n.pos.At(from)
	sep := "-"
	if n.pos.At(to) != position.Empty {
		sep = "x"
	}
	san := from.String() + sep + to.String()
	if piece.Kind() != position.Pawn {
		san = string(rune(piece.Kind().Letter())) + san
	}
	lastRank := to.Rank() == 7 && piece.Side() == observation.White || to.Rank() == 0 && piece.Side() == observation.Black
	if piece.Kind() == position.Pawn && lastRank {
		stands := t.image.squares[to]
		san += "=" + strings.ToUpper(stands.String())
	}
	return irregular{san: san + "?!illegal", uci: from.String() + to.String(), kind: t.kindOf(&n.pos, from, to)}
}

// castlingWithBoth recognises a castling that is not allowed, with king and rook
// on the squares where they would stand.
func (t *Tracker) castlingWithBoth(n *node, d difference) (irregular, bool) {
	pos := &n.pos
	king := pos.King(pos.Side())
	if len(d.gone) != 2 || len(d.came) != 2 || king == observation.NoSquare {
		return irregular{}, false
	}
	back := king.Rank()
	for _, wing := range []struct {
		king, rook int
		san        string
	}{{6, 5, "O-O"}, {2, 3, "O-O-O"}} {
		k, r := observation.SquareAt(wing.king, back), observation.SquareAt(wing.rook, back)
		rook := t.tells(position.MakePiece(pos.Side(), position.Rook))
		if t.image.squares[k] == n.seen[king] && t.image.squares[r] == rook &&
			has(d.gone, king) && has(d.came, k) && has(d.came, r) {
			return irregular{san: wing.san + "?!illegal", uci: king.String() + k.String(), kind: "castling"}, true
		}
	}
	return irregular{}, false
}

func has(squares []observation.Square, s observation.Square) bool {
	for _, x := range squares {
		if x == s {
			return true
		}
	}
	return false
}

// singleMove returns the squares of one piece that went from one to the other.
func (t *Tracker) singleMove(n *node, d difference) (from, to observation.Square, ok bool) {
	if len(d.came) != 1 {
		return 0, 0, false
	}
	to = d.came[0]
	var origins []observation.Square
	for _, s := range d.gone {
		if s != to {
			origins = append(origins, s)
		}
	}
	if len(origins) != 1 {
		return 0, 0, false
	}
	from = origins[0]
	piece := n.pos.At(from)
	promoted := piece.Kind() == position.Pawn && (to.Rank() == 0 || to.Rank() == 7)
	return from, to, promoted || t.image.squares[to] == n.seen[from]
}

// kindOf names what is wrong with a move of one piece.
func (t *Tracker) kindOf(pos *position.Position, from, to observation.Square) string {
	piece, target, stands := pos.At(from), pos.At(to), t.image.squares[to]
	reaches := reaches(pos, from, to)
	switch {
	case piece.Side() != pos.Side():
		return "wrong-side"
	case target != position.Empty && target.Side() == piece.Side():
		return "own-piece-captured"
	case target.Kind() == position.King:
		return "king-captured"
	case piece.Kind() == position.King && from.Rank() == to.Rank() && abs(from.File()-to.File()) == 2:
		return "castling"
	case piece.Kind() == position.Pawn && to == pos.EnPassant() && from.File() != to.File():
		return "en-passant"
	case stands != t.tells(piece):
		return kindOfPromotion(piece, stands)
	case reaches && piece.Kind() == position.Pawn && (to.Rank() == 0 || to.Rank() == 7):
		return "promotion-missing"
	case reaches:
		return "king-left-in-check"
	}
	return "no-such-move"
}

func kindOfPromotion(pawn position.Piece, stands observation.Piece) string {
	p, ok := position.PieceOf(byte(stands))
	switch {
	case ok && p.Side() != pawn.Side():
		return "promotion-wrong-colour"
	case ok && p.Kind() == position.King:
		return "promotion-king"
	}
	return "no-such-move"
}

// reaches reports whether the piece goes there by its way of moving, its king's
// safety left aside.
func reaches(pos *position.Position, from, to observation.Square) bool {
	if pos.At(from).Kind() == position.King {
		return abs(from.File()-to.File()) <= 1 && abs(from.Rank()-to.Rank()) <= 1
	}
	pl := pos.Placement()
	own := position.MakePiece(pos.At(from).Side(), position.King)
	for s, p := range pl {
		if p == own {
			pl[s] = position.Empty // with no king to guard, every way of moving is legal
		}
	}
	free := position.FromPlacement(pl, pos.At(from).Side(), 0)
	var buf [position.MaxMoves]position.Move
	for _, m := range free.Legal(buf[:0]) {
		if m.From() == from && m.To() == to {
			return true
		}
	}
	return false
}

func abs(x int) int {
	if x < 0 {
		return -x
	}
	return x
}

// completable are the irregular plies that become legal when the player puts
// the rest of his move right before the reply is made.
var completable = map[string]bool{
	"castling": true, "en-passant": true, "promotion-missing": true, "promotion-wrong-colour": true,
	"promotion-king": true, "unexplained": true,
}

// completeIrregular lets a legal ply take the place of the irregular one that it
// completes.
func (t *Tracker) completeIrregular() {
	best := t.best()
	if !completable[best.tip.act.kind] || best.differs == 0 {
		return
	}
	parent := best.tip.parent
	d := t.image.differing(&parent.seen, t.now)
	for _, s := range parent.successors() {
		if t.differAfter(&parent.pos, s, d) != 0 {
			continue
		}
		legal := t.extended(&reading{tip: parent, done: best.done, open: noPress}, s, 0)
		legal.tip.made, legal.tip.firm = t.image.last, true
		legal.base, legal.touched, legal.done = best.base, 0, best.done
		*best = legal
		t.weigh()
		return
	}
}
