package boardio

// The problem: some devices talk in lines of text, without any other frame.
//
//   - A read may hold part of a line, or several.
//   - The line may begin in the middle: after opening, after a plug was pulled.
//     What is left of it must not be taken for a whole one.
//   - Bytes get lost, an end of line too, and then two lines are one.
//   - A device that is set to another speed sends garbage, for hours if need be.
//   - Some end a line with CR LF, some with one of the two, and a lost byte leaves
//     one of the two.
//
// What helps is that all text is plain: a byte that is none spoils the line it
// stands in, up to its end. Every whole line after any noise is found, if an end
// of line stands between; else it is thrown away with the noise before it. That
// a line makes sense is for its reader to find out. At most Max bytes are kept.

import (
	"bytes"
	"time"
)

// lineGap is how long the bytes of one line may be apart.
const lineGap = 500 * time.Millisecond

// Reasons for which Lines throws something away.
const (
	NoText     = "garbage" // a line with bytes that are no text
	TooLong    = "length"  // more text than a line has
	Unfinished = "timeout" // the rest of a line did not come
)

// Lines finds the lines of text in the bytes of a device.
type Lines struct {
	Max  int                 // bytes that a line has at most
	Drop func(reason string) // told of every line that is thrown away; nil where nobody asks

	kept  []byte
	spoil bool // the rest of this line is thrown away
	last  time.Duration
}

// Open reports whether a line has begun and not ended.
func (l *Lines) Open() bool { return len(l.kept) > 0 || l.spoil }

// Deadline is when the open line is given up unless more of it comes.
func (l *Lines) Deadline() time.Duration { return l.last + lineGap }

// Push takes bytes that arrived at one time and calls out for every line that
// they complete, without the blanks around it; blank lines are passed over. With
// no bytes at all it only gives up a line whose rest did not come.
func (l *Lines) Push(at time.Duration, chunk []byte, out func(line string)) {
	if l.Open() && at >= l.Deadline() {
		l.giveUp()
	}
	for _, b := range chunk {
		l.push(b, out)
	}
	if len(chunk) > 0 {
		l.last = at
	}
}

func (l *Lines) push(b byte, out func(string)) {
	switch {
	case b == '\r' || b == '\n':
		text := bytes.Trim(l.kept, " ")
		if !l.spoil && len(text) > 0 {
			out(string(text))
		}
		l.kept, l.spoil = l.kept[:0], false
	case l.spoil:
	case b < ' ' || b > '~':
		l.ruin(NoText)
	case len(l.kept) == l.Max:
		l.ruin(TooLong)
	default:
		l.kept = append(l.kept, b)
	}
}

// ruin throws the open line away, with what is still to come of it.
func (l *Lines) ruin(reason string) {
	l.kept, l.spoil = l.kept[:0], true
	l.drop(reason)
}

// giveUp begins a new line.
func (l *Lines) giveUp() {
	told := l.spoil || len(bytes.TrimSpace(l.kept)) == 0
	l.kept, l.spoil = l.kept[:0], false
	if !told {
		l.drop(Unfinished)
	}
}

func (l *Lines) drop(reason string) {
	if l.Drop != nil {
		l.Drop(reason)
	}
}
