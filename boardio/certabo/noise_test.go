package certabo_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"recorderd/boardio"
	"recorderd/boardio/bench"
	"recorderd/boardio/certabo"
	"recorderd/boardio/certabo/emulator"
	"recorderd/boardio/emulated"
)

// However bad the line is, when it gets better the recorder knows the board.
func TestAfterABadLineTheSquaresAreRight(t *testing.T) {
	for seed := range uint64(3) {
		inBubble(t, emulator.Options{Options: emulated.Options{Seed: seed}}, boardio.Options{}, func(r *rig) {
			r.SetPlacement(bench.Placed(calibration))
			r.Pass(5 * time.Second)
			r.SetFaults(emulator.Faults{
				Faults: emulated.Faults{LoseByte: 0.1, LoseFrame: 0.1, Garbage: 0.1, FlipBit: 0.1},
				Ghost:  0.2, DropOut: 0.2, Twice: 0.1, Cut: 0.1, Ack: 0.1, Feeds: true,
			})
			world, _ := r.Fumble(seed, 1000)
			r.SetFaults(emulator.Faults{})
			r.Pass(8 * time.Second)
			what := fmt.Sprint("seed ", seed)
			if changes := r.WantStanding(what, world); changes < 300 {
				t.Errorf("%s: only %d changes were reported", what, changes)
			}
			r.WantDropped(what, "garbage", "short", "number", "byte")
			if r.Device.Stats().Notes["unknown tag"] == 0 {
				t.Errorf("seed %d: there were no ghosts", seed)
			}
		})
	}
}

// Ghosts, and tags that are not read for one frame or seen twice, are nothing.
func TestNoiseOfOneFrameIsNotReported(t *testing.T) {
	for name, faults := range map[string]emulator.Faults{
		"ghosts":     {Ghost: 1},
		"two places": {Twice: 0.2},
		"feeds":      {Feeds: true},
		"said":       {Ack: 1},
	} {
		inBubble(t, emulator.Options{}, boardio.Options{}, func(r *rig) {
			r.atStart()
			r.SetFaults(faults)
			r.Pass(10 * time.Minute)
			if got := r.Facts(); len(got) > 30 {
				t.Errorf("%s: %d changes, such as %q", name, len(got), got[:4])
			}
			bench.Want(t, name, []string(nil), r.Status())
		})
	}
	inBubble(t, emulator.Options{}, boardio.Options{}, func(r *rig) {
		r.atStart()
		tags := certabo.Tags{}
		r.SetFaults(emulator.Faults{Faults: emulated.Faults{Silent: true}})
		r.Pass(400 * time.Millisecond)
		r.Inject(certabo.AppendFrame(nil, tags.Numbers()...)...)
		r.SetFaults(emulator.Faults{})
		r.Pass(2 * time.Second)
		r.WantFacts("a frame without any piece")
	})
}

func TestACalibrationIsLearnedFromABadLine(t *testing.T) {
	inBubble(t, emulator.Options{}, boardio.Options{}, func(r *rig) {
		r.SetFaults(emulator.Faults{Faults: emulated.Faults{LoseByte: 0.1}, Ghost: 0.5, DropOut: 0.1, Feeds: true})
		r.SetPlacement(bench.Placed(calibration))
		r.Pass(20 * time.Second)
		bench.Want(t, "status", "up", slices.Clone(r.Status())[1])
		r.SetFaults(emulator.Faults{})
		r.Pass(3 * time.Second)
		r.WantStanding("in the end", bench.Placed(calibration))
	})
}

func TestACutFrameCostsNothingElse(t *testing.T) {
	inBubble(t, emulator.Options{}, boardio.Options{}, func(r *rig) {
		r.atStart()
		r.Inject([]byte(":3 0 84 7 1")...)
		r.move("e2", "e4", 'P')
		r.WantFacts("reported", bench.Change("e2", ""), bench.Change("e4", "P"))
		if got := r.Device.Stats().Dropped["short"]; got != 1 {
			t.Errorf("%d frames were short, want 1", got)
		}
	})
}

func TestNoiseIsNoSignOfLife(t *testing.T) {
	for _, noise := range []string{":", ":1 2 3 ", "\xff\x00", "0 ", ":255 255 0 0 0 0 255 255 \r\n"} {
		inBubble(t, emulator.Options{}, boardio.Options{}, func(r *rig) {
			r.atStart()
			r.WantNoLife([]byte(noise)...)
		})
	}
}
