package novag

// The problem: the boards talk in lines of text, without checksum, number or
// acknowledgement.
//
//   - A read may hold part of a line, or several.
//   - The line may begin in the middle: after opening, after a plug was pulled.
//     What is left of it must not be taken for a whole one.
//   - Bytes get lost, an end of line too, and then two lines are one.
//   - A board that is set to another speed sends garbage, for hours if need be.
//   - Some boards put a bar at the end of a line, some end it with CR LF, and a
//     lost byte leaves one of the two.
//
// What helps is that all text is plain: a byte that is none spoils the line it
// stands in, up to its end. Every whole line after any noise is found, if an end
// of line stands between; else it is thrown away with the noise before it. That
// a line makes sense is for Parse to find out. At most MaxLine bytes are kept.

import (
	"bytes"
	"time"
)

// MaxLine is how long a line may be. The longest that is known has 29 bytes.
const MaxLine = 64

// Gap is how long the bytes of one line may be apart.
const Gap = 500 * time.Millisecond

// Reason says why something was thrown away.
type Reason uint8

const (
	Garbage  Reason = iota // a line with bytes that are no text
	TooLong                // more text than a line has
	Timeout                // the rest of a line did not come
	Unknown                // a line that means nothing
	Broken                 // part of an answer that does not fit the rest
	Repeated               // a move that was said already
	Missed                 // a move that does not follow the one before
	reasons
)

func (r Reason) String() string {
	return [reasons]string{"garbage", "length", "timeout", "unknown", "broken", "repeated", "missed"}[r]
}

// Framer finds the lines in the bytes of a board. The zero value is ready.
type Framer struct {
	Drop func(Reason) // told of every line that is thrown away; nil where nobody asks

	kept  []byte
	spoil bool // the rest of this line is thrown away
	last  time.Duration
}

// Open reports whether a line has begun and not ended.
func (f *Framer) Open() bool { return len(f.kept) > 0 || f.spoil }

// Deadline is when the open line is given up unless more of it comes.
func (f *Framer) Deadline() time.Duration { return f.last + Gap }

// Push takes bytes that arrived at one time and calls out for every line that
// they complete, without what surrounds its text; blank lines are passed over. With
// no bytes at all it only gives up a line whose rest did not come.
func (f *Framer) Push(at time.Duration, chunk []byte, out func(line string)) {
	if f.Open() && at >= f.Deadline() {
		f.giveUp()
	}
	for _, b := range chunk {
		f.push(b, out)
	}
	if len(chunk) > 0 {
		f.last = at
	}
}

func (f *Framer) push(b byte, out func(string)) {
	switch {
	case b == '\r' || b == '\n':
		text := bytes.Trim(f.kept, " |")
		if !f.spoil && len(text) > 0 {
			out(string(text))
		}
		f.kept, f.spoil = f.kept[:0], false
	case f.spoil:
	case b < ' ' || b > '~':
		f.ruin(Garbage)
	case len(f.kept) == MaxLine:
		f.ruin(TooLong)
	default:
		f.kept = append(f.kept, b)
	}
}

// ruin throws the open line away, with what is still to come of it.
func (f *Framer) ruin(r Reason) {
	f.kept, f.spoil = f.kept[:0], true
	f.drop(r)
}

// giveUp begins a new line.
func (f *Framer) giveUp() {
	told := f.spoil || len(bytes.TrimSpace(f.kept)) == 0
	f.kept, f.spoil = f.kept[:0], false
	if !told {
		f.drop(Timeout)
	}
}

func (f *Framer) drop(r Reason) {
	if f.Drop != nil {
		f.Drop(r)
	}
}
