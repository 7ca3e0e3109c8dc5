package simulate

import (
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"recorderd/clockio"
	"recorderd/observation"
	"recorderd/position"
)

// checkHands proves that a timeline of one game is one that hands can do, and
// that its truth is that of the game.
func checkHands(t *testing.T, name string, tl Timeline, g Game) {
	t.Helper()
	if len(tl.Games) != 1 || len(tl.Games[0].Plies) != len(g.Moves) {
		t.Fatalf("%s: truth is about %d games, want 1 with %d plies", name, len(tl.Games), len(g.Moves))
	}
	board, now := tl.Start, int64(0)
	made := make(map[int64]observation.Placement)
	for i, d := range tl.Deeds {
		switch {
		case d.At < now:
			t.Fatalf("%s: deed %d at %d comes after one at %d", name, i, d.At, now)
		case d.Kind == Lift && board[d.Square] == observation.Empty:
			t.Fatalf("%s: at %d nothing stands on %s to be lifted", name, d.At, d.Square)
		case d.Kind == Put && board[d.Square] != observation.Empty:
			t.Fatalf("%s: at %d %s is not free for %s", name, d.At, d.Square, d.Piece)
		}
		now = d.At
		d.change(&board)
		made[now] = board
	}
	if tl.End < now {
		t.Errorf("%s: ends at %d, before its last deed at %d", name, tl.End, now)
	}
	line, last := after(g), int64(-1)
	for i, ply := range tl.Games[0].Plies {
		if want := placementOf(line[i+1]); made[ply.Made] != want {
			t.Errorf("%s: ply %d at %d left %s, want %s", name, i+1, ply.Made, made[ply.Made], want)
		}
		if ply.SAN != line[i].SAN(g.Moves[i]) || ply.Side != line[i].Side() {
			t.Errorf("%s: ply %d is %s of %s", name, i+1, ply.SAN, ply.Side)
		}
		if ply.Made <= last {
			t.Errorf("%s: ply %d was made at %d, not after %d", name, i+1, ply.Made, last)
		}
		last = max(ply.Made, ply.Completed)
	}
	if got, want := tl.Final(), final(g); got != want {
		t.Errorf("%s: %s stands in the end, want %s", name, got, want)
	}
}

var styles = map[string]Style{
	"careful": Careful(),
	"usual":   Usual(),
	"swap":    {Swap: 1, BothOff: 1, VictimBefore: 1, QueenFirst: 1},
	"hasty":   {MoverFirst: 1, RookFirst: 1, VictimAfter: 1, Direct: 1},
}

func TestHandsPlayEveryGameToItsEnd(t *testing.T) {
	for i, g := range engineGames(t) {
		for name, style := range styles {
			tl := Hands(g.Start, g.Moves, playing(uint64(i), style))
			checkHands(t, fmt.Sprintf("game %d, %s", i+1, name), tl, g)
		}
	}
}

func TestHandsCastleInEveryStartPosition(t *testing.T) {
	castled := 0
	for n := 0; n < 960; n++ {
		g := randomGame(t, n)
		for _, m := range g.Moves {
			if m.IsCastling() {
				castled++
			}
		}
		for name, style := range styles {
			tl := Hands(g.Start, g.Moves, playing(uint64(n), style))
			checkHands(t, fmt.Sprintf("start position %d, %s", n, name), tl, g)
		}
	}
	if castled < 500 {
		t.Errorf("only %d castlings were tried", castled)
	}
}

func TestSameSeedSameHands(t *testing.T) {
	g := engineGames(t)[0]
	a, b := Hands(g.Start, g.Moves, playing(7, Usual())), Hands(g.Start, g.Moves, playing(7, Usual()))
	if d := cmp.Diff(a, b); d != "" {
		t.Errorf("same seed, other hands:\n%s", d)
	}
	c := Hands(g.Start, g.Moves, playing(8, Usual()))
	if cmp.Equal(a.Deeds, c.Deeds) {
		t.Error("another seed, but the same hands")
	}
}

// deedsOf writes the deeds of a timeline in the shorthand of a score: e2- e4+P
// W! and so on.
func deedsOf(tl Timeline) (s []string) {
	for _, d := range tl.Deeds {
		switch d.Kind {
		case Lift:
			s = append(s, d.Square.String()+"-")
		case Put:
			s = append(s, d.Square.String()+"+"+d.Piece.String())
		case Press:
			s = append(s, d.Side.String()+"!")
		case StartClock:
			s = append(s, d.Side.String()+" runs")
		case StopClock:
			s = append(s, "stop")
		case Say:
			s = append(s, "said")
		}
	}
	return s
}

func TestOrders(t *testing.T) {
	const (
		capture   = "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1"
		castling  = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1"
		enPassant = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2"
		promotion = "1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1"
	)
	cases := []struct {
		name, fen, san string
		style          Style
		want           []string
	}{
		{"quiet", capture, "e5", Style{}, []string{"e4-", "e5+P"}},
		{"victim first", capture, "exd5", Style{VictimFirst: 1}, []string{"d5-", "e4-", "d5+P"}},
		{"mover first", capture, "exd5", Style{MoverFirst: 1}, []string{"e4-", "d5-", "d5+P"}},
		{"swap", capture, "exd5", Style{Swap: 1}, []string{"e4-", "d5-", "d5+P"}},
		{"king first", castling, "O-O", Style{KingFirst: 1}, []string{"e1-", "g1+K", "h1-", "f1+R"}},
		{"rook first", castling, "O-O-O", Style{RookFirst: 1}, []string{"a1-", "d1+R", "e1-", "c1+K"}},
		{"victim after", enPassant, "exd6", Style{VictimAfter: 1}, []string{"e5-", "d6+P", "d5-"}},
		{"victim before", enPassant, "exd6", Style{VictimBefore: 1}, []string{"d5-", "e5-", "d6+P"}},
		{"push first", promotion, "a8=R", Style{PushFirst: 1}, []string{"a7-", "a8+P", "a8-", "a8+R"}},
		{"direct", promotion, "a8=N", Style{Direct: 1}, []string{"a7-", "a8+N"}},
		{"queen first", promotion, "a8=Q", Style{QueenFirst: 1}, []string{"a8+Q", "a7-"}},
		{"queen first, capturing", promotion, "axb8=Q", Style{QueenFirst: 1}, []string{"b8-", "b8+Q", "a7-"}},
		{"direct, capturing", promotion, "axb8=Q", Style{Direct: 1, VictimFirst: 1}, []string{"b8-", "a7-", "b8+Q"}},
	}
	for _, c := range cases {
		g := gameOf(t, c.fen, c.san)
		want := append(append([]string{"white runs"}, c.want...), "white!", "stop")
		if got := deedsOf(Hands(g.Start, g.Moves, playing(1, c.style))); !cmp.Equal(got, want) {
			t.Errorf("%s: %v, want %v", c.name, got, want)
		}
	}
}

func TestBothOffHoldsKingAndRookTogether(t *testing.T) {
	g := gameOf(t, "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "O-O")
	for seed := range uint64(20) {
		got := deedsOf(Hands(g.Start, g.Moves, playing(seed, Style{BothOff: 1})))
		if got[1] != "e1-" || got[2] != "h1-" {
			t.Errorf("seed %d: %v, want king and rook lifted before either is put", seed, got)
		}
	}
}

func TestTheClockIsNotPressedAfterMate(t *testing.T) {
	g, err := Famous()[2].Game()
	if err != nil {
		t.Fatal(err)
	}
	tl := Hands(g.Start, g.Moves, playing(1, Style{}))
	deeds := deedsOf(tl)
	if got, want := deeds[len(deeds)-2:], []string{"d8+R", "stop"}; !cmp.Equal(got, want) {
		t.Errorf("the game ends %v, want %v", got, want)
	}
	plies := tl.Games[0].Plies
	if last := plies[len(plies)-1]; last.Completed != last.Made {
		t.Errorf("mate was made at %d and completed at %d, want the same", last.Made, last.Completed)
	}
}

func TestWithoutAClockTheAnswerCompletes(t *testing.T) {
	g := gameOf(t, position.StartFEN, "e4 e5 Nf3")
	opt := playing(3, Style{})
	opt.Clock = Stages{}
	tl := Hands(g.Start, g.Moves, opt)
	want := []string{"e2-", "e4+P", "e7-", "e5+p", "g1-", "f3+N"}
	if got := deedsOf(tl); !cmp.Equal(got, want) {
		t.Fatalf("%v, want %v", got, want)
	}
	plies := tl.Games[0].Plies
	if plies[0].Completed != tl.Deeds[2].At || plies[1].Completed != tl.Deeds[4].At || plies[2].Completed != -1 {
		t.Errorf("completed %+v, want at the next touch, the last one never", plies)
	}
}

func TestHumanTiming(t *testing.T) {
	for i, g := range engineGames(t)[:20] {
		opt := playing(uint64(i), Usual())
		opt.Clock = both(clockio.Stage{Base: time.Hour})
		tl := Hands(g.Start, g.Moves, opt)
		rested, pressed := int64(0), int64(-1)
		for _, ply := range tl.Games[0].Plies {
			touch := nextTouch(tl, max(rested, pressed))
			if touch < rested+answer || touch < pressed+scramble {
				t.Errorf("game %d: %s was begun at %d, rest at %d, press at %d", i+1, ply.SAN, touch, rested, pressed)
			}
			if press := ply.Completed - ply.Made; ply.Completed != ply.Made && (press < 200 || press > 1800) {
				t.Errorf("game %d: %s was pressed %d ms after its rest", i+1, ply.SAN, press)
			}
			rested, pressed = ply.Made, ply.Completed
		}
	}
}

// nextTouch returns when a piece is touched for the first time after t.
func nextTouch(tl Timeline, t int64) int64 {
	for _, d := range tl.Deeds {
		if d.At > t && (d.Kind == Lift || d.Kind == Put) {
			return d.At
		}
	}
	return -1
}

func TestNobodyThinksUntilTheFlagFalls(t *testing.T) {
	controls := map[string]Stages{
		"180+2": blitz,
		"300":   both(clockio.Stage{Base: 5 * time.Minute}),
		"180d2": both(clockio.Stage{Base: 3 * time.Minute, Delay: 2 * time.Second, Kind: clockio.Delay}),
	}
	for name, clock := range controls {
		for i, g := range engineGames(t) {
			opt := playing(uint64(i), Usual())
			opt.Clock = clock
			_, bs := Sense(Hands(g.Start, g.Moves, opt), Sensor{Clock: observation.ClockSensor{Present: true}})
			if fallen := fallenFlag(bs); fallen != observation.FlagNone {
				t.Errorf("%s, game %d of %d plies: the flag of %s fell", name, i+1, len(g.Moves), fallen)
			}
		}
	}
}

func fallenFlag(bs []observation.Batch) observation.Flag {
	for _, b := range bs {
		for _, f := range b.Facts {
			if c, ok := f.(observation.Clock); ok && c.Flag != observation.FlagNone {
				return c.Flag
			}
		}
	}
	return observation.FlagNone
}
