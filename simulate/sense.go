package simulate

import (
	"cmp"
	"io"
	"slices"
	"time"

	"recorderd/clockio"
	"recorderd/observation"
)

// Sensor is a board and the clock it reads.
//
// In every Board.ScanMS the squares are read one after the other; a square that
// differs from what was last said of it is reported at that moment. With no
// scan period each deed is seen when it is done. Likewise the clock is read
// every Clock.PollMS and reported when it shows something else; with no poll it
// is reported when it is worked and once a second while it runs.
type Sensor struct {
	Board observation.Board
	Clock observation.ClockSensor
	Phase int64 // when the first scan begins, milliseconds

	Faults Faults
	Seed   uint64 // of the faults

	Losses   int    // how often in a game the cable goes, for 2 to 20 s
	LinkSeed uint64 // of the losses
}

// silence is how long nothing is heard before time itself is reported.
const silence = 1000

// sighting is one fact with the time of its report.
type sighting struct {
	at   int64
	fact observation.Fact
}

// Sense returns the header and the batches of the trace that the sensor makes of
// a timeline. Ticks fill the seconds in which no clock runs and nothing else
// came, and the trace ends with one.
func Sense(tl Timeline, s Sensor) (observation.Header, []observation.Batch) {
	felt, _ := s.Feel(tl)
	return s.header(tl), withTicks(batches(s.sightings(felt)), tl.End)
}

func (s Sensor) header(tl Timeline) observation.Header {
	h := observation.Header{Board: s.Board, Clock: s.Clock}
	if h.Board.Sensing == "" {
		h.Board.Sensing = observation.Identity
	}
	if len(tl.Games) > 0 {
		h.Game = tl.Games[0].Game
	}
	return h
}

// sightings returns all that comes of a timeline, in order of time.
func (s Sensor) sightings(felt Timeline) []sighting {
	var seen []sighting
	if s.Board.Sensing == observation.Moves {
		seen = append([]sighting{{0, observation.Tick{}}}, s.moves(felt)...)
	} else {
		seen = append([]sighting{{0, s.view(felt.Start)}}, s.squares(felt)...)
	}
	seen = append(seen, s.clock(felt)...)
	seen = s.cut(felt, seen)
	for _, d := range felt.Deeds {
		if d.Kind == Say {
			seen = append(seen, sighting{d.At, d.Fact})
		}
	}
	slices.SortStableFunc(seen, func(a, b sighting) int { return cmp.Compare(a.at, b.at) })
	return seen
}

// WriteTrace writes what Sense returned.
func WriteTrace(w io.Writer, h observation.Header, batches []observation.Batch) error {
	tw, err := observation.NewWriter(w, h)
	for _, b := range batches {
		if err != nil {
			return err
		}
		err = tw.Write(b)
	}
	return err
}

// view returns a placement as this board says it.
func (s Sensor) view(pl observation.Placement) observation.Placement {
	for sq, piece := range pl {
		pl[sq] = s.tells(piece)
	}
	return pl
}

func (s Sensor) tells(piece observation.Piece) observation.Piece {
	if s.Board.Sensing == observation.Occupancy && piece != observation.Empty {
		return observation.Occupied
	}
	return piece
}

// squares returns the reports of all squares, in the order in which they are
// scanned.
func (s Sensor) squares(tl Timeline) []sighting {
	touched := make([][]Deed, 64)
	for _, d := range tl.Deeds {
		if d.Kind == Lift || d.Kind == Put {
			touched[d.Square] = append(touched[d.Square], d)
		}
	}
	var seen []sighting
	for sq, deeds := range touched {
		seen = append(seen, s.square(observation.Square(sq), tl.Start[sq], deeds)...)
	}
	return seen
}

// square reads one square after each of its deeds.
func (s Sensor) square(sq observation.Square, stood observation.Piece, deeds []Deed) []sighting {
	var seen []sighting
	said := s.tells(stood)
	for i, d := range deeds {
		at := s.nextScan(sq, d.At)
		if i+1 < len(deeds) && deeds[i+1].At <= at {
			continue // the next deed is done before anybody looks
		}
		if now := s.tells(d.Piece); now != said {
			seen = append(seen, sighting{at, observation.Change{Square: sq, Piece: now}})
			said = now
		}
	}
	return seen
}

// nextScan returns when a square is read for the first time at or after t.
func (s Sensor) nextScan(sq observation.Square, t int64) int64 {
	period := s.Board.ScanMS
	if period <= 0 {
		return t
	}
	first := s.Phase + int64(sq)*period/64
	if t <= first {
		return first
	}
	return first + (t-first+period-1)/period*period
}

// moves returns what a board of finished moves says: each move one scan after it
// was made, for so long it has to look the same.
func (s Sensor) moves(tl Timeline) []sighting {
	var seen []sighting
	for _, g := range tl.Games {
		for _, ply := range g.Plies {
			seen = append(seen, sighting{ply.Made + s.Board.ScanMS, observation.Said(ply.UCI)})
		}
	}
	return seen
}

// clock returns the reports of the clock. A clock that the players do not use
// says nothing.
func (s Sensor) clock(tl Timeline) []sighting {
	if !s.Clock.Present || !tl.Clock.present() {
		return nil
	}
	r := reading{poll: s.Clock.PollMS, display: duration(s.Clock.ResolutionMS)}
	r.take(tl.Clock.set())
	r.report(0)
	for _, d := range tl.Deeds {
		if d.Kind < StartClock || d.Kind > SetClock {
			continue
		}
		r.upTo(d.At)
		r.work(d)
		if r.poll <= 0 {
			r.report(d.At)
		}
	}
	r.upTo(tl.End)
	return r.seen
}

// reading is a clock while it is read.
type reading struct {
	clock   *clockio.Countdown
	display time.Duration
	poll    int64
	last    int64 // when it was read last
	seen    []sighting
}

func (r *reading) take(c *clockio.Countdown) {
	r.clock = c
	if r.display > 0 {
		r.clock.Resolution = r.display
	}
}

func (r *reading) work(d Deed) {
	at := duration(d.At)
	switch d.Kind {
	case StartClock:
		r.clock.Start(at, d.Side)
	case Press:
		r.clock.Press(at, d.Side)
	case StopClock:
		r.clock.Stop(at)
	case SetClock:
		r.take(d.newClock(at))
	}
}

// report reads the clock. One that is polled is heard only if it shows
// something else than before.
func (r *reading) report(at int64) {
	now := r.clock.Report(duration(at))
	r.last = at
	if n := len(r.seen); r.poll > 0 && n > 0 && r.seen[n-1].fact == observation.Fact(now) {
		return
	}
	r.seen = append(r.seen, sighting{at, now})
}

// upTo makes the reports that are due before t.
func (r *reading) upTo(t int64) {
	for {
		due, ok := r.next()
		if !ok || due >= t {
			return
		}
		r.report(due)
	}
}

// next returns when the clock will be read again if nobody works it.
func (r *reading) next() (at int64, ok bool) {
	if r.poll > 0 {
		return r.last + r.poll, true
	}
	side := r.clock.Running()
	if side == observation.NoSide {
		return 0, false
	}
	left := r.clock.Remaining(duration(r.last), side).Milliseconds()
	if left > 0 && left < 1000 {
		return r.last + left, true // its flag falls
	}
	return r.last + 1000, true
}

// batches joins what was reported at the same time.
func batches(seen []sighting) []observation.Batch {
	var bs []observation.Batch
	for _, s := range seen {
		if n := len(bs); n > 0 && bs[n-1].T == s.at {
			bs[n-1].Facts = append(bs[n-1].Facts, s.fact)
			continue
		}
		bs = append(bs, observation.Batch{T: s.at, Facts: []observation.Fact{s.fact}})
	}
	return bs
}

// withTicks puts a tick wherever nothing came for a second while no clock was
// seen to run, and one at the end.
func withTicks(bs []observation.Batch, end int64) []observation.Batch {
	var out []observation.Batch
	tick := func(t int64) {
		out = append(out, observation.Batch{T: t, Facts: []observation.Fact{observation.Tick{}}})
	}
	running := false
	for _, b := range bs {
		for n := len(out); n > 0 && !running && out[n-1].T+silence < b.T; n = len(out) {
			tick(out[n-1].T + silence)
		}
		for _, f := range b.Facts {
			switch f := f.(type) {
			case observation.Clock:
				running = f.Running != observation.NoSide
			case observation.Link:
				running = running && f.Up
			}
		}
		out = append(out, b)
	}
	tick(max(end, out[len(out)-1].T+1))
	return out
}
