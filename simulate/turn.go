package simulate

import (
	"recorderd/observation"
	"recorderd/position"
)

// turn is the move that is being made and what is known about it.
type turn struct {
	pos     position.Position
	move    position.Move
	pressed bool                 // the clock will be pressed after it
	victim  int64                // when the piece comes to rest that is taken, if not yet
	late    func()               // what is left to do after the press
	used    []observation.Square // that other pieces are over meanwhile
	touches []Touch              // what the move did not need
}

// note adds a touch to the truth about this turn.
func (p *player) note(kind TouchKind, at, until int64, squares ...observation.Square) {
	p.turn.touches = append(p.turn.touches, Touch{kind, p.turn.pos.Side(), at, until, squares})
}

// line is the part of a game that has been played.
type line struct {
	plies   []Ply
	begun   int64 // the first touch of the last ply
	rested  int64 // its last one
	pressed int64 // the press after it; -1 if there was none
}

// play makes the moves of one game, from the start of the clock to the last
// completion, and returns the truth about them.
func (p *player) play(g Game) (plies []Ply, positions []position.Position) {
	pos := g.Start
	p.startClock(pos.Side())
	l := line{rested: p.now, pressed: p.now}
	positions = append(positions, pos)
	for i, m := range g.Moves {
		next := pos.After(m)
		mates := i == len(g.Moves)-1 && over(&next)
		last := p.turn
		p.turn = turn{pos: pos, move: m, pressed: p.willPress(pos.Side(), mates)}
		p.begin(&l, last)
		l.begun = p.now
		if p.clock == nil {
			l.complete(i-1, p.now) // by the touch of the answer
		}
		p.makeMove()
		l.plies = append(l.plies, Ply{SAN: pos.SAN(m), UCI: pos.UCI(m), Side: pos.Side(), Made: p.now, Completed: -1})
		p.finish(&l, mates)
		pos = next
		positions = append(positions, pos)
	}
	return l.plies, positions
}

// makeMove makes the move of this turn and what comes with it.
func (p *player) makeMove() {
	p.move(&p.turn.pos, p.turn.move)
	if p.happens(p.habits.Bounce) {
		p.bounce()
	}
	if p.happens(p.habits.KnockOver) {
		p.knockOver()
	}
}

// complete tells when a ply was completed, unless that is known already.
func (l *line) complete(i int, at int64) {
	if i >= 0 && l.plies[i].Completed < 0 {
		l.plies[i].Completed = max(at, l.plies[i].Made)
	}
}

// over reports whether the players see that the board itself ended the game. They
// count the pieces; a wall that nobody can pass they do not see.
func over(pos *position.Position) bool {
	return !pos.HasLegal() || pos.InsufficientMaterial()
}

// willPress decides whether a player will press the clock. He can't where the
// other one has forgotten to.
func (p *player) willPress(side observation.Side, mates bool) bool {
	return p.clock != nil && !mates && p.clock.Lever() == side && !p.happens(p.habits.Forgotten)
}

// begin lets time go by until the player to move touches a piece for his move.
func (p *player) begin(l *line, last turn) {
	if p.beginEarly(l, last) {
		return
	}
	p.think(p.turn.pos.Side(), l.rested)
	if p.happens(p.habits.Adjust) {
		p.adjust()
	}
	if p.happens(p.habits.Touch) {
		p.touchAnother()
	}
}

// beginEarly begins an answer before the other player is done, and reports
// whether it did: before he presses, or in a recapture before his piece rests.
func (p *player) beginEarly(l *line, last turn) bool {
	switch {
	case p.recaptures(last) && p.happens(p.habits.Overlap):
		at := l.rested - p.between(50, 250)
		if at <= l.begun+20 || !p.free(at) {
			return false
		}
		p.note(Overlapped, at, l.rested, p.turn.move.From())
		p.now, p.turn.victim = at, l.rested
	case last.pressed && p.happens(p.habits.EarlyReply):
		at := max(l.pressed-p.between(50, 400), l.rested+scramble)
		if at >= l.pressed || !p.free(at) {
			return false
		}
		p.note(BegunEarly, at, l.pressed, p.turn.move.From())
		p.now = at
	default:
		return false
	}
	return true
}

// free reports whether the player to move has his hands free, and the board is.
func (p *player) free(at int64) bool { return at > p.busy && at > p.presses[p.turn.pos.Side()] }

// recaptures reports whether this move takes the piece that has just taken.
func (p *player) recaptures(last turn) bool {
	m := p.turn.move
	return last.move != 0 && last.late == nil && m.To() == last.move.To() && m.Promotion() == position.NoKind &&
		p.turn.pos.IsCapture(m) && last.pos.IsCapture(last.move)
}

// think waits until the player to move touches a piece. Nobody here thinks
// until a flag falls, his own or that of one who forgot to press.
func (p *player) think(side observation.Side, rested int64) {
	p.now = max(p.now, p.presses[side])
	ms, soonest := p.draw(p.thinking), int64(answer)
	if p.clock != nil {
		left := p.clock.Remaining(duration(p.now), side)
		if up := p.clock.Running(); up != observation.NoSide && up != side {
			left = min(left, p.clock.Remaining(duration(p.now), up))
		}
		ms = min(ms, left.Milliseconds()/40+p.spare[side])
		if left.Milliseconds() < trouble {
			soonest = scramble
		}
	}
	p.now = max(p.now+max(ms, scramble), rested+soonest, p.busy+scramble)
}

// finish is what follows a move that was made: the press, where there is one,
// and what was forgotten before it.
func (p *player) finish(l *line, mates bool) {
	i := len(l.plies) - 1
	ply := &l.plies[i]
	l.rested, l.pressed = p.now, -1
	switch {
	case mates:
		ply.Completed = ply.Made
	case p.turn.pressed:
		p.pressAfter(ply.Side)
		ply.Completed = p.now
		l.pressed = p.now
		p.doLate(l)
	case p.clock != nil && p.clock.Lever() != ply.Side:
		p.note(PressImpossible, p.now, p.now)
	case p.clock != nil:
		p.note(PressForgotten, p.now, p.now)
	}
	if p.clock != nil {
		l.complete(i-2, ply.Made) // who forgot to press completes by his next move
	}
	ply.Touches = p.turn.touches
}

// pressAfter presses the clock after a move, and perhaps once more. Nobody
// presses before the other one has.
func (p *player) pressAfter(side observation.Side) {
	p.wait(p.draw(p.pace.press))
	if other := p.presses[side.Other()]; p.now < other+100 {
		p.now = other + 100
	}
	p.press(side)
	if p.happens(p.habits.DoublePress) {
		again := p.now + p.between(50, 300)
		p.doAt(again, Deed{Kind: Press, Side: side})
		p.note(PressedTwice, p.now, again)
		p.occupy(again)
	}
}

// doLate does what was forgotten before the press.
func (p *player) doLate(l *line) {
	if p.turn.late == nil {
		return
	}
	p.wait(p.between(300, 1500))
	p.turn.late()
	l.plies[len(l.plies)-1].Made = p.now
	l.rested = p.now
	p.occupy(p.now)
}
