package reconstruct

import (
	"strings"

	"recorderd/observation"
	"recorderd/position"
)

// deed is something a player did that is no legal move, and what stands on the
// board after it as far as the sensors and the position before can tell: on an
// occupancy board the piece that left one square is the one that came to another.
type deed struct {
	irregular
	after position.Placement
}

// maxDeed is how many squares an irregular ply changes at most. More is unreadable.
const maxDeed = 6

// deedAfter finds the smallest irregular act after n that explains why the image
// differs on these squares. With answered the opponent has begun his reply, so
// that nothing is in the player's hand any more.
func (t *Tracker) deedAfter(n *node, differs position.Bitboard, answered bool) (deed, bool) {
	d := t.difference(&n.pos, differs)
	switch {
	case differs.Count() > maxDeed:
		return deed{}, false
	case len(d.came) == 0:
		if act, ok := t.takenUnseen(n, &d); ok {
			return act, true
		}
		return t.betweenSquares(n, &d, answered)
	}
	for _, explain := range []func(*node, *difference) (deed, bool){t.putBack, t.castlingWithBoth, t.onePiece, t.passing, t.pawnStays, t.unexplained} {
		if act, ok := explain(n, &d); ok {
			return act, true
		}
	}
	return deed{}, false
}

// difference is what the image has that a position has not.
type difference struct {
	squares position.Bitboard
	gone    []observation.Square // a piece left, and none or another one stands there
	came    []observation.Square // a piece stands that did not stand there
}

// difference sorts the squares where the image differs from a position.
func (t *Tracker) difference(p *position.Position, differs position.Bitboard) difference {
	d := difference{squares: differs}
	for ; differs != 0; differs &= differs - 1 {
		s := differs.First()
		if p.At(s) != position.Empty {
			d.gone = append(d.gone, s)
		}
		if t.image.squares[s] != observation.Empty {
			d.came = append(d.came, s)
		}
	}
	return d
}

// lacks sorts the squares where the image differs from the position after a ply.
func (t *Tracker) lacks(n *node) difference {
	return t.difference(&n.pos, t.image.differing(&n.seen, t.now))
}

// stands returns the piece on a square, where the board knows it, and otherwise
// the one that must be there.
func (t *Tracker) stands(s observation.Square, otherwise position.Piece) position.Piece {
	if t.sensing != observation.Occupancy && len(t.image.squares[s].String()) == 1 {
		if p, ok := position.PieceOf(byte(t.image.squares[s])); ok {
			return p
		}
	}
	return otherwise
}

// longSAN writes an irregular ply from square to square.
func longSAN(p *position.Position, from, to observation.Square, takes bool) string {
	san := from.String() + pickString(takes, "x", "-") + to.String()
	if k := p.At(from).Kind(); k != position.Pawn {
		san = string(rune(k.Letter())) + san
	}
	return san + "?!illegal"
}

func pickString(yes bool, a, b string) string {
	if yes {
		return a
	}
	return b
}

// castlingWithBoth recognises a castling that is not allowed, or with king or
// rook on a wrong square: both have moved along the back rank, and the king by
// more than a step.
func (t *Tracker) castlingWithBoth(n *node, d *difference) (deed, bool) {
	p := &n.pos
	king := p.King(p.Side())
	if len(d.gone) != 2 || len(d.came) != 2 || king > 63 || !has(d.gone, king) {
		return deed{}, false
	}
	rook := d.gone[0]
	if rook == king {
		rook = d.gone[1]
	}
	own := position.MakePiece(p.Side(), position.Rook)
	if p.At(rook) != own || rook.Rank() != king.Rank() {
		return deed{}, false
	}
	king2, rook2 := d.came[0], d.came[1]
	wing := pickString(rook > king, "O-O", "O-O-O")
	if (king2 < rook2) == (rook > king) {
		king2, rook2 = rook2, king2
	}
	if t.stands(king2, p.At(king)) != p.At(king) {
		king2, rook2 = rook2, king2
	}
	if king2.Rank() != king.Rank() || rook2.Rank() != king.Rank() || t.stands(king2, p.At(king)) != p.At(king) || t.stands(rook2, own) != own {
		return deed{}, false
	}
	act := deed{irregular{kind: "castling", san: wing + "?!illegal", uci: king.String() + king2.String()}, p.Placement()}
	act.after[king], act.after[rook] = position.Empty, position.Empty
	act.after[king2], act.after[rook2] = p.At(king), own
	return act, true
}

// castledShort reports whether an occupancy board shows a castling of which the
// rook's new square was taken before the rook was lifted: the king has gone there.
func (t *Tracker) castledShort(n *node) bool {
	if t.sensing != observation.Occupancy || n.parent == nil || n.move == 0 || !n.move.IsCastling() || footprint(n.move).Count() != 4 {
		return false
	}
	e := t.evidence(n.parent)
	_, rook := n.move.Castled()
	return e.off.Has(n.move.To()) && !e.off.Has(rook) && t.image.changed[rook]+t.scan < e.first[n.move.To()]
}

// short is the deed of a player who put king and rook on each other's squares
// when he castled.
func short(n *node) deed {
	king, rook := n.move.Castled()
	act := deed{irregular{kind: "castling", san: n.parent.pos.SAN(n.move) + "?!illegal", uci: n.move.From().String() + rook.String()}, n.pos.Placement()}
	act.after[king], act.after[rook] = act.after[rook], act.after[king]
	return act
}

func has(squares []observation.Square, s observation.Square) bool {
	for _, x := range squares {
		if x == s {
			return true
		}
	}
	return false
}

// onePiece recognises one piece that went from one square to another, perhaps
// taking what stood there.
func (t *Tracker) onePiece(n *node, d *difference) (deed, bool) {
	if len(d.came) != 1 {
		return deed{}, false
	}
	to := d.came[0]
	from, left := observation.NoSquare, 0
	for _, s := range d.gone {
		if s != to {
			from = s
			left++
		}
	}
	if left != 1 {
		return deed{}, false
	}
	piece := n.pos.At(from)
	promoted := piece.Kind() == position.Pawn && lastRank(piece.Side(), to)
	if arrived := t.stands(to, piece); arrived != piece && !promoted {
		return deed{}, false
	}
	return t.moved(n, from, to), true
}

func lastRank(side observation.Side, s observation.Square) bool {
	return side == observation.White && s.Rank() == 7 || side == observation.Black && s.Rank() == 0
}

// moved is the deed of a piece that went from one square to another.
func (t *Tracker) moved(n *node, from, to observation.Square) deed {
	return movedAs(&n.pos, from, to, t.stands(to, n.pos.At(from)))
}

// movedAs is the deed of a piece that went from one square to another, where this
// one arrived.
func movedAs(p *position.Position, from, to observation.Square, arrived position.Piece) deed {
	piece := p.At(from)
	act := deed{irregular{kind: kindOf(p, from, to, arrived), uci: from.String() + to.String()}, p.Placement()}
	act.san = longSAN(p, from, to, p.At(to) != position.Empty)
	if piece.Kind() == position.Pawn && lastRank(piece.Side(), to) {
		san, mark, _ := strings.Cut(act.san, "?")
		act.san = san + "=" + strings.ToUpper(arrived.String()) + "?" + mark
	}
	act.after[from], act.after[to] = position.Empty, arrived
	return act
}

// passing recognises a capture en passant that is not allowed, or after which
// the wrong pawn was taken off.
func (t *Tracker) passing(n *node, d *difference) (deed, bool) {
	p := &n.pos
	if len(d.came) != 1 || len(d.gone) != 2 || p.At(d.came[0]) != position.Empty {
		return deed{}, false
	}
	to := d.came[0]
	from, taken := d.gone[0], d.gone[1]
	if p.At(from).Side() != p.Side() {
		from, taken = taken, from
	}
	pawn := p.At(from)
	diagonal := abs(from.File()-to.File()) == 1 && abs(from.Rank()-to.Rank()) == 1
	if pawn != position.MakePiece(p.Side(), position.Pawn) || p.At(taken) != position.MakePiece(p.Side().Other(), position.Pawn) ||
		!diagonal || t.stands(to, pawn) != pawn {
		return deed{}, false
	}
	beside := taken == observation.SquareAt(to.File(), from.Rank())
	act := deed{irregular{kind: "en-passant", san: longSAN(p, from, to, beside), uci: from.String() + to.String()}, p.Placement()}
	act.after[from], act.after[taken], act.after[to] = position.Empty, position.Empty, pawn
	return act, true
}

// pawnStays recognises a promotion of which the new piece stands there and the
// pawn was not taken off. A board that does not know its pieces cannot tell that
// from a square that is slow to miss the pawn.
func (t *Tracker) pawnStays(n *node, d *difference) (deed, bool) {
	p := &n.pos
	if t.sensing == observation.Occupancy || len(d.came) != 1 {
		return deed{}, false
	}
	to := d.came[0]
	for _, s := range n.successors() {
		from := s.move.From()
		if s.move.Promotion() == position.NoKind || s.move.To() != to || t.differAfter(p, s, d.squares) != position.SetOf(from) ||
			t.image.squares[from] != n.seen[from] {
			continue
		}
		act := deed{irregular{kind: "unexplained", san: unexplained, stays: true}, p.Placement()}
		act.after[to] = position.MakePiece(p.Side(), s.move.Promotion())
		return act, true
	}
	return deed{}, false
}

// putBack recognises a capture after which the taken piece stands on another
// square.
func (t *Tracker) putBack(n *node, d *difference) (deed, bool) {
	p := &n.pos
	e := t.evidence(n)
	for _, s := range n.successors() {
		if !p.IsCapture(s.move) || t.sensing == observation.Occupancy && !e.off.Has(captured(s.move)) {
			continue
		}
		victim := p.At(captured(s.move))
		left := t.differAfter(p, s, d.squares)
		at := left.First()
		if left.Count() != 1 || p.At(at) != position.Empty || t.image.squares[at] != t.tells(victim) {
			continue
		}
		from, to := s.move.From(), s.move.To()
		act := deed{irregular{kind: "captured-piece-put-back", san: longSAN(p, from, to, true), uci: p.UCI(s.move)}, p.Placement()}
		after := p.After(s.move)
		act.after = after.Placement()
		act.after[at] = victim
		return act, true
	}
	return deed{}, false
}

// takenUnseen recognises, where an occupancy board shows only that a piece is
// gone, the capture that is not legal: of the piece whose square was touched
// meanwhile, or of the king.
func (t *Tracker) takenUnseen(n *node, d *difference) (deed, bool) {
	p := &n.pos
	if t.sensing != observation.Occupancy || len(d.gone) != 1 || p.At(d.gone[0]).Side() != p.Side() {
		return deed{}, false
	}
	from := d.gone[0]
	e := t.evidence(n)
	for touched := e.off & t.occupied() &^ d.squares; touched != 0; touched &= touched - 1 {
		to := touched.First()
		if p.At(to) != position.Empty && e.last[to] >= e.first[from] {
			return t.moved(n, from, to), true
		}
	}
	if king := p.King(p.Side().Other()); king <= 63 && p.Attackers(king, p.Side()).Has(from) {
		return t.moved(n, from, king), true
	}
	return deed{}, false
}

// betweenSquares recognises a piece that is read on no square although its player
// has pressed the clock and the opponent has begun his reply.
func (t *Tracker) betweenSquares(n *node, d *difference, answered bool) (deed, bool) {
	p := &n.pos
	if !answered || len(d.gone) != 1 || p.At(d.gone[0]).Side() != p.Side() || t.now-t.image.changed[d.gone[0]] < pause {
		return deed{}, false
	}
	from := d.gone[0]
	act := deed{irregular{kind: "piece-between-squares", san: unexplained}, p.Placement()}
	if k := p.At(from).Kind(); k != position.King {
		act.after[from] = position.Empty
	}
	return act, true
}

// unexplained takes the board as it is.
func (t *Tracker) unexplained(n *node, d *difference) (deed, bool) {
	act := deed{irregular{kind: "unexplained", san: unexplained}, n.pos.Placement()}
	if len(d.came) > len(d.gone) {
		return act, false
	}
	for _, s := range d.gone {
		act.after[s] = position.Empty
	}
	for i, s := range d.came {
		act.after[s] = t.stands(s, n.pos.At(d.gone[i]))
	}
	return act, true
}

// kindOf names what is wrong with a move of one piece.
func kindOf(p *position.Position, from, to observation.Square, arrived position.Piece) string {
	piece, target := p.At(from), p.At(to)
	reaches := reaches(p, from, to)
	switch {
	case piece.Side() != p.Side():
		return "wrong-side"
	case target != position.Empty && target.Side() == piece.Side():
		return "own-piece-captured"
	case target.Kind() == position.King:
		return "king-captured"
	case piece.Kind() == position.King && from.Rank() == to.Rank() && abs(from.File()-to.File()) == 2:
		return "castling"
	case piece.Kind() == position.Pawn && to == p.EnPassant() && from.File() != to.File():
		return "en-passant"
	case arrived != piece:
		return kindOfPromotion(piece, arrived)
	case reaches && piece.Kind() == position.Pawn && lastRank(piece.Side(), to):
		return "promotion-missing"
	case reaches:
		return "king-left-in-check"
	}
	return "no-such-move"
}

func kindOfPromotion(pawn, arrived position.Piece) string {
	switch {
	case arrived.Side() != pawn.Side():
		return "promotion-wrong-colour"
	case arrived.Kind() == position.King:
		return "promotion-king"
	}
	return "no-such-move"
}

// reaches reports whether the piece goes there by its way of moving, its king's
// safety left aside.
func reaches(p *position.Position, from, to observation.Square) bool {
	if p.At(from).Kind() == position.King {
		return abs(from.File()-to.File()) <= 1 && abs(from.Rank()-to.Rank()) <= 1
	}
	pl := p.Placement()
	own := position.MakePiece(p.At(from).Side(), position.King)
	for s, piece := range pl {
		if piece == own {
			pl[s] = position.Empty // with no king to guard, every way of moving is legal
		}
	}
	free := position.FromPlacement(pl, p.At(from).Side(), 0)
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
