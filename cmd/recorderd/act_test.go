package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"recorderd/journal"
	"recorderd/laws"
	"recorderd/observation"
	"recorderd/position"
	"recorderd/simulate"
	"recorderd/timesource"
)

// calm is a speed at which every ply is seen, however busy the machine is.
const calm = 10

// post sends an act and returns the answer with its status.
func post(t testing.TB, address, act string) (answer string, status int) {
	t.Helper()
	resp, err := http.Post(address+"/act", "application/json", strings.NewReader(act))
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(body), resp.StatusCode
}

// arbiters sit in a hall and send acts over HTTP.
type arbiters struct{ *hall }

func (h arbiters) address() string { return "http://" + h.daemon.listener.Addr().String() }

// does sends an act and wants lines that begin so, one after the other, and that
// they are the last of the record.
func (h arbiters) does(act string, lines ...string) string {
	h.Helper()
	answer, status := post(h, h.address(), act)
	if status != http.StatusOK {
		h.Fatalf("%s: got %d %s", act, status, answer)
	}
	got := strings.SplitAfter(answer, "\n")
	got = got[:len(got)-1]
	if len(got) != len(lines) {
		h.Fatalf("%s: got\n%s\nwant %d lines", act, answer, len(lines))
	}
	for i, want := range lines {
		for part := range strings.SplitSeq(want, " … ") {
			if !strings.Contains(got[i], part) {
				h.Errorf("%s: line %d is\n%s\nwant %s", act, i+1, got[i], want)
			}
		}
	}
	if rec := string(h.get("/record.jsonl")); !strings.Contains(rec, answer+`{"ev":"summary"`) {
		h.Errorf("%s: its lines\n%s\nare not the last of the record\n%s", act, answer, rec)
	}
	return answer
}

func (h arbiters) refuses(act string, status int, has string) {
	h.Helper()
	answer, got := post(h, h.address(), act)
	var why struct{ Error string }
	if err := json.Unmarshal([]byte(answer), &why); err != nil || got != status || !strings.Contains(why.Error, has) {
		h.Errorf("%s: got %d %s, want %d and %q", act, got, answer, status, has)
	}
}

// playMoves has hands play the first moves of a game, which goes on.
func (h arbiters) playMoves(sans string) {
	h.Helper()
	control, err := laws.ParseTimeControl("1800+10")
	if err != nil {
		h.Fatal(err)
	}
	moves, err := simulate.MovesOf(position.Start(), strings.Fields(sans))
	if err != nil {
		h.Fatal(err)
	}
	h.play(simulate.Hands(position.Start(), moves, simulate.Options{
		Terms: observation.Game{TimeControl: "1800+10"}, Clock: stages(control), Think: 2 * time.Second, Style: simulate.Usual(),
	}))
}

// restarted ends the recorder and starts another on its journals.
func (h arbiters) restarted() arbiters {
	h.Helper()
	if err := h.end(); err != nil && !errors.Is(err, context.Canceled) {
		h.Fatal(err)
	}
	return arbiters{openHallAt(h.T, h.data, calm)}
}

const threeTimes = "e4 e5 Nf3 Nc6 Ng1 Nb8 Nf3 Nc6 Ng1 Nb8"

// TestActsOfAGame goes through acts as they come in over HTTP while a game is
// played on an emulated board: the whole way from there to the journal and back.
func TestActsOfAGame(t *testing.T) {
	h := arbiters{openHallAt(t, t.TempDir(), calm)}
	h.refuses(`{"by":"arbiter","kind":"note","text":"too early"}`, 409, "no game is being recorded")
	h.refuses(`{"game":1,"by":"arbiter","kind":"note","text":"too early"}`, 404, "there is no such game")
	h.playMoves(threeTimes)

	claim := `{"id":"c1","by":"white","name":"A. Lima","kind":"claim","claim":"threefold"}`
	supported := h.does(claim, `{"ev":"claim", … "ply":10,"by":"white","claim":"threefold","supported":true … "occurrences":[{"ply":2, … "result":"1/2-1/2"`)
	h.does(claim, `"supported":true`)
	h.does(`{"by":"black","kind":"note","text":"<é>"}`)
	if report := h.get("/games/1/sheets/report.html?lang=pt"); !bytes.Contains(report, []byte("A reclamação procede")) {
		t.Errorf("the report while the game is on has no claim: %.300s", report)
	}
	h.does(`{"by":"white","kind":"draw-offer"}`, `"code":"draw-offer"`)
	h.does(`{"by":"black","kind":"draw-accept"}`, `"result":"1/2-1/2","termination":"agreement"`)
	h.does(`{"game":1,"by":"arbiter","kind":"takeback","to_ply":8}`, `{"ev":"reopen"`, `"ply":10,"why":"agreement"`, `"ply":9,"why":"agreement"`)
	h.does(`{"by":"arbiter","kind":"restore","fen":"rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"}`,
		`"ply":8,"why":"ruling"`, `"ply":7,"why":"ruling"`)
	if answer, status := post(t, h.address(), `{"by":"arbiter","kind":"correct-move","ply":6,"san":"Nb8"}`); status != http.StatusOK {
		t.Errorf("a move that is already right: got %d %s", status, answer)
	}
	h.refuses(`{"id":"c1","by":"black","kind":"resign"}`, 409, "another act of this game has this id")
	h.refuses(`{"by":"black","kind":"claim","claim":"boredom"}`, 400, `"claim": want threefold`)
	h.refuses(`{"game":2,"by":"black","kind":"resign"}`, 404, "there is no such game")
	h.does(`{"by":"black","kind":"resign"}`, `"result":"1-0","termination":"resignation"`)

	h = h.restarted()
	if again, _ := post(t, h.address(), claim); again != supported {
		t.Errorf("after a restart the claim gave\n%s\nwant\n%s", again, supported)
	}
	h.does(`{"by":"arbiter","kind":"close-game"}`)
	h.refuses(`{"by":"arbiter","kind":"note","text":"late"}`, 409, `no game is being recorded: for the last one add "game":1`)
	h.does(`{"game":1,"id":"r1","by":"arbiter","kind":"result","result":"1/2-0"}`, `{"ev":"reopen"`, `"result":"1/2-0","termination":"ruling"`)
	h.does(`{"game":1,"id":"r2","by":"arbiter","kind":"result","result":"1-0","reason":"flag"}`, `{"ev":"reopen"`, `"result":"1-0","termination":"flag"`)
	h.refuses(`{"game":1,"by":"arbiter","kind":"new-game"}`, 409, "the game is closed")
	if claimed, _ := post(t, h.address(), `{"game":1,`+claim[1:]); claimed != supported {
		t.Errorf("when the game is closed the claim gives\n%s\nwant\n%s", claimed, supported)
	}
	served := h.get("/record.jsonl")
	h.end()
	file := journal.Path(filepath.Join(h.data, "games"), 1)
	if want := printed(t, "replay", file); !bytes.Equal(served, want) {
		t.Errorf("the record that was served is\n%s\nwant\n%s", served, want)
	}
	wantClosed(t, file)
}

func wantClosed(t *testing.T, file string) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if v, err := journal.Verify(bytes.NewReader(text), nil); err != nil || !v.Final {
		t.Errorf("verify %s: %+v, %v", filepath.Base(file), v, err)
	}
}

// What was answered is in the journal, though the recorder is killed at once, and
// whoever asks again gets the same.
func TestKilledAfterAnAct(t *testing.T) {
	t.Parallel()
	w := openWire(t)
	board := emulate(t, w)
	config, data := configure(t, w.Path, `time_control = "1800+10"`)
	c := startRun(t, config)
	if err := simulate.Play(context.Background(), timesource.Boot(), quickly(t, projectGames(t)[3][:2]), table{Board: board}); err != nil {
		t.Fatal(err)
	}
	c.awaitLast(2)
	restart := func() {
		c.kill()
		w.unlock()
		c = startRun(t, config)
	}
	for _, act := range []string{
		`{"game":1,"id":"a","by":"black","kind":"resign"}`,
		`{"game":1,"id":"b","by":"arbiter","kind":"close-game"}`,
		`{"game":1,"id":"c","by":"arbiter","kind":"result","result":"0-1","reason":"ruling"}`,
	} {
		first, status := post(t, c.address, act)
		if status != http.StatusOK {
			t.Fatalf("%s: got %d %s", act, status, first)
		}
		if strings.Contains(act, "close-game") {
			c.awaitMetric("recorderd_game_active", 0)
			continue
		}
		restart()
		if again, status := post(t, c.address, act); status != http.StatusOK || again != first || first == "" {
			t.Errorf("%s: got %d\n%s\nwant\n%s", act, status, again, first)
		}
	}
	if c.metric("recorderd_game_active") != 0 {
		t.Error("the closed game goes on")
	}
	c.stop()
	file := journal.Path(filepath.Join(data, "games"), 1)
	wantClosed(t, file)
	if s := summaryOf(t, printed(t, "replay", file)); s.Result != "0-1" || s.Plies != 2 {
		t.Errorf("got %s after %d plies, want 0-1 after 2", s.Result, s.Plies)
	}
}
