package dgt

import (
	"fmt"
	"time"

	"recorderd/clockio/dgt"
	"recorderd/observation"
)

// Names of odd things in the counts.
const (
	noteMissed   = "missed update"      // a square that a dump shows other than the changes said
	noteRepeated = "repeated update"    // a change to what the square held already
	noteResult   = "result figure"      // a figure that tells a result stood on a square
	noteEarly    = "before the squares" // came before all squares were known
	noteOddLog   = "odd memory"         // a place of the memory that made no sense
)

// Hear implements boardio.Talk.
func (s *session) Hear(at time.Duration, received []byte) {
	s.recall.at = at
	s.framer.Push(at, received, func(f Frame) { s.frame(at, f) })
}

func (s *session) frame(at time.Duration, f Frame) {
	s.Frame(f.ID.Name(), at)
	// Until the squares are known only they are a sign of life: something else
	// that happens to look like a message is no board.
	if s.IsUp() {
		s.life()
	}
	switch f.ID {
	case BoardDump:
		s.dump(at, f.Payload)
	case FieldState:
		s.field(at, f.Payload)
	case ClockTimes:
		s.clockTimes(at, dgt.Decode(dgt.Payload(f.Payload)))
	case Memory:
		if s.IsUp() {
			s.recollect(at, f.Payload)
		}
	default:
		s.describe(f)
	}
}

// describe takes what a board says of itself.
func (s *session) describe(f Frame) {
	s.named = s.named || f.ID == Version
	s.Learn(func(b *observation.Board, _ *observation.ClockSensor) { identify(b, f) })
}

// identify puts what a message says of the board into b. The long serial number
// of newer boards is preferred to the five digits that they have too.
func identify(b *observation.Board, f Frame) {
	switch f.ID {
	case Version:
		b.Firmware = fmt.Sprintf("%d.%d", f.Payload[0], f.Payload[1])
	case Serial:
		if len(b.Serial) <= shortSerial {
			b.Serial = printable(f.Payload[:shortSerial])
		}
	case LongSerial:
		b.Serial = printable(f.Payload)
	}
}

const shortSerial = 5

// printable keeps what can be shown to people.
func printable(b []byte) string {
	var s []byte
	for _, c := range b {
		if c > ' ' && c < 0x7F {
			s = append(s, c)
		}
	}
	return string(s)
}

// dump takes all squares. One that only confirms the changes since the last is
// no news and not reported.
func (s *session) dump(at time.Duration, payload []byte) {
	pl, results, ok := readDump(payload)
	if !ok {
		s.dropped(Implausible)
		return
	}
	for range results {
		s.Note(noteResult)
	}
	sure := !s.doubt
	s.doubt, s.dumpAt = false, at+compare
	if !s.IsUp() {
		s.appear(at, pl)
	} else if s.overlooked(pl) {
		s.changedAt = at
		s.Overlooked(at, pl)
	} else if s.missed(pl) {
		s.changedAt = at
		s.Report(at, pl)
		if sure && len(s.queue) == 0 {
			s.ask(UpdateNice, AskClock) // nothing was dropped: perhaps the board forgot its mode
		}
	}
	s.image = pl
	if turned, told := orientation(pl); told && turned != s.turned {
		s.turned = turned
		s.ask(AskClock) // the last times were given to the wrong players
	}
}

// appear is the first dump of a connection: the board is up.
func (s *session) appear(at time.Duration, pl observation.Placement) {
	s.life()
	s.changedAt, s.wasUp = at, true
	s.Appear(at, pl)
	s.ask(AskClock) // what it said before was of no use
}

// missed counts the squares of which a change was not reported.
func (s *session) missed(pl observation.Placement) bool {
	for sq := range pl {
		if pl[sq] != s.image[sq] {
			s.Note(noteMissed)
		}
	}
	return pl != s.image
}

// field takes the change of one square. A figure that tells a result leaves its
// square empty: it is no piece, and no reason to stop.
func (s *session) field(at time.Duration, payload []byte) {
	p, result, ok := pieceOf(payload[1])
	if !ok || payload[0] >= 64 {
		s.dropped(Implausible)
		return
	}
	if !s.IsUp() {
		s.Note(noteEarly) // the dump will have it
		return
	}
	if result {
		s.Note(noteResult)
	}
	sq := Square(payload[0])
	if s.image[sq] == p {
		s.Note(noteRepeated)
		s.doubtful() // the change between was lost
	}
	if s.recall.compare {
		s.image[sq] = p
		return // it may be of any time since the memory was asked for
	}
	s.notePause(at)
	s.image[sq], s.changedAt = p, at
	if !s.doubt {
		s.dumpAt = at + quiet
	}
	s.Report(at, observation.Change{Square: sq, Piece: p})
}
