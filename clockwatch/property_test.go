package clockwatch_test

import (
	"fmt"
	"slices"
	"testing"

	"recorderd/clockwatch"
	"recorderd/observation"
)

// controls are time controls of every kind.
var controls = []string{
	"300", "180+2", "60+1", "900+10", "5400+30", "900b10", "300b2", "1500d5", "300d2", "300|240+2",
	"10/600:900", "8/300:8/300:300+5", "10/600+5:300+30", "6/200", "12/400b5:300b5", "8/300+10:5/200+10",
}

// everyHabit calls f with all that clocks differ in and are right.
func everyHabit(f func(h habits)) {
	for n := range 64 {
		h := habits{resolution: 1000, poll: 1000, down: n&1 != 0, atZero: n&2 != 0, first: n&4 != 0}
		if n&8 != 0 {
			h.resolution = 100
		}
		switch n >> 4 {
		case 1:
			h.lateMS = 900
		case 2:
			h.polled, h.poll = true, 800
		case 3:
			h.polled, h.poll, h.lateMS = true, 400, 500
		}
		f(h)
	}
}

func name(tc string, h habits) string { return fmt.Sprintf("%s %+v", tc, h) }

func TestAClockThatIsRightIsNotBlamed(t *testing.T) {
	seed := uint64(0)
	for _, tc := range controls {
		everyHabit(func(h habits) {
			seed++
			g := newGame(tc, h, seed)
			g.pass(5000)
			for range 4 {
				g.play(12 + g.IntN(10))
				switch g.IntN(4) {
				case 0:
					g.takeBack(true)
				case 1:
					g.halt(true)
				case 2:
					g.watch.Restart(true)
				}
			}
			for _, f := range g.facts {
				if f.Code != "flag-fall" {
					t.Fatalf("%s, seed %d: %v %v", name(tc, h), seed, f, f.Data)
				}
			}
		})
	}
}

func TestAPressThatGivesTooLittleIsFound(t *testing.T) {
	seed := uint64(1000)
	for _, tc := range []string{"180+1", "180+2", "300+3", "900+10", "5400+30", "40/5400+30:1800+30"} {
		everyHabit(func(h habits) {
			seed++
			g := newGame(tc, h, seed)
			wrong := observation.Side(g.IntN(2))
			g.play(20)
			expectFacts(t, name(tc, h), g.facts)
			g.give = func(s observation.Side, should int64) int64 {
				if s == wrong {
					return 0
				}
				return should
			}
			for g.running != wrong {
				g.play(1)
			}
			g.pass(2000) // what begins unheard may be taken for something else
			g.press()
			g.pass(2000)
			g.play(60)
			if tc == "180+1" && !blamed(g.facts) {
				return // so little can go under before the flag falls
			}
			expectFacts(t, fmt.Sprintf("%s, seed %d", name(tc, h), seed), g.facts, fmt.Sprint("increment-missing ", wrong))
		})
	}
}

// blamed reports whether anything but flags was found.
func blamed(facts []clockwatch.Fact) bool {
	return slices.ContainsFunc(facts, func(f clockwatch.Fact) bool { return f.Code != "flag-fall" })
}

func TestATimeThatJumpsIsFound(t *testing.T) {
	seed := uint64(2000)
	for _, tc := range controls {
		everyHabit(func(h habits) {
			seed++
			g := newGame(tc, h, seed)
			g.play(20)
			wrong := observation.Side(g.IntN(2))
			g.pass(6000)
			if g.flag != observation.FlagNone {
				return
			}
			if g.left[wrong] += 17000; g.IntN(2) == 0 && g.left[wrong] > 80000 {
				g.left[wrong] -= 60000
			}
			g.pass(3000)
			g.play(20)
			expectFacts(t, fmt.Sprintf("%s, seed %d", name(tc, h), seed), g.facts, fmt.Sprint("clock-jump ", wrong))
		})
	}
}

func TestATimeThatStopsIsFound(t *testing.T) {
	seed := uint64(3000)
	for _, tc := range controls {
		everyHabit(func(h habits) {
			seed++
			g := newGame(tc, h, seed)
			g.play(20)
			g.pass(3000)
			if g.flag != observation.FlagNone {
				return
			}
			side := g.running
			g.still = true
			g.pass(20000)
			g.still = false
			g.play(20)
			expectFacts(t, fmt.Sprintf("%s, seed %d", name(tc, h), seed), g.facts, fmt.Sprint("clock-stopped ", side))
		})
	}
}

func TestATimeThatIsSetWithoutAWordIsFound(t *testing.T) {
	seed := uint64(4000)
	for _, tc := range controls {
		everyHabit(func(h habits) {
			seed++
			g := newGame(tc, h, seed)
			g.play(20)
			g.halt(true)
			g.left[observation.Black] += 120000
			g.pass(5000)
			g.play(20)
			expectFacts(t, fmt.Sprintf("%s, seed %d", name(tc, h), seed), g.facts, "clock-jump black")
		})
	}
}

func TestAClockSetToAnotherTimeIsFound(t *testing.T) {
	seed := uint64(5000)
	for _, tc := range controls {
		everyHabit(func(h habits) {
			seed++
			g := newGame(tc, h, seed)
			g.left[observation.White] += 60000
			g.pass(2000)
			g.play(20)
			expectFacts(t, fmt.Sprintf("%s, seed %d", name(tc, h), seed), g.facts, "clock-start-wrong white")
		})
	}
}

// expectFacts wants these codes with their sides, and no others but flags.
func expectFacts(t *testing.T, name string, facts []clockwatch.Fact, want ...string) {
	t.Helper()
	var got []string
	for _, f := range facts {
		if f.Code != "flag-fall" && f.Code != "both-flags" {
			got = append(got, f.Code+" "+f.Side.String())
		}
	}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("%s: got %v, want %v", name, got, want)
		for _, f := range facts {
			t.Log(f)
		}
	}
}
