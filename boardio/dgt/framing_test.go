package dgt

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
	f.Push(at, chunk, func(m Frame) { f.said = append(f.said, fmt.Sprintf("%s % X", m.ID.Name(), m.Payload)) })
}

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

func TestWholeMemoryIsOneMessage(t *testing.T) {
	f := listening()
	memory := AppendFrame(nil, Memory, make([]byte, 7936)...)
	if got, want := memory[:3], hex("8F 3E 03"); !slices.Equal(got, want) {
		t.Errorf("header: got % X, want % X", got, want)
	}
	var payload int
	f.Push(0, memory, func(m Frame) { payload = len(m.Payload) })
	if payload != 7936 || len(f.said) != 0 {
		t.Errorf("got %d bytes and %v", payload, f.said)
	}
}

func TestMessageIsGivenUpWhenItsRestDoesNotCome(t *testing.T) {
	f := listening()
	f.push(0, hex("8E 00"))
	f.push(Gap-1, hex("05 34"))
	if !f.Open() || f.Deadline() != 2*Gap-1 {
		t.Errorf("open %v until %v, want true until %v", f.Open(), f.Deadline(), 2*Gap-1)
	}
	f.push(f.Deadline(), nil)
	f.push(f.Deadline(), hex("00 8E 00 05 24 01"))
	if diff := cmp.Diff([]string{"timeout", "garbage", "field 24 01"}, f.said); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	late := listening()
	late.push(0, hex("8E 00 05 34"))
	late.push(time.Hour, hex("00"))
	if diff := cmp.Diff([]string{"timeout", "garbage"}, late.said); diff != "" {
		t.Errorf("an hour later (-want +got):\n%s", diff)
	}
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

// checkNoise pushes bytes in pieces and then a good message, and reports
// whether all is as promised: nothing but known messages of their lengths,
// bounded memory, and the good message is read.
func checkNoise(f *Framer, noise []byte, piece int, at *time.Duration) error {
	var err error
	whole := func(m Frame) {
		if !known[m.ID].fits(headerLen+len(m.Payload)) || known[m.ID].name == "" {
			err = fmt.Errorf("message %02X with %d bytes", byte(m.ID), len(m.Payload))
		}
	}
	for chunk := range slices.Chunk(noise, piece) {
		*at += time.Millisecond
		f.Push(*at, chunk, whole)
	}
	good, read := hex("8E 00 05 24 01"), false
	f.Push(*at, good, func(m Frame) { read = m.ID == FieldState && slices.Equal(m.Payload, good[3:]) })
	if err == nil && !read {
		err = fmt.Errorf("the good message after it was not read")
	}
	if err == nil && cap(f.kept) > 2*MaxFrame {
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

func TestTenMillionMutatedBytes(t *testing.T) {
	r := rand.New(rand.NewPCG(20261129, 2))
	drops, at := [reasons]int{}, time.Duration(0)
	f := &Framer{Drop: func(r Reason) { drops[r]++ }}
	clean := traffic()
	for total := 0; total < 10_000_000; {
		noise := mutate(slices.Clone(clean), r)
		total += len(noise)
		if err := checkNoise(f, noise, 1+r.IntN(64), &at); err != nil {
			t.Fatalf("%v, after\n% X", err, noise)
		}
	}
	for reason, n := range drops[:Timeout] {
		if n == 0 {
			t.Errorf("nothing was dropped as %v: the noise is too tame", Reason(reason))
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
