package main

import (
	"bufio"
	"fmt"
	"os"
	"slices"
	"strings"

	"recorderd/position"
	"recorderd/simulate"
)

// game is one game of the data.
type game struct {
	simulate.Game
	before         []position.Position // before each of its moves
	underPromotion bool
}

// readGames reads a file with one game a line, moves in SAN from the ordinary
// start.
func readGames(name string) ([]game, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, fmt.Errorf("games: %w", err)
	}
	defer f.Close()
	var games []game
	scan := bufio.NewScanner(f)
	for scan.Scan() {
		moves, err := simulate.MovesOf(position.Start(), strings.Fields(scan.Text()))
		if err != nil {
			return nil, fmt.Errorf("games: %s: line %d: %w", name, len(games)+1, err)
		}
		games = append(games, gameOf(moves))
	}
	if err := scan.Err(); err != nil {
		return nil, fmt.Errorf("games: %s: %w", name, err)
	}
	return games, nil
}

func gameOf(moves []position.Move) game {
	at := position.Start()
	g := game{Game: simulate.Game{Start: at, Moves: moves}}
	for _, m := range moves {
		g.before = append(g.before, at)
		at = at.After(m)
	}
	g.underPromotion = slices.ContainsFunc(moves, func(m position.Move) bool {
		return m.Promotion() != position.NoKind && m.Promotion() != position.Queen
	})
	return g
}
