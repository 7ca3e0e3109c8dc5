package simulate

import (
	"math/rand/v2"
	"os"
	"strings"
	"testing"
	"time"

	"recorderd/clockio"
	"recorderd/observation"
	"recorderd/position"
)

// blitz is 180+2 for both sides.
var blitz = both(clockio.Stage{Base: 3 * time.Minute, Increment: 2 * time.Second})

func both(stages ...clockio.Stage) Stages { return Stages{stages, stages} }

func playing(seed uint64, style Style) Options {
	return Options{
		Seed:  seed,
		Terms: observation.Game{Event: "Test", TimeControl: "180+2", Laws: "fide-2023"},
		Clock: blitz,
		Style: style,
	}
}

// engineGames returns the hundred games of the test data.
func engineGames(t *testing.T) []Game {
	t.Helper()
	text, err := os.ReadFile("../testdata/games.txt")
	if err != nil {
		t.Fatal(err)
	}
	var games []Game
	for _, line := range strings.Split(strings.TrimSpace(string(text)), "\n") {
		games = append(games, gameOf(t, position.StartFEN, line))
	}
	return games
}

func gameOf(t *testing.T, fen, sans string) Game {
	t.Helper()
	start, err := position.Parse(fen)
	if err != nil {
		t.Fatal(err)
	}
	moves, err := MovesOf(start, strings.Fields(sans))
	if err != nil {
		t.Fatal(err)
	}
	return Game{Start: start, Moves: moves}
}

// randomGame walks from a start position of Chess960, castling where it can.
func randomGame(t *testing.T, n int) Game {
	t.Helper()
	fen, err := position.Chess960FEN(n)
	if err != nil {
		t.Fatal(err)
	}
	start, err := position.Parse(fen)
	if err != nil {
		t.Fatal(err)
	}
	start.SetChess960(true)
	g := Game{Start: start}
	r := rand.New(rand.NewPCG(960, uint64(n)))
	for pos := start; len(g.Moves) < 80 && pos.HasLegal(); {
		legal := pos.Legal(nil)
		m := legal[r.IntN(len(legal))]
		for _, c := range legal {
			if c.IsCastling() {
				m = c
			}
		}
		g.Moves = append(g.Moves, m)
		pos = pos.After(m)
	}
	return g
}

// after returns the position after each ply of a game, the start first.
func after(g Game) []position.Position {
	line := []position.Position{g.Start}
	for i, m := range g.Moves {
		line = append(line, line[i].After(m))
	}
	return line
}

func final(g Game) observation.Placement {
	line := after(g)
	return placementOf(line[len(line)-1])
}
