package laws

import "errors"

// Threefold is the draw claimed by the player to move because the same position
// is on the board for at least the third time. Article is that of the position
// which has just appeared.
type Threefold struct {
	Rule
	Times           int      `toml:"times"`
	IntendedArticle string   `toml:"intended_article"` // of the position that a declared move would bring about
	SamenessArticle string   `toml:"sameness_article"` // of what makes two positions the same
	Castling        Castling `toml:"castling"`
}

// Castling says what change in the right to castle makes another position.
type Castling string

const (
	// CastlingChanged is a right changed for the time being or for ever. How
	// far "for the time being" reaches was disputed while it was the rule; that
	// a right which is lost makes another position was not.
	CastlingChanged Castling = "changed"
	// CastlingLost is a right lost by a move of the king or of that rook.
	CastlingLost Castling = "lost"
)

// UnmarshalText reads the word of a file.
func (c *Castling) UnmarshalText(text []byte) error {
	return word(c, text, CastlingChanged, CastlingLost)
}

// Met reports whether a position seen so many times, the last or the intended
// one included, can be claimed.
func (r Threefold) Met(times int) bool { return r.Exists() && times >= r.Times }

func (r Threefold) check() error {
	if r.IntendedArticle == "" || r.SamenessArticle == "" {
		return errors.New("an article is empty")
	}
	return positive("times", r.Times)
}

// Fivefold is the draw by repetition that needs no claim.
type Fivefold struct {
	Rule
	Times    int      `toml:"times"`
	Sequence Sequence `toml:"sequence"`
}

// Sequence says how the occurrences of a position must lie.
type Sequence string

const (
	AnySequence Sequence = "any"       // anywhere in the game
	Alternate   Sequence = "alternate" // one after the other, at every second move of each player
)

// UnmarshalText reads the word of a file.
func (s *Sequence) UnmarshalText(text []byte) error {
	return word(s, text, AnySequence, Alternate)
}

// alternatePlies lie between two occurrences at every second move: each player
// goes away and comes back.
const alternatePlies = 4

// Met reports whether the latest occurrence of a position ends the game. Plies
// are those after which it stood, ascending, all of them, with 0 for the start.
func (r Fivefold) Met(plies []int) bool {
	if !r.Exists() || len(plies) < r.Times {
		return false
	}
	if r.Sequence == AnySequence {
		return true
	}
	plies = plies[len(plies)-r.Times:]
	for i := range plies[1:] {
		if plies[i+1]-plies[i] != alternatePlies {
			return false
		}
	}
	return true
}

func (r Fivefold) check() error { return positive("times", r.Times) }

// MoveCount is a number of moves by each player without a pawn move and without
// a capture.
type MoveCount struct {
	Moves  int   `toml:"moves"`  // by each player
	Counts State `toml:"counts"` // which moves count: Made or Completed
}

func (c MoveCount) met(halfMoves int) bool { return halfMoves >= 2*c.Moves }

func (c MoveCount) check() error {
	if c.Counts == Unspecified {
		return errors.New("counts must be made or completed")
	}
	return positive("moves", c.Moves)
}

// DrawClaim is the rules of claiming a draw by repetition or by fifty moves.
type DrawClaim struct {
	TouchLoses  Rule `toml:"touch_loses"`  // who has touched a piece has lost the claim for this move
	IsOffer     Rule `toml:"is_offer"`     // a claim is an offer of a draw too
	MoveBinding Rule `toml:"move_binding"` // the move that was declared must be made
}

// FiftyMove is the draw claimed by the player to move because fifty moves went
// by. Article is that of the moves already played.
type FiftyMove struct {
	Rule
	MoveCount
	IntendedArticle string `toml:"intended_article"` // of the claim with a declared move, which counts as the last of the fifty
}

// Met reports whether so many half-moves, a declared one included, can be
// claimed.
func (r FiftyMove) Met(halfMoves int) bool { return r.Exists() && r.met(halfMoves) }

func (r FiftyMove) check() error {
	if r.IntendedArticle == "" {
		return errors.New("intended_article is empty")
	}
	return r.MoveCount.check()
}

// SeventyFive is the draw after seventy-five moves, which needs no claim.
type SeventyFive struct {
	Rule
	MoveCount
	MateFirst bool `toml:"mate_first"` // a last move that mates wins
}

// Met reports whether so many half-moves end the game, mate apart.
func (r SeventyFive) Met(halfMoves int) bool { return r.Exists() && r.met(halfMoves) }
