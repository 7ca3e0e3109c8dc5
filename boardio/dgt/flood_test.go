package dgt_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"recorderd/boardio"
	"recorderd/boardio/dgt"
	"recorderd/boardio/dgt/emulator"
	"recorderd/boardio/emulated"
	"recorderd/timesource"
)

// Noise always looks as if a message had just begun.
func TestNoiseIsNoSignOfLife(t *testing.T) {
	for _, noise := range [][]byte{{0xFF}, {0x8E, 0x00}, {0x8F, 0x3E, 0x03, 0x7F}, {0x11, 0xFE, 0x7F, 0x7F}} {
		inBubble(t, emulator.Options{}, func(r *rig) {
			r.atStart()
			r.SetFaults(emulator.Faults{Faults: emulated.Faults{Silent: true}})
			for range 100 {
				r.Inject(noise...)
				r.Pass(100 * time.Millisecond)
			}
			if got := r.Status(); len(got) != 1 || !strings.Contains(got[0], "no answer") {
				t.Errorf("% X again and again: got %q, want that there is no answer", noise, got)
			}
		})
	}
}

func TestALongMessageIsASignOfLife(t *testing.T) {
	inBubble(t, emulator.Options{}, func(r *rig) {
		r.atStart()
		r.SetFaults(emulator.Faults{Faults: emulated.Faults{Silent: true}})
		r.Inject(0x8F, 0x3E, 0x03)
		for range (dgt.MaxFrame - 3) / 96 {
			r.Pass(100 * time.Millisecond) // at 9600 baud
			r.Inject(make([]byte, 96)...)
		}
		r.Pass(time.Second)
		want(t, "status", []string(nil), r.Status())
	})
}

// flood is a board that tells its squares and then sends noise faster than
// anybody can read.
type flood struct{ told bool }

func (f *flood) Read(b []byte) (int, error) {
	if !f.told {
		f.told = true
		return copy(b, dgt.AppendFrame(nil, dgt.BoardDump, make([]byte, 64)...)), nil
	}
	for i := range b {
		b[i] = 0xFF
	}
	return len(b), nil
}
func (*flood) Write(b []byte) (int, error) { return len(b), nil }
func (*flood) Close() error                { return nil }
func (*flood) ResetInputBuffer() error     { return nil }

func TestAFloodOfNoiseEndsTheLink(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	var last error
	d := dgt.New(boardio.Options{
		Device: "/dev/ttyUSB0", Source: timesource.Boot(), Heartbeat: 20 * time.Millisecond,
		Open: func() (boardio.Port, error) { return new(flood), nil },
		Status: func(err error) {
			if last = err; err != nil {
				cancel()
			}
		},
	})
	d.Run(ctx, func(boardio.Report) {})
	if !errors.Is(last, boardio.ErrSilent) {
		t.Errorf("got %v, want that there is no answer", last)
	}
}
