package touch

import (
	"testing"

	"recorderd/observation"
)

func BenchmarkFacts(b *testing.B) {
	for _, c := range []struct {
		name string
		s    scene
	}{
		{"Ordinary", scene{"", "e2e4", "", "e2- e4+P"}},
		{"Capture", scene{exchange, "c3d5", "", "c3- d5- d5+N"}},
		{"Slide", scene{castles, "a1d1", "", "a1- b1+R b1- c1+R c1- d1+R"}},
		{"Castling", scene{castles, "e1g1", "", "e1- g1+K h1- f1+R"}},
		{"Adjusted", scene{"", "g1f3", "", "d1- ~ d1+Q ... g1- f3+N"}},
		{"TouchMove", scene{"", "g1f3", "", "b1- ... b1+N ... g1- f3+N"}},
	} {
		b.Run(c.name, func(b *testing.B) {
			p := c.s.ply(b, observation.Identity)
			b.ReportAllocs()
			for b.Loop() {
				p.Facts()
			}
		})
	}
}
