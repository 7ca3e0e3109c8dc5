package dgt_test

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
	"recorderd/boardio/dgt"
	"recorderd/boardio/dgt/emulator"
	"recorderd/observation"
	"recorderd/timesource"
)

// rig is a driver and an emulated board on a line between them.
type rig struct {
	*emulator.Board
	t       *testing.T
	src     timesource.Source
	driver  *dgt.Driver
	running func() // ends it

	mu      sync.Mutex
	refuse  error          // what opening gives, if not a line
	instead func(net.Conn) // what is at the other end, if not the board
	reports []boardio.Report
	status  []string
	sent    []byte // by the driver
	tapped  []byte // by the board
}

// wire is the driver's end of the line.
type wire struct {
	net.Conn
	rig *rig
}

func (w wire) ResetInputBuffer() error { return nil }

func (w wire) Write(b []byte) (int, error) {
	w.rig.mu.Lock()
	w.rig.sent = append(w.rig.sent, b...)
	w.rig.mu.Unlock()
	return w.Conn.Write(b)
}

// inBubble runs a test with a rig, whose driver runs as soon as time passes.
func inBubble(t *testing.T, opt emulator.Options, test func(*rig)) {
	synctest.Test(t, func(t *testing.T) {
		src := timesource.Bubble()
		r := &rig{t: t, src: src, Board: emulator.New(src, opt)}
		r.driver = dgt.New(boardio.Options{Device: "/dev/ttyUSB0", Open: r.open, Source: src, Status: r.tell, Tap: r.tap})
		test(r)
		r.stop()
		r.Unplug()
		synctest.Wait()
	})
}

// start lets the driver run until stop.
func (r *rig) start() {
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- r.driver.Run(ctx, r.take) }()
	r.running = func() {
		cancel()
		if err := <-ended; !errors.Is(err, context.Canceled) {
			r.t.Errorf("Run ended with %v, want context canceled", err)
		}
	}
}

func (r *rig) stop() {
	if r.running != nil {
		r.running()
		r.running = func() {}
	}
}

func (r *rig) open() (boardio.Port, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.refuse != nil {
		return nil, r.refuse
	}
	mine, its := net.Pipe()
	if r.instead != nil {
		go r.instead(its)
	} else {
		go r.Serve(context.Background(), its)
	}
	return wire{mine, r}, nil
}

func (r *rig) take(rep boardio.Report) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.reports = append(r.reports, rep)
}

func (r *rig) tell(err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if err == nil {
		r.status = append(r.status, "up")
	} else {
		r.status = append(r.status, err.Error())
	}
}

func (r *rig) tap(_ time.Duration, b []byte) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.tapped = append(r.tapped, b...)
}

// plug lets the line be opened, or gives this error.
func (r *rig) plug(refuse error) {
	r.mu.Lock()
	r.refuse = refuse
	r.mu.Unlock()
	if refuse != nil {
		r.Unplug()
	}
}

// pass lets time pass, in the bubble.
func (r *rig) pass(d time.Duration) {
	if r.running == nil {
		r.start()
	}
	time.Sleep(d)
	synctest.Wait()
}

// facts returns what was reported since the last call, a line a fact without
// its time.
func (r *rig) facts() []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	lines := []string{}
	for _, rep := range r.reports {
		for _, f := range rep.Facts {
			line := string(observation.AppendLine(nil, 0, f))
			lines = append(lines, strings.TrimSuffix(strings.TrimPrefix(line, `{"t":0,`), "}"))
		}
	}
	r.reports = nil
	return lines
}

// said returns the states of the link since the last call.
func (r *rig) said() []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	s := r.status
	r.status = nil
	return s
}

// commands returns what the driver sent since the last call.
func (r *rig) commands() []byte {
	r.mu.Lock()
	defer r.mu.Unlock()
	s := r.sent
	r.sent = nil
	return s
}

func square(name string) observation.Square {
	sq, err := observation.ParseSquare(name)
	if err != nil {
		panic(err)
	}
	return sq
}

func placed(s string) observation.Placement {
	pl, err := observation.ParsePlacement(s)
	if err != nil {
		panic(err)
	}
	return pl
}

const startFEN = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"
