package reconstruct

import "recorderd/observation"

// clock is what is known of the clock, and the plies that wait for it.
type clock struct {
	present bool // announced, or heard
	up      bool
	ran     bool // it has run in this game
	running observation.Side
	flag    observation.Flag
	heard   int64 // when it was last heard
	poll    int64 // how often it is asked; zero means at once

	// waiting are plies made while the clock stood: the game goes on with them
	// when it runs again, or they were only shown and put back.
	waiting []Made
}

// openPress is a press that no move explains yet.
type openPress struct {
	side  observation.Side
	t     int64
	tried int64 // the last image that was tried
}

// pressing reports whether plies are completed by presses: there is a clock,
// its cable is in, and it has run.
func (t *Tracker) pressing() bool { return t.clock.present && t.clock.up && t.clock.ran }

// waits reports whether a ply made now is told only when the clock runs again.
// A clock that stands with a flag down has not been stopped by anybody.
func (t *Tracker) waits() bool {
	if !t.clock.present || !t.clock.up || t.clock.running != observation.NoSide {
		return false
	}
	if !t.clock.ran {
		return t.phase == ready && len(t.line) <= 2
	}
	return t.clock.flag == observation.FlagNone
}

func (t *Tracker) seeClock(c observation.Clock) {
	before, heard := t.clock.running, t.clock.heard
	if c.Running == observation.NoSide && before != observation.NoSide {
		t.clockStopped()
	}
	t.clock.present, t.clock.up = true, true
	t.clock.running, t.clock.flag, t.clock.heard = c.Running, c.Flag, t.now
	switch {
	case c.Running == observation.NoSide || t.phase == over:
	case before == observation.NoSide || !t.clock.ran:
		t.clockStarted()
	case before != c.Running && t.phase == playing:
		t.pressed(before, heard)
	}
}

// clockStopped is an anchor: what rests on the board when the clock is stopped
// was made before.
func (t *Tracker) clockStopped() {
	if c := t.chosen; c != nil && !c.held && t.phase == playing {
		t.commit(*c)
	}
}

// clockStarted begins the game, or goes on with it.
func (t *Tracker) clockStarted() {
	t.clock.ran = true
	t.takeWaiting()
	if t.phase == settingUp || t.phase == ready {
		t.startPlay()
	}
	if t.phase != playing {
		return
	}
	if c := t.chosen; c != nil && t.mover(c) == t.clock.running.Other() {
		t.commit(*c)
	}
	last := len(t.line) - 1
	if last > 0 && t.line[last].side == t.clock.running.Other() {
		t.complete(last, t.now, ByPress)
	}
}

// takeWaiting tells the plies that were made while the clock stood, if they
// still stand on the board, and forgets them if not.
func (t *Tracker) takeWaiting() {
	if len(t.clock.waiting) == 0 {
		return
	}
	tip := t.tip()
	_, inHand := oneMissing(&tip.seen, &t.image.squares)
	if t.image.squares == tip.seen || inHand || t.chosen != nil {
		t.tellWaiting()
		return
	}
	t.line, t.clock.waiting = t.line[:t.firm+1], nil
	t.look()
}

// mover returns whose ply the last of a candidate is.
func (t *Tracker) mover(c *candidate) observation.Side {
	n := &t.line[c.base]
	if len(c.moves())%2 == 0 {
		return n.side
	}
	return n.pos.Side()
}

// pressed takes a press of the clock by this side, which happened after heard.
func (t *Tracker) pressed(side observation.Side, heard int64) {
	if t.gap.open {
		t.pressedInGap(side, heard)
		return
	}
	if p := t.press; p != nil && p.side != side {
		t.resolvePress()
	}
	if c := t.chosen; c != nil && (len(c.moves()) == 0 || t.mover(c) == side) {
		t.commit(*c)
	}
	ply := t.uncompleted(side)
	if ply == 0 {
		if t.press == nil {
			t.press = &openPress{side, t.now, -1}
		}
		return
	}
	t.press = nil
	t.complete(ply, t.now, ByPress)
	if at, answered := t.answeredAt(ply); answered && at < max(heard, t.now-t.clock.poll) {
		t.tell(Noticed{T: t.now, Code: "reply-before-press", Ply: ply + 1, Side: side.Other()})
	}
}

// uncompleted returns the last ply of this side, if it is not completed, or 0.
func (t *Tracker) uncompleted(side observation.Side) int {
	for i := len(t.line) - 1; i > 0 && i >= len(t.line)-2; i-- {
		if t.line[i].side == side {
			if t.line[i].completed {
				return 0
			}
			return i
		}
	}
	return 0
}

// answeredAt returns when the reply to this ply came to rest, if it did.
func (t *Tracker) answeredAt(ply int) (int64, bool) {
	if ply+1 < len(t.line) {
		return t.line[ply+1].made, true
	}
	if c := t.chosen; c != nil && c.base == ply && len(c.moves()) == 1 {
		return c.since, true
	}
	return 0, false
}

// resolvePress decides what a press meant that no move explained: nothing had
// changed, or several plies had gone unseen, or the position was not legal.
func (t *Tracker) resolvePress() {
	p := t.press
	tip := t.tip()
	if t.image.squares == tip.seen {
		t.press = nil
		if tip.pos.Side() == p.side {
			t.tell(Noticed{T: p.t, Code: "press-without-move", Ply: len(t.line) - 1, Side: p.side})
		}
		return
	}
	p.tried = t.image.last
	if t.chosen != nil {
		return // it is about to be made, and the press will complete it
	}
	if !t.bridgeTo(p.side) {
		t.playIrregular()
	}
}

// hearMove takes a finished move from a board that says only these.
func (t *Tracker) hearMove(uci string) {
	if t.phase == settingUp {
		t.phase, t.line, t.firm = ready, []node{t.newNode(t.expected, observation.NoSide)}, 0
	}
	if t.phase == over {
		return
	}
	m, err := t.tip().pos.ParseUCI(uci)
	if err != nil {
		t.tell(Noticed{T: t.now, Code: "unreadable", Ply: len(t.line) - 1, Side: observation.NoSide, Data: map[string]any{"said": uci}})
		return
	}
	t.play(m, Made{T: t.now, Confidence: 100})
	t.image.squares = t.tip().seen
}

func (t *Tracker) seeLink(l observation.Link) {
	switch l.Device {
	case observation.ClockDevice:
		t.clock.up = l.Up
		t.gap.blind = t.gap.open && (t.gap.blind || !l.Up)
	case observation.BoardDevice:
		t.loseSight()
	}
}
