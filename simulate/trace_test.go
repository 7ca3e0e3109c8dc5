package simulate

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"recorderd/clockio"
	"recorderd/observation"
)

// memory is a trace in memory.
type memory struct {
	header  observation.Header
	batches []observation.Batch
}

func (m *memory) Header() observation.Header { return m.header }
func (m *memory) Next() (observation.Batch, error) {
	if len(m.batches) == 0 {
		return observation.Batch{}, io.EOF
	}
	b := m.batches[0]
	m.batches = m.batches[1:]
	return b, nil
}

func traceOf(tl Timeline, s Sensor) *memory {
	h, bs := Sense(tl, s)
	return &memory{h, bs}
}

func fromTrace(t *testing.T, src observation.Source, clock Stages) Timeline {
	t.Helper()
	tl, err := FromTrace(src, clock)
	if err != nil {
		t.Fatal(err)
	}
	return tl
}

func TestATraceThatSawEverythingGivesBackTheDeeds(t *testing.T) {
	for i, g := range engineGames(t) {
		g.Result = "1-0"
		tl := Session(playing(uint64(i), Usual()), g)
		back := fromTrace(t, traceOf(tl, ideal), blitz)
		if d := cmp.Diff(tl.Deeds, back.Deeds); d != "" {
			t.Fatalf("game %d: deeds (-done +from the trace):\n%s", i+1, d)
		}
		if back.Start != tl.Start || back.Games[0].Game != tl.Games[0].Game || back.End != tl.End {
			t.Errorf("game %d: starts with %s, is %+v, ends at %d", i+1, back.Start, back.Games[0].Game, back.End)
		}
	}
}

// Seen again by the same board, a played trace is the trace.
func TestATracePlayedIsTheTrace(t *testing.T) {
	tl := Session(playing(11, Usual()), famousGames(t)[:3]...)
	for name, s := range map[string]Sensor{"ideal": ideal, "reeds": {Board: observation.Board{Sensing: observation.Occupancy}}} {
		h, bs := Sense(tl, s)
		gotH, got := Sense(fromTrace(t, &memory{h, bs}, blitz), s)
		if d := cmp.Diff(bs, got); d != "" || !cmp.Equal(h, gotH) {
			t.Errorf("%s (-trace +played):\n%s", name, d)
		}
	}
}

// A board with a slow scan and a late clock tells less than was done; the clock
// that is played must still show about what was reported.
func TestAPlayedClockStaysWithTheReports(t *testing.T) {
	for name, clock := range map[string]Stages{"time control known": blitz, "unknown": {}} {
		for i, g := range engineGames(t)[:30] {
			tl := Hands(g.Start, g.Moves, playing(uint64(i), Usual()))
			trace := traceOf(tl, slow)
			reports := clockReports(trace.batches)
			back := fromTrace(t, trace, clock)
			played := reading{}
			played.take(back.Clock.set())
			for _, r := range reports {
				for len(back.Deeds) > 0 && back.Deeds[0].At <= r.at {
					played.work(back.Deeds[0])
					back.Deeds = back.Deeds[1:]
				}
				want := r.fact.(observation.Clock)
				got := played.clock.Report(duration(r.at))
				if got.Running != want.Running || apart(got, want) > 2500 {
					t.Fatalf("%s, game %d at %d: plays %+v, was %+v", name, i+1, r.at, got, want)
				}
			}
		}
	}
}

func clockReports(bs []observation.Batch) (seen []sighting) {
	for _, b := range bs {
		for _, f := range b.Facts {
			if c, ok := f.(observation.Clock); ok {
				seen = append(seen, sighting{b.T, c})
			}
		}
	}
	return seen
}

func apart(a, b observation.Clock) int64 {
	return max(a.WhiteMS-b.WhiteMS, b.WhiteMS-a.WhiteMS, a.BlackMS-b.BlackMS, b.BlackMS-a.BlackMS)
}

func TestWhatWasObservedBecomesDeeds(t *testing.T) {
	const trace = `{"trace":1,"game":{},"board":{"sensing":"identity"},"clock":{"present":true}}
{"t":0,"placement":"4k3/8/8/8/8/8/4P3/4K3"}
{"t":0,"clock":{"white_ms":60000,"black_ms":60000,"running":"none"}}
{"t":10,"clock":{"white_ms":60000,"black_ms":60000,"running":"white"}}
{"t":20,"sq":"e2","piece":""}
{"t":30,"sq":"e2","piece":""}
{"t":40,"placement":"4k3/8/8/8/4P3/8/8/4K3"}
{"t":50,"clock":{"running":"black"}}
{"t":60,"link":"board","up":false}
{"t":70,"tick":true}
{"t":80,"act":{"by":"arbiter","kind":"stop-clock"}}
{"t":80,"clock":{"white_ms":60000,"black_ms":60000,"running":"none"}}
{"t":90,"clock":{"white_ms":180000,"black_ms":60000,"running":"none"}}
{"t":95,"clock":{"white_ms":180000,"black_ms":60000,"running":"black"}}
`
	r, err := observation.NewReader(strings.NewReader(trace))
	if err != nil {
		t.Fatal(err)
	}
	tl := fromTrace(t, r, Stages{})
	want := []Deed{
		{At: 10, Kind: StartClock, Side: observation.White},
		{At: 20, Kind: Lift, Square: 12},
		{At: 40, Kind: Put, Square: 28, Piece: 'P'},
		{At: 50, Kind: Press, Side: observation.White},
		{At: 80, Kind: Say, Fact: observation.Act{By: "arbiter", Kind: observation.ActStopClock}},
		{At: 80, Kind: StopClock},
		{At: 90, Kind: SetClock, Stages: Stages{{{Base: 3 * time.Minute}}, {{Base: time.Minute}}}, Side: observation.NoSide},
		{At: 95, Kind: StartClock, Side: observation.Black},
	}
	if d := cmp.Diff(want, tl.Deeds); d != "" {
		t.Errorf("deeds (-want +got):\n%s", d)
	}
	if want := both(clockio.Stage{Base: time.Minute}); !cmp.Equal(tl.Clock, want) || tl.End != 95 {
		t.Errorf("the clock is set to %v, the end is at %d", tl.Clock, tl.End)
	}
}

func TestAClockThatTellsOnlyPressesCanBePlayed(t *testing.T) {
	presses := &memory{batches: []observation.Batch{
		{T: 1, Facts: []observation.Fact{observation.Clock{Running: observation.White}}},
		{T: 2, Facts: []observation.Fact{observation.Clock{Running: observation.Black}}},
	}}
	tl := fromTrace(t, presses, Stages{})
	if got, want := deedsOf(tl), []string{"white runs", "white!"}; !cmp.Equal(got, want) || !tl.Clock.present() {
		t.Errorf("%v on a clock of %v, want %v", got, tl.Clock, want)
	}
}

func TestATraceThatCannotBeReadIsAnError(t *testing.T) {
	r, err := observation.NewReader(strings.NewReader(`{"trace":1}` + "\n" + `{"t":5,"tick":true}` + "\n" + `{"t":3,"tick":true}`))
	if err != nil {
		t.Fatal(err)
	}
	var line *observation.LineError
	if _, err := FromTrace(r, Stages{}); !errors.As(err, &line) || line.Line != 3 {
		t.Errorf("got %v, want an error of line 3", err)
	}
}

func TestGoldenTracesCanBePlayed(t *testing.T) {
	files, err := filepath.Glob("testdata/*.jsonl")
	if err != nil || len(files) == 0 {
		t.Fatalf("no golden traces: %v", err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		r, err := observation.NewReader(bytes.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		tl := fromTrace(t, r, blitz)
		want := Sensor{Board: r.Header().Board}.view(final(famousGames(t)[2]))
		if tl.Final() != want {
			t.Errorf("%s leaves %s, want %s", file, tl.Final(), want)
		}
	}
}

func TestATraceOfAgesIsNotPlayed(t *testing.T) {
	src := &memory{batches: []observation.Batch{{T: 0, Facts: []observation.Fact{observation.Placement{}}}, {T: 9e18, Facts: []observation.Fact{observation.Tick{}}}}}
	if _, err := FromTrace(src, Stages{}); err == nil {
		t.Error("no error for a trace of millions of years")
	}
}
