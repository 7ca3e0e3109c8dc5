package simulate

import (
	"cmp"
	"slices"
	"time"

	"recorderd/clockio"
	"recorderd/observation"
	"recorderd/position"
)

// Options says how games are played.
type Options struct {
	Seed   uint64
	Terms  observation.Game // of all games: time control, laws, event
	Clock  Stages           // what Terms.TimeControl means
	Think  time.Duration    // median thinking time; 4 s if zero
	Style  Style
	Habits Habits
	// Standing is what an earlier timeline left on the board: the first game is
	// set up from it. Zero, it is set up already.
	Standing observation.Placement
}

// Hands plays legal moves from a start.
func Hands(start position.Position, moves []position.Move, opt Options) Timeline {
	return Session(opt, Game{Start: start, Moves: moves})
}

// How long hands take, in milliseconds.
var (
	thinking = spread{4000, 0.8, 0, 1 << 40} // from the opponent's press
	linger   = spread{1500, 0.4, 800, 4000}  // before players say or stop something

	calm  = pace{spread{280, 0.35, 120, 1200}, spread{550, 0.56, 200, 1800}, limits{20, 120}}
	hurry = pace{spread{220, 0.35, 120, 1200}, spread{400, 0.56, 200, 1800}, limits{10, 80}}
)

// pace is how fast hands are.
type pace struct {
	way   spread // of a piece, from its lift to its rest
	press spread // from the rest to the press
	swap  limits // how long a victim's square is empty in a swap
}

const (
	answer   = 350   // nobody answers faster than this after the opponent's rest,
	scramble = 80    // but in time trouble
	trouble  = 30000 // which is having less than this left
)

// player moves the pieces of both sides and writes down what it does.
type player struct {
	chance
	style    Style
	habits   Habits
	pace     pace
	thinking spread
	clock    *clockio.Countdown    // nil without a clock
	spare    [2]int64              // what a move may cost without loss
	board    observation.Placement // before the first deed
	now      int64
	deeds    []Deed
	busy     int64    // until then a hand is over the board, and nobody else begins
	presses  [2]int64 // when each side pressed last
	landed   Deed     // the last piece put down
	turn     turn
}

func newPlayer(opt Options, stream uint64) *player {
	p := &player{
		chance: newChance(opt.Seed, stream),
		style:  opt.Style.whole(), habits: opt.Habits,
		pace: calm, thinking: thinking,
	}
	if opt.Habits.Hurry {
		p.pace = hurry
	}
	if opt.Think > 0 {
		p.thinking.median = opt.Think.Milliseconds()
	}
	if opt.Clock.present() {
		p.clock = opt.Clock.set()
		for side, stages := range opt.Clock {
			p.spare[side] = (stages[0].Increment + stages[0].Delay).Milliseconds() / 2
		}
	}
	return p
}

// do does a deed now, and doAt at another time: hands of two players, and of
// one, may be at work together.
func (p *player) do(d Deed) { p.doAt(p.now, d) }
func (p *player) doAt(at int64, d Deed) {
	d.At = at
	p.deeds = append(p.deeds, d)
}

// done returns the deeds in order of time.
func (p *player) done() []Deed {
	slices.SortStableFunc(p.deeds, func(a, b Deed) int { return cmp.Compare(a.At, b.At) })
	return p.deeds
}

// standing returns what stands on the board when all deeds are done.
func (p *player) standing() observation.Placement {
	return Timeline{Start: p.board, Deeds: p.done()}.Final()
}

func (p *player) wait(ms int64)             { p.now += ms }
func (p *player) flight() int64             { return p.draw(p.pace.way) }
func (p *player) say(f observation.Fact)    { p.do(Deed{Kind: Say, Fact: f}) }
func (p *player) lift(s observation.Square) { p.do(Deed{Kind: Lift, Square: s}) }
func (p *player) put(s observation.Square, x observation.Piece) {
	p.landed = Deed{Kind: Put, Square: s, Piece: x}
	p.do(p.landed)
}

// occupy keeps everybody else's hands away until a time.
func (p *player) occupy(until int64) { p.busy = max(p.busy, until) }

func (p *player) startClock(side observation.Side) {
	if p.clock != nil {
		p.clock.Start(duration(p.now), side)
		p.do(Deed{Kind: StartClock, Side: side})
	}
}

func (p *player) press(side observation.Side) {
	p.clock.Press(duration(p.now), side)
	p.presses[side] = p.now
	p.do(Deed{Kind: Press, Side: side})
}

func (p *player) stopClock() {
	if p.clock != nil && p.clock.Running() != observation.NoSide {
		p.clock.Stop(duration(p.now))
		p.do(Deed{Kind: StopClock})
	}
}

func duration(ms int64) time.Duration { return time.Duration(ms) * time.Millisecond }
