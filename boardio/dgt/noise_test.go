package dgt_test

import (
	"fmt"
	"testing"
	"time"

	"recorderd/boardio/dgt/emulator"
	"recorderd/boardio/emulated"
	"recorderd/observation"
)

// However bad the line is, when it gets better the recorder knows the board.
func TestAfterABadLineTheSquaresAreRight(t *testing.T) {
	for seed := range uint64(5) {
		inBubble(t, emulator.Options{Options: emulated.Options{Seed: seed}}, func(r *rig) {
			r.SetPlacement(placed(startFEN))
			r.SetClock(blitz())
			r.Pass(3 * time.Second)
			r.StartClock(observation.White)
			r.SetFaults(emulator.Faults{Faults: emulated.Faults{LoseByte: 0.05, LoseFrame: 0.05, Garbage: 0.05}, NullClock: 0.05})
			world, _ := r.Fumble(seed, 2000)
			r.SetFaults(emulator.Faults{})
			r.Pass(20 * time.Second)
			what := fmt.Sprint("seed ", seed)
			if changes := r.WantStanding(what, world); changes < 1000 {
				t.Errorf("%s: only %d changes were reported", what, changes)
			}
			r.WantDropped(what, "garbage", "interrupted", "length")
		})
	}
}
