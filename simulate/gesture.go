package simulate

import (
	"recorderd/observation"
	"recorderd/position"
)

// move carries out one legal move with one hand or two, from the first touch to
// the rest of the last piece.
func (p *player) move(pos *position.Position, m position.Move) {
	switch {
	case m.IsCastling():
		p.castle(pos, m)
	case m.IsEnPassant():
		p.captureEnPassant(pos, m)
	case m.Promotion() != position.NoKind:
		p.promote(pos, m)
	default:
		p.bring(pos, m, standingOn(pos, m.From()))
	}
}

func standingOn(pos *position.Position, sq observation.Square) observation.Piece {
	return observation.Piece(pos.At(sq).Letter())
}

// bring takes a piece off its square, a victim off the target, and lets piece
// rest there, which in a promotion is another one than was lifted.
func (p *player) bring(pos *position.Position, m position.Move, piece observation.Piece) {
	from, to := m.From(), m.To()
	if !pos.IsCapture(m) {
		p.carry(from, to, piece)
		return
	}
	switch p.pick(p.style.Swap, p.style.VictimFirst, p.style.MoverFirst) {
	case 0:
		p.lift(from)
		p.swap(to, piece)
	case 1:
		p.lift(to)
		p.wait(p.draw(way))
		p.carry(from, to, piece)
	default:
		p.lift(from)
		p.wait(p.draw(way))
		p.carry(to, to, piece)
	}
}

// carry lifts what stands on from and lets piece rest on to.
func (p *player) carry(from, to observation.Square, piece observation.Piece) {
	p.lift(from)
	p.wait(p.draw(way))
	p.put(to, piece)
}

// swap lands a piece that is in the air on a victim, which goes at the last
// moment: most boards never see the square empty.
func (p *player) swap(to observation.Square, piece observation.Piece) {
	flight := p.draw(way)
	empty := min(p.between(20, 120), flight-40)
	p.wait(flight - empty)
	p.lift(to)
	p.wait(empty)
	p.put(to, piece)
}

func (p *player) captureEnPassant(pos *position.Position, m position.Move) {
	victim := observation.SquareAt(m.To().File(), m.From().Rank())
	pawn := standingOn(pos, m.From())
	if p.pick(p.style.VictimAfter, p.style.VictimBefore) == 0 {
		p.carry(m.From(), m.To(), pawn)
		p.wait(p.draw(way))
		p.lift(victim)
		return
	}
	p.lift(victim)
	p.wait(p.draw(way))
	p.carry(m.From(), m.To(), pawn)
}

func (p *player) promote(pos *position.Position, m position.Move) {
	queen := observation.Piece(position.MakePiece(pos.Side(), m.Promotion()).Letter())
	switch p.pick(p.style.PushFirst, p.style.Direct, p.style.QueenFirst) {
	case 0:
		p.bring(pos, m, standingOn(pos, m.From()))
		p.wait(p.between(200, 600))
		p.carry(m.To(), m.To(), queen)
	case 1:
		p.bring(pos, m, queen)
	default:
		if pos.IsCapture(m) {
			p.lift(m.To())
			p.wait(p.draw(way))
		}
		p.put(m.To(), queen)
		p.wait(p.draw(way))
		p.lift(m.From())
	}
}

// trip is where a piece goes in castling.
type trip struct {
	from, to observation.Square
	piece    observation.Piece
}

// trips returns what king and rook do.
func trips(pos *position.Position, m position.Move) (king, rook trip) {
	kingTo, rookTo := m.Castled()
	return trip{m.From(), kingTo, standingOn(pos, m.From())}, trip{m.To(), rookTo, standingOn(pos, m.To())}
}

func (p *player) castle(pos *position.Position, m position.Move) {
	first, second := trips(pos, m)
	order := p.pick(p.style.KingFirst, p.style.RookFirst, p.style.BothOff)
	if order == 1 {
		first, second = second, first
	}
	switch {
	case first.from == first.to: // Chess960: one of the two may stand where it belongs
		p.carry(second.from, second.to, second.piece)
	case second.from == second.to:
		p.carry(first.from, first.to, first.piece)
	case order == 2, first.to == second.from: // Chess960: the other may be in the way
		p.castleInTheAir(first, second)
	default:
		p.carry(first.from, first.to, first.piece)
		p.wait(p.between(200, 600))
		p.carry(second.from, second.to, second.piece)
	}
}

// castleInTheAir holds king and rook at once and sets down either first.
func (p *player) castleInTheAir(first, second trip) {
	p.lift(first.from)
	p.wait(p.between(40, 200))
	p.lift(second.from)
	p.wait(p.draw(way))
	if p.pick(1, 1) == 1 {
		first, second = second, first
	}
	p.put(first.to, first.piece)
	p.wait(p.between(40, 400))
	p.put(second.to, second.piece)
}
