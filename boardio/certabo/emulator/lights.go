package emulator

import (
	"bytes"
	"time"

	"recorderd/observation"
)

// How long a command is, and how soon another one may come: vendors wait longer.
const (
	plainLength  = 8
	colourLength = 2 + 3*corners + 2
	corners      = 81
	gap          = 250 * time.Millisecond
)

// Lights are those of the board, and what it has heard of a command for them.
// A Spectrum has one at each corner of a square, the others one in each square.
type Lights struct {
	Spectrum bool
	Squares  observation.Placement // Occupied where one shines
	Corners  [corners][3]byte      // red, green, blue; the first at h1, then along the rank

	heard   []byte
	obeyed  time.Duration // when the last command was
	Dropped int           // commands that came too soon after it
	once    bool
}

// Hear takes bytes from the computer and returns what the board says to them. It
// can't tell where a plain command begins: eight bytes are one.
func (l *Lights) Hear(at time.Duration, received []byte) (said []byte) {
	for _, b := range received {
		l.heard = append(l.heard, b)
		switch {
		case l.Spectrum && !l.begun():
			l.heard = l.heard[:0]
		case l.Spectrum && len(l.heard) == colourLength:
			said = append(said, l.take(at, l.colours, "D\r\n")...)
		case !l.Spectrum && len(l.heard) == plainLength:
			said = append(said, l.take(at, l.plain, "L\r\n")...)
		}
	}
	return said
}

// begun reports whether a command with colours may begin as heard.
func (l *Lights) begun() bool {
	head := []byte{0xFF, 0x55}
	return bytes.HasPrefix(l.heard, head[:min(len(head), len(l.heard))])
}

// take obeys a whole command, unless it comes too soon.
func (l *Lights) take(at time.Duration, obey func([]byte), answer string) string {
	command := l.heard
	l.heard = nil
	if l.once && at-l.obeyed < gap {
		l.Dropped++
		return ""
	}
	l.once, l.obeyed = true, at
	obey(command)
	return answer
}

// plain reads a byte a rank, the eighth first, with the a-file in its lowest bit.
func (l *Lights) plain(command []byte) {
	for sq := range l.Squares {
		s := observation.Square(sq)
		l.Squares[sq] = observation.Empty
		if command[7-s.Rank()]>>s.File()&1 == 1 {
			l.Squares[sq] = observation.Occupied
		}
	}
}

func (l *Lights) colours(command []byte) {
	for i := range l.Corners {
		copy(l.Corners[i][:], command[2+3*i:])
	}
}

// CornersOf returns the lights around a square.
func CornersOf(sq observation.Square) [4]int {
	base := 9*sq.Rank() + 7 - sq.File()
	return [4]int{base, base + 1, base + 9, base + 10}
}
