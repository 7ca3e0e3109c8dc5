package emulator

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"recorderd/boardio/bench"
	"recorderd/boardio/emulated"
	"recorderd/clockio"
	"recorderd/observation"
	"recorderd/timesource"
)

// desk is a board at a desk, where lines are said and read.
type desk struct {
	*Board
	*bench.Desk
}

func atDesk(t *testing.T, build func(timesource.Source, Options) *Board, opt Options, test func(*desk)) {
	t.Helper()
	bench.AtDesk(t, func(src timesource.Source) *Board { return build(src, opt) }, func(b *Board, at *bench.Desk) {
		d := &desk{b, at}
		d.Pass(time.Second)
		d.take()
		test(d)
	})
}

// take returns what came since the last time.
func (d *desk) take() string { return string(d.Bytes()) }

func (d *desk) tell(lines ...string) string {
	for _, l := range lines {
		d.Say([]byte(l + "\r\n")...)
		d.Pass(150 * time.Millisecond)
	}
	return d.take()
}

// carry moves what stands on a square, or puts another piece down.
func (d *desk) carry(from, to string, as ...observation.Piece) {
	p := d.Standing()[bench.Square(from)]
	d.Lift(bench.Square(from))
	d.Pass(time.Second)
	for _, other := range as {
		p = other
	}
	d.Put(bench.Square(to), p)
	d.Pass(time.Second)
}

// lines are what a board says, with the end of each.
func lines(ls ...string) string {
	if len(ls) == 0 {
		return ""
	}
	return strings.Join(ls, "\r\n") + "\r\n"
}

func TestCommandsOfACitrine(t *testing.T) {
	atDesk(t, NewCitrine, Options{}, func(d *desk) {
		for _, c := range []struct {
			command string
			want    []string
		}{
			{"I", []string{"ID. UCBII V1.09"}},
			{"i", []string{"ID. UCBII V1.09"}},
			{"X ON", nil}, {"XON", nil}, {"U ON", nil}, {"UON", nil},
			{"C", []string{"Clock 00:00:00 00:00:00"}},
			{"L", []string{"Level tr 1"}},
			{"G", []string{"Game 0", ". white black"}},
			{"N", []string{"New Game"}},
			{"M e2-e4", nil}, {"J", nil}, {"F", nil}, {"nonsense", nil}, {"", nil}, {strings.Repeat("I", 2000), nil},
			{"pcke1pa2bke8+", []string{"pcke1pa2bke8+"}},
			{"P", []string{
				"Position Board", ".  aa bb cc dd ee ff gg hh",
				".8    ::    :: bk ::    :: 8", ".7 ::    ::    ::    ::    7", ".6    ::    ::    ::    :: 6", ".5 ::    ::    ::    ::    5",
				".4    ::    ::    ::    :: 4", ".3 ::    ::    ::    ::    3", ".2 WP ::    ::    ::    :: 2", ".1 ::    ::    WK    ::    1+",
				".  aa bb cc dd ee ff gg hh"}},
		} {
			bench.Want(t, fmt.Sprintf("%.20q", c.command), lines(c.want...), d.tell(c.command))
		}
	})
}

// The examples of the Universal Chess Board, both ways.
func TestCommandsOfAUniversalChessBoard(t *testing.T) {
	atDesk(t, NewUCB, Options{}, func(d *desk) {
		bench.Want(t, "settings", lines("Xmit on", ".Referee on"), d.tell("XON", "UON"))
		d.carry("e2", "e4")
		if got := d.take(); got != "Me2e4\r\n" {
			t.Errorf("a move is said as %q", got)
		}
		if got := d.tell("Me7-e5", "I", "P"); got != "" {
			t.Errorf("answered %q, want silence", got)
		}
		d.tell("Position Board", ".8rnbqkbnr", ".7pppppppp", ".6        ", ".5        ", ".4    P   ", ".3        ", ".2PPPP PPP", ".1RNBQKBNR-")
		d.carry("d7", "d5")
		if got := d.take(); got != "Md7d5\r\n" {
			t.Errorf("after a position, Black's move is said as %q", got)
		}
		bench.Want(t, "taken back", lines("T", "New Game"), d.tell("T", "New Game"))
		d.tell("Position Board", ".8rnbqkbnr", "T")
		if got := d.tell("XOFF"); got != "Xmit off\r\n" {
			t.Errorf("after a position that was broken off: %q", got)
		}
	})
}

func TestAMoveIsSaidWhenTheBoardWasToldTo(t *testing.T) {
	atDesk(t, NewCitrine, Options{Bar: true}, func(d *desk) {
		d.carry("e2", "e4")
		if got := d.take(); got != "" {
			t.Errorf("said %q unasked", got)
		}
		d.tell("X ON")
		d.carry("e7", "e5")
		if got := d.take(); got != "M   1,  e7-e5 |\r\n" {
			t.Errorf("said %q", got)
		}
		d.tell("N")
		d.carry("d2", "d4")
		if got := d.take(); got != "" {
			t.Errorf("said %q, though a new game clears the settings", got)
		}
	})
}

func TestTheListOfMoves(t *testing.T) {
	atDesk(t, NewCitrine, Options{}, func(d *desk) {
		for _, m := range [][2]string{{"e2", "e4"}, {"e7", "e5"}, {"g1", "f3"}} {
			d.carry(m[0], m[1])
		}
		bench.Want(t, "answered", lines("Game 3", ". white black", ".   1  e2-e4  e7-e5", ".   2  g1-f3"), d.tell("G"))
		for i := range 56 { // and back, for as many half-moves as are kept and two more
			from, to := "g8", "f6"
			if i%2 == 1 {
				from, to = to, from
			}
			d.carry(from, to)
			back := map[bool]string{true: "g1", false: "f3"}
			d.carry(back[i%2 == 1], back[i%2 == 0])
		}
		answer := d.tell("G")
		d.Pass(time.Second)
		got := strings.Split(answer+d.take(), "\r\n")
		if len(got) != 2+57+1 || got[0] != "Game 115" || got[2] != ".   2  ...  g8-f6" {
			t.Errorf("%d lines: %q ...", len(got), got[:4])
		}
	})
}

// What hands do on the way is not said: only what stands for a while, and what the
// opponent answers.
func TestWhatIsAMove(t *testing.T) {
	atDesk(t, NewCitrine, Options{}, func(d *desk) {
		d.tell("XON")
		for _, c := range []struct {
			name string
			do   func()
			want []string
		}{
			{"put back", func() { d.carry("e2", "e2") }, nil},
			{"a slide", func() {
				d.Lift(bench.Square("e2"))
				d.Put(bench.Square("e3"), 'P')
				d.Pass(200 * time.Millisecond)
				d.Lift(bench.Square("e3"))
				d.Put(bench.Square("e4"), 'P')
				d.Pass(time.Second)
			}, []string{"M   1   e2-e4"}},
			{"answered at once", func() {
				d.Lift(bench.Square("d7"))
				d.Put(bench.Square("d5"), 'p')
				d.Pass(100 * time.Millisecond)
				d.carry("b1", "c3")
			}, []string{"M   1,  d7-d5", "M   2   b1-c3"}},
			{"two at once", func() {
				d.SetPlacement(bench.Placed("rnbqkbnr/ppp2ppp/4p3/3p4/3PP3/2N5/PPP2PPP/R1BQKBNR"))
				d.Pass(time.Second)
			}, []string{"M   2,  e7-e6", "M   3   d2-d4"}},
			{"the victim first", func() {
				d.Lift(bench.Square("e4"))
				d.Pass(time.Second)
				d.carry("d5", "e4")
			}, []string{"M   3,  d5xe4"}},
			{"rook before king", func() {
				d.SetPlacement(bench.Placed("4k2r/8/8/8/8/8/8/4K2R"))
				d.tell("pcke1rh1bke8brh8+")
				d.carry("h1", "f1")
				d.carry("e1", "g1")
			}, []string{"pcke1rh1bke8brh8+", "M   1   h1-f1", "T   1   h1-f1", "M   1   O-O"}},
			{"a pawn that is exchanged", func() {
				d.SetPlacement(bench.Placed("4k3/8/8/8/8/8/p7/4K3"))
				d.tell("pcke1bke8bpa2-")
				d.carry("a2", "a1")
				d.carry("a1", "a1", 'r')
			}, []string{"pcke1bke8bpa2-", "M   1,  a2-a1/R"}},
		} {
			d.take()
			c.do()
			got := d.take()
			if c.name == "rook before king" || c.name == "a pawn that is exchanged" {
				got = c.want[0] + "\r\n" + got // take has it already
			}
			bench.Want(t, c.name, lines(c.want...), got)
		}
	})
}

// Where a clock stands, people put the pieces back; that is a new game when they
// are there.
func TestNothingIsAMoveWhileTheClockStands(t *testing.T) {
	atDesk(t, NewCitrine, Options{}, func(d *desk) {
		stage := []clockio.Stage{{Base: time.Minute}}
		d.SetClock(clockio.New(stage, stage))
		d.StartClock(observation.White)
		d.tell("XON")
		d.carry("e2", "e4")
		d.Press(observation.White)
		d.StopClock()
		d.Pass(time.Second)
		d.take()
		d.carry("e7", "e6")
		d.carry("e6", "e7")
		d.carry("e4", "e2")
		d.Pass(2 * time.Second)
		if got := d.take(); got != "New Game\r\n" {
			t.Errorf("said %q", got)
		}
	})
}

func TestATurnedBoardSaysSquaresOfTheGame(t *testing.T) {
	atDesk(t, NewCitrine, Options{Options: emulated.Options{Turned: true}}, func(d *desk) {
		d.tell("XON")
		d.carry("e2", "e4")
		if got := d.take(); got != "M   1   e2-e4\r\n" {
			t.Errorf("said %q", got)
		}
	})
}

func TestCommandsThatComeTooSoonGetLost(t *testing.T) {
	atDesk(t, NewCitrine, Options{}, func(d *desk) {
		d.SetFaults(Faults{Hurried: 1})
		d.Say([]byte("I\r\nC\r\n")...)
		d.Pass(time.Second)
		if got := d.take(); got != "ID. UCBII V1.09\r\n" {
			t.Errorf("answered %q, want the first only", got)
		}
	})
}
