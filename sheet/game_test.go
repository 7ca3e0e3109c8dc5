package sheet

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"recorderd/observation"
	"recorderd/paper"
	"recorderd/position"
	"recorderd/recording"
	"recorderd/sentence"
)

// TestAPaperOfAGameReads holds the papers about a whole game against what they
// said when somebody last read them.
func TestAPaperOfAGameReads(t *testing.T) {
	moment := func(s string) recording.Moment {
		m, err := recording.ParseMoment(s)
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	for _, c := range []struct {
		sheet    Name
		scenario string
		at       string
		letters  Letters
	}{
		{Scoresheet, "game-special-moves", "", ""},
		{Scoresheet, "game-opera-blitz", "", "figurine"},
		{Scoresheet, "game-three-periods-agreed", "", ""},
		{Scoresheet, "link-lost-too-long", "", ""},
		{Scoresheet, "illegal-stands-rapid-2018", "", "de"},
		{Scoresheet, "occupancy-promotion-ambiguous", "", ""},
		{Scoresheet, "draw-offer-declined", "", ""},
		{Scoresheet, "game-evergreen-no-clock", "20", "fr"},
		{Scoresheet, "setup-right", "0", ""},
		{Reconstruction, "game-three-periods-agreed", "0:20:00.5", ""},
		{Reconstruction, "game-three-periods-agreed", "90", ""},
		{Reconstruction, "game-evergreen-no-clock", "", ""},
		{Reconstruction, "clock-battery-dead", "", ""},
		{Reconstruction, "illegal-late-correction-standard", "", ""},
		{Adjournment, "adjourned-and-left-so", "", ""},
		{Adjournment, "adjourned-wrong-position-set-up", "", ""},
		{Report, "adjourned-wrong-position-set-up", "", ""},
		{Report, "illegal-late-correction-standard", "", ""},
		{Report, "threefold-wrong-claim-and-the-clocks", "", ""},
		{Report, "game-classical-resigned", "", ""},
	} {
		rec := read(t, c.scenario)
		for _, l := range sentence.Languages() {
			name := string(c.sheet) + "-" + c.scenario + "-" + string(l)
			if c.at != "" {
				name = "at-" + strings.NewReplacer(":", "", ".", "").Replace(c.at) + "-" + name
			}
			t.Run(name, func(t *testing.T) {
				d, err := Make(rec, c.sheet, Options{Language: l, Letters: c.letters, At: moment(c.at), Narrow: true})
				if err != nil {
					t.Fatal(err)
				}
				golden(t, name+".txt", paper.Text(d))
			})
		}
	}
}

// TestAScoresheetHasEveryPlyAsItWasPlayed reads the moves of every scoresheet
// back: none is missing, and each legal one is the move of the record.
func TestAScoresheetHasEveryPlyAsItWasPlayed(t *testing.T) {
	legal := 0
	for _, scenario := range scenarioNames(t) {
		state, err := read(t, scenario).Whole()
		if err != nil {
			t.Fatal(err)
		}
		w := newWriter(state, Options{Letters: "figurine"})
		var cells []string
		for _, row := range w.scoreRows(w.Score.Plies) {
			for _, cell := range []string{row.cells[0], row.cells[2]} {
				if cell != "" && cell != "..." {
					cells = append(cells, cell)
				}
			}
		}
		if len(cells) != len(state.Score.Plies) {
			t.Errorf("%s: %d moves on the sheet, %d plies in the record", scenario, len(cells), len(state.Score.Plies))
			continue
		}
		for i, p := range state.Score.Plies {
			if illegal := !p.Legal && !unread(p); strings.Contains(cells[i], notLegal) != illegal {
				t.Errorf("%s: ply %d is written %q, and it is legal: %v", scenario, p.Ply, cells[i], p.Legal)
			}
			if !p.Legal {
				continue
			}
			legal++
			before := w.position(i)
			text := strings.TrimSuffix(strings.TrimSuffix(cells[i], " (=)"), doubtful)
			m, err := before.ParseSAN(text)
			if err != nil || before.UCI(m) != p.UCI {
				t.Errorf("%s: ply %d is %s, written %q: %v", scenario, p.Ply, p.UCI, text, err)
			}
			if strings.ContainsAny(text, "O=") {
				t.Errorf("%s: ply %d is written %q, which is the form of PGN", scenario, p.Ply, text)
			}
		}
	}
	if legal < 1500 {
		t.Errorf("only %d legal plies were looked at", legal)
	}
}

func TestAGameOfChess960ShowsItsStart(t *testing.T) {
	fen, err := position.Chess960FEN(356)
	if err != nil {
		t.Fatal(err)
	}
	placement, _, _ := strings.Cut(fen, " ")
	rec, err := recording.Read(strings.NewReader(`{"trace":1,"game":{"fen":"` + fen + `","variant":"chess960"},"board":{"sensing":"identity"},"clock":{"present":false}}
{"t":0,"placement":"` + placement + `"}
{"t":5000,"sq":"e2","piece":""}
{"t":5500,"sq":"e4","piece":"P"}
{"t":9000,"sq":"e7","piece":""}
{"t":9500,"sq":"e5","piece":"p"}
{"t":20000,"tick":true}
`))
	if err != nil {
		t.Fatal(err)
	}
	d, err := Make(rec, Scoresheet, Options{})
	if err != nil {
		t.Fatal(err)
	}
	text := paper.Text(d)
	for _, want := range []string{"356", "The start of this game", "e4", "e5"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in:\n%s", want, text)
		}
	}
	if slices.ContainsFunc(d.Blocks, func(b paper.Block) bool { _, is := b.(paper.Break); return is }) {
		t.Error("a short game takes two pages")
	}
}

// TestALongGameTakesSeveralPages holds that the columns of a page go on on the
// next one, and none of them is torn.
func TestALongGameTakesSeveralPages(t *testing.T) {
	d, err := Make(read(t, "seventyfive-2018"), Scoresheet, Options{})
	if err != nil {
		t.Fatal(err)
	}
	var rows []int
	breaks := 0
	for _, b := range d.Blocks {
		switch b := b.(type) {
		case paper.Break:
			breaks++
		case paper.Table:
			rows = append(rows, len(b.Rows))
		}
	}
	if breaks != len(rows)-1 && breaks != len(rows) || slices.Max(rows) > perFullColumn || len(rows) < 2 {
		t.Errorf("tables of %v rows and %d breaks", rows, breaks)
	}
}

func TestAGameThatWasNotAdjournedHasNoEnvelope(t *testing.T) {
	if _, err := Make(read(t, "threefold-just-appeared"), Adjournment, Options{}); !errors.Is(err, ErrNotAdjourned) {
		t.Errorf("the error is %v", err)
	}
}

// TestNobodyIsNamedWhereNamesAreLeftOut looks for the names of the scenarios on
// every sheet of a public product.
func TestNobodyIsNamedWhereNamesAreLeftOut(t *testing.T) {
	for _, scenario := range []string{"adjourned-wrong-position-set-up", "game-opera-blitz", "illegal-late-correction-standard"} {
		rec := read(t, scenario)
		white, black := rec.Header.Game.White, rec.Header.Game.Black
		if white == "" || black == "" {
			t.Fatalf("%s has no names", scenario)
		}
		for _, names := range []recording.Names{recording.Initials, recording.NoNames} {
			for _, m := range makers {
				d, err := Make(rec.WithNames(names), m.name, Options{NoNames: names == recording.NoNames})
				if errors.Is(err, ErrNotAdjourned) {
					continue
				}
				if err != nil {
					t.Fatal(err)
				}
				text := paper.Text(d)
				if strings.Contains(text, white) || strings.Contains(text, black) {
					t.Errorf("%s: %s with names %s has the names", scenario, m.name, names)
				}
				if initials := names.Of(white); names == recording.Initials && !strings.Contains(text, initials) {
					t.Errorf("%s: %s has no %q", scenario, m.name, initials)
				}
			}
		}
	}
}

// TestEveryActHasWords holds the kinds of acts against the catalogues.
func TestEveryActHasWords(t *testing.T) {
	for _, kind := range []observation.ActKind{
		observation.ActClaim, observation.ActDrawOffer, observation.ActDrawAccept, observation.ActDrawDecline, observation.ActResign,
		observation.ActStopClock, observation.ActStartClock, observation.ActSetClock, observation.ActRestore, observation.ActCorrectMove,
		observation.ActTakeback, observation.ActRuling, observation.ActResult, observation.ActAdjourn, observation.ActResume,
		observation.ActShown, observation.ActNote, observation.ActNewGame, observation.ActCloseGame,
	} {
		for _, l := range sentence.Languages() {
			if in(l).Act.Kind[string(kind)] == "" {
				t.Errorf("%s: no words for %s", l, kind)
			}
		}
	}
}

func textOf(t *testing.T, name Name, scenario string) string {
	t.Helper()
	d, err := Make(read(t, scenario), name, Options{})
	if err != nil {
		t.Fatal(err)
	}
	return paper.Text(d)
}

func TestTheEndIsToldOfTheIncidentThatBroughtIt(t *testing.T) {
	text := textOf(t, IllegalMove, "illegal-three-times-standard-2005")
	if n := strings.Count(text, "the game ended"); n != 1 {
		t.Errorf("the end of the game is told %d times of three illegal moves, want once", n)
	}
}

func TestWhatCouldNotBeReadIsNotCountedAsAMove(t *testing.T) {
	for name, want := range map[Name]string{
		Scoresheet:     "Moves made: White 3, Black 2. Not counting what could not be read.",
		Reconstruction: "3 made, 3 completed, not counting what",
	} {
		if text := textOf(t, name, "link-lost-too-long"); !strings.Contains(text, want) {
			t.Errorf("%s: want %q in\n%s", name, want, text)
		}
	}
}

func TestTheMarksAreExplainedBeforeThePlayersSign(t *testing.T) {
	text := textOf(t, Scoresheet, "link-lost-too-long")
	if explained, sign := strings.Index(text, "? beside a move"), strings.Index(text, "Result as the players"); explained < 0 || explained > sign {
		t.Errorf("the marks are explained at %d, and the players sign at %d", explained, sign)
	}
}

func TestTheSquaresOfAnIllegalMoveAreThoseBeforeItsAnswer(t *testing.T) {
	text := textOf(t, IllegalMove, "king-captured-blitz-2005")
	first, _, _ := strings.Cut(text, "(ply 6)")
	if strings.Contains(first, "black queen\n") || strings.Count(first, "Kind ") != 1 {
		t.Errorf("the first of two illegal moves is told with the second:\n%s", first)
	}
}

func TestTheSecondMoveOfATurnIsToldWithItsSquares(t *testing.T) {
	text := textOf(t, IllegalMove, "illegal-two-moves-other-flank")
	for _, want := range []string{"a7      empty", "a6      black pawn"} {
		if !strings.Contains(text, want) {
			t.Errorf("want the squares of the second move, %q, in\n%s", want, text)
		}
	}
	if strings.Contains(text, "e7      empty") {
		t.Errorf("the first move of the turn is told with the second:\n%s", text)
	}
	if n := strings.Count(text, "taken back"); n != 1 {
		t.Errorf("two plies that are taken back together are told %d times, want once:\n%s", n, text)
	}
	if strings.Contains(text, "made instead, Nf3") {
		t.Errorf("a later move of the opponent is told as the move made instead:\n%s", text)
	}
}

// PGN has a question mark where it knows nothing; nobody wants that on a paper.
func TestWhatIsNotKnownIsNotOnThePaper(t *testing.T) {
	rec := read(t, "game-opera-blitz")
	g := &rec.Header.Game
	g.Event, g.Site, g.Round, g.Date, g.White = "Évora Open", "?", "?", "????.??.??", "?"
	doc, err := Make(rec, Scoresheet, Options{})
	if err != nil {
		t.Fatal(err)
	}
	text := paper.Text(doc)
	for _, want := range []string{"Game          Évora Open\n", "White         not known\n", "Évora Open, not known – Black, B.\n"} {
		if !strings.Contains(text, want) {
			t.Errorf("want %q in\n%.700s", want, text)
		}
	}
}
