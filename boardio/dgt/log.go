package dgt

// The problem: the board notes in a memory of its own what changes on it. So it
// knows what happened while nobody listened. But that memory is a ring of bytes
// without beginning, without times of day, and without a checksum.
//
//   - The oldest note may have lost its first bytes to the newest.
//   - Bytes get lost or change on the line. Most values can only be data, and
//     those from 60 on can only begin a note: there reading goes on.
//   - What changes again with nothing noted between is written over: the log
//     shows what stood, not every touch.
//   - Two changes of one look at the board stand in the order of the squares, not
//     of the deeds.
//   - Left and right are those of the clock. Whose they are depends on how the
//     board stood, which the log says only for start positions.

import (
	"time"

	"recorderd/observation"
)

// Tag is the kind of an Entry, by the first byte that it is written with.
type Tag byte

const (
	PieceTag  Tag = 0x40 // what stands on a square now
	RightTag  Tag = 0x60 // what was left on the clock's right side when it was pressed
	LeftTag   Tag = 0x70 // the same of its left side
	PowerUp   Tag = 0x6A // all pieces follow, in any order
	EndOfLog  Tag = 0x6B
	FourRows  Tag = 0x6C // 32 pieces on the outer rows, but not as a game begins
	NoPieces  Tag = 0x6D
	WasRead   Tag = 0x6E // the log was read once
	StartPos  Tag = 0x6F // a game can begin, White with the connector on his left
	TurnedPos Tag = 0x7A // a game can begin on a board that is turned
	GameStart Tag = 0x7B // a computer said so, on a bus
	Watchdog  Tag = 0x7C // the board restarted itself
	Nothing   Tag = 0x7F
)

// Entry is one note of a board.
type Entry struct {
	Tag    Tag
	Square observation.Square // of a PieceTag
	Piece  observation.Piece  // of a PieceTag; a figure that tells a result is none
	Soon   bool               // within about 250 ms of the PieceTag before
	Left   time.Duration      // of a RightTag or LeftTag, whole seconds
}

// LogSize is how many bytes a board remembers.
const LogSize = 0x1F00

const (
	soonBit   = 0x10 // of a piece's first byte
	firstMark = 0x60 // from here on a byte begins a note, whatever was before it
)

// ReadLog reads the notes that came in one message, oldest first, up to the end
// of the log if it is in them. It counts the places at which something made no
// sense.
func ReadLog(b []byte) (log []Entry, odd int) {
	for len(b) > 0 && Tag(b[0]) != EndOfLog {
		e, n, ok := readEntry(b)
		switch {
		case !ok:
			odd++
		case e.Tag != Nothing:
			log = append(log, e)
		}
		b = b[n:]
	}
	return log, odd
}

// ReadRing reads the whole memory of a board. Up to two bytes at its beginning may
// be the rest of a note whose first ones were written over. Of the ways to read
// on that make most sense, the one that leaves out most invents nothing.
func ReadRing(b []byte) (log []Entry, odd int) {
	log, odd = ReadLog(b)
	for rest := 1; rest <= 2 && rest < len(b) && b[rest-1] < firstMark; rest++ {
		if l, o := ReadLog(b[rest:]); o <= odd {
			log, odd = l, o
		}
	}
	return log, odd
}

// readEntry reads one note and how many bytes it has. If it is none, so many
// bytes can't be part of one.
func readEntry(b []byte) (e Entry, n int, ok bool) {
	switch first := b[0]; {
	case first == 0:
		return Entry{Tag: Nothing}, 1, true
	case first < byte(PieceTag):
		return Entry{}, 1, false
	case first < firstMark:
		return readPiece(b)
	case first&0x0F <= 9:
		return readTime(b)
	default:
		return Entry{Tag: Tag(first)}, 1, first < 0x80
	}
}

func readPiece(b []byte) (Entry, int, bool) {
	if len(b) < 2 || b[1] >= 64 {
		return Entry{}, 1, false
	}
	p, _, ok := pieceOf(b[0] & 0x0F)
	return Entry{Tag: PieceTag, Square: Square(b[1]), Piece: p, Soon: b[0]&soonBit != 0}, 2, ok
}

func readTime(b []byte) (Entry, int, bool) {
	for i := 1; i < 3; i++ {
		if i >= len(b) || !isDigits(b[i]) {
			return Entry{}, min(i, len(b)), false
		}
	}
	hours, minutes, seconds := int(b[0]&0x0F), number(b[1]), number(b[2])
	left := time.Duration(hours*3600+minutes*60+seconds) * time.Second
	return Entry{Tag: Tag(b[0] & 0xF0), Left: left}, 3, true
}

// isDigits reports whether a byte holds two digits, 00 to 59.
func isDigits(b byte) bool { return b < 0x60 && b&0x0F <= 9 }

func number(digits byte) int { return int(digits>>4)*10 + int(digits&0x0F) }

func digits(n int) byte { return byte(n/10<<4 | n%10) }

// AppendEntry appends a note as a board writes it.
func AppendEntry(b []byte, e Entry) []byte {
	switch e.Tag {
	case PieceTag:
		first := byte(PieceTag) | Code(e.Piece)
		if e.Soon {
			first |= soonBit
		}
		return append(b, first, Index(e.Square))
	case RightTag, LeftTag:
		s := int(min(max(e.Left, 0), longestTime) / time.Second)
		return append(b, byte(e.Tag)|byte(s/3600), digits(s/60%60), digits(s%60))
	}
	return append(b, byte(e.Tag))
}

const longestTime = 10*time.Hour - time.Second

// memory is what a log says of squares and presses, where the board stands now
// with this player on the left of the clock. Of earlier games the log itself
// says how the board stood.
//
// A board that is switched on notes the pieces that it finds. It does not note
// which were taken away while it was off: that is added here.
func memory(log []Entry, left observation.Side) observation.Memory {
	m, then := observation.Memory{}, left
	var stands observation.Placement
	change := func(sq observation.Square, p observation.Piece) {
		stands[sq] = p
		m = append(m, observation.NotedChange(observation.Change{Square: sq, Piece: p}))
	}
	for i, e := range log {
		switch e.Tag {
		case PieceTag:
			change(e.Square, e.Piece)
		case LeftTag:
			m = append(m, observation.NotedPress(then, e.Left.Milliseconds()))
		case RightTag:
			m = append(m, observation.NotedPress(then.Other(), e.Left.Milliseconds()))
		case PowerUp:
			found := foundBy(log[i+1:])
			for sq, p := range stands {
				if p != observation.Empty && found[sq] == observation.Empty {
					change(observation.Square(sq), observation.Empty)
				}
			}
		case StartPos:
			then = observation.White
		case TurnedPos:
			then = observation.Black
		case FourRows:
			then = left
		}
	}
	return m
}

// foundBy is what a board found when it was switched on, by the notes behind that:
// pieces and nothing else. The next note that is none is of something that happened.
func foundBy(log []Entry) (found observation.Placement) {
	for _, e := range log {
		if e.Tag != PieceTag || e.Piece == observation.Empty || found[e.Square] != observation.Empty {
			break
		}
		found[e.Square] = e.Piece
	}
	return found
}
