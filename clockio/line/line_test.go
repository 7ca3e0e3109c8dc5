package line

import (
	"errors"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"recorderd/observation"
)

const ms = time.Millisecond

// Both ways: these bytes mean that, and that is written with these bytes.
var examples = []struct {
	text string
	want Line
}{
	{"T 0 180000 180000 - - ", Line{Kind: Times, Left: 180000 * ms, Right: 180000 * ms, Runs: Neither, Flag: Neither}},
	{"T 61250 180000 178000 R - ", Line{Kind: Times, Since: 61250 * ms, Left: 180000 * ms, Right: 178000 * ms, Runs: Right, Flag: Neither}},
	{"T 700001 4300 0 L R ", Line{Kind: Times, Since: 700001 * ms, Left: 4300 * ms, Runs: Left, Flag: Right}},
	{"T 800000 0 0 - B ", Line{Kind: Times, Since: 800000 * ms, Runs: Neither, Flag: Both}},
	{"T 800000 0 360000000 - L ", Line{Kind: Times, Since: 800000 * ms, Right: Longest, Runs: Neither, Flag: Left}},
	{"P 61250 L ", Line{Kind: Press, Since: 61250 * ms, Side: Left}},
	{"P 64000 R ", Line{Kind: Press, Since: 64000 * ms, Side: Right}},
	{"H 62000 ", Line{Kind: Beat, Since: 62000 * ms}},
	{"X 7365636F6E6473", Line{Kind: Raw, Bytes: []byte(WholeSeconds)}},
	{"X 001007054000CB", Line{Kind: Raw, Bytes: []byte{0x00, 0x10, 0x07, 0x05, 0x40, 0x00, 0xCB}}},
}

// summed is a line with its checksum.
func summed(text string) string {
	if !strings.HasSuffix(text, " ") {
		return text
	}
	return text + strings.ToUpper(hexByte(CRC([]byte(text))))
}

func hexByte(b byte) string {
	return string([]byte{"0123456789abcdef"[b>>4], "0123456789abcdef"[b&15]})
}

func TestLinesBothWays(t *testing.T) {
	for _, c := range examples {
		text := summed(c.text)
		for _, in := range []string{text, text[:len(text)-2] + strings.ToLower(text[len(text)-2:])} {
			got, err := Parse(in)
			if diff := cmp.Diff(c.want, got); diff != "" || err != nil {
				t.Errorf("%q: %v (-want +got):\n%s", in, err, diff)
			}
		}
		if got := string(Append([]byte("before "), c.want)); got != "before "+text {
			t.Errorf("written %q, want %q", got, text)
		}
	}
}

func TestLinesThatAreNotUnderstood(t *testing.T) {
	for _, c := range []struct {
		text string
		want error
	}{
		{"", ErrForm}, {" ", ErrForm}, {"H", ErrForm}, {"H 62000", ErrForm}, {"H 62000 ", ErrForm}, {"H 62000 G0", ErrForm}, {"H 62000 0", ErrForm},
		{"HELLO 1 00", ErrForm}, {"X", ErrForm}, {"X ", ErrForm}, {"X 0", ErrForm}, {"X 0G", ErrForm}, {"X " + strings.Repeat("00", Max), ErrForm},
		{"H 62000 00", ErrChecksum}, {summed("H 62000 ")[1:], ErrForm},
		{summed("Q 1 "), ErrForm}, {summed("H -1 "), ErrForm}, {summed("H +1 "), ErrForm}, {summed("H 01 "), ErrForm}, {summed("H 1 2 "), ErrForm},
		{summed("H 99999999999999999999 "), ErrForm}, {summed("H  "), ErrForm}, {summed("P 1 B "), ErrForm}, {summed("P 1 - "), ErrForm}, {summed("P 1 LR "), ErrForm},
		{summed("T 1 2 3 L "), ErrForm}, {summed("T 1 2 3 B - "), ErrForm}, {summed("T 1 360000001 3 L - "), ErrForm}, {summed("T 1 2 3 L X "), ErrForm}, {summed("T  1 2 3 L - "), ErrForm},
	} {
		if got, err := Parse(c.text); !errors.Is(err, c.want) {
			t.Errorf("%.60q: got %+v, %v, want %v", c.text, got, err, c.want)
		}
	}
}

// One byte that is lost, or is another one, makes no other line.
func TestAByteThatIsWrongIsFound(t *testing.T) {
	for _, c := range examples {
		text := summed(c.text)
		if text[0] == byte(Raw) {
			continue
		}
		for i := range text {
			for bit := range 7 {
				b := []byte(text)
				b[i] ^= 1 << bit
				got, err := Parse(string(b))
				if err == nil && !cmp.Equal(got, c.want) {
					t.Errorf("%q was read as %+v", b, got)
				}
			}
			lost := text[:i] + text[i+1:]
			if got, err := Parse(lost); err == nil {
				t.Errorf("%q was read as %+v", lost, got)
			}
		}
	}
}

// The checksum is that of the clock itself, whose messages are known.
func TestTheChecksumIsThatOfAClock(t *testing.T) {
	for _, message := range []string{
		"\x50\x20\x05\x0D\x46", "\x00\x10\x07\x02\x22\x01\x05", "\x10\x20\x06\x0B\x39\xB9", "\x10\x20\x05\x0F\x48", "\x20\x10\x07\x01\x0F\x08\xFB",
		"\x20\x10\x08\x01\x0F\x08\x00\xDF", "\x10\x20\x05\x10\x15", "\x10\x20\x05\x07\x70", "\x10\x20\x0C\x0A\x01\x30\x00\x01\x30\x00\x01\xC2",
		"\x10\x20\x0C\x0A\x00\x03\x00\x00\x02\x57\x04\x9E", "\x20\x10\x07\x01\x0A\x08\xBA", "\x10\x20\x15\x06recorderd  \xFF\x00\x03\x00\x00\x4A",
		"\x00\x10\x07\x05\x40\x00\xCB", "\x00\x10\x07\x05\x00\x40\x57", "\x00\x10\x07\x05\x04\x00\xC4",
		"\x00\x10\x18\x04\x00\x01\x30\x00\x00\x00\x00\x01\x30\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x93",
		"\x00\x10\x18\x04\x00\x01\x29\x57\x00\x00\x00\x01\x30\x00\x00\x00\x00\x00\x00\x01\x00\x00\x00\xB5",
		"\x00\x10\x18\x04\x00\x00\x00\x00\x00\x00\x00\x00\x02\x57\x00\x00\x00\x00\x00\x01\x00\x00\x00\x3E",
	} {
		b := []byte(message)
		if b[0] == 0x50 {
			b[0] = 0x10 // to wake a clock, a message is sent to another address than it is made for
		}
		if got, want := CRC(b[:len(b)-1]), b[len(b)-1]; got != want {
			t.Errorf("% X: got %02X", message, got)
		}
	}
}

func TestWhatALineSaysOfThePlayers(t *testing.T) {
	line := Line{Kind: Times, Left: 61 * time.Second, Right: 1500 * ms, Runs: Right, Flag: Right}
	for left, want := range map[observation.Side]observation.Clock{
		observation.White: {HasTimes: true, WhiteMS: 61000, BlackMS: 1500, Running: observation.Black, Flag: observation.FlagBlack},
		observation.Black: {HasTimes: true, WhiteMS: 1500, BlackMS: 61000, Running: observation.White, Flag: observation.FlagWhite},
	} {
		if diff := cmp.Diff(want, line.Clock(left)); diff != "" {
			t.Errorf("%v on the left (-want +got):\n%s", left, diff)
		}
		for _, e := range []End{Neither, Left, Right} {
			if got := EndOf(e.Side(left), left); got != e {
				t.Errorf("%v on the left: %c is %c", left, e, got)
			}
		}
	}
	line.Runs, line.Flag = Neither, Both
	if got := line.Clock(observation.White); got.Running != observation.NoSide || !got.Flag.Fallen(observation.White) || !got.Flag.Fallen(observation.Black) {
		t.Errorf("both flags: %+v", got)
	}
}

// Every line that the guide shows is one.
func TestTheLinesOfTheGuideAreRight(t *testing.T) {
	text, err := os.ReadFile("../../docs/clock-line.md")
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for line := range strings.Lines(string(text)) {
		line, indented := strings.CutPrefix(strings.TrimRight(line, "\n"), "    ")
		if !indented || len(line) < 3 || !strings.Contains("TPHX", line[:1]) || line[1] != ' ' || strings.Contains(line, "<") {
			continue
		}
		found++
		if _, err := Parse(line); err != nil {
			t.Errorf("%q: %v", line, err)
		}
	}
	if found < 10 {
		t.Errorf("only %d lines were found", found)
	}
}

func FuzzParse(f *testing.F) {
	for _, c := range examples {
		f.Add(summed(c.text))
	}
	f.Add("T 1 2 3 L - 00")
	f.Fuzz(func(t *testing.T, text string) {
		l, err := Parse(text)
		if err != nil {
			if !errors.Is(err, ErrForm) && !errors.Is(err, ErrChecksum) {
				t.Errorf("%q: %v", text, err)
			}
			return
		}
		again := string(Append(nil, l))
		if !strings.EqualFold(again, text) {
			t.Errorf("%q was written %q", text, again)
		}
	})
}
