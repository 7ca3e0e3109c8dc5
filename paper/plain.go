package paper

import (
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/width"
)

// columns are how many a terminal has.
const columns = 80

// cells says how many columns of a terminal a letter takes.
var cells measure = func(r rune) float64 {
	switch k := width.LookupRune(r).Kind(); {
	case unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf):
		return 0
	case k == width.EastAsianWide, k == width.EastAsianFullwidth:
		return 2
	}
	return 1
}

// Text lays the document out for a terminal, in at most 80 columns where no
// table needs more. A board whose placement cannot be read is shown as it was
// written.
func Text(d Document) string {
	d = cleaned(d, clean)
	var parts []string
	for _, b := range d.Blocks {
		if lines := plain(b); len(lines) > 0 {
			parts = append(parts, joined(lines))
		}
	}
	if d.Foot != "" {
		parts = append(parts, joined(append([]string{strings.Repeat("-", columns)}, cells.wrap(d.Foot, columns)...)))
	}
	return strings.Join(parts, "\n")
}

func joined(lines []string) string {
	var b strings.Builder
	for _, line := range lines {
		b.WriteString(strings.TrimRight(line, " "))
		b.WriteByte('\n')
	}
	return b.String()
}

func plain(b Block) []string {
	switch b := b.(type) {
	case Heading:
		return plainHeading(b)
	case Paragraph:
		if b.Look == Boxed {
			return plainBox(b.Text)
		}
		return cells.wrap(b.Text, columns)
	case Facts:
		return plainFacts(b)
	case Table:
		return plainTable(b)
	case Boards:
		return plainBoards(b)
	case List:
		var lines []string
		for _, item := range b {
			lines = append(lines, beside("- ", cells.wrap(item, columns-2))...)
		}
		return lines
	case Signatures:
		return plainSignatures(b)
	case Code:
		return append(cells.wrap(b.Label, columns), beside("  ", cells.wrap(b.Text, columns-2))...)
	}
	return nil
}

func plainHeading(h Heading) []string {
	lines := cells.wrap(h.Text, columns)
	if rule := map[int]string{1: "=", 2: "-"}[h.Level]; rule != "" {
		var widest float64
		for _, line := range lines {
			widest = max(widest, cells.of(line))
		}
		lines = append(lines, strings.Repeat(rule, int(widest)))
	}
	return lines
}

func plainBox(text string) []string {
	edge := "+" + strings.Repeat("-", columns-2) + "+"
	lines := []string{edge}
	for _, line := range cells.wrap(text, columns-4) {
		lines = append(lines, "| "+padded(line, columns-4, Left)+" |")
	}
	return append(lines, edge)
}

func plainFacts(facts Facts) []string {
	var names float64
	for _, f := range facts {
		names = max(names, cells.of(f.Name))
	}
	names = min(names, columns*2/5)
	var lines []string
	for _, f := range facts {
		lines = append(lines, sideBySide(2,
			part{lines: cells.wrap(f.Name, names), width: names},
			part{lines: cells.wrap(f.Value, columns-2-names), width: columns - 2 - names})...)
	}
	return lines
}

func plainTable(t Table) []string {
	const gap = 2
	widths := columnWidths(t, cells, cells, columns, gap)
	row := func(texts []string) []string {
		parts := make([]part, len(texts))
		for i, s := range texts {
			w := float64(max(int(widths[i]), 1))
			parts[i] = part{cells.wrap(s, w), w, t.Columns[i].Align}
		}
		return sideBySide(gap, parts...)
	}
	var lines []string
	if t.hasTitles() {
		lines = row(each(t.Columns, func(c Column) string { return c.Title }))
		rules := make([]string, len(widths))
		for i, w := range widths {
			rules[i] = strings.Repeat("-", max(int(w), 1))
		}
		lines = append(lines, strings.Join(rules, strings.Repeat(" ", gap)))
	}
	for _, texts := range t.Rows {
		lines = append(lines, row(texts)...)
	}
	return lines
}

func plainSignatures(s Signatures) []string {
	const side = (columns - 4) / 2
	var lines []string
	for row := range slices.Chunk(s, 2) {
		var parts []part
		for _, who := range row {
			parts = append(parts, part{append([]string{"", strings.Repeat("_", side)}, cells.wrap(who, side)...), side, Left})
		}
		lines = append(lines, sideBySide(4, parts...)...)
	}
	return lines
}

// plainBoards sets three boards in a row, and what is said of one that is alone
// beside it.
func plainBoards(boards Boards) []string {
	if len(boards) == 1 {
		return plainLoneBoard(boards[0])
	}
	var lines []string
	for row := range slices.Chunk(boards, 3) {
		if len(lines) > 0 {
			lines = append(lines, "")
		}
		lines = append(lines, plainBoardRow(row)...)
	}
	return lines
}

func plainLoneBoard(b Board) []string {
	const side, gap = 24, 4
	beside := part{width: columns - side - gap}
	for _, line := range b.Lines {
		beside.lines = append(beside.lines, cells.wrap(line, beside.width)...)
	}
	lines := sideBySide(gap, part{lines: plainBoard(b), width: side}, beside)
	if b.Title != "" {
		lines = append(cells.wrap(b.Title, columns), lines...)
	}
	return lines
}

func plainBoardRow(row Boards) []string {
	const gap = 4
	const side = (columns - 2*gap) / 3
	titles := make([]part, len(row))
	boards := make([]part, len(row))
	for i, b := range row {
		titles[i] = part{lines: cells.wrap(b.Title, side), width: side}
		boards[i] = part{lines: plainBoard(b), width: side}
		for _, line := range b.Lines {
			boards[i].lines = append(boards[i].lines, cells.wrap(line, side)...)
		}
	}
	lines := sideBySide(gap, boards...)
	if slices.ContainsFunc(row, func(b Board) bool { return b.Title != "" }) {
		lines = append(sideBySide(gap, titles...), lines...)
	}
	return lines
}

// plainBoard shows the squares. Marked ones stand in brackets, and behind the
// letters of the files stands who moves, as in a FEN.
func plainBoard(b Board) []string {
	p, err := b.picture()
	if err != nil {
		return cells.wrap(clean(b.Placement), 24)
	}
	var lines []string
	for rank := range 8 {
		line := []byte("8                 ")
		line[0] = '8' - byte(rank)
		for file := range 8 {
			at := 2 + 2*file
			line[at] = '.'
			if man := p.men[8*rank+file]; man != 0 {
				line[at] = man
			}
			if p.marked[8*rank+file] {
				line[at+1] = ']'
				if line[at-1] == ']' {
					line[at-1] = '|'
				} else {
					line[at-1] = '['
				}
			}
		}
		lines = append(lines, string(line))
	}
	return append(lines, "  a b c d e f g h   "+b.ToMove)
}

// part is what stands in one of several columns.
type part struct {
	lines []string
	width float64
	align Align
}

func sideBySide(gap int, parts ...part) []string {
	high := 0
	for _, p := range parts {
		high = max(high, len(p.lines))
	}
	lines := make([]string, high)
	for i := range lines {
		for j, p := range parts {
			if j > 0 {
				lines[i] += strings.Repeat(" ", gap)
			}
			var s string
			if i < len(p.lines) {
				s = p.lines[i]
			}
			lines[i] += padded(s, p.width, p.align)
		}
	}
	return lines
}

// beside sets a mark before the first line and keeps its room free before the
// rest.
func beside(mark string, lines []string) []string {
	for i, line := range lines {
		lines[i] = mark + line
		mark = strings.Repeat(" ", int(cells.of(mark)))
	}
	return lines
}

func padded(s string, room float64, align Align) string {
	free := max(int(room-cells.of(s)), 0)
	before := map[Align]int{Right: free, Centre: free / 2}[align]
	return strings.Repeat(" ", before) + s + strings.Repeat(" ", free-before)
}
