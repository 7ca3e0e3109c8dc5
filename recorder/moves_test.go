package recorder

import (
	"context"
	"net"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/rs/zerolog"

	"recorderd/boardio"
	bubbles "recorderd/boardio/bench"
	"recorderd/boardio/bridge"
	"recorderd/boardio/bridge/emulator"
	"recorderd/boardio/emulated"
	_ "recorderd/boardio/novag"
	_ "recorderd/boardio/novag/emulator"
	"recorderd/clockio"
	"recorderd/live"
	"recorderd/observation"
	"recorderd/simulate"
	"recorderd/timesource"
)

type stamper struct{ timesource.Source }

// Stamp implements timesource.Stamper.
func (s stamper) Stamp() timesource.Stamp {
	return timesource.Stamp{BootID: "bubble", BootNS: int64(s.Now())}
}

// table is an emulated board whose people are heard by the recorder, with a clock
// beside it that has a cable of its own.
type table struct {
	*emulated.Board
	clock *emulated.Board
	rec   *Recorder
}

func (t table) SetClock(c clockio.Clock)         { t.clock.SetClock(c) }
func (t table) StartClock(side observation.Side) { t.clock.StartClock(side) }
func (t table) Press(side observation.Side)      { t.clock.Press(side) }
func (t table) StopClock()                       { t.clock.StopClock() }

// Hear implements simulate.Listener.
func (t table) Hear(f observation.Fact) { t.rec.Tell(context.Background(), f) }

// Games on a board that says only finished moves begin and end by themselves,
// through the drivers and with the bytes of the board and of the clock.
func TestAnEveningOnABoardOfFinishedMoves(t *testing.T) {
	stage := []clockio.Stage{{Base: 5 * time.Minute, Increment: 3 * time.Second}}
	for _, c := range []struct {
		name, make, control string
		clock               simulate.Stages
	}{
		{"citrine", "citrine", "-", simulate.Stages{}},
		{"ucb", "ucb", "-", simulate.Stages{}},
		{"citrine and a clock", "citrine", "300+3", simulate.Stages{stage, stage}},
		{"ucb and a clock", "ucb", "300+3", simulate.Stages{stage, stage}},
	} {
		t.Run(c.name, func(t *testing.T) {
			games := simulate.Famous()[:3]
			dir := t.TempDir()
			opt := simulate.Options{Terms: observation.Game{TimeControl: c.control}, Clock: c.clock, Think: 2 * time.Second, Style: simulate.Usual()}
			synctest.Test(t, func(t *testing.T) { playSaid(t, c.make, dir, opt, games) })
			files, err := filepath.Glob(filepath.Join(dir, "games", "*.jsonl"))
			if err != nil || len(files) != len(games) {
				t.Fatalf("%d files, %v, want %d", len(files), err, len(games))
			}
			for i, f := range files {
				_, s := replayed(t, f)
				if !slices.Equal(s.Moves, games[i].Moves) {
					t.Errorf("%s has %v\nwant %v", filepath.Base(f), s.Moves, games[i].Moves)
				}
				checkPresses(t, f, c.control != "-")
				if n := s.Findings["unreadable"] + s.Findings["missed-move"]; n > 0 {
					t.Errorf("%s: findings %v", filepath.Base(f), s.Findings)
				}
				checkSealed(t, f, i < len(files)-1)
			}
		})
	}
}

// checkPresses wants every ply but the last to be completed, with times where
// there is a clock.
func checkPresses(t *testing.T, path string, clock bool) {
	t.Helper()
	text, s := replayed(t, path)
	completed, timed := 0, 0
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, `{"ev":"complete"`) {
			completed++
			if strings.Contains(line, `"white_ms"`) {
				timed++
			}
		}
	}
	if completed < s.Plies-1 || clock && timed < s.Plies-1 {
		t.Errorf("%s: of %d plies %d were completed, %d with times", filepath.Base(path), s.Plies, completed, timed)
	}
}

// lineTo opens a line to an emulated device.
func lineTo(ctx context.Context, b *emulated.Board) boardio.Opener {
	return func() (boardio.Port, error) {
		mine, its := net.Pipe()
		go b.Serve(ctx, its)
		return bubbles.Port(mine), nil
	}
}

// playSaid plays games on a board in a bubble of time, before a recorder.
func playSaid(t *testing.T, name, dir string, opt simulate.Options, records []simulate.Record) {
	var games []simulate.Game
	for _, r := range records {
		g, err := r.Game()
		if err != nil {
			t.Fatal(err)
		}
		games = append(games, g)
	}
	tl := simulate.Session(opt, games...)

	ctx, cancel := context.WithCancel(context.Background())
	src := timesource.Bubble()
	board, _ := emulated.Make(name, src, emulated.Options{})
	board.SetPlacement(tl.Start)
	clock := emulator.New(src, emulator.Options{})
	kind, _ := boardio.MakeOf(name)
	device := kind.New(boardio.Options{Device: "board", Source: src, Open: lineTo(ctx, board)})
	if opt.Terms.TimeControl != "-" {
		device = bridge.Join(device, bridge.Options{Options: boardio.Options{Device: "clock", Source: src, Open: lineTo(ctx, clock)}})
	}
	rec, err := New(Config{
		Device: device, Board: live.NewBoard("board", src), Time: src, Stamper: stamper{src}, Data: dir,
		Header: observation.Header{Game: opt.Terms}, Software: "test", Log: zerolog.Nop(),
	})
	if err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- rec.Run(ctx) }()
	timesource.Sleep(ctx, src, 5*time.Second)
	if err := simulate.Play(ctx, src, tl, table{board, clock, rec}); err != nil {
		t.Error(err)
	}
	cancel()
	if err := <-ended; err != nil && err != context.Canceled {
		t.Error(err)
	}
	synctest.Wait()
}
