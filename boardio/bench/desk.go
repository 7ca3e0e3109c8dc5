package bench

import (
	"context"
	"errors"
	"io"
	"net"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"recorderd/boardio/emulated"
	"recorderd/observation"
	"recorderd/timesource"
)

// Desk is an emulated board at the start position, in a bubble of time, with
// somebody at the other end of its line who says what a test has him say and keeps
// what he hears. It is for tests of emulators: no driver is there.
type Desk struct {
	Source timesource.Source
	Line   net.Conn
	Ended  chan error // what Serve returned

	t     *testing.T
	board served
	mu    sync.Mutex
	heard []Heard
}

// Heard is what one read brought.
type Heard struct {
	At    time.Duration
	Bytes []byte
}

// served is what a desk must know of a board of any make.
type served interface {
	SetPlacement(observation.Placement)
	Serve(context.Context, io.ReadWriteCloser) error
	Unplug()
}

// AtDesk runs a test at a desk, with a board that can do what only one of its make
// does.
func AtDesk[B served](t *testing.T, build func(timesource.Source) B, test func(B, *Desk)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		src := timesource.Bubble()
		board := build(src)
		board.SetPlacement(Placed(Start))
		d := &Desk{Source: src, t: t, board: board}
		d.Connect()
		test(board, d)
		board.Unplug()
		if err := <-d.Ended; !errors.Is(err, emulated.ErrUnplugged) {
			t.Errorf("Serve ended with %v, want %v", err, emulated.ErrUnplugged)
		}
	})
}

// Connect gives the board a line, after another one has ended.
func (d *Desk) Connect() {
	mine, its := net.Pipe()
	d.Line, d.Ended = mine, make(chan error, 1)
	go func(ended chan error) { ended <- d.board.Serve(context.Background(), its) }(d.Ended)
	go d.listen(mine)
	synctest.Wait()
}

func (d *Desk) listen(line net.Conn) {
	for {
		b := make([]byte, 8192)
		n, err := line.Read(b)
		if err != nil {
			return
		}
		d.mu.Lock()
		d.heard = append(d.heard, Heard{d.Source.Now(), b[:n]})
		d.mu.Unlock()
	}
}

// Heard returns what the board said since the last call.
func (d *Desk) Heard() []Heard {
	d.mu.Lock()
	defer d.mu.Unlock()
	heard := d.heard
	d.heard = nil
	return heard
}

// Bytes is Heard where nobody asks when.
func (d *Desk) Bytes() (b []byte) {
	for _, h := range d.Heard() {
		b = append(b, h.Bytes...)
	}
	return b
}

// Say says something to the board.
func (d *Desk) Say(b ...byte) {
	d.t.Helper()
	if _, err := d.Line.Write(b); err != nil {
		d.t.Fatal(err)
	}
	synctest.Wait()
}

// Pass lets time pass.
func (d *Desk) Pass(t time.Duration) {
	timesource.Sleep(context.Background(), d.Source, t)
	synctest.Wait()
}
