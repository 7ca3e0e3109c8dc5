package clockwatch_test

import (
	"math/rand/v2"

	"recorderd/clockwatch"
	"recorderd/laws"
	"recorderd/observation"
)

// game is one clock, played on by two players and watched. Time is stepped from
// deed to deed; a report shows what the clock showed up to lateMS ago.
type game struct {
	*rand.Rand
	habits
	tc    laws.TimeControl
	watch *clockwatch.Watch
	facts []clockwatch.Fact

	now     int64
	running observation.Side
	turn    observation.Side
	left    [2]int64
	used    [2]int64
	presses [2]int
	moves   [2]int
	period  [2]int
	flag    observation.Flag
	next    int64 // report
	lastT   int64
	still   bool // the running time does not run: a fault

	// give is a fault: what the press of this side gives instead.
	give func(s observation.Side, should int64) int64
}

// habits are what clocks and their cables differ in, and are right.
type habits struct {
	resolution int64
	down       bool // times are rounded down
	atZero     bool // the next period's time comes when the last is over
	first      bool // the first increment is on the clock at the start
	polled     bool // a press is told at the next poll only
	poll       int64
	lateMS     int64
}

func newGame(tc string, h habits, seed uint64) *game {
	control, err := laws.ParseTimeControl(tc)
	if err != nil {
		panic(err)
	}
	g := &game{Rand: rand.New(rand.NewPCG(seed, 1)), habits: h, tc: control, running: observation.NoSide}
	g.watch = clockwatch.New(control, h.resolution, clockwatch.Limits{})
	g.give = func(_ observation.Side, should int64) int64 { return should }
	for s := range g.left {
		g.left[s] = control.Initial(observation.Side(s))
		if h.first {
			stage, _ := control.Period(observation.Side(s), 0)
			g.left[s] += stage.AddMS
		}
	}
	g.now = 1000
	g.report()
	return g
}

func (g *game) stage(s observation.Side) laws.Stage {
	stage, _ := g.tc.Period(s, g.period[s])
	return stage
}

// pass lets time go by, with reports.
func (g *game) pass(ms int64) {
	for end := g.now + ms; g.now < end; {
		d := min(end, g.next) - g.now
		if g.running != observation.NoSide && !g.still {
			g.run(d)
		}
		g.now += d
		if g.now >= g.next {
			g.report()
		}
	}
}

func (g *game) run(d int64) {
	s := g.running
	stage := g.stage(s)
	d, g.used[s] = stage.Runs(g.used[s]+d)-stage.Runs(g.used[s]), g.used[s]+d
	g.left[s] -= d
	for g.left[s] <= 0 && d > 0 {
		moves, more := g.tc.Required(s, g.period[s])
		if g.moves[s] < moves || !more {
			g.flag |= observation.Flag(1 + s)
			g.left[s] = 0
			return
		}
		g.period[s]++
		g.left[s] += g.stage(s).BaseMS
	}
}

// report tells the watch what the clock shows, with a delay.
func (g *game) report() {
	c := observation.Clock{HasTimes: true, WhiteMS: g.shown(0), BlackMS: g.shown(1), Running: g.running, Flag: g.flag}
	t := g.now
	if g.lateMS > 0 {
		t += g.Int64N(g.lateMS)
	}
	g.lastT = max(t, g.lastT+1)
	for s := range g.moves {
		g.watch.Completed(observation.Side(s), g.moves[s])
	}
	g.facts = append(g.facts, g.watch.Hear(g.lastT, c)...)
	g.next = g.now + g.poll
}

func (g *game) shown(s int) int64 {
	if g.down {
		return g.left[s] / g.resolution * g.resolution
	}
	return (g.left[s] + g.resolution - 1) / g.resolution * g.resolution
}

func (g *game) told() {
	if !g.polled {
		g.report()
	}
}

func (g *game) start(s observation.Side) {
	g.running, g.turn = s, s
	g.told()
}

// press ends the turn of the player who is thinking.
func (g *game) press() {
	s := g.running
	stage := g.stage(s)
	g.left[s] += g.give(s, stage.Returns(g.used[s]))
	g.used[s] = 0
	g.moves[s]++
	g.presses[s]++
	if moves, ok := g.tc.Required(s, g.period[s]); ok && g.moves[s] == moves && !g.atZero {
		g.period[s]++
		g.left[s] += g.stage(s).BaseMS
	}
	g.running, g.turn = s.Other(), s.Other()
	g.told()
}

// think takes as long as people do, and lets no flag fall.
func (g *game) think() int64 {
	var ms int64
	switch n := g.IntN(20); {
	case n < 8:
		ms = 250 + g.Int64N(2000)
	case n < 18:
		ms = 1000 + g.Int64N(12000)
	default:
		ms = 10000 + g.Int64N(90000)
	}
	_, rest := g.tc.Required(g.running, g.period[g.running])
	due := g.tc.PeriodAfter(g.running, g.moves[g.running]) > g.period[g.running]
	if room := g.left[g.running]/3 + g.stage(g.running).AddMS/2; ms > room && !(rest && due) {
		ms = room
	}
	return max(ms, 250)
}

// play plays plies.
func (g *game) play(plies int) {
	if g.running == observation.NoSide {
		g.start(g.turn)
	}
	for range plies {
		if g.flag != observation.FlagNone {
			return
		}
		g.pass(g.think())
		g.press()
	}
}

// halt has the arbiter stop the clock, a little before or after he says so.
func (g *game) halt(word bool) {
	early := word && g.IntN(2) == 0
	if early {
		g.act(observation.Act{Kind: observation.ActStopClock})
		g.pass(g.Int64N(2000))
	}
	g.running = observation.NoSide
	g.told()
	g.pass(1000 + g.Int64N(3000))
	if word && !early {
		g.act(observation.Act{Kind: observation.ActStopClock})
	}
	g.pass(10000 + g.Int64N(30000))
}

// takeBack is an arbiter who puts the position back and sets the clock.
func (g *game) takeBack(word bool) {
	moves := g.IntN(3)
	g.halt(word)
	for s := range g.moves {
		g.moves[s] = max(0, g.moves[s]-moves)
		if low, ok := g.tc.Required(observation.Side(s), g.period[s]-1); ok {
			g.moves[s] = max(g.moves[s], low)
		}
	}
	white, black := g.left[0]+int64(g.IntN(4))*60000+5000, g.left[1]+120000
	g.used = [2]int64{}
	if word {
		g.act(observation.Act{Kind: observation.ActRestore})
		g.act(observation.Act{Kind: observation.ActSetClock, WhiteMS: &white, BlackMS: &black})
	}
	g.left = [2]int64{white, black}
	g.pass(2000)
	g.start(observation.Side(g.IntN(2)))
}

func (g *game) act(a observation.Act) {
	g.lastT = max(g.lastT+1, g.now)
	g.watch.Act(g.lastT, a)
}
