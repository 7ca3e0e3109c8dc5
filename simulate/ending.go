package simulate

import (
	"recorderd/observation"
	"recorderd/position"
)

// end is what players do when the game is over: say so where the board does not
// show it, and stop the clock; and what some of them do then.
func (p *player) end(positions []position.Position, result string) {
	p.now = max(p.now, p.busy)
	last := &positions[len(positions)-1]
	p.wait(p.draw(linger))
	act, said := ending(result)
	if p.happens(p.habits.Kings) && (said || over(last)) {
		p.stopClock()
		p.wait(p.between(1000, 6000))
		p.signal(last, result)
		p.wait(p.draw(linger))
	}
	if said && !over(last) {
		p.say(act)
		p.wait(p.draw(linger))
	}
	p.stopClock()
	p.wait(p.draw(linger))
	if p.happens(p.habits.Analysis) && (said || over(last) || p.clock != nil) {
		p.analyse(positions)
		p.wait(p.draw(linger))
	}
}

func ending(result string) (observation.Act, bool) {
	switch result {
	case "1-0":
		return observation.Act{By: "black", Kind: observation.ActResign}, true
	case "0-1":
		return observation.Act{By: "white", Kind: observation.ActResign}, true
	case "1/2-1/2":
		return observation.Act{By: "arbiter", Kind: observation.ActResult, Result: result, Reason: "agreement"}, true
	}
	return observation.Act{}, false
}

// The four squares of the centre. Kings on the two light ones say that White
// won, on the two dark ones Black, and on one of each that it is a draw.
const (
	d4 = observation.Square(27)
	e4 = observation.Square(28)
	d5 = observation.Square(35)
	e5 = observation.Square(36)
)

// resultSquares returns where the two kings go.
func (p *player) resultSquares(last *position.Position, result string) [2]observation.Square {
	if result != "1-0" && result != "0-1" && last.Checkmate() {
		result = "1-0"
		if last.Side() == observation.White {
			result = "0-1"
		}
	}
	pair := [2]observation.Square{d4, d5}
	switch {
	case result == "1-0":
		pair = [2]observation.Square{e4, d5}
	case result == "0-1":
		pair = [2]observation.Square{d4, e5}
	case p.pick(1, 1) == 1:
		pair = [2]observation.Square{e4, e5}
	}
	if p.pick(1, 1) == 1 {
		pair[0], pair[1] = pair[1], pair[0]
	}
	return pair
}

// signal puts both kings in the centre, in any order. What stands there goes
// first, and so does a king who is where the other one belongs.
func (p *player) signal(last *position.Position, result string) {
	board := placementOf(*last)
	to := p.resultSquares(last, result)
	var kings [2]hand
	for side := range kings {
		sq := last.King(observation.Side(side))
		kings[side] = hand{sq, board[sq], p.pace.way}
		board[sq] = observation.Empty
	}
	for _, sq := range to {
		if board[sq] != observation.Empty {
			p.lift(sq)
			p.wait(p.flight())
		}
	}
	first := p.pick(1, 1)
	a, b := kings[first], kings[1-first]
	if b.from == to[first] || p.pick(1, 1) == 1 {
		p.bothKings(a, b, to[first], to[1-first])
		return
	}
	p.carry(a, to[first])
	p.wait(p.between(100, 2000))
	p.carry(b, to[1-first])
}

// bothKings has both kings in the air before either is put down.
func (p *player) bothKings(a, b hand, toA, toB observation.Square) {
	p.lift(a.from)
	p.wait(p.between(50, 500))
	p.lift(b.from)
	p.wait(p.flight())
	p.put(toA, a.piece)
	p.wait(p.between(50, 1000))
	p.put(toB, b.piece)
}

// analyse goes back some plies and tries other moves.
func (p *player) analyse(positions []position.Position) {
	back := p.between(0, min(6, int64(len(positions)-1)))
	pos := positions[len(positions)-1-int(back)]
	p.setUp(placementOf(pos))
	p.habits = Habits{}
	for range p.between(3, 12) {
		legal := pos.Legal(nil)
		if len(legal) == 0 {
			return
		}
		m := legal[p.r.IntN(len(legal))]
		p.wait(p.between(500, 3000))
		p.turn = turn{pos: pos, move: m}
		p.move(&pos, m)
		pos = pos.After(m)
	}
}

// clearUp makes the board and the clock ready for whoever plays next.
func (p *player) clearUp(start observation.Placement, stages Stages) {
	p.setUp(start)
	p.setClock(stages)
	p.wait(untouched)
}
