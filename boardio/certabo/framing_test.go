package certabo

import (
	"bytes"
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

func hearing(numbers int) *told {
	f := &told{Framer: Framer{Numbers: numbers}}
	f.Drop = func(r Reason) { f.said = append(f.said, r.String()) }
	return f
}

func (f *told) push(at time.Duration, chunk string) {
	f.Push(at, []byte(chunk), func(numbers []byte) { f.said = append(f.said, short(numbers)) })
}

// short writes the numbers of a frame: how many, and those that are not zero.
func short(numbers []byte) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d:", len(numbers))
	for i, n := range numbers {
		if n != 0 {
			fmt.Fprintf(&b, " %d=%d", i, n)
		}
	}
	return b.String()
}

// line is a frame of zeros but for its first numbers.
func line(numbers int, first ...byte) string {
	return string(AppendFrame(nil, append(first, make([]byte, numbers-len(first))...)...))
}

// cut is a line without its last bytes.
func cut(line string, n int) string { return line[:len(line)-n] }

// framings are streams of a board of tags and what is made of them.
var framings = []struct {
	name  string
	bytes string
	want  []string
}{
	{"one frame", line(320, 3, 0, 84, 7, 152), []string{"320: 0=3 2=84 3=7 4=152"}},
	{"two frames", line(320, 1) + line(320, 2), []string{"320: 0=1", "320: 0=2"}},
	{"opened in mid-frame", line(320, 1)[99:] + line(320, 2), []string{"garbage", "320: 0=2"}},
	{"line feeds inside numbers", strings.ReplaceAll(line(320, 142, 255), "42", "\n42"), []string{"320: 0=142 1=255"}},
	{"a line feed after each byte", strings.Join(strings.Split(line(320, 142), ""), "\n"), []string{"320: 0=142"}},
	{"acknowledged between frames", line(320, 1) + "L\r\n" + line(320, 2) + "D" + line(320, 3), []string{"320: 0=1", "320: 0=2", "320: 0=3"}},
	{"acknowledged inside a number", ":1L\r\n4D*2 " + line(319)[1:], []string{"320: 0=142"}},
	{"without space and line end, as over Bluetooth", cut(line(320, 1), 3) + cut(line(320, 2), 3) + ":", []string{"320: 0=1", "320: 0=2"}},
	{"without line end", cut(line(320, 1), 2) + cut(line(320, 2), 2), []string{"320: 0=1", "320: 0=2"}},
	{"whole with its last space", cut(line(320, 1), 2), []string{"320: 0=1"}},
	{"cut, and then the next one", cut(line(320, 1), 9) + line(320, 2), []string{"short", "320: 0=2"}},
	{"a colon again and again", "::::" + line(320, 2), []string{"short", "short", "short", "short", "320: 0=2"}},
	{"a number is lost", line(319) + line(320, 2), []string{"short", "320: 0=2"}},
	{"a number too many", line(321, 1) + line(320, 2), []string{"320: 0=1", "garbage", "320: 0=2"}},
	{"a space is lost: two numbers become one", ":0 0 84 7152 " + line(316)[1:] + line(320, 2), []string{"number", "320: 0=2"}},
	{"256", ":256 " + line(319)[1:] + line(320, 2), []string{"number", "320: 0=2"}},
	{"a number without end", ":" + strings.Repeat("9", 5000) + line(320, 2), []string{"number", "320: 0=2"}},
	{"two spaces", ":7  " + line(319)[1:], []string{"320: 0=7"}},
	{"a byte that belongs nowhere", ":1 2 \x80 3" + line(320, 2), []string{"byte", "320: 0=2"}},
	{"a minus", ":-1 " + line(319)[1:] + line(320, 2), []string{"byte", "320: 0=2"}},
	{"noise", "\xff\x00abc" + line(320, 2), []string{"garbage", "320: 0=2"}},
	{"noise between", line(320, 1) + "\x00\x00" + line(320, 2) + "9", []string{"320: 0=1", "garbage", "320: 0=2", "garbage"}},
	{"a board that knows no tags", line(8, 255, 255) + line(8, 255), []string{"short"}},
}

// ranks are streams of a board without tags.
var ranks = []struct {
	name  string
	bytes string
	want  []string
}{
	{"one frame", line(8, 255, 254), []string{"8: 0=255 1=254"}},
	{"two frames", line(8, 1) + line(8, 2), []string{"8: 0=1", "8: 0=2"}},
	{"opened in mid-frame", " 0 0 255 255 \r\n" + line(8, 2), []string{"garbage", "8: 0=2"}},
	{"without space", ":1 0 0 0 0 0 0 2\r\n", []string{"8: 0=1 7=2"}},
	{"without space and line end, as over Bluetooth", ":1 0 0 0 0 0 0 2:3 0 0 0 0 0 0 0:", []string{"8: 0=1 7=2", "8: 0=3"}},
	{"cut", ":1 0 0 0\r\n" + line(8, 2), []string{"short", "8: 0=2"}},
	{"cut without line end", ":1 0 0 0" + line(8, 2), []string{"short", "8: 0=2"}},
	{"a number too many", line(9) + line(8, 2), []string{"long", "8: 0=2"}},
	{"acknowledged inside", ":1 0 L0 0 0 0 0 2 \r\n", []string{"8: 0=1 7=2"}},
	{"a board of tags", line(320, 7) + line(320, 7), []string{"long", "long"}},
	{"an empty line", ":\r\n" + line(8, 2), []string{"short", "8: 0=2"}},
}

func TestFraming(t *testing.T) {
	check := func(name string, numbers int, stream string, want []string) {
		whole := hearing(numbers)
		whole.push(0, stream)
		if diff := cmp.Diff(want, whole.said); diff != "" {
			t.Errorf("%d numbers, %s (-want +got):\n%s", numbers, name, diff)
		}
		bytewise := hearing(numbers)
		for i := range len(stream) {
			bytewise.push(0, stream[i:i+1])
		}
		if diff := cmp.Diff(whole.said, bytewise.said); diff != "" {
			t.Errorf("%d numbers, %s, byte by byte (-want +got):\n%s", numbers, name, diff)
		}
	}
	for _, c := range framings {
		check(c.name, TagNumbers, c.bytes, c.want)
	}
	for _, c := range ranks {
		check(c.name, RankNumbers, c.bytes, c.want)
	}
}

func TestWhatIsFarApartIsNotOneFrame(t *testing.T) {
	f := hearing(TagNumbers)
	f.push(0, line(320, 1)[:300])
	f.push(Gap, line(320, 1)[300:400])
	f.push(2*Gap, line(320, 1)[400:])
	f.push(3*Gap, line(320, 2)[:300])
	f.push(4*Gap+1, line(320, 2)[300:])
	f.push(4*Gap+2, line(320, 3))
	if diff := cmp.Diff([]string{"320: 0=1", "timeout", "garbage", "320: 0=3"}, f.said); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// checkNoise pushes bytes in pieces and then a good frame, and reports whether
// that is read, whatever came before. A frame of ranks needs its line end.
func checkNoise(f *Framer, noise []byte, piece int, at *time.Duration) error {
	for chunk := range slices.Chunk(noise, piece) {
		*at += time.Millisecond
		f.Push(*at, chunk, func([]byte) {})
	}
	good := make([]byte, f.Numbers)
	for i := range good {
		good[i] = byte(i)
	}
	read := false
	f.Push(*at, AppendFrame(nil, good...), func(numbers []byte) { read = bytes.Equal(numbers, good) })
	if !read {
		return fmt.Errorf("the good frame after it was not read")
	}
	return nil
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
			b = slices.Insert(b, i, byte(r.Uint32()), ' ', byte(r.Uint32()))
		case 3: // something twice
			b = slices.Insert(b, i, slices.Clone(b[i:min(len(b), i+r.IntN(80))])...)
		case 4: // a wrong bit
			b[i] ^= 1 << r.IntN(8)
		}
	}
	return b
}

func TestFiveMillionMutatedBytes(t *testing.T) {
	r := rand.New(rand.NewPCG(20261130, 5))
	for _, numbers := range []int{TagNumbers, RankNumbers} {
		drops, at := [reasons]int{}, time.Duration(0)
		f := &Framer{Numbers: numbers, Drop: func(r Reason) { drops[r]++ }}
		clean := []byte(strings.Repeat(line(numbers, 3, 0, 84, 7, 152), 3) + "L\r\n")
		for total := 0; total < 2_500_000; {
			noise := mutate(slices.Clone(clean), r)
			total += len(noise)
			if err := checkNoise(f, noise, 1+r.IntN(64), &at); err != nil {
				t.Fatalf("%v, after %q", err, noise)
			}
		}
		for reason, n := range drops[:Timeout] {
			if n == 0 && (numbers == RankNumbers || Reason(reason) != Long) {
				t.Errorf("%d numbers: nothing was dropped as %v: the noise is too tame", numbers, Reason(reason))
			}
		}
	}
}

func TestFramingAllocatesNothing(t *testing.T) {
	f, b, frames := &Framer{Numbers: TagNumbers}, []byte(line(320, 1, 2, 3)), 0
	count := func([]byte) { frames++ }
	if got := testing.AllocsPerRun(100, func() { f.Push(0, b, count) }); got != 0 {
		t.Errorf("got %v allocations", got)
	}
	if frames == 0 {
		t.Error("no frame was read")
	}
}

func FuzzFramer(f *testing.F) {
	for _, c := range framings {
		f.Add([]byte(c.bytes), 3)
	}
	for _, c := range ranks {
		f.Add([]byte(c.bytes), 5)
	}
	f.Fuzz(func(t *testing.T, noise []byte, piece int) {
		for _, numbers := range []int{TagNumbers, RankNumbers} {
			var at time.Duration
			if err := checkNoise(&Framer{Numbers: numbers}, noise, 1+piece&0xFF, &at); err != nil {
				t.Fatalf("%d numbers: %v", numbers, err)
			}
		}
	})
}

func BenchmarkFramer(b *testing.B) {
	f, stream := &Framer{Numbers: TagNumbers}, []byte(line(320, 3, 0, 84, 7, 152))
	b.SetBytes(int64(len(stream)))
	for b.Loop() {
		f.Push(0, stream, func([]byte) {})
	}
}
