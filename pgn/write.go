package pgn

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"recorderd/position"
)

// Write writes one game and the empty line after it, so that games written one
// after the other are a file. A quote or a backslash in a tag is escaped, as the
// standard says. A move that is not legal, a start that no reader loads, and a
// tag name or a result outside the standard are errors, and nothing is written.
func Write(w io.Writer, g Game) error {
	if g.Result == "" {
		g.Result = "*"
	}
	if !isResult(g.Result) {
		return fmt.Errorf("write PGN: result %q: want 1-0, 0-1, 1/2-1/2 or *", g.Result)
	}
	if err := loadable(&g.Start); err != nil {
		return fmt.Errorf("write PGN: %w", err)
	}
	b, err := appendTags(nil, g)
	if err != nil {
		return fmt.Errorf("write PGN: %w", err)
	}
	if b, err = appendMoves(append(b, '\n'), g); err != nil {
		return fmt.Errorf("write PGN: %w", err)
	}
	_, err = w.Write(append(b, "\n\n"...))
	return err
}

// roster is the Seven Tag Roster: the tags that every game has, in their order,
// and what stands for a value that is not known.
var roster = []Tag{
	{"Event", "?"}, {"Site", "?"}, {"Date", "????.??.??"}, {"Round", "?"}, {"White", "?"}, {"Black", "?"}, {"Result", "*"},
}

func appendTags(b []byte, g Game) ([]byte, error) {
	values := map[string]string{}
	for _, t := range slices.Backward(g.Tags) {
		if !isTagName(t.Name) {
			return nil, fmt.Errorf("tag %q: a name has 1 to %d letters, digits and underscores", t.Name, maxTagName)
		}
		values[t.Name] = plainValue(t.Value)
	}
	values["Result"] = g.Result
	delete(values, "SetUp")
	delete(values, "FEN")
	if fen := g.Start.FEN(); fen != position.StartFEN || g.Start.Chess960() {
		values["SetUp"], values["FEN"] = "1", fen
	}
	if g.Start.Chess960() {
		values["Variant"] = "Chess960"
	}
	for _, t := range roster {
		value := values[t.Name]
		if value == "" {
			value = t.Value
		}
		b = appendTag(b, t.Name, value)
		delete(values, t.Name)
	}
	names := make([]string, 0, len(values))
	for name := range values {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		b = appendTag(b, name, values[name])
	}
	return b, nil
}

// longestLine is what the standard lets a reader take, the newline included.
const longestLine = 255

// appendTag appends a tag's line; a value too long for one is cut.
func appendTag(b []byte, name, value string) []byte {
	room := longestLine - len("[ ]\n") - len(name)
	value = value[:min(len(value), room)]
	for len(escape(value)) > room || !utf8.ValidString(value) {
		value = value[:len(value)-1]
	}
	return fmt.Appendf(b, "[%s %s]\n", name, escape(value))
}

func appendMoves(b []byte, g Game) ([]byte, error) {
	lines := layout{b: b}
	lines.comment(g.Lead)
	numbered := false // whether Black's next move needs no number
	pos := g.Start
	for i, ply := range g.Moves {
		var buffer [position.MaxMoves]position.Move
		if !slices.Contains(pos.Legal(buffer[:0]), ply.Move) {
			return nil, fmt.Errorf("ply %d: %s: %w", i+1, pos.UCI(ply.Move), ErrIllegalMove)
		}
		if number := strconv.Itoa(pos.FullMove()); pos.Side() == position.White {
			lines.put(number + ".")
		} else if !numbered {
			lines.put(number + "...")
		}
		lines.put(pos.SAN(ply.Move))
		for _, nag := range ply.NAGs {
			if nag < 0 || nag > 255 {
				return nil, fmt.Errorf("ply %d: NAG %d: want 0 to 255", i+1, nag)
			}
			lines.put("$" + strconv.Itoa(nag))
		}
		numbered = !lines.comment(ply.said())
		pos = pos.After(ply.Move)
	}
	lines.put(g.Result)
	return lines.b, nil
}

// said returns the one comment of a move.
func (p *Ply) said() string {
	var commands []string
	if p.Clk != nil {
		commands = append(commands, "[%clk "+formatTime(*p.Clk)+"]")
	}
	if p.Emt != nil {
		commands = append(commands, "[%emt "+formatTime(*p.Emt)+"]")
	}
	return join(strings.Join(commands, " "), p.Comment, " ")
}

// columns is the width of movetext: fewer than 80 printing characters.
const columns = 79

// layout fills lines, each as far as it goes.
type layout struct {
	b      []byte
	column int
}

func (l *layout) put(unit string) {
	width := utf8.RuneCountInString(unit)
	switch {
	case l.column == 0:
	case l.column+1+width <= columns:
		l.b = append(l.b, ' ')
		l.column++
	default:
		l.b = append(l.b, '\n')
		l.column = 0
	}
	l.b = append(l.b, unit...)
	l.column += width
}

// comment puts a comment, if there is one.
func (l *layout) comment(text string) bool {
	text = plainComment(text)
	if text == "" {
		return false
	}
	for _, unit := range units("{" + text + "}") {
		l.put(unit)
	}
	return true
}

// units cuts a comment where a line may end: between words, but not inside a
// command, nor before a bracket, because some readers take a line that begins
// with one for a tag, nor before a percent sign, which there would escape the
// line. A command that no line holds has a line of its own; another word that
// none holds is cut.
func units(text string) (us []string) {
	for _, word := range words(text) {
		if n := len(us); n > 0 && (word[0] == '[' || word[0] == '%') {
			if both := us[n-1] + " " + word; utf8.RuneCountInString(both) <= columns {
				us[n-1] = both
				continue
			}
		}
		us = append(us, cut(word)...)
	}
	return us
}

// cut cuts a word that no line holds, and drops a percent sign before which a
// line would end.
func cut(word string) (pieces []string) {
	if _, _, _, found := cutCommand(word); found {
		return []string{word}
	}
	for word = strings.TrimLeft(word, "%"); word != ""; word = strings.TrimLeft(word, "%") {
		end := 0
		for column := 0; column < columns && end < len(word); column++ {
			_, size := utf8.DecodeRuneInString(word[end:])
			end += size
		}
		pieces = append(pieces, word[:end])
		word = word[end:]
	}
	return pieces
}

// words cuts a comment at its blanks, but not at those inside a command.
func words(text string) (ws []string) {
	start, commands := 0, true
	for i := 0; i < len(text); i++ {
		switch {
		case text[i] == ' ':
			ws = append(ws, text[start:i])
			start = i + 1
		case commands && strings.HasPrefix(text[i:], "[%"):
			n := strings.IndexByte(text[i:], ']')
			commands = n > 0
			i += max(n, 0)
		}
	}
	return append(ws, text[start:])
}
