package novag

import (
	"time"

	"recorderd/boardio"
	"recorderd/observation"
)

// universal is one connection to a Universal Chess Board. It sends moves without
// being asked, and can't be asked for anything but its settings: saying them
// again is how it is found to be alive. What was made while nobody listened is
// lost.
type universal struct {
	session
}

var _ boardio.Talk = (*universal)(nil)

func newUCB(d *Driver, now time.Duration) *universal {
	u := &universal{newSession(d, now, SayMoves, SayMoves, Referee)}
	u.lines.Drop = u.Drop
	return u
}

// Due implements boardio.Talk.
func (u *universal) Due() time.Duration { return u.due() }

// Act implements boardio.Talk.
func (u *universal) Act(now time.Duration) error { return u.act(now) }

// Hear implements boardio.Talk.
func (u *universal) Hear(at time.Duration, received []byte) {
	u.lines.Push(at, received, func(text string) { u.take(at, Parse(text)) })
}

func (u *universal) take(at time.Duration, l Line) {
	if l.Kind == Nonsense {
		u.Drop(unknown)
		return
	}
	if u.alive(at, l) {
		u.ask(SayMoves, Referee)
	}
	if l.Kind == NewGame {
		u.game, u.known = newGame(), true
		u.keep()
		u.ask(SayMoves, Referee)
	}
	switch {
	case !u.IsUp() && !u.known:
		u.Arrive(at)
	case !u.IsUp():
		u.Appear(at, u.game.squares)
	case l.Kind == NewGame:
		u.Report(at, u.game.squares)
	}
	switch l.Kind {
	case Made:
		u.move(at, l.Move)
	case TakenBack:
		if len(u.game.plies) == 0 {
			u.Drop(unheard)
			return
		}
		u.said(at, u.game.takeBack())
	}
}

// move takes a move, which has no number: one that leaves an empty square was
// said already.
func (u *universal) move(at time.Duration, m Move) {
	if u.known && u.game.squares[m.From] == observation.Empty {
		u.Drop(repeated)
		return
	}
	u.said(at, u.game.play(m))
}

func (u *universal) said(at time.Duration, f observation.Fact) {
	u.Report(at, f)
	if u.known {
		u.keep()
	}
}
