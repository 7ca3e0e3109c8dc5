package millennium_test

import (
	"strings"
	"testing"

	"recorderd/boardio/bench"
	"recorderd/boardio/emulated"
	"recorderd/boardio/millennium/emulator"
	"recorderd/observation"
	"recorderd/timesource"
)

func TestProbeSaysWhatBoardItIs(t *testing.T) {
	for _, c := range []struct {
		name   string
		opt    emulator.Options
		faults emulator.Faults
		want   observation.Board
		hint   bool
	}{
		{"an Exclusive", emulator.Options{}, emulator.Faults{},
			observation.Board{Sensing: "identity", ScanMS: 41, Make: "Millennium", Firmware: "0103"}, false},
		{"an eONE", emulator.Options{Version: "0201", Name: "e-one", Guesses: true}, emulator.Faults{},
			observation.Board{Sensing: "occupancy", ScanMS: 41, Make: "Millennium", Firmware: "0201 e-one"}, true},
		{"one on a bad line", emulator.Options{}, emulator.Faults{Faults: emulated.Faults{Garbage: 0.5}, Parity: 0.2},
			observation.Board{Sensing: "identity", ScanMS: 41, Make: "Millennium", Firmware: "0103"}, false},
	} {
		a := bench.Look(t, "ChessLink", bench.Board(func(src timesource.Source) *emulated.Board {
			b := emulator.New(src, c.opt)
			b.SetFaults(c.faults)
			return b.Board
		}))
		bench.Want(t, c.name, c.want, a.Board(t))
		if hint := a.Found[0].Hint; (hint != "") != c.hint {
			t.Errorf("%s: hint %q", c.name, hint)
		}
	}
}

// What is said before a board has answered is no command to a board of another
// make: those are below 80 hex.
func TestProbeSaysNothingToOtherMakesThatTheyUnderstand(t *testing.T) {
	a := bench.Look(t, "ChessLink", bench.Says(""))
	bench.Want(t, "said", strings.Repeat("\xD6\xB5\xB6", 3), a.Sent)
}
