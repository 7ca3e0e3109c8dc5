package pgn

import (
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"recorderd/observation"
	"recorderd/position"
)

// MaxGame is how many bytes of the input one game may take, and maxPlies how many
// moves: more than the rule of 75 moves allows. Of a longer one the rest is
// passed over.
const (
	MaxGame  = 1 << 20
	maxPlies = 20_000
)

// maxErrors keeps a game of nothing but errors small.
const maxErrors = 20

// maxTags is more than any program writes.
const maxTags = 200

// Reader reads games one after the other from a stream, in memory that MaxGame
// bounds.
type Reader struct{ s *scanner }

// NewReader returns a Reader. It makes no difference how r cuts its bytes.
func NewReader(r io.Reader) *Reader { return &Reader{newScanner(r)} }

// Next returns the next game; what is wrong with it is in its Errors. A move
// that is not legal where it stands ends its Moves, and the next game is read
// all the same. Variations are passed over. The error is io.EOF after the last
// game, or what r failed with.
func (r *Reader) Next() (Game, error) {
	r.s.left = MaxGame
	g := &reading{s: r.s}
	for again := true; again; {
		g.tags()
		again = g.moves()
	}
	if r.s.left <= 0 {
		r.s.skipGame()
	}
	if !g.begun && len(g.game.Errors) == 0 {
		if r.s.failure != nil {
			return Game{}, fmt.Errorf("read PGN: %w", r.s.failure)
		}
		return Game{}, io.EOF
	}
	return g.finish(), nil
}

// reading is one game while it is read.
type reading struct {
	s      *scanner
	game   Game
	pos    position.Position
	begun  bool     // more than comments has been read
	lost   bool     // the moves can no longer be followed
	said   []string // comments since the last move
	result string   // that stands at the end, "" where none does
}

// wrong notes an error, unless there are many already.
func (g *reading) wrong(line int, err error) {
	if len(g.game.Errors) < maxErrors {
		g.note(line, err)
	}
}

func (g *reading) note(line int, err error) {
	g.game.Errors = append(g.game.Errors, &observation.LineError{Line: line, Err: err})
}

// tags reads tags up to the first thing that is none, or to a tag of the next
// game.
func (g *reading) tags() {
	for {
		g.s.skipBlanks()
		c, _ := g.s.peek()
		switch {
		case c == ';':
			g.say(g.s.restOfLine()[1:])
		case c == '[' && !g.repeats():
			g.begun = true
			g.tag()
		default:
			return
		}
	}
}

// repeats reports whether a game without moves and result ended here, because
// its tags begin again.
func (g *reading) repeats() bool {
	name, ok := g.s.tagAhead()
	return ok && !g.s.filled && g.has(name) && (g.s.blank || name == "Event")
}

func (g *reading) has(name string) bool {
	for _, t := range g.game.Tags {
		if t.Name == name {
			return true
		}
	}
	return false
}

// tag reads one tag, from bracket to bracket.
func (g *reading) tag() {
	line := g.s.line
	g.s.skip()
	name, quoted := g.s.until('"', func() bool { return g.s.next("\n]") })
	if name = strings.TrimSpace(name); !quoted {
		g.wrong(line, fmt.Errorf("tag %q: want a name and a value in quotes", shorten(name)))
		if g.s.next("]") {
			g.s.skip()
		}
		return
	}
	value, err := g.value()
	if err != nil {
		g.wrong(line, fmt.Errorf("tag %s: %w", shorten(name), err))
	}
	switch {
	case !isTagName(name):
		g.wrong(line, fmt.Errorf("tag %q: want letters, digits and underscores in its name", shorten(name)))
		return
	case g.has(name):
		g.wrong(line, fmt.Errorf("tag %s stands there twice: the first counts", name))
		return
	case len(g.game.Tags) == maxTags:
		g.wrong(line, fmt.Errorf("tag %s: a game has at most %d", name, maxTags))
		return
	}
	g.game.Tags = append(g.game.Tags, Tag{name, plainValue(value)})
}

// value reads the value of a tag behind its first quote, and the bracket behind
// the last. A quote inside that is not escaped stays: it closes nothing as long
// as no bracket follows it. A value ends with its line.
func (g *reading) value() (value string, err error) {
	var b strings.Builder
	for {
		c, ok := g.s.peek()
		if !ok || c == '\n' {
			return b.String(), fmt.Errorf("its value is %w", ErrNotClosed)
		}
		if c == '"' {
			if bracket, endOfLine := g.s.quoteCloses(); bracket {
				g.s.until(']', func() bool { return false })
				return b.String(), err
			} else if endOfLine {
				g.s.skip()
				return b.String(), fmt.Errorf("its bracket is %w", ErrNotClosed)
			}
			err = errors.New("a quote in its value is not escaped")
		}
		g.s.skip()
		if c == '\\' && g.s.next(`\"`) {
			// A quote before the last bracket of the line ends the value, whatever
			// stands before it: somebody wrote a backslash and knew of no escapes.
			if bracket, endOfLine := g.s.quoteCloses(); g.s.next(`"`) && bracket && endOfLine {
				err = errors.New("a backslash in its value is not escaped")
			} else {
				c, _ = g.s.peek()
				g.s.skip()
			}
		}
		b.WriteByte(c)
	}
}

// setUp finds the position where the moves begin. Where it is not known no move
// can be followed.
func (g *reading) setUp() {
	line := g.s.line
	g.game.Start = position.Start()
	fen, variant := g.game.Tag("FEN"), g.game.Tag("Variant")
	if fen != "" {
		start, err := position.ParseLoose(fen)
		if err == nil {
			err = loadable(&start)
		}
		if err != nil {
			g.wrong(line, err)
			g.lost = true
		} else {
			g.game.Start = start
		}
	} else if g.game.Tag("SetUp") == "1" {
		g.wrong(line, fmt.Errorf("%w: SetUp is 1 and there is no FEN", ErrPosition))
		g.lost = true
	}
	if isChess960(variant) {
		g.game.Start.SetChess960(true)
	} else if !isOrdinary(variant) {
		g.wrong(line, fmt.Errorf("the rules of variant %q are not known here", shorten(variant)))
		g.lost = true
	}
	g.pos = g.game.Start
}

// finish puts the game together from what was read.
func (g *reading) finish() Game {
	g.settle()
	if g.s.failure != nil {
		g.note(g.s.line, g.s.failure)
	}
	tag := g.game.Tag("Result")
	wanted, known := readResult(tag)
	switch {
	case tag != "" && !known:
		g.wrong(g.s.line, fmt.Errorf("%w: %q is no result", ErrResult, shorten(tag)))
	case known && g.result != "" && wanted != g.result:
		g.wrong(g.s.line, fmt.Errorf("%w: %s and %s", ErrResult, wanted, g.result))
	}
	switch {
	case g.result != "":
		g.game.Result = g.result
	case known:
		g.game.Result = wanted
	default:
		g.game.Result = "*"
	}
	return g.game
}

// readResult understands a result and its usual misspellings.
func readResult(s string) (string, bool) {
	s = dashes.Replace(strings.TrimSpace(s))
	if s == "1/2" {
		s = "1/2-1/2"
	}
	return s, isResult(s)
}

// dashes puts right what word processors make of PGN.
var dashes = strings.NewReplacer("–", "-", "—", "-", "−", "-", "‐", "-", "‑", "-", "½", "1/2")

// shorten keeps an error short when what was read is not.
func shorten(s string) string {
	const most = 40
	if len(s) > most {
		s = s[:most] + "..."
	}
	return strings.ToValidUTF8(s, "?")
}

func isNumber(s string) bool {
	_, err := strconv.ParseUint(s, 10, 64)
	return err == nil && s != "0000" // which is a null move
}
