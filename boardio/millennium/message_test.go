package millennium

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"recorderd/boardio/bench"
	"recorderd/observation"
)

var (
	hex       = bench.Hex
	placement = bench.Placed
)

const startFEN = bench.Start

// Every character that messages have, with its parity.
func TestCharactersOnTheWire(t *testing.T) {
	const table = "0 B0 1 31 2 32 3 B3 4 34 5 B5 6 B6 7 37 8 38 9 B9 A C1 B C2 C 43 D C4 E 45 F 46 " +
		"K CB Q 51 R 52 N CE P D0 k 6B q F1 r F2 b 62 n 6E p 70 . AE s 73 v 76 l EC x F8 " +
		"w F7 S D3 V D6 L 4C X 58 T 54 W 57 I 49 G C7 i E9 g 67"
	fields := strings.Fields(table)
	if len(fields) != 2*43 {
		t.Fatalf("%d fields", len(fields))
	}
	for i := 0; i < len(fields); i += 2 {
		if got, want := wire(fields[i]), hex(fields[i+1]); !slices.Equal(got, want) {
			t.Errorf("%s: got % X, want % X", fields[i], got, want)
		}
	}
}

// The status examples of the protocol, in both orders.
func TestStatusesBothWays(t *testing.T) {
	for _, c := range []struct {
		name, fen, a8, h1 string
		told              bool
	}{
		{"1 start position", startFEN,
			"srnbqkbnrpppppppp................................PPPPPPPPRNBQKBNR73",
			"sRNBKQBNRPPPPPPPP................................pppppppprnbkqbnr73", true},
		{"2 e2 lifted", "rnbqkbnr/pppppppp/8/8/8/8/PPPP1PPP/RNBQKBNR",
			"srnbqkbnrpppppppp................................PPPP.PPPRNBQKBNR0D",
			"sRNBKQBNRPPP.PPPP................................pppppppprnbkqbnr0D", false},
		{"3 after e2e4", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR",
			"srnbqkbnrpppppppp....................P...........PPPP.PPPRNBQKBNR73",
			"sRNBKQBNRPPP.PPPP...........P....................pppppppprnbkqbnr73", false},
		{"4 after e2e4 e7e5", "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR",
			"srnbqkbnrpppp.ppp............p.......P...........PPPP.PPPRNBQKBNR73",
			"sRNBKQBNRPPP.PPPP...........P.......p............ppp.pppprnbkqbnr73", false},
		{"5 empty", "8/8/8/8/8/8/8/8",
			"s................................................................73",
			"s................................................................73", false},
	} {
		for order, text := range map[Order]string{A8First: c.a8, H1First: c.h1} {
			var f Framer
			read := 0
			f.Push(0, wire(text), func(m Frame) {
				read++
				if got := readStatus(m.Data, order); got != placement(c.fen) {
					t.Errorf("%s, %v: got %v", c.name, order, got)
				}
				if got, told := orderOf(m.Data); told != c.told || told && got != order {
					t.Errorf("%s, %v: order %v, told %v", c.name, order, got, told)
				}
			})
			if read != 1 {
				t.Errorf("%s, %v: %d messages", c.name, order, read)
			}
			if got := Append(nil, "s"+Letters(placement(c.fen), order)); !slices.Equal(got, wire(text)) {
				t.Errorf("%s, %v: written %q", c.name, order, Strip(got))
			}
		}
	}
}

func TestWireBytesOfStatuses(t *testing.T) {
	for _, c := range []struct{ text, begins, ends string }{
		{startA8, "73 F2 6E 62 F1 6B 62 6E F2", "52 37 B3"},
		{startH1, "73 52 CE C2 CB 51 C2 CE 52", "F2 37 B3"},
		{strings.Repeat(".", 64), "73" + strings.Repeat(" AE", 64), "37 B3"},
	} {
		got := Append(nil, "s"+c.text)
		begins, ends := hex(c.begins), hex(c.ends)
		if len(got) != 67 || !slices.Equal(got[:len(begins)], begins) || !slices.Equal(got[67-len(ends):], ends) {
			t.Errorf("got % X, want % X ... % X", got, begins, ends)
		}
	}
}

// The commands and answers of the protocol: as text with checksum, and as bytes.
func TestCommandsAndAnswers(t *testing.T) {
	for _, c := range []struct{ text, bytes string }{
		{"V56", "D6 B5 B6"}, {"v010374", "76 B0 31 B0 B3 37 34"},
		{"S53", "D3 B5 B3"},
		{"X58", "58 B5 38"}, {"x78", "F8 37 38"},
		{"T54", "54 B5 34"},
		{"R0153", "52 B0 31 B5 B3"}, {"r011476", "F2 B0 31 31 34 37 B6"},
		{"W020356", "57 B0 32 B0 B3 B5 B6"}, {"w020376", "F7 B0 32 B0 B3 37 B6"},
		{"W011E22", "57 B0 31 31 45 32 32"},
		{"W030A25", "57 B0 B3 B0 C1 32 B5"}, {"w030A05", "F7 B0 B3 B0 C1 B0 B5"},
		{"I0049", "49 B0 B0 34 B9"},
		{"l6C", "EC B6 43"},
		{"L32" + strings.Repeat("F", 162) + "4D", ""},
		{"L" + strings.Repeat("0", 164) + "4C", ""},
		{"G47", ""},
		{"Grnbqkbnrpppppppp................................PPPPPPPPRNBQKBNR33000000000146", ""},
	} {
		got := Append(nil, c.text[:len(c.text)-checkLen])
		if c.bytes != "" && !slices.Equal(got, hex(c.bytes)) {
			t.Errorf("%s: got % X, want %s", c.text, got, c.bytes)
		}
		f := Framer{commands: c.text[0] < 'a'}
		var said []string
		f.Push(0, got, func(m Frame) { said = append(said, string(m.Letter)+string(m.Data)) })
		if diff := cmp.Diff([]string{c.text[:len(c.text)-checkLen]}, said); diff != "" {
			t.Errorf("%s read (-want +got):\n%s", c.text, diff)
		}
		if text := string(Strip(got)); text != c.text {
			t.Errorf("written %s, want %s", text, c.text)
		}
	}
}

func TestOrderNeedsBothRowsOfPawns(t *testing.T) {
	for _, c := range []struct {
		fen  string
		told bool
	}{
		{"bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR", true}, // Chess960
		{"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR", false},
		{"8/8/8/3k4/8/3K4/8/8", false},
		{"8/8/8/8/8/8/8/8", false},
	} {
		for _, order := range []Order{H1First, A8First} {
			got, told := orderOf([]byte(Letters(placement(c.fen), order)))
			if told != c.told || told && got != order {
				t.Errorf("%s, %v: got %v, told %v", c.fen, order, got, told)
			}
		}
	}
}

func TestWhatABoardCanTell(t *testing.T) {
	for _, c := range []struct {
		about about
		want  observation.Sensing
	}{
		{about{"0103", ""}, observation.Identity},
		{about{"01FF", ""}, observation.Identity},
		{about{"", ""}, observation.Identity},
		{about{"0200", "Supreme"}, observation.Identity},
		{about{"0200", "55mm"}, observation.Identity},
		{about{"0200", "e-one 1.0"}, observation.Occupancy},
		{about{"0103", "E-ONE"}, observation.Occupancy},
		{about{"0200", ""}, observation.Occupancy},
		{about{"0017", "55mm"}, observation.Occupancy},
	} {
		if got := c.about.sensing(); got != c.want {
			t.Errorf("%+v: got %s, want %s", c.about, got, c.want)
		}
	}
}
