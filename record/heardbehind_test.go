package record_test

import (
	"testing"

	"recorderd/observation"
	"recorderd/record"
)

// A clock that hangs on the cable of its board says nothing while that is out, and
// may show much less afterwards. Nobody is told that it jumped.
func TestAClockBehindABoardDoesNotJumpOverItsCable(t *testing.T) {
	for _, silent := range []bool{true, false} {
		rec, err := record.New(observation.Header{
			Game:  observation.Game{TimeControl: "300"},
			Board: observation.Board{Sensing: observation.Identity}, Clock: observation.ClockSensor{Present: true, ResolutionMS: 1000},
		})
		if err != nil {
			t.Fatal(err)
		}
		start := placement(t, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR")
		shows := func(white int64) observation.Clock {
			return observation.Clock{HasTimes: true, WhiteMS: white * 1000, BlackMS: 300_000, Running: observation.White}
		}
		var lines []record.Event
		at := func(ms int64, facts ...observation.Fact) {
			lines = append(lines, rec.Apply(observation.Batch{T: ms, Facts: facts})...)
		}
		at(0, start)
		at(5000, shows(300))
		at(6000, shows(299))
		at(6500, observation.Link{Device: observation.BoardDevice})
		if !silent {
			at(7000, shows(298))
		}
		at(66500, observation.Link{Device: observation.BoardDevice, Up: true}, start)
		at(67000, shows(200))
		at(68000, shows(199))
		at(69000, shows(198))
		jumped := false
		for _, e := range lines {
			f, ok := e.(record.Finding)
			jumped = jumped || ok && f.Code == "clock-jump"
		}
		if jumped == silent {
			t.Errorf("the clock was silent: %v, and it is told to have jumped: %v", silent, jumped)
		}
	}
}
