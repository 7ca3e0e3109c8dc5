package paper

import (
	"math"

	"codeberg.org/go-pdf/fpdf"
)

// A page is measured in points, 1/72 inch, from its upper left corner. Places
// are rounded to 1/64 point before they are written: such numbers are exact, so
// every machine writes the same.
const (
	pageWidth   = 595.25
	pageHeight  = 841.875
	marginSide  = 51.0
	marginTop   = 54.0
	marginFoot  = 58.0
	textWidth   = pageWidth - 2*marginSide
	pageBottom  = pageHeight - marginFoot
	headerLine  = 30.0
	footerLine  = pageHeight - 42
	hair        = 0.5 // a thin line
	fontFamily  = "dejavu"
	ink, faded  = 0x1a, 0x5a // greys of text
	faint, pale = 0xcc, 0xf2 // greys of lines and grounds
)

func snap(v float64) float64 { return math.Round(v*64) / 64 }

// style is how text looks.
type style struct {
	bold bool
	size float64 // of the letters
	lead float64 // from line to line
	grey int
}

var (
	bodyText     = style{false, 9.5, 13.5, ink}
	boldText     = style{true, 9.5, 13.5, ink}
	nameText     = style{false, 9.5, 13.5, faded}
	boxText      = style{false, 11, 15.5, ink}
	smallText    = style{false, 8, 11, faded}
	tinyText     = style{false, 7, 9, faded}
	cellText     = style{false, 9, 12.5, ink}
	columnTitle  = style{true, 8.5, 12, ink}
	codeText     = style{true, 13, 18, ink}
	headingTexts = [...]style{{true, 17, 22, ink}, {true, 12, 16, ink}, {true, 10, 14, ink}}
)

func (s style) measure() measure {
	f := faces().regular
	if s.bold {
		f = faces().bold
	}
	return func(r rune) float64 { return float64(f[r] * s.size) }
}

// pen draws on the page that was begun last.
type pen struct{ pdf *fpdf.Fpdf }

// text sets one line whose upper edge is y.
func (p pen) text(s style, x, y float64, line string) {
	if line == "" {
		return
	}
	weight := ""
	if s.bold {
		weight = "B"
	}
	p.pdf.SetFont(fontFamily, weight, s.size)
	p.pdf.SetTextColor(s.grey, s.grey, s.grey)
	p.pdf.Text(snap(x), snap(y+s.lead/2+float64(s.size*0.36)), line)
}

// lines sets lines in a column.
func (p pen) lines(s style, x, y, width float64, align Align, lines []string) {
	m := s.measure()
	for i, line := range lines {
		at := x
		switch align {
		case Right:
			at += width - m.of(line)
		case Centre:
			at += (width - m.of(line)) / 2
		}
		p.text(s, at, y+float64(i)*s.lead, line)
	}
}

func (p pen) line(x1, y1, x2, y2, width float64, grey int) {
	p.pdf.SetDrawColor(grey, grey, grey)
	p.pdf.SetLineWidth(width)
	p.pdf.Line(snap(x1), snap(y1), snap(x2), snap(y2))
}

func (p pen) fill(x, y, width, height float64, grey int) {
	p.pdf.SetFillColor(grey, grey, grey)
	p.pdf.Rect(snap(x), snap(y), snap(width), snap(height), "F")
}

func (p pen) frame(x, y, width, height, line float64, grey int) {
	p.pdf.SetDrawColor(grey, grey, grey)
	p.pdf.SetLineWidth(line)
	p.pdf.Rect(snap(x), snap(y), snap(width), snap(height), "D")
}

// strip is a part of a page that is as wide as the text and never broken.
type strip struct {
	above  float64 // room before it, none at the top of a page
	height float64
	keep   bool   // it stands on the page of the next one
	head   *strip // what is repeated before it at the top of a page
	breaks bool   // it is nothing but the end of a page
	draw   func(p pen, y float64)
}

// placed is a strip with its place on a page.
type placed struct {
	strip
	y float64
}

// paginate puts strips on pages. There is always one page, and none but that one
// can be empty.
func paginate(strips []strip) [][]placed {
	pages := [][]placed{nil}
	y := marginTop
	put := func(s strip) {
		last := len(pages) - 1
		if len(pages[last]) > 0 {
			y += s.above
		}
		pages[last] = append(pages[last], placed{s, y})
		y += s.height
	}
	turn := false
	for len(strips) > 0 {
		first := strips[0]
		if first.breaks {
			turn = true
			strips = strips[1:]
			continue
		}
		n, need := together(strips)
		if len(pages[len(pages)-1]) > 0 && (turn || y+need > pageBottom) {
			pages = append(pages, nil)
			y = marginTop
			if first.head != nil {
				put(*first.head)
			}
		}
		if y+need > pageBottom { // no page has room for all of them
			n = 1
		}
		for _, s := range strips[:n] {
			put(s)
		}
		strips, turn = strips[n:], false
	}
	return pages
}

// together is how many of the strips must begin on one page, and the room they
// need.
func together(strips []strip) (n int, need float64) {
	for _, s := range strips {
		if s.breaks {
			break
		}
		n++
		need += s.above + s.height
		if !s.keep {
			break
		}
	}
	return n, need
}
