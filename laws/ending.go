package laws

import "errors"

// Ending is a position that ends the game at once: checkmate, stalemate or a
// dead position. No press of the clock is needed.
type Ending struct {
	Rule
	LastMove LastMove `toml:"last_move"` // what the move that made the position must have been
}

// LastMove says what must hold of a move for the position it made to end the
// game.
type LastMove string

const (
	AnyMove         LastMove = "any"              // nothing is said of it
	LegalMove       LastMove = "legal"            // it was legal
	LegalAndTouched LastMove = "articles-3-and-4" // it was legal and kept to touch-move and release, Articles 4.2 to 4.7
)

// UnmarshalText reads the word of a file.
func (l *LastMove) UnmarshalText(text []byte) error {
	return word(l, text, AnyMove, LegalMove, LegalAndTouched)
}

// Resignation is the rule of the player who gives up.
type Resignation struct {
	Rule
	DrawIfOpponentCannotMate bool `toml:"draw_if_opponent_cannot_mate"` // by any series of legal moves
}

// Agreement is the rule of the draw agreed between the players.
type Agreement struct {
	Rule
	MinMovesEach int `toml:"min_moves_each"` // moves that each player must have made before; 0 for none
}

func (a Agreement) check() error {
	if a.MinMovesEach < 0 {
		return errors.New("min_moves_each must not be negative")
	}
	return nil
}
