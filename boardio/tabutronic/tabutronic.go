// Package tabutronic reads Tabutronic's boards that know where something stands
// and not what: Sentio, and Tactum for blind players. They send lines of numbers
// like a Certabo, one number a rank, and are never told anything.
//
// A frame is reported as it comes. Nothing is known of noise on these boards, and
// a square that is empty for one frame only may be all that is seen of a capture.
package tabutronic

import (
	"context"
	"time"

	"recorderd/boardio"
	"recorderd/boardio/certabo"
	"recorderd/observation"
)

// scanMS is how often a frame comes. It is a guess: no figure is public.
const scanMS = 100

var board = observation.Board{Sensing: observation.Occupancy, ScanMS: scanMS, Make: "Tabutronic"}

func init() {
	boardio.Register(boardio.Make{
		Name: "tabutronic", Also: []string{"sentio", "tactum"}, Title: "Tabutronic",
		Sensing: observation.Occupancy, Line: certabo.Line,
		New:     func(opt boardio.Options) boardio.Device { return New(opt) },
		Greet:   greet,
		Listens: true,
	})
}

// Driver is one board on one line, for as long as the program runs.
type Driver struct{ *boardio.Keeper }

// New returns a driver that has not opened anything yet.
func New(opt boardio.Options) *Driver {
	return &Driver{boardio.NewKeeper(opt, board, observation.ClockSensor{})}
}

// Run implements boardio.Device.
func (d *Driver) Run(ctx context.Context, out func(boardio.Report)) error {
	return d.Keep(ctx, out, func(now time.Duration) boardio.Talk { return newSession(d, now) })
}

// session is one connection.
type session struct {
	*Driver
	framer certabo.Framer
	pulse  boardio.Pulse
	rate   certabo.Rate
}

func newSession(d *Driver, now time.Duration) *session {
	s := &session{Driver: d, framer: certabo.Framer{Numbers: certabo.RankNumbers}, pulse: certabo.Patience(now, d.Heartbeat)}
	s.framer.Drop = func(r certabo.Reason) { s.Drop(r.String()) }
	return s
}

// Hear implements boardio.Talk.
func (s *session) Hear(at time.Duration, received []byte) {
	s.framer.Push(at, received, func(ranks []byte) {
		s.Frame("ranks", at)
		s.pulse.Life()
		if ms, ok := s.rate.Frame(at); ok {
			s.Learn(func(b *observation.Board, _ *observation.ClockSensor) { b.ScanMS = ms })
		}
		s.See(at, ReadRanks(ranks))
	})
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

// ReadRanks reads the numbers of a frame: the eighth rank first, and in each the
// a-file in the highest bit. In a command for the lights of the same board it is
// the lowest.
func ReadRanks(numbers []byte) (pl observation.Placement) {
	for sq := range pl {
		s := observation.Square(sq)
		if numbers[7-s.Rank()]<<s.File()&0x80 != 0 {
			pl[sq] = observation.Occupied
		}
	}
	return pl
}

// Ranks are the numbers that the board sends for what stands on it.
func Ranks(pl observation.Placement) []byte {
	numbers := make([]byte, certabo.RankNumbers)
	for sq, p := range pl {
		if s := observation.Square(sq); p != observation.Empty {
			numbers[7-s.Rank()] |= 0x80 >> s.File()
		}
	}
	return numbers
}

// greet hears whether there is such a board.
func greet(a boardio.Asking) ([]boardio.Found, error) {
	heard, err := certabo.Listen(a, certabo.RankNumbers)
	if err != nil || !heard {
		return nil, err
	}
	return []boardio.Found{{Board: board}}, nil
}
