package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/prometheus/client_golang/prometheus/testutil"

	"recorderd/pgn"
	"recorderd/simulate"
	"recorderd/timesource"
)

// event is one of a stream of server-sent events.
type event struct{ id, data string }

// follow reads events until the stream ends, which it does with the daemon.
func (c *child) follow(t *testing.T, lastID string) <-chan event {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), "GET", c.address+"/events", nil)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Last-Event-ID", lastID)
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	if got := resp.Header.Get("Content-Type"); resp.StatusCode != http.StatusOK || got != "text/event-stream" {
		t.Fatalf("/events: %s, %s", resp.Status, got)
	}
	events := make(chan event, 1000)
	go func() {
		defer close(events)
		defer resp.Body.Close()
		var e event
		for in := bufio.NewScanner(resp.Body); in.Scan(); {
			switch key, value, _ := strings.Cut(in.Text(), ": "); key {
			case "id":
				e.id = value
			case "data":
				e.data = value
				events <- e
			}
		}
	}()
	return events
}

// wantEvents takes as many events as there are lines, which they must be, the
// first of them being this line of the first game.
func wantEvents(t *testing.T, events <-chan event, first int, lines [][]byte) {
	t.Helper()
	for i, line := range lines {
		e, ok := <-events
		if !ok {
			t.Fatalf("the stream ended before line %d", first+i)
		}
		if id := fmt.Sprintf("1-%d", first+i); e.id != id || e.data+"\n" != string(line) {
			t.Fatalf("got event %s\n%s\nwant %s\n%s", e.id, e.data, id, line)
		}
	}
}

// TestWhatARunningRecorderServes looks at all that a daemon serves while a game
// is being played, and follows it over a restart.
func TestWhatARunningRecorderServes(t *testing.T) {
	t.Parallel()
	w := openWire(t)
	board := emulate(t, w)
	config, data := configure(t, w.Path, "white = \"A. Lima\"\nround = \"2.1\"\ntime_control = \"1800+10\"")
	c := startRun(t, config)
	before := c.follow(t, "") // from before there is a game
	tl := quickly(t, projectGames(t)[3][:4])
	if err := simulate.Play(context.Background(), timesource.Boot(), tl, table{Board: board}); err != nil {
		t.Fatal(err)
	}
	c.awaitLast(4)

	shown := c.lines()
	wantEvents(t, before, 1, shown)
	if got := c.get("/healthz"); string(got) != `{"status":"ok","problems":[]}`+"\n" {
		t.Errorf("/healthz: %s", got)
	}
	wantPGN(t, c.get("/live.pgn"), projectGames(t)[3][:4])
	wantGoodMetrics(t, c)
	wantSquares(t, c)
	wantBusy(t, config)

	c.stop()
	if e, ok := <-before; ok {
		t.Errorf("event %v after all that was served", e)
	}
	c = startRun(t, config)
	again := c.follow(t, "1-3")
	wantEvents(t, again, 4, shown[3:])
	eventually(t, "the restart in the record", func() bool { return len(c.lines()) > len(shown) })
	wantEvents(t, again, len(shown)+1, c.lines()[len(shown):len(shown)+1])
	wantEvents(t, c.follow(t, "7-1"), 1, shown) // of a game that is not the current one
	wantEvents(t, c.follow(t, ""), 1, shown)
	c.stop()

	file := filepath.Join(data, "games", "000001.jsonl")
	for line := range strings.Lines(string(printed(t, "replay", file))) {
		if strings.HasPrefix(line, `{"ev":"start"`) && line != string(shown[0]) {
			t.Errorf("replay begins with\n%swhat was served with\n%s", line, shown[0])
		}
	}
}

func wantPGN(t *testing.T, text []byte, sans []string) {
	t.Helper()
	g, err := pgn.NewReader(bytes.NewReader(text)).Next()
	if err != nil || len(g.Errors) > 0 {
		t.Fatalf("/live.pgn: %v %v\n%s", err, g.Errors, text)
	}
	var got []string
	for _, m := range g.Moves {
		got = append(got, m.SAN)
	}
	if strings.Join(got, " ") != strings.Join(sans, " ") || g.Tag("White") != "A. Lima" || g.Tag("Round") != "2.1" {
		t.Errorf("/live.pgn:\n%s\nwant %v", text, sans)
	}
}

// wantBusy starts another recorder on the same journals.
func wantBusy(t *testing.T, config string) {
	t.Helper()
	other := start(t, nil, "run", "--config", config)
	other.wantExit(exitBad)
	if got := other.logged(); strings.Count(got, "\n") != 1 || !strings.Contains(got, "another recorderd") {
		t.Errorf("a second recorder says %q", got)
	}
}

// wantGoodMetrics has Prometheus's own tool read the metrics.
func wantGoodMetrics(t *testing.T, c *child) {
	t.Helper()
	exposition := c.get("/metrics")
	for name, want := range map[string]float64{
		"recorderd_device_connected": 1, "recorderd_game_active": 1, "recorderd_game_number": 1, "recorderd_game_ply": 4,
		"recorderd_moves_detected_total": 4, "recorderd_illegal_moves_total": 0, "recorderd_observations_refused_total": 0,
		"recorderd_journal_degraded": 0, "recorderd_journal_errors_total": 0, "recorderd_sse_clients": 1,
	} {
		if got := metricIn(t, exposition, name); got != want {
			t.Errorf("%s %g, want %g", name, got, want)
		}
	}
	promtool, err := exec.LookPath("promtool")
	if err != nil {
		promtool = "../../bin/promtool"
	}
	if _, err := os.Stat(promtool); err != nil {
		t.Log("promtool is not installed (hack/setup installs it): the metrics are not checked with it")
		return
	}
	check := exec.Command(promtool, "check", "metrics")
	check.Stdin = bytes.NewReader(exposition)
	if out, err := check.CombinedOutput(); err != nil || len(out) > 0 {
		t.Errorf("promtool check metrics: %v\n%s", err, out)
	}
}

// wantSquares has what each square said as people ask for it and as Prometheus
// does.
func wantSquares(t *testing.T, c *child) {
	t.Helper()
	var health struct {
		Squares struct {
			Each []struct {
				Name    string `json:"sq"`
				Changes int
			}
		}
	}
	if err := json.Unmarshal(c.get("/healthz?squares=1"), &health); err != nil {
		t.Fatal(err)
	}
	metrics, changes := string(c.get("/metrics")), 0
	for _, sq := range health.Squares.Each {
		changes += sq.Changes
		if want := fmt.Sprintf("recorderd_square_changes_total{square=%q} %d\n", sq.Name, sq.Changes); !strings.Contains(metrics, want) {
			t.Errorf("not in the metrics: %s", want)
		}
	}
	if n := len(health.Squares.Each); n != 64 || changes < 4*2 {
		t.Errorf("%d squares with %d changes, want 64 with those of four plies", n, changes)
	}
}

// The names and types of the metrics follow the conventions.
func TestMetricsAreWellNamed(t *testing.T) {
	h := openHall(t, t.TempDir())
	h.end()
	problems, err := testutil.GatherAndLint(registryOf(h.daemon.stations))
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range problems {
		t.Errorf("%s: %s", p.Metric, p.Text)
	}
}
