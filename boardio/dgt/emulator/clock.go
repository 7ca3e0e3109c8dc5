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
func (p *parts) clockMoves() bool {
	return p.touched || p.Clock() != nil && p.Clock().Report(p.Now()).Running != observation.NoSide
}

// clockWorked is somebody working the clock, or connecting another one.
func (p *parts) clockWorked() {
	p.touched = true
	if c := p.Clock(); c != p.known {
		p.known, p.flagged = c, observation.NoSide
	}
}

// poll is the board looking at its clock.
func (p *parts) poll(at time.Duration) {
	p.look(at)
	p.noteClock()
	if p.mode == dgt.UpdateNice && p.face != p.told {
		p.tellClock(at)
	}
}

func (p *parts) look(at time.Duration) {
	p.touched = false
	p.face = clock.Encode(p.reading(at))
}

func (p *parts) tellClock(at time.Duration) {
	p.told = p.face
	if p.Happens(p.faults.NullClock) {
		p.send(at, dgt.ClockTimes, make([]byte, len(p.face))...)
		return
	}
	p.send(at, dgt.ClockTimes, p.face[:]...)
}

// reading is what the clock shows.
func (p *parts) reading(at time.Duration) clock.Reading {
	if p.Clock() == nil {
		return clock.Reading{Kind: clock.NoClock}
	}
	c := p.Clock().Report(at)
	left := observation.White
	if p.opt.Turned {
		left = observation.Black
	}
	r := clock.Reading{
		Left:    p.half(c, left),
		Right:   p.half(c, left.Other()),
		Running: c.Running != observation.NoSide,
		RightUp: p.Clock().Lever() != left,
	}
	r.LeftTurn, r.RightTurn = r.Running && !r.RightUp, r.Running && r.RightUp
	return r
}

// half is one side of the display. Only the flag that falls first is shown.
func (p *parts) half(c observation.Clock, side observation.Side) clock.Half {
	if c.Flag.Fallen(side) && p.flagged == observation.NoSide {
		p.flagged = side
	}
	return clock.Half{
		Time: time.Duration(c.Remaining(side)) * time.Millisecond,
		Flag: c.Flag.Fallen(side) && p.flagged == side,
	}
}

// clockCommand is what the clock does with bytes that are for it. It never
// lets itself be set: for that it would have to be in a mode of its own.
func (p *parts) clockCommand(at time.Duration, code byte) {
	if p.Clock() == nil {
		return
	}
	ack := clock.Ack{clock.StatusDone, code}
	switch code {
	case clock.AckDisplay, clock.AckIcons, clock.AckEnd, clock.AckButton, clock.AckBeep, clock.AckText:
	case clock.AckVersion:
		ack[2] = byte(p.opt.ClockVersion[0]<<4 | p.opt.ClockVersion[1])
	case clock.AckSetAndRun:
		ack[0] = clock.StatusRefused
	default:
		return
	}
	p.Later(at+ackDelay, func(at time.Duration) { p.acknowledge(at, ack) })
}

// acknowledge passes an answer of the clock on, which the board does only in
// the modes in which it passes on times.
func (p *parts) acknowledge(at time.Duration, ack clock.Ack) {
	if p.mode != dgt.Update && p.mode != dgt.UpdateNice {
		return
	}
	m := clock.Encode(clock.Reading{Kind: clock.Answer, Ack: ack})
	p.send(at, dgt.ClockTimes, m[:]...)
	if p.Happens(p.faults.RepeatAck) {
		p.send(at, dgt.ClockTimes, m[:]...)
	}
}
