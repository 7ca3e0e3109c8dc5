package sheet

import (
	"strconv"
	"strings"

	"recorderd/observation"
	"recorderd/paper"
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

// when says a time of the recording with that of day.
func (w *writer) when(t int64) string {
	return say(w.words.Common.When, "t", w.opt.Language.Instant(t), "day", w.timeOfDay(t))
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

// san writes the text of a move in the letters of the sheet.
func (w *writer) san(text string) string {
	if said := w.opt.Language.Move(text); said != "" {
		return said
	}
	return w.words.Common.NotRead
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
	return w.number(n) + " " + w.san(p.SAN) + w.mark(p)
}

// number writes the number of the move that a ply belongs to: "12." or "12...".
func (w *writer) number(n int) string {
	p, _ := w.ply(n)
	fields, full := strings.Fields(w.Score.FEN(n-1)), (n+1)/2
	if len(fields) == 6 {
		if written, err := strconv.Atoi(fields[5]); err == nil {
			full = written
		}
	}
	if p.Side == observation.Black {
		return strconv.Itoa(full) + "..."
	}
	return strconv.Itoa(full) + "."
}

// The marks that stand beside a move. finish explains those that were set.
const (
	doubtful   = " ?"
	notLegal   = " ⚠"
	unfinished = " …" // made, and not completed
)

// mark returns how a ply is marked.
func (w *writer) mark(p record.Scored) string {
	marks := ""
	if !p.Legal {
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
		text := w.san(p.SAN) + w.mark(p)
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
	return paper.Board{
		Title: title, Placement: fields[0], ToMove: fields[1], Marked: marked, Lines: lines,
		Alt: say(w.words.Common.Alt, "title", title, "fen", fen),
	}
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
func capital(text string) string { return sentence.Capital(text) }
