package millennium

// The problem: messages are printable characters, each with a parity bit, and
// behind each message stands the XOR of its characters.
//
//   - A read may hold part of a message, or several. The line may begin in the
//     middle of one, and an automatic status may come at any time.
//   - Characters get lost or altered. The XOR knows nothing of their order, and
//     two equal ones that are lost leave it as it was.
//   - r begins an answer and is a black rook too; so is B a bishop and a digit.
//   - The name of a board has no checksum, and not always a line feed behind it.
//   - Some adaptors, and programs that act as a board, pass on no parity.
//
// What helps is that every character but those of a name has its alphabet:
// pieces, then hexadecimal digits. What does not fit is noticed at once, not when
// the length of a lying message has come. Then one character is thrown away, and
// what is left is looked at again. And s, which begins a status, is neither a
// piece nor a digit, so a whole status after any noise is read when its last
// character is here. Any other message is, unless the noise before it happens to
// make one with it that has the right checksum and parity.
//
// A message is only believed if the parity of all its characters is right, or if
// none of them has a parity bit at all.

import (
	"math/bits"
	"time"
)

// Gap is how long the characters of one message may be apart.
const Gap = 250 * time.Millisecond

// Reason says why characters were thrown away. Whole messages that are wrong are
// counted, and runs of characters that are none: a run ends with a good message.
type Reason uint8

const (
	Garbage  Reason = iota // a character that begins no message
	Alphabet               // a character that can't be at this place of a message
	Checksum               // whole, but its checksum is another
	Parity                 // whole, but the parity of some character is wrong
	Timeout                // the rest did not come
	reasons
)

func (r Reason) String() string {
	return [reasons]string{"garbage", "alphabet", "checksum", "parity", "timeout"}[r]
}

// Frame is a whole message. Data are its characters without the first one, the
// checksum and parity; they are valid until the framer gets more.
type Frame struct {
	Letter byte
	Data   []byte
	Parity bool // it came with parity
}

// Framer finds the messages of a board in what comes from it. The zero value is
// ready.
type Framer struct {
	Drop func(Reason) // told of what is thrown away; nil where nobody asks

	commands bool   // it finds those of a computer
	kept     []byte // as received; begins with the letter of a message, or is empty
	plain    [maxFrame]byte
	lost     bool // characters were thrown away since the last message
	last     time.Duration
}

// Commands returns a Framer that finds what a computer says to a board.
func Commands() Framer { return Framer{commands: true} }

// Open reports whether a message has begun and not ended.
func (f *Framer) Open() bool { return len(f.kept) > 0 }

// Deadline is when the open message is given up unless more of it comes.
func (f *Framer) Deadline() time.Duration { return f.last + Gap }

// Push takes characters that arrived at one time and calls out for every message
// that they complete. With none at all it only gives up a message whose rest did
// not come.
func (f *Framer) Push(at time.Duration, chunk []byte, out func(Frame)) {
	if f.Open() && at >= f.Deadline() {
		f.giveUp(out)
	}
	for _, c := range chunk {
		f.kept = append(f.kept, c)
		f.scan(out)
	}
	if len(chunk) > 0 {
		f.last = at
	}
}

// giveUp ends the open message. A name without a line feed is whole all the same.
// What was taken for part of the message may be one itself.
func (f *Framer) giveUp(out func(Frame)) {
	for f.Open() {
		if n := len(f.kept); f.isName() && n > len(namePrefix) {
			f.whole(out, len(namePrefix), n, n)
			return
		}
		f.skip(Timeout)
		f.scan(out)
	}
}

// scan looks at what is kept until a message is open or nothing is left.
func (f *Framer) scan(out func(Frame)) {
	for f.Open() {
		var more bool
		if f.isName() {
			more = f.name(out)
		} else {
			more = f.checked(out)
		}
		if more {
			return
		}
	}
}

// checked looks at a message with a checksum, and reports whether more of it has
// to come.
func (f *Framer) checked(out func(Frame)) (more bool) {
	k, known := f.kind()
	if !known {
		f.skip(Garbage)
		return false
	}
	n := min(len(f.kept), k.length())
	if !k.fits(f.kept[:n]) {
		f.skip(Alphabet)
		return false
	}
	if n < k.length() {
		return true
	}
	if bad, reason := faulty(f.kept[:n]); bad {
		f.skip(reason)
		return false
	}
	f.whole(out, 1, n-checkLen, n)
	return false
}

// name looks at the name of a board: it ends with a line feed, or where another
// message stands behind it.
func (f *Framer) name(out func(Frame)) (more bool) {
	n := len(f.kept)
	switch c := f.kept[n-1] & sevenBits; {
	case n <= len(namePrefix) && c != namePrefix[n-1]:
		f.skip(Alphabet)
		return false
	case c == '\n':
		f.whole(out, len(namePrefix), n-1, n)
		return false
	case c < ' ' || n > maxName:
		f.skip(Alphabet)
		return false
	}
	for _, length := range replyLengths {
		if start := n - length; start >= len(namePrefix) && f.isMessage(f.kept[start:]) {
			f.whole(out, len(namePrefix), start, start)
			return false // the message behind it is looked at next
		}
	}
	return true
}

func (f *Framer) isName() bool {
	return !f.commands && len(f.kept) > 0 && f.kept[0]&sevenBits == namePrefix[0]
}

// isMessage reports whether this is a whole message of a board.
func (f *Framer) isMessage(m []byte) bool {
	k, known := replies[m[0]&sevenBits]
	if !known || k.length() != len(m) || !k.fits(m) {
		return false
	}
	bad, _ := faulty(m)
	return !bad
}

// whole gives out the message that ends, with what belongs to it, before n. Its
// data stand from begin to end.
func (f *Framer) whole(out func(Frame), begin, end, n int) {
	parity := false
	for i, c := range f.kept[:n] {
		f.plain[i] = c & sevenBits
		parity = parity || c&parityBit != 0
	}
	m := Frame{Letter: f.plain[0], Data: f.plain[begin:end], Parity: parity}
	f.take(n)
	f.lost = false
	out(m)
}

// skip throws away one character.
func (f *Framer) skip(r Reason) {
	f.take(1)
	counts := !f.lost || r != Garbage && r != Alphabet
	if counts && f.Drop != nil {
		f.Drop(r)
	}
	f.lost = true
}

func (f *Framer) take(n int) { f.kept = f.kept[:copy(f.kept, f.kept[n:])] }

// kind is the kind of the open message.
func (f *Framer) kind() (kind, bool) {
	letter := f.kept[0] & sevenBits
	if !f.commands {
		k, known := replies[letter]
		return k, known
	}
	if letter == SetPosition && len(f.kept) > 1 && f.kept[1]&sevenBits == askPosition[1] {
		return kind{}, true
	}
	k, known := commands[letter]
	return k, known
}

// faulty reports whether a message has the wrong checksum or parity.
func faulty(m []byte) (bad bool, why Reason) {
	n := len(m) - checkLen
	want := checksum(m[:n])
	if m[n]&sevenBits != want[0] || m[n+1]&sevenBits != want[1] {
		return true, Checksum
	}
	set, wrong := false, false
	for _, c := range m {
		set = set || c&parityBit != 0
		wrong = wrong || bits.OnesCount8(c)&1 == 0
	}
	return set && wrong, Parity
}
