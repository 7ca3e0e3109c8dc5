package record_test

import (
	"slices"
	"strings"
	"testing"

	"recorderd/observation"
	"recorderd/record"
)

// said is the record of a board that said these moves, and of what it can tell.
func said(t *testing.T, sensing observation.Sensing, facts ...observation.Fact) []record.Event {
	t.Helper()
	rec, err := record.New(observation.Header{Game: observation.Game{TimeControl: "-"}, Board: observation.Board{Sensing: sensing}})
	if err != nil {
		t.Fatal(err)
	}
	var lines []record.Event
	for i, f := range facts {
		lines = append(lines, rec.Apply(observation.Batch{T: int64(1000 * (i + 1)), Facts: []observation.Fact{f}})...)
	}
	return lines
}

// What a board says after a move that does not follow may be legal by chance and
// mean another game: it is not told, until the board takes that move back or shows
// its squares.
func TestAfterAMoveThatDoesNotFollowNothingIsGuessed(t *testing.T) {
	for name, c := range map[string]struct {
		said string
		want string
	}{
		"all is well":                      {"e2e4 e7e5 g1f3", "e4 e5 Nf3"},
		"one is lost":                      {"e2e4 g1f3 b8c6 f1b5", "e4"},
		"one is spoiled and taken back":    {"e2e4 e2e5 T e7e5 g1f3", "e4 e5 Nf3"},
		"two are spoiled and taken back":   {"e2e4 e2e5 e5e6 T T e7e5", "e4 e5"},
		"a move is taken back":             {"e2e4 e7e5 T e7e6", "e4 e6"},
		"a move is said twice":             {"e2e4 e2e4 e7e5", "e4 e5"},
		"what is no move is passed over":   {"e2e4 ?? e7e5", "e4 e5"},
		"all squares are shown after that": {"e2e4 g1f3 rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b8c6", "e4 e5 Nf3 Nc6"},
	} {
		var facts []observation.Fact
		for _, word := range strings.Fields(c.said) {
			if strings.Contains(word, "/") {
				facts = append(facts, placement(t, word), observation.Tick{}, observation.Tick{}, observation.Tick{}, observation.Tick{})
				continue
			}
			facts = append(facts, observation.Said(word))
		}
		if got := movesOf(said(t, observation.Moves, facts...)); !slices.Equal(got, strings.Fields(c.want)) {
			t.Errorf("%s: got %v, want %s", name, got, c.want)
		}
	}
}

// A board that does not know its pieces and shows no position of a game when the
// clock begins to run tells nothing that could be one.
func TestABoardOfUnknownPiecesInMidGameIsNotGuessedAt(t *testing.T) {
	lines := said(t, observation.Occupancy,
		placement(t, "ooooo2o/oo2oooo/5oo1/8/8/8/oooo1ooo/oooooooo"),
		observation.Clock{HasTimes: true, WhiteMS: 60000, BlackMS: 60000, Running: observation.White},
		observation.Change{Square: square(t, "g1")}, observation.Change{Square: square(t, "f3"), Piece: observation.Occupied},
		observation.Clock{HasTimes: true, WhiteMS: 59000, BlackMS: 60000, Running: observation.Black},
		observation.Tick{}, observation.Tick{}, observation.Tick{})
	if got := movesOf(lines); len(got) > 0 {
		t.Errorf("told %v", got)
	}
	if !slices.ContainsFunc(lines, func(e record.Event) bool {
		f, ok := e.(record.Finding)
		return ok && f.Code == "unreadable"
	}) {
		t.Error("it does not say that it does not know")
	}
}

// movesOf are the moves that stand in a record.
func movesOf(lines []record.Event) (sans []string) {
	for _, e := range lines {
		switch e := e.(type) {
		case record.Move:
			sans = append(sans[:e.Ply-1], e.SAN)
		case record.Retract:
			sans = sans[:e.Ply-1]
		}
	}
	return sans
}

func placement(t *testing.T, s string) observation.Placement {
	t.Helper()
	pl, err := observation.ParsePlacement(s)
	if err != nil {
		t.Fatal(err)
	}
	return pl
}

func square(t *testing.T, s string) observation.Square {
	t.Helper()
	sq, err := observation.ParseSquare(s)
	if err != nil {
		t.Fatal(err)
	}
	return sq
}
