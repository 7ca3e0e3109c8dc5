package paper

import (
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// clean makes of text from outside what can be set: letters with their accents
// in one, no control characters, nothing that turns the direction of what
// follows. Line breaks stay.
func clean(s string) string {
	s = norm.NFC.String(strings.ToValidUTF8(s, string(unicode.ReplacementChar)))
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n', r == '\u200c', r == '\u200d': // the last two join letters, or keep them apart
			return r
		case r == '\t', unicode.In(r, unicode.Zl, unicode.Zp):
			return ' '
		case unicode.In(r, unicode.Cc, unicode.Cf), r&0xfffe == 0xfffe, 0xfdd0 <= r && r <= 0xfdef:
			return -1
		}
		return r
	}, s)
}

// oneLine is for places that have room for one line.
func oneLine(s string) string {
	words := strings.FieldsFunc(s, func(r rune) bool { return r == ' ' || r == '\n' })
	return strings.Join(words, " ")
}

// cleaned is the document with all its texts, the content of QR codes apart, as
// set makes them, and with as many cells in each row of a table as it has
// columns.
func cleaned(d Document, set func(string) string) Document {
	line := func(s string) string { return oneLine(set(s)) }
	d.Title, d.Foot, d.Page, d.Language = line(d.Title), line(d.Foot), line(d.Page), line(d.Language)
	d.Blocks = each(d.Blocks, func(b Block) Block {
		switch b := b.(type) {
		case Heading:
			return Heading{b.Level, line(b.Text)}
		case Paragraph:
			return Paragraph{set(b.Text), b.Look}
		case Facts:
			return Facts(each(b, func(f Fact) Fact { return Fact{line(f.Name), set(f.Value)} }))
		case Table:
			return cleanedTable(b, set)
		case Boards:
			return Boards(each(b, func(board Board) Board {
				board.Title, board.Alt, board.Lines = line(board.Title), line(board.Alt), each(board.Lines, set)
				return board
			}))
		case List:
			return List(each(b, set))
		case Signatures:
			return Signatures(each(b, set))
		case Code:
			return Code{line(b.Label), set(b.Text), b.QR}
		}
		return b
	})
	return d
}

func cleanedTable(t Table, set func(string) string) Table {
	n := len(t.Columns)
	for _, row := range t.Rows {
		n = max(n, len(row))
	}
	columns := make([]Column, n)
	copy(columns, t.Columns)
	for i := range columns {
		columns[i].Title = set(columns[i].Title)
	}
	rows := each(t.Rows, func(row []string) []string {
		return slices.Grow(each(row, set), n-len(row))[:n]
	})
	return Table{columns, rows}
}

func each[S, T any](from []S, do func(S) T) []T {
	to := make([]T, len(from))
	for i, s := range from {
		to[i] = do(s)
	}
	return to
}
