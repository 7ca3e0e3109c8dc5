package bench

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// Framer finds the messages of one make in whatever a line brings.
type Framer[M any] interface {
	Push(at time.Duration, received []byte, take func(M))
}

// Framing is what is promised of a framer, by which it is put to the test.
type Framing[M any, F Framer[M]] struct {
	New   func(drop func(reason string)) F
	Said  func(M) string // a message as tests write it
	Clean []byte         // a stream as a board sends it
	Good  []byte         // one message. After any noise it is read,
	Lost  func(F) int    // or only after so many that are lost; nil: none ever is

	Whole func(M) bool // whether there is such a message; nil: any
	Kept  func(F) int  // bytes that it keeps; nil: it has no buffer that grows
	Most  int          // bytes that it may keep
}

// Ear writes down what a framer says, in its order: messages, and the reasons for
// which bytes were dropped.
type Ear[M any, F Framer[M]] struct {
	Framer F
	Told   []string
	said   func(M) string
}

// Listen returns a framer with an ear at it.
func (f Framing[M, F]) Listen() *Ear[M, F] {
	e := &Ear[M, F]{said: f.Said}
	e.Framer = f.New(func(reason string) { e.Told = append(e.Told, reason) })
	return e
}

// Push gives the framer what one read brought.
func (e *Ear[M, F]) Push(at time.Duration, received []byte) {
	e.Framer.Push(at, received, func(m M) { e.Told = append(e.Told, e.said(m)) })
}

// mostSplits are the places at which Want cuts a stream in two.
const mostSplits = 300

// Want checks what is made of a stream, in whatever pieces it comes: whole, byte by
// byte, and cut in two.
func (f Framing[M, F]) Want(t *testing.T, what string, stream []byte, want ...string) {
	t.Helper()
	check := func(how string, pieces ...[]byte) {
		t.Helper()
		e := f.Listen()
		for _, piece := range pieces {
			e.Push(0, piece)
		}
		Want(t, what+how, want, e.Told)
	}
	check("", stream)
	check(", byte by byte", slices.Collect(slices.Chunk(stream, 1))...)
	for at := 1; at < len(stream); at += 1 + len(stream)/mostSplits {
		check(fmt.Sprintf(", cut after %d bytes", at), stream[:at], stream[at:])
	}
}

// noise pushes bytes in pieces and then good messages, and returns which promise
// was broken.
func (f Framing[M, F]) noise(framer F, noise []byte, piece int, at *time.Duration) error {
	var err error
	for chunk := range slices.Chunk(noise, piece) {
		*at += time.Millisecond
		framer.Push(*at, chunk, func(m M) {
			if f.Whole != nil && !f.Whole(m) {
				err = fmt.Errorf("there is no such message: %s", f.Said(m))
			}
		})
	}
	if err != nil {
		return err
	}
	tries := 1
	if f.Lost != nil {
		tries += f.Lost(framer)
	}
	last := ""
	for range tries {
		last = ""
		framer.Push(*at, f.Good, func(m M) { last = f.Said(m) })
	}
	if want := f.good(); last != want {
		return fmt.Errorf("a good message after it was read as %q, want %q", last, want)
	}
	if f.Kept != nil && f.Kept(framer) > f.Most {
		return fmt.Errorf("%d bytes are kept", f.Kept(framer))
	}
	return nil
}

// good is the good message as it is read on a good line.
func (f Framing[M, F]) good() (said string) {
	f.New(func(string) {}).Push(0, f.Good, func(m M) { said = f.Said(m) })
	return said
}

// Mutated has so many bytes of a stream altered, lost and put in, and checks that
// the framer keeps its promises, and that something was dropped for each of these
// reasons.
func (f Framing[M, F]) Mutated(t *testing.T, bytes int, reasons ...string) {
	t.Helper()
	chance := rand.New(rand.NewPCG(20261130, 1))
	drops, at := make(map[string]int), time.Duration(0)
	framer := f.New(func(reason string) { drops[reason]++ })
	for total := 0; total < bytes; {
		noise := Mutate(slices.Clone(f.Clean), chance)
		total += len(noise)
		if err := f.noise(framer, noise, 1+chance.IntN(64), &at); err != nil {
			t.Fatalf("%v, after\n% X", err, noise)
		}
	}
	for _, reason := range reasons {
		if drops[reason] == 0 {
			t.Errorf("nothing was dropped as %s: the noise is too tame", reason)
		}
	}
}

// Mutate alters bytes as a bad line does.
func Mutate(b []byte, r *rand.Rand) []byte {
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

// Fuzz is the body of a fuzz target: whatever came, the promises are kept.
func (f Framing[M, F]) Fuzz(t *testing.T, noise []byte, piece int) {
	var at time.Duration
	if err := f.noise(f.New(func(string) {}), noise, 1+piece&0xFF, &at); err != nil {
		t.Fatal(err)
	}
}

// AllocatesNothing checks that reading on costs no memory: a board talks for
// months.
func (f Framing[M, F]) AllocatesNothing(t *testing.T) {
	t.Helper()
	framer, read := f.New(func(string) {}), 0
	count := func(M) { read++ }
	framer.Push(0, f.Clean, count)
	if got := testing.AllocsPerRun(100, func() { framer.Push(0, f.Clean, count) }); got != 0 {
		t.Errorf("got %v allocations", got)
	}
	if read == 0 {
		t.Error("no message was read")
	}
}

// Benchmark measures how fast a stream is read.
func (f Framing[M, F]) Benchmark(b *testing.B) {
	framer := f.New(func(string) {})
	b.SetBytes(int64(len(f.Clean)))
	for b.Loop() {
		framer.Push(0, f.Clean, func(M) {})
	}
}

// Hex reads bytes as the examples of protocols are written, such as "8E 00 05".
func Hex(s string) (b []byte) {
	for _, f := range strings.Fields(s) {
		c, err := strconv.ParseUint(f, 16, 8)
		if err != nil {
			panic(err)
		}
		b = append(b, byte(c))
	}
	return b
}

// Reasons are the names of all reasons before one.
func Reasons[R interface {
	~int | ~uint8
	fmt.Stringer
}](end R) (names []string) {
	for r := R(0); r < end; r++ {
		names = append(names, r.String())
	}
	return names
}
