package certabo

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"recorderd/boardio/bench"
)

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

// framing is what is promised of a framer for frames of so many numbers.
func framing(numbers int) bench.Framing[[]byte, *Framer] {
	good := make([]byte, numbers)
	for i := range good {
		good[i] = byte(i)
	}
	return bench.Framing[[]byte, *Framer]{
		New: func(drop func(string)) *Framer {
			return &Framer{Numbers: numbers, Drop: func(r Reason) { drop(r.String()) }}
		},
		Said:  short,
		Clean: []byte(strings.Repeat(line(numbers, 3, 0, 84, 7, 152), 3) + "L\r\n"),
		Good:  AppendFrame(nil, good...),
	}
}

func TestFraming(t *testing.T) {
	for _, c := range framings {
		framing(TagNumbers).Want(t, c.name, []byte(c.bytes), c.want...)
	}
	for _, c := range ranks {
		framing(RankNumbers).Want(t, c.name, []byte(c.bytes), c.want...)
	}
}

func TestWhatIsFarApartIsNotOneFrame(t *testing.T) {
	f := framing(TagNumbers).Listen()
	f.Push(0, []byte(line(320, 1)[:300]))
	f.Push(Gap, []byte(line(320, 1)[300:400]))
	f.Push(2*Gap, []byte(line(320, 1)[400:]))
	f.Push(3*Gap, []byte(line(320, 2)[:300]))
	f.Push(4*Gap+1, []byte(line(320, 2)[300:]))
	f.Push(4*Gap+2, []byte(line(320, 3)))
	bench.Want(t, "told", []string{"320: 0=1", "timeout", "garbage", "320: 0=3"}, f.Told)
}

func TestFiveMillionMutatedBytes(t *testing.T) {
	ranks := bench.Reasons(Timeout)
	tags := slices.DeleteFunc(slices.Clone(ranks), func(r string) bool { return r == Long.String() })
	framing(TagNumbers).Mutated(t, 2_500_000, tags...)
	framing(RankNumbers).Mutated(t, 2_500_000, ranks...)
}

func TestFramingAllocatesNothing(t *testing.T) { framing(TagNumbers).AllocatesNothing(t) }

func FuzzFramer(f *testing.F) {
	for _, c := range framings {
		f.Add([]byte(c.bytes), 3)
	}
	for _, c := range ranks {
		f.Add([]byte(c.bytes), 5)
	}
	f.Fuzz(func(t *testing.T, noise []byte, piece int) {
		framing(TagNumbers).Fuzz(t, noise, piece)
		framing(RankNumbers).Fuzz(t, noise, piece)
	})
}

func BenchmarkFramer(b *testing.B) { framing(TagNumbers).Benchmark(b) }
