package chessnut

import (
	"slices"
	"time"

	"recorderd/boardio"
	"recorderd/observation"
)

// gap is the time between two writes. A board that is told more in that time may
// forget the first.
const gap = 200 * time.Millisecond

const (
	// askBattery is how often a board is asked for the state of its battery.
	askBattery = time.Minute
	lowBattery = 15 // percent
	// longestTransfer is when a game of the board's memory must have come.
	longestTransfer = 2 * time.Minute
)

// Names of odd things in the counts.
const (
	noteButton = "button"
	noteLow    = "battery low"
	noteStored = "position of a stored game"
)

var start = Say(SetMode, RealTime)

// session is one connection.
type session struct {
	*Driver
	pulse boardio.Pulse

	queue       [][]byte
	sendAt      time.Duration // the board gets no report before
	batteryAt   time.Duration // it is asked for its battery
	storedUntil time.Duration // positions are of a game in its memory
	asked       bool          // for its version
	named       bool          // it told its version
}

func newSession(d *Driver, now time.Duration) *session {
	s := &session{Driver: d, sendAt: now, pulse: boardio.NewPulse(now, d.patience())}
	s.say(start)
	return s
}

// patience is how long a board that should talk may say nothing before it is told
// to again. The fifth time it counts as gone: after three seconds.
func (d *Driver) patience() time.Duration { return d.Heartbeat * 3 / 4 }

// Hear implements boardio.Talk.
func (s *session) Hear(at time.Duration, report []byte) {
	f, reason := Parse(report)
	if reason != Good {
		s.Drop(reason.String())
		return
	}
	s.Frame(f.ID.Name(), at)
	switch f.ID {
	case Position:
		s.position(at, f.Content)
	case Transfer:
		s.transfer(at, f.Content[0])
	case Battery:
		if percent, charging := battery(f.Content); percent > 0 && percent <= lowBattery && !charging {
			s.Note(noteLow)
		}
	case Version:
		s.version(version(f.Content))
	case Button:
		s.Note(noteButton)
	}
}

// position takes all squares. Only they are a sign of life: a board that says
// anything else is not seen.
//
// What they show is reported at once, also where it may be a piece that is only
// carried over a square. To wait for a second report that shows the same is what
// others do, but it hides what stood for a moment, and the fold tells the one
// from the other: of a hundred games by clumsy hands 98 came out move by move
// without waiting, 93 with it.
func (s *session) position(at time.Duration, content []byte) {
	pl, ok := ReadSquares(content)
	if !ok {
		s.Drop(Implausible.String())
		return
	}
	s.pulse.Life()
	if at < s.storedUntil {
		s.Note(noteStored)
		return
	}
	if !s.IsUp() {
		s.batteryAt = at
	}
	s.See(at, pl)
	if !s.asked {
		s.asked = true
		s.say(Say(AskVersion, Controller))
	}
}

// version takes the first answer only, since noise may look like one.
func (s *session) version(text string) {
	if s.asked && !s.named {
		s.named = true
		s.Learn(func(b *observation.Board, _ *observation.ClockSensor) { b.Firmware = text })
	}
}

// transfer keeps a game of the board's memory, for which nobody asked, from being
// taken for what stands on it.
func (s *session) transfer(at time.Duration, what byte) {
	switch what {
	case TransferBegins:
		s.storedUntil = at + longestTransfer
	case TransferEnds:
		s.storedUntil = at
		s.say(start)
	}
}

// Due implements boardio.Talk.
func (s *session) Due() time.Duration {
	due := s.pulse.Due()
	if s.IsUp() {
		due = min(due, s.batteryAt)
	}
	if len(s.queue) > 0 {
		due = min(due, s.sendAt)
	}
	return due
}

// Act implements boardio.Talk.
func (s *session) Act(now time.Duration) error {
	if now >= s.pulse.Due() {
		silent := s.pulse.Beat(now)
		if s.pulse.Dead() {
			return s.Silent()
		}
		if silent > 0 {
			s.say(start)
		}
	}
	if s.IsUp() && now >= s.batteryAt {
		s.batteryAt = now + askBattery
		s.say(Say(AskBattery, 0))
	}
	if len(s.queue) == 0 || now < s.sendAt {
		return nil
	}
	return s.send(now)
}

// say queues a report that is not queued already.
func (s *session) say(report []byte) {
	if !slices.ContainsFunc(s.queue, func(r []byte) bool { return slices.Equal(r, report) }) {
		s.queue = append(s.queue, report)
	}
}

// send gives the board the next report. One that is told to say its squares has
// ended whatever it was sending.
func (s *session) send(now time.Duration) error {
	report := s.queue[0]
	s.queue = s.queue[1:]
	s.sendAt = now + gap
	if slices.Equal(report, start) {
		s.storedUntil = now
	}
	return s.Write(report...)
}
