package pieces

import (
	"fmt"
	"regexp"
	"strconv"
)

// numbers says how many numbers each command of a path takes.
var numbers = map[byte]int{'M': 2, 'L': 2, 'H': 1, 'V': 1, 'C': 6, 'Q': 4, 'Z': 0}

var token = regexp.MustCompile(`[A-Za-z]|[-+]?[0-9]*\.?[0-9]+|[^\s,]`)

// path reads the data of an SVG path: of its commands the absolute ones that
// the shapes have, M L H V C Q Z. A Q becomes the cubic curve that it is.
func path(data string) ([]Step, error) {
	tokens := token.FindAllString(data, -1)
	var steps []Step
	var at, from Point // where the line is, and where it moved last
	for len(tokens) > 0 {
		op := tokens[0][0]
		n, known := numbers[op]
		if !known || len(tokens) <= n {
			return nil, fmt.Errorf("path: %q is no command of this reader, or is cut short", tokens[0])
		}
		var v [6]float64
		for i, t := range tokens[1 : 1+n] {
			var err error
			if v[i], err = strconv.ParseFloat(t, 64); err != nil {
				return nil, fmt.Errorf("path: %q after %c: %w", t, op, err)
			}
		}
		tokens = tokens[1+n:]
		s := step(op, v, at)
		switch s.Op {
		case Close:
			at = from
		case Move:
			at, from = s.To, s.To
		default:
			at = s.To
		}
		steps = append(steps, s)
	}
	return steps, nil
}

func step(op byte, v [6]float64, at Point) Step {
	switch op {
	case 'M':
		return Step{Op: Move, To: Point{v[0], v[1]}}
	case 'L':
		return Step{Op: Straight, To: Point{v[0], v[1]}}
	case 'H':
		return Step{Op: Straight, To: Point{v[0], at.Y}}
	case 'V':
		return Step{Op: Straight, To: Point{at.X, v[0]}}
	case 'C':
		return Step{Op: Curve, A: Point{v[0], v[1]}, B: Point{v[2], v[3]}, To: Point{v[4], v[5]}}
	case 'Q':
		pull, to := Point{v[0], v[1]}, Point{v[2], v[3]}
		return Step{Op: Curve, A: towards(at, pull), B: towards(to, pull), To: to}
	}
	return Step{Op: Close}
}

// towards goes two thirds of the way. The conversions keep a machine that can
// multiply and add at once from rounding otherwise than the rest.
func towards(from, to Point) Point {
	return Point{from.X + float64((to.X-from.X)*2/3), from.Y + float64((to.Y-from.Y)*2/3)}
}
