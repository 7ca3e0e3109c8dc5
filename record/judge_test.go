package record_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"recorderd/observation"
	"recorderd/position"
	"recorderd/record"
	"recorderd/simulate"
)

// There and back, the knights make a position occur again every four plies.
const knights = "Nf3 Nf6 Ng1 Ng8"

var judged = []struct {
	name  string
	laws  string
	fen   string
	moves string
	want  string // findings as code@ply, and the end
}{
	{"fool's mate", "fide-2023", "", "f3 e5 g4 Qh4#", "checkmate@4 5.1.1 end 0-1 checkmate"},
	{"stalemate", "fide-2023", "7k/8/5KQ1/8/8/8/8/8 w - - 0 1", "Qf7", "stalemate@1 5.2.1 end 1/2-1/2 stalemate"},
	{"stalemate in an old edition", "fide-2009", "7k/8/5KQ1/8/8/8/8/8 w - - 0 1", "Qf7", "stalemate@1 5.2(a) end 1/2-1/2 stalemate"},
	{"bare kings", "fide-2023", "8/8/8/8/3k4/8/4r3/4K3 w - - 0 1", "Kxe2", "dead-position@1 5.2.2 end 1/2-1/2 dead-position"},
	{"dead before the last queen is taken", "fide-2023", "8/8/8/5n2/8/2k5/2q5/K7 b - - 0 1", "Qa2+", "dead-position@1 5.2.2 end 1/2-1/2 dead-position"},
	{"dead before the stalemate that cannot be avoided", "fide-2023", "7k/5Q2/8/8/8/2q5/8/2K5 b - - 0 1", "Qc2+", "dead-position@1 5.2.2 end 1/2-1/2 dead-position"},
	{"a wall", "fide-2009", "3k4/4p3/3pPp2/2pP1Pp1/1pP3Pp/pP5P/P2r4/3K4 w - - 0 50", "Kxd2", "dead-position@1 5.2(b) end 1/2-1/2 dead-position"},
	{"a wall with a gap", "fide-2023", "3k4/4p3/3pPp2/2pP1Pp1/1pP3P1/pP5P/P2r4/3K4 w - - 0 50", "Kxd2 Kc7", ""},
	{"stalemate goes before dead", "fide-2023", "8/8/8/8/8/k7/p2N4/K7 w - - 0 1", "Nb3 Kxb3", "stalemate@2 5.2.1 end 1/2-1/2 stalemate"},
	{"two knights are not dead", "fide-2023", "8/8/3k4/8/8/8/3r4/NN2K3 w - - 0 1", "Kxd2", ""},

	{"threefold", "fide-2023", "", knights + " " + knights, "threefold@8 9.2.2"},
	{"not threefold: the kings could castle the first time", "fide-2023", "", "e4 e5 Ke2 Ke7 Ke1 Ke8 Ke2 Ke7 Ke1 Ke8", ""},
	{"threefold after a double step that nobody can answer", "fide-2023", "", "e4 e5 " + knights + " " + knights, "threefold@10 9.2.2"},
	{"not threefold: en passant was possible the first time", "fide-2023", "", "e4 a6 e5 d5 Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8", ""},
	{"threefold: en passant was never legal, the pawn was pinned", "fide-2023", "", "e4 c5 e5 Qb6 Nf3 Qe6 Ng1 d5 Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8", "threefold@16 9.2.2"},
	{"fivefold", "fide-2023", "", strings.Repeat(knights+" ", 4),
		"threefold@8 9.2.2 threefold@9 9.2.2 threefold@10 9.2.2 threefold@11 9.2.2 threefold@12 9.2.2 threefold@13 9.2.2 threefold@14 9.2.2 threefold@15 9.2.2 threefold@16 9.2.2 fivefold@16 9.6.1 end 1/2-1/2 fivefold"},
	{"no fivefold in 2009", "fide-2009", "", strings.Repeat(knights+" ", 4) + "e4",
		"threefold@8 9.2(b) threefold@9 9.2(b) threefold@10 9.2(b) threefold@11 9.2(b) threefold@12 9.2(b) threefold@13 9.2(b) threefold@14 9.2(b) threefold@15 9.2(b) threefold@16 9.2(b)"},

	{"fifty moves", "fide-2023", "3k4/r7/8/8/8/8/7R/3K4 w - - 98 60", "Ke1 Ke8", "fifty-move@2 9.3.2"},
	{"forty-nine and a half", "fide-2023", "3k4/r7/8/8/8/8/7R/3K4 w - - 98 60", "Ke1", ""},
	{"fifty moves broken by a pawn", "fide-2023", "3k4/r7/8/8/8/8/P6R/3K4 w - - 98 60", "a4 Ke8", ""},
	{"seventy-five moves", "fide-2023", "3k4/r7/8/8/8/8/7R/3K4 w - - 148 90", "Ke1 Ke8", "seventyfive-move@2 9.6.2 end 1/2-1/2 seventyfive-move"},
	{"seventy-five moves in 2009 end nothing", "fide-2009", "3k4/r7/8/8/8/8/7R/3K4 w - - 148 90", "Ke1 Ke8 Kd1", ""},
	{"mate on the seventy-fifth goes first", "fide-2023", "4k3/8/4K3/8/8/8/8/7R w - - 149 90", "Rh8#", "checkmate@1 5.1.1 end 1-0 checkmate"},
}

func TestWhatThePositionEnds(t *testing.T) {
	for _, c := range judged {
		t.Run(c.name, func(t *testing.T) {
			if got := judge(t, c.laws, c.fen, c.moves); got != c.want {
				t.Errorf("have %q\nwant %q", got, c.want)
			}
		})
	}
}

// judge plays moves by hands on a board and returns what was found.
func judge(t *testing.T, edition, fen, sans string) string {
	t.Helper()
	start := position.Start()
	if fen != "" {
		var err error
		if start, err = position.Parse(fen); err != nil {
			t.Fatal(err)
		}
	}
	moves, err := simulate.MovesOf(start, strings.Fields(sans))
	if err != nil {
		t.Fatal(err)
	}
	tl := simulate.Hands(start, moves, simulate.Options{Terms: observation.Game{Laws: edition, TimeControl: "-"}})
	h, batches := simulate.Sense(tl, simulate.Sensor{Board: observation.Board{ScanMS: 50}})
	r, err := record.New(h)
	if err != nil {
		t.Fatal(err)
	}
	var found []string
	for _, b := range batches {
		for _, e := range r.Apply(b) {
			switch e := e.(type) {
			case record.Finding:
				found = append(found, fmt.Sprintf("%s@%d %s", e.Code, e.Ply, e.Article))
			case record.End:
				found = append(found, fmt.Sprintf("end %s %s", e.Result, e.Termination))
			}
		}
	}
	if got := r.Summary().Moves; !slices.Equal(got, strings.Fields(sans)) {
		t.Fatalf("the record has %v", got)
	}
	return strings.Join(found, " ")
}
