package pgn

import (
	"flag"
	"os"
	"path/filepath"
	"testing"

	"recorderd/observation"
	"recorderd/position"
	"recorderd/record"
)

var update = flag.Bool("update", false, "write testdata/golden anew")

// What a record becomes, whole: testdata/golden has a file for each.
func TestFromRecordGolden(t *testing.T) {
	const (
		afterBishop = "r1bqkbnr/pppp1Bpp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 0 3"
		start960    = "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1"
		pawnOnLast  = "P3k3/8/8/8/8/8/p7/4K3 b - - 0 40"
		pawnGone    = "8/4k3/8/8/8/8/p7/4K3 w - - 1 41"
		check       = "rnb1kbnr/ppppqppp/8/8/8/8/PPPP1PPP/RNBQKBNR w KQkq - 0 4"
		leftInCheck = "rnb1kbnr/ppppqppp/8/8/8/1P6/P1PP1PPP/RNBQKBNR b KQkq - 0 4"
		kingless    = "rnb1kbnr/pppp1ppp/8/8/8/1P6/P1PP1PPP/RNBQqBNR w kq - 0 5"
	)
	tests := map[string]struct {
		change func(*observation.Header)
		played func(*testing.T) *book
	}{
		"mate": {nil, func(t *testing.T) *book {
			return newBook(t, position.StartFEN).play("e4 e5 Qh5 Nc6 Bc4 Nf6").made("Qxf7#").end("1-0", "checkmate")
		}},
		"nothing-played": {nil, func(t *testing.T) *book { return newBook(t, position.StartFEN) }},
		"nothing-known": {func(h *observation.Header) { *h = observation.Header{} }, func(t *testing.T) *book {
			return newBook(t, position.StartFEN).made("d4").made("d5").end("1/2-1/2", "agreement")
		}},
		"odd-names": {func(h *observation.Header) {
			h.Game.Event, h.Game.Site = `The "Open" \ 3`, "Two\nlines\tand a tab"
			h.Game.White, h.Game.Black = "O'Neill, Seán }{", "Людмила [A]"
			h.Game.Date = "2026-11-29"
		}, func(t *testing.T) *book { return newBook(t, position.StartFEN).play("c4 c5").end("0-1", "flag") }},
		"split-score-and-delay": {func(h *observation.Header) { h.Game.TimeControl = "900d5" }, func(t *testing.T) *book {
			return newBook(t, position.StartFEN).play("Nf3 Nf6").end("1/2-0", "ruling")
		}},
		"tenths": {func(h *observation.Header) { h.Clock.ResolutionMS = 100 }, func(t *testing.T) *book {
			return newBook(t, position.StartFEN).play("g3 g6 Bg2 Bg7").end("*", "adjourned")
		}},
		"illegal-move-stood": {nil, func(t *testing.T) *book {
			return newBook(t, position.StartFEN).play("e4 e5 Nf3 Nc6").illegal("Bf1xf7?!illegal", afterBishop).
				play("Kxf7 O-O Nf6").end("0-1", "resignation")
		}},
		"illegal-move-lost": {nil, func(t *testing.T) *book {
			return newBook(t, position.StartFEN).play("e4 e5 Nf3 Nc6").illegal("Bf1xf7?!illegal", afterBishop).end("0-1", "illegal-move")
		}},
		"pawn-left-on-last-rank": {nil, func(t *testing.T) *book {
			return newBook(t, "4k3/P7/8/8/8/8/p7/4K3 w - - 0 40").illegal("a7-a8=P?!illegal", pawnOnLast).
				play("Ke7").illegal("?!unexplained", "8/4k3/8/8/8/8/p7/4K3 b - - 0 41").illegal("Ke7-e7?!illegal", pawnGone).
				play("Kd2 a1=Q").end("0-1", "resignation")
		}},
		"king-captured": {nil, func(t *testing.T) *book {
			return newBook(t, check).illegal("b2-b3?!illegal", leftInCheck).
				illegal("Qe7xe1?!illegal", kingless).play("Nc3").end("0-1", "illegal-move")
		}},
		"illegal-first-move": {nil, func(t *testing.T) *book {
			return newBook(t, position.StartFEN).illegal("e2-e5?!illegal", "rnbqkbnr/pppppppp/8/4P3/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1").
				play("d5 exd6").end("1/2-1/2", "agreement")
		}},
		"start-no-reader-loads": {nil, func(t *testing.T) *book {
			return newBook(t, "rnbqqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQ - 0 1").play("e4 e5").end("*", "unfinished")
		}},
		"chess960": {func(h *observation.Header) { h.Game.Variant = "chess960" }, func(t *testing.T) *book {
			return newBook(t, start960).play("d3 d6 Nf3 Nf6 Nc3 Nc6 Qd2 Qd7 O-O-O O-O-O").end("1/2-1/2", "agreement")
		}},
		"black-begins": {nil, func(t *testing.T) *book {
			return newBook(t, "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 3 14").play("d6 Bb5").end("*", "unfinished")
		}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			h := header()
			if test.change != nil {
				test.change(&h)
			}
			got := write(t, FromRecord(h, test.played(t).events)...)
			strict(t, got)
			file := filepath.Join("testdata", "golden", name+".pgn")
			if *update {
				if err := os.WriteFile(file, []byte(got), 0o666); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if got != string(want) {
				t.Errorf("got:\n%s\nwant:\n%s", got, want)
			}
			for _, g := range readAll(t, got) {
				if len(g.Errors) > 0 {
					t.Errorf("read back: %v", g.Errors)
				}
			}
		})
	}
}

// The lines of a record in their order: what is withdrawn, replaced and not yet
// committed.
func TestFromRecordFolds(t *testing.T) {
	tests := []struct {
		name            string
		play            func(b *book)
		committed, made string
		result          string
	}{
		{"a move made is not committed", func(b *book) { b.play("e4").made("e5") }, "e4", "e4 e5", "*"},
		{"a completed move is", func(b *book) { b.play("e4 e5") }, "e4 e5", "e4 e5", "*"},
		{"an answered move is, though nobody pressed", func(b *book) { b.made("e4").made("e5") }, "e4", "e4 e5", "*"},
		{"the last move of an ended game is", func(b *book) { b.play("e4").made("e5").end("1-0", "resignation") }, "e4 e5", "e4 e5", "1-0"},
		{"a move taken back before the press is gone", func(b *book) {
			b.play("e4").made("e5").retract("player").at("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1").play("c5")
		}, "e4 c5", "e4 c5", "*"},
		{"a retracted move takes its press along", func(b *book) {
			b.play("e4").retract("agreement").at(position.StartFEN).made("d4")
		}, "", "d4", "*"},
		{"a second line of a ply replaces the first, and its press stays", func(b *book) {
			b.play("e4 e5")
			b.ply = 0
			b.at(position.StartFEN).made("e3")
		}, "e3 e5", "e3 e5", "*"},
		{"another capture changes the plies after it too", func(b *book) {
			b.play("e4 d5 Nc3 Nf6 exd5 Nxd5 d3")
			b.ply = 5
			b.at("rnbqkb1r/ppp1pppp/5n2/3P4/8/2N5/PPPP1PPP/R1BQKBNR b KQkq - 0 3").made("Qxd5").made("d3")
		}, "e4 d5 Nc3 Nf6 exd5 Qxd5 d3", "e4 d5 Nc3 Nf6 exd5 Qxd5 d3", "*"},
		{"plies withdrawn and said anew", func(b *book) {
			b.play("e4 e5 Nf3 Nc6").made("Bb5").retract("revision").retract("revision").retract("revision")
			b.at("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2").play("Nc3 Nf6").made("Bc4")
		}, "e4 e5 Nc3 Nf6", "e4 e5 Nc3 Nf6 Bc4", "*"},
		{"an end that was none", func(b *book) {
			b.play("f3 e5 g4").made("Qh4#").end("0-1", "checkmate").add(record.Reopen{})
			b.retract("revision").at("rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2").play("Qg5")
		}, "f3 e5 g4 Qg5", "f3 e5 g4 Qg5", "*"},
		{"an end that holds, said again after the second line", func(b *book) {
			b.play("f3 e5 g4").made("Qh4#").end("0-1", "checkmate").add(record.Reopen{})
			b.ply = 3
			b.at("rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2").made("Qh4#").end("0-1", "checkmate")
		}, "f3 e5 g4 Qh4#", "f3 e5 g4 Qh4#", "0-1"},
		{"an illegal ply that its player completed", func(b *book) {
			b.play("e4 e5 Nf3 Nc6 Bc4 Bc5").illegal("Ke1-g1?!illegal", "r1bqk1nr/pppp1ppp/2n5/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQ2KR b kq - 5 4")
			b.ply = 6
			b.at("r1bqk1nr/pppp1ppp/2n5/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4").made("O-O").made("Nf6")
		}, "e4 e5 Nf3 Nc6 Bc4 Bc5 O-O", "e4 e5 Nf3 Nc6 Bc4 Bc5 O-O Nf6", "*"},
		{"a reopened game has no result", func(b *book) {
			b.play("e4 e5").end("1-0", "flag").add(record.Reopen{})
			b.play("d4")
		}, "e4 e5 d4", "e4 e5 d4", "*"},
		{"another start begins anew", func(b *book) {
			b.play("e4").retract("ruling").add(record.Start{FEN: position.StartFEN})
			b.at(position.StartFEN).play("c4")
		}, "c4", "c4", "*"},
		{"plies that are not there change nothing", func(b *book) {
			b.add(record.Move{Ply: 7, SAN: "e4", UCI: "e2e4", Legal: true})
			b.add(record.Complete{Ply: 9})
			b.add(record.Retract{Ply: 3})
			b.add(record.Retract{Ply: 0})
		}, "", "", "*"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			b := newBook(t, position.StartFEN)
			test.play(b)
			games := FromRecord(header(), b.events)
			if len(games) != 1 || sans(games[0]) != test.committed || games[0].Result != test.result {
				t.Errorf("committed: got %q %s, want %q %s", sans(games[0]), games[0].Result, test.committed, test.result)
			}
			if made := sans(FromRecordMade(header(), b.events)[0]); made != test.made {
				t.Errorf("made: got %q, want %q", made, test.made)
			}
		})
	}
}

// An illegal move just pressed may still be put back: it is told when it was
// answered, or the game ended.
func TestFromRecordHoldsBackAnIllegalMove(t *testing.T) {
	b := newBook(t, position.StartFEN).play("e4 e5").illegal("Ke1-e3?!illegal", "rnbqkbnr/pppp1ppp/8/4p3/4P3/4K3/PPPP1PPP/RNBQ1BNR b kq - 1 2")
	if got := write(t, FromRecord(header(), b.events)...); got != write(t, FromRecord(header(), newBook(t, position.StartFEN).play("e4 e5").events)...) {
		t.Errorf("before the answer it is told:\n%s", got)
	}
	b.play("Nc6")
	games := FromRecord(header(), b.events)
	if len(games) != 2 || sans(games[1]) != "Nc6" {
		t.Fatalf("after the answer: got %d games, want 2", len(games))
	}
	if got, want := games[0].Moves[1].Comment, "2. Ke1-e3 was not legal and not corrected"; got != want {
		t.Errorf("comment: got %q, want %q", got, want)
	}
	if got, want := games[1].Tag("Board"), "1012"; got != want {
		t.Errorf("board of the second game: got %s, want %s", got, want)
	}
}

func TestTermination(t *testing.T) {
	for termination, want := range map[string]string{
		"checkmate": "normal", "stalemate": "normal", "dead-position": "normal", "threefold": "normal", "fivefold": "normal",
		"fifty-move": "normal", "seventyfive-move": "normal", "agreement": "normal", "resignation": "normal",
		"flag": "time forfeit", "illegal-move": "rules infraction", "ruling": "adjudication",
		"adjourned": "unterminated", "unfinished": "unterminated",
	} {
		g := FromRecord(header(), newBook(t, position.StartFEN).end("*", termination).events)[0]
		if got := g.Tag("Termination"); got != want {
			t.Errorf("%s: got %q, want %q", termination, got, want)
		}
	}
}

func TestTimeControlTag(t *testing.T) {
	for tc, want := range map[string]string{
		"40/5400+30:1800+30": "40/5400+30:1800+30", "180+2": "180+2", "-": "-", "?": "?", "900b10": "?", "300|240": "?", "5 minutes": "?",
	} {
		h := header()
		h.Game.TimeControl = tc
		g := FromRecord(h, nil)[0]
		if got := g.Tag("TimeControl"); got != want {
			t.Errorf("%s: got %q, want %q", tc, got, want)
		}
		if told := g.Lead != ""; told != (want == "?" && tc != "?") {
			t.Errorf("%s: comment %q", tc, g.Lead)
		}
	}
}
