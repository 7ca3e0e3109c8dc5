package paper

import (
	"bytes"
	"fmt"
	"slices"
	"time"

	"codeberg.org/go-pdf/fpdf"
)

// noDate stands in a file for a document without one: ZIP knows no earlier day,
// so nobody takes it for a date.
var noDate = time.Date(1980, 1, 1, 0, 0, 0, 0, time.UTC)

// PDF lays the document out on pages of A4. The same document gives the same
// bytes. It fails if a board or a QR code cannot be drawn.
func PDF(d Document) ([]byte, error) {
	d = cleaned(d, printable)
	var strips []strip
	for _, b := range d.Blocks {
		set, err := setBlock(b)
		if err != nil {
			return nil, err
		}
		strips = append(strips, set...)
	}
	pages := paginate(strips)

	p := pen{newFile(d)}
	for i, page := range pages {
		p.pdf.AddPage()
		if i > 0 {
			p.header(d)
		}
		p.footer(d, i+1, len(pages))
		for _, s := range page {
			s.draw(p, s.y)
		}
	}
	var out bytes.Buffer
	if err := p.pdf.Output(&out); err != nil {
		return nil, fmt.Errorf("paper: write %q as PDF: %w", d.Title, err)
	}
	return out.Bytes(), nil
}

// newFile begins a PDF in which nothing depends on the day or the machine.
func newFile(d Document) *fpdf.Fpdf {
	f := fpdf.NewCustom(&fpdf.InitType{UnitStr: "pt", Size: fpdf.SizeType{Wd: pageWidth, Ht: pageHeight}})
	date := noDate
	if !d.Date.IsZero() {
		date = d.Date.UTC()
	}
	f.SetCreationDate(date)
	f.SetModificationDate(date)
	f.SetCatalogSort(true)
	f.SetProducer("recorderd, fpdf", false)
	f.SetCreator("recorderd", false)
	f.SetAuthor("recorderd", false)
	f.SetTitle(d.Title, true)
	f.SetLang(d.Language)
	f.SetMargins(0, 0, 0)
	f.SetAutoPageBreak(false, 0)
	f.AddUTF8FontFromBytes(fontFamily, "", []byte(regularTTF))
	f.AddUTF8FontFromBytes(fontFamily, "B", []byte(boldTTF))
	return f
}

func (p pen) header(d Document) {
	p.text(smallText, marginSide, headerLine, smallText.measure().shortened(d.Title, textWidth))
	p.line(marginSide, headerLine+smallText.lead+2, pageWidth-marginSide, headerLine+smallText.lead+2, hair, faint)
}

func (p pen) footer(d Document, n, of int) {
	number := fmt.Sprintf("%d / %d", n, of)
	if d.Page != "" {
		number = d.Page + " " + number
	}
	m := smallText.measure()
	p.line(marginSide, footerLine-3, pageWidth-marginSide, footerLine-3, hair, faint)
	p.text(smallText, marginSide, footerLine, m.shortened(d.Foot, textWidth-m.of(number)-12))
	p.text(smallText, pageWidth-marginSide-m.of(number), footerLine, number)
}

// shortened cuts a text that has not the room, and shows that it did.
func (m measure) shortened(s string, room float64) string {
	if m.of(s) <= room {
		return s
	}
	return m.wrap(s, room-m('…'))[0] + "…"
}

// atMost leaves out lines for which there is no room, and shows that it did.
func atMost(n int, lines []string) []string {
	if len(lines) <= n {
		return lines
	}
	return append(slices.Clip(lines[:n-1]), "…")
}
