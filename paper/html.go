package paper

import (
	_ "embed"
	"fmt"
	"html"
	"strings"

	"recorderd/pieces"
)

//go:embed page.css
var pageCSS string

// HTML lays the document out as one page that asks for nothing else: style and
// pictures are in it, and there is no script. It fails if a board or a QR code
// cannot be drawn.
func HTML(d Document) ([]byte, error) {
	d = cleaned(d, clean)
	var w web
	w.put("<!DOCTYPE html>\n<html lang=%q>\n<head>\n<meta charset=\"utf-8\"/>\n", d.Language)
	w.put("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n<title>%s</title>\n", d.Title)
	w.raw("<style>\n" + pageCSS + "</style>\n</head>\n<body>\n")
	w.raw("<svg class=\"shapes\" aria-hidden=\"true\">\n" + pieces.Symbols() + "\n</svg>\n<main>\n")
	for _, b := range d.Blocks {
		if err := w.block(b); err != nil {
			return nil, err
		}
	}
	w.raw("</main>\n")
	if d.Foot != "" {
		w.put("<footer>%s</footer>\n", d.Foot)
	}
	w.raw("</body>\n</html>\n")
	return []byte(w.String()), nil
}

// web writes HTML.
type web struct{ strings.Builder }

// raw writes what is HTML.
func (w *web) raw(s string) { w.WriteString(s) }

// put writes a format that is HTML with texts that are not: they are escaped,
// for %q with quotes around them, and line breaks kept.
func (w *web) put(format string, texts ...string) {
	format = strings.ReplaceAll(format, "%q", `"%s"`)
	args := make([]any, len(texts))
	for i, s := range texts {
		args[i] = html.EscapeString(s)
	}
	fmt.Fprintf(w, format, args...)
}

func (w *web) block(b Block) error {
	switch b := b.(type) {
	case Heading:
		level := string(rune('0' + min(max(b.Level, 1), 3)))
		w.put("<h%s>%s</h%s>\n", level, b.Text, level)
	case Paragraph:
		w.put("<p class=%q>%s</p>\n", map[Look]string{Plain: "plain", Boxed: "boxed", Small: "small"}[b.Look], b.Text)
	case Facts:
		w.facts(b)
	case Table:
		w.table(b)
	case Boards:
		return w.boards(b)
	case List:
		w.list(b)
	case Signatures:
		w.signatures(b)
	case Code:
		return w.code(b)
	case Break:
		w.raw("<hr/>\n")
	}
	return nil
}

func (w *web) facts(facts Facts) {
	if len(facts) == 0 {
		return
	}
	w.raw("<dl>\n")
	for _, f := range facts {
		w.put("<dt>%s</dt><dd>%s</dd>\n", f.Name, f.Value)
	}
	w.raw("</dl>\n")
}

func (w *web) list(list List) {
	if len(list) == 0 {
		return
	}
	w.raw("<ul>\n")
	for _, item := range list {
		w.put("<li>%s</li>\n", item)
	}
	w.raw("</ul>\n")
}

// table can be scrolled sideways by keyboard too, hence the tabindex.
func (w *web) table(t Table) {
	if len(t.Columns) == 0 {
		return
	}
	looks := t.looks()
	w.raw("<div class=\"table\" tabindex=\"0\"><table>\n")
	if t.hasTitles() {
		w.raw("<thead><tr>")
		for i, c := range t.Columns {
			w.raw("<th scope=\"col\"" + looks[i] + ">")
			w.put("%s</th>", c.Title)
		}
		w.raw("</tr></thead>\n")
	}
	w.raw("<tbody>\n")
	for _, row := range t.Rows {
		w.raw("<tr>")
		for i, text := range row {
			w.raw("<td" + looks[i] + ">")
			w.put("%s</td>", text)
		}
		w.raw("</tr>\n")
	}
	w.raw("</tbody>\n</table></div>\n")
}

// looks are the attributes of the cells of each column. A wide one may be broken,
// but not below what it asks for, or a line that can still be read.
func (t Table) looks() []string {
	const readable = 18
	looks := make([]string, len(t.Columns))
	for i, c := range t.Columns {
		class := map[Align]string{Right: "right", Centre: "centre"}[c.Align]
		if c.Wide {
			want := cells.widest(c.Title)
			for _, row := range t.Rows {
				want = max(want, cells.widest(row[i]))
			}
			class = strings.TrimSpace(class+" wide") + fmt.Sprintf(`" style="min-width:%dch`, int(min(want, readable))*6/5+3)
		}
		if class != "" {
			looks[i] = ` class="` + class + `"`
		}
	}
	return looks
}

func (w *web) signatures(signatures Signatures) {
	w.raw("<div class=\"signatures\">\n")
	for _, who := range signatures {
		w.put("<p>%s</p>\n", who)
	}
	w.raw("</div>\n")
}

func (w *web) code(c Code) error {
	w.raw("<div class=\"code\">\n")
	if c.QR != "" {
		g, err := qrGrid(c.QR)
		if err != nil {
			return err
		}
		w.put("<svg role=\"img\" aria-label=%q", c.Label)
		fmt.Fprintf(w, " viewBox=\"0 0 %[1]d %[1]d\"><path class=\"ground\" d=\"M0 0h%[1]dv%[1]dh-%[1]dz\"/><path d=\"", len(g))
		g.runs(func(x, y, length int) { fmt.Fprintf(w, "M%d %dh%dv1h-%dz", x, y, length, length) })
		w.raw("\"/></svg>\n")
	}
	w.put("<p>%s<strong>%s</strong></p>\n</div>\n", c.Label, c.Text)
	return nil
}

func (w *web) boards(boards Boards) error {
	fmt.Fprintf(w, "<div class=\"boards of%d\">\n", min(len(boards), 3))
	for _, b := range boards {
		p, err := b.picture()
		if err != nil {
			return err
		}
		w.put("<figure>\n<figcaption>%s</figcaption>\n", b.Title)
		w.board(b, p)
		w.put("<p>%s</p>\n</figure>\n", strings.Join(b.Lines, "\n"))
	}
	w.raw("</div>\n")
	return nil
}

// board draws a position: squares of 10, coordinates left and below, who moves
// on the right.
func (w *web) board(b Board, p picture) {
	w.put("<svg class=\"board\" viewBox=\"-6 -1 94 87\" role=\"img\" aria-label=%q>\n", b.Alt)
	w.raw("<path class=\"light\" d=\"M0 0h80v80h-80z\"/><path class=\"dark\" d=\"")
	for i := range 64 {
		if (i/8+i%8)%2 == 1 {
			fmt.Fprintf(w, "M%d %dh10v10h-10z", i%8*10, i/8*10)
		}
	}
	w.raw("\"/>\n")
	for i, marked := range p.marked {
		if marked {
			fmt.Fprintf(w, "<path class=\"mark\" d=\"M%d.5 %d.5h9v9h-9z\"/>", i%8*10, i/8*10)
		}
	}
	w.raw("<path class=\"edge\" d=\"M0 0h80v80h-80z\"/>\n")
	for i, man := range p.men {
		switch {
		case man == 0:
		case man == unknown:
			fmt.Fprintf(w, "<circle class=\"unknown\" cx=\"%d\" cy=\"%d\" r=\"2.5\"/>", i%8*10+5, i/8*10+5)
		default:
			colour := map[bool]string{true: "white", false: "black"}[isWhite(man)]
			fmt.Fprintf(w, "<use class=\"%s\" href=\"#%s\" x=\"%d\" y=\"%d\" width=\"10\" height=\"10\"/>", colour, kindOf(man), i%8*10, i/8*10)
		}
	}
	w.raw("\n")
	for i := range 8 {
		fmt.Fprintf(w, "<text x=\"-3\" y=\"%d\">%c</text><text x=\"%d\" y=\"84.4\">%c</text>", i*10+6, '8'-i, i*10+5, 'a'+i)
	}
	switch b.ToMove {
	case "w":
		w.raw("<path class=\"white move\" d=\"M82.5 76.5h3v3h-3z\"/>")
	case "b":
		w.raw("<path class=\"black move\" d=\"M82.5 .5h3v3h-3z\"/>")
	}
	w.raw("\n</svg>\n")
}
