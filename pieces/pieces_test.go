package pieces

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestEveryPieceHasAShapeOnItsSquare(t *testing.T) {
	kinds := []string{"pawn", "knight", "bishop", "rook", "queen", "king", "unknown"}
	shapes := Shapes()
	if len(shapes) != len(kinds) {
		t.Errorf("%d shapes, want %d", len(shapes), len(kinds))
	}
	for _, kind := range kinds {
		if len(shapes[kind]) == 0 || shapes[kind][0].Kind != Body {
			t.Errorf("%s: no body comes first: %+v", kind, shapes[kind])
		}
		for _, l := range shapes[kind] {
			if (l.Width == 0) != (l.Kind == Dot) || len(l.Steps) < 2 || l.Steps[0].Op != Move {
				t.Errorf("%s: a line of no use: %+v", kind, l)
			}
			for _, s := range l.Steps {
				if s.Op != Close && (s.To.X < 0 || s.To.X > Size || s.To.Y < 0 || s.To.Y > Size) {
					t.Errorf("%s leaves its square at %v", kind, s.To)
				}
			}
		}
		if !strings.Contains(Symbols(), `<symbol id="`+kind+`"`) {
			t.Errorf("there is no symbol %q", kind)
		}
	}
	if s := Symbols(); !strings.HasPrefix(s, "<symbol") || !strings.HasSuffix(s, "</symbol>") {
		t.Errorf("the symbols have more around them: %.40q ... %q", s, s[max(0, len(s)-20):])
	}
}

func TestAPathIsReadStepByStep(t *testing.T) {
	got, err := path("M10 20L11-2H.5V7C1 2 3 4 5 6Q8,6 8 9ZL1 1")
	if err != nil {
		t.Fatal(err)
	}
	want := []Step{
		{Op: Move, To: Point{10, 20}},
		{Op: Straight, To: Point{11, -2}},
		{Op: Straight, To: Point{0.5, -2}},
		{Op: Straight, To: Point{0.5, 7}},
		{Op: Curve, A: Point{1, 2}, B: Point{3, 4}, To: Point{5, 6}},
		{Op: Curve, A: Point{7, 6}, B: Point{8, 7}, To: Point{8, 9}},
		{Op: Close},
		{Op: Straight, To: Point{1, 1}},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestAShapeThatCannotBeReadSaysWhy(t *testing.T) {
	cases := []struct{ svg, want string }{
		{`<svg><symbol id="x"><path d="M1 2a3 4"/></symbol></svg>`, `x: path: "a" is no command`},
		{`<svg><symbol id="x"><path d="M1"/></symbol></svg>`, `x: path: "M" is no command of this reader, or is cut short`},
		{`<svg><symbol id="x"><path d="M1 L"/></symbol></svg>`, `x: path: "L" after M`},
		{`<svg><symbol id="x"><path d="?1"/></symbol></svg>`, `x: path: "?"`},
		{`<svg><symbol id="x"><rect/></symbol></svg>`, "<rect> is no line"},
		{`<svg><symbol`, "EOF"},
	}
	for _, c := range cases {
		if _, err := parse(c.svg); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, want %q", c.svg, err, c.want)
		}
	}
}
