package novag

import (
	"strconv"
	"strings"

	"recorderd/observation"
)

// Kind says what a line is.
type Kind uint8

const (
	Nonsense  Kind = iota
	Identity       // what board it is
	NewGame        // a game begins; a Citrine has forgotten its settings
	Made           // a move was made
	TakenBack      // and one was taken back; a Universal Chess Board does not say which
	Position       // the head of a position; its ranks follow
	Rank           // one rank of a position
	Game           // the head of a list of moves, which follow
	Listed         // one or two moves of a list
	Setting        // something else that such a board says
	kinds
)

func (k Kind) String() string {
	return [kinds]string{"nonsense", "identity", "new game", "move", "take-back", "position", "rank", "game", "listed", "setting"}[k]
}

// Line is what a board said. Which fields mean something depends on Kind.
type Line struct {
	Kind  Kind
	Text  string // of an Identity
	Move  Move   // that was made or taken back; the zero Move where the board does not say which
	Moves []Move // of a list, at most one by each side
	Row   Row
}

// Parse says what a line is, of either kind of board. Some have a bar at their
// end.
func Parse(text string) Line {
	text = strings.Trim(text, " |")
	switch {
	case text == "":
		return Line{}
	case text == "New Game", text == "N":
		return Line{Kind: NewGame}
	case text == "Position Board":
		return Line{Kind: Position}
	case text == "T":
		return Line{Kind: TakenBack}
	case strings.HasPrefix(text, "ID"):
		return Line{Kind: Identity, Text: strings.TrimLeft(text[len("ID"):], ". ")}
	case text[0] == made || text[0] == takenBack:
		return parseMoveLine(text)
	case text[0] == '.':
		return parseDotted(text)
	}
	word, number, _ := strings.Cut(text, " ")
	switch word {
	case "Game":
		if _, err := strconv.Atoi(number); err == nil {
			return Line{Kind: Game}
		}
	case "Clock", "Level", "Xmit":
		return Line{Kind: Setting}
	}
	return Line{}
}

// parseMoveLine reads the number, the comma that marks Black, and the move. A
// Universal Chess Board has neither number nor comma.
func parseMoveLine(text string) Line {
	kind := Made
	if text[0] == takenBack {
		kind = TakenBack
	}
	fields := strings.Fields(text[1:])
	if len(fields) == 1 && text[1] != ' ' {
		m, ok := ParseMove(fields[0], observation.NoSide)
		return lineOf(kind, m, ok)
	}
	if len(fields) != 2 {
		return Line{}
	}
	digits, black := strings.CutSuffix(fields[0], ",")
	side := observation.White
	if black {
		side = observation.Black
	}
	m, ok := ParseMove(fields[1], side)
	number, isNumber := moveNumber(digits)
	m.Number = number
	return lineOf(kind, m, ok && isNumber)
}

func lineOf(kind Kind, m Move, ok bool) Line {
	if !ok {
		return Line{}
	}
	return Line{Kind: kind, Move: m}
}

// moveNumber reads a number as boards count moves: from 1, in four places.
func moveNumber(digits string) (int, bool) {
	n, err := strconv.Atoi(digits)
	return n, err == nil && n > 0 && len(digits) <= 4 && digits[0] != '+'
}

// parseDotted reads the lines of an answer that has several.
func parseDotted(text string) Line {
	if len(text) > 1 && text[1] >= '1' && text[1] <= '8' {
		row, ok := parseRow(text)
		if !ok {
			return Line{}
		}
		return Line{Kind: Rank, Row: row}
	}
	fields := strings.Fields(text[1:])
	if len(fields) == 0 {
		return Line{}
	}
	switch fields[0] {
	case "Referee", "white", "aa":
		return Line{Kind: Setting}
	}
	return parseListed(fields)
}

// parseListed reads a number and the moves of White and Black. How a list looks
// that begins with a move of Black is not known: anything that is no move in the
// place of White's is taken for a sign that it is missing.
func parseListed(fields []string) Line {
	number, ok := moveNumber(fields[0])
	if !ok || len(fields) > 3 || len(fields) < 2 {
		return Line{}
	}
	l := Line{Kind: Listed}
	for i, text := range fields[1:] {
		side := observation.Side(i)
		m, ok := ParseMove(text, side)
		m.Number = number
		if ok {
			l.Moves = append(l.Moves, m)
		} else if side == observation.Black || strings.Trim(text, ".-") != "" {
			return Line{}
		}
	}
	return l
}
