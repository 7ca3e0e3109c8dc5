// Package reconstruct finds out what was done: which moves were made, when they
// were completed, and which were taken back. What it all counts for is decided
// elsewhere.
//
// The game is a hidden line of positions; squares and presses are evidence of
// it. A Tracker keeps the line that it believes and the image of the board.
// Whenever the image equals a position one legal ply from the end of the line,
// or from an earlier ply that its player may still change, that is a candidate.
// A candidate becomes a made move at an anchor: the player presses the clock,
// the opponent lifts a piece to answer, the clock is stopped, or the image has
// stood for the settle time. Nothing waits for the whole board to be quiet, and
// a reading that later squares contradict is withdrawn, not defended.
//
// The Tracker is a pure function of what it is given. Time is the time of the
// observations; where silence matters it says through Wake when it wants to be
// asked again.
package reconstruct

import (
	"recorderd/observation"
	"recorderd/position"
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
	Restated      bool       // it replaces the ply of this number and leaves what followed
	Confidence    int        // hundredths; below 100 where another reading fits
	Alternatives  [][]string // the other readings, in UCI from this ply on
	Doubt         string     // code of the finding about it, at the first ply that has one
	Imaged        int64      // when the image came to show it
	Touches       Touches
}

// Completed is a ply after which the player has pressed the clock (6.2.1), or
// what stands for a press.
type Completed struct {
	T   int64
	Ply int
	How Completion
}

// Completion is what completed a ply.
type Completion int

const (
	ByPress    Completion = iota // the player pressed the clock
	ByAnswer                     // no clock: the opponent touched a piece to answer
	ByNextMove                   // the press was forgotten: the player has made his next move (6.2.1.2)
)

// Retracted is a ply that no longer stands.
type Retracted struct {
	T   int64
	Ply int
	Why string // "player", "agreement", "ruling" or "revision"
}

// Revised says that the line reads otherwise from Ply on, with the same number of
// plies by the same sides: other moves or positions, another confidence, other
// alternatives. Plies are all from Ply to the last one that was told, with the
// times that they had. Their completions stay.
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
	settle   int64
	expected position.Position // the start position that was announced

	now      int64
	phase    phase
	began    bool // play began, whatever the phase
	image    image
	line     []node // line[0] is the start
	firm     int    // plies up to this index were told; later ones wait for the clock to run again
	chosen   *candidate
	glimpsed *candidate // a ply that stood and was given up, until another is made
	clock    clock
	gap      gap
	press    *openPress

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
		sensing:  h.Board.Sensing,
		settle:   scan*3/2 + 60,
		expected: start,
	}
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
	t.phase = over
	t.chosen, t.press = nil, nil
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
	return t.line[t.firm].pos, true
}

// Apply takes the next batch and returns what it made known, in order. Batches
// come with ascending times.
func (t *Tracker) Apply(b observation.Batch) []Step {
	t.now = b.T
	t.out = nil
	t.settleAll()
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
			t.loseSight()
			t.gap.blind = t.gap.open
		}
	}
	t.look()
	for _, f := range b.Facts {
		if c, ok := f.(observation.Clock); ok {
			t.seeClock(c)
		}
	}
	return t.out
}

// Wake returns when silence would matter: when a piece will have rested long
// enough, if no observation comes before.
func (t *Tracker) Wake() (at int64, ok bool) {
	if t.phase == over {
		return 0, false
	}
	consider := func(when int64) {
		if when > t.now && (!ok || when < at) {
			at, ok = when, true
		}
	}
	if t.chosen != nil && !t.chosen.held {
		consider(t.chosen.since + t.settle)
	}
	if t.press != nil && t.press.tried != t.image.last {
		consider(max(t.press.t, t.image.last) + t.settle)
	}
	if due, unread := t.gapDue(); unread {
		consider(due)
	}
	if t.astray() {
		consider(t.image.last + t.settle)
	}
	return at, ok
}

// settleAll does what the time that has passed since the last batch makes due.
func (t *Tracker) settleAll() {
	if t.phase == over {
		return
	}
	if c := t.chosen; c != nil && !c.held && t.now-c.since >= t.settle {
		t.commit(*c)
	}
	if t.press != nil && t.press.tried != t.image.last && t.now-max(t.press.t, t.image.last) >= t.settle {
		t.resolvePress()
	}
	if due, unread := t.gapDue(); unread && t.now >= due {
		t.readGap()
	}
	if t.astray() && t.now-t.image.last >= t.settle {
		t.bridge()
	}
}

func (t *Tracker) tell(s Step) { t.out = append(t.out, s) }

func (t *Tracker) tip() *node { return &t.line[len(t.line)-1] }

// Rewind takes back the plies after this one and reads on from there.
func (t *Tracker) Rewind(ply int, why string) []Step {
	t.out = nil
	if t.phase != over && t.phase != playing || t.began && ply >= len(t.line) {
		return nil
	}
	t.chosen, t.press, t.gap = nil, nil, gap{}
	if !t.began {
		t.phase = settingUp
		t.look()
		return t.out
	}
	t.phase = playing
	t.withdraw(ply, t.now, why)
	t.tip().completed = true
	t.look()
	return t.out
}

// Reopen goes on reading moves after End.
func (t *Tracker) Reopen() []Step {
	if t.phase != over {
		return nil
	}
	return t.Rewind(len(t.line)-1, "")
}

// Restart begins anew from a position that is none of the game's.
func (t *Tracker) Restart(p position.Position) []Step {
	t.out = nil
	t.chosen, t.press, t.gap, t.clock.waiting = nil, nil, gap{}, nil
	t.line, t.firm = []node{t.newNode(p, observation.NoSide)}, 0
	t.begin(t.now)
	t.look()
	return t.out
}
