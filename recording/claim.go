package recording

import (
	"errors"
	"slices"

	"recorderd/observation"
	"recorderd/position"
	"recorderd/record"
)

// Judged is what a claim comes to, and the state in which it was judged: the
// lines and the record of that hold the claim.
type Judged struct {
	*State
	Claim record.Claim
	Ended bool // the game had ended: it was judged by what stood just before
}

// Claim judges a claim as if it had been made at a moment. After the end of the
// game no claim has an effect, so that is judged by what stood just before. A
// claim that is by nobody is by the player whose claim it can be.
func (rec *Recording) Claim(a observation.Act, m Moment) (*Judged, error) {
	s, err := rec.At(m)
	if err != nil {
		return nil, err
	}
	j := &Judged{State: s}
	if n, ended := s.beforeEnd(); ended {
		j.Ended = true
		if j.State, err = rec.fold(n); err != nil {
			return nil, err
		}
	}
	a.Kind = observation.ActClaim
	if a.By == "" {
		a.By = j.claimant(a.Claim)
	}
	for _, e := range j.apply(observation.Batch{T: j.T + 1, Facts: []observation.Fact{a}}) {
		if c, ok := e.(record.Claim); ok {
			j.Claim = c
			j.read()
			return j, nil
		}
	}
	return nil, errors.New("nothing can be claimed: play has not begun")
}

// beforeEnd returns how many batches there were before the game ended, if it has
// ended. What ended it may have been known only later.
func (s *State) beforeEnd() (batches int, ended bool) {
	if s.Score.End == nil {
		return 0, false
	}
	return s.batchAt(s.Score.End.T-1) + 1, true
}

// claimant returns who would make a claim: the opponent of whose flag fell, the
// opponent of who moved, or else the player to move; the arbiter where that is not
// known.
func (s *State) claimant(claim string) string {
	side := s.toMove()
	switch claim {
	case "flag":
		side = side.Other()
		if late := s.overstepped(); late != observation.NoSide {
			side = late.Other()
		}
	case "illegal-move", "touch-move":
		if last := s.lastHand(); last != observation.NoSide {
			side = last.Other()
		}
	}
	if side == observation.NoSide {
		return "arbiter"
	}
	return side.String()
}

func (s *State) toMove() observation.Side {
	p, err := position.ParseLoose(s.Score.FEN(len(s.Score.Plies)))
	if err != nil {
		p = s.Record.Start()
	}
	return p.Side()
}

// overstepped returns whose flag fell last, or if both are down first.
func (s *State) overstepped() observation.Side {
	late := observation.NoSide
	for _, e := range s.Record.Standing() {
		f, ok := e.(record.Finding)
		if ok && f.Code == "flag-fall" && (late == observation.NoSide || !s.bothDown()) {
			late = f.Side
		}
	}
	return late
}

func (s *State) bothDown() bool {
	return slices.ContainsFunc(s.Record.Standing(), func(e record.Event) bool {
		f, ok := e.(record.Finding)
		return ok && f.Code == "both-flags"
	})
}

// lastHand returns who moved last, or pressed the clock without a move.
func (s *State) lastHand() observation.Side {
	n := len(s.Score.Plies)
	for _, e := range s.Record.Standing() {
		if f, ok := e.(record.Finding); ok && f.Code == "press-without-move" && f.Ply == n {
			return f.Side
		}
	}
	if n == 0 {
		return observation.NoSide
	}
	return s.Score.Plies[n-1].Side
}
