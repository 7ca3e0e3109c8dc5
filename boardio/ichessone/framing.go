package ichessone

// The problem: messages are bytes without checksum, without length and without an
// end mark.
//
//   - A read may hold part of a message, or several. The line may begin in the
//     middle of one.
//   - Bytes get lost. What is left of a message then runs into the next one.
//   - A byte that came in between moves all those behind it by two squares, and
//     what comes out is a placement too.
//   - How a text ends nobody has published.
//
// What helps is that a message begins with = and that no two pieces make that
// byte, nor does a text hold it. So after any noise the first whole position is
// read, save behind a battery message that lost its last byte: 61 percent is the
// same byte, and only the position after the next is read. A position that lost a
// byte is noticed when the next message begins, or when nothing more comes. That a
// position can be whole and wrong, no framing can see: session.go takes care.

import "time"

// Gap is how long the bytes of one message may be apart.
const Gap = 250 * time.Millisecond

// Reason says why bytes were thrown away.
type Reason uint8

const (
	Garbage     Reason = iota // bytes outside any message; counted once however many
	Interrupted               // another message began inside this one
	UnknownKind               // a kind of message that does not exist
	BadCode                   // a code that is no piece
	BadPercent                // a battery with more than 100 percent
	BadText                   // a text without end
	Timeout                   // the rest did not come
	reasons
)

func (r Reason) String() string {
	return [reasons]string{"garbage", "interrupted", "unknown", "code", "percent", "text", "timeout"}[r]
}

// Frame is a whole message. Data are valid until the framer gets more bytes.
type Frame struct {
	Kind Kind
	Data []byte
}

// Framer finds the messages in the bytes of a board. The zero value is ready.
type Framer struct {
	Drop func(Reason) // told of everything thrown away; nil where nobody asks

	open    bool
	kind    Kind // of the open message; 0 before it is known
	kept    []byte
	garbage bool // the last byte belonged to no message
	last    time.Duration
}

// Open reports whether a message has begun and not ended.
func (f *Framer) Open() bool { return f.open }

// Deadline is when the open message ends if no more of it comes.
func (f *Framer) Deadline() time.Duration { return f.last + Gap }

// Push takes bytes that arrived at one time and calls out for every message that
// they complete. With no bytes at all it only ends a message of which no more
// came: a text is whole then.
func (f *Framer) Push(at time.Duration, chunk []byte, out func(Frame)) {
	if f.open && at >= f.Deadline() {
		f.interrupt(Timeout, out)
	}
	for _, b := range chunk {
		f.push(b, out)
	}
	if len(chunk) > 0 {
		f.last = at
	}
}

func (f *Framer) push(b byte, out func(Frame)) {
	switch {
	case b == begin && !(f.kind == Battery && len(f.kept) == batteryLen-1):
		if f.open {
			f.interrupt(Interrupted, out)
		}
		f.open, f.garbage = true, false
	case !f.open:
		if !f.garbage {
			f.drop(Garbage)
		}
		f.garbage = true
	case f.kind == 0:
		if f.kind = Kind(b); names[f.kind] == "" {
			f.drop(UnknownKind)
		}
	default:
		f.take(b, out)
	}
}

// take takes a byte of a message whose kind is known.
func (f *Framer) take(b byte, out func(Frame)) {
	printable := b >= ' ' && b < 0x7F
	if f.kind == Text && !printable {
		f.interrupt(BadText, out)
		return
	}
	f.kept = append(f.kept, b)
	switch n := len(f.kept); {
	case f.kind == Position && !isPair(b):
		f.drop(BadCode)
	case f.kind == Text && n > maxText:
		f.drop(BadText)
	case f.kind == Battery && n == batteryLen && b > 100:
		f.drop(BadPercent)
	case f.kind == Position && n == positionLen, f.kind == Battery && n == batteryLen:
		f.whole(out)
	}
}

// interrupt ends the open message before it is full. A text is never full, and
// whole as soon as it ends.
func (f *Framer) interrupt(r Reason, out func(Frame)) {
	if f.kind == Text && len(f.kept) > 0 {
		f.whole(out)
		return
	}
	f.drop(r)
}

func (f *Framer) whole(out func(Frame)) {
	m := Frame{f.kind, f.kept}
	f.open, f.kind, f.kept = false, 0, f.kept[:0]
	out(m)
}

func (f *Framer) drop(r Reason) {
	f.open, f.kind, f.kept = false, 0, f.kept[:0]
	f.garbage = r != Garbage
	if f.Drop != nil {
		f.Drop(r)
	}
}
