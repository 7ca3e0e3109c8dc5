package laws

import "recorderd/observation"

// Period returns the stage that is the n-th of this side, from 0. A last stage
// with a number of moves repeats. ok is false after the last one, and without a
// time control.
func (tc TimeControl) Period(s observation.Side, n int) (stage Stage, ok bool) {
	stages := tc.side(s)
	if len(stages) == 0 || n < 0 {
		return Stage{}, false
	}
	if n < len(stages) {
		return stages[n], true
	}
	last := stages[len(stages)-1]
	return last, last.Moves > 0
}

// PeriodAfter returns the number of the period in which this side plays when it
// has completed so many moves.
func (tc TimeControl) PeriodAfter(s observation.Side, moves int) int {
	for n, stage := range tc.side(s) {
		if stage.Moves == 0 || moves < stage.Moves {
			return n
		}
		moves -= stage.Moves
	}
	stages := tc.side(s)
	if len(stages) == 0 {
		return 0
	}
	return len(stages) + moves/stages[len(stages)-1].Moves
}

// Required returns how many moves this side must have completed, from the start
// of the game, when the time of its n-th period is over. ok is false in the
// period that takes all the rest of the game.
func (tc TimeControl) Required(s observation.Side, n int) (moves int, ok bool) {
	stages := tc.side(s)
	for i := range min(n+1, len(stages)) {
		if stages[i].Moves == 0 {
			return 0, false
		}
		moves += stages[i].Moves
	}
	if beyond := n + 1 - len(stages); beyond > 0 && len(stages) > 0 {
		moves += beyond * stages[len(stages)-1].Moves
	}
	return moves, moves > 0
}

// Runs returns how much of the time is gone when a turn has taken elapsed: all
// of it, but for a delay.
func (s Stage) Runs(elapsed int64) int64 {
	if s.Kind == Delay {
		elapsed -= s.AddMS
	}
	return max(elapsed, 0)
}

// Returns returns what the press gives after a turn that took used: an
// increment whole, in Bronstein's mode at most what was used.
func (s Stage) Returns(used int64) int64 {
	switch s.Kind {
	case Fischer:
		return s.AddMS
	case Bronstein:
		return max(0, min(used, s.AddMS))
	}
	return 0
}
