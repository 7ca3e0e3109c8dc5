package millennium_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"recorderd/boardio"
	"recorderd/boardio/emulated"
	"recorderd/boardio/millennium"
	"recorderd/boardio/millennium/emulator"
	"recorderd/observation"
	"recorderd/timesource"
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

// However bad the line is, when it gets better the recorder knows the board, and
// nothing that did not stand there was reported meanwhile.
func TestAfterABadLineTheSquaresAreRight(t *testing.T) {
	for seed := range uint64(3) {
		inBubble(t, emulator.Options{Options: emulated.Options{Seed: seed}}, func(r *rig) {
			chance := rand.New(rand.NewPCG(seed, 1))
			world := placed(startFEN)
			stood := map[observation.Change]bool{}
			r.SetPlacement(world)
			r.Pass(3 * time.Second)
			r.SetFaults(emulator.Faults{Faults: emulated.Faults{LoseByte: 0.05, LoseFrame: 0.05, FlipBit: 0.05, Garbage: 0.05}, Parity: 0.05})
			for range 1000 {
				sq, p := observation.Square(chance.IntN(64)), observation.Piece("PNBRQKpnbrqk\x00\x00\x00\x00"[chance.IntN(16)])
				world[sq] = p
				stood[observation.Change{Square: sq, Piece: p}] = true
				r.Put(sq, p)
				r.Pass(time.Duration(chance.IntN(int(2 * time.Second))))
			}
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
			if got, _ := r.fold(); got != world {
				t.Errorf("seed %d: the reports say %v, there stands %v", seed, got, world)
			}
			for _, reason := range []string{"garbage", "alphabet", "checksum", "parity"} {
				if r.Device.Stats().Dropped[reason] == 0 {
					t.Errorf("seed %d: nothing was dropped as %s: the line was not bad", seed, reason)
				}
			}
		})
	}
}

func TestNoiseIsNoSignOfLife(t *testing.T) {
	for _, noise := range []string{"\x00", "s", "sRNBKQ", "v0103", "i00\n", "r0114"} {
		inBubble(t, emulator.Options{}, func(r *rig) {
			r.atStart()
			r.SetFaults(emulator.Faults{Faults: emulated.Faults{Silent: true}})
			for range 100 {
				r.inject(noise)
				r.Pass(100 * time.Millisecond)
			}
			if got := r.Status(); len(got) != 1 || !strings.Contains(got[0], "no answer") {
				t.Errorf("%q again and again: got %q, want that there is no answer", noise, got)
			}
		})
	}
}

// flood is a board that says one thing and then sends noise faster than anybody
// can read.
type flood struct{ first []byte }

func (f *flood) Read(b []byte) (int, error) {
	if n := copy(b, f.first); n > 0 {
		f.first = f.first[n:]
		return n, nil
	}
	for i := range b {
		b[i] = 's'
	}
	return len(b), nil
}
func (*flood) Write(b []byte) (int, error) { return len(b), nil }
func (*flood) Close() error                { return nil }
func (*flood) ResetInputBuffer() error     { return nil }

func TestAFloodOfNoiseEndsTheLink(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	status := millennium.Append(nil, "s"+millennium.Letters(placed(startFEN), millennium.H1First))
	first := slices.Concat(millennium.Append(nil, "v0103"), millennium.AppendName(nil, "x"), status)
	var told []error
	d := millennium.New(boardio.Options{
		Device: "/dev/ttyUSB0", Source: timesource.Boot(), Heartbeat: 20 * time.Millisecond,
		Open: func() (boardio.Port, error) { return &flood{first}, nil },
		Status: func(err error) {
			if told = append(told, err); err != nil {
				cancel()
			}
		},
	})
	d.Run(ctx, func(boardio.Report) {})
	if len(told) == 0 || !errors.Is(told[len(told)-1], boardio.ErrSilent) {
		t.Errorf("got %v, want that there is no answer", told)
	}
}
