package dgt

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"recorderd/observation"
)

func placement(t *testing.T, s string) observation.Placement {
	t.Helper()
	pl, err := observation.ParsePlacement(s)
	if err != nil {
		t.Fatal(err)
	}
	return pl
}

const (
	startFEN   = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"
	turnedDump = "86 00 43 02 03 04 05 06 04 03 02 01 01 01 01 01 01 01 01 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 07 07 07 07 07 07 07 07 08 09 0A 0B 0C 0A 09 08"
)

func TestDumpsBothWays(t *testing.T) {
	for _, c := range []struct {
		name, bytes  string
		want         observation.Placement
		turned, told bool
	}{
		{"01 start position", startDump, placement(t, startFEN), false, true},
		{"02 turned", turnedDump, placement(t, startFEN).Turned(), true, true},
	} {
		got, results, ok := readDump(hex(c.bytes)[3:])
		if got != c.want || results != 0 || !ok {
			t.Errorf("%s: got %v, %d results, %v", c.name, got, results, ok)
		}
		if b := AppendDump(nil, c.want); !slices.Equal(b, hex(c.bytes)) {
			t.Errorf("%s: written % X", c.name, b)
		}
		if turned, told := orientation(got); turned != c.turned || told != c.told {
			t.Errorf("%s: turned %v, told %v", c.name, turned, told)
		}
	}
}

func TestOrientationNeedsBothRowsOfPawns(t *testing.T) {
	for _, c := range []struct {
		fen          string
		turned, told bool
	}{
		{"bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR", false, true}, // Chess960
		{"RKRNNQBB/PPPPPPPP/8/8/8/8/pppppppp/rkrnnqbb", true, true},
		{"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR", false, false},
		{"8/8/8/3k4/8/3K4/8/8", false, false},
		{"8/8/8/8/8/8/8/8", false, false},
	} {
		if turned, told := orientation(placement(t, c.fen)); turned != c.turned || told != c.told {
			t.Errorf("%s: got turned %v, told %v", c.fen, turned, told)
		}
	}
}

func TestCodesOfPieces(t *testing.T) {
	for code, letter := range []byte("\x00PRNBKQprnbkq") {
		p, result, ok := pieceOf(byte(code))
		if p != observation.Piece(letter) || result || !ok || Code(p) != byte(code) {
			t.Errorf("code %02X: got %q, %v, %v, and back %02X", code, p, result, ok, Code(p))
		}
	}
	for code := 0x0D; code < 0x80; code++ {
		p, result, ok := pieceOf(byte(code))
		if want := code <= 0x0F; p != observation.Empty || result != want || ok != want {
			t.Errorf("code %02X: got %q, result %v, ok %v", code, p, result, ok)
		}
	}
	if got := Code(observation.Occupied); got != 0 {
		t.Errorf("a piece of unknown kind: code %02X, want 0", got)
	}
}

func TestSquaresAreNumberedFromA8(t *testing.T) {
	for index, name := range map[byte]string{0: "a8", 7: "h8", 0x34: "e2", 0x24: "e4", 56: "a1", 63: "h1"} {
		if sq := Square(index); sq.String() != name || Index(sq) != index {
			t.Errorf("number %d: got %v and back %d, want %s", index, sq, Index(sq), name)
		}
	}
}

func TestIdentityExamples(t *testing.T) {
	for _, c := range []struct {
		bytes string
		want  observation.Board
	}{
		{"93 00 05 03 01", observation.Board{Firmware: "3.1"}},
		{"93 00 05 01 50", observation.Board{Firmware: "1.80"}},
		{"91 00 08 32 33 39 34 36", observation.Board{Serial: "23946"}},
		{"91 00 0C 30 31 30 32 35 20 31 2E 30", observation.Board{Serial: "01025"}},
		{"A2 00 0D 33 30 30 30 31 34 37 37 34 30", observation.Board{Serial: "3000147740"}},
		{"A2 00 0D 33 30 30 30 31 34 37 37 34 30 91 00 08 32 33 39 34 36", observation.Board{Serial: "3000147740"}},
		{"91 00 08 32 33 39 34 36 A2 00 0D 33 30 30 30 31 34 37 37 34 30", observation.Board{Serial: "3000147740"}},
		{"91 00 08 32 07 39 00 36", observation.Board{Serial: "296"}},
		{"90 00 05 08 01", observation.Board{}},
		{"A0 00 0C 54 7F 7F 0C 22 01 02 03 02", observation.Board{}},
	} {
		var f Framer
		var got observation.Board
		read := 0
		f.Push(0, hex(c.bytes), func(m Frame) { read++; identify(&got, m) })
		if diff := cmp.Diff(c.want, got); diff != "" || read == 0 {
			t.Errorf("%s: %d messages (-want +got):\n%s", c.bytes, read, diff)
		}
	}
}
