package dgt

import (
	"context"
	"fmt"
	"strconv"
	"sync"
	"time"

	"recorderd/boardio"
	"recorderd/observation"
)

// A bus is one line with several boards. They speak when they are asked, one at a
// time, so one talk asks them all in turn. Each board is a Device of its own all
// the same: what is said of one, and that it comes and goes, does not touch the
// others.
type bus struct {
	line   *boardio.Keeper // only keeps the line; what is reported is up to the boards
	boards []*BusDevice

	life sync.Mutex // held while the line is taken up or given up
	stop func()     // ends it

	mu      sync.Mutex // held while a board is dealt with; all below
	running int        // boards
	trouble error      // why there is no line; nil while it is open
}

// NewBus returns the devices of boards that share one line, in their order. The
// line is opened by Open of the first, and set as a Make says.
func NewBus(boards []boardio.Options) []boardio.Device {
	b := &bus{}
	var devices []boardio.Device
	for _, opt := range boards {
		d := newBusDevice(b, opt, len(boards))
		b.boards, devices = append(b.boards, d), append(devices, d)
	}
	if len(boards) > 0 {
		opt := boards[0]
		b.line = boardio.NewKeeper(boardio.Options{
			Device: opt.Device, Open: opt.Open, Source: opt.Source, Heartbeat: opt.Heartbeat, Status: b.lineIs,
		}, observation.Board{}, observation.ClockSensor{})
	}
	return devices
}

// addressOf is the address of a board: the number on it. Longer serial numbers
// have none.
func addressOf(serial string) (int, error) {
	n, err := strconv.Atoi(serial)
	if err != nil || n <= Everybody || n > MaxAddress {
		return 0, fmt.Errorf("%q is no number of a board on a shared line", serial)
	}
	return n, nil
}

// join lets a board run. The first one has the line opened.
func (b *bus) join(d *BusDevice, out func(boardio.Report)) {
	b.life.Lock()
	defer b.life.Unlock()
	b.mu.Lock()
	first := b.running == 0
	b.running++
	if first {
		b.trouble = nil
	}
	d.join(b.line.Source.Now(), out)
	if b.trouble != nil {
		d.Lose(b.trouble)
	}
	b.mu.Unlock()
	if !first {
		return
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() {
		defer close(done)
		_ = b.line.Keep(ctx, func(boardio.Report) {}, b.begin) // it ends when ctx does
	}()
	b.stop = func() { cancel(); <-done }
}

// leave is the end of a board's run. The last one has the line closed.
func (b *bus) leave(d *BusDevice) {
	b.life.Lock()
	defer b.life.Unlock()
	b.mu.Lock()
	d.joined = false
	b.running--
	last := b.running == 0
	b.mu.Unlock()
	if last {
		b.stop()
	}
}

// begin is the line being open.
func (b *bus) begin(now time.Duration) boardio.Talk {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.trouble = nil
	for _, d := range b.boards {
		d.greet(now)
	}
	t := &busTalk{bus: b}
	t.framer = NewBusFramer(t.dropped)
	return t
}

// lineIs is told what is wrong with the line: no board is there then. That the
// line is good does not mean that any board is.
func (b *bus) lineIs(err error) {
	if err == nil {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.trouble = err
	for _, d := range b.boards {
		if d.joined {
			d.Lose(err)
		}
	}
}

// Run implements boardio.Device.
func (d *BusDevice) Run(ctx context.Context, out func(boardio.Report)) error {
	if d.err != nil {
		d.Take(out)
		d.Lose(d.err)
	} else {
		d.bus.join(d, out)
		defer d.bus.leave(d)
	}
	<-ctx.Done()
	return ctx.Err()
}

// Resume implements boardio.Resumer.
func (d *BusDevice) Resume(turned bool) {
	d.turned = d.turned || turned
	d.gap = true
}

var _ boardio.Resumer = (*BusDevice)(nil)
