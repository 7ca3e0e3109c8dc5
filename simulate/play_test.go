package simulate

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"recorderd/clockio"
	"recorderd/observation"
	"recorderd/position"
	"recorderd/timesource"
)

// room is a world that writes down what is done in it, and when.
type room struct {
	src   timesource.Source
	board observation.Placement
	clock clockio.Clock
	done  []Deed
	heard []observation.Fact
	after func(n int) // called after the n-th deed
}

func (r *room) note(d Deed) {
	d.At = r.src.Now().Milliseconds()
	r.done = append(r.done, d)
	if r.after != nil {
		r.after(len(r.done))
	}
}

func (r *room) SetPlacement(pl observation.Placement) { r.board = pl }
func (r *room) SetClock(c clockio.Clock)              { r.clock = c; r.note(Deed{Kind: SetClock}) }
func (r *room) Lift(s observation.Square)             { r.note(Deed{Kind: Lift, Square: s}) }
func (r *room) StartClock(s observation.Side)         { r.note(Deed{Kind: StartClock, Side: s}) }
func (r *room) Press(s observation.Side)              { r.note(Deed{Kind: Press, Side: s}) }
func (r *room) StopClock()                            { r.note(Deed{Kind: StopClock}) }
func (r *room) Put(s observation.Square, p observation.Piece) {
	r.note(Deed{Kind: Put, Square: s, Piece: p})
}
func (r *room) Hear(f observation.Fact) {
	r.heard = append(r.heard, f)
	r.note(Deed{Kind: Say, Fact: f})
}

// playIn plays a timeline in time that is moved on by step whenever the player
// waits.
func playIn(ctx context.Context, src *timesource.Manual, step time.Duration, tl Timeline, w World) error {
	result := make(chan error, 1)
	go func() {
		result <- Play(ctx, src, tl, w)
		src.NewTimer(step) // the loop below waits for a timer
	}()
	for {
		src.AwaitTimers(1)
		select {
		case err := <-result:
			return err
		default:
			src.Advance(step)
		}
	}
}

func TestPlayDoesEachDeedAtItsTime(t *testing.T) {
	tl := Session(playing(3, Usual()), famousGames(t)[3], famousGames(t)[2])
	src := &timesource.Manual{}
	src.Advance(time.Hour) // deeds count from now on
	r := &room{src: src}
	if err := playIn(context.Background(), src, time.Millisecond, tl, r); err != nil {
		t.Fatal(err)
	}
	first := tl.Games[0].Game
	want := []Deed{{At: 3600_000, Kind: SetClock}, {At: 3600_000, Kind: Say, Fact: first}}
	for _, d := range tl.Deeds {
		d.At += 3600_000
		if d.Kind == SetClock {
			d.Stages, d.Side = Stages{}, 0
		}
		want = append(want, d)
	}
	if d := cmp.Diff(want, r.done); d != "" {
		t.Errorf("deeds (-timeline +done):\n%s", d)
	}
	if r.board != tl.Start {
		t.Errorf("played on %s, want %s", r.board, tl.Start)
	}
	if heard := append([]observation.Fact{first}, said(tl)...); !cmp.Equal(r.heard, heard) {
		t.Errorf("heard %v, want %v", r.heard, heard)
	}
}

// planned is a room that is told its deeds before their time.
type planned struct {
	*room
	plans []time.Duration
}

func (p *planned) Plan(at time.Duration) World {
	if early := at - p.src.Now(); early <= 0 {
		return p.room
	}
	p.plans = append(p.plans, at)
	return p.room
}

func TestAPlannerIsToldOfEachDeedBeforeItsTime(t *testing.T) {
	tl := Timeline{End: 60_000}
	for at := int64(1000); at < 60_000; at += 1000 {
		tl.Deeds = append(tl.Deeds, Deed{At: at, Kind: Press})
	}
	src := &timesource.Manual{}
	p := &planned{room: &room{src: src}}
	if err := playIn(context.Background(), src, 700*time.Millisecond, tl, p); err != nil {
		t.Fatal(err)
	}
	if len(p.plans) != len(tl.Deeds) {
		t.Fatalf("%d deeds were planned, want %d", len(p.plans), len(tl.Deeds))
	}
	for i, at := range p.plans {
		if want := duration(tl.Deeds[i].At); at != want {
			t.Errorf("deed %d was planned for %v, want %v", i, at, want)
		}
	}
}

func TestALateDeedDelaysNoOther(t *testing.T) {
	tl := Timeline{End: 1000}
	for at := int64(100); at < 1000; at += 100 {
		tl.Deeds = append(tl.Deeds, Deed{At: at, Kind: Press})
	}
	src := &timesource.Manual{}
	r := &room{src: src}
	if err := playIn(context.Background(), src, 70*time.Millisecond, tl, r); err != nil {
		t.Fatal(err)
	}
	// Time moves in steps of 70 ms, so each deed is up to that late.
	for i, d := range r.done[1:] {
		if late := d.At - tl.Deeds[i].At; late < 0 || late >= 70 {
			t.Errorf("deed %d was done %d ms late", i, late)
		}
	}
	if len(r.done) != 1+len(tl.Deeds) {
		t.Errorf("%d deeds were done, want %d", len(r.done)-1, len(tl.Deeds))
	}
}

func TestPlayEndsWithItsContext(t *testing.T) {
	tl := Session(playing(3, Usual()), famousGames(t)...)
	src := &timesource.Manual{}
	ctx, cancel := context.WithCancel(context.Background())
	r := &room{src: src, after: func(n int) {
		if n == 20 {
			cancel()
		}
	}}
	if err := playIn(ctx, src, time.Millisecond, tl, r); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want %v", err, context.Canceled)
	}
	if len(r.done) != 20 {
		t.Errorf("%d deeds were done, want 20", len(r.done))
	}
}

func TestAGameWithoutAClockTakesItAway(t *testing.T) {
	g := gameOf(t, position.StartFEN, "e4")
	src := &timesource.Manual{}
	r := &room{src: src, clock: clockio.New(nil, nil)}
	if err := playIn(context.Background(), src, time.Second, Hands(g.Start, g.Moves, Options{}), r); err != nil {
		t.Fatal(err)
	}
	if r.clock != nil {
		t.Errorf("the clock is %v, want none", r.clock)
	}
}

func TestAClockCorrectedInMidGameRunsOn(t *testing.T) {
	stage := clockio.Stage{Base: time.Minute}
	tl := Timeline{
		Clock: both(stage),
		Deeds: []Deed{{At: 1000, Kind: SetClock, Stages: both(stage), Side: observation.Black}},
		End:   2000,
	}
	src := &timesource.Manual{}
	r := &room{src: src}
	if err := playIn(context.Background(), src, 100*time.Millisecond, tl, r); err != nil {
		t.Fatal(err)
	}
	want := observation.Clock{HasTimes: true, WhiteMS: 60000, BlackMS: 57000, Running: observation.Black}
	if got := r.clock.Report(4 * time.Second); got != want {
		t.Errorf("three seconds later the clock shows %+v, want %+v", got, want)
	}
}
