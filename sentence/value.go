package sentence

import (
	"bytes"
	"encoding/json"
	"strconv"
	"strings"
	"unicode"

	"recorderd/observation"
	"recorderd/position"
)

// fields returns the data of a finding as they come back from JSON, so that there
// is one shape for what a record holds and what was read from a file. It is empty
// where there are none.
func fields(data any) map[string]any {
	var m map[string]any
	if text, err := json.Marshal(data); err == nil {
		d := json.NewDecoder(bytes.NewReader(text))
		d.UseNumber()
		if d.Decode(&m) != nil {
			m = nil
		}
	}
	if m == nil {
		m = map[string]any{}
	}
	return m
}

func number(n int64) json.Number { return json.Number(strconv.FormatInt(n, 10)) }

// whole reads a number that is not negative.
func whole(v any) (int64, bool) {
	n, ok := signed(v)
	return n, ok && n >= 0
}

func signed(v any) (int64, bool) {
	n, _ := v.(json.Number)
	i, err := n.Int64()
	return i, err == nil
}

// longest is how much of a text from outside is said, in letters.
const longest = 48

// clean returns a text from outside without what would spoil a sentence.
func clean(v any) (string, bool) {
	text, _ := v.(string)
	n := 0
	text = strings.Map(func(r rune) rune {
		if n++; n > longest || !unicode.IsPrint(r) || strings.ContainsRune("{}[]|", r) {
			return -1
		}
		return r
	}, text)
	text = strings.TrimRight(strings.TrimSpace(text), ".")
	return text, text != ""
}

func square(v any) (string, bool) {
	text, _ := v.(string)
	s, err := observation.ParseSquare(text)
	return s.String(), err == nil
}

// pieceOf reads a FEN letter, and knows nothing of what occupies a square.
func pieceOf(v any) position.Piece {
	if letter, _ := v.(string); len(letter) == 1 {
		p, _ := position.PieceOf(letter[0])
		return p
	}
	return position.Empty
}

// notation is what the text of a move is made of.
const notation = "KQRBNPabcdefgh12345678x=+#-O "

// move writes a move with the letters of the language: SAN, or the squares of a
// move that is not one of the game. The mark of the record for one that is not
// legal is left out, and so is a move that says nothing else.
func (c *catalogue) move(v any) (string, bool) {
	text, ok := clean(v)
	text, _, _ = strings.Cut(text, "?!")
	if !ok || text == "" {
		return "", false
	}
	if from, to, promotion, ok := squares(text); ok {
		text = from + "-" + to + promotion
	}
	if strings.Trim(text, notation) != "" {
		return text, true
	}
	return c.letters(text), true
}

func (c *catalogue) letters(text string) string {
	var b strings.Builder
	for _, r := range text {
		if p, ok := c.Piece[string(r)]; ok {
			b.WriteString(p.Letter)
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}

// squares takes a move in UCI apart.
func squares(uci string) (from, to, promotion string, ok bool) {
	if len(uci) != 4 && len(uci) != 5 {
		return "", "", "", false
	}
	from, isFrom := square(uci[:2])
	to, isTo := square(uci[2:4])
	if len(uci) == 5 {
		promotion = "=" + strings.ToUpper(uci[4:])
	}
	return from, to, promotion, isFrom && isTo
}
