// Package dgt reads what a DGT clock says through a DGT board: the seven bytes
// that the board passes on in a BWTIME message.
//
// The same seven bytes are five different things: both times, an answer of the
// clock to a command, the board's word that no clock is connected, a null
// message that some boards send after a command and that would read as 0:00 for
// both, and nonsense. Telling them apart is the reason of this package.
//
// Left and right are those of the clock seen from its front. The right side
// comes first in the bytes.
package dgt

import (
	"time"

	"recorderd/observation"
)

// Payload is what a BWTIME message carries.
type Payload [7]byte

// Kind is what a payload turned out to be.
type Kind uint8

const (
	Times   Kind = iota // both times and the state of the clock
	Answer              // an acknowledgement or a message of the clock itself
	NoClock             // no clock is connected, the times mean nothing
	Null                // all zero: means nothing at all
	Invalid             // no time of day a clock can show
)

func (k Kind) String() string {
	return [...]string{"times", "answer", "no clock", "null", "invalid"}[k]
}

// Reading is a payload understood. Which fields mean something depends on Kind.
type Reading struct {
	Kind        Kind
	Left, Right Half
	Running     bool // not stopped with the start/stop button
	RightUp     bool // the lever: the right end is up, so the left player pressed last
	LowBattery  bool
	LeftTurn    bool // the clock's own word on whose time runs; not kept up
	RightTurn   bool // after a flag, so the lever is what decides
	Ack         Ack
}

// Half is one side of the display.
type Half struct {
	Time    time.Duration
	Flag    bool // shown; the time may still run, in the next period
	Blocked bool // flag fallen and stopped at zero
	PerMove bool // the sign for a time per move: Fischer, Bronstein, delay
}

// Longest is the longest time that fits; the code of ten hours marks an answer.
const Longest = 10*time.Hour - time.Second

// Bits of the last byte.
const (
	bitRunning = 1 << iota
	bitRightUp
	bitLowBattery
	bitRightTurn
	bitLeftTurn
	bitNoClock
)

// Bits above the hours.
const (
	bitBlocked = 1 << (4 + iota)
	bitPerMove
	bitFlag
)

// Decode says what a payload is.
func Decode(p Payload) Reading {
	switch {
	case p == Payload{}:
		return Reading{Kind: Null}
	case p[0]&0x0F == answerMark || p[3]&0x0F == answerMark:
		return Reading{Kind: Answer, Ack: decodeAck(p)}
	case p[6]&bitNoClock != 0:
		return Reading{Kind: NoClock}
	}
	right, rightOK := decodeHalf(p[0], p[1], p[2])
	left, leftOK := decodeHalf(p[3], p[4], p[5])
	if !rightOK || !leftOK {
		return Reading{Kind: Invalid}
	}
	return Reading{
		Kind: Times, Left: left, Right: right,
		Running:    p[6]&bitRunning != 0,
		RightUp:    p[6]&bitRightUp != 0,
		LowBattery: p[6]&bitLowBattery != 0,
		LeftTurn:   p[6]&bitLeftTurn != 0,
		RightTurn:  p[6]&bitRightTurn != 0,
	}
}

func decodeHalf(h, m, s byte) (Half, bool) {
	hours, hoursOK := decimal(h & 0x0F)
	minutes, minutesOK := decimal(m)
	seconds, secondsOK := decimal(s)
	return Half{
		Time:    time.Duration(hours)*time.Hour + time.Duration(minutes)*time.Minute + time.Duration(seconds)*time.Second,
		Flag:    h&bitFlag != 0,
		Blocked: h&bitBlocked != 0,
		PerMove: h&bitPerMove != 0,
	}, hoursOK && minutesOK && secondsOK
}

// decimal reads two digits of four bits, 00 to 59.
func decimal(b byte) (int, bool) {
	tens, units := int(b>>4), int(b&0x0F)
	return tens*10 + units, tens <= 5 && units <= 9
}

// Encode writes the payload that Decode reads. Times are cut to whole seconds
// and to Longest; an Invalid reading has no payload and gives a null one.
func Encode(r Reading) Payload {
	switch r.Kind {
	case Answer:
		return encodeAck(r.Ack)
	case NoClock:
		return Payload{6: bitNoClock}
	case Null, Invalid:
		return Payload{}
	}
	var p Payload
	copy(p[0:3], encodeHalf(r.Right))
	copy(p[3:6], encodeHalf(r.Left))
	p[6] = bits(r.Running, bitRunning) | bits(r.RightUp, bitRightUp) | bits(r.LowBattery, bitLowBattery) |
		bits(r.RightTurn, bitRightTurn) | bits(r.LeftTurn, bitLeftTurn)
	return p
}

func encodeHalf(h Half) []byte {
	t := int(min(max(h.Time, 0), Longest) / time.Second)
	return []byte{
		byte(t/3600) | bits(h.Blocked, bitBlocked) | bits(h.PerMove, bitPerMove) | bits(h.Flag, bitFlag),
		digits(t / 60 % 60),
		digits(t % 60),
	}
}

func digits(n int) byte { return byte(n/10<<4 | n%10) }

func bits(set bool, b byte) byte {
	if set {
		return b
	}
	return 0
}

// Clock returns the observation that times are, where the player on the left of
// the clock has this colour. The lever decides whose time runs.
func (r Reading) Clock(left observation.Side) observation.Clock {
	white, black := r.Left, r.Right
	if left == observation.Black {
		white, black = black, white
	}
	c := observation.Clock{
		HasTimes: true,
		WhiteMS:  white.Time.Milliseconds(),
		BlackMS:  black.Time.Milliseconds(),
		Running:  observation.NoSide,
	}
	if r.Running {
		c.Running = left
		if r.RightUp {
			c.Running = left.Other()
		}
	}
	if white.Flag || white.Blocked {
		c.Flag |= observation.FlagWhite
	}
	if black.Flag || black.Blocked {
		c.Flag |= observation.FlagBlack
	}
	return c
}
