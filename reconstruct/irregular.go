package reconstruct

import (
	"strings"

	"recorderd/observation"
	"recorderd/position"
)

// difference is what the image has that the last position has not.
type difference struct {
	gone []observation.Square // a piece left, and none or another one stands there
	came []observation.Square // a piece stands that did not stand there
}

func (t *Tracker) difference() (d difference) {
	for s := range t.image.squares {
		was, is := t.tip().seen[s], t.image.squares[s]
		if was == is {
			continue
		}
		if was != observation.Empty {
			d.gone = append(d.gone, observation.Square(s))
		}
		if is != observation.Empty {
			d.came = append(d.came, observation.Square(s))
		}
	}
	return d
}

// playIrregular makes a ply of what stands on the board although no legal move
// leads there: the player has pressed his clock on it, and the record goes on
// from the real placement. A piece that is only missing is still in a hand.
func (t *Tracker) playIrregular() {
	p, tip := t.press, t.tip()
	d := t.difference()
	pl, ok := position.PlacementOf(t.image.squares)
	if !ok || len(d.came) == 0 || tip.pos.Side() != p.side {
		return
	}
	after := position.FromPlacement(pl, p.side.Other(), tip.pos.Rights())
	after.SetChess960(tip.pos.Chess960())
	after = after.WithCounters(t.countersAfter(d))
	m := t.nameIrregular(d)
	m.T = t.image.last
	m.Pressed = max(p.t, m.T)
	t.press = nil
	ply := len(t.line)
	t.add(after, m)
	t.line[ply].kind = m.Kind
	t.complete(ply, m.Pressed, ByPress)
}

// countersAfter returns the half moves since a capture or a pawn move, and the
// move number, after the irregular ply.
func (t *Tracker) countersAfter(d difference) (half, full int) {
	tip := &t.tip().pos
	half, full = tip.HalfMoves()+1, tip.FullMove()
	if tip.Side() == observation.Black {
		full++
	}
	pawns := strings.ContainsFunc(t.lettersGone(d), func(r rune) bool { return r == 'P' || r == 'p' })
	if pawns || len(d.gone) > len(d.came) {
		half = 0
	}
	return half, full
}

func (t *Tracker) lettersGone(d difference) string {
	var b strings.Builder
	for _, s := range d.gone {
		b.WriteByte(byte(t.tip().seen[s]))
	}
	return b.String()
}

// nameIrregular finds the smallest irregular act that explains the difference.
func (t *Tracker) nameIrregular(d difference) Made {
	if m, ok := t.castlingWithBoth(d); ok {
		return m
	}
	from, to, ok := t.singleMove(d)
	if !ok {
		return Made{SAN: "?!unexplained", Kind: "unexplained"} // no reading: nothing to be sure of
	}
	pos := &t.tip().pos
	piece, stands := pos.At(from), t.image.squares[to]
	sep := "-"
	if pos.At(to) != position.Empty {
		sep = "x"
	}
	san := from.String() + sep + to.String()
	if piece.Kind() != position.Pawn {
		san = string(rune(piece.Kind().Letter())) + san
	}
	lastRank := to.Rank() == 7 && piece.Side() == observation.White || to.Rank() == 0 && piece.Side() == observation.Black
	if piece.Kind() == position.Pawn && lastRank {
		san += "=" + strings.ToUpper(stands.String())
	}
	return Made{SAN: san + "?!illegal", UCI: from.String() + to.String(), Kind: t.kindOf(from, to), Confidence: 100}
}

// castlingWithBoth recognises a castling that is not allowed, with king and rook
// on the squares where they would stand.
func (t *Tracker) castlingWithBoth(d difference) (Made, bool) {
	pos := &t.tip().pos
	king := pos.King(pos.Side())
	if len(d.gone) != 2 || len(d.came) != 2 || king == observation.NoSquare {
		return Made{}, false
	}
	back := king.Rank()
	for _, wing := range []struct {
		king, rook int
		san        string
	}{{6, 5, "O-O"}, {2, 3, "O-O-O"}} {
		k, r := observation.SquareAt(wing.king, back), observation.SquareAt(wing.rook, back)
		if t.image.squares[k] == t.tip().seen[king] && t.image.squares[r] == rookOf(pos.Side()) &&
			has(d.gone, king) && has(d.came, k) && has(d.came, r) {
			return Made{SAN: wing.san + "?!illegal", UCI: king.String() + k.String(), Kind: "castling", Confidence: 100}, true
		}
	}
	return Made{}, false
}

func rookOf(s observation.Side) observation.Piece {
	return observation.Piece(position.MakePiece(s, position.Rook).Letter())
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
func (t *Tracker) singleMove(d difference) (from, to observation.Square, ok bool) {
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
	piece := t.tip().pos.At(from)
	promoted := piece.Kind() == position.Pawn && (to.Rank() == 0 || to.Rank() == 7)
	return from, to, promoted || t.image.squares[to] == t.tip().seen[from]
}

// kindOf names what is wrong with a move of one piece.
func (t *Tracker) kindOf(from, to observation.Square) string {
	pos := &t.tip().pos
	piece, target, stands := pos.At(from), pos.At(to), t.image.squares[to]
	reaches := t.reaches(from, to)
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
	case stands != t.tip().seen[from]:
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
func (t *Tracker) reaches(from, to observation.Square) bool {
	pos := &t.tip().pos
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

// restated returns the legal ply that the image shows in place of an irregular
// last one.
func (t *Tracker) restated() *candidate {
	last := len(t.line) - 1
	if last == 0 || !completable[t.line[last].kind] {
		return nil
	}
	if ms := t.matching(last - 1); ms != nil {
		return &candidate{base: last - 1, readings: ms, since: t.image.last, restates: true}
	}
	return nil
}

// restate puts a legal ply in the place of the irregular one. It stays
// completed by the press that it had.
func (t *Tracker) restate(c candidate) {
	ply := len(t.line) - 1
	before := t.line[c.base].pos
	m := c.moves()[0]
	after := before.After(m)
	n := t.newNode(after, before.Side())
	n.move = m
	n.made, n.completed = t.image.last, t.line[ply].completed
	made := Made{
		T: t.image.last, Known: t.now, Ply: ply, Side: n.side, Move: m, SAN: before.SAN(m), UCI: before.UCI(m),
		Before: before, After: after, Legal: true, Restated: true, Imaged: c.since,
	}
	if made.Confidence, made.Alternatives = doubt(before, c.readings, 0); made.Confidence < 100 {
		made.Doubt = nameDoubt(c.readings)
	}
	t.line[ply] = n
	t.image.touches = t.image.touches[:0]
	t.tell(made)
}

// skipUnreadable goes on from what stands on the board where no line of plies
// explains it. The gap takes one ply, and the clock says who moves next.
func (t *Tracker) skipUnreadable() {
	pl, ok := position.PlacementOf(t.image.squares)
	if !ok {
		return
	}
	tip := &t.tip().pos
	next := tip.Side().Other()
	if t.pressing() && t.clock.running != observation.NoSide {
		next = t.clock.running
	}
	after := position.FromPlacement(pl, next, tip.Rights())
	after.SetChess960(tip.Chess960())
	after = after.WithCounters(0, tip.FullMove())
	t.gap = gap{}
	t.press = nil
	t.add(after, Made{T: t.image.last, SAN: "?!unexplained", Kind: "unreadable", Inferred: true})
	t.line[len(t.line)-1].completed = true
}
