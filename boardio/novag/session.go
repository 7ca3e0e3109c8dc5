package novag

import (
	"slices"
	"time"

	"recorderd/boardio"
)

// Command is what a board is told, without the end of its line.
type Command string

// What a recorder may say. Everything else makes the board play, or changes what
// stands on it.
const (
	AskIdentity Command = "I"
	SayMoves    Command = "XON" // send moves as they are made
	Referee     Command = "UON" // make none of its own
	AskGame     Command = "G"
	AskPosition Command = "P"
)

// maxLine is how long a line may be. The longest that is known has 29 bytes.
const maxLine = 64

// Reasons for which lines are thrown away, beside those of boardio.Lines.
const (
	unknown  = "unknown"  // it means nothing
	broken   = "broken"   // part of an answer that does not fit the rest
	repeated = "repeated" // a move that was said already
	unheard  = "unheard"  // a move that does not follow the one before
)

// pause is the least time between two commands; those that come sooner get lost.
const pause = 100 * time.Millisecond

// session is one connection, to either kind of board.
type session struct {
	*Driver
	lines boardio.Lines
	pulse boardio.Pulse

	life   Command // asked for where the board is silent
	queue  []Command
	sendAt time.Duration // the board gets no command before
}

func newSession(d *Driver, now time.Duration, life Command, first ...Command) session {
	return session{Driver: d, lines: boardio.Lines{Max: maxLine}, pulse: boardio.NewPulse(now, d.Heartbeat), life: life, queue: first, sendAt: now}
}

// due is when act has something to do.
func (s *session) due() time.Duration {
	due := s.pulse.Due()
	if s.lines.Open() {
		due = min(due, s.lines.Deadline())
	}
	if len(s.queue) > 0 {
		due = min(due, s.sendAt)
	}
	return due
}

// act asks for a sign of life where there was none, and says what is due.
func (s *session) act(now time.Duration) error {
	s.lines.Push(now, nil, nil)
	if now >= s.pulse.Due() {
		if err := s.beat(now); err != nil {
			return err
		}
	}
	if len(s.queue) == 0 || now < s.sendAt {
		return nil
	}
	c := s.queue[0]
	s.queue = s.queue[1:]
	s.sendAt = now + pause
	return s.Write([]byte(c + "\r\n")...)
}

// beat counts a heartbeat. Opening the line again would do nothing for a board
// that has never answered, and something that it says could get lost.
func (s *session) beat(now time.Duration) error {
	s.pulse.Beat(now)
	s.ask(s.life)
	switch {
	case !s.pulse.Dead():
	case s.answers:
		return s.Silent()
	case !s.IsUp():
		s.Trouble(s.Silent())
	}
	return nil
}

// ask queues commands that are not queued already.
func (s *session) ask(commands ...Command) {
	for _, c := range commands {
		if !slices.Contains(s.queue, c) {
			s.queue = append(s.queue, c)
		}
	}
}

// alive takes a line that makes sense as a sign of life, and reports whether the
// board was silent for so long that it may have been without power.
func (s *session) alive(at time.Duration, l Line) (again bool) {
	s.Frame(l.Kind.String(), at)
	if l.Kind == Identity || l.Kind == Setting {
		s.answers = true
	}
	return s.pulse.Life() > 1
}
