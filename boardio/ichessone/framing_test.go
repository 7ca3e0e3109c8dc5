package ichessone

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// hex reads bytes as they are written in the examples.
func hex(s string) (b []byte) {
	for _, f := range strings.Fields(s) {
		var c byte
		if _, err := fmt.Sscanf(f, "%02X", &c); err != nil {
			panic(err)
		}
		b = append(b, c)
	}
	return b
}

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
	f.Push(at, chunk, func(m Frame) { f.said = append(f.said, fmt.Sprintf("%c % X", m.Kind, m.Data)) })
}

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

func TestFraming(t *testing.T) {
	for _, c := range framings {
		whole := listening()
		whole.push(0, hex(c.bytes))
		if diff := cmp.Diff(c.want, whole.said); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
		bytewise := listening()
		for _, b := range hex(c.bytes) {
			bytewise.push(0, []byte{b})
		}
		if diff := cmp.Diff(c.want, bytewise.said); diff != "" {
			t.Errorf("%s, byte by byte (-want +got):\n%s", c.name, diff)
		}
	}
}

func TestMessageEndsWhenNoMoreOfItComes(t *testing.T) {
	f := listening()
	f.push(0, hex("3D 70 A8"))
	f.push(Gap-1, hex("9B"))
	if !f.Open() || f.Deadline() != 2*Gap-1 {
		t.Errorf("open %v until %v, want true until %v", f.Open(), f.Deadline(), 2*Gap-1)
	}
	f.push(f.Deadline(), nil)
	f.push(f.Deadline(), hex("3D 68 69 43"))
	f.push(f.Deadline(), nil)
	if diff := cmp.Diff([]string{"timeout", "h 69 43"}, f.said); diff != "" || f.Open() {
		t.Errorf("open %v (-want +got):\n%s", f.Open(), diff)
	}
}

func TestATextWithoutEndIsNotKept(t *testing.T) {
	f := listening()
	f.push(0, append(hex("3D 68"), strings.Repeat("x", 1000)...))
	f.push(0, hex(start))
	if diff := cmp.Diff([]string{"text", "p " + startData}, f.said); diff != "" || cap(f.kept) > 2*maxText {
		t.Errorf("%d bytes are kept (-want +got):\n%s", cap(f.kept), diff)
	}
}

// traffic is a stream as a board sends it.
func traffic() []byte {
	return slices.Concat(hex(start), hex("3D 62 01 50"), hex("3D 68 69 43 68 65 73 73"), hex(start), hex("3D 62 00 3D"), hex(start))
}

// checkNoise pushes bytes in pieces and then two good positions, and reports
// whether all is as promised: nothing but messages of their lengths, bounded
// memory, and the second position is read, the first too unless the noise ended
// in a battery message that lacks its last byte.
func checkNoise(f *Framer, noise []byte, piece int, at *time.Duration) error {
	var err error
	whole := func(m Frame) {
		ok := m.Kind == Battery && len(m.Data) == batteryLen || m.Kind == Text && len(m.Data) <= maxText ||
			m.Kind == Position && len(m.Data) == positionLen && !slices.ContainsFunc(m.Data, func(b byte) bool { return !isPair(b) })
		if !ok {
			err = fmt.Errorf("message %c with % X", m.Kind, m.Data)
		}
	}
	for chunk := range slices.Chunk(noise, piece) {
		*at += time.Millisecond
		f.Push(*at, chunk, whole)
	}
	least := 2
	if f.kind == Battery && len(f.kept) == batteryLen-1 {
		least = 1
	}
	read := 0
	for range 2 {
		f.Push(*at, hex(start), func(m Frame) {
			if m.Kind == Position && slices.Equal(m.Data, hex(startData)) {
				read++
			}
		})
	}
	if err == nil && read < least {
		err = fmt.Errorf("%d of the good positions after it were read, want %d", read, least)
	}
	if err == nil && cap(f.kept) > 2*maxText {
		err = fmt.Errorf("%d bytes are kept", cap(f.kept))
	}
	return err
}

func mutate(b []byte, r *rand.Rand) []byte {
	for range 1 + r.IntN(8) {
		i := r.IntN(len(b))
		switch r.IntN(4) {
		case 0: // a wrong byte
			b[i] = byte(r.Uint32())
		case 1: // lost bytes
			b = slices.Delete(b, i, min(len(b)-1, i+1+r.IntN(10)))
		case 2: // noise between
			b = slices.Insert(b, i, byte(r.Uint32()), byte(r.Uint32()), byte(r.Uint32()))
		case 3: // a wrong bit
			b[i] ^= 1 << r.IntN(8)
		}
	}
	return b
}

func TestAMillionMutatedBytes(t *testing.T) {
	r := rand.New(rand.NewPCG(20261130, 2))
	drops, at := [reasons]int{}, time.Duration(0)
	f := &Framer{Drop: func(r Reason) { drops[r]++ }}
	clean := traffic()
	for total := 0; total < 1_000_000; {
		noise := mutate(slices.Clone(clean), r)
		total += len(noise)
		if err := checkNoise(f, noise, 1+r.IntN(64), &at); err != nil {
			t.Fatalf("%v, after\n% X", err, noise)
		}
	}
	for _, reason := range []Reason{Garbage, Interrupted, UnknownKind, BadCode, BadPercent} {
		if drops[reason] == 0 {
			t.Errorf("nothing was dropped as %v: the noise is too tame", reason)
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
		f.Add(hex(c.bytes), 3)
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
