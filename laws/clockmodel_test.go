package laws

import (
	"testing"

	"recorderd/observation"
)

func TestPeriods(t *testing.T) {
	for _, c := range []struct {
		tc        string
		moves     int // completed
		period    int
		baseMS    int64
		required  int // 0 for all the rest of the game
		following bool
	}{
		{"900", 0, 0, 900000, 0, false},
		{"900", 500, 0, 900000, 0, false},
		{"40/7200:20/3600:900+30", 39, 0, 7200000, 40, true},
		{"40/7200:20/3600:900+30", 40, 1, 3600000, 60, true},
		{"40/7200:20/3600:900+30", 59, 1, 3600000, 60, true},
		{"40/7200:20/3600:900+30", 60, 2, 900000, 0, false},
		{"40/5400", 39, 0, 5400000, 40, true},
		{"40/5400", 40, 1, 5400000, 80, true},
		{"40/7200:20/3600", 99, 3, 3600000, 100, true},
		{"40/7200:20/3600", 100, 4, 3600000, 120, true},
	} {
		tc, err := ParseTimeControl(c.tc)
		if err != nil {
			t.Fatal(err)
		}
		n := tc.PeriodAfter(observation.White, c.moves)
		stage, ok := tc.Period(observation.White, n)
		required, bounded := tc.Required(observation.White, n)
		_, following := tc.Period(observation.White, n+1)
		if n != c.period || !ok || stage.BaseMS != c.baseMS || required != c.required || bounded != (c.required > 0) || following != c.following {
			t.Errorf("%s after %d moves: period %d of %d ms, to move %d, another one %v", c.tc, c.moves, n, stage.BaseMS, required, following)
		}
	}
}

func TestThereAreNoPeriodsWithoutATimeControl(t *testing.T) {
	for _, text := range []string{"-", "?"} {
		tc, err := ParseTimeControl(text)
		if err != nil {
			t.Fatal(err)
		}
		_, period := tc.Period(observation.Black, 0)
		_, required := tc.Required(observation.Black, 3)
		if n := tc.PeriodAfter(observation.Black, 9); n != 0 || period || required {
			t.Errorf("%s: period %d, %v, %v", text, n, period, required)
		}
	}
}

func TestWhatATurnTakesAndAPressGives(t *testing.T) {
	for _, c := range []struct {
		stage         Stage
		elapsed       int64
		runs, returns int64
	}{
		{Stage{Kind: Plain}, 7000, 7000, 0},
		{Stage{Kind: Fischer, AddMS: 10000}, 7000, 7000, 10000},
		{Stage{Kind: Bronstein, AddMS: 10000}, 7000, 7000, 7000},
		{Stage{Kind: Bronstein, AddMS: 10000}, 17000, 17000, 10000},
		{Stage{Kind: Delay, AddMS: 10000}, 7000, 0, 0},
		{Stage{Kind: Delay, AddMS: 10000}, 17000, 7000, 0},
		{Stage{Kind: Bronstein, AddMS: 10000}, -5, 0, 0},
	} {
		if runs, returns := c.stage.Runs(c.elapsed), c.stage.Returns(c.elapsed); runs != c.runs || returns != c.returns {
			t.Errorf("%v after %d ms: runs %d, returns %d", c.stage, c.elapsed, runs, returns)
		}
	}
}
