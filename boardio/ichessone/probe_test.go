package ichessone_test

import (
	"testing"

	"recorderd/boardio/bench"
	"recorderd/boardio/emulated"
	"recorderd/boardio/ichessone/emulator"
	"recorderd/observation"
	"recorderd/timesource"
)

func TestProbeSaysWhatBoardItIs(t *testing.T) {
	for name, faults := range map[string]emulated.Faults{"a good line": {}, "a bad line": {Garbage: 0.5, LoseByte: 0.1}} {
		a := bench.Look(t, "iChessOne", bench.Board(func(src timesource.Source) *emulated.Board {
			b := emulator.New(src, emulator.Options{})
			b.SetFaults(faults)
			return b.Board
		}))
		bench.Want(t, name, observation.Board{Sensing: "identity", ScanMS: 100, Make: "iChessOne", Firmware: "iChessOne 1.0"}, a.Board(t))
	}
}
