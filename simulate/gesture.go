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
		p.bring(pos, m, p.approach(pos, m))
	}
}

func standingOn(pos *position.Position, sq observation.Square) observation.Piece {
	return observation.Piece(pos.At(sq).Letter())
}

// hand is a piece that is to be moved, from where it stands on its way, and how
// long the rest of the way takes.
type hand struct {
	from  observation.Square
	piece observation.Piece
	way   spread
}

// inHand is the piece that m moves, before it is touched.
func (p *player) inHand(pos *position.Position, m position.Move) hand {
	return hand{m.From(), standingOn(pos, m.From()), p.pace.way}
}

// bring takes a piece from where it stands, a victim off the target, and lets
// piece rest there, which in a promotion is another one than was lifted.
func (p *player) bring(pos *position.Position, m position.Move, h hand) {
	to := m.To()
	switch {
	case !pos.IsCapture(m):
		p.carry(h, to)
		return
	case p.turn.victim > 0:
		p.snatch(to, h)
		return
	}
	switch p.pick(p.style.Swap, p.style.VictimFirst, p.style.MoverFirst) {
	case 0:
		p.lift(h.from)
		p.swap(to, h)
	case 1:
		p.take(to)
		p.wait(p.flight())
		p.carry(h, to)
	default:
		p.lift(h.from)
		p.wait(p.flight())
		p.take(to)
		p.wait(p.draw(h.way))
		p.put(to, h.piece)
	}
}

// carry lifts a piece and lets it rest on to.
func (p *player) carry(h hand, to observation.Square) {
	p.lift(h.from)
	p.wait(p.draw(h.way))
	p.put(to, h.piece)
}

// swap lands a piece that is in the air on a victim, which goes at the last
// moment: most boards never see the square empty.
func (p *player) swap(to observation.Square, h hand) {
	flight := max(p.draw(h.way), 60)
	empty := min(p.between(p.pace.swap.low, p.pace.swap.high), flight-40)
	p.wait(flight - empty)
	p.take(to)
	p.wait(empty)
	p.put(to, h.piece)
}

// snatch recaptures a piece that is not yet down: one's own is in the air
// already, and lands when the other one has.
func (p *player) snatch(to observation.Square, h hand) {
	p.lift(h.from)
	p.now = p.turn.victim + p.between(100, 400)
	p.take(to)
	p.wait(p.between(p.pace.swap.low, p.pace.swap.high))
	p.put(to, h.piece)
}

// take takes a victim off the board.
func (p *player) take(victim observation.Square) {
	p.lift(victim)
	if p.happens(p.habits.Carried) {
		p.carryVictim(victim)
	}
}

// passed is where the victim of a capture en passant stands.
func passed(m position.Move) observation.Square {
	return observation.SquareAt(m.To().File(), m.From().Rank())
}

func (p *player) captureEnPassant(pos *position.Position, m position.Move) {
	victim := passed(m)
	switch order := p.pick(p.style.VictimAfter, p.style.VictimBefore, p.style.VictimLate); {
	case order == 1:
		p.take(victim)
		p.wait(p.flight())
		p.carry(p.inHand(pos, m), m.To())
	case order == 2 && p.turn.pressed:
		p.carry(p.inHand(pos, m), m.To())
		p.afterPress(LateVictim, victim, func() { p.lift(victim) })
	default:
		p.carry(p.inHand(pos, m), m.To())
		p.wait(p.flight())
		p.take(victim)
	}
}

// afterPress leaves a part of the move for the time after the press.
func (p *player) afterPress(kind TouchKind, of observation.Square, do func()) {
	p.turn.late = func() {
		at := p.now
		do()
		p.note(kind, at, p.now, of)
	}
}

func (p *player) promote(pos *position.Position, m position.Move) {
	queen := observation.Piece(position.MakePiece(pos.Side(), m.Promotion()).Letter())
	switch p.pick(p.style.PushFirst, p.style.Direct, p.style.QueenFirst) {
	case 0:
		p.bring(pos, m, p.inHand(pos, m))
		p.wait(p.between(200, 600))
		p.carry(hand{m.To(), queen, p.pace.way}, m.To())
	case 1:
		p.bring(pos, m, hand{m.From(), queen, p.pace.way})
	default:
		if pos.IsCapture(m) {
			p.take(m.To())
			p.wait(p.flight())
		}
		p.put(m.To(), queen)
		p.wait(p.flight())
		p.lift(m.From())
	}
}
