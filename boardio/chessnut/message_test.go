package chessnut

import (
	"encoding/hex"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"recorderd/observation"
)

// raw reads bytes as they are written in the examples.
func raw(s string) []byte {
	b, err := hex.DecodeString(strings.ReplaceAll(s, " ", ""))
	if err != nil {
		panic(err)
	}
	return b
}

func placed(s string) observation.Placement {
	pl, err := observation.ParsePlacement(s)
	if err != nil {
		panic(err)
	}
	return pl
}

const (
	startSquares = "58 23 31 85 44 44 44 44 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 77 77 77 77 A6 C9 9B 6A"
	liftedE2     = "58 23 31 85 44 44 44 44 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 77 07 77 77 A6 C9 9B 6A"
	e4           = "58 23 31 85 44 44 44 44 00 00 00 00 00 00 00 00 00 70 00 00 00 00 00 00 77 07 77 77 A6 C9 9B 6A"
	e4e5         = "58 23 31 85 44 04 44 44 00 00 00 00 00 40 00 00 00 70 00 00 00 00 00 00 77 07 77 77 A6 C9 9B 6A"
	empty        = "00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00"
)

// The examples of the protocol, numbered as there.
var positions = []struct{ name, report, squares, fen string }{
	{"2 on Bluetooth", "01 24 " + startSquares + " 64 00 00 00", startSquares, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"},
	{"2 on USB", "01 3D " + startSquares + strings.Repeat(" 00", 31), startSquares, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"},
	{"2 on USB, and nothing behind it", "01 3D " + startSquares, startSquares, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"},
	{"2 with anything behind it", "01 00 " + startSquares + " FF FF", startSquares, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"},
	{"3 e2 lifted", "01 24 " + liftedE2 + " 67 00 00 00", liftedE2, "rnbqkbnr/pppppppp/8/8/8/8/PPPP1PPP/RNBQKBNR"},
	{"4 e2e4", "01 24 " + e4 + " 68 00 00 00", e4, "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR"},
	{"5 e2e4 e7e5", "01 24 " + e4e5 + " 6E 00 00 00", e4e5, "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR"},
	{"6 nothing stands", "01 24 " + empty + " 05 00 00 00", empty, "8/8/8/8/8/8/8/8"},
}

func TestPositionsBothWays(t *testing.T) {
	for _, c := range positions {
		f, reason := Parse(raw(c.report))
		if reason != Good || f.ID != Position {
			t.Errorf("%s: read as %v, %v", c.name, f.ID.Name(), reason)
			continue
		}
		if got, ok := ReadSquares(f.Content); got != placed(c.fen) || !ok {
			t.Errorf("%s: got %v, %v", c.name, got, ok)
		}
		if got := AppendSquares(nil, placed(c.fen)); !slices.Equal(got, raw(c.squares)) {
			t.Errorf("%s: written % X", c.name, got)
		}
	}
}

// Example 7.
func TestWhereSquaresAre(t *testing.T) {
	for _, c := range []struct {
		sq   string
		at   int // byte of the report
		high bool
	}{
		{"h8", 2, false}, {"a8", 5, true}, {"e7", 7, true}, {"e5", 15, true}, {"e4", 19, true}, {"d4", 20, false},
		{"h2", 26, false}, {"e2", 27, true}, {"h1", 30, false}, {"a1", 33, true},
	} {
		report := make([]byte, 34)
		report[c.at] = 7
		if c.high {
			report[c.at] = 7 << 4
		}
		want, _ := observation.ParseSquare(c.sq)
		pl, ok := ReadSquares(report[2:])
		if !ok || pl[want] != 'P' {
			t.Errorf("%s: got %v, %v", c.sq, pl, ok)
		}
	}
}

func TestCodesOfPieces(t *testing.T) {
	for c, letter := range []byte("\x00qkbpnRPrBNQK") {
		content := make([]byte, squaresLen)
		content[0] = byte(c)
		pl, ok := ReadSquares(content)
		if h8 := square(0); pl[h8] != observation.Piece(letter) || !ok {
			t.Errorf("code %X: got %q, %v", c, pl[h8], ok)
		}
		if got := code(observation.Piece(letter)); int(got) != c {
			t.Errorf("%q: code %X, want %X", letter, got, c)
		}
	}
	for c := 0x0D; c <= 0x0F; c++ {
		for _, at := range []byte{byte(c), byte(c) << 4} {
			content := raw(startSquares)
			content[16] = at
			if pl, ok := ReadSquares(content); ok || pl != (observation.Placement{}) {
				t.Errorf("code %X: got %v, %v", c, pl, ok)
			}
		}
	}
	if got := code(observation.Occupied); got != 0 {
		t.Errorf("a piece of unknown kind: code %X, want 0", got)
	}
}

func TestReports(t *testing.T) {
	for _, c := range []struct {
		name, report string
		want         string
	}{
		{"nothing", "", "length"},
		{"one byte", "01", "length"},
		{"no squares", "01 24", "length"},
		{"a position cut at 20 bytes", "01 24 " + startSquares[:18*3-1], "length"},
		{"a position that lacks one byte", "01 24 " + startSquares[:31*3-1], "length"},
		{"squares without a header", startSquares, "unknown"},
		{"a button", "0F 01 02", "button 02"},
		{"a button that is cut", "0F 01", "length"},
		{"heard", "23 01 00", "answer 00"},
		{"not ready", "23 01 01", "answer 01"},
		{"an answer to the start that one source has seen", "21 01 00", "unknown"},
		{"battery", "2A 02 58 00", "battery 58 00"},
		{"battery, longer", "2A 02 58 00 00 00", "battery 58 00 00 00"},
		{"stored games", "32 01 03", "stored games 03"},
		{"a stored game begins", "37 01 BE", "stored game BE"},
		{"a stored game that is cut", "37", "length"},
		{"its size", "36 08 01 00 00 00 00 00 00 00", "stored game 01 00 00 00 00 00 00 00"},
		{"its sum", "38 04 00 00 00 00", "stored game 00 00 00 00"},
		{"version", "28 10 01 " + fmt.Sprintf("%X", "CN_DVT9_210659"), "version 01 43 4E 5F 44 56 54 39 5F 32 31 30 36 35 39"},
		{"version under another number, padded", "66 0D 00 43 4E 43 41 31 30 30 5F 56 32 30 31 00 00", "version 00 43 4E 43 41 31 30 30 5F 56 32 30 31 00 00"},
		{"what only boards with motors say", "41 03 0C 01 48", "unknown"},
		{"zeros", "00 00 00 00 00 00 00 00", "unknown"},
	} {
		f, reason := Parse(raw(c.report))
		got := reason.String()
		if reason == Good {
			got = fmt.Sprintf("%s % X", f.ID.Name(), f.Content)
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
	}
}

func TestVersions(t *testing.T) {
	for content, want := range map[string]string{
		"\x01CN_DVT9_210659":             "CN_DVT9_210659",
		"\x00CNCA100_V201\x00\x00":       "CNCA100_V201",
		"\x00CNCA100_V201\x00\x07junk":   "CNCA100_V201",
		"":                               "",
		"\x01":                           "",
		"\x01abc":                        "", // too short to tell from noise
		"\x01V 1.0 beta":                 "", // would have to be printable as one word
		"\x01CN\x9FDVT":                  "",
		"\x01" + strings.Repeat("A", 61): "",
	} {
		if got := version([]byte(content)); got != want {
			t.Errorf("%q: got %q, want %q", content, got, want)
		}
	}
}

// Examples 1 and 10.
func TestCommands(t *testing.T) {
	for _, c := range []struct {
		name      string
		got, want []byte
	}{
		{"1 start", start, raw("21 01 00")},
		{"10 battery", Say(AskBattery, 0), raw("29 01 00")},
		{"version of the controller", Say(AskVersion, Controller), raw("27 01 01")},
		{"9 beep", Say(Beep, 0x03, 0xE8, 0x00, 0xC8), raw("0B 04 03 E8 00 C8")},
	} {
		if !slices.Equal(c.got, c.want) {
			t.Errorf("%s: got % X, want % X", c.name, c.got, c.want)
		}
	}
}

// Example 10.
func TestBatteries(t *testing.T) {
	for _, c := range []struct {
		report   string
		percent  int
		charging bool
	}{
		{"2A 02 58 00", 88, false},
		{"2A 02 64 01", 100, true}, // by the fourth byte
		{"2A 02 D8 00", 88, true},  // by the highest bit
		{"2A 01 58", 88, false},
	} {
		f, reason := Parse(raw(c.report))
		if reason != Good || f.ID != Battery {
			t.Errorf("%s: read as %v, %v", c.report, f.ID.Name(), reason)
			continue
		}
		if percent, charging := battery(f.Content); percent != c.percent || charging != c.charging {
			t.Errorf("%s: got %d, %v", c.report, percent, charging)
		}
	}
}

func TestEveryPlacementSurvivesTheWay(t *testing.T) {
	r := rand.New(rand.NewPCG(20261130, 1))
	for range 2000 {
		var pl observation.Placement
		for sq := range pl {
			pl[sq] = observation.Piece(letters[r.IntN(len(letters))])
		}
		got, ok := ReadSquares(AppendSquares(nil, pl))
		if got != pl || !ok {
			t.Fatalf("%v came back as %v, %v", pl, got, ok)
		}
	}
}

// What a report holds is what a driver may look at, and each is judged for itself.
func FuzzParse(f *testing.F) {
	for _, c := range positions {
		f.Add(raw(c.report))
	}
	f.Add(raw("28 10 01 43 4E 5F 44 56 54 39"))
	f.Add(raw("2A 02 58 00"))
	f.Add(raw("37 01 BE"))
	f.Fuzz(func(t *testing.T, report []byte) {
		m, reason := Parse(report)
		if reason != Good {
			if m.Content != nil {
				t.Errorf("%v, and yet there is % X", reason, m.Content)
			}
			return
		}
		if m.ID.Name() == "" || len(m.Content) < kinds[m.ID].min {
			t.Errorf("%v with % X", m.ID, m.Content)
		}
		switch m.ID {
		case Position:
			if pl, ok := ReadSquares(m.Content); ok && !slices.Equal(AppendSquares(nil, pl), m.Content[:squaresLen]) {
				t.Errorf("% X is read as %v", m.Content, pl)
			}
		case Battery:
			if percent, _ := battery(m.Content); percent < 0 || percent > 127 {
				t.Errorf("battery %d", percent)
			}
		case Version:
			if v := version(m.Content); v == "" || strings.ContainsAny(v, "\x00\n ") {
				t.Errorf("version %q", v)
			}
		}
	})
}

func BenchmarkPosition(b *testing.B) {
	report := raw("01 24 " + startSquares + " 64 00 00 00")
	b.SetBytes(int64(len(report)))
	b.ReportAllocs()
	for b.Loop() {
		f, _ := Parse(report)
		ReadSquares(f.Content)
	}
}
