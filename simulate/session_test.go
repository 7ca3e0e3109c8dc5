package simulate

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"recorderd/clockio"
	"recorderd/observation"
	"recorderd/position"
)

func famousGames(t *testing.T) (games []Game) {
	t.Helper()
	for _, r := range Famous() {
		g, err := r.Game()
		if err != nil {
			t.Fatal(err)
		}
		games = append(games, g)
	}
	return games
}

func TestSessionPlaysOneGameAfterTheOther(t *testing.T) {
	games := famousGames(t)
	games = append(games, randomGame(t, 17), games[0])
	tl := Session(playing(5, Usual()), games...)
	if len(tl.Games) != len(games) {
		t.Fatalf("%d games were played, want %d", len(tl.Games), len(games))
	}
	for i, g := range games {
		played := tl.Games[i]
		if played.Game.White != g.Names.White || played.Game.TimeControl != "180+2" {
			t.Errorf("game %d is called %+v", i+1, played.Game)
		}
		if got := tl.at(played.Begin); got != placementOf(g.Start) {
			t.Errorf("game %d begins with %s on the board", i+1, got)
		}
		last := played.Plies[len(played.Plies)-1]
		if got := tl.at(last.Made); got != final(g) {
			t.Errorf("game %d ends with %s on the board, want %s", i+1, got, final(g))
		}
	}
	if games[6].Start.Chess960() != (tl.Games[6].Game.Variant == "chess960") {
		t.Errorf("the terms of a game of Chess960 are %+v", tl.Games[6].Game)
	}
}

// A recorder ends a game and begins the next by what it sees here: the start
// placement stands for two seconds, the clock shows its initial times and
// stands; then the names are said, and only then it is started.
func TestBetweenGamesTheStartPlacementStands(t *testing.T) {
	games := famousGames(t)
	tl := Session(playing(6, Usual()), games...)
	ideal := Sensor{Clock: observation.ClockSensor{Present: true}}
	_, bs := Sense(tl, ideal)
	for i, g := range tl.Games {
		var clock observation.Clock
		named, started := int64(-1), int64(-1)
		for _, b := range bs {
			for _, f := range b.Facts {
				switch f := f.(type) {
				case observation.Clock:
					if b.T > g.Begin && started < 0 && f.Running != observation.NoSide {
						started = b.T
					} else if b.T <= g.Begin {
						clock = f
					}
				case observation.Game:
					if b.T > g.Begin && named < 0 && started < 0 {
						named = b.T
					}
				case observation.Change:
					if b.T > g.Begin && started < 0 {
						t.Errorf("game %d: a piece was touched at %d, before the start", i+1, b.T)
					}
				}
			}
		}
		if clock.Running != observation.NoSide || clock.WhiteMS != 180000 || clock.BlackMS != 180000 {
			t.Errorf("game %d begins with the clock at %+v", i+1, clock)
		}
		if started < g.Begin+2000 {
			t.Errorf("game %d: set up at %d, started at %d", i+1, g.Begin, started)
		}
		if i > 0 && (named < g.Begin+2000 || named >= started) {
			t.Errorf("game %d: set up at %d, named at %d, started at %d", i+1, g.Begin, named, started)
		}
	}
}

func TestSessionGoesOnFromWhatStands(t *testing.T) {
	games := famousGames(t)
	opt := playing(7, Style{})
	opt.Standing = Session(opt, games[0]).Final()
	tl := Session(opt, games[1])
	if tl.Start != final(games[0]) || tl.Final() != final(games[1]) {
		t.Errorf("from %s to %s", tl.Start, tl.Final())
	}
	if got := tl.at(tl.Games[0].Begin); got != placementOf(games[1].Start) {
		t.Errorf("%s was set up", got)
	}
	if !cmp.Equal(said(tl), []observation.Fact{tl.Games[0].Game}) {
		t.Errorf("said %v, want the names of the game", said(tl))
	}
}

func said(tl Timeline) (facts []observation.Fact) {
	for _, d := range tl.Deeds {
		if d.Kind == Say {
			facts = append(facts, d.Fact)
		}
	}
	return facts
}

func TestResultsThatTheBoardDoesNotShowAreSaid(t *testing.T) {
	resign := func(by string) []observation.Fact {
		return []observation.Fact{observation.Act{By: by, Kind: observation.ActResign}}
	}
	cases := []struct {
		sans, result string
		want         []observation.Fact
	}{
		{"e4 e5", "1-0", resign("black")},
		{"e4 e5", "0-1", resign("white")},
		{"e4", "1/2-1/2", []observation.Fact{observation.Act{By: "arbiter", Kind: observation.ActResult, Result: "1/2-1/2", Reason: "agreement"}}},
		{"e4", "*", nil},
		{"f3 e5 g4 Qh4#", "0-1", nil},
	}
	for _, c := range cases {
		g := gameOf(t, position.StartFEN, c.sans)
		g.Result = c.result
		if got := said(Session(playing(1, Style{}), g)); !cmp.Equal(got, c.want) {
			t.Errorf("%s, %s: said %v, want %v", c.sans, c.result, got, c.want)
		}
	}
}

func TestASecondGameHasItsPeriodsAgain(t *testing.T) {
	g := gameOf(t, position.StartFEN, "e4 e5 Nf3 Nc6")
	opt := playing(1, Style{})
	opt.Clock = both(clockio.Stage{Moves: 2, Base: time.Minute}, clockio.Stage{Base: time.Hour})
	_, bs := Sense(Session(opt, g, g), Sensor{Clock: observation.ClockSensor{Present: true}})
	periods := 0
	before := int64(0)
	for _, b := range bs {
		for _, f := range b.Facts {
			if c, ok := f.(observation.Clock); ok {
				if c.WhiteMS > before+3_000_000 {
					periods++
				}
				before = c.WhiteMS
			}
		}
	}
	if periods != 2 {
		t.Errorf("the second period began %d times for White, want once in each game", periods)
	}
}
