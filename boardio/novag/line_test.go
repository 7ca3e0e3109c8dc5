package novag

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"recorderd/boardio"
	"recorderd/observation"
)

const (
	white = observation.White
	black = observation.Black
)

func square(name string) observation.Square {
	sq, err := observation.ParseSquare(name)
	if err != nil {
		panic(err)
	}
	return sq
}

func placed(fen string) observation.Placement {
	pl, err := observation.ParsePlacement(fen)
	if err != nil {
		panic(err)
	}
	return pl
}

// move returns a move by its squares and promotion, such as e7e8q.
func move(number int, side observation.Side, uci string) Move {
	m := Move{Number: number, Side: side, From: square(uci[:2]), To: square(uci[2:4])}
	if len(uci) > 4 {
		m.Promoted = observation.Piece(uci[4])
	}
	return m
}

func with(m Move, f func(*Move)) Move { f(&m); return m }

func capture(m *Move)   { m.Capture = true }
func castles(m *Move)   { m.Castling = true }
func enPassant(m *Move) { m.Capture, m.EnPassant = true, true }

// Both ways: these bytes mean that, and that is written with these bytes.
func TestMovesOfACitrine(t *testing.T) {
	for _, c := range []struct {
		line string
		back bool
		want Move
		said string
	}{
		{"M   7   g1-f3", false, move(7, white, "g1f3"), "g1f3"},
		{"M   7,  c5xd4", false, with(move(7, black, "c5d4"), capture), "c5d4"},
		{"M   1   e2-e4", false, move(1, white, "e2e4"), "e2e4"},
		{"M   1,  e7-e5", false, move(1, black, "e7e5"), "e7e5"},
		{"M  41   d7-d8/N", false, move(41, white, "d7d8n"), "d7d8n"},
		{"M 123,  d2xe1/Q", false, with(move(123, black, "d2e1q"), capture), "d2e1q"},
		{"M  12   e5xd6ep", false, with(move(12, white, "e5d6"), enPassant), "e5d6"},
		{"M   9   O-O", false, with(move(9, white, "e1g1"), castles), "e1g1"},
		{"M   9,  O-O-O", false, with(move(9, black, "e8c8"), castles), "e8c8"},
		{"T   7   g1-f3", true, move(7, white, "g1f3"), "g1f3"},
	} {
		kind := Made
		if c.back {
			kind = TakenBack
		}
		want := Line{Kind: kind, Move: c.want}
		for _, end := range []string{"", " |", "|", "   "} {
			var got Line
			f := boardio.Lines{Max: maxLine}
			f.Push(0, []byte(c.line+end+"\r\n"), func(text string) { got = Parse(text) })
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%q (-want +got):\n%s", c.line+end, diff)
			}
		}
		if got := string(AppendMove(nil, c.want, c.back)); got != c.line {
			t.Errorf("written %q, want %q", got, c.line)
		}
		if got := string(c.want.Said()); got != c.said {
			t.Errorf("%q is said as %s, want %s", c.line, got, c.said)
		}
	}
}

func TestMovesOfAUniversalChessBoard(t *testing.T) {
	none := observation.NoSide
	for _, c := range []struct {
		line, again string // as it is written
		want        Move
	}{
		{"Me2e4", "", move(0, none, "e2e4")},
		{"Me2-e4", "Me2e4", move(0, none, "e2e4")},
		{"Md7d8/Q", "", move(0, none, "d7d8q")},
		{"Me1g1", "", move(0, none, "e1g1")},
		{"Me5d6ep", "", with(move(0, none, "e5d6"), func(m *Move) { m.EnPassant = true })},
	} {
		if diff := cmp.Diff(Line{Kind: Made, Move: c.want}, Parse(c.line)); diff != "" {
			t.Errorf("%q (-want +got):\n%s", c.line, diff)
		}
		if c.again == "" {
			c.again = c.line
		}
		if got := string(AppendShortMove(nil, c.want)); got != c.again {
			t.Errorf("written %q, want %q", got, c.again)
		}
	}
}

func TestOtherLines(t *testing.T) {
	for _, c := range []struct {
		line string
		want Line
	}{
		{"ID. UCBII V1.09", Line{Kind: Identity, Text: "UCBII V1.09"}},
		{"New Game", Line{Kind: NewGame}},
		{"N", Line{Kind: NewGame}},
		{"T", Line{Kind: TakenBack}},
		{"Position Board", Line{Kind: Position}},
		{".  aa bb cc dd ee ff gg hh", Line{Kind: Setting}},
		{"Clock 00:06:27 00:00:01", Line{Kind: Setting}},
		{"Level tr 1", Line{Kind: Setting}},
		{"Xmit on", Line{Kind: Setting}},
		{".Referee on", Line{Kind: Setting}},
		{"Game 6", Line{Kind: Game}},
		{". white black", Line{Kind: Setting}},
		{".   1  e2-e4  e7-e5", Line{Kind: Listed, Moves: []Move{move(1, white, "e2e4"), move(1, black, "e7e5")}}},
		{".   3  O-O", Line{Kind: Listed, Moves: []Move{with(move(3, white, "e1g1"), castles)}}},
		{".  12  ...  e7-e5", Line{Kind: Listed, Moves: []Move{move(12, black, "e7e5")}}},
	} {
		if diff := cmp.Diff(c.want, Parse(c.line)); diff != "" {
			t.Errorf("%q (-want +got):\n%s", c.line, diff)
		}
	}
}

// A line that lost a byte, or got another one, says nothing or something that the
// game will contradict; never a move of squares that do not exist.
func TestLinesThatMeanNothing(t *testing.T) {
	for _, line := range []string{
		"   1   e2-e4", "M   1   e2-4", "M   1   e2-e9", "M   1   e2-e2", "M   x   e2-e4", "M   0   e2-e4", "M  -1   e2-e4", "M  +1   e2-e4",
		"M   1   e2-e4/K", "M   1   e2-e4M   1,  e7-e5", "M 12345   e2-e4", "M", "M ", "Me2", "MO-O", "Me2e4 e7e5", "MO", "e2e4", "Game", "Game six",
		"ew Game", "New Gam", ".", ". ", ".9 br", ".8 br bn bb bq bk bb bn br 7", ".8 br bn bb bq bk bb bn br", ".8 br bn bb bq bk bb bn bo 8",
		".8 Wr bn bb bq bk bb bn br 8", ".8 br bn bb bq bk bb bn br 8*", ".8 brxbn bb bq bk bb bn br 8", ".   1", ".   1  e2-e4  ...", ".   1  e7", "Hello", "m   1   e2-e4",
	} {
		if got := Parse(line); got.Kind != Nonsense {
			t.Errorf("%q was read as %v", line, got.Kind)
		}
	}
}

const afterE4 = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR"

func TestPositions(t *testing.T) {
	for _, c := range []struct {
		name, fen string
		turn      observation.Side
		want      string
	}{
		{"start", placedStart, white, `Position Board
.  aa bb cc dd ee ff gg hh
.8 br bn bb bq bk bb bn br 8
.7 bp bp bp bp bp bp bp bp 7
.6    ::    ::    ::    :: 6
.5 ::    ::    ::    ::    5
.4    ::    ::    ::    :: 4
.3 ::    ::    ::    ::    3
.2 WP WP WP WP WP WP WP WP 2
.1 WR WN WB WQ WK WB WN WR 1+
.  aa bb cc dd ee ff gg hh`},
		{"after e2e4", afterE4, black, `Position Board
.  aa bb cc dd ee ff gg hh
.8 br bn bb bq bk bb bn br 8
.7 bp bp bp bp bp bp bp bp 7
.6    ::    ::    ::    :: 6
.5 ::    ::    ::    ::    5
.4    ::    :: WP ::    :: 4
.3 ::    ::    ::    ::    3
.2 WP WP WP WP    WP WP WP 2
.1 WR WN WB WQ WK WB WN WR 1-
.  aa bb cc dd ee ff gg hh`},
		{"empty", "8/8/8/8/8/8/8/8", white, `Position Board
.  aa bb cc dd ee ff gg hh
.8    ::    ::    ::    :: 8
.7 ::    ::    ::    ::    7
.6    ::    ::    ::    :: 6
.5 ::    ::    ::    ::    5
.4    ::    ::    ::    :: 4
.3 ::    ::    ::    ::    3
.2    ::    ::    ::    :: 2
.1 ::    ::    ::    ::    1+
.  aa bb cc dd ee ff gg hh`},
	} {
		lines := PositionLines(placed(c.fen), c.turn)
		if diff := cmp.Diff(c.want, strings.Join(lines, "\n")); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
		var got observation.Placement
		turn := observation.NoSide
		for i, line := range lines[2:10] {
			l := Parse(line)
			if l.Kind != Rank || l.Row.Rank != 7-i {
				t.Fatalf("%s: %q is %v", c.name, line, l)
			}
			for file, p := range l.Row.Pieces {
				got[observation.SquareAt(file, l.Row.Rank)] = p
			}
			turn = l.Row.Turn
		}
		if got != placed(c.fen) || turn != c.turn {
			t.Errorf("%s: read %v with %v to move", c.name, got, turn)
		}
	}
}

const placedStart = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"

// A b may be a bishop, or say that a black piece follows.
func TestPositionsThatAreSetUp(t *testing.T) {
	for _, c := range []struct {
		text, fen string
		turn      observation.Side
		ok        bool
	}{
		{"pcke1pa2bke8+", "4k3/8/8/8/8/8/P7/4K3", white, true},
		{"pcbc1+", "8/8/8/8/8/8/8/2B5", white, true},
		{"pcbbc8-", "2b5/8/8/8/8/8/8/8", black, true},
		{"pcbb1+", "8/8/8/8/8/8/8/1B6", white, true},
		{"pcbbb8+", "1b6/8/8/8/8/8/8/8", white, true},
		{"pcbc1bb1bbc8bbb8bpb7-", "1bb5/1p6/8/8/8/8/8/1BB5", black, true},
		{"pc+", "8/8/8/8/8/8/8/8", white, true},
		{"pc", "", white, false},
		{"pcke9+", "", white, false},
		{"pcxe1+", "", white, false},
		{"pcbk+", "", white, false},
		{"P", "", white, false},
	} {
		pl, turn, ok := ParseSetUp(c.text)
		if ok != c.ok || ok && (pl != placed(c.fen) || turn != c.turn) {
			t.Errorf("%q: got %v, %v, %v", c.text, pl, turn, ok)
		}
	}
}

func TestWhatAMoveLeavesOnTheBoard(t *testing.T) {
	for _, c := range []struct{ name, before, uci, after string }{
		{"a step", placedStart, "e2e4", afterE4},
		{"a capture", "8/8/8/3p4/4P3/8/8/8", "e4d5", "8/8/8/3P4/8/8/8/8"},
		{"en passant", "8/8/8/3pP3/8/8/8/8", "e5d6", "8/8/3P4/8/8/8/8/8"},
		{"en passant by Black", "8/8/8/8/3pP3/8/8/8", "d4e3", "8/8/8/8/8/4p3/8/8"},
		{"castling", "8/8/8/8/8/8/8/R3K2R", "e1g1", "8/8/8/8/8/8/8/R4RK1"},
		{"long castling by Black", "r3k2r/8/8/8/8/8/8/8", "e8c8", "2kr3r/8/8/8/8/8/8/8"},
		{"a promotion", "8/3P4/8/8/8/8/8/8", "d7d8n", "3N4/8/8/8/8/8/8/8"},
		{"a promotion by Black", "8/8/8/8/8/8/3p4/4R3", "d2e1q", "8/8/8/8/8/8/8/4q3"},
		{"from an empty square", "8/8/8/8/8/8/8/8", "d2e1", "8/8/8/8/8/8/8/8"},
	} {
		if got := move(1, white, c.uci).After(placed(c.before)); got != placed(c.after) {
			t.Errorf("%s: got %v, want %s", c.name, got, c.after)
		}
	}
}

// Whatever a board says, what was understood of it can be written and means the
// same.
func FuzzParse(f *testing.F) {
	for _, s := range []string{"M   7,  c5xd4", "T   1   e2-e4", "Me2e4", ".   1  e2-e4  e7-e5", ".8 br bn bb bq bk bb bn br 8", "ID. UCBII V1.09", "M  12   e5xd6ep", "M   9,  O-O-O", "M  41   d7-d8/N"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		fr := boardio.Lines{Max: maxLine}
		fr.Push(0, append(b, '\n'), func(text string) {
			l := Parse(text)
			if l.Kind != Made && l.Kind != TakenBack || l.Move == (Move{}) {
				return
			}
			line := AppendMove(nil, l.Move, l.Kind == TakenBack)
			if l.Move.Side == observation.NoSide {
				line = AppendShortMove(nil, l.Move)
			}
			again := Parse(string(line))
			if l.Move.Side != observation.NoSide && !again.Move.Same(l.Move) || again.Move.Said() != l.Move.Said() {
				t.Errorf("%q was written %q, which is %v", text, line, again)
			}
		})
	})
}
