package recorder

import (
	"context"
	"net"
	"path/filepath"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/rs/zerolog"

	"recorderd/boardio"
	bubbles "recorderd/boardio/bench"
	"recorderd/boardio/emulated"
	"recorderd/boardio/novag"
	_ "recorderd/boardio/novag/emulator"
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

// table is an emulated board whose people are heard by the recorder.
type table struct {
	*emulated.Board
	rec *Recorder
}

// Hear implements simulate.Listener.
func (t table) Hear(f observation.Fact) { t.rec.Tell(context.Background(), f) }

// Games on a board that says only finished moves begin and end by themselves,
// through the driver and with the bytes of the board.
func TestAnEveningOnABoardOfFinishedMoves(t *testing.T) {
	for _, c := range []struct {
		name  string
		build func(boardio.Options) *novag.Driver
	}{{"citrine", novag.NewCitrine}, {"ucb", novag.NewUCB}} {
		t.Run(c.name, func(t *testing.T) {
			games := simulate.Famous()[:3]
			dir := t.TempDir()
			synctest.Test(t, func(t *testing.T) { playSaid(t, c.name, c.build, dir, games) })
			files, err := filepath.Glob(filepath.Join(dir, "games", "*.jsonl"))
			if err != nil || len(files) != len(games) {
				t.Fatalf("%d files, %v, want %d", len(files), err, len(games))
			}
			for i, f := range files {
				_, s := replayed(t, f)
				if !slices.Equal(s.Moves, games[i].Moves) {
					t.Errorf("%s has %v\nwant %v", filepath.Base(f), s.Moves, games[i].Moves)
				}
				if n := s.Findings["unreadable"] + s.Findings["missed-move"]; n > 0 {
					t.Errorf("%s: findings %v", filepath.Base(f), s.Findings)
				}
				checkSealed(t, f, i < len(files)-1)
			}
		})
	}
}

// playSaid plays games on a board in a bubble of time, before a recorder.
func playSaid(t *testing.T, name string, build func(boardio.Options) *novag.Driver, dir string, records []simulate.Record) {
	var games []simulate.Game
	for _, r := range records {
		g, err := r.Game()
		if err != nil {
			t.Fatal(err)
		}
		games = append(games, g)
	}
	tl := simulate.Session(simulate.Options{Terms: observation.Game{TimeControl: "-"}, Think: 2 * time.Second, Style: simulate.Usual()}, games...)

	ctx, cancel := context.WithCancel(context.Background())
	src := timesource.Bubble()
	device, _ := emulated.Make(name, src, emulated.Options{})
	device.SetPlacement(tl.Start)
	driver := build(boardio.Options{Device: "board", Source: src, Open: func() (boardio.Port, error) {
		mine, its := net.Pipe()
		go device.Serve(ctx, its)
		return bubbles.Port(mine), nil
	}})
	rec, err := New(Config{
		Device: driver, Board: live.NewBoard("board", src), Time: src, Stamper: stamper{src}, Data: dir,
		Header: observation.Header{Game: observation.Game{TimeControl: "-"}}, Software: "test", Log: zerolog.Nop(),
	})
	if err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- rec.Run(ctx) }()
	timesource.Sleep(ctx, src, 5*time.Second)
	if err := simulate.Play(ctx, src, tl, table{device, rec}); err != nil {
		t.Error(err)
	}
	cancel()
	if err := <-ended; err != nil && err != context.Canceled {
		t.Error(err)
	}
	synctest.Wait()
}
