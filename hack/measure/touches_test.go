package main

import (
	"maps"
	"testing"

	"recorderd/observation"
	"recorderd/position"
	"recorderd/record"
	"recorderd/simulate"
)

func TestTouchFactsAreMatchedByCodeAndPly(t *testing.T) {
	there := hands{{"touch-move", 2}: true, {"touch-move", 4}: true, {"touch-move", 6}: false, {"castling-rook-first", 8}: true}
	pairs := align(make([]string, 9), make([]string, 9))
	got := compare(there, pairs, []record.Finding{
		{Code: "touch-move", Ply: 3}, {Code: "touch-move", Ply: 4}, {Code: "touch-move", Ply: 7}, {Code: "move-changed", Ply: 8},
	})
	want := map[string]match{"touch-move": {3, 2, 2, 1}, "castling-rook-first": {0, 0, 1, 0}, "move-changed": {1, 0, 0, 0}}
	if !maps.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestFindingsAreSoughtWhereTheLineIsRight(t *testing.T) {
	there := hands{{"touch-move", 2}: true}
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
		want   hands
	}{
		{"rook first", simulate.RookFirst, 600, "h1", hands{{"castling-rook-first", 0}: true}},
		{"king and rook off for a moment", simulate.BothOff, 100, "h1", hands{{"castling-rook-first", 0}: false, {"two-pieces-lifted", 0}: false}},
		{"a knight that could move", simulate.PutBack, 500, "g1", hands{{"touch-move", 0}: true}},
		{"one held between two scans", simulate.PutBack, 399, "g1", hands{{"touch-move", 0}: false}},
		{"a rook that could not move", simulate.PutBack, 500, "h1", hands{}},
		{"a move that stood for long", simulate.Corrected, 1200, "e3", hands{{"move-changed", 0}: true}},
		{"one that stood for about 0.7 s", simulate.Corrected, 700, "e3", hands{{"move-changed", 0}: false}},
		{"one that stood for less", simulate.Corrected, 250, "e3", hands{}},
		{"a square to which it may not go", simulate.Corrected, 1200, "f3", hands{}},
		{"neighbours fell", simulate.KnockedOver, 900, "d2", hands{{"piece-displaced", 0}: true, {"two-pieces-lifted", 0}: false}},
		{"straightened", simulate.Adjusted, 500, "g1", hands{}},
	}
	for _, c := range cases {
		sq, err := observation.ParseSquare(c.square)
		if err != nil {
			t.Fatal(err)
		}
		got := hands{}
		got.touched(0, &start, e4, simulate.Touch{Kind: c.kind, Until: c.lasted, Squares: []observation.Square{sq}}, 200)
		if !maps.Equal(got, c.want) {
			t.Errorf("%s: got %v, want %v", c.name, got, c.want)
		}
	}
}
