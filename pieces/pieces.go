// Package pieces has the shapes of the chessmen, once for every picture of them:
// the page in a browser, the sheets on paper.
package pieces

import (
	_ "embed"
	"encoding/xml"
	"fmt"
	"strings"
	"sync"
)

// SVG is the file of the shapes: a symbol for each kind, with its name. A colour
// is given from outside: fill, stroke, and color for the lines within.
//
//go:embed pieces.svg
var SVG string

// Symbols are the symbols of SVG without the file around them, to be set into a
// page.
func Symbols() string {
	_, rest, _ := strings.Cut(SVG, ">")
	inner, _, _ := strings.Cut(rest, "</svg>")
	return strings.TrimSpace(inner)
}

// Shape is a piece on a square of Size by Size: lines to be drawn one over the
// other.
type Shape []Line

// Size is the side of the square that a shape stands on.
const Size = 100

// Line is one line of a shape.
type Line struct {
	Kind  Kind
	Width float64 // of its stroke; 0 for a Dot
	Steps []Step
}

// Kind is how a line gets its colours.
type Kind uint8

const (
	Body   Kind = iota // filled, with an edge around it
	Detail             // a line within the body
	Dot                // filled as details are drawn
)

// Step goes on along a line. A step that Moves or is Straight ends at To, one
// that is a Curve comes there by the control points A and B, and one that Closes
// goes back to where the line moved last.
type Step struct {
	Op       Op
	A, B, To Point
}

// Op is what a step does.
type Op uint8

const (
	Move Op = iota
	Straight
	Curve
	Close
)

// Point has its y downwards.
type Point struct{ X, Y float64 }

// Shapes returns the shapes by the name of their kind, such as "knight".
var Shapes = sync.OnceValue(func() map[string]Shape {
	shapes, err := parse(SVG)
	if err != nil {
		panic("pieces: " + err.Error()) // the file was built into the program
	}
	return shapes
})

type file struct {
	Symbols []struct {
		ID    string `xml:"id,attr"`
		Lines []line `xml:",any"`
	} `xml:"symbol"`
}

type line struct {
	XMLName xml.Name
	Fill    string  `xml:"fill,attr"`
	Stroke  string  `xml:"stroke,attr"`
	Width   float64 `xml:"stroke-width,attr"`
	D       string  `xml:"d,attr"`
	CX      float64 `xml:"cx,attr"`
	CY      float64 `xml:"cy,attr"`
	R       float64 `xml:"r,attr"`
}

func parse(svg string) (map[string]Shape, error) {
	var f file
	if err := xml.Unmarshal([]byte(svg), &f); err != nil {
		return nil, err
	}
	shapes := make(map[string]Shape)
	for _, symbol := range f.Symbols {
		for _, l := range symbol.Lines {
			parsed, err := l.parse()
			if err != nil {
				return nil, fmt.Errorf("%s: %w", symbol.ID, err)
			}
			shapes[symbol.ID] = append(shapes[symbol.ID], parsed)
		}
	}
	return shapes, nil
}

func (l line) parse() (Line, error) {
	parsed := Line{Kind: Body, Width: l.Width}
	switch {
	case l.Fill == "none":
		parsed.Kind = Detail
	case l.Stroke == "none":
		parsed.Kind = Dot
	}
	var err error
	switch l.XMLName.Local {
	case "circle":
		parsed.Steps = circle(Point{l.CX, l.CY}, l.R)
	case "path":
		parsed.Steps, err = path(l.D)
	default:
		err = fmt.Errorf("<%s> is no line: draw it as a path or a circle", l.XMLName.Local)
	}
	return parsed, err
}

// circle is four curves. Their control points stand so far out that the curve
// leaves the circle by less than a thousandth of its radius.
func circle(centre Point, r float64) []Step {
	out := float64(r * 0.5523)
	at := func(x, y float64) Point { return Point{centre.X + x, centre.Y + y} }
	return []Step{
		{Op: Move, To: at(r, 0)},
		{Op: Curve, A: at(r, out), B: at(out, r), To: at(0, r)},
		{Op: Curve, A: at(-out, r), B: at(-r, out), To: at(-r, 0)},
		{Op: Curve, A: at(-r, -out), B: at(-out, -r), To: at(0, -r)},
		{Op: Curve, A: at(out, -r), B: at(r, -out), To: at(r, 0)},
		{Op: Close},
	}
}
