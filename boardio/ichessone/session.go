package ichessone

import (
	"slices"
	"strings"
	"time"

	"recorderd/boardio"
	"recorderd/observation"
)

const (
	pause   = 50 * time.Millisecond  // between two commands, which have no end mark
	confirm = 100 * time.Millisecond // after a change the position is asked for
	// mostAtOnce are the squares that may differ between two positions for the
	// second to be believed: a castling has four. One that differs in more from
	// what stood and from what came last is not believed until it comes again.
	mostAtOnce = 4
	// mostMissed are the changes that only an answer showed, one after the other,
	// until the board is told again to report changes.
	mostMissed = 2
	askTexts   = 3 // times a board is asked for its text
)

// Names of odd things in the counts.
const (
	noteDoubted = "position doubted"
	noteMissed  = "change not reported"
	noteBattery = "battery low"
)

// lowBattery is the percentage below which a battery is noted.
const lowBattery = 15

// retry is how soon the position is asked for again, where the board is not up or
// something was dropped.
func (d *Driver) retry() time.Duration { return d.Heartbeat / 5 }

// session is one connection.
type session struct {
	*Driver
	framer Framer
	pulse  boardio.Pulse

	image  observation.Placement // as it was believed last
	last   observation.Placement // as it came last
	came   bool                  // one came
	missed int                   // changes in a row that only answers showed

	queue      []string
	sendAt     time.Duration // the board gets no command before
	positionAt time.Duration // the position is asked for
	askedAt    time.Duration // it was asked for last
	awaited    bool          // and has not come since
	batteryAt  time.Duration
	texts      int // times the text was asked for
}

func newSession(d *Driver, now time.Duration) *session {
	s := &session{
		Driver: d, pulse: boardio.NewPulse(now, d.Heartbeat),
		sendAt: now, positionAt: now, askedAt: now, batteryAt: now + d.batteryEvery(),
	}
	s.framer.Drop = s.dropped
	s.askText()
	return s
}

// batteryEvery is how often the battery is asked for.
func (d *Driver) batteryEvery() time.Duration { return 60 * d.Heartbeat }

// Due implements boardio.Talk.
func (s *session) Due() time.Duration {
	due := min(s.pulse.Due(), s.positionAt, s.batteryAt)
	if s.framer.Open() {
		due = min(due, s.framer.Deadline())
	}
	if len(s.queue) > 0 {
		due = min(due, s.sendAt)
	}
	return due
}

// Act implements boardio.Talk.
func (s *session) Act(now time.Duration) error {
	s.framer.Push(now, nil, func(f Frame) { s.frame(now, f) })
	if now >= s.pulse.Due() {
		if s.pulse.Beat(now); s.pulse.Dead() {
			return s.Silent()
		}
		s.askText()
	}
	if now >= s.batteryAt {
		s.batteryAt = now + s.batteryEvery()
		s.ask(AskBattery)
	}
	if now >= s.positionAt {
		s.positionAt = now + s.every()
		s.ask(AskPosition)
	}
	if len(s.queue) == 0 || now < s.sendAt {
		return nil
	}
	return s.send(now)
}

func (s *session) every() time.Duration {
	if s.IsUp() {
		return s.Heartbeat
	}
	return s.retry()
}

// send gives the board the next command.
func (s *session) send(now time.Duration) error {
	command := s.queue[0]
	s.queue = s.queue[1:]
	s.sendAt = now + pause
	if command == AskPosition {
		s.askedAt, s.awaited, s.positionAt = now, true, now+s.every()
	}
	return s.Write([]byte(command)...)
}

// ask queues commands that are not queued already.
func (s *session) ask(commands ...string) {
	for _, c := range commands {
		if !slices.Contains(s.queue, c) {
			s.queue = append(s.queue, c)
		}
	}
}

// askText asks for the text until it is known.
func (s *session) askText() {
	if s.texts < askTexts {
		s.texts++
		s.ask(AskText)
	}
}

// Hear implements boardio.Talk.
func (s *session) Hear(at time.Duration, received []byte) {
	s.framer.Push(at, received, func(f Frame) { s.frame(at, f) })
}

func (s *session) frame(at time.Duration, f Frame) {
	s.Frame(names[f.Kind], at)
	switch f.Kind {
	case Position: // the only one that noise hardly makes
		s.life()
		s.position(at, readPosition(f.Data))
	case Text:
		s.texts = askTexts
		s.Learn(func(b *observation.Board, _ *observation.ClockSensor) {
			*b = describe(strings.TrimSpace(string(f.Data)))
		})
	case Battery:
		if charging := f.Data[0] != 0; !charging && f.Data[1] < lowBattery {
			s.Note(noteBattery)
		}
	}
}

// life is a sign of life. A board that was silent for a while may have been
// without power, and is told everything again. It does no harm if it was not.
func (s *session) life() {
	if s.pulse.Life() > 1 {
		s.ask(OnChange, AskPosition)
	}
}

// position takes the squares.
func (s *session) position(at time.Duration, pl observation.Placement) {
	again, near := s.came && pl == s.last, s.came && pl.Differing(s.last) <= mostAtOnce
	s.last, s.came = pl, true
	answer := s.awaited
	s.awaited = false
	switch {
	case !s.IsUp() && !again:
		s.positionAt = at // the first must come twice
	case !s.IsUp():
		s.image = pl
		s.See(at, pl)
		s.ask(OnChange, AskPosition)
	case pl == s.image:
	case near || pl.Differing(s.image) <= mostAtOnce:
		s.change(at, pl, answer)
	default:
		s.Note(noteDoubted)
		s.positionAt = at
	}
}

// change takes a position that differs. It is reported at once, and asked for
// again soon: if it was damaged on its way, that is seen then.
func (s *session) change(at time.Duration, pl observation.Placement, answer bool) {
	s.image = pl
	s.See(at, pl)
	s.positionAt = min(s.positionAt, at+confirm)
	if !answer {
		s.missed = 0
		return
	}
	if s.missed++; s.missed >= mostMissed {
		s.Note(noteMissed)
		s.missed = 0
		s.ask(OnChange)
	}
}

// dropped counts what made no sense. A change may have been in it.
func (s *session) dropped(r Reason) {
	s.Drop(r.String())
	s.positionAt = min(s.positionAt, s.askedAt+s.retry())
}
