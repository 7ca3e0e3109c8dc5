package certabo_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"recorderd/boardio"
	"recorderd/boardio/bench"
	"recorderd/boardio/certabo"
	"recorderd/boardio/certabo/emulator"
	"recorderd/boardio/emulated"
	"recorderd/observation"
	"recorderd/timesource"
)

// fold returns what stands on the board, as far as the reports tell.
func fold(reports []boardio.Report) (pl observation.Placement, changes int) {
	for _, rep := range reports {
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
	for seed := range uint64(3) {
		inBubble(t, emulator.Options{Options: emulated.Options{Seed: seed}}, boardio.Options{}, func(r *rig) {
			r.SetPlacement(bench.Placed(calibration))
			r.Pass(5 * time.Second)
			world := bench.Placed(bench.Start)
			r.SetPlacement(world)
			chance := rand.New(rand.NewPCG(seed, 1))
			r.SetFaults(emulator.Faults{
				Faults: emulated.Faults{LoseByte: 0.1, LoseFrame: 0.1, Garbage: 0.1, FlipBit: 0.1},
				Ghost:  0.2, DropOut: 0.2, Twice: 0.1, Cut: 0.1, Ack: 0.1, Feeds: true,
			})
			for range 500 {
				from, to := observation.Square(chance.IntN(64)), observation.Square(chance.IntN(64))
				if world[from] == observation.Empty {
					continue
				}
				world[from], world[to] = observation.Empty, world[from]
				if from != to {
					r.Lift(from)
					r.Put(to, world[to])
				}
				r.Pass(time.Duration(chance.IntN(int(4 * time.Second))))
				if chance.IntN(20) == 0 {
					world = bench.Placed(bench.Start)
					r.SetPlacement(world)
				}
			}
			r.SetFaults(emulator.Faults{})
			r.Pass(8 * time.Second)
			got, changes := fold(r.Reports())
			if got != world {
				t.Errorf("seed %d: the reports say %v, there stands %v", seed, got, world)
			}
			if changes < 300 {
				t.Errorf("seed %d: only %d changes were reported", seed, changes)
			}
			s := r.Device.Stats()
			for _, reason := range []string{"garbage", "short", "number", "byte"} {
				if s.Dropped[reason] == 0 {
					t.Errorf("seed %d: nothing was dropped as %s: the line was not bad: %v", seed, reason, s.Dropped)
				}
			}
			if s.Notes["unknown tag"] == 0 {
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
			want(t, name, []string(nil), r.Status())
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
		want(t, "a frame without any piece", []string{}, r.Facts())
	})
}

func TestACalibrationIsLearnedFromABadLine(t *testing.T) {
	inBubble(t, emulator.Options{}, boardio.Options{}, func(r *rig) {
		r.SetFaults(emulator.Faults{Faults: emulated.Faults{LoseByte: 0.1}, Ghost: 0.5, DropOut: 0.1, Feeds: true})
		r.SetPlacement(bench.Placed(calibration))
		r.Pass(20 * time.Second)
		want(t, "status", "up", slices.Clone(r.Status())[1])
		r.SetFaults(emulator.Faults{})
		r.Pass(3 * time.Second)
		if got, _ := fold(r.Reports()); got != bench.Placed(calibration) {
			t.Errorf("the reports say %v", got)
		}
	})
}

func TestACutFrameCostsNothingElse(t *testing.T) {
	inBubble(t, emulator.Options{}, boardio.Options{}, func(r *rig) {
		r.atStart()
		r.Inject([]byte(":3 0 84 7 1")...)
		r.move("e2", "e4", 'P')
		want(t, "reported", []string{change("e2", ""), change("e4", "P")}, r.Facts())
		if got := r.Device.Stats().Dropped["short"]; got != 1 {
			t.Errorf("%d frames were short, want 1", got)
		}
	})
}

func TestNoiseIsNoSignOfLife(t *testing.T) {
	for _, noise := range []string{":", ":1 2 3 ", "\xff\x00", "0 ", ":255 255 0 0 0 0 255 255 \r\n"} {
		inBubble(t, emulator.Options{}, boardio.Options{}, func(r *rig) {
			r.atStart()
			r.SetFaults(emulator.Faults{Faults: emulated.Faults{Silent: true}})
			for range 50 {
				r.Inject([]byte(noise)...)
				r.Pass(100 * time.Millisecond)
			}
			want(t, noise, []string{silent}, r.Status())
		})
	}
}

// flood is a board that sends noise faster than anybody can read.
type flood struct{}

func (flood) Read(b []byte) (int, error) {
	for i := range b {
		b[i] = ':'
	}
	return len(b), nil
}
func (flood) Write(b []byte) (int, error) { return len(b), nil }
func (flood) Close() error                { return nil }
func (flood) ResetInputBuffer() error     { return nil }

func TestAFloodOfNoiseEndsTheLink(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	var last error
	d := certabo.New(boardio.Options{
		Device: "/dev/ttyUSB0", Source: timesource.Boot(), Heartbeat: 20 * time.Millisecond,
		Open: func() (boardio.Port, error) { return flood{}, nil },
		Status: func(err error) {
			last = err
			cancel()
		},
	})
	d.Run(ctx, func(boardio.Report) {})
	if !errors.Is(last, boardio.ErrSilent) {
		t.Errorf("got %v, want that there is no answer", last)
	}
}
