package record_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"recorderd/observation"
	"recorderd/reconstruct"
	"recorderd/record"
)

// noticed has a record say what its tracker noticed.
func (s *teller) noticed(n reconstruct.Noticed) *teller {
	if n.T == 0 {
		n.T = s.now()
	}
	s.step(n)
	return s
}

func kingsOn(white, black string) reconstruct.Noticed {
	return reconstruct.Noticed{Code: "result-signal", Side: observation.NoSide, Data: map[string]any{"white_king": white, "black_king": black}}
}

// Kings in the centre propose the result of the table, and others nothing.
func TestResultSignals(t *testing.T) {
	for _, c := range []struct{ table, white, black, want string }{
		{"", "e4", "d5", "1-0"},
		{"", "d5", "e4", "1-0"},
		{"", "d4", "e5", "0-1"},
		{"", "e5", "d4", "0-1"},
		{"", "d4", "d5", "1/2-1/2"},
		{"", "e4", "e5", "1/2-1/2"},
		{"", "e4", "d4", "1/2-1/2"},
		{"", "e4", "f5", ""},
		{"", "g1", "g8", ""},
		{"e4d5=0-1  a1h8=1-0", "e4", "d5", "0-1"},
		{"e4d5=0-1  a1h8=1-0", "a1", "h8", "1-0"},
		{"e4d5=0-1  a1h8=1-0", "d5", "e4", ""},
		{"none", "e4", "d5", ""},
	} {
		s := tell(t, observation.Game{Signals: c.table}).made("e4 e5")
		s.lines = nil
		s.noticed(kingsOn(c.white, c.black))
		got := ""
		for _, e := range s.lines {
			line := string(record.AppendLine(nil, e))
			_, after, _ := strings.Cut(line, `"result":"`)
			got, _, _ = strings.Cut(after, `"`)
			if !strings.Contains(line, fmt.Sprintf("the kings were put on %s and %s, the sign of a", c.white, c.black)) {
				t.Errorf("%s", line)
			}
		}
		if got != c.want || s.r.Ended() {
			t.Errorf("table %q, kings on %s and %s: %q, want %q", c.table, c.white, c.black, got, c.want)
		}
	}
}

func TestTablesOfSignalsThatCannotBeRead(t *testing.T) {
	for _, table := range []string{"e4d5", "e4d5=", "e4d5=2-0", "e4=1-0", "e4e4=1-0", "e4d9=1-0", "e4d5=1-0 e4d5=0-1", "=1-0", "none e4d5=1-0"} {
		_, err := record.ParseTerms(observation.Game{Signals: table})
		if err == nil || !strings.HasPrefix(err.Error(), "signals: ") {
			t.Errorf("%q: got %v", table, err)
		}
	}
	if _, err := record.ParseTerms(observation.Game{Signals: record.DefaultSignals}); err != nil {
		t.Error(err)
	}
}

// After the end some things are still said: kings in the centre, analysis, and
// what has no effect.
func TestWhatIsNoticedAfterTheEnd(t *testing.T) {
	s := tell(t, observation.Game{}).made("f3 e5 g4 Qh4")
	s.said = nil
	s.noticed(kingsOn("e4", "d5")).noticed(reconstruct.Noticed{Code: "analysis", Ply: 4, Side: observation.NoSide}).
		noticed(reconstruct.Noticed{Code: "event-after-end", Ply: 4, Side: observation.White}).
		noticed(reconstruct.Noticed{Code: "press-without-move", Ply: 4, Side: observation.White}).
		noticed(reconstruct.Noticed{Code: "unreadable", Ply: 4, Side: observation.NoSide})
	s.want("result-signal@0 t5000", "analysis@4 t5000", "event-after-end@4 t5000")
}

// A press without a move is an illegal one where the edition says so.
func TestPressesWithoutAMove(t *testing.T) {
	for _, c := range []struct{ laws, want string }{
		{"fide-2023", `"article":"7.5.3","text":"White pressed the clock at 0:00:03.0 and had made no move. This counts as White's first illegal move: Black gets two minutes (Article 7.5.3).","data":{"count":1,"remedy":[{"kind":"time","to":"black","ms":120000}]}}`},
		{"fide-2017", `"article":"7.8.1","text":"White pressed the clock at 0:00:03.0 and had made no move. This counts as White's first illegal move: Black gets two minutes (Article 7.8.1).","data":{"count":1,"remedy":[{"kind":"time","to":"black","ms":120000}]}}`},
		{"fide-2009", `"article":"","text":"White pressed the clock at 0:00:03.0 and had made no move."}`},
		{"fide-2005", `"article":"13.4","text":"White pressed the clock at 0:00:03.0 and had made no move (Article 13.4)."}`},
		{"fide-2001", `"article":"","text":"White pressed the clock at 0:00:03.0 and had made no move."}`},
	} {
		s := tell(t, observation.Game{Laws: c.laws, TimeControl: "5400+30"}).made("e4 e5").
			noticed(reconstruct.Noticed{Code: "press-without-move", Ply: 2, Side: observation.White})
		line := string(record.AppendLine(nil, s.last("press-without-move")))
		if !strings.HasSuffix(line, c.want) {
			t.Errorf("%s:\n got %s\nwant %s", c.laws, line, c.want)
		}
		s.illegal("g1", "g3", "Ng1-g3", "no-such-move")
		want := 1
		if strings.Contains(c.want, "count") {
			want = 2
		}
		if n := countOf(t, s.last("illegal-move-completed")); n != want {
			t.Errorf("%s: the illegal move after it counts as number %d, want %d", c.laws, n, want)
		}
	}
}

func TestAKingThatWasCapturedIsMissingOnce(t *testing.T) {
	s := tell(t, observation.Game{FEN: "4k3/8/8/8/8/8/4R3/4K3 w - - 0 1"}).illegal("e2", "e8", "Re2xe8", "king-captured")
	s.noticed(reconstruct.Noticed{Code: "king-missing", Ply: 1, Side: observation.Black})
	s.found("king-missing", 1)
	s.made("").noticed(reconstruct.Noticed{Code: "piece-surplus", Ply: 1, Side: observation.White})
	s.found("piece-surplus", 1)
}

// Every code of the contract has a level and a sentence, and says nothing in it
// that is left open.
func TestEveryCodeHasItsSentence(t *testing.T) {
	levels := map[record.Level]string{
		record.Decisive:     "checkmate stalemate dead-position fivefold seventyfive-move",
		record.Claimable:    "threefold fifty-move flag-fall",
		record.Irregularity: "illegal-move-completed illegal-move-stands both-kings-in-check pawn-on-last-rank setup-wrong press-without-move both-flags clock-jump clock-start-wrong increment-missing clock-stopped clock-lost king-missing piece-surplus",
		record.Note:         "illegal-move-withdrawn setup-window-closed touch-move castling-rook-first two-pieces-lifted move-changed piece-displaced reply-before-press press-missing scoresheet-free last-two-minutes draw-offer event-after-end result-signal analysis rule-unverified",
		record.Quality:      "ambiguous-move missed-move unreadable order-unknown sensor-episode square-unreliable second-opinion link-lost link-restored recovered",
	}
	n := 0
	for level, codes := range levels {
		for code := range strings.FieldsSeq(codes) {
			n++
			f := record.Worded(record.Finding{Code: code, Side: observation.White})
			if f.Level != level || f.Text == "" || strings.ContainsAny(f.Text, "{}[]") || !strings.HasSuffix(f.Text, ".") {
				t.Errorf("%s: level %s, %q", code, f.Level, f.Text)
			}
		}
	}
	if codes := slices.Sorted(maps.Keys(record.Kinds())); len(codes) != n {
		t.Errorf("%d codes are known, the contract has %d: %v", len(codes), n, codes)
	}
}
