// Package paper lays a document out: as PDF, as one HTML page that needs nothing
// else, and as plain text. It knows no chess but the picture of a board.
//
// The same document gives the same bytes everywhere.
package paper

import (
	"slices"
	"time"
)

// Document is what is laid out. Its texts may come from outside: what a format
// cannot show is replaced, never an error. Line breaks in them are kept, but not
// in titles, headings, names of facts and labels, which are one line each.
type Document struct {
	Language string // BCP 47, such as "pt"; it sets nothing but what the file says of itself
	Title    string
	Foot     string    // on every page
	Page     string    // what stands before the number of a page: "Page"
	Date     time.Time // of the file's own data; zero for none
	Blocks   []Block
}

// Block is one part of a document: Heading, Paragraph, Facts, Table, Boards,
// List, Signatures, Code or Break.
type Block interface{ block() }

// Heading begins a part and stays with what follows; Level 1 is the title of a
// sheet, 3 the least.
type Heading struct {
	Level int
	Text  string
}

// Paragraph is running text.
type Paragraph struct {
	Text string
	Look Look
}

// Look is how a paragraph stands out.
type Look uint8

const (
	Plain Look = iota
	Boxed      // the answer, which is to be seen first
	Small      // remarks
)

// Facts are names with values, one a line.
type Facts []Fact

// Fact is one of them.
type Fact struct{ Name, Value string }

// Table has a row of titles and rows of cells. A row may be shorter than that of
// the titles.
type Table struct {
	Columns []Column
	Rows    [][]string
}

// Column is one column of a table. One that is Wide takes what room is left;
// in the others nothing is broken.
type Column struct {
	Title string
	Align Align
	Wide  bool
}

// Align is where text stands in its column.
type Align uint8

const (
	Left Align = iota
	Right
	Centre
)

// Boards are positions side by side, as many in a row as have room: on paper
// three.
type Boards []Board

// Board is the picture of a position with what is said of it. Any placement can
// be shown; one that is none, a square that is none or another side is an error.
type Board struct {
	Title     string
	Placement string   // the first field of a FEN; "o" is a piece that is not known
	ToMove    string   // "w", "b", or "" where that is not known
	Marked    []string // squares, such as "e4"
	Lines     []string // below the board
	Alt       string   // what the picture shows, for those who do not see it
}

// List is lines with a mark before each.
type List []string

// Signatures are lines to sign on, each with what is written below it.
type Signatures []string

// Code is what a person can note or a phone can read.
type Code struct {
	Label string // what it is
	Text  string // in groups of letters
	QR    string // what the picture holds, in ASCII, for phones guess at the rest; "" for none
}

// Break begins a new page.
type Break struct{}

func (Heading) block()    {}
func (Paragraph) block()  {}
func (Facts) block()      {}
func (Table) block()      {}
func (Boards) block()     {}
func (List) block()       {}
func (Signatures) block() {}
func (Code) block()       {}
func (Break) block()      {}

// hasTitles says whether there is a row of titles to show.
func (t Table) hasTitles() bool {
	return slices.ContainsFunc(t.Columns, func(c Column) bool { return c.Title != "" })
}
