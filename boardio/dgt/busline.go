package dgt

import (
	"slices"
	"time"

	"recorderd/observation"
)

// The problem: nobody on a bus speaks unless he is asked, an answer may be lost or
// spoilt, and only one may be on its way at a time. A board that has given what
// changed on it has forgotten it, so that a lost answer must be asked for again
// and not anew.
//
// So there is one exchange after the other: a command to the board whose turn it
// is, and its answer, or the end of the time for it. What is to be asked of a
// board, and what an answer means, its BusDevice knows.

const (
	// byteTime is a byte on the line: start, eight bits, stop.
	byteTime = 10 * time.Second / Baud
	// answerTime is how long a board may take to answer beyond that, in a
	// thousandth of a heartbeat. Boards take 20 ms at most, adapters add up to 16.
	answerTime = 80
)

// busTalk is what is said on one connection.
type busTalk struct {
	*bus
	framer *BusFramer
	turn   int // of the board that is asked next, if it has something to be asked

	asked   *BusDevice // the present exchange is with it, or the last one was
	waiting bool       // for its answer
	command BusCommand
	until   time.Duration // the answer is given up
	spoilt  bool          // something of it was thrown away
}

// Hear implements boardio.Talk.
func (t *busTalk) Hear(at time.Duration, received []byte) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if d := t.asked; d != nil && d.joined {
		d.Tap(at, received)
		d.Bytes(len(received))
	}
	t.framer.Push(at, received, func(f BusFrame) { t.frame(at, f) })
	if t.framer.framer.underway() && !t.spoilt {
		t.until = max(t.until, at+t.patience())
	}
}

func (b *bus) patience() time.Duration { return b.line.Heartbeat * answerTime / 1000 }

// frame takes an answer. One that comes too late answers nothing any more.
func (t *busTalk) frame(at time.Duration, f BusFrame) {
	if !t.waiting || f.Address != t.asked.address || f.ID != answers[t.command] {
		t.dropped(Stray)
		return
	}
	t.waiting = false
	if !t.line.IsUp() {
		t.line.Appear(at, observation.Placement{}) // somebody is there: the next trouble of the line is a new one
	}
	if t.asked.joined {
		t.asked.answer(at, t.command, f)
	}
}

func (t *busTalk) dropped(r Reason) {
	t.spoilt = t.spoilt || r != Garbage
	if d := t.asked; d != nil && d.joined {
		d.Drop(r.String())
	}
}

// Due implements boardio.Talk.
func (t *busTalk) Due() time.Duration {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.waiting {
		return t.until
	}
	_, _, due := t.next()
	return due
}

// Act implements boardio.Talk.
func (t *busTalk) Act(now time.Duration) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.framer.Push(now, nil, nil)
	if t.waiting {
		if now < t.until {
			return nil
		}
		t.waiting = false
		if t.asked.joined {
			t.asked.silence(now, t.command)
		}
	}
	d, command, due := t.next()
	if d == nil || now < due {
		return nil
	}
	return t.ask(now, d, command)
}

func (t *busTalk) ask(now time.Duration, d *BusDevice, c BusCommand) error {
	t.asked, t.command, t.waiting, t.spoilt = d, c, true, false
	t.turn = slices.Index(t.boards, d) + 1
	length := busMessages[answers[c]].min + busCommandLen
	t.until = now + time.Duration(length)*byteTime + t.patience()
	return t.line.Write(AppendBusCommand(nil, c, d.address)...)
}

// idle is when somebody looks again for something to do.
const idle = time.Second

// next is what to ask of whom, and when. Of those who are due the one whose turn
// it is goes first.
func (t *busTalk) next() (next *BusDevice, command BusCommand, due time.Duration) {
	now := t.line.Source.Now()
	due = now + idle
	for i := range t.boards {
		d := t.boards[(t.turn+i)%len(t.boards)]
		if !d.joined {
			continue
		}
		c, at := d.wants()
		if at < due {
			next, command, due = d, c, at
		}
		if at <= now {
			break
		}
	}
	return next, command, due
}
