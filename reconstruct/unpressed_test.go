package reconstruct_test

import (
	"reflect"
	"strings"
	"testing"

	"recorderd/observation"
	"recorderd/reconstruct"
)

// do has hands do what these words say: "e2-" a piece is lifted, "e4+P" it is put
// down, "stop" the clock is stopped, "W!" and "B!" it is pressed.
func (g *table) do(script string) {
	g.tb.Helper()
	for _, w := range strings.Fields(script) {
		switch {
		case w == "W!":
			g.hear(600, clock(observation.Black))
		case w == "B!":
			g.hear(600, clock(observation.White))
		case w == "stop":
			g.hear(600, clock(observation.NoSide))
		default:
			s, err := observation.ParseSquare(w[:2])
			if err != nil {
				g.tb.Fatal(err)
			}
			c := observation.Change{Square: s}
			if w[2] == '+' {
				c.Piece = observation.Piece(w[3])
			}
			if g.occupancy && c.Piece != observation.Empty {
				c.Piece = observation.Occupied
			}
			g.hear(400, c)
		}
	}
}

var unpressed = []struct {
	name, fen, play string
	want            string // SAN and kind; "" for none
	occupancy       string // the same for a board that does not know its pieces, where it differs
}{
	{name: "nothing"},
	{name: "a legal move", play: "e2- e4+P"},
	{name: "a legal move, pressed", play: "e2- e4+P W!"},
	{name: "in the air", play: "b1-"},
	{name: "a move that there is not", play: "b1- b3+N", want: "Nb1-b3?!illegal no-such-move"},
	{name: "and the clock stopped", play: "b1- b3+N stop", want: "Nb1-b3?!illegal no-such-move"},
	{name: "Black's", play: "e2- e4+P W! b8- b6+n", want: "Nb8-b6?!illegal no-such-move"},
	{name: "pressed", play: "b1- b3+N W!"},
	{name: "put back", play: "b1- b3+N b3- b1+N"},
	{name: "going back", play: "b1- b3+N b3-"},
	{name: "two moves", play: "e2- e4+P d2- d4+P", want: "d2-d4?!illegal two-moves"},
	{name: "another square after a legal one", play: "g1- f3+N f3- f4+N", want: "Ng1-f4?!illegal no-such-move"},
	{name: "the other colour begins", play: "e7- e5+p", want: "e7-e5?!illegal wrong-side", occupancy: "-"},
	{name: "left in check", fen: "4k3/8/8/8/4r3/8/3P4/4K3 w - - 0 1", play: "d2- d3+P", want: "d2-d3?!illegal king-left-in-check"},
	{name: "half a castling", fen: "4k3/8/8/8/8/8/8/4K2R w K - 0 1", play: "e1- g1+K", want: "Ke1-g1?!illegal castling"},
	{name: "a pawn on the last rank", fen: "8/4P1k1/8/8/8/8/8/6K1 w - - 0 1", play: "e7- e8+P", want: "e7-e8=P?!illegal promotion-missing", occupancy: "-"},
	{name: "own piece captured", fen: "4k3/8/8/8/8/8/P7/R3K3 w - - 0 1", play: "a1- a2- a2+R", want: "Ra1xa2?!illegal own-piece-captured"},
	{name: "set up at random", play: "a1- b1- c1- d5+Q e5+B f5+R"},
}

// TestUnpressed asks for the irregular ply that stands on the board, and sees
// that the question changes nothing.
func TestUnpressed(t *testing.T) {
	for _, test := range unpressed {
		for _, sensing := range []observation.Sensing{observation.Identity, observation.Occupancy} {
			t.Run(test.name+", "+string(sensing), func(t *testing.T) {
				want := test.want
				if sensing == observation.Occupancy && test.occupancy != "" {
					want = strings.Trim(test.occupancy, "-")
				}
				g, silent := newTable(t, sensing, test.fen), newTable(t, sensing, test.fen)
				g.do(test.play)
				silent.do(test.play)
				g.hear(1500, observation.Tick{})
				silent.hear(1500, observation.Tick{})
				got := ""
				if m, ok := g.t.Unpressed(); ok {
					got = m.SAN + " " + m.Kind
				}
				if got != want {
					t.Errorf("%q, want %q; told: %s", got, want, words(g.steps))
				}
				g.do("W! g8- f6+n B! B!")
				silent.do("W! g8- f6+n B! B!")
				g.hear(5000, observation.Tick{})
				silent.hear(5000, observation.Tick{})
				if !reflect.DeepEqual(g.steps, silent.steps) {
					t.Errorf("asked: %s\nnot asked: %s", words(g.steps), words(silent.steps))
				}
			})
		}
	}
	if m, ok := reconstruct.New(observation.Header{}, newTable(t, observation.Identity, "").start).Unpressed(); ok {
		t.Errorf("%v before play", m)
	}
}
