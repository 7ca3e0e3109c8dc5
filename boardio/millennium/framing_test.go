package millennium

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"recorderd/boardio/bench"
)

// wire is text as a board sends it, with the parity that it has there.
func wire(text string) []byte { return appendOdd(nil, []byte(text)...) }

const (
	startH1 = "RNBKQBNRPPPPPPPP................................pppppppprnbkqbnr"
	startA8 = "rnbqkbnrpppppppp................................PPPPPPPPRNBQKBNR"
)

var framings = []struct {
	name  string
	bytes []byte
	want  []string
}{
	{"a status", wire("s" + startH1 + "73"), []string{"s " + startH1}},
	{"a status without parity", []byte("s" + startH1 + "73"), []string{"s " + startH1}},
	{"answers one after the other", wire("v010374r011476w020376l6Cx78"), []string{"v 0103", "r 0114", "w 0203", "l ", "x "}},
	{"a status between", wire("v010374s" + startH1 + "73x78"), []string{"v 0103", "s " + startH1, "x "}},
	{"noise before", wire("7P#\x01v010374"), []string{"garbage", "v 0103"}},
	{"a status whose beginning is missing", wire("rnbkqbnr73s" + startH1 + "73"), []string{"alphabet", "s " + startH1}},
	{"a cut status, then a whole one", wire("sRNBKQs" + startH1 + "73"), []string{"alphabet", "s " + startH1}},
	{"a cut status, then another answer", wire("sRNBKQr011476"), []string{"alphabet", "r 0114"}},
	{"a character lost", wire("s" + startH1[1:] + "73v010374"), []string{"alphabet", "v 0103"}},
	{"two equal characters lost", wire("s" + startH1[2:16] + startH1[16:] + "73v010374"), []string{"alphabet", "v 0103"}},
	{"a wrong checksum", wire("s" + startH1 + "74v010374"), []string{"checksum", "v 0103"}},
	{"a checksum in small letters", wire("l6cx78"), []string{"alphabet", "x "}},
	{"wrong parity of one character", append([]byte{0x76 | 0x80}, wire("010374x78")...), []string{"parity", "x "}},
	{"parity of all but one", append([]byte{0x76}, append([]byte{0x30}, wire("10374x78")...)...), []string{"parity", "x "}},
	{"a name", wire("i00e-one 1.0\nv020175"), []string{"i e-one 1.0", "v 0201"}},
	{"a name without a line feed", wire("i0055mms" + startH1 + "73"), []string{"i 55mm", "s " + startH1}},
	{"a name without a line feed, then an answer", wire("i0055mmv010374"), []string{"i 55mm", "v 0103"}},
	{"what begins like a name", wire("i0v010374"), []string{"alphabet", "v 0103"}},
	{"a name without end", wire("i00" + strings.Repeat("x", 200) + "v010374"), []string{"alphabet", "v 0103"}},
	{"letters of a computer", wire("V56S53v010374"), []string{"garbage", "v 0103"}},
}

// framing is what is promised of a framer. A status is read when its last
// character is here.
var framing = bench.Framing[Frame, *Framer]{
	New: func(drop func(string)) *Framer {
		return &Framer{Drop: func(r Reason) { drop(r.String()) }}
	},
	Said:  func(m Frame) string { return fmt.Sprintf("%c %s", m.Letter, m.Data) },
	Clean: traffic(),
	Good:  wire("s" + startH1 + "73"),
	Whole: func(m Frame) bool {
		k, known := replies[m.Letter]
		return known && len(m.Data) == k.pieces+k.digits || !known && m.Letter == Name && len(m.Data) <= maxName
	},
	Kept: func(f *Framer) int { return cap(f.kept) },
	Most: 2 * maxFrame,
}

func TestFraming(t *testing.T) {
	for _, c := range framings {
		framing.Want(t, c.name, c.bytes, c.want...)
	}
}

func TestMessageIsGivenUpWhenItsRestDoesNotCome(t *testing.T) {
	f := framing.Listen()
	f.Push(0, wire("sRNB"))
	f.Push(Gap-1, wire("KQ"))
	if !f.Framer.Open() || f.Framer.Deadline() != 2*Gap-1 {
		t.Errorf("open %v until %v, want true until %v", f.Framer.Open(), f.Framer.Deadline(), 2*Gap-1)
	}
	f.Push(f.Framer.Deadline(), nil)
	f.Push(f.Framer.Deadline(), wire("v010374"))
	f.Push(f.Framer.Deadline(), wire("i0055mm"))
	f.Push(f.Framer.Deadline(), nil)
	bench.Want(t, "told", []string{"timeout", "v 0103", "i 55mm"}, f.Told)
	bench.Want(t, "open", false, f.Framer.Open())
}

func TestCommandsAreFoundToo(t *testing.T) {
	position := "G" + startA8 + "330000000001"
	f := Commands()
	var said []string
	stream := slices.Concat(wire("s73\x03v"), Append(nil, "V"), Append(nil, "R01"), Append(nil, "G"), Append(nil, position), Append(nil, "L32"+strings.Repeat("F", 162)))
	f.Push(0, stream, func(m Frame) { said = append(said, fmt.Sprintf("%c %s", m.Letter, m.Data)) })
	want := []string{"V ", "R 01", "G ", "G " + position[1:], "L 32" + strings.Repeat("F", 162)}
	bench.Want(t, "told", want, said)
}

// traffic is a stream as a board sends it.
func traffic() []byte {
	return wire("v010374i00e-one\nr011476w020376s" + startH1 + "73l6Cx78" + "sRNBKQBNRPPP.PPPP................................pppppppprnbkqbnr0D")
}

func TestAMillionMutatedBytes(t *testing.T) {
	framing.Mutated(t, 1_000_000, bench.Reasons(Timeout)...)
}

// Whatever one or two bits of a status are altered, no other status is read.
func TestNoStatusIsReadOutOfAlteredBits(t *testing.T) {
	clean := wire("s" + startH1 + "73")
	for a := range 8 * len(clean) {
		for b := a; b < 8*len(clean); b += 7 {
			m := slices.Clone(clean)
			m[a/8] ^= 1 << (a % 8)
			if b != a {
				m[b/8] ^= 1 << (b % 8)
			}
			var f Framer
			f.Push(0, m, func(got Frame) { t.Errorf("bits %d and %d: read %c %s", a, b, got.Letter, got.Data) })
		}
	}
}

func TestFramingAllocatesNothing(t *testing.T) { framing.AllocatesNothing(t) }

func FuzzFramer(f *testing.F) {
	for _, c := range framings {
		f.Add(c.bytes, 3)
	}
	f.Add(traffic(), 5)
	f.Fuzz(framing.Fuzz)
}

func BenchmarkFramer(b *testing.B) { framing.Benchmark(b) }
