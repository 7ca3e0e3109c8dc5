package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"recorderd/boardio"
	"recorderd/boardio/emulated"
	"recorderd/observation"
	"recorderd/position"
	"recorderd/simulate"
	"recorderd/timesource"
)

// lineOf opens a real line for an emulated board: a pseudo-terminal, or for a HID
// device a socket that carries whole reports.
func lineOf(t testing.TB, kind boardio.Make) (line io.ReadWriteCloser, path string, open boardio.Opener) {
	t.Helper()
	if kind.HID != nil {
		dir, err := os.MkdirTemp("", "hid") // the path of a socket must be short
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { os.RemoveAll(dir) })
		reports, err := emulated.ListenReports(filepath.Join(dir, "s"))
		if err != nil {
			t.Fatal(err)
		}
		return reports, reports.Path, boardio.OpenHID(reports.Path)
	}
	tty, err := emulated.OpenPTY()
	if err != nil {
		t.Fatal(err)
	}
	return tty, tty.Path, boardio.Serial(tty.Path, kind.Line)
}

// Games are played on each make at a real terminal, in a time that runs fast,
// through the whole recorder: journals, PGN, verification.
func TestGamesOfEveryMakeAtATerminal(t *testing.T) {
	n, most := 1, 24
	if os.Getenv("RECORDERD_LONG") != "" {
		n, most = 20, 200
	}
	var halls sync.WaitGroup
	checks := make([]func(), len(emulated.Makes()))
	for i, name := range emulated.Makes() {
		kind := makeOf(t, name)
		games := gamesOf(t, kind, n)
		for i, sans := range games {
			games[i] = sans[:min(most, len(sans))] // plies
		}
		halls.Go(func() { checks[i] = playMake(t, kind, games) })
	}
	halls.Wait()
	for _, check := range checks { // only now: while others still play it would take their time
		check()
	}
}

// makeSpeed is how fast time runs at these terminals. All of them share the
// processor, and what is late by real milliseconds is late by twenty times as many.
const makeSpeed = 20

// playMake plays games on a make of board and returns what checks them.
func playMake(t *testing.T, kind boardio.Make, games [][]string) func() {
	line, path, open := lineOf(t, kind)
	src := timesource.Scaled(timesource.Boot(), makeSpeed)
	board := emulatedBoard(t, kind.Name, src)
	data := t.TempDir()
	d, err := newDaemon(daemonConfig{data: data, listen: "127.0.0.1:0", log: zerolog.Nop(), boards: []stationConfig{{
		header: config{Game: gameConfig{TimeControl: "-"}}.header(boardConfig{}),
		board:  boardOptions{driver: kind.Name, open: open, device: path},
		time:   src, stamp: newFastStamper(src), speed: makeSpeed,
	}}})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 2)
	go func() { done <- serve(ctx, board, line) }()
	go func() { done <- d.run(ctx) }()
	board.SetPlacement(startPlacement())
	eventually(t, kind.Title+" is up", func() bool { return d.stations[0].device.Stats().Connected })
	w := table{board, func(f observation.Fact) { d.stations[0].recorder.Tell(context.Background(), f) }}
	if err := simulate.Play(context.Background(), src, evening(kind, games, t), w); err != nil {
		t.Fatal(err)
	}
	timesource.Sleep(context.Background(), src, 5*time.Second)
	cancel()
	if err := errors.Join(<-done, <-done); err != nil && !errors.Is(err, context.Canceled) {
		t.Errorf("%s: %v", kind.Name, err)
	}
	line.Close()
	return func() { checkMake(t, kind, data, games) }
}

// evening is a session of games with the hands that suit a make.
func evening(kind boardio.Make, games [][]string, t *testing.T) simulate.Timeline {
	opt := handsFor(kind, 1)
	var play []simulate.Game
	for _, sans := range games {
		play = append(play, simulate.Game{Start: position.Start(), Moves: movesOf(t, sans), Result: "*", Names: observation.Game{White: "White"}})
	}
	return simulate.Session(opt, play...)
}

func checkMake(t *testing.T, kind boardio.Make, data string, games [][]string) {
	files, err := filepath.Glob(filepath.Join(data, "games", "*.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	if len(files) != len(games) {
		t.Errorf("%s: %d journals, want %d", kind.Name, len(files), len(games))
		return
	}
	for i, f := range files {
		printed(t, "verify", "--open", f)
		if sans := movesIn(t, printed(t, "replay", f)); !slices.Equal(sans, games[i]) {
			t.Errorf("%s: game %d has\n %v\nwant\n %v", kind.Name, i+1, sans, games[i])
		}
	}
}

// movesIn returns the moves of a record, as its summary has them.
func movesIn(t *testing.T, text []byte) []string {
	t.Helper()
	lines := bytes.Split(bytes.TrimSpace(text), []byte("\n"))
	var summary struct{ Moves []string }
	if err := json.Unmarshal(lines[len(lines)-1], &summary); err != nil {
		t.Fatal(err)
	}
	return summary.Moves
}
