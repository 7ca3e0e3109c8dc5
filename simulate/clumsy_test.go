package simulate

import (
	"fmt"
	"testing"

	"recorderd/observation"
	"recorderd/position"
)

// noisyHands is one game by the hands of a level.
func noisyHands(level Level, clock bool, seed uint64, g Game) Timeline {
	opt := playing(seed, Style{})
	opt.Style, opt.Habits = level.Hands()
	if !clock {
		opt.Clock = Stages{}
	}
	if g.Result == "" {
		g.Result = "1/2-1/2"
	}
	return Session(opt, g)
}

// checkDeeds proves that hands can do this: nothing is lifted where nothing
// stands, nothing is put where something does, and nobody presses twice but the
// double press.
func checkDeeds(t *testing.T, name string, tl Timeline) {
	t.Helper()
	board, now := tl.Start, int64(0)
	for i, d := range tl.Deeds {
		switch {
		case d.At < now:
			t.Fatalf("%s: deed %d at %d comes after one at %d", name, i, d.At, now)
		case d.Kind == Lift && board[d.Square] == observation.Empty:
			t.Fatalf("%s: at %d nothing stands on %s to be lifted", name, d.At, d.Square)
		case d.Kind == Put && board[d.Square] != observation.Empty:
			t.Fatalf("%s: at %d %s is not free for %s", name, d.At, d.Square, d.Piece)
		}
		now = d.At
		d.change(&board)
	}
	if tl.End < now {
		t.Errorf("%s: ends at %d, before its last deed at %d", name, tl.End, now)
	}
}

// checkTruth proves that the truth is that of the game: the plies in their
// order, made one after the other, and once a ply is made and no hand is over
// the board any more its placement stands there.
func checkTruth(t *testing.T, name string, tl Timeline, g Game) {
	t.Helper()
	plies, line := tl.Games[0].Plies, after(g)
	if len(plies) != len(g.Moves) {
		t.Fatalf("%s: %d plies, want %d", name, len(plies), len(g.Moves))
	}
	made := int64(-1)
	for i, ply := range plies {
		if ply.SAN != line[i].SAN(g.Moves[i]) || ply.UCI != line[i].UCI(g.Moves[i]) || ply.Side != line[i].Side() {
			t.Errorf("%s: ply %d is %s (%s) of %s", name, i+1, ply.SAN, ply.UCI, ply.Side)
		}
		if ply.Made <= made {
			t.Errorf("%s: ply %d was made at %d, the one before at %d", name, i+1, ply.Made, made)
		}
		made = ply.Made
		if at, ok := tl.quietAfter(i); ok {
			if got, want := tl.at(at), placementOf(line[i+1]); got != want {
				t.Errorf("%s: ply %d, %s: at %d %s stands, want %s", name, i+1, ply.SAN, at, got, want)
			}
		}
	}
}

// quietAfter returns when all that belongs to a ply is done, and false where the
// next one has begun by then.
func (tl Timeline) quietAfter(i int) (int64, bool) {
	plies := tl.Games[0].Plies
	at := plies[i].Made
	for _, touch := range plies[i].Touches {
		if touch.Kind == KnockedOver || touch.Kind == CarriedVictim {
			at = max(at, touch.Until)
		}
	}
	if i+1 == len(plies) {
		return at, true
	}
	for _, touch := range plies[i+1].Touches {
		if touch.Kind == Overlapped {
			return at, false
		}
	}
	return at, true
}

func TestClumsyHandsPlayEveryGameToItsEnd(t *testing.T) {
	for i, g := range engineGames(t) {
		for _, level := range Levels() {
			for _, clock := range []bool{true, false} {
				name := fmt.Sprintf("game %d, %s, clock %v", i+1, level, clock)
				tl := noisyHands(level, clock, uint64(i), g)
				checkDeeds(t, name, tl)
				checkTruth(t, name, tl, g)
				want := final(g)
				if level != LevelNone {
					want = placementOf(position.Start()) // they set up again
				}
				if got := tl.Final(); got != want {
					t.Errorf("%s: %s stands in the end, want %s", name, got, want)
				}
			}
		}
	}
}

// Everything at once, and always.
var clumsiest = Habits{
	Hurry: true,
	Slide: 300, Bounce: 500, WrongSquare: 300, Carried: 1000, LateRook: 1000,
	Adjust: 300, Series: 500, Touch: 300, KnockOver: 300, WrongFirst: 500,
	EarlyReply: 500, Overlap: 1000, Forgotten: 100, DoublePress: 300,
	Kings: 500, Analysis: 500, SetUp: true,
}

func TestTheClumsiestHandsCastleInEveryStartPosition(t *testing.T) {
	for n := range 960 {
		g := randomGame(t, n)
		g.Result = "1-0"
		name := fmt.Sprintf("start position %d", n)
		opt := playing(uint64(n), Style{Swap: 1, VictimFirst: 1, MoverFirst: 1, KingFirst: 1, RookFirst: 1, BothOff: 1, VictimAfter: 1, VictimLate: 1, PushFirst: 1, Direct: 1, QueenFirst: 1})
		opt.Habits = clumsiest
		tl := Session(opt, g)
		checkDeeds(t, name, tl)
		checkTruth(t, name, tl, g)
		if got, want := tl.Final(), placementOf(g.Start); got != want {
			t.Errorf("%s: %s stands in the end, want %s", name, got, want)
		}
	}
}
