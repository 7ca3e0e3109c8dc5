package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"recorderd/boardio/dgt/emulator"
	"recorderd/boardio/emulated"
	"recorderd/observation"
	"recorderd/simulate"
	"recorderd/timesource"
)

// Eight boards on one line at 9600 baud, a game on each at the same time, through
// a real terminal and the whole recorder: each has its folder, its routes and its
// game.
func TestEightBoardsOnOneLine(t *testing.T) {
	const n, speed = 8, 4
	tty, err := emulated.OpenPTY()
	if err != nil {
		t.Fatal(err)
	}
	src := timesource.Scaled(timesource.Boot(), speed)
	kind := makeOf(t, "dgt")
	games := gamesOf(t, kind, n)
	if os.Getenv("RECORDERD_LONG") == "" {
		for i := range games {
			games[i] = games[i][:16]
		}
	}
	var boards []*emulator.Board
	var stations []stationConfig
	for i := range n {
		serial := fmt.Sprintf("%05d", 1025+i)
		boards = append(boards, emulator.New(src, emulator.Options{Options: emulated.Options{Serial: serial, Seed: uint64(i)}}))
		stations = append(stations, stationConfig{
			name:   fmt.Sprint(i + 1),
			header: config{Game: gameConfig{TimeControl: "-"}}.header(boardConfig{}),
			board:  boardOptions{driver: "dgt", device: tty.Path, serial: serial},
			time:   src, stamp: newFastStamper(src), speed: speed,
		})
	}
	data := t.TempDir()
	d, err := newDaemon(daemonConfig{data: data, listen: "127.0.0.1:0", log: zerolog.Nop(), boards: stations})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 2)
	go func() { done <- emulator.NewBus(src, boards...).Serve(ctx, tty) }()
	go func() { done <- d.run(ctx) }()
	var players sync.WaitGroup
	for i, b := range boards {
		b.SetPlacement(startPlacement())
		eventually(t, "board "+d.stations[i].name, func() bool { return d.stations[i].device.Stats().Connected })
		players.Go(func() {
			w := table{b.Board, func(f observation.Fact) { d.stations[i].recorder.Tell(context.Background(), f) }}
			if err := simulate.Play(context.Background(), src, evening(kind, games[i:i+1], t), w); err != nil {
				t.Error(err)
			}
		})
	}
	players.Wait()
	timesource.Sleep(context.Background(), src, 5*time.Second)
	for i := range n {
		if sans := movesIn(t, fetch(t, d, fmt.Sprintf("/boards/%d/record.jsonl", i+1))); !slices.Equal(sans, games[i]) {
			t.Errorf("board %d shows\n %v\nwant\n %v", i+1, sans, games[i])
		}
	}
	cancel()
	if err := errors.Join(<-done, <-done); err != nil && !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	tty.Close()
	for i := range n {
		checkMake(t, kind, filepath.Join(data, fmt.Sprint(i+1)), games[i:i+1])
	}
}
