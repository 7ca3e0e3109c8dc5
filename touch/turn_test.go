package touch

import (
	"fmt"
	"strings"
	"testing"

	"recorderd/observation"
)

// turns are what hands did before a ply was made. The first pieces of each word of
// want are its squares; "+" says that the piece is still off.
var turns = []struct {
	name, fen, text string
	pressed         int64 // after the log began
	want            string
}{
	{"nothing", "", "", 0, ""},
	{"taken up", "", "b1- ...", 0, "b1 2000+"},
	{"taken up only now", "", "b1- 500", 0, ""},
	{"taken up and put back", "", "b1- ... b1+N ...", 0, "b1 2200"},
	{"brushed", "", "b1- b1+N ...", 0, ""},
	{"put straight", "", "d1- ~ d1+Q ...", 0, ""},
	{"it bounces", "", "b1- b1+N b1- b1+N b1- b1+N ...", 0, ""},
	{"moved, and not pressed", "", "b1- c3+N ...", 0, "b1 2200+"},
	{"and taken off again", "", "b1- c3+N ... c3- b1+N ...", 0, "b1 2600"},
	{"two of them", "", "b1- ... b1+N g1- ... g1+N", 0, "b1 2200 g1 2200"},
	{"one that cannot move", "", "d1- ... d1+Q", 0, ""},
	{"the opponent's", "", "b8- ... b8+n", 0, ""},
	{"knocked over together", "", "b1-,c1-,g1- ... b1+N c1+B g1+N", 0, ""},
	{"off before the turn", "", "early:b1- ... b1+N", 0, ""},
	{"before the opponent pressed", "", "b1- ... b1+N ...", 1500, ""},
	{"a square that comes and goes", "", "b1- b1+N b1- b1+N b1- b1+N b1- b1+N b1- b1+N b1- b1+N b1- 1000 b1+N", 0, ""},
	{"Black's", "rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 1 1", "b8- ... b8+n f3- ... f3+N", 0, "b8 2200"},
}

func TestTakenUp(t *testing.T) {
	for _, row := range turns {
		for _, sensing := range []observation.Sensing{observation.Identity, observation.Occupancy} {
			t.Run(row.name+" "+string(sensing), func(t *testing.T) {
				s := scene{fen: row.fen, text: row.text, uci: "g1f3"}
				if row.fen != "" {
					s.uci = "g8f6"
				}
				p := s.ply(t, sensing)
				p.After = nil
				if row.pressed > 0 {
					p.Pressed = began + row.pressed
				}
				var got []string
				for _, k := range p.TakenUp() {
					open := ""
					if k.Open {
						open = "+"
					}
					got = append(got, fmt.Sprintf("%s %d%s", k.Square, k.HeldMS, open))
				}
				if strings.Join(got, " ") != row.want {
					t.Errorf("%q, want %q", got, row.want)
				}
			})
		}
	}
}
