// Package bench is for tests of drivers: a driver and an emulated board on a line
// between them, in a bubble of time that passes as soon as everybody waits.
package bench

import (
	"context"
	"errors"
	"net"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"recorderd/boardio"
	"recorderd/boardio/emulated"
	"recorderd/observation"
	"recorderd/timesource"
)

// Rig is a driver that runs as soon as time passes, and the board before it.
type Rig struct {
	*emulated.Board
	Source timesource.Source
	Device boardio.Device

	t       *testing.T
	running func() // ends the driver

	mu      sync.Mutex
	refuse  error // what opening gives, if not a line
	instead There // what is at the other end, if not the board
	reports []boardio.Report
	status  []string
	sent    []byte // by the driver
	tapped  []byte // by the board
	stream  Stream
	spoil   func([]byte) []byte
}

// In runs a test with a rig in a bubble of time. What board is made by build, in
// the bubble's time; opt is what the driver needs beside its line.
func In(t *testing.T, build func(timesource.Source) *emulated.Board, driver func(boardio.Options) boardio.Device, opt boardio.Options, test func(*Rig)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		src := timesource.Bubble()
		r := &Rig{t: t, Source: src, Board: build(src)}
		opt.Device, opt.Open, opt.Source, opt.Status, opt.Tap = "/dev/ttyUSB0", r.open, src, r.tell, r.tap
		r.Device = driver(opt)
		test(r)
		r.Stop()
		r.Unplug()
		r.Pass(time.Second) // for whoever was at the other end instead to notice
	})
}

// On is In with a driver of a make, by its name, and a board that can do what only
// one of this make does.
func On[B any](t *testing.T, name string, opt boardio.Options, build func(timesource.Source) (B, *emulated.Board), test func(*Rig, B)) {
	t.Helper()
	var board B
	common := func(src timesource.Source) (b *emulated.Board) {
		board, b = build(src)
		return b
	}
	In(t, common, makeOf(t, name).New, opt, func(r *Rig) { test(r, board) })
}

func makeOf(t *testing.T, name string) boardio.Make {
	t.Helper()
	m, known := boardio.MakeOf(name)
	if !known {
		t.Fatalf("no driver is called %s", name)
	}
	return m
}

// Of is In with a board and a driver of a make, by its name.
func Of(t *testing.T, name string, board emulated.Options, opt boardio.Options, test func(*Rig)) {
	t.Helper()
	build := func(src timesource.Source) *emulated.Board {
		b, ok := emulated.Make(name, src, board)
		if !ok {
			t.Fatalf("no board of make %s is emulated", name)
		}
		return b
	}
	In(t, build, makeOf(t, name).New, opt, test)
}

// Stop ends the driver.
func (r *Rig) Stop() {
	if r.running != nil {
		r.running()
		r.running = func() {} // time may pass without it
	}
}

func (r *Rig) start() {
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- r.Device.Run(ctx, r.take) }()
	r.running = func() {
		cancel()
		if err := <-ended; !errors.Is(err, context.Canceled) {
			r.t.Errorf("Run ended with %v, want context canceled", err)
		}
	}
}

// Port makes a port of one end of a line.
func Port(line net.Conn) boardio.Port { return port{line} }

type port struct{ net.Conn }

func (port) ResetInputBuffer() error { return nil }

// wire is the driver's end of the line.
type wire struct {
	port
	rig *Rig
}

// Read brings what the line lets through of what the board sent.
func (w wire) Read(b []byte) (int, error) {
	for {
		n, err := w.Conn.Read(b)
		n = copy(b, w.rig.pass(b[:n]))
		if n > 0 {
			w.rig.note(Came, b[:n])
		}
		if err != nil {
			w.rig.note(Closed, nil)
		}
		if n > 0 || err != nil {
			return n, err
		}
	}
}

func (w wire) Write(b []byte) (int, error) {
	w.rig.mu.Lock()
	w.rig.sent = append(w.rig.sent, b...)
	w.rig.mu.Unlock()
	w.rig.note(Sent, b)
	return w.Conn.Write(b)
}

func (r *Rig) open() (boardio.Port, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.refuse != nil {
		return nil, r.refuse
	}
	r.stream = append(r.stream, Event{At: r.Source.Now(), Kind: Opened})
	mine, its := net.Pipe()
	if r.instead != nil {
		go r.instead(r.Source, its)
	} else {
		go r.Serve(context.Background(), its)
	}
	return wire{port{mine}, r}, nil
}

func (r *Rig) take(rep boardio.Report) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.reports = append(r.reports, rep)
}

func (r *Rig) tell(err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if err == nil {
		r.status = append(r.status, "up")
	} else {
		r.status = append(r.status, err.Error())
	}
}

func (r *Rig) tap(_ time.Duration, b []byte) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.tapped = append(r.tapped, b...)
}

func (r *Rig) pass(b []byte) []byte {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.spoil == nil {
		return b
	}
	return r.spoil(b)
}

// Spoil has the line bring to the driver what f makes of each read, which is no
// longer than it was; nil is a good line again.
func (r *Rig) Spoil(f func(received []byte) []byte) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.spoil = f
}

// Instead puts something else at the other end of the next line that is opened;
// nil puts the board back.
func (r *Rig) Instead(other There) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.instead = other
}

// Plug lets the line be opened, or gives this error and pulls the plug.
func (r *Rig) Plug(refuse error) {
	r.mu.Lock()
	r.refuse = refuse
	r.mu.Unlock()
	if refuse != nil {
		r.Unplug()
	}
}

// Pass lets time pass.
func (r *Rig) Pass(d time.Duration) {
	if r.running == nil {
		r.start()
	}
	timesource.Sleep(context.Background(), r.Source, d)
	synctest.Wait()
}

// Reports returns what was reported since the last call.
func (r *Rig) Reports() []boardio.Report {
	r.mu.Lock()
	defer r.mu.Unlock()
	reports := r.reports
	r.reports = nil
	return reports
}

// Facts returns what was reported since the last call, a line a fact without its
// time, such as "sq":"e2","piece":"".
func (r *Rig) Facts() []string {
	lines := []string{}
	for _, rep := range r.Reports() {
		for _, f := range rep.Facts {
			line := string(observation.AppendLine(nil, 0, f))
			lines = append(lines, strings.TrimSuffix(strings.TrimPrefix(line, `{"t":0,`), "}"))
		}
	}
	return lines
}

// Status returns the states of the link since the last call: "up", or what was
// wrong.
func (r *Rig) Status() []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	s := r.status
	r.status = nil
	return s
}

// Sent returns what the driver sent since the last call.
func (r *Rig) Sent() []byte {
	r.mu.Lock()
	defer r.mu.Unlock()
	s := r.sent
	r.sent = nil
	return s
}

// Tapped returns all bytes that the driver has passed to its tap.
func (r *Rig) Tapped() []byte {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.tapped
}

// Square returns a square by its name.
func Square(name string) observation.Square {
	sq, err := observation.ParseSquare(name)
	if err != nil {
		panic(err)
	}
	return sq
}

// Placed returns a placement by the first field of its FEN.
func Placed(s string) observation.Placement {
	pl, err := observation.ParsePlacement(s)
	if err != nil {
		panic(err)
	}
	return pl
}

// Start is where the pieces stand before a game.
const Start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"
