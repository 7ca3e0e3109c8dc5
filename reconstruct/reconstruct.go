// Package reconstruct finds out what was done: which moves were made, when they
// were completed, and which were taken back. What it all counts for is decided
// elsewhere.
//
// The game is a hidden line of positions; squares and presses are evidence of
// it. A Tracker keeps a few readings of it, the likeliest first. A reading is a
// hypothesis: a line of plies, legal or explicitly irregular, that may have been
// played. It costs something to believe it, in hundredths of a nat: for a rare
// ply, a press that completes nothing, a piece that moved and was not seen to
// leave; and for every square that its last position does not explain on the
// board at this moment, less if a hand may hold the piece. The table of costs
// stands in evidence.go.
//
// Readings grow when the image of the board shows the next ply of one of them
// (glimpse), and at anchors, instants at which a placement is known to have
// stood: a press of the clock, the opponent's touch, a stopped clock, or rest.
// There one and two plies are tried that explain what the image shows, and what
// a reading leaves unexplained is charged to it for good. A reading is dropped
// when it costs much more than the best, when another has come to the same
// position, or for want of room; in the last two cases its doubt stays with the
// plies that it read otherwise.
//
// The line that is told is that of the best reading, as far as somebody let it be
// known. Where a better one contradicts it, it is told anew, with the times that
// things had. A ply is sure only if no reading within reach has another in its
// place, and never surer than the pieces it rests on.
//
// The Tracker is a pure function of what it is given. Time is the time of the
// observations; where silence matters it says through Wake when it wants to be
// asked again.
package reconstruct

import (
	"recorderd/observation"
	"recorderd/position"
	"recorderd/touch"
)

// Step is something that was done: Began, Made, Completed, Retracted, Revised or
// Noticed.
type Step interface{ step() }

// Began says that play began from this position, with the board standing turned
// or not.
type Began struct {
	T        int64
	Position position.Position
	Turned   bool
}

// Made is a ply whose last piece has come to rest (4.7) at T, noticed at Known.
// An illegal one has a Kind and a SAN of its own and no Move; Pressed is when
// the clock was pressed on it.
type Made struct {
	T, Known      int64
	Pressed       int64
	Ply           int
	Side          observation.Side
	Move          position.Move
	SAN           string
	UCI           string
	Before, After position.Position
	Legal         bool
	Kind          string // of an illegal ply, as the contract names them
	Inferred      bool
	Confidence    int        // hundredths; below 100 where another reading fits
	Alternatives  [][]string // the other readings, in UCI from this ply on
	Doubt         string     // code of the finding about it, at the first ply that has one
	Imaged        int64      // when the image came to show it
	Touches       touch.Log
}

// Revised says that the line reads otherwise from Ply on, with as many plies by
// the same sides as before: other moves, positions or doubts. Plies has every
// told ply from Ply on anew, with its original time.
type Revised struct {
	Ply   int
	Plies []Made
}

// Noticed is a fact beside the moves, by its code in the contract.
type Noticed struct {
	T    int64
	Code string
	Ply  int
	Side observation.Side
	Data map[string]any
}

// Completed is a ply after which the player has pressed the clock (6.2.1), or
// what stands for a press.
type Completed struct {
	T    int64
	Ply  int
	How  Completion
	Left [2]int64 // with ByMemory: what the clock showed, by side; -1 where that is not known
}

// Completion is what completed a ply.
type Completion int

const (
	ByPress    Completion = iota // the player pressed the clock
	ByAnswer                     // no clock: the opponent touched a piece to answer
	ByMemory                     // nobody saw it; the board's memory holds what came of it
	ByNextMove                   // the press was forgotten: the player has made his next move (6.2.1.2)
)

// Retracted is a ply that no longer stands.
type Retracted struct {
	T   int64
	Ply int
	Why string // "player", "agreement", "ruling" or "revision"
}

func (Began) step()     {}
func (Made) step()      {}
func (Completed) step() {}
func (Retracted) step() {}
func (Revised) step()   {}
func (Noticed) step()   {}

const (
	// releaseTime is how long a piece must have stood for the player to have
	// let go of it; slides stop for less.
	releaseTime = 700

	// shortStop is how long a piece stops on its way at most, or nearly.
	shortStop = 350

	// bounce is how long a piece that jumps on its square is away from it, or over
	// one that it passes.
	bounce = 100

	// slowWay is how long a piece may be in the hand on its way.
	slowWay = 1500

	// endsGame is how long a mating piece must have stood without a press: what was
	// only a stop on its way must not end the game.
	endsGame = releaseTime

	// longHold is how long a piece is held in the air before it is likelier that it
	// took something that was not seen to leave.
	longHold = 4000

	// defaultScan is assumed for a board that does not say how fast it scans.
	defaultScan = 200
)

type phase int

const (
	settingUp phase = iota // no start position has been seen
	ready                  // a start position stood; play has not begun
	playing
	over
)

// Tracker follows one game. The zero value is of no use: call New.
type Tracker struct {
	sensing  observation.Sensing
	scan     int64
	settle   int64
	expected position.Position // the start position that was announced

	now       int64
	phase     phase
	began     bool // play began, whatever the phase
	image     image
	seen      evidence // room for it
	clock     clock
	press     press             // one that no told ply explains
	pressedAt int64             // when the clock was pressed last
	dead      position.Bitboard // squares that are known to be faults
	flickered position.Bitboard // squares of which it was told that they flicker
	suspicion
	memoryRead  int    // how often it was,
	memoryTried int64  // and the last image at which
	memory      []sign // what the board's memory holds, if it is still to be read
	gap         gap
	away        away
	idle        idle
	resumption  resumption

	beam        []reading // the likeliest first
	rested      int64     // the image or press after which the board was last taken to have stood,
	restedAt    int64     // and when
	told        []toldPly // told[0] is the start
	certain     int       // no told ply before this is in doubt any more
	rewound     int64     // when plies were last taken back, or the pieces set up again
	corrected   int64     // when the arbiter last corrected a ply,
	correctedTo int       // and the last ply that stood then

	endedAt  int64 // when the game was over
	saidOver bool  // people have said something since the game was over
	astray   int   // moves that were said, one after the other, and do not follow

	stops    []stop            // where the last ply had stood before it was changed
	illegal  stop              // where a piece stood that cannot go there
	surplus  position.Bitboard // squares of which it was told that they have a piece too many
	kingless *node             // the ply of which it was told that a king is missing
	between  *node             // and that its piece stands between two squares

	out []Step
}

// New returns a Tracker for the game that the header announces. The start
// position is start.
func New(h observation.Header, start position.Position) *Tracker {
	scan := h.Board.ScanMS
	if scan <= 0 {
		scan = defaultScan
	}
	t := &Tracker{
		sensing:   h.Board.Sensing,
		scan:      scan,
		settle:    max(scan*3/2+60, shortStop),
		expected:  start,
		press:     noPress,
		suspicion: noSuspicion,
	}
	t.image.blink, t.image.calm = 5*scan, min(max(25*scan, 800), 5000)
	t.clock.present, t.clock.up, t.clock.running = h.Clock.Present, true, observation.NoSide
	t.clock.poll = h.Clock.PollMS
	return t
}

// Expect changes the announced start position; it has no effect once play began.
func (t *Tracker) Expect(start position.Position) {
	if t.phase == settingUp || t.phase == ready {
		t.expected = start
		t.getReady()
	}
}

// End stops the reading of moves: the game is over.
func (t *Tracker) End() {
	t.saidOver = t.saidOver && t.phase == over
	if t.phase != over {
		t.endedAt = t.now
	}
	t.phase = over
	t.dropLapse()
	t.press, t.resumption = noPress, resumption{}
	t.idle = idle{}
	t.idleNow()
}

// Turned reports whether the board stands turned by 180 degrees.
func (t *Tracker) Turned() bool { return t.image.turned }

// Over reports whether End was called.
func (t *Tracker) Over() bool { return t.phase == over }

// Position returns the position after the last ply that was told, and false
// before play began.
func (t *Tracker) Position() (position.Position, bool) {
	if t.phase == settingUp || t.phase == ready {
		return t.expected, false
	}
	return t.toldTip().pos, true
}

// Turn returns what was touched since the last ply that was told came to rest.
func (t *Tracker) Turn() touch.Log {
	if t.phase == settingUp || len(t.told) == 0 {
		return nil
	}
	return t.touchesAfter(t.toldTip())
}

// Apply takes the next batch and returns what it made known, in order. Batches
// come with ascending times.
func (t *Tracker) Apply(b observation.Batch) []Step {
	t.now = b.T
	t.out = nil
	t.passTime()
	t.notePause()
	for _, f := range b.Facts {
		switch f := f.(type) {
		case observation.Placement:
			t.seePlacement(f)
		case observation.Change:
			t.seeChanges([]observation.Change{f})
		case observation.Said:
			t.hearMove(string(f))
		case observation.Link:
			t.seeLink(f)
		case observation.Restart:
			t.beginLapse()
			t.loseSight()
			t.gap.blind = t.gap.open
			t.missPress()
		case observation.Act:
			t.hearAct(f)
		}
	}
	t.putRight()
	t.look()
	for _, f := range b.Facts {
		switch f := f.(type) {
		case observation.Clock:
			t.seeClock(f)
		case observation.Act:
			if f.Kind == observation.ActStartClock {
				t.playResumed()
			}
		case observation.Memory:
			t.remember(f)
		}
	}
	return t.out
}

// look compares the image with what is believed.
func (t *Tracker) look() {
	switch {
	case !t.image.known || t.phase == over || t.gap.open:
	case t.phase == settingUp || t.phase == ready && t.startStands():
		t.getReady()
	case t.image.last == t.now || t.image.last > t.rested:
		if !t.away.is {
			t.weigh()
			t.comeHome()
			t.glimpse()
			t.completeIrregular()
			t.noteBetween()
		}
		t.watch()
	}
}

// Wake returns when silence would matter: when the board will have rested long
// enough, if no observation comes before.
func (t *Tracker) Wake() (at int64, ok bool) {
	for _, due := range []func() (int64, bool){t.restDue, t.pressDue, t.gapDue, t.idleDue, t.awayDue, t.absentDue, t.resumeDue, t.memoryDue} {
		if when, sure := due(); sure && when > t.now && (!ok || when < at) {
			at, ok = when, true
		}
	}
	return at, ok
}

// passTime does what the time that has passed since the last batch makes due.
func (t *Tracker) passTime() {
	if at, ok := t.restDue(); ok && t.now >= at {
		t.rest()
	}
	if at, ok := t.pressDue(); ok && t.now >= at {
		t.resolvePress(false)
	}
	if at, ok := t.gapDue(); ok && t.now >= at {
		t.readGap()
	}
	if at, ok := t.memoryDue(); ok && t.now >= at {
		t.readMemory()
	}
	if at, ok := t.idleDue(); ok && t.now >= at {
		t.lookIdle()
	}
	if at, ok := t.awayDue(); ok && t.now >= at {
		t.findBack()
	}
	if at, ok := t.absentDue(); ok && t.now >= at {
		t.noteAbsent()
	}
	if at, ok := t.resumeDue(); ok && t.now >= at {
		t.lookAtSetUp()
	}
}

// restDue returns when the image will have stood for the settle time, or the
// squares of the ply that it shows, whatever flickers elsewhere.
func (t *Tracker) restDue() (at int64, ok bool) {
	if t.phase != ready && t.phase != playing || t.gap.open || t.away.is || len(t.beam) == 0 {
		return 0, false
	}
	if r := t.best(); t.fresh(r) {
		return r.tip.made + t.settleOf(r), true
	}
	if since := t.stoodSince(); t.rested != since {
		return since + t.settle, true
	}
	return t.holdDue()
}

// holdDue returns when a piece will have been held for so long that it may have
// taken something unseen.
func (t *Tracker) holdDue() (at int64, ok bool) {
	best := t.best().tip
	for i := range t.beam {
		if n := t.beam[i].tip; n.parent == best && n.unseen {
			due := n.made + longHold
			return due, due > t.restedAt
		}
	}
	return 0, false
}

// stoodSince returns since when neither the board changed nor a press called for
// another look at it.
func (t *Tracker) stoodSince() int64 { return max(t.image.last, t.pressedAt) }

// fresh reports whether the last ply of a reading stands on the board and nobody
// has let it be known yet.
func (t *Tracker) fresh(r *reading) bool {
	n := r.tip
	return n.parent != nil && n.move != 0 && !n.firm && n.shown && r.differs&footprint(n.move) == 0 && !halfOfCastling(n)
}

// settleOf returns how long a ply has to stand until it was made. Where the taken
// piece was not seen to leave, the other one may still be in the hand.
func (t *Tracker) settleOf(r *reading) int64 {
	n := r.tip
	switch king := n.pos.At(n.move.To()).Kind() == position.King; {
	case t.spoiled(r):
		return max(t.settle, slowHand)
	case n.unseen && king && !t.pressing():
		return signalTime // it may be on its way to the centre
	case n.unseen:
		return max(t.settle, slowWay)
	case !n.pos.HasLegal():
		return max(t.settle, endsGame) // nothing is changed after a mate: the piece must have been let go
	}
	return t.settle
}

// rest takes the image as one that stood: what it shows was made (4.7).
func (t *Tracker) rest() {
	again := t.image.last <= t.rested // only a press called for it
	t.rested, t.restedAt = t.stoodSince(), t.now
	t.mend()
	t.turnToMover()
	t.anchor()
	t.rootAnew()
	if !again || t.sensing != observation.Occupancy {
		t.charge() // where the pieces are not known, an image is paid for once
	}
	t.reconsider()
	t.completeIrregular()
	t.learnFaults()
	t.settleTip()
	t.publish()
	t.completeIrregular()
	t.noteStanding()
}

// settleTip lets the last ply of the likeliest reading be known because it has
// rested, unless more may follow.
func (t *Tracker) settleTip() {
	if r := t.best(); t.fresh(r) && (t.now-r.tip.made >= t.settleOf(r)) {
		r.tip.firm = true
	}
}

func (t *Tracker) tell(s Step) { t.out = append(t.out, s) }

// Rewind takes back the plies after this one and reads on from there.
func (t *Tracker) Rewind(ply int, why string) []Step {
	t.out = nil
	if t.phase != over && t.phase != playing || ply < 0 || t.began && ply >= len(t.told) {
		return nil
	}
	t.press, t.gap, t.away, t.idle = noPress, gap{}, away{}, idle{}
	t.dropLapse()
	if t.clockStands() {
		t.idleNow()
	}
	if !t.began {
		t.phase = settingUp
		t.look()
		return t.out
	}
	t.phase = playing
	last := &t.told[ply]
	if ply < t.lastTold() {
		t.retract(ply, why)
		last.completed = max(last.completed, 0) // nobody need press for it
	}
	t.certain, t.rewound = min(t.certain, ply), t.now
	t.startFrom(last.node)
	t.beam[0].done[0] = last.completed
	t.look()
	return t.out
}

// Reopen goes on reading moves after End.
func (t *Tracker) Reopen() []Step {
	if t.phase != over {
		return nil
	}
	return t.Rewind(len(t.told)-1, "")
}

// Restart begins anew from a position that is none of the game's.
func (t *Tracker) Restart(p position.Position) []Step {
	t.out = nil
	t.press, t.gap, t.away, t.idle = noPress, gap{}, away{}, idle{}
	t.expected = p
	t.startAt(p)
	t.begin(t.now)
	t.look()
	return t.out
}
