package reconstruct

import (
	"fmt"
	"os"
	"strconv"
	"testing"

	"recorderd/observation"
	"recorderd/position"
)

// TestDebug prints the beam of a trace between two times (DEBUG=file DFROM DTO).
func TestDebug(t *testing.T) {
	name := os.Getenv("DEBUG")
	if name == "" {
		t.Skip("DEBUG names no trace")
	}
	from, _ := strconv.ParseInt(os.Getenv("DFROM"), 10, 64)
	to, _ := strconv.ParseInt(os.Getenv("DTO"), 10, 64)
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	src, err := observation.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	h := src.Header()
	start := position.Start()
	if h.Game.FEN != "" {
		start, _ = position.ParseLoose(h.Game.FEN)
	}
	tr := New(h, start)
	for {
		b, err := src.Next()
		if err != nil {
			return
		}
		steps := tr.Apply(b)
		if b.T < from || b.T > to {
			continue
		}
		fmt.Printf("%d %v away=%v gap=%v press=%v rested=%d last=%d\n", b.T, b.Facts, tr.away.is, tr.gap.open, tr.press.side, tr.rested, tr.image.last)
		for i := range tr.beam {
			r := &tr.beam[i]
			var l []string
			for _, n := range r.tip.line(max(0, r.tip.ply-4)) {
				x := n.uci()
				if n.firm {
					x += "!"
				}
				if n.inferred {
					x += "?"
				}
				if n.shown {
					x += "s"
				}
				l = append(l, x)
			}
			fmt.Printf("    %d base %d touched %d squares %d done %v open %v told %v: %d %v diff %v\n", r.cost(), r.base, r.touched, r.squares, r.done, r.open.side, r.told, r.tip.ply, l, squaresOf(r.differs))
		}
		for _, s := range steps {
			switch s := s.(type) {
			case Made:
				fmt.Printf("  => made %d %s sure %d %v %s\n", s.Ply, s.SAN, s.Confidence, s.Alternatives, s.Doubt)
			case Revised:
				for _, m := range s.Plies {
					fmt.Printf("  => revised %d %s sure %d %v %s\n", m.Ply, m.SAN, m.Confidence, m.Alternatives, m.Doubt)
				}
			default:
				fmt.Printf("  => %T %+v\n", s, s)
			}
		}
	}
}

func squaresOf(b position.Bitboard) (s []string) {
	for ; b != 0; b &= b - 1 {
		s = append(s, b.First().String())
	}
	return s
}
