package paper

import (
	"bytes"
	"strings"
	"testing"
	"unicode/utf8"
)

// reader makes a document of bytes: each block has a letter, and takes its texts
// from what follows, up to the next 0.
type reader struct{ rest []byte }

func (r *reader) byte() byte {
	if len(r.rest) == 0 {
		return 0
	}
	b := r.rest[0]
	r.rest = r.rest[1:]
	return b
}

func (r *reader) text() string {
	text, rest, _ := bytes.Cut(r.rest, []byte{0})
	r.rest = rest
	return string(text)
}

func (r *reader) texts() []string {
	texts := make([]string, r.byte()%8)
	for i := range texts {
		texts[i] = r.text()
	}
	return texts
}

func (r *reader) block() Block {
	switch r.byte() % 9 {
	case 0:
		return Heading{int(int8(r.byte())), r.text()}
	case 1:
		return Paragraph{r.text(), Look(r.byte() % 3)}
	case 2:
		return Facts{{r.text(), r.text()}, {r.text(), r.text()}}
	case 3:
		var t Table
		for _, title := range r.texts() {
			t.Columns = append(t.Columns, Column{title, Align(r.byte() % 3), r.byte()%2 == 1})
		}
		for range r.byte() % 8 {
			t.Rows = append(t.Rows, r.texts())
		}
		return t
	case 4:
		return Boards{{Title: r.text(), Placement: r.text(), ToMove: r.text(), Marked: r.texts(), Lines: r.texts(), Alt: r.text()}}
	case 5:
		return List(r.texts())
	case 6:
		return Signatures(r.texts())
	case 7:
		return Code{r.text(), r.text(), r.text()}
	}
	return Break{}
}

// FuzzDocument lays out whatever comes. Nothing but a board or a QR code may be
// refused, and that by both formats. It gets on only with -fuzzminimizetime 5x.
func FuzzDocument(f *testing.F) {
	f.Add([]byte("pt\x00title\x00foot\x00Page\x00\x00\x01heading\x00\x01<b>&\x00\x01\x03\x02No.\x00White\x00\x01\x00\x00\x01\x02\x021\x00e4\x00\x01x\x00"))
	f.Add([]byte("\x00\x00\x00\x00\x04t\x00rnbqkbnr/pppppppp/8/8/4o3/8/PPPPPPPP/RNBQKBNR\x00w\x00\x01e4\x00\x01line\x00alt\x00\x08\x07l\x007F3A\x00qr\x00"))
	f.Add([]byte("\xff\x00\u202e\x00\x1b[2J\x00\xf0\x9f\x99\x82\x00\x05\x03a\u0301\x00\ufffe\x00" + strings.Repeat("long", 99) + "\x00\x06\x02a\x00b\x00"))
	f.Fuzz(func(t *testing.T, raw []byte) {
		r := &reader{raw}
		d := Document{Language: r.text(), Title: r.text(), Foot: r.text(), Page: r.text()}
		for len(r.rest) > 0 && len(d.Blocks) < 20 {
			d.Blocks = append(d.Blocks, r.block())
		}
		if text := Text(d); !utf8.ValidString(text) || strings.ContainsAny(text, "\x1b\r\u202e") {
			t.Errorf("not fit for a terminal: %q", text)
		}
		pdf, err := PDF(d)
		page, other := HTML(d)
		if err != nil || other != nil {
			for _, err := range []error{err, other} {
				if err == nil || !strings.HasPrefix(err.Error(), "paper: board") && !strings.HasPrefix(err.Error(), "paper: QR") {
					t.Errorf("PDF: %v, HTML: %v", err, other)
				}
			}
			return
		}
		if !bytes.HasPrefix(pdf, []byte("%PDF-")) || !bytes.HasSuffix(bytes.TrimSpace(pdf), []byte("%%EOF")) {
			t.Errorf("no PDF: %.20q ...", pdf)
		}
		if err := wellFormed(string(page)); err != nil {
			t.Errorf("not well-formed: %v", err)
		}
	})
}
