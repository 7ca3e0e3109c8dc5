package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"recorderd/boardio"
	"recorderd/boardio/dgt"
	"recorderd/boardio/emulated"
	"recorderd/clockio"
	"recorderd/live"
	"recorderd/observation"
	"recorderd/timesource"
)

// From the start of the process to the first byte at the other end of the
// terminal.
func TestTheFirstCommandIsSentAtOnce(t *testing.T) {
	const most = 150 * time.Millisecond
	if _, err := program(); err != nil {
		t.Fatal(err)
	}
	best := time.Hour
	for range 5 {
		w := openWire(t)
		config, _ := configure(t, w.Path, "")
		first := make(chan time.Time, 1)
		go func() {
			var b [1]byte
			if _, err := w.Read(b[:]); err == nil && b[0] == byte(dgt.Reset) {
				first <- time.Now()
			}
		}()
		begin := time.Now()
		c := start(t, nil, "run", "--config", config)
		select {
		case at := <-first:
			best = min(best, at.Sub(begin))
		case <-time.After(patience):
			t.Fatalf("no command after %v: %s", patience, c.logged())
		}
		c.kill()
	}
	t.Logf("first command after %v", best.Round(100*time.Microsecond))
	if best > most {
		t.Errorf("first command after %v, want at most %v", best, most)
	}
}

// consumption is what a process takes of the machine.
type consumption struct {
	resident, peak int64 // kB
	cpu            time.Duration
}

func (u consumption) String() string {
	return fmt.Sprintf("resident %.1f MB, peak %.1f MB, CPU %v", float64(u.resident)/1024, float64(u.peak)/1024, u.cpu)
}

// consumption reads what the kernel says of the child.
func (c *child) consumption() (u consumption) {
	c.Helper()
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", c.cmd.Process.Pid))
	if err != nil {
		c.Fatal(err)
	}
	kB := func(key string) int64 {
		m := regexp.MustCompile(key + `:\s+(\d+) kB`).FindSubmatch(status)
		if m == nil {
			c.Fatalf("no %s in %s", key, status)
		}
		n, _ := strconv.ParseInt(string(m[1]), 10, 64)
		return n
	}
	u.resident, u.peak = kB("VmRSS"), kB("VmHWM")
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", c.cmd.Process.Pid))
	if err != nil {
		c.Fatal(err)
	}
	fields := strings.Fields(string(stat[bytes.LastIndexByte(stat, ')')+1:]))
	for _, f := range fields[11:13] { // utime, stime
		ticks, _ := strconv.ParseInt(f, 10, 64)
		u.cpu += time.Duration(ticks) * 10 * time.Millisecond
	}
	return u
}

// TestFigures prints what a recorder takes at rest and after many games. It takes
// minutes: RECORDERD_LONG=1.
func TestFigures(t *testing.T) {
	if os.Getenv("RECORDERD_LONG") == "" {
		t.Skip("figures are for the long form: RECORDERD_LONG=1")
	}
	const mostResident, mostCPU = 25 * 1024, 0.01
	w := openWire(t)
	board := emulate(t, w)
	board.SetPlacement(startPlacement())
	stage := []clockio.Stage{{Base: 5 * time.Minute}}
	board.SetClock(clockio.New(stage, stage))
	config, _ := configure(t, w.Path, `time_control = "300"`)
	c := startRun(t, config)
	c.await(answers)
	wait := func(d time.Duration) { timesource.Sleep(context.Background(), timesource.Boot(), d) }
	wait(10 * time.Second)
	rest := c.consumption()
	t.Logf("at rest, after 10 s: %v", rest)
	wait(20 * time.Second)
	share := (c.consumption().cpu - rest.cpu).Seconds() / 20
	t.Logf("at rest, with a board and a clock that stands: %.2f %% of a core over 20 s", 100*share)
	c.stop()

	played := afterGames(t, 32)
	t.Logf("after 32 games: %v", played)
	if rest.resident >= mostResident || played.resident >= mostResident {
		t.Errorf("resident %d kB and %d kB, want less than %d", rest.resident, played.resident, mostResident)
	}
	if share >= mostCPU {
		t.Errorf("%.2f %% of a core at rest, want less than %.0f", 100*share, 100*mostCPU)
	}
}

// afterGames returns what a recorder takes that has recorded games which were
// played as fast as it could follow, while somebody followed them.
func afterGames(t *testing.T, n int) consumption {
	t.Helper()
	w := openWire(t)
	q := connect(t, w.PTY, startPlacement())
	config, _ := configure(t, w.Path, `time_control = "1800"`)
	c := startRun(t, config)
	t.Cleanup(func() { w.far.Close() })
	c.await(answers)
	events := c.follow(t, "")
	next := func() []byte {
		e, ok := <-events
		if !ok {
			t.Fatal("the stream has ended")
		}
		return []byte(e.data)
	}
	for i, sans := range projectGames(t)[:n] {
		q.press(observation.NoSide, 30*time.Minute)
		q.setUp(startPlacement())
		eventually(t, "the game before is closed", func() bool {
			return strings.Count(c.logged(), "the game is closed") == i
		})
		timesource.Sleep(context.Background(), timesource.Boot(), 2100*time.Millisecond) // it must have stood
		q.play(sans, true, next)
	}
	u := c.consumption()
	if got := c.metric("recorderd_game_number"); got != float64(n) {
		t.Errorf("%g games were recorded, want %d", got, n)
	}
	c.stop()
	return u
}

// quickHall is a station with a quick board at its terminal.
type quickHall struct {
	*quickBoard
	daemon  *daemon
	station *station
	game    int // games that were begun
}

func openQuickHall(b *testing.B, control string) *quickHall {
	tty, err := emulated.OpenPTY()
	if err != nil {
		b.Skipf("no pseudo-terminals here: %v", err)
	}
	b.Cleanup(func() { tty.Close() })
	return newQuickHall(b, control, connect(b, tty, startPlacement()), boardio.Serial(tty.Path, boardio.Line{Baud: dgt.Baud}))
}

// newQuickHall runs a station that finds the board where open opens.
func newQuickHall(b *testing.B, control string, board *quickBoard, open boardio.Opener) *quickHall {
	d, err := newDaemon(daemonConfig{data: b.TempDir(), listen: "127.0.0.1:0", log: zerolog.Nop(), boards: []stationConfig{{
		header: observation.Header{Game: observation.Game{TimeControl: control}, Board: observation.Board{Sensing: observation.Identity}},
		board:  boardOptions{driver: demoMake, open: open, device: "quick"},
		time:   timesource.Boot(), stamp: timesource.Boot(),
	}}})
	if err != nil {
		b.Fatal(err)
	}
	s := d.stations[0]
	h := &quickHall{quickBoard: board, daemon: d, station: s}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- d.run(ctx) }()
	b.Cleanup(func() {
		cancel()
		if err := <-ended; err != nil && !errors.Is(err, context.Canceled) {
			b.Error(err)
		}
	})
	eventually(b, "the board answers", func() bool { return s.device.Stats().Connected })
	h.settle = h.heard
	return h
}

// measure plays games until the benchmark has enough of them.
func (h *quickHall) measure(b *testing.B, clock bool, next reader) {
	var took latencies
	games := projectGames(b)
	for b.Loop() {
		sans := games[h.game%len(games)]
		h.begin()
		took = append(took, h.play(sans, clock, next)...)
	}
	took.report(b)
}

// heard returns when the recorder has taken all that was written.
func (h *quickHall) heard() {
	for h.station.device.Stats().Bytes < h.written() {
		timesource.Sleep(context.Background(), timesource.Boot(), 50*time.Microsecond)
	}
	if err := h.station.recorder.Alive(context.Background()); err != nil {
		h.Fatal(err)
	}
}

// begin sets up the start position and begins a game.
func (h *quickHall) begin() {
	dumps := h.station.device.Stats().Frames["dump"]
	h.setUp(startPlacement())
	eventually(h, "the start position", func() bool { return h.station.device.Stats().Frames["dump"] > dumps })
	if _, err := h.station.recorder.Tell(context.Background(), observation.Act{By: "arbiter", Kind: observation.ActNewGame}); err != nil {
		h.Fatal(err)
	}
	h.game++
}

func (l latencies) report(b *testing.B) {
	slices.Sort(l)
	if len(l) == 0 {
		b.Fatal("nothing was measured")
	}
	at := func(permille int) float64 { return float64(l[(len(l)-1)*permille/1000].Nanoseconds()) / 1000 }
	b.ReportMetric(at(500), "p50-µs")
	b.ReportMetric(at(990), "p99-µs")
	b.ReportMetric(at(1000), "max-µs")
	b.ReportMetric(0, "ns/op")
}

// followInside reads the lines where they are made.
func (h *quickHall) followInside() reader {
	f := h.station.board.Follow("")
	var lines []live.Line
	return func() []byte {
		for {
			if len(lines) > 0 {
				next := lines[0].Data
				lines = lines[1:]
				return next
			}
			var more <-chan struct{}
			if lines, more = f.Take(); len(lines) == 0 {
				<-more
			}
		}
	}
}

// followHTTP reads the lines as server-sent events.
func (h *quickHall) followHTTP() reader {
	resp, err := http.Get("http://" + h.daemon.listener.Addr().String() + "/events")
	if err != nil {
		h.Fatal(err)
	}
	h.Cleanup(func() { resp.Body.Close() })
	in := bufio.NewScanner(resp.Body)
	return func() []byte {
		for in.Scan() {
			if data, ok := bytes.CutPrefix(in.Bytes(), []byte("data: ")); ok {
				return data
			}
		}
		h.Fatal("the stream has ended")
		return nil
	}
}

// BenchmarkBytesToEvent is how long it takes from the bytes of a board that
// complete a ply, written to a real terminal, until the event is there that says
// so. The journal is on a real disk, which nobody waits for.
func BenchmarkBytesToEvent(b *testing.B) {
	for _, c := range []struct {
		name, control string
		follow        func(*quickHall) reader
	}{
		{"touch", "-", (*quickHall).followInside},
		{"press", "1800", (*quickHall).followInside},
		{"press-http", "1800", (*quickHall).followHTTP},
	} {
		b.Run(c.name, func(b *testing.B) {
			h := openQuickHall(b, c.control)
			h.measure(b, c.control != "-", c.follow(h))
		})
	}
}
