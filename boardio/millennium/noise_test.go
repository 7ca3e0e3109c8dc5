package millennium_test

import (
	"fmt"
	"testing"
	"time"

	"recorderd/boardio/emulated"
	"recorderd/boardio/millennium/emulator"
	"recorderd/observation"
)

// However bad the line is, when it gets better the recorder knows the board, and
// nothing that did not stand there was reported meanwhile.
func TestAfterABadLineTheSquaresAreRight(t *testing.T) {
	for seed := range uint64(3) {
		inBubble(t, emulator.Options{Options: emulated.Options{Seed: seed}}, func(r *rig) {
			r.AtStart()
			r.SetFaults(emulator.Faults{Faults: emulated.Faults{LoseByte: 0.05, LoseFrame: 0.05, FlipBit: 0.05, Garbage: 0.05}, Parity: 0.05})
			world, stood := r.Fumble(seed, 1000)
			r.SetFaults(emulator.Faults{})
			r.Pass(3 * time.Second)
			for _, rep := range r.Reports() {
				for _, f := range rep.Facts {
					if c, ok := f.(observation.Change); ok && !stood[c] {
						t.Errorf("seed %d: %+v was reported and never stood", seed, c)
					}
				}
			}
			for sq := range world { // the image is what the next changes start from
				r.Lift(observation.Square(sq))
				r.Pass(50 * time.Millisecond)
			}
			r.SetPlacement(world)
			r.Pass(time.Second)
			what := fmt.Sprint("seed ", seed)
			r.WantStanding(what, world)
			r.WantDropped(what, "garbage", "alphabet", "checksum", "parity")
		})
	}
}

func TestNoiseIsNoSignOfLife(t *testing.T) {
	for _, noise := range []string{"\x00", "s", "sRNBKQ", "v0103", "i00\n", "r0114"} {
		inBubble(t, emulator.Options{}, func(r *rig) {
			r.AtStart()
			r.WantNoLife(withParity(noise)...)
		})
	}
}
