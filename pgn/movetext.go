package pgn

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"recorderd/position"
)

// moves reads the movetext up to and with the result. If nothing but comments
// stood before a tag, they belong to the game of that tag, and its tags are to
// be read again.
func (g *reading) moves() (again bool) {
	g.setUp()
	for {
		g.s.skipBlanks()
		c, ok := g.s.peek()
		if !ok {
			g.cut()
			return false
		}
		if c == '[' && !g.s.filled {
			if _, ok := g.s.tagAhead(); ok {
				g.cut()
				return !g.begun
			}
		}
		if c == '{' || c == ';' {
			g.comment()
			continue
		}
		g.begun = true
		if ended := g.token(c); ended {
			g.tail()
			return false
		}
	}
}

// cut notes that the game has no end.
func (g *reading) cut() {
	switch {
	case g.s.left <= 0:
		g.note(g.s.line, ErrTooLarge)
	case g.begun:
		g.note(g.s.line, ErrNoResult)
	}
}

// token reads one thing that is no comment.
func (g *reading) token(c byte) (ended bool) {
	line := g.s.line
	switch {
	case c == '*':
		g.s.skip()
		g.result = "*"
		return true
	case c == '.':
		g.s.skip()
	case c == '$':
		g.nag()
	case c == '(':
		g.variation()
	case c == '[':
		text, _ := g.s.until(']', func() bool { return g.s.next("\n") })
		g.wrong(line, fmt.Errorf("%q stands outside a comment", shorten(text)))
	case strings.IndexByte(notInWords, c) >= 0:
		g.s.skip()
		g.wrong(line, fmt.Errorf("%q has no meaning here", c))
	default:
		return g.word(g.s.word(), line)
	}
	return false
}

// comment reads a comment in braces or to the end of the line.
func (g *reading) comment() {
	if g.s.next(";") {
		g.say(g.s.restOfLine()[1:])
		return
	}
	line := g.s.line
	g.s.skip()
	text, closed := g.s.until('}', g.nextGame)
	if !closed {
		g.wrong(line, fmt.Errorf("the comment that begins here is %w", ErrNotClosed))
	}
	g.say(text)
}

// nextGame reports whether a comment that is still open was never closed: an
// empty line and an Event tag stand in it.
func (g *reading) nextGame() bool {
	if g.s.column > 0 || !g.s.blank {
		return false
	}
	name, ok := g.s.tagAhead()
	return ok && name == "Event"
}

// say keeps a comment for the move before it.
func (g *reading) say(text string) {
	if text = plainComment(text); text != "" && !g.lost {
		g.said = append(g.said, text)
	}
}

// settle gives the move read last what was said of it.
func (g *reading) settle() {
	text := strings.Join(g.said, " ")
	g.said = nil
	n := len(g.game.Moves)
	if n == 0 {
		g.game.Lead = join(g.game.Lead, text, " ")
		return
	}
	if text != "" {
		last := &g.game.Moves[n-1]
		last.Comment, last.Clk, last.Emt = splitCommands(text)
	}
}

// variation passes over a variation and those in it.
func (g *reading) variation() {
	line := g.s.line
	for depth := 0; ; {
		g.s.skipBlanks()
		c, ok := g.s.peek()
		_, tag := g.s.tagAhead()
		if !ok || tag && !g.s.filled {
			g.wrong(line, fmt.Errorf("the variation that begins here is %w", ErrNotClosed))
			return
		}
		g.s.skip()
		switch c {
		case '(':
			depth++
		case ')':
			depth--
		case ';':
			g.s.restOfLine()
		case '{':
			g.s.until('}', g.nextGame)
		}
		if depth == 0 {
			return
		}
	}
}

func (g *reading) nag() {
	line := g.s.line
	g.s.skip()
	digits := g.s.word()
	n, err := strconv.ParseUint(digits, 10, 8)
	switch {
	case err != nil:
		g.wrong(line, fmt.Errorf("NAG $%s: want a number up to 255", shorten(digits)))
	case !g.mark(int(n)):
		g.wrong(line, errors.New("a NAG stands before the first move"))
	}
}

// mark gives the last move a NAG, if there is one.
func (g *reading) mark(nag int) bool {
	n := len(g.game.Moves)
	if n > 0 && !g.lost {
		g.game.Moves[n-1].NAGs = append(g.game.Moves[n-1].NAGs, nag)
	}
	return n > 0 || g.lost
}

// word understands a move, a number, a result or a mark.
func (g *reading) word(w string, line int) (ended bool) {
	w = dashes.Replace(w)
	if result, ok := readResult(w); ok {
		g.result = result
		return true
	}
	nag, isMark := marks[w]
	switch {
	case g.lost || isNumber(w):
	case isMark:
		if !g.mark(nag) {
			g.wrong(line, fmt.Errorf("%s stands before the first move", w))
		}
	case w == "+" || w == "++" || w == "#" || w == "e.p." || w == "ep" || w == "mate":
		// Part of the move before, which says as much by itself.
	case w != "--" && strings.Trim(w, "+-=/|~!?") == "":
		g.wrong(line, fmt.Errorf("%q is not understood and passed over", shorten(w)))
	default:
		g.move(w, line)
	}
	return false
}

// marks are the move suffixes of the standard and their NAGs.
var marks = map[string]int{"!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6}

// move plays a move. One that cannot be played ends what is kept of the game.
func (g *reading) move(w string, line int) {
	if len(g.game.Moves) == maxPlies {
		g.s.left = 0
		return
	}
	san := strings.TrimRight(w, "!?")
	m, err := g.pos.ParseSAN(san)
	if err != nil && isShortCapture(san) {
		m, err = g.shortCapture(san)
	}
	if _, more := g.s.peek(); err == nil && !more && g.mayBeCut(san, m) {
		err = fmt.Errorf("the input ends after %q, which may be half a move", san)
	}
	if err != nil {
		g.note(line, fmt.Errorf("%w: %w", ErrIllegalMove, err))
		g.settle()
		g.lost = true
		return
	}
	g.settle()
	g.game.Moves = append(g.game.Moves, Ply{Move: m, SAN: g.pos.SAN(m)})
	g.pos = g.pos.After(m)
	if mark := w[len(san):]; mark != "" {
		g.mark(marks[mark[:min(len(mark), 2)]])
	}
}

// mayBeCut reports whether the last word of the input can be the beginning of
// another legal move: O-O of O-O-O, Qh4 of Qh4e1.
func (g *reading) mayBeCut(san string, m position.Move) bool {
	var buffer [position.MaxMoves]position.Move
	san = strings.ReplaceAll(san, "0", "O")
	for _, other := range g.pos.Legal(buffer[:0]) {
		if other != m && strings.HasPrefix(g.pos.SAN(other), san) {
			return true
		}
	}
	return false
}

// isShortCapture recognises a pawn's capture by its two files: "ed" or "exd".
func isShortCapture(san string) bool {
	return len(san) == 2 && strings.Trim(san, "abcdefgh") == "" ||
		len(san) == 3 && san[1] == 'x' && strings.Trim(san, "abcdefghx") == ""
}

func (g *reading) shortCapture(san string) (found position.Move, err error) {
	var buffer [position.MaxMoves]position.Move
	from, to := int(san[0]-'a'), int(san[len(san)-1]-'a')
	for _, m := range g.pos.Legal(buffer[:0]) {
		pawn := g.pos.At(m.From()).Kind() == position.Pawn
		if !pawn || !g.pos.IsCapture(m) || m.From().File() != from || m.To().File() != to {
			continue
		}
		if found != 0 {
			return 0, fmt.Errorf("%q could be %s or %s", san, g.pos.SAN(found), g.pos.SAN(m))
		}
		found = m
	}
	if found == 0 {
		return 0, fmt.Errorf("%q: no pawn captures so", san)
	}
	return found, nil
}

// tail reads what follows the result in its line, and, in a game with tags, in
// the lines up to the next empty one.
func (g *reading) tail() {
	told := false
	for {
		c, ok := g.s.peek()
		_, tag := g.s.tagAhead()
		switch {
		case !ok || tag || c == '%' && g.s.column == 0 || g.s.follows(byteOrderMark):
			return
		case c == '\n':
			g.s.skip()
			if g.s.blank || len(g.game.Tags) == 0 {
				return
			}
		case isBlank(c):
			g.s.skip()
		case c == '{' || c == ';':
			g.comment()
		default:
			if !told {
				g.wrong(g.s.line, errors.New("what stands after the result is passed over"))
			}
			told = true
			g.s.restOfLine()
		}
	}
}
