package laws

import (
	"errors"
	"fmt"
	"strings"

	"recorderd/observation"
)

// Bounds of a time control. They keep every sum of times far from an overflow,
// and are wide enough for a fortnight a move.
const (
	maxText    = 256
	maxStages  = 16
	maxMoves   = 9999
	maxSeconds = 9_999_999
)

// example is what an error shows.
const example = "write for example 40/5400+30:1800+30, or - for none, or ? if it is not known"

// ParseTimeControl reads a time control: the grammar of PGN and what the contract
// adds to it.
//
//	900          fifteen minutes for the game, in seconds as always
//	180+2        with an increment of two seconds a move
//	40/5400:1800 forty moves in ninety minutes, then thirty minutes
//	*180         a sand clock
//	900b10       Bronstein: up to ten seconds of each move are given back
//	900d5        American delay: the time runs after five seconds
//	300|240      White has other times than Black
//	-            no time control
//	?            one that is not known
//
// An increment of 0 is none. Only the last stage may go without a number of
// moves; if it has one, it repeats. The error names the part that is wrong and
// shows a good one.
func ParseTimeControl(text string) (TimeControl, error) {
	switch text {
	case "-":
		return TimeControl{none: true}, nil
	case "?":
		return TimeControl{}, nil
	}
	fail := func(err error) (TimeControl, error) {
		return TimeControl{}, fmt.Errorf("time control %.40q: %w; %s", text, err, example)
	}
	if len(text) > maxText {
		return fail(fmt.Errorf("longer than %d bytes", maxText))
	}
	whiteText, blackText, differ := strings.Cut(text, "|")
	white, err := parseStages(whiteText)
	if err != nil {
		return fail(err)
	}
	if !differ {
		return TimeControl{sides: [2][]Stage{white, white}}, nil
	}
	black, err := parseStages(blackText)
	if err != nil {
		return fail(fmt.Errorf("after the |: %w", err))
	}
	var tc TimeControl
	tc.sides[observation.White], tc.sides[observation.Black] = white, black
	return tc, nil
}

// parseStages reads the stages of one side.
func parseStages(text string) ([]Stage, error) {
	parts := strings.Split(text, ":")
	if len(parts) > maxStages {
		return nil, fmt.Errorf("%d stages: at most %d", len(parts), maxStages)
	}
	stages := make([]Stage, len(parts))
	for i, part := range parts {
		s, err := parseStage(part)
		if err != nil {
			return nil, fmt.Errorf("stage %d, %.40q: %w", i+1, part, err)
		}
		if s.Moves == 0 && i < len(parts)-1 {
			return nil, fmt.Errorf("stage %d, %.40q: a stage before the last needs its number of moves, as in 40/%s", i+1, part, s)
		}
		stages[i] = s
	}
	return stages, nil
}

// parseStage reads one stage.
func parseStage(text string) (Stage, error) {
	var s Stage
	if moves, rest, ok := strings.Cut(text, "/"); ok {
		n, err := parseNumber("the number of moves", moves, maxMoves)
		if err != nil {
			return Stage{}, err
		}
		if n == 0 {
			return Stage{}, errors.New("no stage is for 0 moves")
		}
		s.Moves, text = int(n), rest
	}
	base, add := text, ""
	if sand, ok := strings.CutPrefix(text, "*"); ok {
		if s.Moves > 0 {
			return Stage{}, errors.New("a sand clock counts no moves")
		}
		base, s.Kind = sand, SandClock
	} else if i := strings.IndexAny(text, "+bd"); i >= 0 {
		base, add, s.Kind = text[:i], text[i+1:], kindOf(text[i])
	}
	seconds, err := parseNumber("the time in seconds", base, maxSeconds)
	if err != nil {
		return Stage{}, err
	}
	s.BaseMS = seconds * 1000
	if err := s.parseAdd(add); err != nil {
		return Stage{}, err
	}
	if s.BaseMS == 0 && s.AddMS == 0 {
		return Stage{}, errors.New("it gives no time")
	}
	return s, nil
}

// parseAdd reads what stands behind the mark of the stage's kind.
func (s *Stage) parseAdd(text string) error {
	if s.Kind == Plain || s.Kind == SandClock {
		return nil
	}
	seconds, err := parseNumber("the seconds after "+s.Kind.mark(), text, maxSeconds)
	if err != nil {
		return err
	}
	s.AddMS = seconds * 1000
	if seconds == 0 {
		s.Kind = Plain
	}
	return nil
}

// kindOf returns the kind of stage that a mark makes.
func kindOf(mark byte) Kind {
	switch mark {
	case 'b':
		return Bronstein
	case 'd':
		return Delay
	}
	return Fischer
}

// parseNumber reads a whole number in plain digits, at most the greatest.
func parseNumber(what, text string, greatest int64) (int64, error) {
	if text == "" {
		return 0, fmt.Errorf("%s is missing", what)
	}
	var n int64
	for _, c := range []byte(text) {
		if c < '0' || c > '9' {
			return 0, fmt.Errorf("%s is %.40q, not a whole number", what, text)
		}
		if n = n*10 + int64(c-'0'); n > greatest {
			return 0, fmt.Errorf("%s is %.40q, more than %d", what, text, greatest)
		}
	}
	return n, nil
}
