package web

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"runtime"
	"strings"
	"testing"
	"time"

	"recorderd/live"
	"recorderd/observation"
	"recorderd/timesource"
)

// events returns what a stream must send of the game's lines from one on.
func (tb *table) events(game, from int) (out []string) {
	lines := strings.Split(strings.TrimSuffix(string(tb.board.RecordJSONL()), "\n"), "\n")
	for i, l := range lines[:len(lines)-1] { // the summary is no event
		if i+1 >= from {
			out = append(out, fmt.Sprintf("id: %d-%d\ndata: %s\n\n", game, i+1, l))
		}
	}
	return out
}

func (b blocks) want(t *testing.T, want ...string) {
	t.Helper()
	for _, w := range want {
		if got := b.next(t); got != w {
			t.Fatalf("got %q, want %q", got, w)
		}
	}
}

func TestEventsAreTheLinesOfTheRecord(t *testing.T) {
	tb := newTable(t)
	tb.sitDown(41)
	tb.e4()
	p := tb.serve()
	res := p.get(t, "/events")
	for name, want := range map[string]string{
		"Content-Type": "text/event-stream", "Cache-Control": "no-store", "X-Accel-Buffering": "no",
	} {
		if got := res.Header.Get(name); got != want {
			t.Errorf("%s: got %q, want %q", name, got, want)
		}
	}
	stream := reading(res)
	before := tb.events(41, 1)
	if len(before) < 3 {
		t.Fatalf("the record has only %d lines", len(before))
	}
	stream.want(t, "retry: 2000\n\n")
	stream.want(t, before...)
	tb.e5()
	stream.want(t, tb.events(41, len(before)+1)...)
	tb.sitDown(42)
	tb.e4()
	stream.want(t, tb.events(42, 1)...)
}

func TestEventsGoOnAfterTheLastOneThatWasHad(t *testing.T) {
	tb := newTable(t)
	tb.sitDown(41)
	tb.e4()
	tb.e5()
	p := tb.serve()
	for _, c := range []struct {
		path   string
		header []string
		from   int
	}{
		{"/events", nil, 1},
		{"/events", []string{"Last-Event-ID", "41-2"}, 3},
		{"/events?lastEventId=41-2", nil, 3},
		{"/events?lastEventId=41-1", []string{"Last-Event-ID", "41-3"}, 4},
		{"/events", []string{"Last-Event-ID", "40-2"}, 1},
		{"/events", []string{"Last-Event-ID", "41-99"}, 1},
		{"/events", []string{"Last-Event-ID", "nonsense"}, 1},
	} {
		stream := reading(p.get(t, c.path, c.header...))
		stream.want(t, "retry: 2000\n\n")
		stream.want(t, tb.events(41, c.from)...)
	}
}

func TestSilenceIsFilledWithAComment(t *testing.T) {
	tb := newTable(t)
	stream := reading(tb.serve().get(t, "/events"))
	stream.want(t, "retry: 2000\n\n")
	for range 3 {
		tb.now.await(heartbeat)
		tb.now.Advance(heartbeat)
		stream.want(t, ":\n\n")
	}
	tb.now.await(heartbeat)
	tb.sitDown(1)
	stream.want(t, tb.events(1, 1)...)
}

func TestASlowClientIsGivenUpAndHoldsUpNobody(t *testing.T) {
	tb := newTable(t)
	tb.sitDown(1)
	tb.e4()
	p := tb.serve()
	slow := p.dial()
	defer slow.Close()
	fmt.Fprint(slow, "GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n")
	tb.now.await(patience) // the first write waits for the client

	quick := reading(p.get(t, "/events"))
	quick.want(t, "retry: 2000\n\n")
	quick.want(t, tb.events(1, 1)...)
	tb.now.await(heartbeat) // the quick one waits for news
	if got := tb.h.Stats(); got != (Stats{Open: 2, Opened: 2}) {
		t.Errorf("before patience ends: got %+v", got)
	}

	tb.now.Advance(patience)
	for tb.h.Stats().Dropped == 0 { // until the server has given up: what is read now would be too early
		runtime.Gosched()
	}
	if _, err := io.Copy(io.Discard, slow); err != nil {
		t.Errorf("the slow client: got %v, want the end of the stream", err)
	}
	tb.e5()
	quick.want(t, tb.events(1, 4)...)
	if got := tb.h.Stats(); got != (Stats{Open: 1, Opened: 2, Dropped: 1}) {
		t.Errorf("after it: got %+v", got)
	}
}

func TestThereIsABoundOnStreams(t *testing.T) {
	tb := newTable(t, func(c *Config) { c.MaxStreams = 2 })
	p := tb.serve()
	first := p.get(t, "/events")
	reading(p.get(t, "/view")).want(t, "retry: 2000\n\n")
	res := p.get(t, "/events")
	text, _ := io.ReadAll(res.Body)
	if res.StatusCode != 503 || res.Header.Get("Retry-After") == "" || !strings.Contains(string(text), "Too many") {
		t.Errorf("the third: got %d, %q", res.StatusCode, text)
	}
	if got := tb.h.Stats(); got != (Stats{Open: 2, Opened: 2, Refused: 1}) {
		t.Errorf("got %+v", got)
	}
	if got := ask(tb.h, "GET", "/healthz").StatusCode; got != 200 {
		t.Errorf("other routes: got %d", got)
	}
	tb.now.await(heartbeat)
	first.Body.Close()
	for tb.h.Stats().Open == 2 { // until the server has seen it
		tb.board.Sense(observation.Batch{})
	}
	if got := p.get(t, "/events").StatusCode; got != 200 {
		t.Errorf("after one left: got %d, want 200", got)
	}
}

func TestStreamsEndWithTheServer(t *testing.T) {
	tb := newTable(t)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s := tb.h.Server()
	go s.Serve(l)
	res, err := http.Get("http://" + l.Addr().String() + "/events")
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	if err := s.Shutdown(context.Background()); err != nil {
		t.Fatal(err)
	}
	if rest, err := io.ReadAll(res.Body); string(rest) != "retry: 2000\n\n" || err != nil {
		t.Errorf("got %q, %v; want the stream's orderly end", rest, err)
	}
}

// The server's deadlines are for requests. They must not cut a stream.
func TestStreamsOutliveTheDeadlinesOfRequests(t *testing.T) {
	tb := newTable(t)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s := tb.h.Server()
	s.ReadTimeout, s.WriteTimeout = 30*time.Millisecond, 30*time.Millisecond
	go s.Serve(l)
	defer s.Close()
	res, err := http.Get("http://" + l.Addr().String() + "/events")
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	stream := reading(res)
	stream.want(t, "retry: 2000\n\n")
	timesource.Sleep(t.Context(), timesource.Boot(), 100*time.Millisecond)
	tb.sitDown(1)
	stream.want(t, tb.events(1, 1)...)
}

// seen is what the page makes of the view.
type seen struct {
	sheet live.Sheet
	scene struct {
		live.Scene
		AgeMS   int64  `json:"age_ms"`
		Version string `json:"version"`
		Health  struct {
			Status   string    `json:"status"`
			Problems []Problem `json:"problems"`
		} `json:"health"`
	}
}

// take reads one event and returns its name.
func (s *seen) take(t *testing.T, b blocks) string {
	t.Helper()
	lines := strings.Split(b.next(t), "\n")
	name, data := strings.TrimPrefix(lines[0], "event: "), strings.TrimPrefix(lines[1], "data: ")
	into := any(&s.scene)
	if name == "sheet" {
		into = &s.sheet
	}
	if err := json.Unmarshal([]byte(data), into); err != nil || len(lines) != 4 {
		t.Fatalf("event %q: %v", lines, err)
	}
	return name
}

func TestTheViewShowsWhatIsNow(t *testing.T) {
	health := Health{}
	tb := newTable(t, func(c *Config) { c.Health = func() Health { return health } })
	tb.sitDown(7)
	tb.now.Advance(1500 * time.Millisecond)
	stream := reading(tb.serve().get(t, "/view"))
	stream.want(t, "retry: 2000\n\n")
	var page seen
	if a, b := page.take(t, stream), page.take(t, stream); a != "sheet" || b != "scene" {
		t.Fatalf("got %s, %s", a, b)
	}
	if s := page.sheet; s.Number != 7 || s.Game.White != "Lima, Ana" || len(s.Moves) != 0 || s.Result != "*" {
		t.Errorf("sheet: got %+v", s)
	}
	s := page.scene
	if s.Squares != startPlacement || s.Clock.WhiteMS != 180000 || s.Clock.Running != observation.White || s.AgeMS != 1500 || s.Version != "1.2.3" || s.Health.Status != "ok" {
		t.Errorf("scene: got %+v", s)
	}

	tb.now.await(pulse)
	health.Problems = []Problem{{"journal", "full"}}
	tb.now.Advance(pulse)
	if got := page.take(t, stream); got != "scene" || page.scene.AgeMS != 6500 || page.scene.Health.Status != "degraded" || len(page.scene.Health.Problems) != 1 {
		t.Errorf("after a silence: got %s %+v", got, page.scene)
	}

	tb.e4()
	for len(page.sheet.Moves) == 0 || !page.sheet.Moves[0].Completed || page.scene.Clock.Running != observation.Black {
		page.take(t, stream)
	}
	if m := page.sheet.Moves[0]; m.SAN != "e4" || m.UCI != "e2e4" || *m.ClockMS != 179000 || page.sheet.ToMove != "black" {
		t.Errorf("the move: got %+v, %s to move", m, page.sheet.ToMove)
	}
	if got := page.scene.Squares; got != "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR" {
		t.Errorf("the squares: got %s", got)
	}
}

func TestAViewThatIsReadSlowlySkipsWhatIsPast(t *testing.T) {
	tb := newTable(t)
	tb.sitDown(1)
	conn := tb.serve().dial()
	defer conn.Close()
	fmt.Fprint(conn, "GET /view HTTP/1.1\r\nHost: localhost\r\n\r\n")
	tb.now.await(patience)
	for ms := int64(179999); ms > 178000; ms-- {
		tb.see(clock(ms, 180000, observation.White))
	}
	res, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		t.Fatal(err)
	}
	stream := reading(res)
	stream.want(t, "retry: 2000\n\n")
	var page seen
	events := 0
	for page.scene.Clock.WhiteMS != 178001 {
		page.take(t, stream)
		events++
	}
	if events > 2 {
		t.Errorf("2000 reports of the clock came as %d events, want 2: the sheet and the last scene", events)
	}
}

func TestManyWatchOneMoment(t *testing.T) {
	tb := newTable(t)
	tb.sitDown(1)
	p := tb.serve()
	var pages [8]seen
	var streams [8]blocks
	for i := range streams {
		streams[i] = reading(p.get(t, "/view"))
		streams[i].want(t, "retry: 2000\n\n")
	}
	tb.e4()
	for i := range streams {
		for len(pages[i].sheet.Moves) == 0 || !pages[i].sheet.Moves[0].Completed {
			pages[i].take(t, streams[i])
		}
	}
	tb.h.view.mu.Lock()
	defer tb.h.view.mu.Unlock()
	if got, want := string(tb.h.view.sheet), string(asJSON(pages[0].sheet)); got != want {
		t.Errorf("what is kept for all:\n%s\nwant\n%s", got, want)
	}
}
