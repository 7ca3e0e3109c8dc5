package emulator

import (
	"time"

	"recorderd/boardio/dgt"
	clock "recorderd/clockio/dgt"
	"recorderd/observation"
)

// ackDelay is how long a clock takes to answer.
const ackDelay = 80 * time.Millisecond

// clockMoves reports whether polling the clock can show anything new.
func (b *Board) clockMoves() bool {
	return b.touched || b.clock != nil && b.clock.Report(b.now).Running != observation.NoSide
}

// poll is the board looking at its clock.
func (b *Board) poll(at time.Duration) {
	b.look(at)
	if b.mode == dgt.UpdateNice && b.face != b.told {
		b.tellClock(at)
	}
}

func (b *Board) look(at time.Duration) {
	b.touched = false
	b.face = clock.Encode(b.reading(at))
}

func (b *Board) tellClock(at time.Duration) {
	b.told = b.face
	if b.happens(b.faults.NullClock) {
		b.send(at, dgt.ClockTimes, make([]byte, len(b.face))...)
		return
	}
	b.send(at, dgt.ClockTimes, b.face[:]...)
}

// reading is what the clock shows.
func (b *Board) reading(at time.Duration) clock.Reading {
	if b.clock == nil {
		return clock.Reading{Kind: clock.NoClock}
	}
	c := b.clock.Report(at)
	left := observation.White
	if b.opt.Turned {
		left = observation.Black
	}
	r := clock.Reading{
		Left:    b.half(c, left),
		Right:   b.half(c, left.Other()),
		Running: c.Running != observation.NoSide,
		RightUp: b.clock.Lever() != left,
	}
	r.LeftTurn, r.RightTurn = r.Running && !r.RightUp, r.Running && r.RightUp
	return r
}

// half is one side of the display. Only the flag that falls first is shown.
func (b *Board) half(c observation.Clock, side observation.Side) clock.Half {
	if c.Flag.Fallen(side) && b.flagged == observation.NoSide {
		b.flagged = side
	}
	return clock.Half{
		Time: time.Duration(c.Remaining(side)) * time.Millisecond,
		Flag: c.Flag.Fallen(side) && b.flagged == side,
	}
}

// clockCommand is what the clock does with bytes that are for it. It never
// lets itself be set: for that it would have to be in a mode of its own.
func (b *Board) clockCommand(at time.Duration, code byte) {
	if b.clock == nil {
		return
	}
	ack := clock.Ack{clock.StatusDone, code}
	switch code {
	case clock.AckDisplay, clock.AckIcons, clock.AckEnd, clock.AckButton, clock.AckBeep, clock.AckText:
	case clock.AckVersion:
		ack[2] = byte(b.opt.ClockVersion[0]<<4 | b.opt.ClockVersion[1])
	case clock.AckSetAndRun:
		ack[0] = clock.StatusRefused
	default:
		return
	}
	b.later(at+ackDelay, func(at time.Duration) { b.acknowledge(at, ack) })
}

// acknowledge passes an answer of the clock on, which the board does only in
// the modes in which it passes on times.
func (b *Board) acknowledge(at time.Duration, ack clock.Ack) {
	if b.mode != dgt.Update && b.mode != dgt.UpdateNice {
		return
	}
	p := clock.Encode(clock.Reading{Kind: clock.Answer, Ack: ack})
	b.send(at, dgt.ClockTimes, p[:]...)
	if b.happens(b.faults.RepeatAck) {
		b.send(at, dgt.ClockTimes, p[:]...)
	}
}
