package simulate

import (
	"recorderd/observation"
	"recorderd/position"
)

// trip is where a piece goes in castling.
type trip struct {
	hand
	to observation.Square
}

// trips returns what king and rook do.
func (p *player) trips(pos *position.Position, m position.Move) (king, rook trip) {
	kingTo, rookTo := m.Castled()
	rook.hand = hand{m.To(), standingOn(pos, m.To()), p.pace.way}
	rook.to = rookTo
	return trip{p.inHand(pos, m), kingTo}, rook
}

func (p *player) castle(pos *position.Position, m position.Move) {
	first, second := p.trips(pos, m)
	late := p.turn.pressed && p.happens(p.habits.LateRook)
	order := p.pick(p.style.KingFirst, p.style.RookFirst, p.style.BothOff)
	if late {
		order = 0
	}
	if order == 1 {
		first, second = second, first
	}
	switch {
	case first.from == first.to: // Chess960: one of the two may stand where it belongs
		p.carry(second.hand, second.to)
	case second.from == second.to:
		p.carry(first.hand, first.to)
	case order == 2, first.to == second.from: // Chess960: the other may be in the way
		p.castleInTheAir(first, second)
	case late:
		p.carry(first.hand, first.to)
		p.afterPress(LateRook, second.from, func() { p.carry(second.hand, second.to) })
	default:
		p.castleInTurn(first, second, order == 1)
	}
}

// castleInTurn moves one piece after the other.
func (p *player) castleInTurn(first, second trip, rookFirst bool) {
	at := p.now
	p.carry(first.hand, first.to)
	if rookFirst {
		p.note(RookFirst, at, p.now, first.from, second.from)
	}
	p.wait(p.between(200, 600))
	p.carry(second.hand, second.to)
}

// castleInTheAir holds king and rook at once and sets down either first.
func (p *player) castleInTheAir(first, second trip) {
	at := p.now
	p.lift(first.from)
	p.wait(p.between(40, 200))
	p.lift(second.from)
	p.note(BothOff, at, p.now, first.from, second.from)
	p.wait(p.flight())
	if p.pick(1, 1) == 1 {
		first, second = second, first
	}
	p.put(first.to, first.piece)
	p.wait(p.between(40, 400))
	p.put(second.to, second.piece)
}
