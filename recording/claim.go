package recording

import (
	"errors"

	"recorderd/observation"
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
// game no claim has an effect, so that is judged by what stood just before.
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
