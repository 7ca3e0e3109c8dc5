package simulate

import (
	"slices"

	"recorderd/observation"
	"recorderd/position"
)

// step is the way of a piece from one square to the next, where it slides.
var step = spread{60, 0.35, 20, 150}

// approach is what a piece does before it makes for its target in good earnest:
// it may stop on the squares between, or rest on a wrong one.
func (p *player) approach(pos *position.Position, m position.Move) hand {
	h := p.inHand(pos, m)
	between := squaresBetween(m.From(), m.To())
	switch {
	case p.turn.victim > 0:
		return h
	case p.happens(p.habits.WrongSquare):
		return p.restWrongly(pos, m, h)
	case len(between) > 0 && p.happens(p.habits.Slide):
		return p.slide(between, h)
	}
	return h
}

// slide stops on every square between.
func (p *player) slide(between []observation.Square, h hand) hand {
	at := p.now
	h.way = step
	for _, sq := range between {
		p.carry(h, sq)
		p.wait(p.between(50, 330))
		h.from = sq
	}
	p.note(Slid, at, p.now, between...)
	return h
}

// restWrongly puts a piece on a wrong square, on which it may often go as well,
// and leaves it there until the player sees it.
func (p *player) restWrongly(pos *position.Position, m position.Move, h hand) hand {
	wrong := p.oneOf(otherTargets(pos, m))
	if wrong == observation.NoSquare || p.pick(7, 3) == 1 {
		wrong = p.oneOf(emptyBeside(pos, m.To()))
	}
	if wrong == observation.NoSquare {
		return h
	}
	p.turn.used = append(p.turn.used, wrong)
	p.carry(h, wrong)
	at := p.now
	p.wait(p.between(300, 1500))
	p.note(Corrected, at, p.now, wrong)
	h.from = wrong
	return h
}

// bounce takes the piece that has just landed off again, once or twice.
func (p *player) bounce() {
	at := p.now
	for range p.between(1, 2) {
		p.wait(p.between(40, 200))
		p.lift(p.landed.Square)
		p.wait(p.between(40, 150))
		p.put(p.landed.Square, p.landed.Piece)
	}
	p.note(Bounced, at, p.now, p.landed.Square)
}

// carryVictim holds a piece that was taken over another square on its way off
// the board. The other hand is not stopped by it.
func (p *player) carryVictim(victim observation.Square) {
	over := p.choose(emptyBeside(&p.turn.pos, victim))
	if over == observation.NoSquare {
		return
	}
	at := p.now + p.between(40, 150)
	until := at + p.between(60, 200)
	p.doAt(at, Deed{Kind: Put, Square: over, Piece: standingOn(&p.turn.pos, victim)})
	p.doAt(until, Deed{Kind: Lift, Square: over})
	p.note(CarriedVictim, at, until, over)
	p.occupy(until)
}

// unused leaves out the squares that this move has to do with already.
func (p *player) unused(squares []observation.Square) []observation.Square {
	m := p.turn.move
	uses := append(squaresBetween(m.From(), m.To()), m.From(), m.To())
	switch {
	case m.IsCastling():
		king, rook := m.Castled()
		uses = append(uses, king, rook)
	case m.IsEnPassant():
		uses = append(uses, passed(m))
	}
	uses = append(uses, p.turn.used...)
	return slices.DeleteFunc(squares, func(s observation.Square) bool { return slices.Contains(uses, s) })
}

// choose picks one of the squares that are not used yet, which then is.
func (p *player) choose(squares []observation.Square) observation.Square {
	sq := p.oneOf(p.unused(squares))
	p.turn.used = append(p.turn.used, sq)
	return sq
}

// adjust straightens a piece where it stands, or some: mostly one's own, but
// those of the player who waits are straightened in this time too.
func (p *player) adjust() {
	side := p.turn.pos.Side()
	if p.pick(4, 1) == 1 {
		side = side.Other()
	}
	pieces := standing(p.turn.pos.Of(side))
	p.r.Shuffle(len(pieces), func(i, j int) { pieces[i], pieces[j] = pieces[j], pieces[i] })
	n := int64(1)
	if p.happens(p.habits.Series) {
		n = p.between(2, 4)
	}
	for _, sq := range pieces[:min(int(n), len(pieces))] {
		p.liftAndPutBack(Adjusted, side, sq, p.between(120, 700))
		p.wait(p.between(150, 800))
	}
}

// touchAnother lifts another piece than the one that will move, one that could
// move if there is any, and puts it back.
func (p *player) touchAnother() {
	pos := p.turn.pos
	var could []observation.Square
	for _, m := range pos.Legal(nil) {
		if m.From() != p.turn.move.From() && !m.IsCastling() {
			could = append(could, m.From())
		}
	}
	if sq := p.oneOf(could); sq != observation.NoSquare {
		p.liftAndPutBack(PutBack, pos.Side(), sq, p.between(300, 2500))
		p.wait(p.between(200, 1500))
	}
}

func (p *player) liftAndPutBack(kind TouchKind, side observation.Side, sq observation.Square, held int64) {
	at := p.now
	p.lift(sq)
	p.wait(held)
	p.put(sq, standingOn(&p.turn.pos, sq))
	p.turn.touches = append(p.turn.touches, Touch{kind, side, at, p.now, []observation.Square{sq}})
}

// knockOver lets one to three pieces fall beside the one that has just landed.
// They are picked up while the game goes on: the clock may be pressed, but
// nobody moves before all is put right.
func (p *player) knockOver() {
	after := p.turn.pos.After(p.turn.move)
	var fallen []observation.Square
	for _, sq := range beside(p.landed.Square) {
		if after.At(sq) != position.Empty && p.turn.pos.At(sq) == after.At(sq) {
			fallen = append(fallen, sq)
		}
	}
	p.r.Shuffle(len(fallen), func(i, j int) { fallen[i], fallen[j] = fallen[j], fallen[i] })
	fallen = fallen[:min(len(fallen), int(p.between(1, 3)))]
	if len(fallen) == 0 {
		return
	}
	until := int64(0)
	for _, sq := range fallen {
		until = max(until, p.fallAndStand(&after, sq))
	}
	p.note(KnockedOver, p.now, until, fallen...)
	p.occupy(until)
}

// fallAndStand lets one piece fall and be put back, and returns when it stands.
func (p *player) fallAndStand(after *position.Position, sq observation.Square) int64 {
	piece := standingOn(after, sq)
	p.doAt(p.now, Deed{Kind: Lift, Square: sq})
	at := p.now + p.between(500, 4000)
	if !p.happens(p.habits.WrongFirst) {
		p.doAt(at, Deed{Kind: Put, Square: sq, Piece: piece})
		return at
	}
	if wrong := p.choose(emptyBeside(after, sq)); wrong != observation.NoSquare {
		p.doAt(at, Deed{Kind: Put, Square: wrong, Piece: piece})
		at += p.between(400, 1500)
		p.doAt(at, Deed{Kind: Lift, Square: wrong})
		at += p.flight()
	}
	p.doAt(at, Deed{Kind: Put, Square: sq, Piece: piece})
	return at
}

// otherTargets returns the empty squares to which the moving piece could go
// instead.
func otherTargets(pos *position.Position, m position.Move) (squares []observation.Square) {
	for _, other := range pos.Legal(nil) {
		plain := !other.IsCastling() && !other.IsEnPassant() && other.Promotion() == position.NoKind
		if plain && other.From() == m.From() && other.To() != m.To() && !pos.IsCapture(other) {
			squares = append(squares, other.To())
		}
	}
	return squares
}

// emptyBeside returns the empty squares beside one.
func emptyBeside(pos *position.Position, sq observation.Square) (squares []observation.Square) {
	for _, s := range beside(sq) {
		if pos.At(s) == position.Empty {
			squares = append(squares, s)
		}
	}
	return squares
}

// beside returns the squares that touch one.
func beside(sq observation.Square) (squares []observation.Square) {
	for s := range observation.NoSquare {
		files, ranks := s.File()-sq.File(), s.Rank()-sq.Rank()
		if s != sq && files*files <= 1 && ranks*ranks <= 1 {
			squares = append(squares, s)
		}
	}
	return squares
}

// standing returns the squares of a set.
func standing(set position.Bitboard) (squares []observation.Square) {
	for s := range observation.NoSquare {
		if set.Has(s) {
			squares = append(squares, s)
		}
	}
	return squares
}

// squaresBetween returns the squares between two on a line, in order from the
// first; none where they are not on one.
func squaresBetween(from, to observation.Square) (squares []observation.Square) {
	files, ranks := to.File()-from.File(), to.Rank()-from.Rank()
	if files != 0 && ranks != 0 && files*files != ranks*ranks {
		return nil
	}
	for s := from; ; {
		s = observation.SquareAt(s.File()+sign(files), s.Rank()+sign(ranks))
		if s == to {
			return squares
		}
		squares = append(squares, s)
	}
}

func sign(n int) int { return max(-1, min(1, n)) }
