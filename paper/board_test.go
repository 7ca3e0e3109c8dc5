package paper

import (
	"strings"
	"testing"
)

func TestABoardShowsAnyPlacement(t *testing.T) {
	cases := []struct{ placement, want string }{
		{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", "rnbqkbnrpppppppp................................PPPPPPPPRNBQKBNR"},
		{"8/8/8/8/8/8/8/8", strings.Repeat(".", 64)},
		{"QQQQQQQQ/8/o6o/44/8/8/1k1k1k2/11111111", "QQQQQQQQ........o......o.........................k.k.k.........."[:64]},
	}
	for _, c := range cases {
		p, err := Board{Placement: c.placement}.picture()
		if err != nil {
			t.Error(err)
		}
		got := strings.ReplaceAll(string(p.men[:]), "\x00", ".")
		if got != c.want {
			t.Errorf("%s: got\n%s, want\n%s", c.placement, got, c.want)
		}
	}
}

func TestMarksFallOnTheirSquares(t *testing.T) {
	p, err := Board{Placement: "8/8/8/8/8/8/8/8", Marked: []string{"a8", "h8", "e4", "a1", "h1"}}.picture()
	if err != nil {
		t.Fatal(err)
	}
	for i, marked := range p.marked {
		if want := i == 0 || i == 7 || i == 36 || i == 56 || i == 63; marked != want {
			t.Errorf("square %d: %v", i, marked)
		}
	}
}

func TestABoardThatCannotBeShownIsNamed(t *testing.T) {
	const empty = "8/8/8/8/8/8/8/8"
	cases := []struct {
		Board
		want string
	}{
		{Board{}, `has 1 ranks, must have 8`},
		{Board{Placement: "8/8/8/8/8/8/8"}, `has 7 ranks`},
		{Board{Placement: empty + "/8"}, `has 9 ranks`},
		{Board{Placement: "8/8/8/8/7/8/8/8"}, `"7" is no rank of eight squares`},
		{Board{Placement: "8/8/8/8/8p/8/8/8"}, `"8p" is no rank`},
		{Board{Placement: "8/8/8/8/54/8/8/8"}, `"54" is no rank`},
		{Board{Placement: "8/8/8/8/9/8/8/8"}, `"9" is no rank`},
		{Board{Placement: "8/8/8/8/x7/8/8/8"}, `"x7" is no rank`},
		{Board{Placement: "8/8/8/8/O7/8/8/8"}, `"O7" is no rank`},
		{Board{Placement: "8/8/8/8/8/8/8/8 w - - 0 1"}, `"8 w - - 0 1" is no rank`},
		{Board{Placement: empty, Marked: []string{"e4", "i4"}}, `"i4" is no square`},
		{Board{Placement: empty, Marked: []string{""}}, `"" is no square`},
		{Board{Placement: empty, ToMove: "white"}, `"white" is not who moves`},
	}
	for _, c := range cases {
		c.Title = "after 31... e5"
		_, err := c.picture()
		if err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), c.Title) {
			t.Errorf("%+v: got %v, want %q", c.Board, err, c.want)
		}
	}
}
