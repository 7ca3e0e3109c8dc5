package millennium

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// told writes down what a framer says, in its order.
type told struct {
	Framer
	said []string
}

func listening() *told {
	f := &told{}
	f.Drop = func(r Reason) { f.said = append(f.said, r.String()) }
	return f
}

func (f *told) push(at time.Duration, chunk []byte) {
	f.Push(at, chunk, func(m Frame) { f.said = append(f.said, fmt.Sprintf("%c %s", m.Letter, m.Data)) })
}

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

func TestFraming(t *testing.T) {
	for _, c := range framings {
		whole := listening()
		whole.push(0, c.bytes)
		if diff := cmp.Diff(c.want, whole.said); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
		bytewise := listening()
		for _, b := range c.bytes {
			bytewise.push(0, []byte{b})
		}
		if diff := cmp.Diff(c.want, bytewise.said); diff != "" {
			t.Errorf("%s, byte by byte (-want +got):\n%s", c.name, diff)
		}
	}
}

func TestMessageIsGivenUpWhenItsRestDoesNotCome(t *testing.T) {
	f := listening()
	f.push(0, wire("sRNB"))
	f.push(Gap-1, wire("KQ"))
	if !f.Open() || f.Deadline() != 2*Gap-1 {
		t.Errorf("open %v until %v, want true until %v", f.Open(), f.Deadline(), 2*Gap-1)
	}
	f.push(f.Deadline(), nil)
	f.push(f.Deadline(), wire("v010374"))
	f.push(f.Deadline(), wire("i0055mm"))
	f.push(f.Deadline(), nil)
	if diff := cmp.Diff([]string{"timeout", "v 0103", "i 55mm"}, f.said); diff != "" || f.Open() {
		t.Errorf("open %v (-want +got):\n%s", f.Open(), diff)
	}
}

func TestCommandsAreFoundToo(t *testing.T) {
	position := "G" + startA8 + "330000000001"
	f := Commands()
	var said []string
	stream := slices.Concat(wire("s73\x03v"), Append(nil, "V"), Append(nil, "R01"), Append(nil, "G"), Append(nil, position), Append(nil, "L32"+strings.Repeat("F", 162)))
	f.Push(0, stream, func(m Frame) { said = append(said, fmt.Sprintf("%c %s", m.Letter, m.Data)) })
	want := []string{"V ", "R 01", "G ", "G " + position[1:], "L 32" + strings.Repeat("F", 162)}
	if diff := cmp.Diff(want, said); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// traffic is a stream as a board sends it.
func traffic() []byte {
	return wire("v010374i00e-one\nr011476w020376s" + startH1 + "73l6Cx78" + "sRNBKQBNRPPP.PPPP................................pppppppprnbkqbnr0D")
}

// checkNoise pushes bytes in pieces and then a good status, and reports whether
// all is as promised: nothing but messages of their lengths, bounded memory, and
// the good status is read when its last character is here.
func checkNoise(f *Framer, noise []byte, piece int, at *time.Duration) error {
	var err error
	whole := func(m Frame) {
		if k, known := replies[m.Letter]; known && len(m.Data) != k.pieces+k.digits || !known && (m.Letter != Name || len(m.Data) > maxName) {
			err = fmt.Errorf("message %q with %d characters", m.Letter, len(m.Data))
		}
	}
	for chunk := range slices.Chunk(noise, piece) {
		*at += time.Millisecond
		f.Push(*at, chunk, whole)
	}
	good := wire("s" + startH1 + "73")
	read := false
	f.Push(*at, good, func(m Frame) { read = m.Letter == Status && string(m.Data) == startH1 })
	if err == nil && !read {
		err = fmt.Errorf("the good status after it was not read")
	}
	if err == nil && cap(f.kept) > 2*maxFrame {
		err = fmt.Errorf("%d bytes are kept", cap(f.kept))
	}
	return err
}

func mutate(b []byte, r *rand.Rand) []byte {
	for range 1 + r.IntN(8) {
		i := r.IntN(len(b))
		switch r.IntN(5) {
		case 0: // a wrong byte
			b[i] = byte(r.Uint32())
		case 1: // lost bytes
			b = slices.Delete(b, i, min(len(b)-1, i+1+r.IntN(10)))
		case 2: // noise between
			b = slices.Insert(b, i, byte(r.Uint32()), byte(r.Uint32()), byte(r.Uint32()))
		case 3: // something twice
			b = slices.Insert(b, i, slices.Clone(b[i:min(len(b), i+r.IntN(80))])...)
		case 4: // a wrong bit
			b[i] ^= 1 << r.IntN(8)
		}
	}
	return b
}

func TestAMillionMutatedBytes(t *testing.T) {
	r := rand.New(rand.NewPCG(20261130, 1))
	drops, at := [reasons]int{}, time.Duration(0)
	f := &Framer{Drop: func(r Reason) { drops[r]++ }}
	clean := traffic()
	for total := 0; total < 1_000_000; {
		noise := mutate(slices.Clone(clean), r)
		total += len(noise)
		if err := checkNoise(f, noise, 1+r.IntN(64), &at); err != nil {
			t.Fatalf("%v, after\n%q", err, noise)
		}
	}
	for reason, n := range drops[:Timeout] {
		if n == 0 {
			t.Errorf("nothing was dropped as %v: the noise is too tame", Reason(reason))
		}
	}
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

func TestFramingAllocatesNothing(t *testing.T) {
	f, b := &Framer{}, traffic()
	frames := 0
	count := func(Frame) { frames++ }
	f.Push(0, b, count)
	if got := testing.AllocsPerRun(100, func() { f.Push(0, b, count) }); got != 0 {
		t.Errorf("got %v allocations", got)
	}
	if frames == 0 {
		t.Error("no message was read")
	}
}

func FuzzFramer(f *testing.F) {
	for _, c := range framings {
		f.Add(c.bytes, 3)
	}
	f.Add(traffic(), 5)
	f.Fuzz(func(t *testing.T, noise []byte, piece int) {
		var at time.Duration
		if err := checkNoise(&Framer{}, noise, 1+piece&0xFF, &at); err != nil {
			t.Fatal(err)
		}
	})
}

func BenchmarkFramer(b *testing.B) {
	f, stream := &Framer{}, traffic()
	b.SetBytes(int64(len(stream)))
	for b.Loop() {
		f.Push(0, stream, func(Frame) {})
	}
}
