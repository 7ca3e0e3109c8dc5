package simulate

import (
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
	way      = spread{280, 0.35, 120, 1200}  // of a piece, from its lift to its rest
	toPress  = spread{550, 0.56, 200, 1800}  // from the rest to the press
	linger   = spread{1500, 0.4, 800, 4000}  // before players say or stop something
)

const (
	answer   = 350   // nobody answers faster than this after the opponent's rest,
	scramble = 80    // but in time trouble
	trouble  = 30000 // which is having less than this left
)

// player moves the pieces of both sides and writes down what it does.
type player struct {
	chance
	style    Style
	thinking spread
	clock    *clockio.Countdown // nil without a clock
	spare    [2]int64           // what a move may cost without loss
	now      int64
	deeds    []Deed
}

func newPlayer(opt Options, stream uint64) *player {
	p := &player{chance: newChance(opt.Seed, stream), style: opt.Style.whole(), thinking: thinking}
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

func (p *player) do(d Deed) {
	d.At = p.now
	p.deeds = append(p.deeds, d)
}

func (p *player) wait(ms int64)             { p.now += ms }
func (p *player) say(f observation.Fact)    { p.do(Deed{Kind: Say, Fact: f}) }
func (p *player) lift(s observation.Square) { p.do(Deed{Kind: Lift, Square: s}) }
func (p *player) put(s observation.Square, x observation.Piece) {
	p.do(Deed{Kind: Put, Square: s, Piece: x})
}

// play makes the moves of one game, from the start of the clock to the last
// completion, and returns the truth about them.
func (p *player) play(g Game) (plies []Ply, last position.Position) {
	pos := g.Start
	p.startClock(pos.Side())
	rested := p.now
	for i, m := range g.Moves {
		p.think(pos.Side(), rested)
		if i > 0 && plies[i-1].Completed < 0 {
			plies[i-1].Completed = p.now // without a clock, the touch of the answer completes
		}
		p.move(&pos, m)
		ply := Ply{SAN: pos.SAN(m), UCI: pos.UCI(m), Side: pos.Side(), Made: p.now, Completed: -1}
		rested = p.now
		pos = pos.After(m)
		switch {
		case i == len(g.Moves)-1 && over(&pos):
			ply.Completed = ply.Made
		case p.clock != nil:
			p.wait(p.draw(toPress))
			p.press(ply.Side)
			ply.Completed = p.now
		}
		plies = append(plies, ply)
	}
	return plies, pos
}

// over reports whether the board itself ended the game.
func over(pos *position.Position) bool {
	return !pos.HasLegal() || pos.InsufficientMaterial()
}

// think waits until the player to move touches a piece. Nobody here thinks
// until the flag falls.
func (p *player) think(side observation.Side, rested int64) {
	ms, soonest := p.draw(p.thinking), int64(answer)
	if p.clock != nil {
		left := p.clock.Remaining(duration(p.now), side).Milliseconds()
		ms = min(ms, left/40+p.spare[side])
		if left < trouble {
			soonest = scramble
		}
	}
	p.now = max(p.now+max(ms, scramble), rested+soonest)
}

func (p *player) startClock(side observation.Side) {
	if p.clock != nil {
		p.clock.Start(duration(p.now), side)
		p.do(Deed{Kind: StartClock, Side: side})
	}
}

func (p *player) press(side observation.Side) {
	p.clock.Press(duration(p.now), side)
	p.do(Deed{Kind: Press, Side: side})
}

func (p *player) stopClock() {
	if p.clock != nil {
		p.clock.Stop(duration(p.now))
		p.do(Deed{Kind: StopClock})
	}
}

func duration(ms int64) time.Duration { return time.Duration(ms) * time.Millisecond }
