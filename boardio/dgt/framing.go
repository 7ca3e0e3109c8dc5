package dgt

// The problem: messages come as bytes without checksum and without end mark.
//
//   - A read may hold part of a message, or several.
//   - The line may begin in the middle of one: after opening, after a plug was
//     pulled, after the board was switched on.
//   - Bytes get lost. What is left of a message then runs into the next one.
//   - A message may stop and never go on.
//   - Lengths lie, and an unknown message may claim sixteen thousand bytes.
//
// What helps is that only the first byte of a message has its high bit set. So
// such a byte always begins one, whatever went on before: the first whole
// message after any noise is read. Everything else that does not fit is thrown
// away and counted, and the caller asks the board for all its squares, because
// a change may have been in it. At most MaxFrame bytes are kept.

import "time"

// Gap is how long the bytes of one message may be apart.
const Gap = 500 * time.Millisecond

// Reason says why bytes were thrown away.
type Reason uint8

const (
	Garbage     Reason = iota // a byte outside any message
	Interrupted               // another message began inside this one
	BadLength                 // a message of this kind can't be so long
	UnknownID                 // a whole message of a kind that does not exist
	Timeout                   // the rest did not come
	Implausible               // whole and well formed, but it says what can't be
	Checksum                  // on a bus: something in it is wrong
	Stray                     // on a bus: the answer to a question that was not asked
	reasons
)

func (r Reason) String() string {
	return [reasons]string{"garbage", "interrupted", "length", "unknown", "timeout", "implausible", "checksum", "stray"}[r]
}

// Frame is a whole message. Payload is valid until the framer gets more bytes.
type Frame struct {
	ID      ID
	Payload []byte
}

// Framer finds the messages in the bytes of a board. The zero value is ready.
type Framer struct {
	Drop func(Reason) // told of everything thrown away; nil where nobody asks

	bus    bool // the kinds of messages are those of a bus
	open   bool
	id     ID
	kind   message // without a name if it is not in the table; such are skipped
	got    int     // bytes of the open message
	length int     // what its header says
	kept   []byte  // its payload
	began  time.Duration
	last   time.Duration
}

// Open reports whether a message has begun and not ended.
func (f *Framer) Open() bool { return f.open }

// Long reports whether a message of a known kind is open that began before this
// time. Noise always looks as if a message had just begun.
func (f *Framer) Long(before time.Duration) bool {
	return f.underway() && f.began < before
}

// underway reports whether a message of a known kind is open.
func (f *Framer) underway() bool { return f.open && f.got >= headerLen && f.kind.name != "" }

// Deadline is when the open message is given up unless more of it comes.
func (f *Framer) Deadline() time.Duration { return f.last + Gap }

// Push takes bytes that arrived at one time and calls out for every message
// that they complete. With no bytes at all it only gives up a message whose rest
// did not come.
func (f *Framer) Push(at time.Duration, chunk []byte, out func(Frame)) {
	if f.open && at >= f.Deadline() {
		f.drop(Timeout)
	}
	for _, b := range chunk {
		if f.push(at, b) {
			out(Frame{f.id, f.kept})
		}
	}
	if len(chunk) > 0 {
		f.last = at
	}
}

// push takes one byte and reports whether it ended a message that is to be read.
func (f *Framer) push(at time.Duration, b byte) bool {
	switch {
	case b >= 0x80:
		if f.open {
			f.drop(Interrupted)
		}
		f.open, f.id, f.got, f.kept, f.began = true, ID(b), 1, f.kept[:0], at
		return false
	case !f.open:
		f.drop(Garbage)
		return false
	}
	f.got++
	switch {
	case f.got == 2:
		f.length = int(b) << 7
		return false
	case f.got == headerLen:
		f.length |= int(b)
		f.kind = f.kindOf(f.id)
		if f.length < headerLen || f.kind.name != "" && !f.kind.fits(f.length) {
			f.drop(BadLength)
			return false
		}
	case f.kind.name != "":
		f.kept = append(f.kept, b)
	}
	return f.got == f.length && f.end()
}

// end closes the message and reports whether it is of a kind to read.
func (f *Framer) end() bool {
	f.open = false
	if f.kind.name == "" {
		f.drop(UnknownID)
		return false
	}
	return true
}

func (f *Framer) kindOf(id ID) message {
	if f.bus {
		return knownOnBus[id]
	}
	return known[id]
}

func (f *Framer) drop(r Reason) {
	if r != Garbage {
		f.open = false
	}
	if f.Drop != nil {
		f.Drop(r)
	}
}
