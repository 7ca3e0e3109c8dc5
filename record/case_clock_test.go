package record_test

import (
	"fmt"
	"strconv"
	"strings"

	"recorderd/laws"
	"recorderd/observation"
)

// caseClock is a chess clock as the traces have it: it shows whole seconds,
// rounded up, speaks every second, and adds at the press. It can be broken.
type caseClock struct {
	present bool
	step    int64 // what it shows is rounded up to these milliseconds
	stages  [2][]laws.Stage
	left    [2]int64
	moves   [2]int // presses in this period
	turn    int64  // what this turn has taken
	running observation.Side
	last    observation.Side // whose time ran when it was stopped
	mark    observation.Flag // flags that show before their time
	frozen  bool
	adds    [2]int64 // in the place of the increment; -1 for the right one
	counted int64    // up to when
	spoke   int64
}

func newCaseClock(control string) (c caseClock, err error) {
	c.running, c.adds, c.step = observation.NoSide, [2]int64{-1, -1}, 1000
	tc, err := laws.ParseTimeControl(control)
	if err != nil || tc.None() {
		return c, err
	}
	for _, s := range []observation.Side{observation.White, observation.Black} {
		c.stages[s], c.left[s] = tc.Side(s), tc.Initial(s)
	}
	c.present = len(c.stages[observation.White]) > 0
	return c, nil
}

// count takes the time that has passed from the side whose time runs.
func (c *caseClock) count(now int64) {
	d := now - c.counted
	c.counted = now
	s := c.running
	if s == observation.NoSide || c.frozen {
		return
	}
	if st := c.stages[s][0]; st.Kind == laws.Delay {
		free := min(d, max(0, st.AddMS-c.turn))
		c.turn += free
		d -= free
	}
	c.turn += d
	c.left[s] = max(0, c.left[s]-d)
}

// press ends the turn of the side whose time runs.
func (c *caseClock) press() error {
	s := c.running
	if s == observation.NoSide {
		return fmt.Errorf("the clock stands, nobody can press it")
	}
	st := c.stages[s][0]
	add := int64(0)
	switch st.Kind {
	case laws.Fischer:
		add = st.AddMS
	case laws.Bronstein:
		add = min(c.turn, st.AddMS)
	}
	if c.adds[s] >= 0 {
		add = c.adds[s]
	}
	if c.left[s] > 0 {
		c.left[s] += add
	}
	if c.moves[s]++; c.moves[s] == st.Moves && len(c.stages[s]) > 1 {
		c.stages[s], c.moves[s] = c.stages[s][1:], 0
		c.left[s] += c.stages[s][0].BaseMS
	}
	c.turn, c.running = 0, s.Other()
	return nil
}

func (c *caseClock) stop() {
	if c.running != observation.NoSide {
		c.last = c.running
	}
	c.running = observation.NoSide
}

func (c *caseClock) start(s observation.Side) {
	if s != c.last {
		c.turn = 0
	}
	c.running = s
}

// due is when the clock speaks next: after this many milliseconds, or when a
// flag falls.
func (c *caseClock) due(every int64) (int64, bool) {
	if !c.present || c.running == observation.NoSide {
		return 0, false
	}
	at := c.spoke + every
	if left := c.left[c.running]; left > 0 && !c.frozen && c.stages[c.running][0].Kind != laws.Delay {
		at = min(at, c.counted+left)
	}
	return at, true
}

func (c *caseClock) shows() observation.Clock {
	shown := observation.Clock{HasTimes: true, Running: c.running, Flag: c.mark}
	shown.WhiteMS, shown.BlackMS = c.shown(observation.White), c.shown(observation.Black)
	if shown.WhiteMS == 0 {
		shown.Flag |= observation.FlagWhite
	}
	if shown.BlackMS == 0 {
		shown.Flag |= observation.FlagBlack
	}
	return shown
}

func (c *caseClock) shown(s observation.Side) int64 {
	return (c.left[s] + c.step - 1) / c.step * c.step
}

// change sets the time of one side: "5:00", "+2:00", "-30", or "same".
func (c *caseClock) change(s observation.Side, to string) error {
	sign := strings.IndexAny(to, "+-") == 0
	if to == "same" {
		c.left[s] = c.shown(s)
		return nil
	}
	ms, err := clockTime(strings.TrimLeft(to, "+-"))
	switch {
	case sign && to[0] == '-':
		ms = max(0, c.shown(s)-ms)
	case sign:
		ms += c.shown(s)
	}
	c.left[s] = ms
	if ms > 0 && c.mark.Fallen(s) {
		c.mark &^= map[observation.Side]observation.Flag{observation.White: observation.FlagWhite, observation.Black: observation.FlagBlack}[s]
	}
	return err
}

// clockTime reads "30", "5:00" and "1:30:00".
func clockTime(text string) (ms int64, err error) {
	for _, part := range strings.Split(text, ":") {
		n, err := strconv.ParseInt(part, 10, 64)
		if err != nil {
			return 0, fmt.Errorf("%q is no time on a clock: want it as in 5:00", text)
		}
		ms = ms*60 + n
	}
	return ms * 1000, nil
}
