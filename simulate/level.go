package simulate

import (
	"fmt"
	"strings"

	"recorderd/observation"
)

// Level says how clumsy the hands and how bad the sensors are. Hands and Sensor
// return its numbers, all of which stand in this file.
type Level string

const (
	LevelNone  Level = "none"  // whoever is watched, on a fast board
	LevelLight Level = "light" // careful players
	LevelUsual Level = "usual" // a rapid game
	LevelHeavy Level = "heavy" // blitz on a slow board
)

// Levels returns all levels, the quietest first.
func Levels() []Level { return []Level{LevelNone, LevelLight, LevelUsual, LevelHeavy} }

// ParseLevel reads the name of a level.
func ParseLevel(s string) (Level, error) {
	var names []string
	for _, l := range Levels() {
		if s == string(l) {
			return l, nil
		}
		names = append(names, string(l))
	}
	return "", fmt.Errorf("noise %q: want %s", s, strings.Join(names, ", "))
}

// Hands returns the orders in which players of this level do things, and what
// goes wrong.
func (l Level) Hands() (Style, Habits) { return hands[l].style, hands[l].habits }

// Sensor returns a board of this level, and a clock that is asked as often as
// such boards ask. What is left to chance, its scan period within the range of
// the level and its place in the first scan, is drawn from the seed.
func (l Level) Sensor(sensing observation.Sensing, clock bool, seed uint64) Sensor {
	row := sensors[l]
	scan, poll := row.identity, row.poll
	if sensing == observation.Occupancy {
		scan, poll = row.occupancy, min(poll, 400)
	}
	c := newChance(seed, boardStream)
	s := Sensor{Board: observation.Board{Sensing: sensing, Make: "simulated"}, Seed: seed, Faults: row.faults}
	s.Board.ScanMS = c.between(scan.low, scan.high)
	if l != LevelNone {
		s.Phase = c.between(0, s.Board.ScanMS-1)
	}
	if clock {
		s.Clock = observation.ClockSensor{Present: true, ResolutionMS: 1000, PollMS: poll}
	}
	return s
}

// hands are the hands of each level.
var hands = map[Level]struct {
	style  Style
	habits Habits
}{
	LevelNone: {style: Style{
		VictimFirst: 70, MoverFirst: 30,
		KingFirst:   100,
		VictimAfter: 70, VictimBefore: 30,
		PushFirst: 50, Direct: 50,
	}},
	LevelLight: {
		Style{
			Swap: 60, VictimFirst: 25, MoverFirst: 15,
			KingFirst: 85, RookFirst: 10, BothOff: 5,
			VictimAfter: 70, VictimBefore: 30,
			PushFirst: 50, Direct: 45, QueenFirst: 5,
		},
		Habits{
			Slide: 30, Bounce: 20, WrongSquare: 3, Carried: 14,
			Adjust: 10, Series: 300, Touch: 2, KnockOver: 1, WrongFirst: 100,
			EarlyReply: 10,
			Kings:      400, Analysis: 200, SetUp: true,
		},
	},
	LevelUsual: {
		Style{
			Swap: 70, VictimFirst: 20, MoverFirst: 10,
			KingFirst: 72, RookFirst: 17, BothOff: 11,
			VictimAfter: 65, VictimBefore: 25, VictimLate: 10,
			PushFirst: 47, Direct: 46, QueenFirst: 7,
		},
		Habits{
			Slide: 80, Bounce: 50, WrongSquare: 10, Carried: 23, LateRook: 10,
			Adjust: 30, Series: 300, Touch: 5, KnockOver: 4, WrongFirst: 100,
			EarlyReply: 30, Overlap: 10, Forgotten: 3, DoublePress: 3,
			Kings: 400, Analysis: 200, SetUp: true,
		},
	},
	LevelHeavy: {
		Style{
			Swap: 80, VictimFirst: 13, MoverFirst: 7,
			KingFirst: 65, RookFirst: 20, BothOff: 15,
			VictimAfter: 62, VictimBefore: 23, VictimLate: 15,
			PushFirst: 46, Direct: 47, QueenFirst: 7,
		},
		Habits{
			Hurry: true,
			Slide: 200, Bounce: 80, WrongSquare: 10, Carried: 45, LateRook: 50,
			Adjust: 40, Series: 300, Touch: 5, KnockOver: 10, WrongFirst: 100,
			EarlyReply: 80, Overlap: 40, Forgotten: 10, DoublePress: 5,
			Kings: 400, Analysis: 200, SetUp: true,
		},
	},
}

// sensors are the boards of each level, with their scan periods and the poll of
// the clock in milliseconds. Only boards that know the pieces ask the clock less
// often than every 400.
var sensors = map[Level]struct {
	identity, occupancy limits
	poll                int64
	faults              Faults
}{
	LevelNone: {limits{50, 50}, limits{10, 10}, 0, Faults{}},
	LevelLight: {limits{100, 100}, limits{20, 20}, 400, Faults{
		OffCentre: 10, Flicker: 300, DropOuts: 200, WrongCode: 5, Ghost: 2,
	}},
	LevelUsual: {limits{200, 200}, limits{50, 50}, 400, Faults{
		OffCentre: 30, Flicker: 300, DropOuts: 1000, WrongCode: 15, Ghost: 5,
	}},
	LevelHeavy: {limits{200, 250}, limits{200, 200}, 800, Faults{
		OffCentre: 50, Flicker: 300, DropOuts: 3000, WrongCode: 30, Ghost: 10, Dead: 20,
	}},
}

// limits are the least and the greatest value of something.
type limits struct{ low, high int64 }
