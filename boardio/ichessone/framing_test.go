package ichessone

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"recorderd/boardio/bench"
)

var hex = bench.Hex

const (
	startData = "A8 9B C9 8A 77 77 77 77 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 11 11 11 11 42 35 63 24"
	start     = "3D 70 " + startData
)

var framings = []struct {
	name  string
	bytes string
	want  []string
}{
	{"a position", start, []string{"p " + startData}},
	{"two", start + " " + start, []string{"p " + startData, "p " + startData}},
	{"a battery", "3D 62 01 50", []string{"b 01 50"}},
	{"a battery of 61 percent", "3D 62 00 3D " + start, []string{"b 00 3D", "p " + startData}},
	{"a battery of 101 percent", "3D 62 00 65 " + start, []string{"percent", "p " + startData}},
	{"a text, then a position", "3D 68 69 43 68 65 73 73 " + start, []string{"h 69 43 68 65 73 73", "p " + startData}},
	{"a text with a line end", "3D 68 69 43 0D 0A " + start, []string{"h 69 43", "garbage", "p " + startData}},
	{"a text without any letter", "3D 68 " + start, []string{"interrupted", "p " + startData}},
	{"garbage before", "70 00 11 " + start, []string{"garbage", "p " + startData}},
	{"garbage between", start + " 01 02 " + start, []string{"p " + startData, "garbage", "p " + startData}},
	{"a lost byte", start[:len(start)-3] + " " + start, []string{"interrupted", "p " + startData}},
	{"a code that is no piece", "3D 70 A8 9D 00 00 " + start, []string{"code", "p " + startData}},
	{"another code that is no piece", "3D 70 A8 D9 00 00 " + start, []string{"code", "p " + startData}},
	{"an unknown kind", "3D 71 00 00 " + start, []string{"unknown", "p " + startData}},
	{"a first byte again and again", "3D 3D 3D " + start, []string{"interrupted", "interrupted", "interrupted", "p " + startData}},
	{"a battery that lost its charging", "3D 62 3D 70 " + startData, []string{"interrupted", "p " + startData}},
	{"a battery that lost its percent", "3D 62 00 " + start + " " + start, []string{"b 00 3D", "garbage", "p " + startData}},
}

// framing is what is promised of a framer. What begins like a battery message and
// lacks its last byte takes the first byte of the next message.
var framing = bench.Framing[Frame, *Framer]{
	New: func(drop func(string)) *Framer {
		return &Framer{Drop: func(r Reason) { drop(r.String()) }}
	},
	Said:  func(m Frame) string { return fmt.Sprintf("%c % X", m.Kind, m.Data) },
	Clean: traffic(),
	Good:  hex(start),
	Lost: func(f *Framer) int {
		if f.kind == Battery && len(f.kept) == batteryLen-1 {
			return 1
		}
		return 0
	},
	Whole: func(m Frame) bool {
		switch m.Kind {
		case Battery:
			return len(m.Data) == batteryLen
		case Text:
			return len(m.Data) <= maxText
		}
		return m.Kind == Position && len(m.Data) == positionLen && !slices.ContainsFunc(m.Data, func(b byte) bool { return !isPair(b) })
	},
	Kept: func(f *Framer) int { return cap(f.kept) },
	Most: 2 * maxText,
}

func TestFraming(t *testing.T) {
	for _, c := range framings {
		framing.Want(t, c.name, hex(c.bytes), c.want...)
	}
}

func TestMessageEndsWhenNoMoreOfItComes(t *testing.T) {
	f := framing.Listen()
	f.Push(0, hex("3D 70 A8"))
	f.Push(Gap-1, hex("9B"))
	if !f.Framer.Open() || f.Framer.Deadline() != 2*Gap-1 {
		t.Errorf("open %v until %v, want true until %v", f.Framer.Open(), f.Framer.Deadline(), 2*Gap-1)
	}
	f.Push(f.Framer.Deadline(), nil)
	f.Push(f.Framer.Deadline(), hex("3D 68 69 43"))
	f.Push(f.Framer.Deadline(), nil)
	bench.Want(t, "told", []string{"timeout", "h 69 43"}, f.Told)
	bench.Want(t, "open", false, f.Framer.Open())
}

func TestATextWithoutEndIsNotKept(t *testing.T) {
	f := framing.Listen()
	f.Push(0, append(hex("3D 68"), strings.Repeat("x", 1000)...))
	f.Push(0, hex(start))
	bench.Want(t, "told", []string{"text", "p " + startData}, f.Told)
	if n := cap(f.Framer.kept); n > 2*maxText {
		t.Errorf("%d bytes are kept", n)
	}
}

// traffic is a stream as a board sends it.
func traffic() []byte {
	return slices.Concat(hex(start), hex("3D 62 01 50"), hex("3D 68 69 43 68 65 73 73"), hex(start), hex("3D 62 00 3D"), hex(start))
}

func TestAMillionMutatedBytes(t *testing.T) {
	framing.Mutated(t, 1_000_000, bench.Reasons(BadText)...)
}

func TestFramingAllocatesNothing(t *testing.T) { framing.AllocatesNothing(t) }

func FuzzFramer(f *testing.F) {
	for _, c := range framings {
		f.Add(hex(c.bytes), 3)
	}
	f.Add(traffic(), 5)
	f.Fuzz(framing.Fuzz)
}

func BenchmarkFramer(b *testing.B) { framing.Benchmark(b) }
