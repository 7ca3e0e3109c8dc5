package novag

import (
	"time"

	"recorderd/boardio"
	"recorderd/observation"
)

// startUp is said whenever the line was opened. The game is asked for before the
// position, so that what the position shows beyond the game was made in between.
var startUp = []Command{AskIdentity, SayMoves, Referee, AskGame, AskPosition}

const (
	quiet   = time.Second      // after the last move the squares are compared
	compare = 10 * time.Second // and every so often when nothing happens
)

// citrine is one connection to a Citrine. A line has no checksum, so each move is
// held against the position that the board gives for it a moment later; where that
// differs, or a line made no sense, the board's list of moves says what was
// missed.
type citrine struct {
	session
	compareAt time.Duration // the squares are asked for
	restartAt time.Duration // everything is said again, unless up

	doubt   bool // a move may have gone unheard
	spoiled bool // something was thrown away since the moves were asked for
	inVain  int  // times that they were asked for
	fresh   bool // a move was said since the squares were reported
	list    []Move
	listed  bool // the head of the list came, and no move since
	rank    int  // of the position that is being read, the next; -1 while none is
	reading observation.Placement
}

var _ boardio.Talk = (*citrine)(nil)

func newCitrine(d *Driver, now time.Duration) *citrine {
	c := &citrine{session: newSession(d, now, AskIdentity), doubt: true, rank: -1}
	c.lines.Drop = c.dropped
	c.restart(now)
	return c
}

// restart says everything from the start.
func (c *citrine) restart(now time.Duration) {
	c.queue = append([]Command(nil), startUp...)
	c.restartAt = now + 2*c.Heartbeat
	c.compareAt = c.restartAt
}

// Due implements boardio.Talk.
func (c *citrine) Due() time.Duration {
	due := min(c.due(), c.compareAt)
	if !c.IsUp() {
		due = min(due, c.restartAt)
	}
	return due
}

// Act implements boardio.Talk.
func (c *citrine) Act(now time.Duration) error {
	switch {
	case !c.IsUp() && now >= c.restartAt:
		c.restart(now)
	case now >= c.compareAt:
		c.compareAt = now + pick(c.doubt, quiet, compare)
		if c.doubt {
			c.ask(AskGame)
		}
		c.ask(AskPosition)
	}
	return c.act(now)
}

func pick(first bool, a, b time.Duration) time.Duration {
	if first {
		return a
	}
	return b
}

// Hear implements boardio.Talk.
func (c *citrine) Hear(at time.Duration, received []byte) {
	c.lines.Push(at, received, func(text string) { c.take(at, Parse(text)) })
}

func (c *citrine) take(at time.Duration, l Line) {
	if l.Kind == Nonsense {
		c.dropped(unknown)
		return
	}
	if c.alive(at, l) {
		c.ask(SayMoves, Referee)
		c.doubtful()
	}
	if l.Kind != Rank && l.Kind != Setting && c.rank >= 0 {
		c.rank = -1 // the rest of the position did not come, or a move came between
		c.dropped(broken)
	}
	switch l.Kind {
	case Identity:
		c.Learn(func(b *observation.Board, _ *observation.ClockSensor) { b.Firmware = l.Text })
	case NewGame:
		c.newGame(at)
	case Made:
		c.made(at, l.Move)
	case TakenBack:
		c.takenBack(at, l.Move)
	case Position:
		c.rank = 7
	case Rank:
		c.row(at, l.Row)
	case Game:
		c.list, c.listed = nil, true
	case Listed:
		c.list = append(c.list, l.Moves...)
	}
}

// dropped counts what made no sense. A move may have been in it.
func (c *citrine) dropped(reason string) {
	c.Drop(reason)
	c.spoiled = true
	c.doubtful()
}

// doubtful has the moves and the squares asked for, but no faster than they can be
// answered.
func (c *citrine) doubtful() {
	c.doubt = true
	c.list, c.listed = nil, false
	c.ask(AskGame, AskPosition)
}

// newGame takes the start of a game, at which a board forgets its settings.
func (c *citrine) newGame(at time.Duration) {
	c.ask(SayMoves, Referee)
	c.game, c.known = newGame(), true
	c.list, c.listed = nil, false
	c.Report(at, c.game.squares)
}

// made takes a move that was made. One that does not follow, or that nobody can
// have made, is not passed on: the board's list will have it, and what went before.
func (c *citrine) made(at time.Duration, m Move) {
	switch {
	case !c.IsUp():
		c.doubtful()
	case c.game.isLast(m):
		c.Drop(repeated)
	case !c.game.isNext(m) || !c.game.canMove(m):
		c.dropped(unheard)
	default:
		c.said(at, c.game.play(m))
	}
}

func (c *citrine) takenBack(at time.Duration, m Move) {
	switch {
	case !c.IsUp():
		c.doubtful()
	case !c.game.isLast(m):
		c.dropped(unheard)
	default:
		c.said(at, c.game.takeBack())
	}
}

func (c *citrine) said(at time.Duration, f observation.Fact) {
	c.fresh, c.list, c.listed = true, nil, false
	c.compareAt = at + quiet
	c.Report(at, f)
}

// row takes a rank of a position, which comes from the eighth to the first.
func (c *citrine) row(at time.Duration, r Row) {
	if r.Rank != c.rank {
		c.rank = -1
		c.dropped(broken)
		return
	}
	for file, p := range r.Pieces {
		c.reading[observation.SquareAt(file, r.Rank)] = p
	}
	c.rank--
	if c.rank < 0 {
		c.stands(at, c.reading)
	}
}

// patience is how many times the moves and the squares are asked for again where
// they contradict what was heard, or the moves do not come at all.
const patience = 12

// stands takes a whole position of the board.
func (c *citrine) stands(at time.Duration, squares observation.Placement) {
	if c.IsUp() && squares == c.game.squares && !c.doubt {
		if c.fresh {
			c.fresh = false
			c.Report(at, squares)
		}
		return
	}
	now, missed, ok := c.game.caughtUp(c.list)
	ok = ok && c.listed && now.squares == squares
	switch {
	case ok && c.known:
	case c.known && (c.spoiled || c.inVain < patience):
		if !c.spoiled {
			c.inVain++
		}
		c.doubtful()
		c.spoiled = false
		return
	default:
		now, missed = from(squares, c.list), nil
	}
	c.settle(at, now, missed)
}

// settle takes the board's word for the game.
func (c *citrine) settle(at time.Duration, now game, missed []observation.Fact) {
	changed := c.fresh || now.squares != c.game.squares || len(missed) > 0
	c.game, c.known = now, true
	switch {
	case !c.IsUp():
		c.Appear(at, now.squares)
		c.Report(at, missed...)
	case changed:
		c.Report(at, append(missed, now.squares)...)
	}
	c.doubt, c.fresh, c.inVain = false, false, 0
	c.list, c.listed = nil, false
	c.compareAt = at + compare
}
