package chessnut_test

import (
	"testing"

	"recorderd/boardio"
	"recorderd/boardio/bench"
	"recorderd/boardio/chessnut/emulator"
	"recorderd/boardio/emulated"
	"recorderd/observation"
	"recorderd/timesource"
)

func chessnutMake(t *testing.T) boardio.Make {
	t.Helper()
	m, ok := boardio.MakeOf("chessnut")
	if !ok {
		t.Fatal("the driver is not registered")
	}
	return m
}

func TestProbeSaysWhatBoardItIs(t *testing.T) {
	board := observation.Board{Sensing: "identity", ScanMS: 200, Make: "Chessnut", Firmware: "CN_DVT9_210659"}
	mute := board
	mute.Firmware = ""
	for _, c := range []struct {
		name string
		opt  emulator.Options
		want observation.Board
	}{
		{"a board on USB", emulator.Options{}, board},
		{"positions as on Bluetooth", emulator.Options{Bluetooth: true}, board},
		{"firmware that does not answer", emulator.Options{Controller: emulator.Mute}, mute},
	} {
		a := bench.Look(t, "chessnut", bench.Board(func(src timesource.Source) *emulated.Board { return emulator.New(src, c.opt).Board }))
		a.Want(t, c.name, boardio.Found{Board: c.want})
		bench.Want(t, c.name+": sent", begin+version, a.Sent)
	}
}

func TestProbeOfWhatIsNoBoard(t *testing.T) {
	for name, answer := range map[string]string{
		"silent":                        "",
		"answers, but shows no squares": "\x23\x01\x00",
		"an echo":                       begin,
		"squares that can't be":         "\x01\x24" + "\xDD\xDD\xDD\xDD\xDD\xDD\xDD\xDD\xDD\xDD\xDD\xDD\xDD\xDD\xDD\xDD\xDD\xDD\xDD\xDD\xDD\xDD\xDD\xDD\xDD\xDD\xDD\xDD\xDD\xDD\xDD\xDD",
	} {
		a := bench.Look(t, "chessnut", bench.Answers(answer))
		a.WantNobody(t, name)
		bench.Want(t, name+": sent", begin+begin, a.Sent)
	}
}

func TestWhichNodesMayBeABoard(t *testing.T) {
	h := chessnutMake(t).HID
	for _, c := range []struct {
		node boardio.HIDNode
		want bool
	}{
		{boardio.HIDNode{Vendor: 0x2D80, Product: 0x8001, UsagePage: 0xFF00}, true},
		{boardio.HIDNode{Vendor: 0x2D80, Product: 0x86FF, UsagePage: 0xFF00}, true},
		{boardio.HIDNode{Vendor: 0x2D80, Product: 0x8001, UsagePage: 0x0001}, false}, // its other interface
		{boardio.HIDNode{Vendor: 0x2D80, Product: 0x8700, UsagePage: 0xFF00}, false},
		{boardio.HIDNode{Vendor: 0x2D80, Product: 0x7FFF, UsagePage: 0xFF00}, false},
		{boardio.HIDNode{Vendor: 0x046D, Product: 0x8001, UsagePage: 0xFF00}, false},
	} {
		if got := h.Has(c.node); got != c.want {
			t.Errorf("%+v: got %v", c.node, got)
		}
	}
}

func TestOtherNamesOfTheMake(t *testing.T) {
	for _, name := range []string{"chessnut", "Chessnut-Air", "chessnut-pro", "chessnut-go", "air"} {
		if m, ok := boardio.MakeOf(name); !ok || m.Title != "Chessnut" {
			t.Errorf("%s: got %q, %v", name, m.Title, ok)
		}
	}
}
