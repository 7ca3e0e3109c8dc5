package sheet

import (
	"slices"
	"strconv"

	"recorderd/observation"
	"recorderd/paper"
	"recorderd/position"
)

// seen is one thing that a board reported.
type seen struct {
	t      int64
	square observation.Square
	piece  observation.Piece
	said   string // of a board that says only finished moves
}

// seenUntil follows the reports of the squares up to a time, and returns what
// stands there then with the changes after another. Squares are as the record
// has them: of a board that stands turned they are turned.
func (w *writer) seenUntil(from, to int64) (squares observation.Placement, changes []seen, any bool) {
	set := func(t int64, s observation.Square, p observation.Piece) {
		if w.Record.Turned() {
			s = s.Turned()
		}
		if squares[s&63] == p {
			return
		}
		squares[s&63] = p
		if t > from {
			changes = append(changes, seen{t: t, square: s, piece: p})
		}
	}
	for _, b := range w.Batches {
		if b.T > to {
			break
		}
		for _, f := range b.Facts {
			switch f := f.(type) {
			case observation.Placement:
				any = true
				for s, p := range f {
					set(b.T, observation.Square(s), p)
				}
			case observation.Change:
				any = true
				set(b.T, f.Square, f.Piece)
			case observation.Said:
				if b.T > from {
					changes = append(changes, seen{t: b.T, said: string(f)})
				}
			}
		}
	}
	return squares, changes, any
}

// seenAt returns the squares as they were reported at a time, and those that had
// changed since another.
func (w *writer) seenAt(from, to int64) (placement string, changed []string, ok bool) {
	squares, changes, ok := w.seenUntil(from, to)
	for _, c := range changes {
		if name := c.square.String(); c.said == "" && !slices.Contains(changed, name) {
			changed = append(changed, name)
		}
	}
	return squares.String(), changed, ok
}

// showSeen lists what the squares said, in order.
func (w *writer) showSeen(from, to int64) {
	t := &w.words.IllegalMove
	w.add(paper.Heading{Level: 3, Text: t.Squares})
	_, changes, _ := w.seenUntil(from, to)
	if len(changes) == 0 {
		w.para(t.SquaresNone)
		return
	}
	table := paper.Table{Columns: append(w.timeColumns(), paper.Column{Title: t.Square}, paper.Column{Title: t.Says, Wide: true})}
	for _, c := range changes[:min(len(changes), mostSeen)] {
		says := t.Empty
		switch {
		case c.said != "":
			says = say(t.Said, "move", c.said)
		case c.piece != observation.Empty:
			says = w.pieceSeen(c.piece)
		}
		square := c.square.String()
		if c.said != "" {
			square = ""
		}
		table.Rows = append(table.Rows, append(w.timeCells(c.t), square, says))
	}
	w.add(table)
	if more := len(changes) - mostSeen; more > 0 {
		w.para(say(t.SquaresMore, "n", strconv.Itoa(more)))
	}
}

func (w *writer) pieceSeen(p observation.Piece) string {
	piece := position.Empty
	if p != observation.Occupied {
		piece, _ = position.PieceOf(byte(p))
	}
	return w.opt.Language.Piece(piece)
}
