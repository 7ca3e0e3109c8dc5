package web

import (
	"bufio"
	"context"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"recorderd/live"
	"recorderd/observation"
	"recorderd/timesource"
)

// table is a board at which two people play slowly, and the handler that shows it.
type table struct {
	t     *testing.T
	board *live.Board
	game  *live.Game
	now   *source
	at    int64
	h     *Handler
}

func newTable(t *testing.T, change ...func(*Config)) *table {
	t.Helper()
	now := &source{made: make(chan time.Duration, 10000)}
	cfg := Config{Board: live.NewBoard("test", now), Version: "1.2.3", Log: zerolog.Nop(), Time: now}
	for _, f := range change {
		f(&cfg)
	}
	return &table{t: t, board: cfg.Board, now: now, h: New(cfg)}
}

const startPlacement = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"

// sitDown begins a game.
func (tb *table) sitDown(number int) {
	tb.t.Helper()
	g, err := tb.board.Begin(number, observation.Header{
		Game:  observation.Game{Event: "Évora Open", White: "Lima, Ana", Black: "Costa, Bruno", TimeControl: "180+2"},
		Board: observation.Board{Sensing: observation.Identity, ScanMS: 200},
		Clock: observation.ClockSensor{Present: true, ResolutionMS: 1000, PollMS: 800},
	})
	if err != nil {
		tb.t.Fatal(err)
	}
	tb.game, tb.at = g, 0
	placement, err := observation.ParsePlacement(startPlacement)
	if err != nil {
		tb.t.Fatal(err)
	}
	tb.see(placement, clock(180000, 180000, observation.NoSide))
	tb.see(clock(180000, 180000, observation.White))
}

func (tb *table) see(facts ...observation.Fact) {
	tb.game.Apply(observation.Batch{T: tb.at, Facts: facts})
	tb.at += 1000
}

func clock(white, black int64, running observation.Side) observation.Clock {
	return observation.Clock{HasTimes: true, WhiteMS: white, BlackMS: black, Running: running}
}

func (tb *table) square(name string, piece observation.Piece) observation.Change {
	tb.t.Helper()
	sq, err := observation.ParseSquare(name)
	if err != nil {
		tb.t.Fatal(err)
	}
	return observation.Change{Square: sq, Piece: piece}
}

// e4 is made and completed; so is e5.
func (tb *table) e4() {
	tb.see(tb.square("e2", 0))
	tb.see(tb.square("e4", 'P'))
	tb.see(clock(179000, 180000, observation.Black))
}

func (tb *table) e5() {
	tb.see(tb.square("e7", 0))
	tb.see(tb.square("e5", 'p'))
	tb.see(clock(179000, 178000, observation.White))
}

// source is time moved by hand that tells which timers were made.
type source struct {
	timesource.Manual
	made chan time.Duration
}

func (s *source) NewTimer(d time.Duration) timesource.Timer {
	t := s.Manual.NewTimer(d)
	s.made <- d
	return t
}

// await returns once a timer of this duration was made after those that were
// awaited before.
func (s *source) await(d time.Duration) {
	for <-s.made != d {
	}
}

// pipes connects clients and a server without any buffer between them: what a
// client does not read, the server has not written.
type pipes struct{ conns chan net.Conn }

func (p pipes) Accept() (net.Conn, error) {
	c, ok := <-p.conns
	if !ok {
		return nil, net.ErrClosed
	}
	return c, nil
}

func (p pipes) Close() error   { return nil }
func (p pipes) Addr() net.Addr { return &net.UnixAddr{Name: "pipe", Net: "pipe"} }

func (p pipes) dial() net.Conn {
	client, server := net.Pipe()
	p.conns <- server
	return client
}

// serve serves the table over pipes until the test ends.
func (tb *table) serve() pipes {
	p := pipes{make(chan net.Conn)}
	s := tb.h.Server()
	go s.Serve(p)
	tb.t.Cleanup(func() {
		tb.h.EndStreams()
		close(p.conns)
		s.Close()
	})
	return p
}

// get opens a stream and returns its response with the body unread.
func (p pipes) get(t *testing.T, path string, header ...string) *http.Response {
	t.Helper()
	client := &http.Client{Transport: &http.Transport{
		DialContext:       func(context.Context, string, string) (net.Conn, error) { return p.dial(), nil },
		DisableKeepAlives: true,
	}}
	r, err := http.NewRequestWithContext(t.Context(), "GET", "http://localhost"+path, nil)
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	res, err := client.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { res.Body.Close() })
	return res
}

// blocks reads a stream up to the empty line after each event.
type blocks struct{ r *bufio.Reader }

func reading(res *http.Response) blocks { return blocks{bufio.NewReader(res.Body)} }

func (b blocks) next(t *testing.T) string {
	t.Helper()
	var out strings.Builder
	for {
		line, err := b.r.ReadString('\n')
		if err != nil {
			t.Fatalf("the stream ended after %q: %v", out.String(), err)
		}
		out.WriteString(line)
		if line == "\n" {
			return out.String()
		}
	}
}
