package certabo_test

import (
	"testing"

	"recorderd/boardio"
	"recorderd/boardio/bench"
	"recorderd/boardio/certabo/emulator"
	"recorderd/boardio/emulated"
	_ "recorderd/boardio/tabutronic/emulator"
	"recorderd/observation"
	"recorderd/timesource"
)

func TestGreetSaysWhatBoardItIs(t *testing.T) {
	a := bench.Look(t, "certabo", bench.Board(func(src timesource.Source) *emulated.Board { return emulator.New(src, emulator.Options{}).Board }))
	a.Want(t, "found", boardio.Found{
		Board: observation.Board{Sensing: "identity", ScanMS: 330, Make: "Certabo"},
		Hint:  "before the first game put all pieces in the start position, spare queens on d6 and d3, so that their tags are learned",
	})
}

func TestGreetOfWhatTalksAndIsNoSuchBoard(t *testing.T) {
	bench.Look(t, "certabo", bench.Says("$GPGGA,123519,4807.038,N\r\n: 1 2 3\r\n")).WantNobody(t, "talk")
}

func TestOtherNamesOfTheMake(t *testing.T) {
	for _, name := range []string{"Certabo", "cerno", "Spectrum"} {
		m, ok := boardio.MakeOf(name)
		if !ok || m.Name != "certabo" || !m.Listens || m.Line.Baud != 38400 || m.Line.DTR != nil || m.Line.RTS != nil {
			t.Errorf("%s is %+v", name, m)
		}
	}
}
