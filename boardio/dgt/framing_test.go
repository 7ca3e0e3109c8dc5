package dgt

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"recorderd/boardio/bench"
)

// Bytes of the examples, and noise.
var (
	hex    = bench.Hex
	mutate = bench.Mutate
)

const startDump = "86 00 43 08 09 0A 0C 0B 0A 09 08 07 07 07 07 07 07 07 07 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 01 01 01 01 01 01 01 01 02 03 04 06 05 04 03 02"

var framings = []struct {
	name  string
	bytes string
	want  []string
}{
	{"one message", "8E 00 05 34 00", []string{"field 34 00"}},
	{"two messages", "8E 00 05 34 00 8E 00 05 24 01", []string{"field 34 00", "field 24 01"}},
	{"garbage before", "05 7F 8E 00 05 34 00", []string{"garbage", "garbage", "field 34 00"}},
	{"garbage after", "8E 00 05 34 00 01", []string{"field 34 00", "garbage"}},
	{"garbage between", "8E 00 05 34 00 11 8E 00 05 24 01", []string{"field 34 00", "garbage", "field 24 01"}},
	{"15 a cut dump, a stray byte", startDump[:59] + " 8E 00 05 34 00 05 8E 00 05 24 01",
		[]string{"interrupted", "field 34 00", "garbage", "field 24 01"}},
	{"interrupted after its first byte", "86 8E 00 05 34 00", []string{"interrupted", "field 34 00"}},
	{"interrupted in its header", "86 00 8E 00 05 34 00", []string{"interrupted", "field 34 00"}},
	{"a first byte again and again", "8E 8E 8E 8E 00 05 34 00", []string{"interrupted", "interrupted", "interrupted", "field 34 00"}},
	{"too short to be one", "8E 00 02 34 00", []string{"length", "garbage", "garbage"}},
	{"a field update as long as a clock's", "8E 00 0A 34 00", []string{"length", "garbage", "garbage"}},
	{"a dump of ten by ten", "86 00 67 01 02", []string{"length", "garbage", "garbage"}},
	{"an unknown kind is skipped whole", "BE 00 06 01 02 03 8E 00 05 34 00", []string{"unknown", "field 34 00"}},
	{"an unknown kind without content", "BE 00 03 8E 00 05 34 00", []string{"unknown", "field 34 00"}},
	{"an unknown kind shorter than its header", "BE 00 00 8E 00 05 34 00", []string{"length", "field 34 00"}},
	{"an unknown kind that claims everything", "BE 7F 7F 01 02 8E 00 05 34 00", []string{"interrupted", "field 34 00"}},
	{"the reserved kind", "80 00 03 8E 00 05 34 00", []string{"none ", "field 34 00"}},
	{"a text of more than 127 bytes", "92 01 00 " + strings.Repeat("41 ", 125) + "8E 00 05 34 00",
		[]string{"mark " + strings.TrimSuffix(strings.Repeat("41 ", 125), " "), "field 34 00"}},
	{"a text that is too long", "92 04 04 41", []string{"length", "garbage"}},
}

// framing is what is promised of a framer.
var framing = bench.Framing[Frame, *Framer]{
	New: func(drop func(string)) *Framer {
		return &Framer{Drop: func(r Reason) { drop(r.String()) }}
	},
	Said:  func(m Frame) string { return fmt.Sprintf("%s % X", m.ID.Name(), m.Payload) },
	Clean: traffic(),
	Good:  hex("8E 00 05 24 01"),
	Whole: func(m Frame) bool {
		return known[m.ID].fits(headerLen+len(m.Payload)) && known[m.ID].name != ""
	},
	Kept: func(f *Framer) int { return cap(f.kept) },
	Most: 2 * MaxFrame,
}

func TestFraming(t *testing.T) {
	for _, c := range framings {
		framing.Want(t, c.name, hex(c.bytes), c.want...)
	}
}

func TestWholeMemoryIsOneMessage(t *testing.T) {
	f := framing.Listen()
	memory := AppendFrame(nil, Memory, make([]byte, 7936)...)
	if got, want := memory[:3], hex("8F 3E 03"); !slices.Equal(got, want) {
		t.Errorf("header: got % X, want % X", got, want)
	}
	var payload int
	f.Framer.Push(0, memory, func(m Frame) { payload = len(m.Payload) })
	if payload != 7936 || len(f.Told) != 0 {
		t.Errorf("got %d bytes and %v", payload, f.Told)
	}
}

func TestMessageIsGivenUpWhenItsRestDoesNotCome(t *testing.T) {
	f := framing.Listen()
	f.Push(0, hex("8E 00"))
	f.Push(Gap-1, hex("05 34"))
	if !f.Framer.Open() || f.Framer.Deadline() != 2*Gap-1 {
		t.Errorf("open %v until %v, want true until %v", f.Framer.Open(), f.Framer.Deadline(), 2*Gap-1)
	}
	f.Push(f.Framer.Deadline(), nil)
	f.Push(f.Framer.Deadline(), hex("00 8E 00 05 24 01"))
	bench.Want(t, "told", []string{"timeout", "garbage", "field 24 01"}, f.Told)
	late := framing.Listen()
	late.Push(0, hex("8E 00 05 34"))
	late.Push(time.Hour, hex("00"))
	bench.Want(t, "an hour later", []string{"timeout", "garbage"}, late.Told)
}

// traffic is a stream as a board sends it.
func traffic() []byte {
	b := hex(startDump)
	for _, s := range []string{"93 00 05 03 01", "91 00 08 32 33 39 34 36", "90 00 05 08 01", "A2 00 0D 33 30 30 30 31 34 37 37 34 30",
		"8E 00 05 34 00", "8E 00 05 24 01", "8D 00 0A 01 30 00 01 29 47 0B", "8D 00 0A 00 00 00 00 00 00 20", "92 00 06 44 47 54"} {
		b = append(b, hex(s)...)
	}
	return b
}

func TestTenMillionMutatedBytes(t *testing.T) {
	framing.Mutated(t, 10_000_000, bench.Reasons(Timeout)...)
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
