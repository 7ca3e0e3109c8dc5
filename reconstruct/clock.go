package reconstruct

import (
	"slices"

	"recorderd/observation"
)

// clock is what is known of the clock.
type clock struct {
	present bool // announced, or heard
	up      bool
	missed  bool // its cable was out, and it was not heard since
	ran     bool // it has run in this game
	running observation.Side
	flag    observation.Flag
	heard   int64     // when it was last heard
	stopped int64     // when it was stopped last
	poll    int64     // how often it is asked; zero means at once
	stood   []reading // the readings when it was stopped
}

// press is a press of the clock; side is NoSide where there is none.
type press struct {
	side  observation.Side
	t     int64
	tried int64 // the last image that was tried to explain it
	late  bool  // it was tried when nobody can have been fumbling any more
	vain  bool  // it was told that there was no move
}

var noPress = press{side: observation.NoSide, tried: -1}

// pressing reports whether plies are completed by presses: there is a clock,
// its cable is in, and it has run.
func (t *Tracker) pressing() bool { return t.clock.present && t.clock.up && t.clock.ran }

// frozen reports whether a line is told only when the clock runs again: what is
// moved while it stands may be shown and put back. A clock that stands with a
// flag down has not been stopped by anybody.
func (t *Tracker) frozen(want *node) bool {
	switch {
	case !t.clock.present || !t.clock.up || t.clock.running != observation.NoSide:
		return false
	case t.best().done[0] >= 0 && want.ply > t.lastTold():
		return false // it was pressed
	case !t.clock.ran:
		return t.phase == ready && want.ply <= 1
	}
	return t.clock.flag == observation.FlagNone
}

func (t *Tracker) seeClock(c observation.Clock) {
	before, heard, back := t.clock.running, t.clock.heard, t.clock.missed
	if c.Running == observation.NoSide && before != observation.NoSide {
		t.clock.stopped = t.now
		t.clockStopped()
	}
	t.clock.present, t.clock.up, t.clock.missed = true, true, false
	t.clock.running, t.clock.flag, t.clock.heard = c.Running, c.Flag, t.now
	if before != observation.NoSide && c.Running == before.Other() {
		t.notePress(before, c)
	}
	switch {
	case c.Running == observation.NoSide:
	case t.phase == over:
		if before == c.Running.Other() {
			t.changedAtEnd(before, heard)
			t.answeredMate(before, heard)
		}
	case before == observation.NoSide || !t.clock.ran || back && before == c.Running:
		t.clockStarted()
	case before != c.Running && t.phase == playing:
		t.pressed(before, heard)
	}
	if c.Running != observation.NoSide {
		t.playResumed()
	}
}

// clockStopped is an anchor: what rests on the board when the clock is stopped
// was made before.
func (t *Tracker) clockStopped() {
	if t.phase != playing || t.gap.open || t.away.is {
		return
	}
	defer t.idleNow()
	if t.press.side != observation.NoSide {
		t.resolvePress(false)
	}
	t.anchor()
	if r := t.best(); t.fresh(r) && !r.tip.unseen {
		r.tip.firm = true
	}
	t.settleTip()
	t.publish()
	t.clock.stood = append([]reading(nil), t.beam...)
}

// clockStarted begins the game, or goes on with it: with what was moved while
// the clock stood, or from where it stood if that was put back.
func (t *Tracker) clockStarted() {
	t.clock.ran = true
	if t.phase == settingUp || t.phase == ready {
		t.startPlay()
	}
	if t.phase != playing || t.gap.open {
		return
	}
	t.idle = idle{}
	if t.away.is {
		t.comeBack()
	}
	t.takeBackIrregular()
	t.beam = append(t.beam, t.clock.stood...)
	t.clock.stood = nil
	t.anchor()
	if t.best().differs != 0 {
		t.takeBackAtStart()
	}
	if tip := t.best().tip; tip.side == t.clock.running.Other() || t.best().differs == 0 {
		tip.firm = true
	}
	t.publish()
	if last := t.lastTold(); last > 0 && t.toldTip().side == t.clock.running.Other() {
		t.complete(last, t.now, ByPress)
		t.completeIn(t.toldTip(), t.now)
	}
}

// completeIn notes in the readings that a ply was completed.
func (t *Tracker) completeIn(n *node, at int64) {
	for i := range t.beam {
		r := &t.beam[i]
		if r.tip.ply == n.ply && same(r.tip, n) {
			r.done[0] = at
		}
	}
}

// pressed takes a press of the clock by this side, which happened after heard.
func (t *Tracker) pressed(side observation.Side, heard int64) {
	if t.gap.open {
		t.pressedInGap(side, heard)
		return
	}
	if t.away.is {
		t.pressedAway(side)
		return
	}
	fumbled := t.press.side == side.Other() && t.now-t.press.t < fumble
	if t.press.side == side.Other() && !fumbled {
		t.resolvePress(true)
	}
	t.turnToMover()
	t.pressedAt = t.now
	t.anchor()
	t.rootAnew()
	for i := range t.beam {
		t.beam[i].press(side, t.now)
	}
	t.weigh()
	t.irregulars(side, false)
	t.publish()
	ply := t.uncompleted(side)
	if ply == 0 {
		t.press = noPress
		if !fumbled {
			t.press = press{side: side, t: t.now, tried: -1}
		}
		return
	}
	t.press = noPress
	t.complete(ply, t.now, ByPress)
	t.followDisplaced(side)
	if at, answered := t.answeredAt(ply); answered && at < max(heard, t.now-t.clock.poll) {
		t.tell(Noticed{T: t.now, Code: "reply-before-press", Ply: ply + 1, Side: side.Other(),
			Data: map[string]any{"answered": t.told[ply].node.san(), "answered_t": at}})
	}
}

// press lets a reading explain a press of the clock: by its last ply, by the one
// before if the answer came first, or by one that is not made yet.
func (r *reading) press(side observation.Side, at int64) {
	switch {
	case r.tip.side == side && r.tip.parent != nil && r.done[0] < 0:
		r.done[0] = at
		if r.tip.shown && !r.comesDown() {
			r.tip.firm = true
		}
	case r.tip.side != side && r.tip.ply >= 2 && r.done[1] < 0:
		r.done[1] = at
		if at-r.tip.made > slowHand {
			r.base += costPressLate
		}
	case r.open.side == side.Other() && at-r.open.t < fumble:
		r.open = noPress // pressed to and fro: nothing was meant
		r.base -= costPressOpen
	default:
		r.base += costPressOpen
		r.open = press{side: side, t: at, tried: -1}
	}
}

// fumble is how soon a press follows the other player's when neither means a
// move, in milliseconds.
const fumble = 1000

// uncompleted returns the last told ply of this side, if it is not completed, or
// 0.
func (t *Tracker) uncompleted(side observation.Side) int {
	for i := t.lastTold(); i > 0 && i >= t.lastTold()-1; i-- {
		if t.told[i].node.side == side {
			if t.told[i].completed >= 0 {
				return 0
			}
			return i
		}
	}
	return 0
}

// answeredAt returns when the reply to this ply came to rest, if it did.
func (t *Tracker) answeredAt(ply int) (int64, bool) {
	if ply < t.lastTold() {
		return t.told[ply+1].node.made, true
	}
	if tip := t.best().tip; tip.ply == ply+1 && tip.side != t.told[ply].node.side && same(tip.parent, t.told[ply].node) {
		return tip.made, true
	}
	return 0, false
}

// pressDue returns when a press that nothing explains is looked at again: when
// the board is quiet, and when nobody can have been fumbling any more.
func (t *Tracker) pressDue() (at int64, ok bool) {
	p := &t.press
	switch {
	case p.side == observation.NoSide || t.phase != playing || t.away.is:
		return 0, false
	case p.tried != t.image.last:
		return max(p.t, t.image.last) + t.settle, true
	case !p.late:
		return p.t + max(fumble, t.settle), true
	}
	return 0, false
}

// resolvePress decides what a press meant that no ply explained: nothing had
// changed, or several plies had gone unseen, or the position was not legal. A
// piece that is in a hand may still come down, unless the opponent has answered.
func (t *Tracker) resolvePress(answered bool) {
	p := &t.press
	p.tried = t.image.last
	p.late = p.late || answered || t.now-p.t >= fumble
	t.anchor()
	if r := t.best(); r.open.side == p.side && r.tip.pos.Side() == p.side {
		t.suppose()
	}
	t.exchanged(p.side)
	t.irregulars(p.side, answered)
	t.deeper(p.side)
	t.weigh()
	if answered {
		t.explain(p.side)
	}
	switch r := t.best(); {
	case r.open.side == p.side && p.late && t.pressing() && t.nothingMade(r):
		t.vainPress()
	case r.tip.act.stays && !p.late:
		// the square may be slow to miss the pawn
	case r.done[0] >= 0 && r.tip.shown && (answered || !r.comesDown()):
		r.tip.firm = true
	}
	t.publish()
}

// explain drops the readings in which a piece is still to come down that would
// complete the move of this press, if another one explains it: nobody answers
// while a piece is in the air.
func (t *Tracker) explain(side observation.Side) {
	open := func(r reading) bool { return r.open.side == side }
	if r := t.best(); open(*r) && !t.nothingMade(r) && slices.ContainsFunc(t.beam, func(r reading) bool { return !open(r) }) {
		t.drop(open)
	}
}

// hearAct takes what somebody does about the game. What is only written down, or
// shown, says nothing about the play.
func (t *Tracker) hearAct(a observation.Act) {
	if a.Kind == observation.ActNote || a.Kind == observation.ActShown {
		return
	}
	t.decide(a)
	t.saidOver = t.saidOver || t.phase == over
}

// decide takes an act for an anchor: what stood and was pressed was made. A claim
// by the opponent is an answer.
func (t *Tracker) decide(a observation.Act) {
	if t.gap.open {
		t.readGapAtAct()
	}
	if t.phase != playing || t.gap.open || t.away.is {
		return
	}
	t.letGo(a)
	answered := a.Kind == observation.ActClaim && a.Side() == t.press.side.Other()
	if t.press.side != observation.NoSide && (answered || t.now-t.image.last >= t.settle) {
		t.resolvePress(answered)
	}
}

// letGo lets the ply that stands on the board be known: its player has let go of
// the piece to offer or claim something, or the opponent takes it for made.
func (t *Tracker) letGo(a observation.Act) {
	r := t.best()
	if !t.fresh(r) {
		return
	}
	n := r.tip
	speaks := a.Kind == observation.ActDrawOffer || a.Kind == observation.ActClaim && t.now-n.made >= bounce
	if a.Side() == n.side.Other() || a.Side() == n.side && speaks {
		n.firm = true
		t.publish()
	}
}

// nothingMade reports whether nothing of a move was made after the last ply of a
// reading: at most a piece of the opponent was taken off.
func (t *Tracker) nothingMade(r *reading) bool {
	d := t.difference(&r.tip.pos, r.differs)
	if len(d.came) > 0 {
		return false
	}
	for _, s := range d.gone {
		if r.tip.pos.At(s).Side() == r.tip.pos.Side() {
			return false
		}
	}
	return true
}

// vainPress says that a player pressed the clock without a move. If he has taken
// something off, the move may follow.
func (t *Tracker) vainPress() {
	p := t.press
	if n := t.best().tip; n.pos.Side() == p.side && !p.vain && !n.mayHoldReply() {
		t.tell(Noticed{T: p.t, Code: "press-without-move", Ply: t.lastTold(), Side: p.side})
	}
	t.press.vain = true
	if t.best().differs != 0 {
		return
	}
	t.press = noPress
	for i := range t.beam {
		if r := &t.beam[i]; r.open.side == p.side {
			r.open = noPress
			r.base += costPressVain // for good
		}
	}
	t.weigh()
}

// mayHoldReply reports whether what no single move explains came about in part
// after the press, so that the opponent's move may be in it.
func (n *node) mayHoldReply() bool { return n.act.san == unexplained && n.made >= n.act.pressed }

func (t *Tracker) seeLink(l observation.Link) {
	switch l.Device {
	case observation.ClockDevice:
		t.clock.up = l.Up
		t.clock.missed = t.clock.missed || !l.Up
		t.gap.blind = t.gap.open && (t.gap.blind || !l.Up)
		if !l.Up {
			t.missPress()
		}
	case observation.BoardDevice:
		t.beginLapse()
		t.loseSight()
	}
}

// missPress forgets that the last ply could have been pressed: now that may go
// unheard.
func (t *Tracker) missPress() {
	if last := t.lastTold(); last > 0 {
		t.told[last].couldHave = false
	}
}
