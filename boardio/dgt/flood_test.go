package dgt_test

import (
	"testing"
	"time"

	"recorderd/boardio/dgt"
	"recorderd/boardio/dgt/emulator"
	"recorderd/boardio/emulated"
)

// Noise always looks as if a message had just begun.
func TestNoiseIsNoSignOfLife(t *testing.T) {
	for _, noise := range [][]byte{{0xFF}, {0x8E, 0x00}, {0x8F, 0x3E, 0x03, 0x7F}, {0x11, 0xFE, 0x7F, 0x7F}} {
		inBubble(t, emulator.Options{}, func(r *rig) {
			r.atStart()
			r.WantNoLife(noise...)
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
		r.WantStatus()
	})
}
