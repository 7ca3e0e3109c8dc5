package laws

import "errors"

// Setup is what becomes of a game that was begun wrongly.
type Setup struct {
	WrongPosition    Rule            `toml:"wrong_position"`    // from a wrong position: a new game is begun
	WrongOrientation Rule            `toml:"wrong_orientation"` // on a board turned by a quarter: the position moves to one that is not
	ColoursReversed  ColoursReversed `toml:"colours_reversed"`
	Cutoff           Cutoff          `toml:"cutoff"`
}

// ColoursReversed is the rule of players who have each other's colour.
type ColoursReversed struct {
	Rule
	NewGameBefore int `toml:"new_game_before"` // a new game until both have made so many moves; 0 where the game goes on unless the arbiter rules otherwise
}

func (c ColoursReversed) check() error {
	if c.NewGameBefore < 0 {
		return errors.New("new_game_before must not be negative")
	}
	return nil
}

// Cutoff ends, under an appendix, all claims about the position of the pieces,
// the orientation of the board and the setting of the clock.
type Cutoff struct {
	Rule
	MovesEach int         `toml:"moves_each"` // moves of each player after which nothing is claimed
	Counts    State       `toml:"counts"`     // which moves count: Made or Completed
	Castling  CastlingBar `toml:"castling"`
}

func (c Cutoff) check() error {
	if c.Counts == Unspecified {
		return errors.New("counts must be made or completed")
	}
	return positive("moves_each", c.MovesEach)
}

// CastlingBar says what may not castle once a wrong position is no longer put
// right.
type CastlingBar string

const (
	NoBar        CastlingBar = "none"           // nothing is said of castling
	KingAndQueen CastlingBar = "king-and-queen" // a king that was exchanged with its queen
	KingOrRook   CastlingBar = "king-or-rook"   // a king or a rook that was misplaced
)

// UnmarshalText reads the word of a file.
func (c *CastlingBar) UnmarshalText(text []byte) error {
	return word(c, text, NoBar, KingAndQueen, KingOrRook)
}
