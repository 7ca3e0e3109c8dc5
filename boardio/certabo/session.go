package certabo

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"recorderd/boardio"
	"recorderd/observation"
)

// Names of odd things in the counts.
const (
	noteUnknown = "unknown tag"        // a square read as a tag that is no piece that is known
	noteStays   = "uncalibrated piece" // and went on to
	noteLearned = "learned"            // tags became pieces
)

// stays is for how many frames a tag that is not known must have been believed
// until something must stand there. Noise is not the same for so long.
const stays = 3

// session is one connection.
type session struct {
	*Driver
	framer  Framer
	pulse   boardio.Pulse
	rate    Rate
	history history
	tags    Tags                  // as they are believed
	strange [64]int               // for how many frames a tag that is not known has been
	image   observation.Placement // as it was reported
}

func newSession(d *Driver, now time.Duration) *session {
	s := &session{Driver: d, framer: Framer{Numbers: TagNumbers}, pulse: Patience(now, d.Heartbeat)}
	s.framer.Drop = func(r Reason) { s.Drop(r.String()) }
	return s
}

// Patience is how long such a board may be silent: it never is, so three
// heartbeats without a frame are enough.
func Patience(now, heartbeat time.Duration) boardio.Pulse {
	return boardio.NewPulse(now, heartbeat*3/4)
}

// Hear implements boardio.Talk.
func (s *session) Hear(at time.Duration, received []byte) {
	s.framer.Push(at, received, func(numbers []byte) { s.frame(at, numbers) })
}

// Due implements boardio.Talk.
func (s *session) Due() time.Duration { return s.pulse.Due() }

// Act implements boardio.Talk.
func (s *session) Act(now time.Duration) error {
	if s.pulse.Beat(now); s.pulse.Dead() {
		return s.Silent()
	}
	return nil
}

func (s *session) frame(at time.Duration, numbers []byte) {
	s.Frame("tags", at)
	s.pulse.Life()
	if ms, ok := s.rate.Frame(at); ok {
		s.Learn(func(b *observation.Board, _ *observation.ClockSensor) { b.ScanMS = ms })
	}
	tags := ReadTags(numbers)
	s.history.add(tags)
	for _, tag := range tags {
		if s.IsUp() && tag != none && s.pieces[tag] == observation.Empty {
			s.Note(noteUnknown)
		}
	}
	s.calibrate()
	if s.IsUp() || s.ready() {
		s.see(at)
	}
}

// calibrate learns from a start position that has stood for long and still does.
func (s *session) calibrate() {
	if s.history.seen < long {
		return
	}
	tags, sure := s.history.squares(long, usually)
	now, sureNow := s.history.squares(lately, often)
	if sure < len(tags) || sureNow < len(tags) || now != tags {
		return
	}
	pieces, learned := s.pieces.Learn(tags, s.Turned)
	if !learned {
		return
	}
	s.Note(noteLearned)
	s.use(pieces)
	s.damaged = pieces.save(s.Folder)
}

// ready reports whether enough is known for the board to be up.
func (s *session) ready() bool {
	tags, sure := s.history.squares(lately, often)
	if sure < len(tags) && s.history.seen < lately {
		return false
	}
	if s.pieces.Fits(&tags) {
		return true
	}
	if s.history.seen >= lately {
		s.Trouble(s.untaught())
	}
	return false
}

// untaught is the trouble of a board whose pieces are not known.
func (s *session) untaught() error {
	err := &boardio.Error{Op: "read", Device: s.Device, Err: errors.New("it is not known which tag is which piece"),
		Hint: "put all pieces in the start position, spare queens on d6 and d3, for five seconds"}
	if s.damaged != nil {
		return fmt.Errorf("%w (%w)", err, s.damaged)
	}
	return err
}

// see reports what stands on all squares as far as it is believed.
func (s *session) see(at time.Duration) {
	once := s.pieces.once(s.history.frame(0))
	for sq := range s.image {
		if tag, ok := s.believe(sq, once); ok {
			s.tags[sq] = tag
			s.image[sq] = s.piece(sq, tag)
		}
	}
	s.See(at, s.image)
	s.Trouble(s.strangers())
}

// believe returns the tag that must be on a square, given which pieces are read
// once in the latest frame; ok is false if that can't be said.
func (s *session) believe(sq int, once map[Tag]bool) (tag Tag, ok bool) {
	tag = s.history.frame(0)[sq]
	if once[tag] || tag == none && once[s.tags[sq]] {
		return tag, true // it is there, or elsewhere
	}
	return s.history.stood(sq, lately, often)
}

// piece is what a square holds on which this tag is believed.
func (s *session) piece(sq int, tag Tag) observation.Piece {
	piece, known := s.pieces[tag]
	if known || tag == none || tag.faint() {
		s.strange[sq] = 0
		return piece
	}
	s.strange[sq]++
	switch {
	case s.strange[sq] == stays:
		s.Note(noteStays)
		return observation.Occupied
	case s.strange[sq] > stays, !s.IsUp():
		return observation.Occupied
	}
	return s.image[sq] // a piece on its way may read as anything
}

// strangers is the trouble of pieces that are not known, or that what is known
// could not be kept; nil if there is none.
func (s *session) strangers() error {
	var on []string
	for sq, n := range s.strange {
		if n >= stays {
			on = append(on, s.named(observation.Square(sq)))
		}
	}
	if len(on) == 0 {
		return s.damaged
	}
	slices.Sort(on)
	return &boardio.Error{Op: "read", Device: s.Device,
		Err:  fmt.Errorf("the piece on %s was never calibrated", strings.Join(on, " and ")),
		Hint: "put it where it belongs in the start position before the next game, a spare queen on d6 or d3"}
}

// named is a square as people call it.
func (s *session) named(sq observation.Square) string {
	if s.Turned {
		sq = sq.Turned()
	}
	return sq.String()
}
