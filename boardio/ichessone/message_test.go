package ichessone

import (
	"slices"
	"strings"
	"testing"

	"recorderd/observation"
)

// The positions of the protocol.
func TestPositionsBothWays(t *testing.T) {
	for _, c := range []struct{ name, bytes, fen string }{
		{"start", start, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"},
		{"e2 lifted", "3D 70 A8 9B C9 8A 77 77 77 77 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 11 11 01 11 42 35 63 24",
			"rnbqkbnr/pppppppp/8/8/8/8/PPPP1PPP/RNBQKBNR"},
		{"after e2e4", "3D 70 A8 9B C9 8A 77 77 77 77 00 00 00 00 00 00 00 00 00 00 10 00 00 00 00 00 11 11 01 11 42 35 63 24",
			"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR"},
		{"empty", "3D 70" + strings.Repeat(" 00", 32), "8/8/8/8/8/8/8/8"},
		{"every piece", "3D 70 12 34 56 78 9A BC 00" + strings.Repeat(" 00", 25), "PNBRQKpn/brqk4/8/8/8/8/8/8"},
	} {
		pl, err := observation.ParsePlacement(c.fen)
		if err != nil {
			t.Fatal(err)
		}
		read := 0
		var f Framer
		f.Push(0, hex(c.bytes), func(m Frame) {
			read++
			if got := readPosition(m.Data); got != pl {
				t.Errorf("%s: got %v", c.name, got)
			}
		})
		if read != 1 {
			t.Errorf("%s: %d messages", c.name, read)
		}
		if got := AppendPosition(nil, pl); !slices.Equal(got, hex(c.bytes)) {
			t.Errorf("%s: written % X", c.name, got)
		}
	}
}

// The commands of the protocol.
func TestCommands(t *testing.T) {
	for command, bytes := range map[string]string{
		OnChange: "43 50 49 52 51", AskPosition: "52 50", AskBattery: "52 42", Off: "43 50 4F 46 46",
	} {
		if command != string(hex(bytes)) {
			t.Errorf("%s is % X, want %s", command, command, bytes)
		}
	}
}

func TestNoTwoPiecesMakeTheFirstByteOfAMessage(t *testing.T) {
	if isPair(begin) {
		t.Errorf("%02X is two squares", begin)
	}
	if !isPair(0xCC) || isPair(0xCD) || isPair(0xDC) {
		t.Error("C is the last piece, and D is none")
	}
}
