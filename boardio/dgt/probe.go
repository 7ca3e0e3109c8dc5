package dgt

import (
	"time"

	"recorderd/boardio"
	"recorderd/clockio/dgt"
	"recorderd/observation"
)

// probing changes nothing at the board, so that a look does not disturb another
// program. The first question is one that every board answers; what no other make
// may hear comes after it. The clock comes last, for every board answers about it.
var probing = []Command{AskVersion, AskLong, AskSerial, AskClock}

const (
	firstTime = 500 * time.Millisecond // for the first answer; it was awake for a ping before
	probeTime = time.Second            // for all of them
)

// greet asks what board is there. A command for a single board would make all
// those of a bus speak at once, so a bus is looked for first.
func greet(a boardio.Asking) ([]boardio.Found, error) {
	if found, err := greetBus(a); err != nil || len(found) > 1 {
		return found, err
	}
	var p probe
	if err := p.ask(a); err != nil || !p.named {
		return nil, err
	}
	return []boardio.Found{p.found}, nil
}

type probe struct {
	framer   Framer
	found    boardio.Found
	named    bool // it said its version, as every board does
	complete bool // the last answer came too
}

// ask says all of it and takes the answers, until the last one or for probeTime.
func (p *probe) ask(a boardio.Asking) error {
	enough := func() bool { return p.named }
	take := func(at time.Duration, received []byte) bool {
		p.framer.Push(at, received, p.take)
		return enough()
	}
	limit, wait := a.Now()+probeTime, firstTime
	for _, c := range probing {
		if err := a.Say(byte(c)); err != nil {
			return err
		}
		if err := a.Hear(wait, take); err != nil || !p.named {
			return err
		}
		a.Met()
		enough, wait = func() bool { return p.complete }, pause
	}
	if p.complete {
		return nil
	}
	return a.Hear(limit-a.Now(), take)
}

func (p *probe) take(f Frame) {
	switch f.ID {
	case Version:
		p.named = true
		p.found.Make, p.found.Sensing, p.found.ScanMS = "DGT", observation.Identity, scanMS
	case ClockTimes:
		switch dgt.Decode(dgt.Payload(f.Payload)).Kind {
		case dgt.Times:
			p.found.Clock, p.complete = true, p.named
		case dgt.NoClock:
			p.complete = p.named
		}
	}
	identify(&p.found.Board, f)
}

// Questions that are never asked here, but to boards of other makes, in whose
// language they are something else. A board of draughts answers the last two.
const (
	askHardware Command = 0x48
	askBlack    Command = 0x50
	askWhite    Command = 0x52
)

// harmful are the commands that change what a board keeps or make it do
// something else than answer: single ones, and those of the bus by their first
// byte.
func harmful(b byte) bool {
	switch Command(b) {
	case AskVersion, AskLong, AskSerial, AskClock, AskBoard, AskAddress, AskMark, askHardware, askBlack, askWhite:
		return false
	}
	switch BusCommand(b) {
	case BusStart, BusEnd, BusReset:
		return true
	}
	return b >= 0x40 && b <= 0x63 || b == byte(ClockBytes)
}
