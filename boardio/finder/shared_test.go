package finder

import (
	"context"
	"net"
	"testing"
	"time"

	"recorderd/boardio"
	"recorderd/boardio/dgt/emulator"
	"recorderd/boardio/emulated"
)

// lineOfBoards is one line with several boards.
type lineOfBoards struct{ *emulated.Wire }

func (l lineOfBoards) serve(line net.Conn) { l.Serve(context.Background(), line) }
func (l lineOfBoards) pull()               { l.Unplug() }

func (w *world) bus(serials ...string) lineOfBoards {
	var boards []*emulator.Board
	for i, s := range serials {
		boards = append(boards, emulator.New(w.src, emulator.Options{Options: emulated.Options{Serial: s, Seed: uint64(i)}}))
	}
	return lineOfBoards{emulator.NewBus(w.src, boards...)}
}

// The line of several boards is found again under another name, by any of their
// numbers; another line is not taken for it.
func TestASharedLineIsBackUnderAnyName(t *testing.T) {
	inWorld(t, func(w *world) {
		kind, _ := boardio.MakeOf("dgt")
		open := Shared(w.machine(), w.src, kind, w.path("dev/ttyUSB0"), []string{"01025", "01026", "01027"})
		mine := w.bus("01025", "01026", "01027")
		w.connect("ttyUSB0", ftdi, mine)
		w.mustOpen(open, true)
		w.disconnect("ttyUSB0", ftdi)
		w.connect("ttyUSB1", bare, w.bus("02000", "02001"))
		w.mustOpen(open, false)
		w.connect("ttyUSB4", ftdi, mine)
		began := w.src.Now()
		w.mustOpen(open, true)
		if took := w.src.Now() - began; took > 10*time.Second {
			t.Errorf("it took %v", took)
		}
		if w.opened["ttyUSB4"] == 0 {
			t.Error("another line was taken for it")
		}
	})
}

func (w *world) mustOpen(open boardio.Opener, want bool) {
	w.t.Helper()
	port, err := open()
	if (err == nil) != want {
		w.t.Fatalf("opening: %v", err)
	}
	if err == nil {
		port.Close()
	}
}
