package pgn

import (
	"bytes"
	"errors"
	"io"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"

	"recorderd/observation"
	"recorderd/position"
)

// game is what a test wants of one game that was read.
type game struct {
	moves  string
	result string
	errs   []error // what the errors wrap, in order; nil for one that wraps nothing of ours
}

func check(t *testing.T, text string, wants ...game) []Game {
	t.Helper()
	games := readAll(t, text)
	if len(games) != len(wants) {
		t.Errorf("got %d games, want %d", len(games), len(wants))
	}
	for i := range min(len(games), len(wants)) {
		g, want := games[i], wants[i]
		if got := sans(g); got != want.moves {
			t.Errorf("game %d: got moves %q, want %q", i+1, got, want.moves)
		}
		if g.Result != want.result {
			t.Errorf("game %d: got result %q, want %q", i+1, g.Result, want.result)
		}
		if len(g.Errors) != len(want.errs) {
			t.Errorf("game %d: got errors %v, want %v", i+1, g.Errors, want.errs)
			continue
		}
		for j, err := range g.Errors {
			if want.errs[j] != nil && !errors.Is(err, want.errs[j]) {
				t.Errorf("game %d: got error %q, want one that is %q", i+1, err, want.errs[j])
			}
		}
	}
	return games
}

var (
	noResult = []error{ErrNoResult}
	illegalM = []error{ErrIllegalMove}
	other    = []error{nil}
)

const tags = "[Event \"E\"]\n[Site \"S\"]\n[Date \"2026.11.29\"]\n[Round \"1\"]\n[White \"W\"]\n[Black \"B\"]\n[Result \"*\"]\n"

type trap struct {
	name string
	text string
	want []game
}

var longComment = "{" + strings.Repeat("word ", 40_000) + "}"

// traps are inputs at which other readers fell.
var traps = []trap{
	{"N44 comment before the first move", "{start clocks} 1. e4 e5 *", []game{{"e4 e5", "*", nil}}},
	{"N45 command wrapped to the beginning of a line", "1. e4 {\n[%clk 0:03:00]} e5 {\n[%clk 0:02:59]} 2. Nf3 *", []game{{"e4 e5 Nf3", "*", nil}}},
	{"N46 castling with zeros", "1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. 0-0 0-0 *", []game{{"e4 e5 Nf3 Nf6 Bc4 Bc5 O-O O-O", "*", nil}}},
	{"N46 long castling with zeros", "1. d4 d5 2. Nc3 Nc6 3. Bf4 Bf5 4. Qd2 Qd7 5. 0-0-0 0-0-0 *", []game{{"d4 d5 Nc3 Nc6 Bf4 Bf5 Qd2 Qd7 O-O-O O-O-O", "*", nil}}},
	{"N47 figurines", "1. ♘f3 ♞c6 2. ♘️c3 *", []game{{"Nf3 Nc6 Nc3", "*", nil}}},
	{"N48 escaped line and rest-of-line comment", "% d4 d5\n1. e4 ; c5 2. d4\ne5 *", []game{{"e4 e5", "*", nil}}},
	{"N48 escaped line among the tags", "% [Event \"x\"]\n" + tags + "\n1. e4 *", []game{{"e4", "*", nil}}},
	{"N49 comment never closed", "1. e4 {good move 1... e5 2. Nf3", []game{{"e4", "*", []error{ErrNotClosed, ErrNoResult}}}},
	{"N49 comment never closed, another game", tags + "\n1. e4 {good e5 *\n\n" + tags + "\n1. d4 *\n", []game{{"e4", "*", []error{ErrNotClosed, ErrNoResult}}, {"d4", "*", nil}}},
	{"N50 tag inside a comment", tags + "\n1. e4 {see\n[Evil \"x\"]\n} e5 *", []game{{"e4 e5", "*", nil}}},
	{"N50 roster inside a comment", tags + "\n1. e4 {see\n[Event \"x\"]\n[White \"Evil\"]\n} e5 *", []game{{"e4 e5", "*", nil}}},
	{"N51 escaped quotes in a tag", `[White "A \"B\" \\ C"]` + "\n\n1. e4 *", []game{{"e4", "*", nil}}},
	{"N52 two tags on one line", `[White "A"] [Black "B"][Round "3"]` + "\n\n1. e4 *", []game{{"e4", "*", nil}}},
	{"N53 needless and missing signs", "1. e4+ d5 2. ed5 Nf6 3. Ngf3 Nxd5 4. Nbc3# Nb8c6 *", []game{{"e4 d5 exd5 Nf6 Nf3 Nxd5 Nc3 Nc6", "*", nil}}},
	{"N53 the other knight is pinned", "1. e4 e5 2. Nc3 Bb4 3. d3 d6 4. Nge2 *", []game{{"e4 e5 Nc3 Bb4 d3 d6 Ne2", "*", nil}}},
	{"N53 promotion without a sign", setup("8/P6k/8/8/8/8/8/K7 w - - 0 1") + "1. a8Q *", []game{{"a8=Q", "*", nil}}},
	{"promotion in parentheses", setup("8/P6k/8/8/8/8/8/K7 w - - 0 1") + "1. a8(N) Kg7 *", []game{{"a8=N Kg7", "*", nil}}},
	{"N54 short pawn capture", "1. e4 d5 2. ed Nf6 3. c4 e6 4. dxe *", []game{{"e4 d5 exd5 Nf6 c4 e6 dxe6", "*", nil}}},
	{"N54 short pawn capture of two", "1. e4 d5 2. e5 d4 3. Nf3 d3 4. Ng1 f5 5. ef dc *", []game{{"e4 d5 e5 d4 Nf3 d3 Ng1 f5 exf6 dxc2", "*", nil}}},
	{"N55 no result token", "1. e4 e5 2. Nf3", []game{{"e4 e5 Nf3", "*", noResult}}},
	{"N55 no result token but a tag", "[Result \"1-0\"]\n\n1. e4 e5", []game{{"e4 e5", "1-0", noResult}}},
	{"N56 illegal move in mid-game", tags + "\n1. e4 e5 2. Bxf7+ Kxf7 3. d4 *\n\n" + tags + "\n1. c4 *", []game{{"e4 e5", "*", illegalM}, {"c4", "*", nil}}},
	{"N57 tags and result only, then a game", tags + "\n*\n\n" + tags + "\n1. e4 *\n", []game{{"", "*", nil}, {"e4", "*", nil}}},
	{"N57 tags only, then a game", tags + "\n" + tags + "\n1. e4 *\n", []game{{"", "*", noResult}, {"e4", "*", nil}}},
	{"N58 movetext that does not begin with a number", tags + "\n{clocks}\n1. e4 *\n\n" + tags + "\ne4 e5 *", []game{{"e4", "*", nil}, {"e4 e5", "*", nil}}},
	{"N59 a bad game of three", tags + "\n1. e4 *\n\n" + tags + "\n1. e5 *\n\n" + tags + "\n1. d4 *\n", []game{{"e4", "*", nil}, {"", "*", illegalM}, {"d4", "*", nil}}},
	{"N60 line longer than 64 KiB", tags + "\n1. e4 " + longComment + " e5 *\n\n" + tags + "\n1. d4 *", []game{{"e4 e5", "*", nil}, {"d4", "*", nil}}},
	{"N61 empty input", "", nil},
	{"N61 blank input", "\n \n\t\n% nothing\n", nil},
	{"N61 no empty line between games", tags + "1. e4 *\n" + tags + "1. d4 *\n", []game{{"e4", "*", nil}, {"d4", "*", nil}}},
	{"N61 no empty line and no result", tags + "1. e4\n" + tags + "1. d4 *\n", []game{{"e4", "*", noResult}, {"d4", "*", nil}}},
	{"N62 half-written last move", tags + "\n1. e4 e5 2. N", []game{{"e4 e5", "*", []error{ErrIllegalMove, ErrNoResult}}}},
	{"half-written castling", "1. d4 d5 2. Nc3 Nc6 3. Bf4 Bf5 4. Qd2 Qd7 5. Nf3 Nf6 6. e3 e6 7. Bb5 Bb4 8. O-O", []game{{"d4 d5 Nc3 Nc6 Bf4 Bf5 Qd2 Qd7 Nf3 Nf6 e3 e6 Bb5 Bb4", "*", []error{ErrIllegalMove, ErrNoResult}}}},
	{"half-written comment", tags + "\n1. e4 {[%clk 0:0", []game{{"e4", "*", []error{ErrNotClosed, ErrNoResult}}}},
	{"half-written tag", tags + "\n1. e4 *\n\n[Event \"E", []game{{"e4", "*", nil}, {"", "*", []error{ErrNotClosed, ErrNoResult}}}},
}

func TestReaderTraps(t *testing.T) {
	for _, test := range traps {
		t.Run(test.name, func(t *testing.T) {
			check(t, test.text, test.want...)
			check(t, strings.ReplaceAll(test.text, "\n", "\r\n"), test.want...)
			check(t, "\ufeff"+test.text, test.want...)
		})
	}
}

func setup(fen string) string { return "[SetUp \"1\"]\n[FEN \"" + fen + "\"]\n\n" }

// questions are what readers disagree about, and what this one does.
var questions = []trap{
	{"illegal move keeps the result", "[Result \"0-1\"]\n\n1. e4 e5 2. Ke3 Nf6 0-1", []game{{"e4 e5", "0-1", illegalM}}},
	{"null move in the main line", "1. e4 -- 2. d4 *", []game{{"e4", "*", illegalM}}},
	{"null move Z0", "1. e4 Z0 2. d4 *", []game{{"e4", "*", illegalM}}},
	{"null move 0000", "1. e4 0000 2. d4 *", []game{{"e4", "*", illegalM}}},
	{"null move in a variation", "1. e4 (1. -- d5) 1... e5 *", []game{{"e4 e5", "*", nil}}},
	{"illegal move in a variation", "1. e4 (1. Ke5 d5) 1... e5 *", []game{{"e4 e5", "*", nil}}},
	{"variations in variations", "1. e4 (1. d4 d5 (1... Nf6 {(} 2. c4) 2. c4 *) 1... e5 (1... c5) (1... c6 ; )\n) 2. Nf3 *", []game{{"e4 e5 Nf3", "*", nil}}},
	{"variation never closed", tags + "\n1. e4 (1. d4 d5 *\n\n" + tags + "\n1. c4 *", []game{{"e4", "*", []error{ErrNotClosed, ErrNoResult}}, {"c4", "*", nil}}},
	{"comment never closed in a variation", "1. e4 (1. d4 {d5) 1... e5 *", []game{{"e4", "*", []error{ErrNotClosed, ErrNoResult}}}},
	{"two comments on one move", "1. e4 {a} {b} e5 *", []game{{"e4 e5", "*", nil}}},
	{"NAG behind the comment", "1. e4 {a} $1 e5 *", []game{{"e4 e5", "*", nil}}},
	{"result tag and marker differ", "[Result \"1-0\"]\n\n1. e4 e5 0-1", []game{{"e4 e5", "0-1", []error{ErrResult}}}},
	{"result tag that is none", "[Result \"won\"]\n\n1. e4 e5 0-1", []game{{"e4 e5", "0-1", []error{ErrResult}}}},
	{"moves behind the marker", tags + "\n1. e4 e5 * 2. d4 d5\n3. c4\n\n" + tags + "\n1. c4 *", []game{{"e4 e5", "*", other}, {"c4", "*", nil}}},
	{"comment behind the marker", tags + "\n1. e4 e5 * {White is late}\n\n" + tags + "\n1. c4 *", []game{{"e4 e5", "*", nil}, {"c4", "*", nil}}},
	{"mate and result *", "1. f3 e5 2. g4 Qh4# *", []game{{"f3 e5 g4 Qh4#", "*", nil}}},
	{"roster in another order", "[Black \"B\"]\n[White \"W\"]\n[Result \"*\"]\n\n1. e4 *", []game{{"e4", "*", nil}}},
	{"tag name with a digit and an underscore", "[My_Tag2 \"x\"]\n\n1. e4 *", []game{{"e4", "*", nil}}},
	{"tag name with a hyphen", "[My-Tag \"x\"]\n\n1. e4 *", []game{{"e4", "*", other}}},
	{"two white kings", setup("4k3/8/8/8/8/8/8/K3K3 w - - 0 1") + "1. Kd1 *", []game{{"", "*", []error{ErrPosition}}}},
	{"FEN that is none", setup("what") + "1. e4 *", []game{{"", "*", other}}},
	{"SetUp without FEN", "[SetUp \"1\"]\n\n1. e4 *", []game{{"", "*", []error{ErrPosition}}}},
	{"FEN without SetUp", "[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 0 7\"]\n\n7... Kd7 8. e4 *", []game{{"Kd7 e4", "*", nil}}},
	{"other rules", "[Variant \"Atomic\"]\n\n1. e4 *", []game{{"", "*", other}}},
	{"Chess960", "[Variant \"Fischerandom\"]\n" + setup("bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1") + "1. d3 d6 2. Nf3 Nf6 3. Nc3 Nc6 4. Qd2 Qd7 5. O-O-O *", []game{{"d3 d6 Nf3 Nf6 Nc3 Nc6 Qd2 Qd7 O-O-O", "*", nil}}},
	{"the same tag twice", "[White \"A\"]\n[Black \"B\"]\n[Black \"C\"]\n\n1. e4 *", []game{{"e4", "*", other}}},
	{"empty line among the tags", "[White \"A\"]\n\n[Black \"B\"]\n\n1. e4 *", []game{{"e4", "*", nil}}},
	{"comment before the tags", "{from the hall}\n[White \"A\"]\n\n1. e4 *", []game{{"e4", "*", nil}}},
	{"movetext behind a tag", "[White \"A\"] 1. e4 *", []game{{"e4", "*", nil}}},
	{"games without tags", "1. e4 *\n1. d4 *\n\n1. c4 1-0", []game{{"e4", "*", nil}, {"d4", "*", nil}, {"c4", "1-0", nil}}},
	{"quote in a tag without escape", "[White \"The \"Rock\" Lee\"]\n\n1. e4 *", []game{{"e4", "*", other}}},
	{"backslash in a tag without escape", "[Site \"C:\\\"]\n\n1. e4 *", []game{{"e4", "*", other}}},
	{"tag without its bracket", "[White \"A\"\n[Black \"B\"]\n\n1. e4 *", []game{{"e4", "*", []error{ErrNotClosed}}}},
	{"tag without its quote", "[White \"A]\n[Black \"B\"]\n\n1. e4 *", []game{{"e4", "*", []error{ErrNotClosed}}}},
	{"tag without a value", "[White]\n[Black B]\n\n1. e4 *", []game{{"e4", "*", []error{nil, nil}}}},
	{"bracket in the movetext", "1. e4 [%clk 0:01:00] e5 *", []game{{"e4 e5", "*", other}}},
	{"stray signs", "1. e4 ) } e5 *", []game{{"e4 e5", "*", []error{nil, nil}}}},
	{"sign for the judgement", "1. e4 +/- e5 *", []game{{"e4 e5", "*", other}}},
	{"en passant and check signs apart", "1. e4 d5 2. e5 f5 3. exf6 e.p. e5 4. Bb5 + c6 *", []game{{"e4 d5 e5 f5 exf6 e5 Bb5+ c6", "*", nil}}},
	{"coordinates", "1. e2-e4 e7e5 2. Ng1-f3 b8c6 *", []game{{"e4 e5 Nf3 Nc6", "*", nil}}},
	{"no blanks", "1.e4{a}e5 2.Nf3$1(2.f4)Nc6*", []game{{"e4 e5 Nf3 Nc6", "*", nil}}},
	{"dashes of a word processor", "1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. O–O O‑O ½–½", []game{{"e4 e5 Nf3 Nf6 Bc4 Bc5 O-O O-O", "1/2-1/2", nil}}},
	{"line ends of old machines", "[White \"A\"]\r\r1. e4\re5 *\r", []game{{"e4 e5", "*", nil}}},
	{"byte order mark between files", tags + "\n1. e4 *\n\ufeff" + tags + "\n1. d4 *", []game{{"e4", "*", nil}, {"d4", "*", nil}}},
}

func TestReaderDecides(t *testing.T) {
	for _, test := range questions {
		t.Run(test.name, func(t *testing.T) {
			check(t, test.text, test.want...)
		})
	}
}

func TestReaderGoesOnAfterWhatIsNoPGN(t *testing.T) {
	games := readAll(t, "<html>\n<body>404</body>\n</html>\n\n"+tags+"\n1. e4 *")
	if len(games) != 2 || len(games[0].Errors) == 0 || sans(games[1]) != "e4" {
		t.Errorf("got %d games, want one of errors, then the other", len(games))
	}
}

func TestReaderTags(t *testing.T) {
	tests := []struct{ text, want string }{
		{`[White "A \"B\" \\ C"]`, `A "B" \ C`},
		{`[White "a\nb"]`, `a\nb`},
		{`[White "say \"x\"] y"]`, `say "x"] y`},
		{`[White "a\"]"]`, `a"]`},
		{`[White "The "Rock" Lee"]`, `The "Rock" Lee`},
		{`[White "C:\"]`, `C:\`},
		{`[ White   "A" ]`, "A"},
		{`[White "A]`, "A]"},
		{"[White \"A\tB\x01\"]", "A B"},
		{"[White \"Gon\xe7alves\"]", "Gonçalves"},
		{"[White \"Людмила\"]", "Людмила"},
		{`[Black "x"] [White "A"]`, "A"},
		{"[White \"A\"]\n[White \"B\"]", "A"},
	}
	for _, test := range tests {
		g := readOne(t, test.text+"\n\n1. e4 *\n")
		if got := g.Tag("White"); got != test.want {
			t.Errorf("%s: got %q, want %q", test.text, got, test.want)
		}
		if got := sans(g); got != "e4" {
			t.Errorf("%s: got moves %q, want e4", test.text, got)
		}
	}
}

func TestReaderClocks(t *testing.T) {
	ms := func(n int64) *int64 { return &n }
	tests := []struct {
		text     string
		clk, emt *int64
		comment  string
	}{
		{"{[%clk 1:30:21] [%emt 0:00:09]}", ms(5_421_000), ms(9_000), ""},
		{"{[%clk 00:59:44]} {[%emt 00:00:16]}", ms(3_584_000), ms(16_000), ""},
		{"{\n[%clk\n0:03:00]\n}", ms(180_000), nil, ""},
		{"{[%clk 0:03:\n00] good}", ms(180_000), nil, "good"},
		{"{[%clk 0:00:09.4]}", ms(9_400), nil, ""},
		{"{[%clk 0:00:09.4567]}", ms(9_456), nil, ""},
		{"{before [%emt 0:00:01] and [%eval 0.23,22] after}", nil, ms(1_000), "before and [%eval 0.23,22] after"},
		{"{[%clk 0:00:01] [%clk 0:00:02]}", ms(1_000), nil, "[%clk 0:00:02]"},
		{"{[%clk 3:00]}", nil, nil, "[%clk 3:00]"},
		{"{[%clk 0:00:-1] [%clk x:y:z] [%emt 99999999999:00:00]}", nil, nil, "[%clk 0:00:-1] [%clk x:y:z] [%emt 99999999999:00:00]"},
		{"{[%clk 0:00:01}", nil, nil, "[%clk 0:00:01"},
		{"; [%clk 0:00:01] } well {\n", ms(1_000), nil, ") well ("},
		{"{} {  }", nil, nil, ""},
	}
	for _, test := range tests {
		g := readOne(t, "1. e4 "+test.text+" e5 *")
		if len(g.Errors) > 0 || len(g.Moves) != 2 {
			t.Fatalf("%s: got %d moves, %v", test.text, len(g.Moves), g.Errors)
		}
		p := g.Moves[0]
		if !same(p.Clk, test.clk) || !same(p.Emt, test.emt) || p.Comment != test.comment {
			t.Errorf("%s: got clk %v, emt %v, %q", test.text, show(p.Clk), show(p.Emt), p.Comment)
		}
	}
}

func same(a, b *int64) bool { return a == nil && b == nil || a != nil && b != nil && *a == *b }

func show(ms *int64) any {
	if ms == nil {
		return "none"
	}
	return *ms
}

func TestReaderNAGs(t *testing.T) {
	g := readOne(t, "1. e4! $14 e5 ?! 2. Nf3!!! Nc6?? *")
	want := [][]int{{1, 14}, {6}, {3}, {4}}
	for i, p := range g.Moves {
		if len(p.NAGs) != len(want[i]) || p.NAGs[0] != want[i][0] {
			t.Errorf("%s: got NAGs %v, want %v", p.SAN, p.NAGs, want[i])
		}
	}
	check(t, "$1 1. e4 $999 *", game{"e4", "*", []error{nil, nil}})
}

// A lead comment, and one that no move can be given because it follows a move
// that was not understood.
func TestReaderComments(t *testing.T) {
	g := readOne(t, "{one} ; two\n1. e4 {three} (1. d4 {no}) {four} e5 * {five}")
	if got, want := g.Lead, "one two"; got != want {
		t.Errorf("lead: got %q, want %q", got, want)
	}
	if got, want := g.Moves[0].Comment+"|"+g.Moves[1].Comment, "three four|five"; got != want {
		t.Errorf("comments: got %q, want %q", got, want)
	}
	g = readOne(t, "1. e4 {a} e9 {b} e5 *")
	if got, want := g.Moves[0].Comment, "a"; got != want {
		t.Errorf("before an illegal move: got %q, want %q", got, want)
	}
}

func TestReaderErrorsNameTheLine(t *testing.T) {
	g := readOne(t, tags+"\n1. e4 e5\n2. Ke3 *")
	var line *observation.LineError
	if len(g.Errors) != 1 || !errors.As(g.Errors[0], &line) || line.Line != 10 {
		t.Errorf("got %v, want an error in line 10", g.Errors)
	}
}

func TestReaderCutsAGameThatIsTooLarge(t *testing.T) {
	for name, begun := range map[string][2]string{
		"comment": {"{", "x "}, "moves": {"", "Nf3 Nf6 Ng1 Ng8 "}, "blanks": {"1. e4", " "}, "variation": {"", "("},
		"tag": {"[White \"", "\\"}, "tags": {"", "[A \"\"]\n"}, "stray": {"", ") ` ] \"\n" + strings.Repeat(" ", 90)},
		"comments": {"1. e4 ", "{a}"}, "commands": {"1. e4 {", "[%"},
	} {
		t.Run(name, func(t *testing.T) {
			text := begun[0] + strings.Repeat(begun[1], (MaxGame+MaxGame/8)/len(begun[1]))
			games := readAll(t, tags+text+"\n\n"+tags+"\n1. d4 *\n")
			if len(games) != 2 || sans(games[1]) != "d4" {
				t.Fatalf("got %d games, want the large one and the one behind it", len(games))
			}
			if last := games[0].Errors[len(games[0].Errors)-1]; !errors.Is(last, ErrTooLarge) {
				t.Errorf("got %v, want %v", games[0].Errors, ErrTooLarge)
			}
			var b bytes.Buffer
			if err := Write(&b, games[0]); err != nil {
				t.Error(err)
			}
		})
	}
}

// A game eight times too large takes no more memory than one twice too large.
func TestReaderMemoryIsBounded(t *testing.T) {
	allocated := func(times int) uint64 {
		text := tags + "\n1. e4 {" + strings.Repeat("word ", times*MaxGame/5)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		games := readAll(t, text)
		runtime.ReadMemStats(&after)
		if len(games) != 1 || sans(games[0]) != "e4" {
			t.Fatalf("got %d games, want the one that was cut", len(games))
		}
		return after.TotalAlloc - before.TotalAlloc
	}
	if twice, got := allocated(2), allocated(8); got > twice+MaxGame/2 {
		t.Errorf("%d bytes allocated, want about %d", got, twice)
	}
}

func TestReaderSaysWhatTheInputFailedWith(t *testing.T) {
	broken := errors.New("cable out")
	r := NewReader(io.MultiReader(strings.NewReader("1. e4 e5"), iotest.ErrReader(broken)))
	g, err := r.Next()
	if err != nil || sans(g) != "e4 e5" || !errors.Is(g.Errors[len(g.Errors)-1], broken) {
		t.Errorf("got %q, %v, %v: want the moves before it broke", sans(g), g.Errors, err)
	}
	if _, err = r.Next(); !errors.Is(err, broken) {
		t.Errorf("got %v, want %v", err, broken)
	}
}

// However the bytes come, the games are the same.
func TestReaderByteByByte(t *testing.T) {
	text := tags + "\n1. e4 {a\n[%clk 0:00:01]} e5 *\r\n\r\n" + tags + "\n*\n"
	r := NewReader(iotest.OneByteReader(strings.NewReader(text)))
	for _, want := range []string{"e4 e5", ""} {
		g, err := r.Next()
		if err != nil || sans(g) != want || len(g.Errors) > 0 {
			t.Errorf("got %q, %v, %v; want %q", sans(g), g.Errors, err, want)
		}
	}
	if _, err := r.Next(); err != io.EOF {
		t.Errorf("got %v, want EOF", err)
	}
}

func TestReaderStart(t *testing.T) {
	g := readOne(t, setup("4k3/8/8/8/8/8/4P3/4K3 b - - 0 7")+"*")
	if got, want := g.Start.FEN(), "4k3/8/8/8/8/8/4P3/4K3 b - - 0 7"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	g = readOne(t, "1. e4 *")
	if got := g.Start.FEN(); got != position.StartFEN {
		t.Errorf("got %s, want the start position", got)
	}
}
