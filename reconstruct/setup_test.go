package reconstruct_test

import (
	"fmt"
	"testing"

	"recorderd/observation"
	"recorderd/position"
	"recorderd/reconstruct"
)

// wrongSetUps are boards that differ from the start position, as they stand before
// White's player, and what is said of them when White's clock is started.
var wrongSetUps = []struct {
	name, stands, want string
	occupancy          string // of a board that does not know its pieces
}{
	{"right", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", "", ""},
	{"White's king and queen", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR", "king-queen-swapped [d1 e1]", ""},
	{"Black's king and queen", "rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", "king-queen-swapped [d8 e8]", ""},
	{"both kings and queens", "rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR", "king-queen-swapped [d1 e1 d8 e8]", ""},
	{"a white rook and knight", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBRN", "pieces-misplaced [g1 h1]", ""},
	{"a black bishop and knight", "rbnqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", "pieces-misplaced [b8 c8]", ""},
	{"a white pawn on another square", "rnbqkbnr/pppppppp/8/8/8/P7/1PPPPPPP/RNBQKBNR", "pieces-misplaced [a2 a3]", "pieces-misplaced [a2 a3]"},
	{"a white rook missing", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN1", "piece-missing [h1]", "piece-missing [h1]"},
	{"black men missing", "r1bqkbnr/ppppppp1/8/8/8/8/PPPPPPPP/RNBQKBNR", "piece-missing [h7 b8]", "piece-missing [h7 b8]"},
	{"a black king missing", "rnbq1bnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", "piece-missing [e8], king-missing", "piece-missing [e8], king-missing"},
	{"the board turned", "RNBKQBNR/PPPPPPPP/8/8/8/8/pppppppp/rnbkqbnr", "turned", ""},
	{"the board turned, a knight and a bishop", "RNBKQBNR/PPPPPPPP/8/8/8/8/pppppppp/rbnkqbnr", "turned, pieces-misplaced [f8 g8]", ""},
	{"the colours", "RNBQKBNR/PPPPPPPP/8/8/8/8/pppppppp/rnbqkbnr", "turned, colours-reversed <nil>", ""},
	{"another game", "r1bq1rk1/pppp1ppp/2n2n2/2b1p3/2B1P3/3P1N2/PPP2PPP/RNBQ1RK1", "unreadable", "-"},
}

func TestWrongSetUps(t *testing.T) {
	for _, test := range wrongSetUps {
		for _, sensing := range []observation.Sensing{observation.Identity, observation.Occupancy} {
			want := test.want
			if sensing == observation.Occupancy {
				want = test.occupancy
			}
			if want == "-" {
				continue // what it takes for the start position says nothing
			}
			t.Run(test.name+", "+string(sensing), func(t *testing.T) {
				pl, err := observation.ParsePlacement(test.stands)
				if err != nil {
					t.Fatal(err)
				}
				g := emptyTable(t, sensing, position.Start())
				g.place(0, pl)
				g.hear(5000, clock(observation.White))
				got := ""
				for _, s := range g.steps {
					switch s := s.(type) {
					case reconstruct.Began:
						if s.Turned {
							got += ", turned"
						}
					case reconstruct.Noticed:
						if s.Code == "setup-wrong" {
							got += fmt.Sprintf(", %v %v", s.Data["kind"], s.Data["squares"])
						} else {
							got += ", " + s.Code
						}
					}
				}
				if got != "" {
					got = got[2:]
				}
				if got != want {
					t.Errorf("%q, want %q", got, want)
				}
			})
		}
	}
}

// TestColoursExchangedAnywhere exchanges the colours on the squares of a position
// that does not look the same from both sides.
func TestColoursExchangedAnywhere(t *testing.T) {
	start, err := position.ParseLoose("bqnbnrkr/pppppppp/8/8/8/8/PPPPPPPP/BQNBNRKR w KQkq - 0 1")
	if err != nil {
		t.Fatal(err)
	}
	pl, _ := observation.ParsePlacement("BQNBNRKR/PPPPPPPP/8/8/8/8/pppppppp/bqnbnrkr")
	g := emptyTable(t, observation.Identity, start)
	g.place(0, pl)
	g.hear(5000, clock(observation.White))
	for _, s := range g.steps {
		if n, ok := s.(reconstruct.Noticed); ok && n.Code == "setup-wrong" && n.Data["kind"] == "colours-reversed" {
			return
		}
	}
	t.Errorf("it is not told: %s", words(g.steps))
}
