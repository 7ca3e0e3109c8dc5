package dgt

import (
	"slices"
	"time"

	"recorderd/boardio"
	"recorderd/clockio/dgt"
	"recorderd/observation"
)

// startUp is sent whenever the line was opened: what the board was told before
// is not to be relied on. The second question for the squares closes the gap
// between the first one and the update mode.
//
// Drivers in the field wait half a second before they say anything, because some
// boards are not ready at once. We begin at once, so that a board that is ready
// is up sooner, and say all of it again when no squares were reported in time.
var startUp = []Command{Reset, AskVersion, AskSerial, AskLong, AskAddress, AskBoard, AskClock, UpdateNice, AskBoard}

// rearm is startUp for a board that was silent for a while and may have been
// without power. It does no harm if it was not.
var rearm = []Command{UpdateNice, AskBoard, AskClock}

// heartbeat is what a silent board is asked. It may be silent because it was without
// power for a moment, knows its mode no more, and answers every question all the
// same: so it is told its mode, and what it did not say meanwhile is seen.
var heartbeat = []Command{UpdateNice, AskBoard}

const (
	pause   = 100 * time.Millisecond // between two commands
	quiet   = time.Second            // after the last change the squares are compared
	compare = 10 * time.Second       // and every so often when nothing happens
)

// patience is how long the squares may take after startUp, until all of it is
// said again.
func (d *Driver) patience() time.Duration { return 2 * d.Heartbeat }

// retry is how long one answer with squares may take. The longest that was seen
// in the field is half of it.
func (d *Driver) retry() time.Duration { return d.Heartbeat * 3 / 10 }

// session is one connection: it keeps in step with the board, so that the image
// is what stands on it, until the line is lost.
type session struct {
	*Driver
	framer Framer
	pulse  boardio.Pulse

	image    observation.Placement // by the last dump and the changes since
	doubt    bool                  // something was dropped since the last dump
	oddClock bool                  // the last times made no sense
	named    bool                  // the version is known
	stands   bool                  // the clock, as it said last
	runs     bool                  // the same; neither where there is none
	runsAt   time.Duration         // since when, if it does
	belief   belief
	recall   recall

	queue     []Command
	sendAt    time.Duration // the board gets no command before
	restartAt time.Duration // startUp again, unless up
	dumpAt    time.Duration // the squares are asked for
	askedAt   time.Duration // they were asked for last
	changedAt time.Duration // they changed last
}

func newSession(d *Driver, now time.Duration) *session {
	d.gap = d.gap || d.wasUp
	s := &session{Driver: d, sendAt: now, pulse: boardio.NewPulse(now, d.Heartbeat)}
	s.framer.Drop = s.dropped
	s.begin(now)
	return s
}

// begin says everything from the start.
func (s *session) begin(now time.Duration) {
	s.queue = slices.Clone(startUp)
	s.restartAt = now + s.patience()
	s.dumpAt, s.askedAt = s.restartAt, now-s.retry()
}

// Due implements boardio.Talk.
func (s *session) Due() time.Duration {
	due := s.pulse.Due()
	if s.framer.Open() {
		due = min(due, s.framer.Deadline())
	}
	if s.recall.reading {
		return min(due, s.recallEnds())
	}
	due = min(due, s.dumpAt)
	if !s.IsUp() {
		due = min(due, s.restartAt)
	}
	if len(s.queue) > 0 {
		due = min(due, s.sendAt)
	}
	if at, wanted := s.recallAt(); wanted {
		due = min(due, max(at, s.sendAt))
	}
	return due
}

// Act implements boardio.Talk.
func (s *session) Act(now time.Duration) error {
	s.framer.Push(now, nil, nil)
	if !s.IsUp() && now >= s.restartAt {
		s.begin(now)
	}
	if now >= s.pulse.Due() {
		if err := s.beat(now); err != nil {
			return err
		}
	}
	if s.recall.reading {
		if now < s.recallEnds() {
			return nil // it would not listen
		}
		s.recalled(now)
	}
	if now >= s.dumpAt {
		s.dumpAt = now + s.retry()
		s.ask(AskBoard)
	}
	switch {
	case len(s.queue) == 0:
		return s.remember(now)
	case now < s.sendAt:
		return nil
	}
	return s.send(now)
}

// send gives the board the next command.
func (s *session) send(now time.Duration) error {
	c := s.queue[0]
	s.queue = s.queue[1:]
	s.sendAt = now + pause
	if c == AskBoard {
		s.askedAt, s.dumpAt = now, now+s.retry()
	}
	if c == ClockBytes {
		return s.Write(dgt.AskVersion...)
	}
	return s.Write(byte(c))
}

// ask queues commands that are not queued already.
func (s *session) ask(commands ...Command) {
	for _, c := range commands {
		if !slices.Contains(s.queue, c) {
			s.queue = append(s.queue, c)
		}
	}
}

// beat asks for a sign of life where there was none. A long message that is
// still coming is one too.
func (s *session) beat(now time.Duration) error {
	if s.IsUp() && (s.framer.Long(now-s.Heartbeat) || s.recall.reading && s.recall.at > now-s.Heartbeat) {
		s.pulse.Life()
	}
	silent := s.pulse.Beat(now)
	switch {
	case s.pulse.Dead():
		return s.Silent()
	case s.belief.holds:
		s.ask(AskClock) // the last answer was lost
	case !s.named:
		s.ask(AskVersion)
	case silent > 0:
		s.ask(heartbeat...)
	}
	return nil
}

// life is a whole message of the board. After a silence it is told its mode
// again.
func (s *session) life() {
	if s.pulse.Life() > 1 {
		s.ask(rearm...)
	}
}

// dropped counts what made no sense. A change of a square may have been in it.
func (s *session) dropped(r Reason) {
	s.Drop(r.String())
	s.doubtful()
}

// doubtful has the squares asked for, but no faster than they can be answered.
func (s *session) doubtful() {
	s.doubt = true
	s.dumpAt = s.askedAt + s.retry()
}
