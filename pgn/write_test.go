package pgn

import (
	"errors"
	"strings"
	"testing"

	"recorderd/position"
)

// gameOf plays moves from the start position.
func gameOf(t testing.TB, moves string) Game {
	t.Helper()
	g := Game{Start: position.Start(), Result: "*"}
	pos := g.Start
	for _, san := range strings.Fields(moves) {
		m, err := pos.ParseSAN(san)
		if err != nil {
			t.Fatal(err)
		}
		g.Moves = append(g.Moves, Ply{Move: m, SAN: pos.SAN(m)})
		pos = pos.After(m)
	}
	return g
}

func movetext(t *testing.T, g Game) string {
	t.Helper()
	_, text, _ := strings.Cut(write(t, g), "\n\n")
	return strings.TrimSuffix(text, "\n\n")
}

func TestWriteMovetext(t *testing.T) {
	clk, emt := int64(5_421_000), int64(9_400)
	tests := []struct {
		name   string
		change func(g *Game)
		want   string
	}{
		{"plain", func(g *Game) {}, "1. e4 e5 2. Nf3 *"},
		{"comment before the first move", func(g *Game) { g.Lead = "cold" }, "{cold} 1. e4 e5 2. Nf3 *"},
		{"number of Black's move behind a comment", func(g *Game) { g.Moves[0].Comment = "good" }, "1. e4 {good} 1... e5 2. Nf3 *"},
		{"none behind a NAG", func(g *Game) { g.Moves[0].NAGs = []int{1, 14} }, "1. e4 $1 $14 e5 2. Nf3 *"},
		{"NAG before the comment", func(g *Game) { g.Moves[1].NAGs, g.Moves[1].Comment = []int{2}, "bad" }, "1. e4 e5 $2 {bad} 2. Nf3 *"},
		{"one comment a move", func(g *Game) { g.Moves[1].Clk, g.Moves[1].Emt, g.Moves[1].Comment = &clk, &emt, "so" },
			"1. e4 e5 {[%clk 1:30:21] [%emt 0:00:09.4] so} 2. Nf3 *"},
		{"braces do not nest", func(g *Game) { g.Moves[2].Comment = "a } b { c" }, "1. e4 e5 2. Nf3 {a ) b ( c} *"},
		{"control characters go", func(g *Game) { g.Moves[2].Comment = " a\x00b\r\n\tc\u2028d " }, "1. e4 e5 2. Nf3 {ab c d} *"},
		{"a comment of blanks is none", func(g *Game) { g.Moves[0].Comment = " \n " }, "1. e4 e5 2. Nf3 *"},
		{"no result is one that is open", func(g *Game) { g.Result = "" }, "1. e4 e5 2. Nf3 *"},
		{"a game of nothing", func(g *Game) { g.Moves = nil }, "*"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			g := gameOf(t, "e4 e5 Nf3")
			test.change(&g)
			if got := movetext(t, g); got != test.want {
				t.Errorf("got  %s\nwant %s", got, test.want)
			}
		})
	}
}

func TestWriteBreaksLines(t *testing.T) {
	x := func(n int) string { return strings.Repeat("x", n) }
	tests := []struct{ name, comment, want string }{
		{"as far as it goes", x(70) + " y z", "{" + x(70) + " y z} 1.\ne4 e5 2. Nf3 *"},
		{"79 columns are the most", x(77) + " y", "{" + x(77) + "\ny} 1. e4 e5 2. Nf3 *"},
		{"columns are characters", strings.Repeat("é", 78) + " y", "{" + strings.Repeat("é", 78) + "\ny} 1. e4 e5 2. Nf3 *"},
		{"not inside a command", x(60) + " [%cal Ge2e4,Rd2d4]", "{" + x(60) + "\n[%cal Ge2e4,Rd2d4]} 1. e4 e5 2. Nf3 *"},
		{"nor before one where that is possible", x(60) + " y [%cal Ge2e4,Rd2d4]", "{" + x(60) + "\ny [%cal Ge2e4,Rd2d4]} 1. e4 e5 2. Nf3 *"},
		{"nor before a percent sign", x(74) + " y %20 abc", "{" + x(74) + "\ny %20 abc} 1. e4 e5 2. Nf3 *"},
		{"a word that no line holds", x(100), "{" + x(78) + "\n" + x(22) + "} 1. e4 e5 2. Nf3 *"},
		{"percent signs that no line holds", strings.Repeat("%", 100), "{" + strings.Repeat("%", 78) + "\n} 1. e4 e5 2. Nf3 *"},
		{"a command that no line holds", "[%cal " + x(90) + "]", "{[%cal " + x(90) + "]}\n1. e4 e5 2. Nf3 *"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			g := gameOf(t, "e4 e5 Nf3")
			g.Lead = test.comment
			if got := movetext(t, g); got != test.want {
				t.Errorf("got\n%s\nwant\n%s", got, test.want)
			}
			strict(t, write(t, g))
		})
	}
}

func TestWriteTags(t *testing.T) {
	g := gameOf(t, "e4")
	g.Tags = []Tag{
		{"WhiteElo", "2500"}, {"Black", "B"}, {"UTCTime", "15:00:02"}, {"Annotator", ""}, {"ECO_2", "x"}, {"Event", `A "B" \ C`},
		{"Result", "1-0"}, {"FEN", "nonsense"}, {"SetUp", "1"}, {"Black", "second"}, {"Site", strings.Repeat("é", 200)},
	}
	head, _, _ := strings.Cut(write(t, g), "\n\n")
	want := `[Event "A \"B\" \\ C"]
[Site "` + strings.Repeat("é", 122) + `"]
[Date "????.??.??"]
[Round "?"]
[White "?"]
[Black "B"]
[Result "*"]
[Annotator ""]
[ECO_2 "x"]
[UTCTime "15:00:02"]
[WhiteElo "2500"]`
	if head != want {
		t.Errorf("got\n%s\nwant\n%s", head, want)
	}
	strict(t, write(t, g))
}

func TestWriteRefuses(t *testing.T) {
	tests := []struct {
		name   string
		change func(g *Game)
		want   error
	}{
		{"a move that is not legal", func(g *Game) { g.Moves[1] = g.Moves[0] }, ErrIllegalMove},
		{"a result that PGN does not know", func(g *Game) { g.Result = "1/2-0" }, nil},
		{"a tag name with a blank", func(g *Game) { g.SetTag("a b", "c") }, nil},
		{"a tag without a name", func(g *Game) { g.SetTag("", "c") }, nil},
		{"a NAG that PGN does not know", func(g *Game) { g.Moves[0].NAGs = []int{256} }, nil},
		{"a start without kings", func(g *Game) { g.Start = position.Position{} }, ErrPosition},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			g := gameOf(t, "e4 e5")
			test.change(&g)
			var b strings.Builder
			err := Write(&b, g)
			if err == nil || b.Len() > 0 || test.want != nil && !errors.Is(err, test.want) {
				t.Errorf("got %v and %q, want an error and nothing written", err, b.String())
			}
		})
	}
}

func TestLoadable(t *testing.T) {
	for fen, want := range map[string]bool{
		position.StartFEN:                      true,
		"4k3/8/8/8/8/8/8/4K3 b - - 0 1":        true,
		"4k3/8/8/8/8/8/8/8 w - - 0 1":          false,
		"4k3/8/8/8/8/8/8/K3K3 w - - 0 1":       false,
		"4k3/8/8/8/8/8/4R3/4K3 w - - 0 1":      false,
		"4k3/8/8/8/8/8/4R3/4K3 b - - 0 1":      true,
		"P3k3/8/8/8/8/8/8/4K3 w - - 0 1":       false,
		"4k3/8/8/8/8/8/8/p3K3 w - - 0 1":       false,
		"4k3/pppppppp/8/8/8/8/8/4K3 w - - 0 1": true,
	} {
		pos, err := position.ParseLoose(fen)
		if err != nil {
			t.Fatal(err)
		}
		if got := loadable(&pos) == nil; got != want {
			t.Errorf("%s: got %v, want %v", fen, got, want)
		}
	}
}

func TestFormatTime(t *testing.T) {
	for ms, want := range map[int64]string{
		0: "0:00:00", -5: "0:00:00", 999: "0:00:00.999", 3_599_000: "0:59:59", 36_000_000: "10:00:00", 9_400: "0:00:09.4", 9_050: "0:00:09.05",
	} {
		if got := formatTime(ms); got != want {
			t.Errorf("%d: got %s, want %s", ms, got, want)
		}
		if back, ok := parseTime(want); !ok || back != max(ms, 0) {
			t.Errorf("%s: read back as %d, %v", want, back, ok)
		}
	}
}
