package paper

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
)

func TestTextFromOutsideIsMadeFitToSet(t *testing.T) {
	cases := []struct{ from, html, pdf string }{
		{"plain", "plain", "plain"},
		{"", "", ""},
		{"e\u0301", "é", "é"},
		{"a\x00b\x1b[31mc\u007fd", "ab[31mcd", "ab[31mcd"},
		{"a\tb\u2028c\r\nd", "a b c\nd", "a b c\nd"},
		{"\u202eleft\u202c\u2066x\u2069\u200e", "leftx", "leftx"},
		{"\ufeffa\u00adb\u200b", "ab", "ab"},
		{"a\xffb\xed\xa0\x80", "a\ufffdb\ufffd", "a\ufffdb\ufffd"},
		{"\ufffe\uffff\ufdd0\U0001fffe", "", ""},
		{"می\u200cخواهم", "می\u200cخواهم", "\ufffd\ufffd\ufffd\ufffd\ufffd\ufffd\ufffd"},
		{"♞\ufe0e 🙂 李", "♞\ufe0e 🙂 李", "♞ \ufffd \ufffd"},
	}
	for _, c := range cases {
		if got := clean(c.from); got != c.html {
			t.Errorf("clean(%+q): got %+q, want %+q", c.from, got, c.html)
		}
		if got := printable(c.from); got != c.pdf {
			t.Errorf("printable(%+q): got %+q, want %+q", c.from, got, c.pdf)
		}
	}
}

func TestTextIsBrokenIntoLines(t *testing.T) {
	cases := []struct {
		text string
		room float64
		want []string
	}{
		{"", 10, []string{""}},
		{"one two three", 80, []string{"one two three"}},
		{"one two three", 7, []string{"one two", "three"}},
		{"one  two \n\n three", 80, []string{"one two", "", "three"}},
		{"incomprehensible", 6, []string{"incomp", "rehens", "ible"}},
		{"a incomprehensible b", 6, []string{"a", "incomp", "rehens", "ible b"}},
		{"fide-2023-rapid", 10, []string{"fide-2023-", "rapid"}},
		{"f-ide2023rapid", 10, []string{"f-ide2023r", "apid"}},
		{"12\u00a0000 games", 8, []string{"12\u00a0000", "games"}},
		{"xx", 0, []string{"x", "x"}},
		{"m\u0303m\u0303", 1, []string{"m\u0303", "m\u0303"}},
		{"李四 王五", 5, []string{"李四", "王五"}},
	}
	for _, c := range cases {
		if diff := cmp.Diff(c.want, cells.wrap(c.text, c.room)); diff != "" {
			t.Errorf("%q in %g:\n%s", c.text, c.room, diff)
		}
	}
}

// TestNoLetterIsLostAndNoLineTooLong breaks texts that nobody would write.
func TestNoLetterIsLostAndNoLineTooLong(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 1))
	letters := []rune("abcd efg   -.éẞ\u0303ж\n")
	m := bodyText.measure()
	for range 3000 {
		text := make([]rune, r.IntN(60))
		for i := range text {
			text[i] = letters[r.IntN(len(letters))]
		}
		room := r.Float64() * 90
		lines := m.wrap(string(text), room)
		if got, want := solid(strings.Join(lines, "")), solid(string(text)); got != want {
			t.Fatalf("%q in %g became %q", string(text), room, lines)
		}
		for _, line := range lines {
			base := strings.ReplaceAll(line, "\u0303", "")
			if m.of(line) > room+0.001 && utf8.RuneCountInString(base) > 1 {
				t.Fatalf("%q in %g: %q is %g wide", string(text), room, line, m.of(line))
			}
		}
	}
}

// solid is a text without its spaces.
func solid(s string) string { return strings.NewReplacer(" ", "", "\n", "").Replace(s) }

func TestColumnsShareTheRoom(t *testing.T) {
	table := func(columns string, cells ...string) Table {
		var t Table
		for _, c := range columns {
			t.Columns = append(t.Columns, Column{Wide: c == 'w'})
		}
		t.Rows = [][]string{cells}
		return t
	}
	x := func(n int) string { return strings.Repeat("x", n) }
	cases := []struct {
		name string
		Table
		want []float64
	}{
		{"none", table(""), nil},
		{"as wide as they ask", table("nn", x(5), x(8)), []float64{5, 8}},
		{"a wide one takes the rest", table("nwn", x(5), x(3), x(10)), []float64{5, 43, 10}},
		{"two wide ones get what they ask and share what is left", table("nww", x(8), x(20), x(10)), []float64{8, 30, 20}},
		{"one asks for too much", table("nww", x(8), x(200), x(10)), []float64{8, 40, 10}},
		{"both ask for too much", table("nww", x(8), x(200), x(100)), []float64{8, 25, 25}},
		{"the others leave nothing", table("nwn", x(30), x(40), x(30)), []float64{58. / 3, 58. / 3, 58. / 3}},
		{"only others, and too many", table("nnn", x(5), x(60), x(90)), []float64{5, 26.5, 26.5}},
		{"empty ones take nothing", table("nnn", x(0), x(60), x(90)), []float64{0, 29, 29}},
	}
	for _, c := range cases {
		got := columnWidths(c.Table, cells, cells, 62, 2)
		if !slices.EqualFunc(got, c.want, func(a, b float64) bool { return a-b < 1e-9 && b-a < 1e-9 }) {
			t.Errorf("%s: got %v, want %v", c.name, got, c.want)
		}
	}
}

func TestTheTerminalIsNotOverrun(t *testing.T) {
	for i, line := range strings.Split(Text(sample()), "\n") {
		if w := cells.of(line); w > columns || strings.TrimRight(line, " ") != line {
			t.Errorf("line %d has %g columns: %q", i+1, w, line)
		}
	}
}

func TestWhatNeedsNoRoomInATextHasNone(t *testing.T) {
	if got := Text(Document{Title: "t", Blocks: []Block{Break{}, Table{}, List{}, Facts{}, Boards{}, Signatures{}}}); got != "" {
		t.Errorf("got %q", got)
	}
	got := Text(Document{Blocks: []Block{Table{Rows: [][]string{{"a"}, {"b", "李"}, nil}}, Boards{{Placement: "no board"}}}})
	if want := "a\nb  李\n\n\nno board\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestWhatIsSaidOfALoneBoardStandsBesideIt(t *testing.T) {
	text := Text(Document{Blocks: []Block{Boards{{Placement: "8/8/8/8/8/8/8/8", Lines: []string{"White to move"}}}}})
	if first, _, _ := strings.Cut(text, "\n"); !strings.Contains(first, "8 . .") || !strings.Contains(first, "White to move") {
		t.Errorf("the line is not beside the board:\n%s", text)
	}
}
