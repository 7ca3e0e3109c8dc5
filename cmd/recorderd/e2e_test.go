package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"recorderd/boardio"
	"recorderd/boardio/emulated"
	"recorderd/journal"
	"recorderd/laws"
	"recorderd/observation"
	"recorderd/pgn"
	"recorderd/position"
	"recorderd/simulate"
	"recorderd/timesource"
)

// hall is a whole recorder on an emulated board at a real pseudo-terminal, in a
// time that runs fast.
type hall struct {
	*testing.T
	time    timesource.Source
	board   *emulated.Board
	daemon  *daemon
	station *station
	data    string
	end     func() error
}

// speed is how fast the time of a hall runs.
const speed = 30

func openHall(t *testing.T, data string) *hall {
	t.Helper()
	return openHallAt(t, data, speed)
}

func openHallAt(t *testing.T, data string, speed float64) *hall {
	t.Helper()
	tty, err := emulated.OpenPTY()
	if err != nil {
		t.Fatal(err)
	}
	kind := makeOf(t, demoMake)
	src := timesource.Scaled(timesource.Boot(), speed)
	h := &hall{T: t, time: src, board: emulatedBoard(t, demoMake, src), data: data}
	h.daemon, err = newDaemon(daemonConfig{data: data, listen: "127.0.0.1:0", log: zerolog.Nop(), boards: []stationConfig{{
		header: observation.Header{Game: observation.Game{TimeControl: "1800+10"}, Board: observation.Board{Sensing: observation.Identity}},
		board:  boardOptions{driver: demoMake, open: boardio.Serial(tty.Path, kind.Line), device: tty.Path},
		time:   src, stamp: newFastStamper(src), speed: speed,
	}}})
	if err != nil {
		t.Fatal(err)
	}
	h.station = h.daemon.stations[0]
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 2)
	go func() { done <- h.board.Serve(ctx, tty) }()
	go func() { done <- h.daemon.run(ctx) }()
	h.end = func() error {
		cancel()
		err := errors.Join(<-done, <-done)
		tty.Close()
		return err
	}
	return h
}

// play has hands do all of a timeline, and waits until the recorder has settled.
func (h *hall) play(tl simulate.Timeline) {
	h.Helper()
	w := table{h.board, func(f observation.Fact) { h.station.recorder.Tell(context.Background(), f) }}
	if err := simulate.Play(context.Background(), h.time, tl, w); err != nil {
		h.Fatal(err)
	}
	if err := timesource.Sleep(context.Background(), h.time, 5*time.Second); err != nil {
		h.Fatal(err)
	}
}

func (h *hall) get(path string) []byte {
	h.Helper()
	return fetch(h.T, h.daemon, path)
}

// fetch returns what a daemon serves.
func fetch(t testing.TB, d *daemon, path string) []byte {
	t.Helper()
	resp, err := http.Get("http://" + d.listener.Addr().String() + path)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return body
}

func projectGames(t testing.TB) (games [][]string) {
	t.Helper()
	f, err := os.Open("../../testdata/games.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for scan := bufio.NewScanner(f); scan.Scan(); {
		games = append(games, strings.Fields(scan.Text()))
	}
	return games
}

// session makes an evening of games; each knows its number as a name.
func session(t *testing.T, seed uint64, games [][]string) simulate.Timeline {
	t.Helper()
	control, err := laws.ParseTimeControl("1800+10")
	if err != nil {
		t.Fatal(err)
	}
	opt := simulate.Options{Seed: seed, Terms: observation.Game{TimeControl: "1800+10"}, Clock: stages(control), Think: 2 * time.Second, Style: simulate.Usual()}
	var play []simulate.Game
	for i, sans := range games {
		moves, err := simulate.MovesOf(position.Start(), sans)
		if err != nil {
			t.Fatal(err)
		}
		play = append(play, simulate.Game{Start: position.Start(), Moves: moves, Result: "1-0",
			Names: observation.Game{Event: "End to end", White: fmt.Sprintf("White %d", i+1), Black: fmt.Sprintf("Black %d", i+1)}})
	}
	return simulate.Session(opt, play...)
}

// evenings is how many evenings of how many games are played end to end, all at
// the same time: more than thirty games, and in the long form all hundred. The
// race detector sees a few of them.
func evenings() (n, each int) {
	switch {
	case underRace:
		return 2, 4 // more of them don't get the processor in time
	case os.Getenv("RECORDERD_LONG") != "":
		return 20, 5
	}
	return 8, 4
}

func TestGamesThroughTheWholeRecorder(t *testing.T) {
	games := projectGames(t)
	n, each := evenings()
	var halls sync.WaitGroup
	checks := make([]func(), n)
	for e := range n {
		halls.Go(func() { checks[e] = playEvening(t, uint64(e), games[e*each:(e+1)*each]) })
	}
	halls.Wait()
	for _, check := range checks { // only now: while others still play it would take their time
		check()
	}
}

// playEvening plays games and returns what checks them.
func playEvening(t *testing.T, seed uint64, games [][]string) func() {
	h := openHall(t, t.TempDir())
	h.play(session(t, seed, games))
	live, livePGN := h.get("/record.jsonl"), h.get("/live.pgn")
	if err := h.end(); err != nil && !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	return func() { checkEvening(t, h.data, games, live, livePGN) }
}

func checkEvening(t *testing.T, data string, games [][]string, live, livePGN []byte) {
	files, err := filepath.Glob(filepath.Join(data, "games", "*.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	if len(files) != len(games) {
		t.Fatalf("%d journals, want %d", len(files), len(games))
	}
	for i, f := range files {
		text := printed(t, "replay", "--format", "pgn", f)
		checkGame(t, filepath.Base(f), text, games[i], fmt.Sprintf("White %d", i+1))
		if i < len(files)-1 { // the last one is still open
			printed(t, "verify", f)
		}
		printed(t, "verify", "--open", f)
	}
	bundle := filepath.Join(t.TempDir(), "first.zip")
	printed(t, "export", "--format", "bundle", "--out", bundle, files[0])
	if found := string(printed(t, "verify", bundle)); !strings.Contains(found, "reads from the board") {
		t.Errorf("the bundle of the first game has no bytes of the board:\n%s", found)
	}
	last := files[len(files)-1]
	if want := printed(t, "replay", last); !bytes.Equal(live, want) {
		t.Errorf("/record.jsonl was not what replay prints of %s", filepath.Base(last))
	}
	if want := printed(t, "replay", "--format", "pgn", last); !bytes.Equal(livePGN, want) {
		t.Errorf("/live.pgn was not what replay prints of %s", filepath.Base(last))
	}
	if _, err := os.Stat(journal.RawPath(last)); err != nil {
		t.Errorf("the raw bytes of the last game: %v", err)
	}
}

// printed runs recorderd and returns what it printed.
func printed(t *testing.T, args ...string) []byte {
	t.Helper()
	var out, msg bytes.Buffer
	if status := recorderd(env{strings.NewReader(""), &out, &msg}, args); status != exitDone {
		t.Fatalf("recorderd %s: status %d: %s", strings.Join(args, " "), status, msg.String())
	}
	return out.Bytes()
}

func checkGame(t *testing.T, name string, text []byte, want []string, white string) {
	t.Helper()
	r := pgn.NewReader(bytes.NewReader(text))
	g, err := r.Next()
	if err != nil || len(g.Errors) > 0 {
		t.Fatalf("%s: PGN: %v %v", name, err, g.Errors)
	}
	if sans := sansOf(t, text); !slices.Equal(sans, want) {
		t.Errorf("%s has\n %v\nwant\n %v", name, sans, want)
	}
	if g.Tag("White") != white {
		t.Errorf("%s: White is %q, want %q", name, g.Tag("White"), white)
	}
	for i, m := range g.Moves {
		if i < len(g.Moves)-1 && m.Clk == nil {
			t.Errorf("%s: ply %d has no clock", name, i+1)
			break
		}
	}
	extract(t, name, text)
}

// sansOf returns the moves of a game in PGN.
func sansOf(t *testing.T, text []byte) (sans []string) {
	t.Helper()
	g, err := pgn.NewReader(bytes.NewReader(text)).Next()
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range g.Moves {
		sans = append(sans, m.SAN)
	}
	return sans
}

// extract has the independent reader of PGN look at the text.
func extract(t *testing.T, name string, text []byte) {
	t.Helper()
	tool, err := exec.LookPath("pgn-extract")
	if err != nil {
		tool = "/usr/games/pgn-extract"
	}
	if _, err := os.Stat(tool); err != nil {
		t.Log("not read by pgn-extract, which is not installed: hack/setup installs it")
		return
	}
	cmd := exec.Command(tool, "-s", "-r")
	cmd.Stdin = bytes.NewReader(text)
	var out, msg bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &msg
	if err := cmd.Run(); err != nil || msg.Len() > 0 {
		t.Errorf("%s: pgn-extract: %v %s", name, err, msg.String())
	}
}
