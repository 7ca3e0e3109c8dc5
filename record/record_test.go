package record_test

import (
	"testing"

	"recorderd/observation"
	"recorderd/record"
)

// apply gives a record one batch of facts.
func apply(r *record.Record, t int64, facts ...observation.Fact) []record.Event {
	return r.Apply(observation.Batch{T: t, Facts: facts})
}

func newRecord(t *testing.T, g observation.Game) *record.Record {
	t.Helper()
	r, err := record.New(observation.Header{Game: g, Board: observation.Board{Sensing: observation.Identity}})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestTermsCountBeforeTheFirstPlyAndNamesAlways(t *testing.T) {
	r := newRecord(t, observation.Game{White: "Lima, A.", TimeControl: "60"})
	steps := []struct {
		facts          []observation.Fact
		white, control string
	}{
		{[]observation.Fact{observation.Game{TimeControl: "180+2"}}, "Lima, A.", "180+2"},
		{[]observation.Fact{observation.Game{White: "Lima, Ana", TimeControl: "soon"}}, "Lima, Ana", "180+2"},
		{[]observation.Fact{startPlacement(t)}, "Lima, Ana", "180+2"},
		{[]observation.Fact{change(t, "e2", "")}, "Lima, Ana", "180+2"},
		{[]observation.Fact{change(t, "e4", "P")}, "Lima, Ana", "180+2"},
		{[]observation.Fact{change(t, "e7", "")}, "Lima, Ana", "180+2"},
		{[]observation.Fact{observation.Game{White: "Lima, Ana Maria", TimeControl: "300"}}, "Lima, Ana Maria", "180+2"},
	}
	for i, s := range steps {
		apply(r, int64(i+1)*3000, s.facts...)
		if g := r.Game(); g.White != s.white || g.TimeControl != s.control {
			t.Errorf("step %d: %s, %s; want %s, %s", i, g.White, g.TimeControl, s.white, s.control)
		}
	}
	if r.Plies() != 1 {
		t.Errorf("%d plies, want 1", r.Plies())
	}
}

func startPlacement(t *testing.T) observation.Placement {
	t.Helper()
	pl, err := observation.ParsePlacement("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR")
	if err != nil {
		t.Fatal(err)
	}
	return pl
}

func change(t *testing.T, square, piece string) observation.Change {
	t.Helper()
	sq, err := observation.ParseSquare(square)
	if err != nil {
		t.Fatal(err)
	}
	p, err := observation.ParsePiece(piece)
	if err != nil {
		t.Fatal(err)
	}
	return observation.Change{Square: sq, Piece: p}
}

// A fault of the tracker is provoked from inside, for none is known.
func TestAFaultOfTheTrackerIsToldAndTheRecordGoesOn(t *testing.T) {
	r := newRecord(t, observation.Game{TimeControl: "-"})
	apply(r, 0, startPlacement(t))
	record.Break(r)
	lines := apply(r, 5000, change(t, "e2", ""))
	if len(lines) != 1 {
		t.Fatalf("a fault gave %v", lines)
	}
	if f, ok := lines[0].(record.Finding); !ok || f.Code != "unreadable" {
		t.Errorf("a fault gave %v, want the finding unreadable", lines[0])
	}
	lines = apply(r, 6000, observation.Act{By: "arbiter", Kind: observation.ActResult, Result: "1-0", Reason: "ruling"})
	if len(lines) != 1 || r.Summary().Result != "1-0" {
		t.Errorf("after a fault the arbiter's result gave %v", lines)
	}
	if _, ok := r.Wake(); ok {
		t.Error("a tracker that has failed wants to be woken")
	}
}

// A press that is judged later, when the board has come to rest, happened when
// it happened.
func TestAnIllegalMoveIsFoundAtThePress(t *testing.T) {
	r := newRecord(t, observation.Game{TimeControl: "180+2"})
	apply(r, 0, startPlacement(t), observation.Clock{Running: observation.White})
	apply(r, 4000, change(t, "b1", ""))
	apply(r, 4200, change(t, "b3", "N"))
	apply(r, 4500, observation.Clock{Running: observation.Black})
	for _, e := range apply(r, 9000, observation.Tick{}) {
		switch e := e.(type) {
		case record.Finding:
			if e.Code != "illegal-move-completed" || e.T != 4500 {
				t.Errorf("%s at %d, want illegal-move-completed at 4500", e.Code, e.T)
			}
		case record.Complete:
			if e.T != 4500 {
				t.Errorf("completed at %d, want 4500", e.T)
			}
		}
	}
	if n := r.Summary().Findings["illegal-move-completed"]; n != 1 {
		t.Errorf("found %d times, want once", n)
	}
}

// Two plies that are found at once, of which the first ends the game, are taken
// back as one.
func TestAPlyThatWasNotSaidIsNotRetracted(t *testing.T) {
	r := newRecord(t, observation.Game{FEN: "8/8/8/8/4k3/8/3p4/3K4 w - - 0 1"})
	stands := func(fen string) observation.Placement {
		pl, err := observation.ParsePlacement(fen)
		if err != nil {
			t.Fatal(err)
		}
		return pl
	}
	apply(r, 0, stands("8/8/8/8/4k3/8/3p4/3K4"), observation.Clock{Running: observation.White})
	apply(r, 3000, observation.Link{Device: observation.BoardDevice})
	apply(r, 5000, observation.Clock{Running: observation.Black})
	apply(r, 6000, observation.Link{Device: observation.BoardDevice, Up: true}, stands("8/8/8/4k3/8/8/3K4/8"))
	apply(r, 9000, observation.Tick{})
	if !r.Ended() {
		t.Fatal("the game did not end")
	}
	var names string
	for _, e := range apply(r, 9500, observation.Act{By: "arbiter", Kind: observation.ActTakeback, ToPly: new(int)}) {
		names += record.Name(e) + " "
	}
	if names != "reopen retract " || r.Plies() != 0 {
		t.Errorf("%swith %d plies left, want reopen retract with none", names, r.Plies())
	}
}

// A player does not come, and the arbiter says so, before pieces stand on the
// board. The clock runs on.
func TestAFlagOfAGameThatNeverBegan(t *testing.T) {
	r := newRecord(t, observation.Game{TimeControl: "60"})
	clock := func(left int64, flag observation.Flag) observation.Clock {
		return observation.Clock{HasTimes: true, WhiteMS: left, BlackMS: 60_000, Running: observation.White, Flag: flag}
	}
	apply(r, 0, clock(60_000, observation.FlagNone))
	apply(r, 30_000, clock(30_000, observation.FlagNone))
	apply(r, 60_100, observation.Act{By: "arbiter", Kind: observation.ActResult, Result: "0-1"})
	if said := apply(r, 61_000, clock(0, observation.FlagWhite)); len(said) > 0 {
		t.Errorf("a game without plies has %s", written(said))
	}
}
