package clockio

import (
	"time"

	"recorderd/observation"
)

// Kind says how the Delay of a stage works.
type Kind uint8

const (
	Fischer   Kind = iota // no delay; the Increment is added at the press
	Bronstein             // what was used of the delay is given back at the press
	Delay                 // US delay: the time begins to run when the delay is over
)

// Stage is one period of a time control.
type Stage struct {
	Moves     int           // after so many moves the next stage begins; 0 for the rest of the game
	Base      time.Duration // added when the stage begins
	Increment time.Duration
	Delay     time.Duration
	Kind      Kind
}

// Countdown is a digital chess clock as a model: a function of the times at
// which it was worked. It has no timers and may be asked about any moment after
// the last one. It is not safe for concurrent use.
type Countdown struct {
	// Resolution is the step of the display. Times are rounded up to it, so
	// that 0:00 is shown when nothing is left; one second to begin with.
	Resolution time.Duration

	players [2]player
	up      observation.Side // whose end of the lever is up
	running bool
	since   time.Duration // when the running time was last accounted for
}

type player struct {
	stages  []Stage // those not yet finished, the first one now
	moves   int     // made in this stage
	left    time.Duration
	turn    time.Duration // used in this turn, the delay too
	flagged bool
}

// New returns a stopped clock that shows the base times of the first stages,
// with White to run. A side without stages has no time at all.
func New(white, black []Stage) *Countdown {
	c := &Countdown{Resolution: time.Second, up: observation.White}
	for side, stages := range [2][]Stage{white, black} {
		c.players[side].stages = stages
		c.players[side].left = c.players[side].stage().Base
	}
	return c
}

// AddFirstIncrement puts the increment of move 1 on both displays, as most
// clocks do before the game starts.
func (c *Countdown) AddFirstIncrement() {
	for side := range c.players {
		c.players[side].left += c.players[side].stage().Increment
	}
}

// Start implements Clock.
func (c *Countdown) Start(at time.Duration, side observation.Side) {
	c.account(at)
	c.up, c.running, c.since = side, true, at
}

// Stop implements Clock. A delay that was not used up goes on after the next
// Start.
func (c *Countdown) Stop(at time.Duration) {
	c.account(at)
	c.running = false
}

// Press implements Clock. It counts as a move only where this side's time was
// running; on a stopped clock it does nothing but turn the lever, and an end
// that is down already can't be pushed.
func (c *Countdown) Press(at time.Duration, side observation.Side) {
	if side != c.up {
		return
	}
	c.account(at)
	if c.running {
		c.players[side].finishMove()
	}
	c.up, c.since = side.Other(), at
}

// Set puts these times on the displays, as an arbiter does after a correction.
// A flag is down again only when that time runs out.
func (c *Countdown) Set(at time.Duration, white, black time.Duration) {
	c.account(at)
	for side, left := range [2]time.Duration{white, black} {
		c.players[side].left, c.players[side].flagged = left, false
	}
}

// Remaining returns what this side has left, exactly.
func (c *Countdown) Remaining(at time.Duration, side observation.Side) time.Duration {
	p := c.players[side]
	if c.running && side == c.up {
		p.use(at - c.since)
	}
	return p.left
}

// Running returns the side whose time runs, or NoSide.
func (c *Countdown) Running() observation.Side {
	if !c.running {
		return observation.NoSide
	}
	return c.up
}

// Lever implements Clock.
func (c *Countdown) Lever() observation.Side { return c.up }

// Report implements Clock.
func (c *Countdown) Report(at time.Duration) observation.Clock {
	c.account(at)
	r := observation.Clock{
		HasTimes: true,
		WhiteMS:  c.shown(observation.White),
		BlackMS:  c.shown(observation.Black),
		Running:  c.Running(),
	}
	if c.players[observation.White].flagged {
		r.Flag |= observation.FlagWhite
	}
	if c.players[observation.Black].flagged {
		r.Flag |= observation.FlagBlack
	}
	return r
}

func (c *Countdown) shown(side observation.Side) int64 {
	left := c.players[side].left
	if step := c.Resolution; step > 0 {
		left = (left + step - 1) / step * step
	}
	return left.Milliseconds()
}

// account takes the time since the last account from the side that runs.
func (c *Countdown) account(at time.Duration) {
	if c.running && at > c.since {
		c.players[c.up].use(at - c.since)
		c.since = at
	}
}

func (p *player) stage() Stage {
	if len(p.stages) == 0 {
		return Stage{}
	}
	return p.stages[0]
}

// use lets d of this player's time pass.
func (p *player) use(d time.Duration) {
	if s := p.stage(); s.Kind == Delay {
		free := max(0, s.Delay-p.turn)
		p.turn += d
		d = max(0, d-free)
	} else {
		p.turn += d
	}
	p.left -= d
	if d > 0 && p.left <= 0 {
		p.left, p.flagged = 0, true
	}
}

// finishMove credits what the press is worth. A flag that fell stays down, and
// nothing is added to a time that ran out.
func (p *player) finishMove() {
	s := p.stage()
	if !p.flagged {
		p.left += s.Increment
		if s.Kind == Bronstein {
			p.left += min(p.turn, s.Delay)
		}
	}
	p.turn = 0
	p.moves++
	if len(p.stages) > 1 && p.moves == s.Moves {
		p.stages, p.moves = p.stages[1:], 0
		if !p.flagged {
			p.left += p.stage().Base
		}
	}
}

var _ Clock = (*Countdown)(nil)
