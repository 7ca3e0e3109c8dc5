package millennium

import (
	"slices"
	"strings"
	"time"

	"recorderd/boardio"
	"recorderd/observation"
)

// question is a command that is said until its answer comes, or in vain.
type question struct {
	command string
	answer  string // how the answer begins
	tries   int    // that are left
}

// A board of which nothing was heard may pass on no parity, and be deaf to
// parity too. It is asked the other way in between.
const versionTries = 3

// identifying are the questions that are answered before a board is up: what it
// can tell depends on them. Many boards have no answer to the second one, and
// what was said to a board that was not ready is lost.
func identifying() []question {
	return []question{{"V", "v", versionTries}, {"I00", "i", 2}}
}

// setting is a byte of the memory that a board keeps without power.
type setting struct{ address, value string }

// settings are how a board is to report: one scan in 41 ms, and a status on every
// change. Nothing is held back until it has stood for some scans, for the fold
// knows more about flicker than the board.
var settings = []setting{{"01", "14"}, {"02", "03"}}

// asking are the questions how a board is set. The chip wears: only what differs
// is written.
func asking() (qs []question) {
	for _, s := range settings {
		qs = append(qs, question{"R" + s.address, "r" + s.address, 3})
	}
	return qs
}

// mostWrites is how often one byte is written on a connection. A board that does
// not take it shall not wear.
const mostWrites = 2

// Names of odd things in the counts.
const (
	noteUnanswered = "no answer to a question"
	noteWritten    = "setting written"
	noteRefused    = "setting not taken"
	noteTurned     = "order of squares learned"
	noteForgetful  = "order of squares not kept on disk"
)

// answerTime is how long an answer may take until it is asked again.
func (d *Driver) answerTime() time.Duration { return d.Heartbeat / 2 }

// retry is how soon after a status was asked for it is asked for again, where
// something was dropped.
func (d *Driver) retry() time.Duration { return d.Heartbeat * 3 / 10 }

// session is one connection.
type session struct {
	*Driver
	framer Framer
	pulse  boardio.Pulse

	plain     bool       // what is said has no parity, because what is heard has none
	heard     bool       // a message of the board
	questions []question // the first is being asked
	againAt   time.Duration
	set       map[string]string // what is known of the board's memory
	writes    map[string]int

	statusAt time.Duration // a status is asked for
	askedAt  time.Duration // it was asked for last
}

func newSession(d *Driver, now time.Duration) *session {
	s := &session{
		Driver: d, pulse: boardio.NewPulse(now, d.Heartbeat), questions: identifying(),
		againAt: now, statusAt: now + d.Heartbeat, askedAt: now,
		set: make(map[string]string), writes: make(map[string]int),
	}
	s.framer.Drop = s.dropped
	return s
}

// Due implements boardio.Talk.
func (s *session) Due() time.Duration {
	due := min(s.pulse.Due(), s.statusAt)
	if s.framer.Open() {
		due = min(due, s.framer.Deadline())
	}
	if len(s.questions) > 0 {
		due = min(due, s.againAt)
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
	}
	if len(s.questions) > 0 && now >= s.againAt {
		if err := s.ask(now); err != nil {
			return err
		}
	}
	if now < s.statusAt {
		return nil
	}
	s.askedAt, s.statusAt = now, now+s.every()
	return s.say(string(AskStatus))
}

// every is how often a status is asked for. It is a sign of life, and shows what
// was lost on the way. Until it is known that the board reports by itself, it is
// what there is.
func (s *session) every() time.Duration {
	if s.reports() {
		return s.Heartbeat
	}
	return s.Heartbeat / 5
}

// reports tells whether the board is known to report every change by itself.
func (s *session) reports() bool {
	for _, want := range settings {
		if s.set[want.address] != want.value {
			return false
		}
	}
	return true
}

// ask says the first question, or gives it up.
func (s *session) ask(now time.Duration) error {
	q := &s.questions[0]
	switch {
	case q.tries == 0 && !s.heard: // it is not on yet
		s.questions = identifying()
		return nil
	case q.tries == 0:
		s.Note(noteUnanswered)
		s.next(now)
		return nil
	case !s.heard && q.tries < versionTries:
		s.plain = !s.plain
	}
	q.tries--
	s.againAt = now + s.answerTime()
	return s.say(q.command)
}

// next goes on to the next question. When the board is known it may come up, and
// shall at once.
func (s *session) next(now time.Duration) {
	s.questions = s.questions[1:]
	s.againAt = now
	if s.identified() && !s.IsUp() {
		s.statusAt = now
	}
}

// identified reports whether the board has said, or would not say, what it is.
func (s *session) identified() bool {
	return !slices.ContainsFunc(s.questions, func(q question) bool { return q.answer == "v" || q.answer == "i" })
}

// say sends a command the way the board hears it.
func (s *session) say(command string) error {
	m := Append(nil, command)
	if s.plain {
		m = Strip(m)
	}
	return s.Write(m...)
}

// Hear implements boardio.Talk.
func (s *session) Hear(at time.Duration, received []byte) {
	s.framer.Push(at, received, func(f Frame) { s.frame(at, f) })
}

func (s *session) frame(at time.Duration, f Frame) {
	s.Frame(names[f.Letter], at)
	// Until the squares are known only they are a sign of life. A name has no
	// checksum and never is one.
	if f.Letter == Status || s.IsUp() && f.Letter != Name {
		s.life()
	}
	if f.Letter != Name {
		s.heard, s.plain = true, !f.Parity
	}
	switch f.Letter {
	case Status:
		s.status(at, f.Data)
	case Memory:
		s.memory(string(f.Data[:2]), string(f.Data[2:]))
	default:
		s.about.take(f)
	}
	s.answered(at, f)
}

// life is a sign of life. A board that was silent for a while may have been in
// other hands, or another one.
func (s *session) life() {
	if s.pulse.Life() > 1 && len(s.questions) == 0 {
		s.questions = asking()
	}
}

// answered ends the question to which this is the answer. Answers are known by
// how they begin, for others may come first.
func (s *session) answered(at time.Duration, f Frame) {
	if len(s.questions) > 0 && strings.HasPrefix(string(f.Letter)+string(f.Data), s.questions[0].answer) {
		s.next(at)
	}
}

// status takes the squares.
func (s *session) status(at time.Duration, letters []byte) {
	if !s.identified() {
		return
	}
	turned := s.learnOrder(letters)
	if !s.IsUp() {
		s.Learn(func(b *observation.Board, _ *observation.ClockSensor) { *b = s.about.board() })
		s.questions = append(s.questions, asking()...)
	}
	pl := readStatus(letters, s.order)
	if s.about.sensing() == observation.Occupancy {
		pl = occupied(pl)
	}
	if turned && s.IsUp() {
		s.Restate(at, pl)
		return
	}
	s.See(at, pl)
}

// learnOrder takes from a start position how the board lies, and reports whether
// that is news.
func (s *session) learnOrder(letters []byte) (news bool) {
	o, told := orderOf(letters)
	if !told || o == s.order && s.kept {
		return false
	}
	news = o != s.order
	s.order, s.kept = o, true
	if news {
		s.Note(noteTurned)
	}
	if s.Folder != "" && remember(s.Folder, o) != nil {
		s.Note(noteForgetful)
	}
	return news
}

// memory takes a byte of the board's memory, and sets it where it is to be
// another.
func (s *session) memory(address, value string) {
	s.set[address] = value
	for _, want := range settings {
		if want.address == address && want.value != value {
			s.write(want)
		}
	}
}

// write has the board keep a setting. Some boards do not say that they did, so it
// is read again.
func (s *session) write(want setting) {
	w := question{"W" + want.address + want.value, "w" + want.address, 1}
	switch {
	case slices.ContainsFunc(s.questions, func(q question) bool { return q.command == w.command }):
		return
	case s.writes[want.address] == mostWrites:
		s.Note(noteRefused)
		return
	}
	s.writes[want.address]++
	s.Note(noteWritten)
	s.questions = append(s.questions, w, question{"R" + want.address, "r" + want.address, 3})
}

// dropped counts what made no sense. A change may have been in it.
func (s *session) dropped(r Reason) {
	s.Drop(r.String())
	s.statusAt = min(s.statusAt, s.askedAt+s.retry())
}
