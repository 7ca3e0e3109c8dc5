package touch

import (
	"regexp"
	"testing"

	"recorderd/observation"
)

const (
	castles  = "r3k2r/pppq1ppp/2npbn2/4p3/4P3/2NPBN2/PPPQ1PPP/R3K2R w KQkq - 0 1"
	exchange = "rnb1kbnr/ppp1pppp/8/3q4/8/2N5/PPPP1PPP/R1BQKBNR w KQkq - 0 1" // Nxd5 is legal
	passing  = "4k3/8/8/3pP3/8/8/8/4K2R w K d6 0 1"
	hanging  = "4k3/pp6/8/4p3/8/5N2/PP6/R3K2R w KQ - 0 1" // Nxe5 is legal, b7 is safe
)

// rows are the situations of the catalogue that are about touching, and those
// that look like it. The facts are the same whoever is to move and whatever the
// board can tell, but where occupancy says otherwise.
var rows = []struct {
	name string
	scene
	want      string
	occupancy string // "same" if empty
}{
	{"A1 an ordinary move", scene{"", "e2e4", "", "e2- e4+P"}, "", ""},
	{"A2 in the other order", scene{"", "e2e4", "", "e4+P e2-"}, "", ""},
	{"A3 a slow slide", scene{castles, "a1d1", "", "a1- b1+R b1- c1+R c1- d1+R"}, "", ""},
	{"A3 a slide that rests", scene{castles, "a1d1", "", "a1- c1+R ... c1- d1+R"}, "", ""},
	{"A4 a slide out of order", scene{"", "e2e4", "", "e3+P e4+P e3- e2-"}, "", ""},
	{"A6 dropped on its target", scene{"", "g1f3", "", "g1- f3+N f3- f3+N"}, "", ""},
	{"A7 a landing that bounces", scene{"", "e2e4", "", "e2- e4+P e4- e4+P e4- e4+P"}, "", ""},
	{"A8 hovering", scene{"", "e2e4", "", "e2- e4+P e4- ~ e4+P e4- ... e4+P"}, "", ""},

	{"B1 capturer first", scene{exchange, "c3d5", "", "c3- ~ d5- ~ d5+N"}, "", ""},
	{"B2 victim first", scene{exchange, "c3d5", "", "d5- ... c3- d5+N"}, "", ""},
	{"B3 swap", scene{exchange, "c3d5", "", "c3- d5=N"}, "", ""},
	{"B4 both off at once", scene{exchange, "c3d5", "", "c3-,d5- ... d5+N"}, "", ""},
	{"B5 victim carried over another square", scene{exchange, "c3d5", "", "c3- d5- e6+q e6- d5+N"}, "", ""},
	{"B6 a wrong code before the right one", scene{exchange, "c3d5", "", "c3- d5=P d5=N"}, "", ""},
	{"B9 captured piece put elsewhere for a while", scene{exchange, "c3d5", "", "c3- d5- d5+N a6+q ... a6-"}, "piece-displaced(mover) a6 800-3000", ""},
	{"B10 recapture already in the air", scene{exchange, "c3d5", "", "c3- e7- d5=N"}, "", ""},

	{"C1 adjusted in place", scene{"", "g1f3", "", "d1- ~ d1+Q ... g1- f3+N"}, "", ""},
	{"C2 lifted, put back, another moved", scene{"", "g1f3", "", "b1- ... b1+N ... g1- f3+N"}, "touch-move(mover) b1 2200 move>g1 high", ""},
	{"C2 but it could not move", scene{"", "g1f3", "", "d1- ... d1+Q ... g1- f3+N"}, "", ""},
	{"C2 within the time of adjusting", scene{"", "g1f3", "", "b1- 400 b1+N ... g1- f3+N"}, "", ""},
	{"C2 and the put-back bounced", scene{"", "g1f3", "", "b1- ... b1+N b1- b1+N ... g1- f3+N"}, "touch-move(mover) b1 2200 move>g1 high", ""},
	{"C2 two of them", scene{"", "g1f3", "", "b1- ... b1+N ... e2- ... e2+P g1- f3+N"}, "touch-move(mover) b1 2200 move>g1 high +e2 2200", ""},
	{"C2 the moved piece first", scene{"", "g1f3", "", "g1- ... g1+N b1- ... b1+N g1- f3+N"}, "", ""},
	{"C2 the moved piece straightened first", scene{"", "g1f3", "", "g1- g1+N b1- ... b1+N g1- f3+N"}, "touch-move(mover) b1 2200 move>g1 high", ""},
	{"C3 the opponent's piece, no capture", scene{hanging, "h1f1", "", "e5- ... e5+p ... h1- f1+R"}, "touch-move(mover) e5 2200 be-captured>h1 low", ""},
	{"C3 but it could not be captured", scene{hanging, "h1f1", "", "b7- ... b7+p ... h1- f1+R"}, "", ""},
	{"C3 a capture tried with another piece", scene{hanging, "h1f1", "", "f3- ~ e5- e5+N ... e5- e5+p f3+N ... h1- f1+R"},
		"touch-move(mover) f3 3500 move>h1 high +e5 2600", "touch-move(mover) f3 3500 move>h1 high"},
	{"C3 the moved piece should have captured", scene{hanging, "f3d4", "", "f3- e5- ... e5+p d4+N"}, "touch-move(mover) e5 2200 be-captured>f3 low", ""},
	{"C4 several straightened", scene{"", "g1f3", "", "a2- a2+P b2- b2+P c2- ~ c2+P g1- f3+N"}, "", ""},
	{"C4 several, one for long", scene{"", "g1f3", "", "a2- a2+P b2- b2+P c2- ... c2+P g1- f3+N"}, "touch-move(mover) c2 2200 move>g1 low", ""},
	{"C5 by the side not to move", scene{"", "g1f3", "", "g8- 1000 g8+n ... g1- f3+N"}, "", ""},
	{"C6 another square after releasing", scene{"", "e2e4", "", "e2- e3+P ... e3- e4+P"}, "", ""},
	{"C7 an illegal square first", scene{"", "b1c3", "", "b1- b3+N ... b3- c3+N"}, "", ""},
	{"C8 to and fro", scene{castles, "a1d1", "", "a1- b1+R ... b1- c1+R ... c1- b1+R ... b1- d1+R"}, "", ""},
	{"C9 another piece after releasing", scene{"", "b1c3", "", "g1- f3+N ... f3- g1+N b1- c3+N"}, "touch-move(mover) g1 2600 move>b1 high", ""},
	{"C10 the opponent changes his move", scene{"rnbqkbnr/pppppppp/8/8/8/4P3/PPPP1PPP/RNBQKBNR b KQkq - 0 1", "g8f6", "", "e3- e4+P ... g8- f6+n"},
		"piece-displaced(none) e3 200- e4 400-", ""},
	{"C11 held for long", scene{"", "g1f3", "", "g1- ... ... ... f3+N"}, "", ""},

	{"D1 king first", scene{castles, "e1g1", "", "e1- g1+K h1- f1+R"}, "", ""},
	{"D2 rook first", scene{castles, "e1g1", "", "h1- f1+R e1- g1+K"}, "castling-rook-first(mover) h1 400 before e1", ""},
	{"D2 on the other wing", scene{castles, "e1c1", "", "a1- ~ d1+R ~ e1- c1+K"}, "castling-rook-first(mover) a1 1400 before e1", ""},
	{"D2 in one scan", scene{castles, "e1g1", "", "h1-,e1- g1+K,f1+R"}, "two-pieces-lifted(mover) e1 h1 200", ""},
	{"D2 rook straightened, king first", scene{castles, "e1g1", "", "h1- h1+R ... e1- g1+K h1- f1+R"}, "", ""},
	{"D2 rook in the hand, then castled", scene{castles, "e1g1", "", "h1- ... h1+R ... e1- g1+K h1- f1+R"}, "castling-rook-first(mover) h1 4400 before e1", ""},
	{"D4 both off", scene{castles, "e1g1", "", "e1- h1- g1+K f1+R"}, "two-pieces-lifted(mover) e1 h1 200", ""},
	{"D4 both off, rook down first", scene{castles, "e1c1", "", "e1- a1- ~ d1+R c1+K"}, "two-pieces-lifted(mover) e1 a1 700", ""},
	{"D4 both off, rook lifted first", scene{castles, "e1g1", "", "h1- e1- ~ g1+K f1+R"},
		"castling-rook-first(mover) h1 200 before e1; two-pieces-lifted(mover) h1 e1 700", ""},
	{"D5 king slides", scene{castles, "e1g1", "", "e1- f1+K f1- g1+K h1- f1+R"}, "", ""},
	{"D8 king to the wrong square", scene{castles, "e1g1", "", "e1- f1+K ... f1- g1+K h1- f1+R"}, "", ""},
	{"D a castling given up", scene{castles, "a2a3", "", "e1- h1- ... h1+R e1+K ... a2- a3+P"},
		"two-pieces-lifted(mover) e1 h1 2200; touch-move(mover) e1 2600 move>a2 high +h1 2200", ""},
	{"D11 king and rook exchange", scene{"4k3/8/8/8/8/8/8/5KR1 w G - 0 1", "f1g1", "", "f1- g1- g1+K f1+R"}, "two-pieces-lifted(mover) f1 g1 200", "anything"},

	{"E2 en passant, victim first", scene{passing, "e5d6", "", "d5- ... e5- d6+P"}, "", ""},
	{"E1 en passant, victim last", scene{passing, "e5d6", "", "e5- d6+P ... d5-"}, "", ""},
	{"F1 promotion", scene{"8/4P1k1/8/8/8/8/8/K7 w - - 0 1", "e7e8q", "", "e7- e8+P ... e8- ... e8+Q"}, "", ""},
	{"F3 queen first", scene{"8/4P1k1/8/8/8/8/8/K7 w - - 0 1", "e7e8q", "", "e8+Q ... e7-"}, "", ""},

	{"G1 knocked while the hand moved", scene{"", "g1f3", "", "g1- f2- f3+N ... f2+P"}, "piece-displaced(mover) f2 400-2800", ""},
	{"G1 by the hand that came", scene{"", "g1f3", "", "f2- g1- f3+N ... f2+P"}, "piece-displaced(mover) f2 200-2800", ""},
	{"G1 still there", scene{"", "g1f3", "", "g1- f2- f3+N ..."}, "piece-displaced(mover) f2 400-", ""},
	{"G1 just before the end", scene{"", "g1f3", "", "g1- f3+N f2- ~"}, "", ""},
	{"G1 put right by the next player", scene{"rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 0 1", "g8f6", "", "early:f2- 1500 f2+P ... g8- f6+n"},
		"piece-displaced(none) f2 -1700", ""},
	{"G2 on a wrong square", scene{"", "g1f3", "", "g1- f2- f3+N g3+P ..."}, "piece-displaced(mover) f2 400- g3 800-", ""},
	{"G3 several fall", scene{"", "g1f3", "", "e2-,f2- g2-,h2- ... e2+P ~ f2+P ~ g2+P ~ h2+P ... g1- f3+N"},
		"piece-displaced(none) e2 200-2600 f2 200-3300 g2 400-4000 h2 400-4700", ""},
	{"G3 the opponent's", scene{"", "g1f3", "", "e7-,f7- ... e7+p ~ f7+p ... g1- f3+N"}, "piece-displaced(none) e7 200-2400 f7 200-3100", ""},
	{"G3 five in one scan, put back by hand", scene{"", "g1f3", "", "c2-,d2-,e2-,f2-,g2- ... c2+P ~ d2+P ~ e2+P ~ f2+P ~ g2+P ... g1- f3+N"},
		"piece-displaced(none) c2 200-2400 d2 200-3100 e2 200-3800 f2 200-4500 g2 200-5200", ""},
	{"G5 a bumped table", scene{"", "g1f3", "", "a1-,b1-,c1-,d1-,e1-,f1-,h1- ~ 700 a1+R,c1+B,e1+K,h1+R b1+N,d1+Q,f1+B ... g1- f3+N"}, "", ""},
	{"G9 a row drops out", scene{"", "g1f3", "", "a2-,b2-,c2-,d2-,e2-,f2-,g2-,h2- ... ... a2+P,b2+P,c2+P,d2+P,e2+P,f2+P,g2+P,h2+P ... g1- f3+N"}, "", ""},
	{"G7 a drop-out of three scans", scene{"", "g1f3", "", "c2- 400 c2+P ... g1- f3+N"}, "", ""},
	{"G7 a flickering square", scene{"", "g1f3", "", "c2- c2+P c2- c2+P c2- ... c2+P ... g1- f3+N"}, "", ""},
	{"G10 a ghost", scene{"", "g1f3", "", "e4+P e4- ... g1- f3+N"}, "", ""},
	{"G11 a code that flips", scene{"", "g1f3", "", "c2=B ... c2=P ... g1- f3+N"}, "", ""},
	{"G12 identical pieces exchanged", scene{castles, "a2a3", "", "a1- h1- ... a1+R h1+R ... a2- a3+P"},
		"two-pieces-lifted(mover) a1 h1 2200; touch-move(mover) a1 2400 move>a2 high +h1 2400", ""},
	{"G13 different pieces exchanged", scene{"", "g1f3", "", "c1- b1- b1+B c1+N ... g1- f3+N"}, "piece-displaced(none) c1 200- b1 400-", "anything"},
	{"G a piece found on another square and put back", scene{castles, "a1d1", "", "h8- g8+r ... ... g8- h8+r ... a1- d1+R"},
		"piece-displaced(none) h8 200-4800 g8 400-4600", ""},
	{"G14 a spare queen on the edge", scene{"", "g1f3", "", "g1- f3+N a5+q ..."}, "piece-displaced(mover) a5 600-", ""},
	{"G brushed with the arm", scene{castles, "h1f1", "", "h1- e1- e1+K f1+R"}, "", ""},
	{"G held in the other hand", scene{castles, "h1f1", "", "h1- ~ a1- ... a1+R ~ f1+R"}, "two-pieces-lifted(mover) h1 a1 2200", ""},

	{"H3 the answer begins early", scene{"", "e2e4", "", "e2- e7- ... e4+P ..."}, "", ""},
	{"H3 with the victim first", scene{exchange, "d2d4", "", "d2- d4+P d4- ... d5- ..."}, "", ""},
	{"H3 put back after all", scene{"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", "g8f6", "", "early:e7- e7+p g8- f6+n"}, "", ""},
	{"H3 lifted early, put back, moved", scene{"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", "e7e5", "", "early:e7- ... e7+p e7- e5+p"}, "", ""},
	{"I2 an irregular move", scene{"", "", "rnbqkbnr/pppppppp/8/8/8/1N6/PPPPPPPP/R1BQKBNR", "b1- b3+N"}, "", ""},
	{"I2 after another piece was lifted", scene{"", "", "rnbqkbnr/pppppppp/8/8/8/1N6/PPPPPPPP/R1BQKBNR", "e2- ... e2+P b1- b3+N"},
		"touch-move(mover) e2 2200 move>b1 high", ""},
	{"I6 a piece of the other colour", scene{"", "", "rnbqkbnr/pppp1ppp/8/4p3/8/8/PPPPPPPP/RNBQKBNR", "e7- e5+p"}, "", ""},
}

func TestCatalogue(t *testing.T) {
	for _, row := range rows {
		want := map[observation.Sensing]string{observation.Identity: row.want, observation.Occupancy: row.want}
		if row.occupancy != "" {
			want[observation.Occupancy] = row.occupancy
		}
		for sensing, want := range want {
			if want == "anything" {
				continue
			}
			check(t, row.name, row.scene, sensing, want)
			check(t, row.name, row.scene.mirrored(), sensing, mirrorSquares(want))
		}
	}
}

func check(t *testing.T, name string, s scene, sensing observation.Sensing, want string) {
	t.Helper()
	p := s.ply(t, sensing)
	if got := short(p.Facts(), p.Before.Side()); got != want {
		t.Errorf("%s, %s, %s to move: %q\n got %q\nwant %q", name, sensing, p.Before.Side(), s.text, got, want)
	}
}

// mirrorSquares exchanges the sides in what short writes.
func mirrorSquares(text string) string {
	return regexp.MustCompile(`\b[a-h][1-8]\b`).ReplaceAllStringFunc(text, mirrorRanks)
}
