package laws

import (
	"slices"
	"strconv"
	"strings"

	"recorderd/observation"
)

// TimeControl is the time that both players have. It is a value and never
// changes; the zero TimeControl is one that is not known.
type TimeControl struct {
	none  bool
	sides [2][]Stage // by observation.Side
}

// Stage is one period of a time control. Times are milliseconds, always whole
// seconds.
type Stage struct {
	Moves  int   // to be made in it, 1 to 9999; 0 for all the rest of the game
	BaseMS int64 // 0 to 9,999,999 s
	Kind   Kind
	AddMS  int64 // with every move, 0 to 9,999,999 s; not 0 for the kinds Fischer, Bronstein and Delay
}

// Kind says what happens to the time with every move.
type Kind uint8

const (
	Plain     Kind = iota // nothing
	Fischer               // AddMS is added: an increment
	Bronstein             // what the move took is given back, at most AddMS
	Delay                 // the time begins to run after AddMS: the American delay
	SandClock             // what one player uses the other one gains
)

// None reports whether there is no time control: "-".
func (tc TimeControl) None() bool { return tc.none }

// Unknown reports whether it is not known: "?".
func (tc TimeControl) Unknown() bool { return !tc.none && len(tc.sides[observation.White]) == 0 }

// Side returns the stages of this side, in their order. There are none without a
// time control, or with one that is not known.
func (tc TimeControl) Side(s observation.Side) []Stage {
	return slices.Clone(tc.side(s))
}

func (tc TimeControl) side(s observation.Side) []Stage {
	if s == observation.Black {
		return tc.sides[observation.Black]
	}
	return tc.sides[observation.White]
}

// Initial returns the milliseconds that this side has when the game starts,
// without a first increment, which the clock may show already.
func (tc TimeControl) Initial(s observation.Side) int64 {
	stages := tc.side(s)
	if len(stages) == 0 {
		return 0
	}
	return stages[0].BaseMS
}

// String returns the shortest text that ParseTimeControl reads as the same
// time control.
func (tc TimeControl) String() string {
	switch {
	case tc.none:
		return "-"
	case tc.Unknown():
		return "?"
	}
	white, black := stagesText(tc.sides[observation.White]), stagesText(tc.sides[observation.Black])
	if white == black {
		return white
	}
	return white + "|" + black
}

// PGN returns the value of the tag TimeControl, which is "?" for all that the
// grammar of PGN cannot say: different times, and delays.
func (tc TimeControl) PGN() string {
	text := tc.String()
	if strings.ContainsAny(text, "|bd") {
		return "?"
	}
	return text
}

func stagesText(stages []Stage) string {
	texts := make([]string, len(stages))
	for i, s := range stages {
		texts[i] = s.String()
	}
	return strings.Join(texts, ":")
}

// String returns the stage as a time control holds it, such as "40/5400+30".
func (s Stage) String() string {
	var b strings.Builder
	if s.Moves > 0 {
		b.WriteString(strconv.Itoa(s.Moves) + "/")
	}
	if s.Kind == SandClock {
		b.WriteByte('*')
	}
	b.WriteString(strconv.FormatInt(s.BaseMS/1000, 10))
	if s.AddMS > 0 {
		b.WriteString(s.Kind.mark() + strconv.FormatInt(s.AddMS/1000, 10))
	}
	return b.String()
}

// mark returns what stands before the seconds added with every move.
func (k Kind) mark() string {
	switch k {
	case Fischer:
		return "+"
	case Bronstein:
		return "b"
	case Delay:
		return "d"
	}
	return ""
}
