// Package line is the format in which a bridge says what a clock shows: a small
// computer at a clock's data port, at a home-made clock, or at a lever with a
// switch. docs/clock-line.md describes it for those who build one.
//
//	T 61250 180000 178000 R - 61
//	P 61250 L A6
//	H 62000 75
//	X 7365636F6E6473
//
// Left and right are those of the clock seen from its front. Each line but X ends
// with a checksum, so that a byte that was lost makes no other time.
package line

import (
	"encoding/hex"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"recorderd/observation"
)

// Baud is the speed of the line.
const Baud = 115200

// Max is how long a line may be, without its end.
const Max = 160

// Longest is the longest time that a clock may show.
const Longest = 100 * time.Hour

// longestRun is how long a bridge may have been on: more than a year.
const longestRun = 10_000 * time.Hour

// Kind is the letter that begins a line.
type Kind byte

const (
	Times Kind = 'T' // what the clock shows
	Press Kind = 'P' // the lever was pressed
	Beat  Kind = 'H' // nothing, but that the bridge is alive
	Raw   Kind = 'X' // what the bridge did not understand, or says of itself
)

// End is one end of a clock.
type End byte

const (
	Neither End = '-'
	Left    End = 'L'
	Right   End = 'R'
	Both    End = 'B'
)

// Line is one line understood. Which fields mean something depends on Kind.
type Line struct {
	Kind        Kind
	Since       time.Duration // since the bridge started, in whole milliseconds; not of Raw
	Left, Right time.Duration // of Times, in whole milliseconds
	Runs        End           // of Times, whose time runs: Left, Right or Neither
	Flag        End           // of Times, whose flag is down
	Side        End           // of Press, where the lever was pressed: Left or Right
	Bytes       []byte        // of Raw
}

// WholeSeconds is what a bridge says in a Raw line where its clock shows no less
// than seconds.
const WholeSeconds = "seconds"

// Errors that a line is not understood for.
var (
	ErrForm     = errors.New("not of this form")
	ErrChecksum = errors.New("wrong checksum")
)

// Parse reads a line, without its end. It takes only what Append writes, but for
// the case of hexadecimal digits. Its errors are ErrForm and ErrChecksum.
func Parse(text string) (Line, error) {
	if rest, ok := strings.CutPrefix(text, "X "); ok {
		raw, err := hex.DecodeString(rest)
		if err != nil || len(raw) == 0 || len(text) > Max {
			return Line{}, ErrForm
		}
		return Line{Kind: Raw, Bytes: raw}, nil
	}
	fields := strings.Split(text, " ")
	last := len(fields) - 1
	sum, err := hex.DecodeString(fields[last])
	if err != nil || len(sum) != 1 || last < 2 || len(fields[0]) != 1 {
		return Line{}, ErrForm
	}
	if CRC([]byte(text[:len(text)-2])) != sum[0] {
		return Line{}, ErrChecksum
	}
	l, ok := parse(Kind(fields[0][0]), fields[1:last])
	if !ok {
		return Line{}, ErrForm
	}
	return l, nil
}

// parse reads what stands between the letter and the checksum.
func parse(kind Kind, fields []string) (Line, bool) {
	want, known := map[Kind]int{Times: 5, Press: 2, Beat: 1}[kind]
	if !known || len(fields) != want {
		return Line{}, false
	}
	l := Line{Kind: kind}
	ok := take(&l.Since, fields[0], longestRun)
	switch kind {
	case Times:
		ok = ok && take(&l.Left, fields[1], Longest) && take(&l.Right, fields[2], Longest) &&
			takeEnd(&l.Runs, fields[3], "LR-") && takeEnd(&l.Flag, fields[4], "LRB-")
	case Press:
		ok = ok && takeEnd(&l.Side, fields[1], "LR")
	}
	return l, ok
}

// take reads milliseconds, without sign or leading zeros.
func take(d *time.Duration, digits string, most time.Duration) bool {
	ms, err := strconv.ParseUint(digits, 10, 63)
	if err != nil || ms > uint64(most/time.Millisecond) || len(digits) > 1 && digits[0] == '0' {
		return false
	}
	*d = time.Duration(ms) * time.Millisecond
	return true
}

func takeEnd(e *End, text, of string) bool {
	if len(text) != 1 || !strings.Contains(of, text) {
		return false
	}
	*e = End(text[0])
	return true
}

// Append appends the line that Parse reads, without its end.
func Append(b []byte, l Line) []byte {
	begin := len(b)
	switch l.Kind {
	case Raw:
		return fmt.Appendf(b, "X %X", l.Bytes)
	case Times:
		b = fmt.Appendf(b, "T %d %d %d %c %c ", l.Since.Milliseconds(), l.Left.Milliseconds(), l.Right.Milliseconds(), l.Runs, l.Flag)
	case Press:
		b = fmt.Appendf(b, "P %d %c ", l.Since.Milliseconds(), l.Side)
	default:
		b = fmt.Appendf(b, "H %d ", l.Since.Milliseconds())
	}
	return fmt.Appendf(b, "%02X", CRC(b[begin:]))
}

// CRC is the checksum of DGT clocks: eight bits, polynomial 07, beginning with 0,
// not reflected.
func CRC(b []byte) (sum byte) {
	for _, c := range b {
		sum ^= c
		for range 8 {
			if sum&0x80 != 0 {
				sum = sum<<1 ^ 0x07
			} else {
				sum <<= 1
			}
		}
	}
	return sum
}

// Clock returns the observation that Times are, where the player on the left of
// the clock has this colour.
func (l Line) Clock(left observation.Side) observation.Clock {
	c := observation.Clock{HasTimes: true, WhiteMS: l.Left.Milliseconds(), BlackMS: l.Right.Milliseconds(), Running: l.Runs.Side(left)}
	if left == observation.Black {
		c.WhiteMS, c.BlackMS = c.BlackMS, c.WhiteMS
	}
	for _, e := range []End{Left, Right} {
		if l.Flag != e && l.Flag != Both {
			continue
		}
		if e.Side(left) == observation.White {
			c.Flag |= observation.FlagWhite
		} else {
			c.Flag |= observation.FlagBlack
		}
	}
	return c
}

// Side is the player at this end, NoSide for Neither and Both.
func (e End) Side(left observation.Side) observation.Side {
	switch e {
	case Left:
		return left
	case Right:
		return left.Other()
	}
	return observation.NoSide
}

// EndOf is the end at which this player sits, Neither for NoSide.
func EndOf(side, left observation.Side) End {
	switch side {
	case observation.NoSide:
		return Neither
	case left:
		return Left
	}
	return Right
}
