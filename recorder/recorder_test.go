package recorder

import (
	"bytes"
	"context"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"syscall"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"recorderd/boardio"
	"recorderd/clockio"
	"recorderd/journal"
	"recorderd/live"
	"recorderd/observation"
	"recorderd/record"
	"recorderd/simulate"
	"recorderd/timesource"
)

// bench is a recorder on a device that says what the test has it say, at the
// times that the test sets.
type bench struct {
	*testing.T
	dir   string
	time  *timesource.Manual
	boot  string
	rec   *Recorder
	board *live.Board
	dev   fakeDevice
	tap   Tap
	disk  journal.Options // where the journals are, if not in dir
	quiet bool
	stop  func() error
}

type fakeDevice struct {
	reports chan boardio.Report
	taken   chan struct{} // one for each report that the recorder has
}

func (d fakeDevice) Run(ctx context.Context, out func(boardio.Report)) error {
	for {
		select {
		case r := <-d.reports:
			out(r)
			d.taken <- struct{}{}
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

func (d fakeDevice) Describe() (observation.Board, observation.ClockSensor) {
	return observation.Board{Sensing: observation.Identity, ScanMS: 220, Make: "fake"}, observation.ClockSensor{Present: true, ResolutionMS: 1000}
}

func (d fakeDevice) Stats() boardio.Stats { return boardio.Stats{} }

// Stamp implements timesource.Stamper: the wall clock goes with boot time.
func (b *bench) Stamp() timesource.Stamp {
	now := b.time.Now()
	return timesource.Stamp{BootID: b.boot, BootNS: int64(now), Wall: time.Date(2026, 11, 29, 9, 0, 0, 0, time.UTC).Add(now), Synced: true}
}

func newBench(t *testing.T) *bench {
	b := &bench{T: t, dir: t.TempDir(), time: &timesource.Manual{}, boot: "boot-1"}
	b.time.Advance(time.Hour)
	return b
}

// start starts a recorder on the folder of the bench.
func (b *bench) start() {
	b.Helper()
	b.dev = fakeDevice{make(chan boardio.Report), make(chan struct{})}
	b.board = live.NewBoard("board", b.time)
	log := zerolog.New(zerolog.NewTestWriter(b.T))
	if b.quiet {
		log = zerolog.Nop()
	}
	rec, err := New(Config{
		Device: b.dev, Board: b.board, Time: b.time, Stamper: b, Data: b.dir,
		Header:   observation.Header{Game: observation.Game{TimeControl: "300+3"}, Board: observation.Board{Sensing: observation.Identity}},
		Software: "test", Tap: b.tap, Log: log, Journal: b.disk,
	})
	if err != nil {
		b.Fatal(err)
	}
	if err := rec.Resume(); err != nil {
		b.Fatal(err)
	}
	b.rec = rec
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- rec.Run(ctx) }()
	b.stop = func() error { cancel(); return <-done }
}

// say has the device, or a person, say something now.
func (b *bench) say(f observation.Fact) {
	b.Helper()
	switch f.(type) {
	case observation.Act, observation.Game:
		if _, err := b.rec.Tell(context.Background(), f); err != nil && err != ErrNoGame {
			b.Fatal(err)
		}
	case observation.Tick:
		// the recorder writes its own
	default:
		b.report(f)
		return
	}
	b.settle()
}

// report has the device say something now.
func (b *bench) report(facts ...observation.Fact) {
	b.Helper()
	b.dev.reports <- boardio.Report{At: b.time.Now(), Facts: facts}
	<-b.dev.taken
	b.settle()
}

// settle returns when all that was said has been recorded.
func (b *bench) settle() {
	b.Helper()
	if err := b.rec.Alive(context.Background()); err != nil {
		b.Fatal(err)
	}
}

// pass lets time pass in steps that no timer of the recorder is longer than.
func (b *bench) pass(d time.Duration) {
	for d > 0 {
		step := min(d, 50*time.Millisecond)
		b.time.Advance(step)
		b.settle()
		d -= step
	}
}

func (b *bench) files() []string {
	b.Helper()
	names, err := filepath.Glob(filepath.Join(b.dir, "games", "*.jsonl"))
	if err != nil {
		b.Fatal(err)
	}
	return names
}

// replayed is what replay prints of a journal.
func replayed(t *testing.T, path string) (out []byte, s record.Summary) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	src, err := journal.Open(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	rec, err := record.New(src.Header())
	if err != nil {
		t.Fatal(err)
	}
	for {
		batch, err := src.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range rec.Apply(batch) {
			out = append(record.AppendLine(out, e), '\n')
		}
	}
	s = rec.Summary()
	return append(record.AppendLine(out, s), '\n'), s
}

// evening is two famous games one after the other, as a board reports them.
func evening(t *testing.T, n int) (games []simulate.Record, batches []observation.Batch) {
	t.Helper()
	stage := []clockio.Stage{{Base: 5 * time.Minute, Increment: 3 * time.Second}}
	opt := simulate.Options{Terms: observation.Game{TimeControl: "300+3"}, Clock: simulate.Stages{stage, stage}, Think: time.Second, Style: simulate.Usual()}
	games = simulate.Famous()[:n]
	var play []simulate.Game
	for _, r := range games {
		g, err := r.Game()
		if err != nil {
			t.Fatal(err)
		}
		play = append(play, g)
	}
	_, batches = simulate.Sense(simulate.Session(opt, play...), simulate.Sensor{
		Board: observation.Board{ScanMS: 220}, Clock: observation.ClockSensor{Present: true, ResolutionMS: 1000, PollMS: 400}})
	return games, batches
}

func TestAnEveningOfGames(t *testing.T) {
	b := newBench(t)
	b.start()
	games, batches := evening(t, 3)
	begin := b.time.Now()
	for i, batch := range batches {
		b.pass(begin + time.Duration(batch.T)*time.Millisecond - b.time.Now())
		for _, f := range batch.Facts {
			b.say(f)
		}
		if i%100 == 99 && len(b.files()) > 0 {
			last := b.files()[len(b.files())-1]
			if want, _ := replayed(t, last); !bytes.Equal(b.board.RecordJSONL(), want) {
				t.Fatalf("batch %d: the live record is not what a replay of %s prints:\n%s\n---\n%s", i, filepath.Base(last), b.board.RecordJSONL(), want)
			}
		}
	}
	if err := b.stop(); err != nil && err != context.Canceled {
		t.Fatal(err)
	}
	files := b.files()
	if len(files) != len(games) {
		t.Fatalf("%d files, want %d", len(files), len(games))
	}
	for i, f := range files {
		_, s := replayed(t, f)
		if !slices.Equal(s.Moves, games[i].Moves) {
			t.Errorf("%s has %v\nwant %v", filepath.Base(f), s.Moves, games[i].Moves)
		}
		if s.Result != games[i].Result {
			t.Errorf("%s: result %s, want %s", filepath.Base(f), s.Result, games[i].Result)
		}
		checkSealed(t, f, i < len(files)-1)
	}
}

// checkSealed verifies the chain of a journal, and whether it was closed.
func checkSealed(t *testing.T, path string, final bool) {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	v, err := journal.Verify(f, nil)
	if err != nil {
		t.Fatalf("%s: %v", filepath.Base(path), err)
	}
	if v.Final != final {
		t.Errorf("%s: final %v, want %v", filepath.Base(path), v.Final, final)
	}
}

func TestARestartGoesOnWithTheGame(t *testing.T) {
	for _, c := range []struct {
		name   string
		reboot bool
		synced bool
		away   time.Duration
	}{
		{"within one boot", false, true, 700 * time.Millisecond},
		{"over a reboot", true, true, 700 * time.Millisecond},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := newBench(t)
			b.start()
			games, batches := evening(t, 1)
			begin := b.time.Now()
			var board observation.Placement
			for i, batch := range batches {
				b.pass(begin + time.Duration(batch.T)*time.Millisecond - b.time.Now())
				if i%90 == 89 {
					plies := b.rec.Counts().Ply
					b.restart(c.reboot, board)
					if got := b.rec.Counts().Ply; got < plies {
						t.Errorf("%d plies after a restart, %d before", got, plies)
					}
				}
				for _, f := range batch.Facts {
					see(&board, f)
					b.say(f)
				}
			}
			b.stop()
			if n := len(b.files()); n != 1 {
				t.Fatalf("%d files, want one", n)
			}
			_, s := replayed(t, b.files()[0])
			if !slices.Equal(s.Moves, games[0].Moves) {
				t.Errorf("moves %v\nwant %v", s.Moves, games[0].Moves)
			}
			if s.Findings["recovered"] == 0 {
				t.Error("the record does not say that the recorder was restarted")
			}
			checkSealed(t, b.files()[0], false)
		})
	}
}

// brokenTap is one whose disk is full.
type brokenTap struct{}

func (brokenTap) SwitchTo(string) error { return nil }
func (brokenTap) Close() error          { return syscall.ENOSPC }

func TestRawBytesThatAreNotKeptAreNoFailure(t *testing.T) {
	b := newBench(t)
	b.tap = brokenTap{}
	b.start()
	if err := b.stop(); err != nil && err != context.Canceled {
		t.Errorf("an orderly stop: got %v", err)
	}
}

// restart stops the recorder and starts it again; the device then says what
// stands on the board, as every driver does.
func (b *bench) restart(reboot bool, stands observation.Placement) {
	b.Helper()
	if err := b.stop(); err != nil && err != context.Canceled {
		b.Fatal(err)
	}
	if reboot {
		b.boot += "'"
	}
	b.start()
	b.report(observation.Link{Device: observation.BoardDevice, Up: true}, stands)
}

func see(pl *observation.Placement, f observation.Fact) {
	switch f := f.(type) {
	case observation.Placement:
		*pl = f
	case observation.Change:
		pl[f.Square] = f.Piece
	}
}

func TestActs(t *testing.T) {
	b := newBench(t)
	b.start()
	ctx := context.Background()
	if _, err := b.rec.Tell(ctx, observation.Act{By: "arbiter", Kind: observation.ActNote}); err != ErrNoGame {
		t.Fatalf("a note without a game: %v, want %v", err, ErrNoGame)
	}
	b.say(placed(t, startFEN))
	b.pass(3 * time.Second)
	b.say(clockRuns(observation.White))
	b.say(lift("e2"))
	resign := observation.Act{ID: "1", By: "white", Kind: observation.ActResign}
	first, err := b.rec.Tell(ctx, resign)
	if err != nil || len(first) == 0 {
		t.Fatalf("resignation gave %v, %v", first, err)
	}
	if end, ok := first[len(first)-1].(record.End); !ok || end.Result != "0-1" {
		t.Errorf("resignation gave %v, want the end", first)
	}
	if again, err := b.rec.Tell(ctx, resign); err != nil || !reflect.DeepEqual(again, first) {
		t.Errorf("the same act again gave %v, %v; want the same", again, err)
	}
	if _, err := b.rec.Tell(ctx, observation.Act{By: "arbiter", Kind: observation.ActNewGame}); err != nil {
		t.Fatal(err)
	}
	if n := len(b.files()); n != 2 {
		t.Fatalf("%d files after new-game, want 2", n)
	}
	if _, err := b.rec.Tell(ctx, observation.Act{By: "arbiter", Kind: observation.ActCloseGame}); err != nil {
		t.Fatal(err)
	}
	if b.rec.Counts().Active {
		t.Error("a game is being recorded after close-game")
	}
	b.stop()
	for _, f := range b.files() {
		checkSealed(t, f, true)
	}
}

func TestUnreadableTermsOfANamedGameAreNone(t *testing.T) {
	b := newBench(t)
	b.start()
	b.say(observation.Game{White: "A. Lima", Laws: "fide-1066"})
	b.say(placed(t, startFEN))
	b.say(clockRuns(observation.White))
	b.stop()
	if n := len(b.files()); n != 1 {
		t.Fatalf("%d files, want one", n)
	}
	out, _ := replayed(t, b.files()[0])
	if !bytes.Contains(out, []byte(`"laws":"fide-2023"`)) {
		t.Errorf("the record is\n%s", out)
	}
}

func TestUnreadableTermsAreAnErrorAtTheStart(t *testing.T) {
	for _, g := range []observation.Game{{Laws: "fide-1066"}, {TimeControl: "a while"}, {FEN: "nonsense"}, {Variant: "atomic"}} {
		_, err := New(Config{Header: observation.Header{Game: g}, Board: live.NewBoard("board", timesource.Boot()), Time: timesource.Boot(), Stamper: timesource.Boot()})
		if err == nil {
			t.Errorf("%+v: no error", g)
		}
	}
}
