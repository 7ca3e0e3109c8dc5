package record

// Score is what the lines of a record come to: the plies as they stand.
type Score struct {
	Start *Start // nil before play began
	Plies []Scored
	End   *End // nil while the game goes on
}

// Scored is one ply with its completion, nil while there is none.
type Scored struct {
	Move
	Done *Complete
}

// ScoreOf reads the lines of a record, in their order. Lines about plies that are
// not there change nothing.
func ScoreOf(lines []Event) (s Score) {
	for _, e := range lines {
		switch e := e.(type) {
		case Start:
			s = Score{Start: &e}
		case Move:
			if e.Ply == len(s.Plies)+1 {
				s.Plies = append(s.Plies, Scored{Move: e})
			} else if s.has(e.Ply) {
				s.Plies[e.Ply-1].Move = e
			}
		case Complete:
			if s.has(e.Ply) {
				s.Plies[e.Ply-1].Done = &e
			}
		case Retract:
			if s.has(e.Ply) {
				s.Plies = s.Plies[:e.Ply-1]
			}
		case End:
			s.End = &e
		case Reopen:
			s.End = nil
		}
	}
	return s
}

func (s *Score) has(ply int) bool { return ply >= 1 && ply <= len(s.Plies) }

// FEN returns the position after a ply, 0 for the start; "" before play began.
func (s *Score) FEN(ply int) string {
	switch {
	case s.has(ply):
		return s.Plies[ply-1].FEN
	case s.Start != nil:
		return s.Start.FEN
	}
	return ""
}
