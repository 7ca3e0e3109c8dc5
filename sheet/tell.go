package sheet

import (
	"cmp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"recorderd/observation"
	"recorderd/paper"
	"recorderd/position"
	"recorderd/record"
	"recorderd/sentence"
)

// How every sheet writes times, clocks, moves and boards.

// timeOfDay says what time of day it was, in UTC, or that it is not known.
func (w *writer) timeOfDay(t int64) string {
	at, known := w.Wall(t)
	if !known {
		return w.words.Common.NotKnown
	}
	return at.UTC().Format("15:04:05") + " UTC"
}

// undated reports whether no time of day is known at all. That is said once, in
// the head, and not beside every time.
func (w *writer) undated() bool { return w.Opening == nil || w.Imported() }

// when says a time of the recording with that of day.
func (w *writer) when(t int64) string {
	if w.undated() {
		return w.opt.Language.Instant(t)
	}
	c, day := &w.words.Common, w.timeOfDay(t)
	if day == c.NotKnown {
		day = say(c.Day, "day", day) // else nobody knows what is not known
	}
	return say(c.When, "t", w.opt.Language.Instant(t), "day", day)
}

// whenLines say the same below a board.
func (w *writer) whenLines(t int64) []string {
	lines := []string{w.opt.Language.Instant(t)}
	if !w.undated() {
		lines = append(lines, say(w.words.Common.Day, "day", w.timeOfDay(t)))
	}
	return lines
}

// timeColumns are those of a time in a table, timeCells what stands in them.
func (w *writer) timeColumns() []paper.Column {
	columns := []paper.Column{{Title: w.words.Common.Time}}
	if !w.undated() {
		columns = append(columns, paper.Column{Title: w.words.Common.TimeOfDay})
	}
	return columns
}

func (w *writer) timeCells(t int64) []string {
	if w.undated() {
		return []string{w.opt.Language.Instant(t)}
	}
	return []string{w.opt.Language.Instant(t), w.timeOfDay(t)}
}

// clock writes what the clock showed; nil is not known.
func (w *writer) clock(ms *int64) string {
	if ms == nil {
		return w.words.Common.NotKnown
	}
	return w.opt.Language.Reading(*ms)
}

// side names a player by himself.
func (w *writer) side(s observation.Side) string {
	switch s {
	case observation.White:
		return w.words.Common.White
	case observation.Black:
		return w.words.Common.Black
	}
	return w.words.Common.NotKnown
}

// san writes the text of a move in the letters of the sheet. Where there is a
// position it is better written from there.
func (w *writer) san(text string) string {
	if said := sentence.English.Move(text); said != "" {
		return w.opt.Letters.long(said)
	}
	return w.words.Common.NotRead
}

// written writes a ply as it stands on a scoresheet, without its marks.
func (w *writer) written(p record.Scored) string {
	if before, m, ok := w.played(p.Move); ok {
		return w.opt.Letters.move(&before, m)
	}
	return w.san(p.SAN)
}

// intention writes a move that was declared after a ply, as somebody has written
// it down.
func (w *writer) intention(ply int, text string) string {
	p := w.position(ply)
	m, err := p.ParseSAN(text)
	if err != nil {
		return w.san(text)
	}
	return w.opt.Letters.move(&p, m)
}

// played returns a ply as a move, and the position in which it was made. It is
// false of one that is not legal.
func (w *writer) played(p record.Move) (before position.Position, m position.Move, ok bool) {
	before, err := position.ParseLoose(w.Score.FEN(p.Ply - 1))
	if err != nil || !p.Legal {
		return before, 0, false
	}
	if m, err = before.ParseUCI(p.UCI); err != nil {
		m, err = before.ParseSAN(p.SAN)
	}
	return before, m, err == nil
}

// ply returns a ply as it stands.
func (w *writer) ply(n int) (record.Scored, bool) {
	if n < 1 || n > len(w.Score.Plies) {
		return record.Scored{}, false
	}
	return w.Score.Plies[n-1], true
}

// move writes a ply with the number of its move and the marks of doubt: "12...
// Nf6 ?". That of the start is said in words.
func (w *writer) move(n int) string {
	p, ok := w.ply(n)
	if !ok {
		return w.words.Common.Start
	}
	return w.number(n) + " " + w.written(p) + w.mark(p)
}

// after says after which ply: "after 12... Nf6", or "the start".
func (w *writer) after(n int) string {
	if n == 0 {
		return w.words.Common.Start
	}
	return say(w.words.Common.After, "move", w.move(n))
}

// standsAfter says the same within a sentence.
func (w *writer) standsAfter(n int) string {
	if n == 0 {
		return w.words.Common.AtStart
	}
	return w.after(n)
}

// named writes a value behind its name, for where there is no column of names.
func (w *writer) named(name, value string) string {
	return say(w.words.Common.Named, "name", name, "value", value)
}

// number writes the number of the move that a ply belongs to: "12." or "12...".
func (w *writer) number(n int) string {
	p, _ := w.ply(n)
	return numberOf(p.Number(), p.Side)
}

func numberOf(full int, s observation.Side) string {
	if s == observation.Black {
		return strconv.Itoa(full) + "..."
	}
	return strconv.Itoa(full) + "."
}

// The marks that stand beside a move. finish explains those that were set.
const (
	doubtful = " ?"
	notLegal = " ⚠"
)

// mark returns how a ply is marked.
func (w *writer) mark(p record.Scored) string {
	marks := ""
	if !p.Legal && !unread(p) {
		marks = notLegal
		w.marks[notLegal] = true
	}
	if p.Inferred || p.Confidence < record.Sure {
		marks += doubtful
		w.marks[doubtful] = true
	}
	return marks
}

// moves writes plies as text, with numbers where they are needed.
func (w *writer) moves(from, to int) string {
	var said []string
	for n := max(from, 1); n <= min(to, len(w.Score.Plies)); n++ {
		p, _ := w.ply(n)
		text := w.written(p) + w.mark(p)
		if p.Side == observation.White || n == from || w.Score.Plies[n-2].Side == p.Side {
			text = w.number(n) + " " + text
		}
		said = append(said, text)
	}
	return strings.Join(said, " ")
}

// board shows a position. Alt is its title and its FEN.
func (w *writer) board(title, fen string, marked []string, lines ...string) paper.Board {
	fields := append(strings.Fields(fen), "", "")
	title = capital(title)
	return paper.Board{
		Title: title, Placement: fields[0], ToMove: fields[1], Marked: marked, Lines: lines,
		Alt: say(w.words.Common.Alt, "title", title, "fen", fen),
	}
}

// squaresOf returns the squares that a ply went from and to.
func squaresOf(p record.Scored) []string {
	if len(p.UCI) < 4 {
		return nil
	}
	return []string{p.UCI[:2], p.UCI[2:4]}
}

// join sets texts behind each other, with commas.
func join(texts ...string) string {
	var said []string
	for _, s := range texts {
		if s = strings.TrimSpace(s); s != "" {
			said = append(said, s)
		}
	}
	return strings.Join(said, ", ")
}

// capital begins a text with a capital letter.
func capital(text string) string {
	first, size := utf8.DecodeRuneInString(text)
	if size == 0 {
		return ""
	}
	return string(unicode.ToUpper(first)) + text[size:]
}

// clocksAfter returns what the clock showed when a ply was completed, or else
// when it was made; nil is not known.
func (w *writer) clocksAfter(n int) (white, black *int64) {
	if p, ok := w.ply(n); ok && p.Done != nil && p.Done.WhiteMS != nil {
		return p.Done.WhiteMS, p.Done.BlackMS
	}
	return w.clocksAt(w.timeOf(n))
}

// clocksAt returns what the clock showed at a time; nil is not known.
func (w *writer) clocksAt(t int64) (white, black *int64) {
	if c, _, ok := w.ClockAt(t); ok {
		return &c.WhiteMS, &c.BlackMS
	}
	return nil, nil
}

// timeOf returns when a ply was made, 0 being the start.
func (w *writer) timeOf(n int) int64 {
	if p, ok := w.ply(n); ok {
		return p.T
	}
	if w.Score.Start != nil {
		return w.Score.Start.T
	}
	return 0
}

// position reads the position after a ply, as the record has it.
func (w *writer) position(n int) position.Position { return w.parsed(w.Score.FEN(n)) }

// parsed reads a FEN of the record; one that is not there is the announced start.
func (w *writer) parsed(fen string) position.Position {
	p, err := position.ParseLoose(fen)
	if err != nil {
		p = w.Record.Start()
	}
	p.SetChess960(w.Game.Variant == "chess960")
	return p
}

// turn says who is to move.
func (w *writer) turn(fen string) string { p := w.parsed(fen); return w.side(p.Side()) }

// castling says which rights to castle are left.
func (w *writer) castling(fen string) string {
	p, c := w.parsed(fen), &w.words.Common
	var said []string
	for _, s := range sides {
		for _, wing := range [...]position.Wing{position.KingSide, position.QueenSide} {
			if _, left := p.Rights().Rook(s, wing); left {
				said = append(said, say(c.Wing[wingNames[wing]], "side", w.side(s)))
			}
		}
	}
	return cmp.Or(join(said...), c.None)
}

// enPassant says where a pawn can be captured en passant.
func (w *writer) enPassant(fen string) string {
	p := w.parsed(fen)
	if at := p.EnPassant(); at != position.NoSquare {
		return at.String()
	}
	return w.words.Common.None
}

var sides = [...]observation.Side{observation.White, observation.Black}

var wingNames = [...]string{position.KingSide: "king", position.QueenSide: "queen"}
