package live

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"recorderd/observation"
	"recorderd/record"
)

func placement(t *testing.T, s string) observation.Placement {
	t.Helper()
	pl, err := observation.ParsePlacement(s)
	if err != nil {
		t.Fatal(err)
	}
	return pl
}

func TestTheSceneIsWhatTheSensorsSee(t *testing.T) {
	b, _ := scripted()
	if got, _ := b.Scene(); got != (Scene{Board: LinkUnknown, Clock: Clock{Link: LinkUnknown, Running: observation.NoSide}}) {
		t.Errorf("before anything came: got %+v", got)
	}
	e2, _ := observation.ParseSquare("e2")
	for _, step := range []struct {
		what  string
		facts []observation.Fact
		want  Scene
	}{
		{"a dump",
			[]observation.Fact{startPlacement},
			Scene{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", LinkUp, Clock{Link: LinkUnknown, Running: observation.NoSide}}},
		{"a piece lifted, the clock started",
			[]observation.Fact{observation.Change{Square: e2}, observation.Clock{HasTimes: true, WhiteMS: 180000, BlackMS: 170000, Running: observation.White}},
			Scene{"rnbqkbnr/pppppppp/8/8/8/8/PPPP1PPP/RNBQKBNR", LinkUp, Clock{LinkUp, true, 180000, 170000, observation.White}}},
		{"a press without times",
			[]observation.Fact{observation.Clock{Running: observation.Black}},
			Scene{"rnbqkbnr/pppppppp/8/8/8/8/PPPP1PPP/RNBQKBNR", LinkUp, Clock{LinkUp, true, 180000, 170000, observation.Black}}},
		{"both cables pulled",
			[]observation.Fact{observation.Link{Device: observation.BoardDevice}, observation.Link{Device: observation.ClockDevice}},
			Scene{"rnbqkbnr/pppppppp/8/8/8/8/PPPP1PPP/RNBQKBNR", LinkDown, Clock{LinkDown, true, 180000, 170000, observation.Black}}},
		{"the clock is back",
			[]observation.Fact{observation.Link{Device: observation.ClockDevice, Up: true}},
			Scene{"rnbqkbnr/pppppppp/8/8/8/8/PPPP1PPP/RNBQKBNR", LinkDown, Clock{LinkUp, true, 180000, 170000, observation.Black}}},
		{"the recorder was away",
			[]observation.Fact{observation.Restart{}},
			Scene{"rnbqkbnr/pppppppp/8/8/8/8/PPPP1PPP/RNBQKBNR", LinkUnknown, Clock{LinkUnknown, true, 180000, 170000, observation.Black}}},
	} {
		b.Sense(observation.Batch{Facts: step.facts})
		if got, _ := b.Scene(); got != step.want {
			t.Errorf("%s:\ngot  %+v\nwant %+v", step.what, got, step.want)
		}
	}
}

func TestABoardThatStandsTurnedIsShownFromWhitesSide(t *testing.T) {
	const chess960 = "nrkqbbrn/pppppppp/8/8/8/8/PPPPPPPP/NRKQBBRN w BGbg - 0 1"
	b, _ := scripted([]record.Event{record.Start{FEN: chess960}})
	g := begin(t, b, 1)
	turned := placement(t, "nrkqbbrn/pppppppp/8/8/8/8/PPPPPPPP/NRKQBBRN").Turned()
	lifted := turned
	lifted[observation.SquareAt(0, 6)] = observation.Empty // the h-pawn, as ply 1 begins
	g.Apply(observation.Batch{Facts: []observation.Fact{lifted}})
	if got, _ := b.Scene(); got.Squares != "nrkqbbrn/pppppppp/8/8/8/8/PPPPPPP1/NRKQBBRN" {
		t.Errorf("turned at the start of the record: got %s", got.Squares)
	}
	b.Sense(observation.Batch{Facts: []observation.Fact{startPlacement}})
	if got, _ := b.Scene(); got.Squares != "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR" {
		t.Errorf("set up the usual way: got %s", got.Squares)
	}
	b.Sense(observation.Batch{Facts: []observation.Fact{startTurned}})
	if got, _ := b.Scene(); got.Squares != "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR" {
		t.Errorf("set up from the other side: got %s", got.Squares)
	}
}

func TestTheRecordNamesWhatTheSensorsCannot(t *testing.T) {
	b, _ := scripted([]record.Event{start}, []record.Event{e4})
	g := begin(t, b, 1)
	g.Apply(observation.Batch{})
	if got, _ := b.Scene(); got.Squares != "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR" {
		t.Errorf("a board of finished moves: got %q", got.Squares)
	}
	g.Apply(observation.Batch{Facts: []observation.Fact{placement(t, "oooooooo/oooooooo/8/8/4o2o/8/oooo1ooo/oooooooo")}})
	if got, _ := b.Scene(); got.Squares != "rnbqkbnr/pppppppp/8/8/4P2o/8/PPPP1PPP/RNBQKBNR" {
		t.Errorf("a board that knows no pieces: got %q", got.Squares)
	}
}

var plies = cmpopts.IgnoreUnexported(Ply{})

func TestTheSheetFollowsTheRecord(t *testing.T) {
	p1 := Ply{Ply: 1, Number: 1, Side: observation.White, SAN: "e4", UCI: "e2e4", Legal: true, Confidence: record.Sure}
	p1Done := p1
	p1Done.Completed, p1Done.ClockMS, p1Done.SpentMS = true, ms(179000), ms(200)
	p2 := Ply{Ply: 2, Number: 1, Side: observation.Black, SAN: "e5", UCI: "e7e5", Legal: true, Confidence: record.Sure}
	p2Done := p2
	p2Done.Completed, p2Done.ClockMS = true, ms(178000)
	again := e4
	again.SAN, again.UCI, again.Confidence = "e3", "e2e3", 60
	p1Again := p1Done
	p1Again.SAN, p1Again.UCI, p1Again.Confidence = "e3", "e2e3", 60

	b, _ := scripted()
	g := begin(t, b, 3)
	for _, step := range []struct {
		what   string
		event  record.Event
		moves  []Ply
		result string
		toMove string
	}{
		{"start", start, []Ply{}, "*", "white"},
		{"made", e4, []Ply{p1}, "*", "black"},
		{"completed", e4Done, []Ply{p1Done}, "*", "black"},
		{"read anew", again, []Ply{p1Again}, "*", "black"},
		{"and back", e4, []Ply{p1Done}, "*", "black"},
		{"answered", e5, []Ply{p1Done, p2}, "*", "white"},
		{"changed before the press", record.Retract{Ply: 2, Why: "player"}, []Ply{p1Done}, "*", "black"},
		{"answered again", e5, []Ply{p1Done, p2}, "*", "white"},
		{"completed too", e5Done, []Ply{p1Done, p2Done}, "*", "white"},
		{"a ply nobody knows", record.Complete{Ply: 9}, []Ply{p1Done, p2Done}, "*", "white"},
		{"drawn", drawn, []Ply{p1Done, p2Done}, "1/2-1/2", "white"},
		{"reopened", record.Reopen{}, []Ply{p1Done, p2Done}, "*", "white"},
		{"another start", start, []Ply{}, "*", "white"},
	} {
		g.fold = &script{steps: [][]record.Event{{step.event}}}
		g.Apply(observation.Batch{})
		got, _ := b.Sheet()
		if diff := cmp.Diff(step.moves, got.Moves, plies); diff != "" {
			t.Errorf("%s: want -, got +\n%s", step.what, diff)
		}
		if got.Result != step.result || got.ToMove != step.toMove {
			t.Errorf("%s: result %s, %s to move; want %s, %s", step.what, got.Result, got.ToMove, step.result, step.toMove)
		}
	}
}

func TestNoticesAreVoidOnlyWhenTheReadingWasWrong(t *testing.T) {
	found := record.Finding{T: 7, Code: "touch-move", Level: record.Note, Ply: 2, Article: "4.3", Text: "Black lifted the knight."}
	claim := record.Claim{T: 8, Ply: 2, By: "white", Claim: "illegal-move", Article: "7.5.1"}
	b, _ := scripted([]record.Event{start, e4, e5, found, claim})
	g := begin(t, b, 1)
	g.Apply(observation.Batch{})
	want := []Notice{
		{7, 2, "touch-move", "note", "4.3", "Black lifted the knight."},
		{8, 2, "claim", "claim", "7.5.1", "White claimed an illegal move at 0:00:00.0. Whether the claim holds cannot be told (Article 7.5.1)."},
	}
	if s, _ := b.Sheet(); !cmp.Equal(s.Notices, want) {
		t.Errorf("got %+v, want %+v", s.Notices, want)
	}
	for _, c := range []struct {
		why  string
		left int
	}{{"player", 2}, {"ruling", 2}, {"revision", 0}} {
		g.fold = &script{steps: [][]record.Event{{record.Retract{Ply: 2, Why: c.why}}}}
		g.Apply(observation.Batch{})
		if s, _ := b.Sheet(); len(s.Notices) != c.left {
			t.Errorf("retracted by %s: %d notices left, want %d", c.why, len(s.Notices), c.left)
		}
	}
}

// Plies that are withdrawn and said anew, with what was found of them, stand once
// and in their order; a second line of a ply leaves those after it.
func TestTheSheetOfPliesThatAreReadAnew(t *testing.T) {
	doubt := record.Finding{T: 7, Code: "ambiguous-move", Level: record.Quality, Ply: 1, Text: "More than one move fits what the sensors saw."}
	e3, d5 := e4, e5
	e3.SAN, d5.SAN = "e3", "d5"
	b, _ := scripted(
		[]record.Event{start, e4, doubt, e4Done, e5, e5Done},
		[]record.Event{e3},
		[]record.Event{record.Retract{Ply: 2, Why: "revision"}, record.Retract{Ply: 1, Why: "revision"}, e4, e4Done, doubt, d5, e5Done},
	)
	g := begin(t, b, 1)
	for _, want := range []string{"e4 e5", "e3 e5", "e4 d5"} {
		g.Apply(observation.Batch{})
		s, _ := b.Sheet()
		var sans []string
		for _, p := range s.Moves {
			sans = append(sans, p.SAN)
			if !p.Completed || p.ClockMS == nil {
				t.Errorf("%s: ply %d has lost its completion", want, p.Ply)
			}
		}
		if got := strings.Join(sans, " "); got != want || len(s.Notices) != 1 {
			t.Errorf("%s with %d notices, want %s with one", got, len(s.Notices), want)
		}
	}
}

func TestTheSheetShowsTheLatestNotices(t *testing.T) {
	var many []record.Event
	for i := range maxNotices + 5 {
		many = append(many, record.Finding{T: int64(i), Code: "square-unreliable", Level: record.Quality})
	}
	b, _ := scripted(many)
	begin(t, b, 1).Apply(observation.Batch{})
	s, _ := b.Sheet()
	if len(s.Notices) != maxNotices || s.Notices[0].T != 5 || s.Unshown != 5 {
		t.Errorf("got %d notices from %d on, %d unshown", len(s.Notices), s.Notices[0].T, s.Unshown)
	}
}

func TestMoveNumbersAreThoseOfThePosition(t *testing.T) {
	for _, c := range []struct {
		m    record.Move
		want int
	}{
		{e4, 1},
		{e5, 1},
		{record.Move{Ply: 1, Side: observation.Black, FEN: "8/8/8/8/8/8/8/K1k5 w - - 0 42"}, 41},
		{record.Move{Ply: 3, Side: observation.Black, FEN: "8/8/8/8/8/8/8/K1k5 b - - 0 12"}, 12}, // Black moved twice
		{record.Move{Ply: 7, Side: observation.White, FEN: "odd"}, 4},
		{record.Move{Ply: 8, Side: observation.White, FEN: "8/8 b - - 0 x"}, 4},
		{record.Move{Ply: 9, Side: observation.White, FEN: "8/8 b - - 0 99999999999999999999"}, 5},
	} {
		if got := c.m.Number(); got != c.want {
			t.Errorf("ply %d by %v, %q: got %d, want %d", c.m.Ply, c.m.Side, c.m.FEN, got, c.want)
		}
	}
}
