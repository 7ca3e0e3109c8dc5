package certabo

// The problem: a board sends lines of decimal numbers without end, and nothing
// but the number of numbers tells whether one is whole.
//
//   - The line begins in the middle of a frame whenever it is opened.
//   - A line feed may stand anywhere, even inside a number; and a link over
//     Bluetooth takes those at the end away.
//   - What the board says about a command for its lights, L or D, may land
//     between two frames or inside one.
//   - Bytes get lost: a number, the space between two, the colon of the next
//     frame. There is no checksum.
//
// What helps is that a colon begins every frame and stands nowhere else. So the
// first whole frame after any noise is read, and a frame that has more or fewer
// numbers than it should is thrown away. One in which a digit became another is
// read: whoever uses it must not believe a single frame. The memory is that of
// one frame.

import (
	"strconv"
	"time"
)

// Gap is how long the bytes of one frame may be apart.
const Gap = time.Second

// Reason says why bytes were thrown away.
type Reason uint8

const (
	Garbage   Reason = iota // bytes outside any frame; counted once however many
	Short                   // a frame has fewer numbers than it should
	Long                    // or more
	BadNumber               // a number is above 255
	BadByte                 // a byte that stands in no frame
	Timeout                 // the rest did not come
	reasons
)

func (r Reason) String() string {
	return [reasons]string{"garbage", "short", "long", "number", "byte", "timeout"}[r]
}

// Numbers of a frame, by what the board senses.
const (
	TagNumbers  = 320 // five a square
	RankNumbers = 8   // one a rank
)

// Framer finds the frames in the bytes of a board.
type Framer struct {
	Numbers int          // TagNumbers or RankNumbers
	Drop    func(Reason) // told of everything thrown away; nil where nobody asks

	kept  [TagNumbers]byte
	got   int // of them
	value int // of the number that is being read
	digit bool
	state state
	last  time.Duration
}

// state is where in the stream we are.
type state uint8

const (
	outside state = iota // no frame is open, and something else may come
	lost                 // no frame is open, and what comes was thrown away already
	inside
)

// Push takes bytes that arrived at one time and calls out for every frame that
// they complete, with its numbers, which are valid until out returns.
func (f *Framer) Push(at time.Duration, chunk []byte, out func(numbers []byte)) {
	if f.state == inside && at-f.last > Gap {
		f.drop(Timeout)
		f.state = outside
	}
	f.last = at
	for _, b := range chunk {
		if f.push(b) {
			out(f.kept[:f.Numbers])
		}
	}
}

// push takes one byte and reports whether a frame is whole with it.
func (f *Framer) push(b byte) (whole bool) {
	switch {
	case b == ':':
		whole = f.state == inside && f.end()
		f.state, f.got, f.value, f.digit = inside, 0, 0, false
		return whole
	case b == '\r', b == '\n', b == 'L', b == 'D', b == '*':
		return f.state == inside && f.feed(b)
	case b == ' ':
		return f.state == inside && f.space()
	case f.state != inside:
		if f.state == outside {
			f.drop(Garbage)
		}
		f.state = lost
		return false
	case b < '0' || b > '9':
		f.drop(BadByte)
		return false
	}
	f.figure(int(b - '0'))
	return false
}

func (f *Framer) figure(n int) {
	f.value, f.digit = 10*f.value+n, true
	switch {
	case f.got == f.Numbers:
		f.drop(Long)
	case f.value > 255:
		f.drop(BadNumber)
	}
}

// space ends a number. A line of tags begins like a line of ranks, so only that
// of tags is known to be whole by its last number.
func (f *Framer) space() (whole bool) {
	f.number()
	if f.got < f.Numbers || f.Numbers < TagNumbers {
		return false
	}
	f.state = outside
	return true
}

// feed takes what stands between two lines, or anywhere. It ends a line of ranks,
// which is too short to be broken.
func (f *Framer) feed(b byte) (whole bool) {
	if f.Numbers == TagNumbers || b != '\r' && b != '\n' || f.got == 0 {
		return false
	}
	return f.end()
}

// end ends a frame and reports whether it has all its numbers.
func (f *Framer) end() bool {
	f.number()
	if f.got != f.Numbers {
		f.drop(Short)
		return false
	}
	f.state = outside
	return true
}

func (f *Framer) number() {
	if f.digit {
		f.kept[f.got] = byte(f.value)
		f.got++
	}
	f.value, f.digit = 0, false
}

func (f *Framer) drop(r Reason) {
	f.state = lost
	if f.Drop != nil {
		f.Drop(r)
	}
}

// AppendFrame appends the frame with these numbers.
func AppendFrame(b []byte, numbers ...byte) []byte {
	b = append(b, ':')
	for _, n := range numbers {
		b = append(strconv.AppendInt(b, int64(n), 10), ' ')
	}
	return append(b, "\r\n"...)
}
