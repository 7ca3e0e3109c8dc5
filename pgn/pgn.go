// Package pgn makes PGN out of a record, and games out of PGN.
//
// What is written is the strict export form, laid out so that the readers people
// use load it: one comment a move, NAGs before it, no variations, no null moves,
// no break inside a command, and no line of movetext that begins with one unless
// there is no other way. What is read is whatever the world sends: a Reader collects errors on the game and goes on, and of a game that
// cannot be followed it keeps the part before.
package pgn

import (
	"errors"
	"fmt"
	"strings"

	"recorderd/observation"
	"recorderd/position"
)

// Game is one game of a PGN file. Of the tags, Result, SetUp, FEN and the
// Variant of Chess960 are made by Write from Result and Start.
type Game struct {
	Tags   []Tag
	Lead   string            // the comment before the first move
	Start  position.Position // where Moves begin
	Moves  []Ply
	Result string  // 1-0, 0-1, 1/2-1/2 or *
	Errors []error // what a Reader stumbled over; a LineError where it has a line
}

// Tag is one tag pair, its value as people read it, without escapes.
type Tag struct{ Name, Value string }

// Ply is one move, legal where it stands, and what is said of it. SAN is Move in
// exact notation, for those who read a Game; Write makes its own.
type Ply struct {
	Move    position.Move
	SAN     string
	NAGs    []int
	Clk     *int64 // milliseconds left to the mover after the move
	Emt     *int64 // milliseconds spent on it
	Comment string // everything else
}

// What can be wrong with a game. The errors of a Game wrap one of these, or say
// in their text what was not understood.
var (
	ErrIllegalMove = errors.New("not a legal move here")
	ErrNoResult    = errors.New("no result stands at its end: the game is cut off or still going on")
	ErrResult      = errors.New("the Result tag and the end of the game disagree")
	ErrNotClosed   = errors.New("not closed")
	ErrTooLarge    = errors.New("the game is too large and was cut")
	ErrPosition    = errors.New("no game can start from this position")
)

// Tag returns the value of a tag, or "".
func (g *Game) Tag(name string) string {
	for _, t := range g.Tags {
		if t.Name == name {
			return t.Value
		}
	}
	return ""
}

// SetTag puts the value in the place of the tag's old one, or adds the tag.
func (g *Game) SetTag(name, value string) {
	for i := range g.Tags {
		if g.Tags[i].Name == name {
			g.Tags[i].Value = value
			return
		}
	}
	g.Tags = append(g.Tags, Tag{name, value})
}

// remark adds a sentence to the last comment of the game.
func (g *Game) remark(text string) {
	last := &g.Lead
	if n := len(g.Moves); n > 0 {
		last = &g.Moves[n-1].Comment
	}
	*last = join(*last, text, "; ")
}

func join(a, b, by string) string {
	if a == "" || b == "" {
		return a + b
	}
	return a + by + b
}

func isResult(s string) bool {
	switch s {
	case "1-0", "0-1", "1/2-1/2", "*":
		return true
	}
	return false
}

// maxTagName keeps a tag's line well inside the 255 columns of the standard.
const maxTagName = 64

func isTagName(s string) bool {
	if s == "" || len(s) > maxTagName {
		return false
	}
	for i := range len(s) {
		if !isTagNameByte(s[i]) {
			return false
		}
	}
	return true
}

func isTagNameByte(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_'
}

// isChess960 understands the spellings of the Variant tag that are about.
func isChess960(variant string) bool {
	switch strings.ToLower(strings.ReplaceAll(variant, " ", "")) {
	case "chess960", "fischerandom", "fischerrandom", "fischerandom/chess960", "fischerrandom/chess960":
		return true
	}
	return false
}

func isOrdinary(variant string) bool {
	switch strings.ToLower(variant) {
	case "", "?", "standard", "normal", "chess", "from position":
		return true
	}
	return false
}

// lastRanks are the first and the eighth.
const lastRanks position.Bitboard = 0xff<<56 | 0xff

// loadable says why readers of PGN would refuse p as the start of a game; nil
// where they would not.
func loadable(p *position.Position) error {
	for _, side := range []position.Side{observation.White, observation.Black} {
		if n := p.Pieces(side, position.King).Count(); n != 1 {
			return fmt.Errorf("%w: %s has %d kings", ErrPosition, side, n)
		}
		if p.Pieces(side, position.Pawn)&lastRanks != 0 {
			return fmt.Errorf("%w: a pawn of %s stands on its first or last rank", ErrPosition, side)
		}
	}
	if waiting := p.Side().Other(); p.InCheck(waiting) {
		return fmt.Errorf("%w: %s is in check and not to move", ErrPosition, waiting)
	}
	return nil
}
