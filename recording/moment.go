package recording

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// Moment is a moment of a recording: the end, a ply, or a time.
type Moment struct {
	ply  int
	t    int64
	kind momentKind
}

type momentKind uint8

const (
	theEnd momentKind = iota
	afterPly
	atTime
)

// AfterPly is the moment at which this ply was completed, or made if it never
// was. 0 is the start.
func AfterPly(ply int) Moment { return Moment{ply: ply, kind: afterPly} }

// AtTime is t milliseconds after the recording began.
func AtTime(t int64) Moment { return Moment{t: t, kind: atTime} }

// ParseMoment reads "24" as a ply, "0:12:31.4" or "12:31" as a time since the
// recording began, and "" as the end.
func ParseMoment(s string) (Moment, error) {
	if s == "" {
		return Moment{}, nil
	}
	want := fmt.Errorf("moment %.20q: want a ply such as 24, or a time since the recording began such as 0:12:31.4", s)
	if !strings.Contains(s, ":") {
		ply, err := strconv.Atoi(s)
		if err != nil || ply < 0 {
			return Moment{}, want
		}
		return AfterPly(ply), nil
	}
	whole, tenths, _ := strings.Cut(s, ".")
	var t int64
	parts := strings.Split(whole, ":")
	for _, part := range parts {
		n, err := strconv.ParseUint(part, 10, 16)
		if err != nil {
			return Moment{}, want
		}
		t = 60*t + int64(n)
	}
	ms, err := strconv.ParseUint((tenths + "000")[:3], 10, 16)
	if err != nil || len(parts) > 3 || len(tenths) > 3 {
		return Moment{}, want
	}
	return AtTime(1000*t + int64(ms)), nil
}

// ErrNoPly is in errors about a ply that a recording does not have.
var ErrNoPly = errors.New("this recording has no such ply")

// At folds the recording up to a moment. A ply that the recording does not have
// is an error.
func (rec *Recording) At(m Moment) (*State, error) {
	whole, err := rec.Whole()
	if err != nil || m.kind == theEnd {
		return whole, err
	}
	t := m.t
	if m.kind == afterPly {
		if t, err = whole.doneBy(m.ply); err != nil {
			return nil, err
		}
	}
	n := rec.batchAt(t) + 1
	if n == len(rec.Batches) {
		return whole, nil
	}
	s, err := rec.fold(n)
	if err == nil {
		s.T = t
	}
	return s, err
}

// doneBy returns when a ply was completed, or known to be made if it never was.
func (s *State) doneBy(ply int) (int64, error) {
	switch {
	case ply == 0 && s.Score.Start != nil:
		return s.Score.Start.T, nil
	case ply < 1 || ply > len(s.Score.Plies):
		return 0, fmt.Errorf("ply %d: %w: it has %d", ply, ErrNoPly, len(s.Score.Plies))
	}
	p := s.Score.Plies[ply-1]
	t := max(p.T, p.Known)
	if p.Done != nil {
		t = max(t, p.Done.T)
	}
	return t, nil
}
