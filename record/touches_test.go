package record_test

import (
	"fmt"
	"strings"
	"testing"

	"recorderd/observation"
	"recorderd/record"
)

// script reads reports such as "500 f1- 1700 f1+B clock:black": times in ms,
// squares that become empty, pieces that come, and the side whose clock runs.
func script(t *testing.T, text string) (batches []observation.Batch) {
	t.Helper()
	at := int64(0)
	for _, word := range strings.Fields(text) {
		if _, err := fmt.Sscanf(word, "%d", &at); err == nil {
			continue
		}
		var f observation.Fact
		if side, ok := strings.CutPrefix(word, "clock:"); ok {
			s, err := observation.ParseSide(side)
			if err != nil {
				t.Fatal(err)
			}
			f = observation.Clock{Running: s}
		} else {
			f = change(t, word[:2], strings.TrimLeft(word[2:], "+-"))
		}
		batches = append(batches, observation.Batch{T: at, Facts: []observation.Fact{f}})
	}
	return batches
}

// played applies a script to a game from its start position and returns the
// findings.
func played(t *testing.T, g observation.Game, text string) (found []record.Finding, r *record.Record) {
	t.Helper()
	r, err := record.New(observation.Header{Game: g, Board: observation.Board{Sensing: observation.Identity, ScanMS: 100}, Clock: observation.ClockSensor{Present: true}})
	if err != nil {
		t.Fatal(err)
	}
	terms, err := record.ParseTerms(g)
	if err != nil {
		t.Fatal(err)
	}
	start := terms.Start()
	apply(r, 0, start.Placement().Observation(), observation.Clock{Running: observation.White})
	for _, b := range script(t, text) {
		for _, e := range r.Apply(b) {
			if f, ok := e.(record.Finding); ok {
				found = append(found, f)
			}
		}
	}
	return found, r
}

// What hands did beside a move is found when the move is completed, at the time
// of its last square change, under the article of the edition.
func TestTouchesAreFoundWhenThePlyIsCompleted(t *testing.T) {
	for _, c := range []struct{ name, laws, fen, script, want string }{
		{"another piece", "fide-2023", "", "3000 b1- 5000 b1+N 6000 g1- 6300 f3+N 7000 clock:black 9000 e7-",
			"touch-move 4.3.1 t6300 White lifted the knight on b1, which could move, for 2 seconds and then moved another piece, the knight on g1, at 0:00:06.3 (Article 4.3.1)."},
		{"a piece of the opponent", "fide-2009", "4k3/8/8/3p4/8/2N5/8/4K3 w - - 0 1", "3000 d5- 5000 d5+p 6000 e1- 6300 e2+K 7000 clock:black 9000 e8-",
			"touch-move 4.3(b) t6300 White lifted the black pawn on d5, which could be captured, for 2 seconds and then moved another piece, the king on e1, at 0:00:06.3. The piece may only have been put straight (Article 4.3(b))."},
		{"an edition whose article nobody has read", "fide-2017", "4k3/7p/8/8/8/2N5/8/4K3 w - - 0 1", "3000 c3- 5000 c3+N 6000 e1- 6300 e2+K 7000 clock:black 9000 e8-",
			"touch-move  t6300 White lifted the knight on c3, which could move, for 2 seconds and then moved another piece, the king on e1, at 0:00:06.3."},
		{"rook first", "fide-2009", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "3000 h1- 3300 f1+R 4000 e1- 4300 g1+K 5000 clock:black 9000 e8-",
			"castling-rook-first 4.4(b) t4300 White castled at 0:00:04.3 and lifted the rook on h1 before the king on e1 (Article 4.4(b))."},
		{"both at once", "fide-2023", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "3000 e1- 3100 h1- 4000 g1+K 4300 f1+R 5000 clock:black 9000 e8-",
			"two-pieces-lifted 7.5.4 t4300 With the move made at 0:00:04.3 White had two pieces off the board together, from 0:00:03.1 to 0:00:04.0: king on e1 and rook on h1 (Article 7.5.4)."},
		{"nothing", "fide-2023", "", "3000 b1- 3200 b1+N 6000 g1- 6300 f3+N 7000 clock:black 9000 e7-", ""},
	} {
		found, _ := played(t, observation.Game{Laws: c.laws, FEN: c.fen, TimeControl: "5400+30"}, c.script)
		var got []string
		for _, f := range found {
			got = append(got, fmt.Sprintf("%s %s t%d %s", f.Code, f.Article, f.T, f.Text))
			if f.Ply != 1 || f.Level != record.Note || f.Side != observation.White {
				t.Errorf("%s: %+v", c.name, f)
			}
		}
		if strings.Join(got, "\n") != c.want {
			t.Errorf("%s:\nfound %s\n want %s", c.name, strings.Join(got, "\n      "), c.want)
		}
	}
}

// Before the ply is completed its player may still use the piece.
func TestTouchesOfAPlyThatIsNotCompleted(t *testing.T) {
	found, r := played(t, observation.Game{TimeControl: "5400+30"}, "3000 b1- 5000 b1+N 6000 g1- 6300 f3+N 9000 clock:white")
	if len(found) > 0 || r.Plies() != 1 {
		t.Errorf("found %v after %d plies", found, r.Plies())
	}
}
