package ichessone_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"recorderd/boardio"
	"recorderd/boardio/emulated"
	"recorderd/boardio/ichessone"
	"recorderd/boardio/ichessone/emulator"
	"recorderd/observation"
	"recorderd/timesource"
)

// fold returns what stands on the board, as far as the reports tell.
func (r *rig) fold() (pl observation.Placement) {
	for _, rep := range r.Reports() {
		for _, f := range rep.Facts {
			switch f := f.(type) {
			case observation.Placement:
				pl = f
			case observation.Change:
				pl[f.Square] = f.Piece
			}
		}
	}
	return pl
}

// However bad the line is, when it gets better the recorder knows the board.
func TestAfterABadLineTheSquaresAreRight(t *testing.T) {
	for seed := range uint64(3) {
		inBubble(t, emulator.Options{Options: emulated.Options{Seed: seed}}, func(r *rig) {
			chance := rand.New(rand.NewPCG(seed, 1))
			world := placed(startFEN)
			r.SetPlacement(world)
			r.Pass(3 * time.Second)
			r.SetFaults(emulated.Faults{LoseByte: 0.05, LoseFrame: 0.05, FlipBit: 0.05, Garbage: 0.05})
			for range 1000 {
				sq, p := observation.Square(chance.IntN(64)), observation.Piece("PNBRQKpnbrqk\x00\x00\x00\x00"[chance.IntN(16)])
				world[sq] = p
				r.Put(sq, p)
				r.Pass(time.Duration(chance.IntN(int(2 * time.Second))))
			}
			r.SetFaults(emulated.Faults{})
			r.Pass(2 * time.Second)
			if got := r.fold(); got != world {
				t.Errorf("seed %d: the reports say %v, there stands %v", seed, got, world)
			}
			for _, reason := range []string{"garbage", "interrupted", "timeout", "code"} {
				if r.Device.Stats().Dropped[reason] == 0 {
					t.Errorf("seed %d: nothing was dropped as %s: the line was not bad", seed, reason)
				}
			}
		})
	}
}

func TestNoiseIsNoSignOfLife(t *testing.T) {
	for _, noise := range []string{"\x00", "=", "=p\x00\x00", "=h iChessOne\n", "=b\x00\x50"} {
		inBubble(t, emulator.Options{}, func(r *rig) {
			r.atStart()
			r.SetFaults(emulated.Faults{Silent: true})
			for range 100 {
				r.Inject([]byte(noise)...)
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
		b[i] = '='
	}
	return len(b), nil
}
func (*flood) Write(b []byte) (int, error) { return len(b), nil }
func (*flood) Close() error                { return nil }
func (*flood) ResetInputBuffer() error     { return nil }

func TestAFloodOfNoiseEndsTheLink(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	first := ichessone.AppendPosition(ichessone.AppendPosition(nil, placed(startFEN)), placed(startFEN))
	var told []error
	d := ichessone.New(boardio.Options{
		Device: "/dev/ttyUSB0", Source: timesource.Boot(), Heartbeat: 20 * time.Millisecond,
		Open: func() (boardio.Port, error) { return &flood{first}, nil },
		Status: func(err error) {
			if told = append(told, err); err != nil {
				cancel()
			}
		},
	})
	d.Run(ctx, func(boardio.Report) {})
	if len(told) != 2 || told[0] != nil || !errors.Is(told[1], boardio.ErrSilent) {
		t.Errorf("got %v, want that it is up and then that there is no answer", told)
	}
}
