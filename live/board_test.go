package live

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"testing"
	"time"

	"recorderd/observation"
	"recorderd/record"
	"recorderd/timesource"
)

const (
	startFEN = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
	afterE4  = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"
	afterE5  = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"
)

// script is a fold that says what it was told to say, a batch a step.
type script struct {
	steps     [][]record.Event
	applied   int
	summaries int
	game      observation.Game
}

func (s *script) Turned() bool { return false }

func (s *script) Game() observation.Game { return s.game }

func (s *script) Apply(b observation.Batch) []record.Event {
	for _, f := range b.Facts {
		if g, ok := f.(observation.Game); ok {
			s.game = s.game.Merge(g)
		}
	}
	s.applied++
	if s.applied > len(s.steps) {
		return nil
	}
	return s.steps[s.applied-1]
}

func (s *script) Wake() (int64, bool) { return int64(s.applied), s.applied > 0 }

func (s *script) Summary() record.Summary {
	s.summaries++
	return record.Summary{Result: "*", Termination: "unfinished", Plies: s.applied, Moves: []string{}}
}

// scripted returns a board whose games say what is in steps, and its time.
func scripted(steps ...[]record.Event) (*Board, *timesource.Manual) {
	var now timesource.Manual
	b := NewBoard("test", &now)
	b.begin = func(h observation.Header) (fold, error) { return &script{steps: steps, game: h.Game}, nil }
	b.render = func(h observation.Header, events []record.Event) ([]byte, error) {
		return fmt.Appendf(nil, "%s v %s, %s: %d events", h.Game.White, h.Game.Black, h.Game.TimeControl, len(events)), nil
	}
	return b, &now
}

func begin(t *testing.T, b *Board, number int) *Game {
	t.Helper()
	g, err := b.Begin(number, observation.Header{Game: observation.Game{White: "Lima, A.", Black: "Costa, B."}})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func ms(n int64) *int64 { return &n }

var (
	start   = record.Start{FEN: startFEN, Mode: "blitz", Laws: "fide-2023", Fold: 1}
	e4      = record.Move{T: 100, Ply: 1, Side: observation.White, SAN: "e4", UCI: "e2e4", Legal: true, Confidence: record.Sure, FEN: afterE4}
	e4Done  = record.Complete{T: 200, Ply: 1, WhiteMS: ms(179000), BlackMS: ms(180000), SpentMS: ms(200)}
	e5      = record.Move{T: 300, Ply: 2, Side: observation.Black, SAN: "e5", UCI: "e7e5", Legal: true, Confidence: record.Sure, FEN: afterE5}
	e5Done  = record.Complete{T: 400, Ply: 2, WhiteMS: ms(179000), BlackMS: ms(178000)}
	drawn   = record.End{T: 500, Result: "1/2-1/2", Termination: "agreement", Article: "9.1"}
	nothing []record.Event
)

func TestTheRecordIsItsLinesAndTheSummary(t *testing.T) {
	b, _ := scripted([]record.Event{start, e4}, nothing, []record.Event{e4Done})
	if got := b.RecordJSONL(); len(got) != 0 {
		t.Errorf("before the first game: got %q, want nothing", got)
	}
	g := begin(t, b, 41)
	for i := range 3 {
		g.Apply(observation.Batch{T: int64(i)})
		b.RecordJSONL()
	}
	want := `{"ev":"start","t":0,"fen":"` + startFEN + `","mode":"blitz","laws":"fide-2023","competition_rules":false,"fold":1}
{"ev":"move","t":100,"ply":1,"side":"white","san":"e4","uci":"e2e4","legal":true,"confidence":1,"inferred":false,"fen":"` + afterE4 + `"}
{"ev":"complete","t":200,"ply":1,"white_ms":179000,"black_ms":180000,"spent_ms":200}
{"ev":"summary","result":"*","termination":"unfinished","plies":3,"moves":[],"confidence":null,"fen":"","findings":null}
`
	if got := string(b.RecordJSONL()); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if got := g.fold.(*script).summaries; got != 3 {
		t.Errorf("the summary was made %d times for 3 batches and 4 readings, want 3", got)
	}
}

func TestAClosedGameIsServedUntilTheNextBegins(t *testing.T) {
	b, _ := scripted([]record.Event{start}, []record.Event{drawn})
	g := begin(t, b, 1)
	g.Apply(observation.Batch{})
	g.Apply(observation.Batch{})
	g.Close()
	if s, _ := b.Sheet(); !s.Closed || s.Number != 1 || s.Result != "1/2-1/2" {
		t.Errorf("closed: got %+v", s)
	}
	if got := string(b.RecordJSONL()); !strings.Contains(got, `"agreement"`) {
		t.Errorf("closed: got %q, want the game's end in it", got)
	}
	begin(t, b, 2)
	if got := string(b.RecordJSONL()); strings.Contains(got, `"agreement"`) {
		t.Errorf("the next game has the end of the one before: %q", got)
	}
	g.Apply(observation.Batch{}) // an act for the old game
	if s, _ := b.Sheet(); s.Number != 2 || s.Result != "*" {
		t.Errorf("after an act for the game before: got %+v", s)
	}
}

func TestBeginPassesOnWhatTheFoldRefuses(t *testing.T) {
	b, _ := scripted()
	b.begin = func(observation.Header) (fold, error) { return nil, io.ErrUnexpectedEOF }
	if g, err := b.Begin(1, observation.Header{}); !errors.Is(err, io.ErrUnexpectedEOF) || g != nil {
		t.Errorf("got %v, %v", g, err)
	}
	if s, _ := b.Sheet(); s.Number != 0 {
		t.Errorf("a game that did not begin is shown: %+v", s)
	}
}

func TestPGNHasTheNamesThatBecameKnown(t *testing.T) {
	b, _ := scripted([]record.Event{start}, []record.Event{e4})
	b.Expect(observation.Header{Game: observation.Game{White: "Somebody", TimeControl: "60"}})
	check := func(want string) {
		t.Helper()
		for range 2 { // the second time from what was kept
			if got, err := b.PGN(); string(got) != want || err != nil {
				t.Errorf("got %q, %v, want %q", got, err, want)
			}
		}
	}
	check("Somebody v , 60: 0 events")
	g := begin(t, b, 1)
	check("Lima, A. v Costa, B., : 0 events")
	g.Apply(observation.Batch{Facts: []observation.Fact{observation.Game{Black: "Reis, C.", TimeControl: "180+2"}}})
	check("Lima, A. v Reis, C., 180+2: 1 events")
	g.Apply(observation.Batch{Facts: []observation.Fact{observation.Game{White: "Lima, Ana"}}})
	check("Lima, Ana v Reis, C., 180+2: 2 events")
	b.render = func(observation.Header, []record.Event) ([]byte, error) { return nil, io.ErrShortWrite }
	g.Apply(observation.Batch{Facts: []observation.Fact{observation.Game{Round: "2"}}})
	if got, err := b.PGN(); !errors.Is(err, io.ErrShortWrite) || got != nil {
		t.Errorf("a game that cannot be written: got %q, %v", got, err)
	}
}

func TestMomentsChangeWithWhatIsShown(t *testing.T) {
	b, now := scripted(nothing, nothing, []record.Event{start})
	g := begin(t, b, 1)
	clock := observation.Batch{Facts: []observation.Fact{observation.Clock{HasTimes: true, WhiteMS: 1000, Running: observation.White}}}
	for _, step := range []struct {
		what         string
		do           func()
		sheet, scene bool
	}{
		{"a clock report", func() { g.Apply(clock) }, false, true},
		{"the same report again, later", func() { now.Advance(time.Second); b.Sense(clock) }, false, true},
		{"a tick", func() { g.Apply(observation.Batch{Facts: []observation.Fact{observation.Tick{}}}) }, false, false},
		{"a line of the record", func() { g.Apply(observation.Batch{}) }, true, true},
		{"a name", func() { g.Apply(observation.Batch{Facts: []observation.Fact{observation.Game{Round: "2"}}}) }, true, true},
	} {
		before, changed := b.Moment()
		step.do()
		after, _ := b.Moment()
		if got := after.Sheet != before.Sheet; got != step.sheet {
			t.Errorf("%s: sheet changed %v, want %v", step.what, got, step.sheet)
		}
		if got := after.Scene != before.Scene; got != step.scene {
			t.Errorf("%s: scene changed %v, want %v", step.what, got, step.scene)
		}
		if got := isClosed(changed); got != (step.sheet || step.scene) {
			t.Errorf("%s: told %v, want %v", step.what, got, step.sheet || step.scene)
		}
	}
	now.Advance(3 * time.Second)
	if got := b.ClockAge(); got != 3*time.Second {
		t.Errorf("age of the clock's report: got %v, want 3s", got)
	}
}

func isClosed(c <-chan struct{}) bool {
	select {
	case <-c:
		return true
	default:
		return false
	}
}

func TestWakeAndSummaryAreTheFolds(t *testing.T) {
	b, _ := scripted()
	g := begin(t, b, 7)
	if _, ok := g.Wake(); ok {
		t.Error("wants to be woken before anything happened")
	}
	g.Apply(observation.Batch{})
	if at, ok := g.Wake(); at != 1 || !ok {
		t.Errorf("wake: got %d, %v", at, ok)
	}
	if got := g.Summary().Plies; got != 1 || g.Number() != 7 || b.Name() != "test" {
		t.Errorf("got %d plies of game %d of board %q", got, g.Number(), b.Name())
	}
}

func TestReadersNeverSeeHalfABatch(t *testing.T) {
	const batches = 500
	steps := make([][]record.Event, batches)
	for i := range steps {
		steps[i] = []record.Event{
			record.Move{Ply: i + 1, Side: observation.White, SAN: "a", FEN: startFEN}, record.Complete{Ply: i + 1},
		}
	}
	b, _ := scripted(steps...)
	g := begin(t, b, 1)
	done := make(chan struct{})
	var readers sync.WaitGroup
	for range 4 {
		readers.Go(func() {
			f := b.Follow("")
			for last := 0; last < 2*batches; {
				lines, more := f.Take()
				for _, l := range lines {
					if l.Number != last+1 {
						t.Errorf("line %d after line %d", l.Number, last)
						return
					}
					last = l.Number
				}
				if n := strings.Count(string(b.RecordJSONL()), "\n"); n%2 != 1 {
					t.Errorf("a record of %d lines", n)
					return
				}
				if s, _ := b.Sheet(); len(s.Moves) > 0 && !s.Moves[len(s.Moves)-1].Completed {
					t.Error("a sheet between the lines of a batch")
					return
				}
				b.Scene()
				b.PGN()
				if len(lines) == 0 {
					<-more
				}
			}
		})
	}
	go func() { readers.Wait(); close(done) }()
	for i := range batches {
		g.Apply(observation.Batch{T: int64(i), Facts: []observation.Fact{observation.Change{Square: observation.Square(i % 64), Piece: 'P'}}})
	}
	<-done
}

// The fold left aside, this is what stands between a batch and its event in a
// follower's hands.
func BenchmarkPublish(bench *testing.B) {
	b, _ := scripted()
	b.begin = func(observation.Header) (fold, error) { return forever{}, nil }
	g, err := b.Begin(1, observation.Header{})
	if err != nil {
		bench.Fatal(err)
	}
	f := b.Follow("")
	batch := observation.Batch{Facts: []observation.Fact{observation.Change{Square: 28, Piece: 'P'}}}
	bench.ReportAllocs()
	for bench.Loop() {
		g.Apply(batch)
		if lines, _ := f.Take(); len(lines) != 1 {
			bench.Fatalf("got %d lines, want 1", len(lines))
		}
	}
}

// forever says a move at each batch.
type forever struct{}

func (forever) Apply(observation.Batch) []record.Event { return []record.Event{e4} }
func (forever) Wake() (int64, bool)                    { return 0, false }
func (forever) Turned() bool                           { return false }
func (forever) Game() observation.Game                 { return observation.Game{} }
func (forever) Summary() record.Summary                { return record.Summary{} }
