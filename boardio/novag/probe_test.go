package novag_test

import (
	"fmt"
	"testing"
	"time"

	"recorderd/boardio"
	"recorderd/boardio/bench"
	"recorderd/boardio/emulated"
	"recorderd/boardio/novag/emulator"
	"recorderd/observation"
	"recorderd/timesource"
)

func TestProbeSaysWhatCitrineItIs(t *testing.T) {
	a := bench.Look(t, "citrine", bench.Board(func(src timesource.Source) *emulated.Board {
		return emulator.NewCitrine(src, emulator.Options{Firmware: "V2.00"}).Board
	}))
	a.Want(t, "found", boardio.Found{Board: observation.Board{Sensing: observation.Moves, ScanMS: 100, Make: "Novag Citrine", Firmware: "V2.00"}})
	if a.Took > time.Second {
		t.Errorf("it took %v", a.Took)
	}
}

// A letter that is harmless here is a command elsewhere: nothing but I is sent.
func TestProbeSendsNothingButItsQuestion(t *testing.T) {
	a := bench.Look(t, "citrine", bench.Says(""))
	a.WantNobody(t, "nobody answers")
	bench.Want(t, "sent", "\r\nI\r\n\r\nI\r\n", a.Sent)
}

func TestProbeTakesNothingElseForACitrine(t *testing.T) {
	for _, says := range []string{"\xff\xfe\x00\r\n", "ERROR\r\n", "ID", "I\r\n", "New Game\r\n", "\x93\x00\x05\x01\x02"} {
		bench.Look(t, "citrine", bench.Says(says)).WantNobody(t, fmt.Sprintf("%q", says))
	}
}

// It is not looked for: what it answers to could be a command to another board.
func TestAUniversalChessBoardIsNotLookedFor(t *testing.T) {
	m, ok := boardio.MakeOf("ucb")
	if !ok || m.Greet != nil || m.Line.Baud != 9600 {
		t.Errorf("registered as %+v", m)
	}
	if _, ok := emulated.Make("ucb", timesource.Boot(), emulated.Options{}); !ok {
		t.Error("none is emulated")
	}
}
