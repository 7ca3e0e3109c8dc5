package dgt_test

import (
	"testing"

	"recorderd/boardio"
	"recorderd/boardio/bench"
	"recorderd/boardio/dgt/emulator"
	"recorderd/boardio/emulated"
	"recorderd/observation"
	"recorderd/timesource"
)

func dgtMake(t *testing.T) boardio.Make {
	t.Helper()
	m, ok := boardio.MakeOf("dgt")
	if !ok {
		t.Fatal("the driver is not registered")
	}
	return m
}

func TestProbeSaysWhatBoardItIs(t *testing.T) {
	dgtBoard := observation.Board{Sensing: "identity", ScanMS: 250, Make: "DGT"}
	for _, c := range []struct {
		name    string
		opt     emulator.Options
		prepare func(*emulator.Board)
		serial  string
		version string
		clock   bool
	}{
		{"old board with a clock", emulator.Options{Options: emulated.Options{Serial: "01025"}}, func(b *emulator.Board) { b.SetClock(blitz()) }, "01025", "1.80", true},
		{"newer board without one", emulator.Options{LongSerial: "3000147740", Version: [2]byte{3, 1}}, func(*emulator.Board) {}, "3000147740", "3.1", false},
	} {
		board := bench.Board(func(src timesource.Source) *emulated.Board {
			b := emulator.New(src, c.opt)
			c.prepare(b)
			return b.Board
		})
		wanted := boardio.Found{Board: dgtBoard, Clock: c.clock}
		wanted.Serial, wanted.Firmware = c.serial, c.version
		bench.Look(t, "dgt", board).Want(t, c.name, wanted)
	}
}
