package dgt

// When to read what the board remembers.
//
// After a gap only the board knows what was played in it. But while it sends its
// memory it sends nothing else, for more than eight seconds at 9600 baud, and
// perhaps sees nothing either. In normal play that would cost more than it gives.
// So it is read only where there was a gap: the link was lost, or the recorder
// went on with a game. And not at once but at a quiet moment: no square has
// changed for a while, longer where a clock runs, for then somebody thinks who
// may move any time. How long he thinks in this game has been seen: the moment is
// quiet when nothing has moved for twice as long as ever before. What is played
// while the board is busy is lost even to its memory, but that memory waits: a
// game too fast for it is read when the clock stands.
//
// What was missed meanwhile is found by asking for the squares when the board has
// looked at all of them again; if they changed, that is another gap, told like one
// of the cable, and the memory is wanted again, after a stillness twice as long.
// What the board says before that is of the gap, and is not told. A board that
// can't do it is not asked for ever. The board marks in its memory that it was
// read, which harms nothing.

import (
	"time"

	"recorderd/observation"
)

const (
	// still is how long no square has changed at a quiet moment, where a clock
	// stands.
	still = 3 * time.Second
	// stillOn is the same where one runs, or there is none: where a move may come
	// any time. It is longer where players have thought for longer. What the
	// reading hides is another gap, and hands are not seen meanwhile. Of sixty
	// games at three seconds a ply forty-three lost nothing to a reading after
	// stillness of 5 s, fifty-four after 10 s, all after 30 s.
	stillOn = 10 * time.Second
	// stillLong is always enough: who has thought for so long goes on thinking.
	stillLong = 30 * time.Second
	// recalls is how often in a row the memory is asked for in vain.
	recalls = 3
	// lessOften is how often the time of stillness doubles at most, with each
	// reading, where no clock stands.
	lessOften = 4
	// recallBeats is how long it may take, in heartbeats.
	recallBeats = 10
	// rescan is how long it takes at most until a board has looked at all its
	// squares.
	rescan = 2 * scanMS * time.Millisecond
)

// recall is the reading of the memory on one connection.
type recall struct {
	asked   int           // how often on this connection,
	vain    int           // and how often in a row without an answer
	reading bool          // the board is busy with it
	at      time.Duration // it was asked for last, or something came of it
	until   time.Duration // then it is given up
	before  observation.Placement
	compare bool // the next dump shows whether something happened meanwhile
}

// recallAt is when the memory is to be asked for, if nothing comes between.
func (s *session) recallAt() (at time.Duration, wanted bool) {
	r := &s.recall
	if !s.gap || r.vain == recalls || r.reading || !s.IsUp() || s.doubt || len(s.queue) > 0 || s.framer.Open() {
		return 0, false
	}
	if s.stands {
		return s.changedAt + still, true
	}
	quiet := min(max(2*s.longest, stillOn), stillLong)
	return s.changedAt + quiet<<min(r.asked, lessOften), true
}

// notePause remembers how long nothing was moved while the clock ran, now that
// something is.
func (s *session) notePause(at time.Duration) {
	if s.runs {
		s.longest = max(s.longest, at-max(s.changedAt, s.runsAt))
	}
}

// remember asks for the memory if this is the moment.
func (s *session) remember(now time.Duration) error {
	at, wanted := s.recallAt()
	if !wanted || now < at || now < s.sendAt {
		return nil
	}
	r := &s.recall
	r.asked++
	r.vain++
	r.reading, r.at, r.until, r.before = true, now, now+recallBeats*s.Heartbeat, s.image
	return s.Write(byte(AskMemory))
}

// recallEnds is when the reading is given up: in the end, or when nothing came
// for a heartbeat.
func (s *session) recallEnds() time.Duration {
	return min(s.recall.at+s.Heartbeat, s.recall.until)
}

// recalled is the end of the reading, with the memory or without.
func (s *session) recalled(now time.Duration) {
	if s.recall.compare, s.recall.reading = s.recall.reading, false; !s.recall.compare {
		s.ask(rearm...)
		return
	}
	s.ask(UpdateNice)
	s.dumpAt = now + rescan
}

// recollect takes the memory. Some boards are said to send it unasked; it is of
// no use then, but changes may have been missed.
func (s *session) recollect(at time.Duration, payload []byte) {
	log, odd := ReadRing(payload)
	for range odd {
		s.Note(noteOddLog)
	}
	s.recall.vain = 0
	if s.gap {
		s.gap = false
		s.Report(at, memory(log, s.left()))
	}
	s.recalled(at)
}

// overlooked reports whether the squares, asked for after the memory was read, are
// others than before: then something was played meanwhile, and the memory is
// wanted again.
func (s *session) overlooked(pl observation.Placement) bool {
	r := &s.recall
	if !r.compare {
		return false
	}
	r.compare = false
	s.ask(AskClock)
	s.gap = s.gap || pl != r.before
	return pl != r.before
}
