package main

import (
	"maps"
	"slices"
	"testing"

	"recorderd/observation"
	"recorderd/position"
	"recorderd/record"
	"recorderd/simulate"
)

func TestTouchFactsAreMatchedByCodeAndPly(t *testing.T) {
	there := []deed{{"touch-move", 2, 2, true}, {"touch-move", 4, 5, true}, {"touch-move", 6, 6, false}, {"castling-rook-first", 8, 8, true}}
	pairs := align(make([]string, 9), make([]string, 9))
	got := compare(there, pairs, []record.Finding{
		{Code: "touch-move", Ply: 4}, {Code: "touch-move", Ply: 6}, {Code: "touch-move", Ply: 7}, {Code: "move-changed", Ply: 8},
	})
	want := map[string]match{"touch-move": {3, 2, 2, 1}, "castling-rook-first": {0, 0, 1, 0}, "move-changed": {1, 0, 0, 0}}
	if !maps.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestFindingsAreSoughtWhereTheLineIsRight(t *testing.T) {
	there := []deed{{"touch-move", 2, 2, true}}
	pairs := align([]string{"a", "b", "c"}, []string{"a", "c"})
	got := compare(there, pairs, []record.Finding{{Code: "touch-move", Ply: 2}})
	if want := (match{1, 1, 1, 1}); got["touch-move"] != want {
		t.Errorf("got %v, want %v", got["touch-move"], want)
	}
}

func TestWhatHandsDidIsToBeFound(t *testing.T) {
	start := position.Start()
	e4, err := start.ParseUCI("e2e4")
	if err != nil {
		t.Fatal(err)
	}
	cases := []struct {
		name   string
		kind   simulate.TouchKind
		lasted int64
		square string
		want   []deed
	}{
		{"rook first", simulate.RookFirst, 600, "h1", []deed{{"castling-rook-first", 7, 7, true}}},
		{"rook first, quickly", simulate.RookFirst, 150, "h1", []deed{{"castling-rook-first", 7, 7, false}}},
		{"king and rook off together", simulate.BothOff, 100, "h1", []deed{{"two-pieces-lifted", 7, 7, false}}},
		{"lifted and put back", simulate.PutBack, 1100, "g1", []deed{{"touch-move", 7, 7, true}}},
		{"perhaps only straightened", simulate.PutBack, 1000, "g1", []deed{{"touch-move", 7, 7, false}}},
		{"straightened", simulate.Adjusted, 1100, "g1", nil},
		{"a move that stood for long", simulate.Corrected, 1200, "e3", []deed{{"move-changed", 7, 7, true}}},
		{"one that stood for about 0.7 s", simulate.Corrected, 700, "e3", []deed{{"move-changed", 7, 7, false}}},
		{"one that stood for less", simulate.Corrected, 250, "e3", nil},
		{"a square to which it may not go", simulate.Corrected, 1200, "f3", nil},
		{"neighbours fell", simulate.KnockedOver, 1200, "d2", []deed{{"piece-displaced", 7, 8, true}, {"two-pieces-lifted", 7, 8, false}}},
	}
	for _, c := range cases {
		sq, err := observation.ParseSquare(c.square)
		if err != nil {
			t.Fatal(err)
		}
		got := deedsOf(7, &start, e4, simulate.Touch{Kind: c.kind, Until: c.lasted, Squares: []observation.Square{sq}}, 200)
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: got %v, want %v", c.name, got, c.want)
		}
	}
}
