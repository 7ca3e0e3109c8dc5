package dgt_test

import (
	"math/rand/v2"
	"testing"
	"time"

	"recorderd/boardio/dgt/emulator"
	"recorderd/boardio/emulated"
	"recorderd/observation"
)

// fold returns what stands on the board, as far as the reports tell.
func (r *rig) fold() (pl observation.Placement, changes int) {
	for _, rep := range r.Reports() {
		for _, f := range rep.Facts {
			switch f := f.(type) {
			case observation.Placement:
				pl = f
			case observation.Change:
				pl[f.Square] = f.Piece
				changes++
			}
		}
	}
	return pl, changes
}

// However bad the line is, when it gets better the recorder knows the board.
func TestAfterABadLineTheSquaresAreRight(t *testing.T) {
	for seed := range uint64(5) {
		inBubble(t, emulator.Options{Options: emulated.Options{Seed: seed}}, func(r *rig) {
			chance := rand.New(rand.NewPCG(seed, 1))
			world := placed(startFEN)
			r.SetPlacement(world)
			r.SetClock(blitz())
			r.Pass(3 * time.Second)
			r.StartClock(observation.White)
			r.SetFaults(emulator.Faults{Faults: emulated.Faults{LoseByte: 0.05, LoseFrame: 0.05, Garbage: 0.05}, NullClock: 0.05})
			for range 2000 {
				sq, p := observation.Square(chance.IntN(64)), observation.Piece("PNBRQKpnbrqk\x00\x00\x00\x00"[chance.IntN(16)])
				world[sq] = p
				r.Put(sq, p)
				r.Pass(time.Duration(chance.IntN(int(2 * time.Second))))
			}
			r.SetFaults(emulator.Faults{})
			r.Pass(20 * time.Second)
			got, changes := r.fold()
			if got != world {
				t.Errorf("seed %d: the reports say %v, there stands %v", seed, got, world)
			}
			if changes < 1000 {
				t.Errorf("seed %d: only %d changes were reported", seed, changes)
			}
			for _, reason := range []string{"garbage", "interrupted", "length"} {
				if r.Device.Stats().Dropped[reason] == 0 {
					t.Errorf("seed %d: nothing was dropped as %s: the line was not bad", seed, reason)
				}
			}
		})
	}
}
