package clockio

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"recorderd/observation"
)

const (
	white = observation.White
	black = observation.Black
	none  = observation.NoSide
)

func clockOf(stages ...Stage) *Countdown { return New(stages, stages) }

func wantLeft(t *testing.T, c *Countdown, at, w, b time.Duration) {
	t.Helper()
	if got := c.Remaining(at, white); got != w {
		t.Errorf("at %v: White has %v, want %v", at, got, w)
	}
	if got := c.Remaining(at, black); got != b {
		t.Errorf("at %v: Black has %v, want %v", at, got, b)
	}
}

const (
	sec = time.Second
	ms  = time.Millisecond
	m   = time.Minute
)

func TestFischerCreditsAtThePress(t *testing.T) {
	c := clockOf(Stage{Base: 3 * m, Increment: 2 * sec})
	wantLeft(t, c, 0, 3*m, 3*m)
	c.Start(1*sec, white)
	wantLeft(t, c, 4500*ms, 3*m-3500*ms, 3*m)
	c.Press(5*sec, white)
	wantLeft(t, c, 5*sec, 3*m-2*sec, 3*m)
	c.Press(5*sec, white) // down already
	wantLeft(t, c, 6*sec, 3*m-2*sec, 3*m-1*sec)
	c.Press(6*sec, black)
	wantLeft(t, c, 6*sec, 3*m-2*sec, 3*m+1*sec)
}

func TestFirstIncrementMayBeOnTheClockAtTheStart(t *testing.T) {
	c := clockOf(Stage{Base: 3 * m, Increment: 2 * sec})
	c.AddFirstIncrement()
	wantLeft(t, c, 0, 3*m+2*sec, 3*m+2*sec)
}

func TestBronsteinGivesBackWhatWasUsedOfTheDelay(t *testing.T) {
	c := clockOf(Stage{Base: 15 * m, Delay: 10 * sec, Kind: Bronstein})
	c.Start(0, white)
	wantLeft(t, c, 4*sec, 15*m-4*sec, 15*m)
	c.Press(4*sec, white) // quick: nothing lost
	wantLeft(t, c, 4*sec, 15*m, 15*m)
	c.Press(29*sec, black) // 25 s thought: 15 lost
	wantLeft(t, c, 29*sec, 15*m, 15*m-15*sec)
}

func TestDelayRunsBeforeTheTime(t *testing.T) {
	c := clockOf(Stage{Base: 15 * m, Delay: 5 * sec, Kind: Delay})
	c.Start(0, white)
	wantLeft(t, c, 4*sec, 15*m, 15*m)
	c.Stop(4 * sec)
	c.Start(10*sec, white) // one second of the delay is left
	wantLeft(t, c, 13*sec, 15*m-2*sec, 15*m)
	c.Press(13*sec, white)
	wantLeft(t, c, 18*sec, 15*m-2*sec, 15*m)
	wantLeft(t, c, 20*sec, 15*m-2*sec, 15*m-2*sec)
}

func TestNextStageBeginsWhenItsMovesAreMade(t *testing.T) {
	c := clockOf(Stage{Moves: 2, Base: 10 * m}, Stage{Base: 5 * m, Increment: 30 * sec})
	c.Start(0, white)
	c.Press(1*m, white)
	c.Press(3*m, black)
	wantLeft(t, c, 3*m, 9*m, 8*m)
	c.Press(4*m, white) // White's second move: first stage done, no increment yet
	wantLeft(t, c, 4*m, 13*m, 8*m)
	c.Press(5*m, black)
	wantLeft(t, c, 5*m, 13*m, 12*m)
	c.Press(6*m, white)
	wantLeft(t, c, 6*m, 12*m+30*sec, 12*m)
}

func TestFlagFallsAtZeroAndNothingIsAddedAfterIt(t *testing.T) {
	c := clockOf(Stage{Base: 10 * sec, Increment: 2 * sec})
	c.Start(0, white)
	if got := c.Report(10*sec - 1).Flag; got != observation.FlagNone {
		t.Errorf("a nanosecond before: flag %v", got)
	}
	if got := c.Report(10 * sec).Flag; got != observation.FlagWhite {
		t.Errorf("at zero: flag %v, want white", got)
	}
	c.Press(12*sec, white)
	wantLeft(t, c, 12*sec, 0, 10*sec)
	c.Set(12*sec, m, m)
	if got := c.Report(12 * sec); got.Flag != observation.FlagNone || got.Running != black {
		t.Errorf("after the arbiter set new times: got %+v", got)
	}
}

func TestReportRoundsUp(t *testing.T) {
	c := clockOf(Stage{Base: 3 * m})
	c.Start(0, white)
	want := observation.Clock{HasTimes: true, WhiteMS: 179_000, BlackMS: 180_000, Running: white}
	if diff := cmp.Diff(want, c.Report(1900*ms)); diff != "" {
		t.Errorf("in whole seconds (-want +got):\n%s", diff)
	}
	c.Resolution = 100 * ms
	if got := c.Report(1930 * ms).WhiteMS; got != 178_100 {
		t.Errorf("in tenths: got %d, want 178100", got)
	}
	c.Resolution = 0
	if got := c.Report(1930 * ms).WhiteMS; got != 178_070 {
		t.Errorf("exact: got %d, want 178070", got)
	}
}

func TestStoppedClockOnlyTurnsItsLever(t *testing.T) {
	c := clockOf(Stage{Moves: 1, Base: m}, Stage{Base: m})
	if got := c.Lever(); got != white {
		t.Errorf("before the start: lever %v, want White's end up", got)
	}
	c.Press(0, white)
	if c.Lever() != black || c.Running() != none {
		t.Errorf("got lever %v, running %v", c.Lever(), c.Running())
	}
	wantLeft(t, c, m, m, m)
	c.Start(m, black)
	c.Stop(m + 10*sec)
	wantLeft(t, c, 2*m, m, 50*sec)
	if got := c.Report(2 * m).Running; got != none {
		t.Errorf("stopped, and %v runs", got)
	}
}

func TestOddsGiveEachSideItsOwnStages(t *testing.T) {
	c := New([]Stage{{Base: 5 * m}}, []Stage{{Base: 4 * m}})
	wantLeft(t, c, 0, 5*m, 4*m)
	wantLeft(t, New(nil, nil), 0, 0, 0)
}
