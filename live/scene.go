package live

import (
	"strings"
	"time"

	"recorderd/observation"
)

// LinkState is what is known of a cable.
type LinkState string

const (
	LinkUnknown LinkState = "unknown"
	LinkUp      LinkState = "up"
	LinkDown    LinkState = "down"
)

// Scene is what the sensors see. Squares is the first field of a FEN, seen from
// White's side of the table, and empty where nothing is known; in it "o" is a
// piece that nobody can name.
type Scene struct {
	Squares string    `json:"squares"`
	Board   LinkState `json:"board"`
	Clock   Clock     `json:"clock"`
}

// Clock is the last report of the clock.
type Clock struct {
	Link    LinkState        `json:"link"`
	Known   bool             `json:"known"` // the times are
	WhiteMS int64            `json:"white_ms"`
	BlackMS int64            `json:"black_ms"`
	Running observation.Side `json:"running"`
}

// scene gathers facts into a Scene.
type scene struct {
	placement observation.Placement // as the board numbers its squares
	placed    bool                  // all 64 squares were reported
	turned    bool
	board     LinkState
	clock     Clock
	came      time.Duration // when the clock's report came
}

func newScene() scene {
	return scene{board: LinkUnknown, clock: Clock{Link: LinkUnknown, Running: observation.NoSide}}
}

// The usual start, from either side of the table. Whoever sets it up shows how
// the board stands, before any record can say so.
var (
	startPlacement, _ = observation.ParsePlacement("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR")
	startTurned       = startPlacement.Turned()
)

// apply takes facts that came now, and reports whether anything that can be
// seen changed.
func (s *scene) apply(facts []observation.Fact, now time.Duration) (changed bool) {
	before := *s
	for _, f := range facts {
		switch f := f.(type) {
		case observation.Placement:
			s.placement, s.placed, s.board = f, true, LinkUp
		case observation.Change:
			s.board = LinkUp
			if f.Square < observation.NoSquare {
				s.placement[f.Square] = f.Piece
			}
		case observation.Clock:
			s.report(f, now)
		case observation.Link:
			s.link(f)
		case observation.Restart:
			// What was running may have stopped meanwhile: nobody looked.
			s.board, s.clock.Link = LinkUnknown, LinkUnknown
		}
	}
	switch s.placement {
	case startPlacement:
		s.turned = false
	case startTurned:
		s.turned = true
	}
	return *s != before
}

func (s *scene) report(c observation.Clock, now time.Duration) {
	s.clock.Link, s.clock.Running, s.came = LinkUp, c.Running, now
	if c.HasTimes {
		s.clock.Known, s.clock.WhiteMS, s.clock.BlackMS = true, c.WhiteMS, c.BlackMS
	}
}

func (s *scene) link(l observation.Link) {
	state := LinkDown
	if l.Up {
		state = LinkUp
	}
	if l.Device == observation.BoardDevice {
		s.board = state
	} else {
		s.clock.Link = state
	}
}

// orient finds out whether the board stands turned by 180 degrees: the position
// in which play begins then fits better from the other side.
func (s *scene) orient(fen string) {
	field, _, _ := strings.Cut(fen, " ")
	start, err := observation.ParsePlacement(field)
	if err != nil || !s.placed {
		return
	}
	s.turned = s.placement.Turned().Differing(start) < s.placement.Differing(start)
}

// show draws the scene. The record's position names the pieces that the sensors
// cannot, and stands for the squares where they say nothing.
func (s *scene) show(fen string) Scene {
	out := Scene{Board: s.board, Clock: s.clock}
	field, _, _ := strings.Cut(fen, " ")
	named, err := observation.ParsePlacement(field)
	if !s.placed {
		if err == nil {
			out.Squares = field
		}
		return out
	}
	placement := s.placement
	if s.turned {
		placement = placement.Turned()
	}
	for sq, p := range placement {
		if p == observation.Occupied && named[sq] != observation.Empty {
			placement[sq] = named[sq]
		}
	}
	out.Squares = placement.String()
	return out
}
