package recorder

import (
	"slices"
	"strings"
	"testing"

	"recorderd/observation"
	"recorderd/position"
)

var (
	startFEN = position.StartPlacement().String()
	swapped  = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR" // king and queen exchanged
	unknown  = "oooooooo/oooooooo/8/8/8/8/oooooooo/oooooooo" // to a board that knows only that something stands there
	gambit   = "oooooooo/oooooooo/8/8/2oo4/8/oo2oooo/oooooooo"
	midGame  = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R"
)

func placed(t *testing.T, fen string) observation.Placement {
	t.Helper()
	pl, err := observation.ParsePlacement(fen)
	if err != nil {
		t.Fatal(err)
	}
	return pl
}

func lift(square string) observation.Change {
	sq, err := observation.ParseSquare(square)
	if err != nil {
		panic(err)
	}
	return observation.Change{Square: sq}
}

func clockRuns(side observation.Side) observation.Clock {
	return observation.Clock{HasTimes: true, WhiteMS: 180000, BlackMS: 180000, Running: side}
}

// A board may report where a piece went before it reports from where.
func TestAGameBeginsWithALiftThatIsReportedLate(t *testing.T) {
	down := observation.Change{Square: lift("e4").Square, Piece: 'P'}
	cases := []struct {
		name   string
		facts  []observation.Fact
		wait   int64 // before the last of them
		begins bool
	}{
		{"one scan later", []observation.Fact{down, lift("e2")}, 220, true},
		{"long after something else came down", []observation.Fact{down, lift("e2")}, 1500, false},
		{"the clock runs in between", []observation.Fact{down, clockRuns(observation.Black)}, 100, true},
		{"in a report of all squares", []observation.Fact{placed(t, "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR")}, 100, true},
		{"all squares change", []observation.Fact{placed(t, midGame)}, 100, false},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			l := &lobby{start: startOf(position.Start())}
			l.hear(heard{10000, []observation.Fact{placed(t, startFEN)}})
			at, last := int64(15000), len(c.facts)-1
			for _, f := range c.facts[:last] {
				if l.hear(heard{at, []observation.Fact{f}}) != nil {
					t.Fatalf("%v began a game", f)
				}
			}
			at += c.wait
			o := l.hear(heard{at, c.facts[last:]})
			if (o != nil) != c.begins {
				t.Fatalf("begins: %v, want %v", o != nil, c.begins)
			}
			if o == nil {
				return
			}
			if o.first[0] != observation.Fact(placed(t, startFEN)) || o.zero != at-standTime {
				t.Errorf("begins at %d with %v, want %d and the start position", o.zero, o.first[0], at-standTime)
			}
			var later []observation.Fact
			for _, h := range o.later {
				later = append(later, h.facts...)
			}
			if !slices.Equal(later, c.facts) {
				t.Errorf("goes on with %v, want %v", later, c.facts)
			}
		})
	}
}

func TestAGameBegins(t *testing.T) {
	turned := placed(t, startFEN).Turned().String()
	cases := []struct {
		name   string
		stands string
		after  int64 // milliseconds that it stood
		fact   observation.Fact
		begins bool
		zero   int64 // of the file, from the time of the fact
	}{
		{"first lift from the start position", startFEN, 5000, lift("e2"), true, -2000},
		{"first lift with the board turned", turned, 5000, lift("e2"), true, -2000},
		{"first lift with two pieces exchanged", swapped, 5000, lift("e2"), true, -2000},
		{"first lift on a board that does not know its pieces", unknown, 5000, lift("e2"), true, -2000},
		{"a lift on such a board, with pawns in the centre and many squares empty", strings.Replace(gambit, "oo2oooo", "o3o2o", 1), 5000, lift("c4"), false, 0},
		{"a lift too soon", startFEN, 1999, lift("e2"), false, 0},
		{"a lift from another position", midGame, 5000, lift("e4"), false, 0},
		{"a square that was empty anyway", startFEN, 5000, lift("e4"), false, 0},
		{"the clock runs", startFEN, 5000, clockRuns(observation.White), true, -2000},
		{"the clock runs soon after the set-up", startFEN, 300, clockRuns(observation.White), true, -300},
		{"the clock runs before another position", midGame, 5000, clockRuns(observation.Black), true, -2000},
		{"the clock is set and stands", startFEN, 5000, clockRuns(observation.NoSide), false, 0},
		{"the act", midGame, 5000, observation.Act{By: "arbiter", Kind: observation.ActNewGame}, true, -2000},
		{"the first move that a board says", startFEN, 5000, observation.Said("e2e4"), true, -2000},
		{"a move that is said too soon", startFEN, 1999, observation.Said("e2e4"), false, 0},
		{"a move that is said in another position", midGame, 5000, observation.Said("f1b5"), false, 0},
		{"another act", startFEN, 5000, observation.Act{By: "arbiter", Kind: observation.ActNote}, false, 0},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			l := &lobby{start: startOf(position.Start())}
			if o := l.hear(heard{10000, []observation.Fact{placed(t, c.stands)}}); o != nil {
				t.Fatal("a placement alone began a game")
			}
			now := 10000 + c.after
			o := l.hear(heard{now, []observation.Fact{c.fact}})
			if (o != nil) != c.begins {
				t.Fatalf("begins: %v, want %v", o != nil, c.begins)
			}
			if o == nil {
				return
			}
			if o.zero != now+c.zero {
				t.Errorf("time zero is %d before the fact, want %d", now-o.zero, -c.zero)
			}
			if o.first[0] != observation.Fact(placed(t, c.stands)) {
				t.Errorf("the file begins with %v", o.first[0])
			}
			if last := o.later[len(o.later)-1]; last.at != now || last.facts[0] != c.fact {
				t.Errorf("the fact that began the game is not the last that the file is given: %v", last)
			}
		})
	}
}

func TestAFileBeginsWithWhatWasKnown(t *testing.T) {
	l := &lobby{start: startOf(position.Start())}
	stands := clockRuns(observation.NoSide)
	names := observation.Game{White: "A. Lima", Black: "B. Costa"}
	for _, h := range []heard{
		{1000, []observation.Fact{placed(t, startFEN)}},
		{1500, []observation.Fact{names}},
		{2000, []observation.Fact{clockRuns(observation.NoSide)}},
		{9000, []observation.Fact{stands}},
	} {
		if o := l.hear(h); o != nil {
			t.Fatalf("%v began a game", h)
		}
	}
	o := l.hear(heard{10000, []observation.Fact{lift("g1")}})
	if o == nil {
		t.Fatal("no game")
	}
	want := []observation.Fact{placed(t, startFEN), stands, names}
	if len(o.first) != len(want) {
		t.Fatalf("begins with %d facts, want %d", len(o.first), len(want))
	}
	for i := range want {
		if o.first[i] != want[i] {
			t.Errorf("fact %d is %v, want %v", i, o.first[i], want[i])
		}
	}
	if len(o.later) != 2 || o.later[0].at != 9000 || o.later[1].at != 10000 {
		t.Errorf("then come %v, want what was heard at 9000 and at 10000", o.later)
	}
}

func TestALobbyForgets(t *testing.T) {
	l := &lobby{start: startOf(position.Start())}
	l.hear(heard{0, []observation.Fact{placed(t, midGame)}})
	for i := range int64(100_000) {
		l.hear(heard{i * 500, []observation.Fact{clockRuns(observation.NoSide)}})
	}
	if len(l.recent) > 5 {
		t.Errorf("a lobby keeps %d reports, want those of two seconds", len(l.recent))
	}
}

func TestAGameIsOver(t *testing.T) {
	used := observation.Clock{HasTimes: true, WhiteMS: 100000, BlackMS: 90000, Running: observation.NoSide}
	runs := used
	runs.Running = observation.White
	played := state{plies: 30}
	cases := []struct {
		name   string
		clock  *observation.Clock
		state  state
		stands string
		stood  int64
		over   bool
	}{
		{"end said, start position set up", &used, state{plies: 30, ended: true}, startFEN, 2000, true},
		{"end said, the clock still runs", &runs, state{plies: 30, ended: true}, startFEN, 2000, true},
		{"end said, not long enough", &used, state{plies: 30, ended: true}, startFEN, 1999, false},
		{"end said, another position", &used, state{plies: 30, ended: true}, midGame, 9000, false},
		{"no clock runs, the moves do not lead there", &used, played, startFEN, 2000, true},
		{"there is no clock, the moves do not lead there", nil, played, startFEN, 2000, true},
		{"the pieces of a board that does not know them", nil, played, unknown, 2000, true},
		{"such pieces elsewhere", nil, played, gambit, 9000, false},
		{"the clock runs", &runs, played, startFEN, 9000, false},
		{"the knights went out and home", nil, state{plies: 4, atStart: true}, startFEN, 9000, false},
		{"the knights went home and the clock was reset", ptr(clockRuns(observation.NoSide)), state{plies: 4, atStart: true}, startFEN, 2000, true},
		{"nothing was played", nil, state{atStart: true}, startFEN, 9000, false},
		{"nothing was played and the clock shows its first times", ptr(clockRuns(observation.NoSide)), state{atStart: true}, startFEN, 9000, false},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			w := &watch{start: startOf(position.Start())}
			w.see(heard{0, []observation.Fact{placed(t, midGame)}})
			if c.clock != nil {
				w.see(heard{0, []observation.Fact{clockRuns(observation.White)}})
				w.see(heard{500, []observation.Fact{*c.clock}})
			}
			w.see(heard{1000, []observation.Fact{placed(t, c.stands)}})
			if got := w.over(1000+c.stood, c.state); got != c.over {
				t.Errorf("over: %v, want %v", got, c.over)
			}
		})
	}
}

func ptr[T any](v T) *T { return &v }

func TestAClockLeftRunningBeginsNothing(t *testing.T) {
	w := &watch{start: startOf(position.Start())}
	w.see(heard{0, []observation.Fact{placed(t, startFEN), clockRuns(observation.White)}})
	l := w.after()
	if o := l.hear(heard{5000, []observation.Fact{clockRuns(observation.White)}}); o != nil {
		t.Fatal("the clock of the game before began another one")
	}
	l.hear(heard{6000, []observation.Fact{clockRuns(observation.NoSide)}})
	if o := l.hear(heard{7000, []observation.Fact{clockRuns(observation.White)}}); o == nil {
		t.Fatal("the clock was stopped and started, and no game began")
	}
}

// What a board of finished moves says changes its squares, though it does not say
// how: the start position stands no more until all squares are reported again.
func TestAMoveThatIsSaidLeavesTheStart(t *testing.T) {
	start := startOf(position.Start())
	for _, c := range []struct {
		name  string
		after []observation.Fact
		over  bool
	}{
		{"a move", []observation.Fact{observation.Said("e2e4")}, false},
		{"a move, and where it led", []observation.Fact{observation.Said("e2e4"), placed(t, midGame)}, false},
		{"moves, and then a new game", []observation.Fact{observation.Said("e2e4"), observation.Said("e7e5"), placed(t, startFEN)}, true},
	} {
		w := &watch{start: start}
		w.see(heard{0, []observation.Fact{placed(t, startFEN)}})
		w.see(heard{1000, c.after})
		if got := w.over(3000, state{plies: 2}); got != c.over {
			t.Errorf("after %s: over %v, want %v", c.name, got, c.over)
		}
	}
	l := &lobby{start: start}
	l.hear(heard{0, []observation.Fact{placed(t, startFEN)}})
	l.hear(heard{1000, []observation.Fact{observation.Said("e2e4")}})
	if o := l.hear(heard{9000, []observation.Fact{observation.Said("e7e5")}}); o != nil {
		t.Error("a game began with Black's move, as if the pieces still stood at the start")
	}
}
