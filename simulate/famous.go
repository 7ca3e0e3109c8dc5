package simulate

import (
	_ "embed"
	"fmt"
	"strings"

	"recorderd/observation"
	"recorderd/position"
)

// famous.txt has two lines a game: who and where between bars, and the moves.
//
//go:embed famous.txt
var famous string

// Record is a game as it stands in books. Moves are in SAN.
type Record struct {
	White, Black, Event, Site, Date, Result string
	Moves                                   []string
}

// Famous returns games worth showing.
func Famous() []Record {
	var games []Record
	for _, entry := range strings.Split(strings.TrimSpace(famous), "\n\n") {
		head, moves, _ := strings.Cut(entry, "\n")
		f := strings.Split(head, "|")
		games = append(games, Record{
			White: f[0], Black: f[1], Event: f[2], Site: f[3], Date: f[4], Result: f[5],
			Moves: strings.Fields(moves),
		})
	}
	return games
}

// Game returns the record as a game from the start position that can be played.
func (r Record) Game() (Game, error) {
	names := observation.Game{White: r.White, Black: r.Black, Event: r.Event, Site: r.Site, Date: r.Date}
	moves, err := MovesOf(position.Start(), r.Moves)
	if err != nil {
		return Game{}, fmt.Errorf("%s - %s, %s: %w", r.White, r.Black, r.Date, err)
	}
	return Game{Start: position.Start(), Moves: moves, Names: names, Result: r.Result}, nil
}

// MovesOf reads a game's moves in SAN.
func MovesOf(start position.Position, sans []string) ([]position.Move, error) {
	moves := make([]position.Move, 0, len(sans))
	p := start
	for i, san := range sans {
		m, err := p.ParseSAN(san)
		if err != nil {
			return nil, fmt.Errorf("ply %d: %w", i+1, err)
		}
		moves = append(moves, m)
		p = p.After(m)
	}
	return moves, nil
}
