package boardio

// The problem: a cable comes and goes, whatever make of board is on it. The line
// has to be opened again, with back-off; what a read brings must have its time
// before anybody looks at it; a board that says nothing for long must count as
// gone; and none of that may be told twice. A driver should only have to know
// what its board says. So the Keeper keeps the line, and a driver gives it a
// Talk for each connection.

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"recorderd/observation"
	"recorderd/timesource"
)

// Back-off between two attempts to open the line.
const (
	firstWait = 250 * time.Millisecond
	lastWait  = 2 * time.Second
)

// Talk is what is said on one connection. Its methods are called from one
// goroutine, with times that do not go back.
type Talk interface {
	// Hear takes what one read brought: some bytes of a serial line, or one
	// report of a HID device. They are valid until it returns.
	Hear(at time.Duration, received []byte)
	// Due is when Act has something to do, if nothing is heard before.
	Due() time.Duration
	// Act does what is due. Its error ends the connection; ErrSilent and what
	// Write returned are such errors.
	Act(now time.Duration) error
}

// Keeper is the part of a driver that is the same for every make: it keeps the
// line to the board, tells what comes and goes, and counts. A driver embeds one
// and has most of Device with it.
type Keeper struct {
	Options
	Meter
	Of observation.Device // what is on the line: the board, or the clock alone

	mu    sync.Mutex // Describe is called from other goroutines
	board observation.Board
	clock observation.ClockSensor

	// The rest belongs to Run.
	out   func(Report)
	port  Port
	up    bool                        // the squares were reported on this connection
	image observation.Placement       // as See reported it
	links map[observation.Device]bool // as told last; nothing was told yet where absent
	told  error                       // the trouble that was told last
}

// NewKeeper returns a Keeper for a board and a clock of which so much is known
// before they are heard.
func NewKeeper(opt Options, board observation.Board, clock observation.ClockSensor) *Keeper {
	if opt.Status == nil {
		opt.Status = func(error) {}
	}
	if opt.Tap == nil {
		opt.Tap = func(time.Duration, []byte) {}
	}
	if opt.Heartbeat == 0 {
		opt.Heartbeat = time.Second
	}
	return &Keeper{Options: opt, Of: observation.BoardDevice, board: board, clock: clock, links: make(map[observation.Device]bool)}
}

// Describe implements Device.
func (k *Keeper) Describe() (observation.Board, observation.ClockSensor) {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.board, k.clock
}

// Learn changes what Describe returns.
func (k *Keeper) Learn(f func(*observation.Board, *observation.ClockSensor)) {
	k.mu.Lock()
	defer k.mu.Unlock()
	f(&k.board, &k.clock)
}

// Keep is Run for a driver that begins a new Talk whenever the line is open. The
// first thing to do of a Talk is due when it begins, if it says so.
func (k *Keeper) Keep(ctx context.Context, out func(Report), begin func(now time.Duration) Talk) error {
	k.Take(out)
	wait := firstWait
	for {
		err := k.connect(ctx, begin)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if k.up {
			wait = firstWait
		}
		k.Lose(err)
		if err := timesource.Sleep(ctx, k.Source, wait); err != nil {
			return err
		}
		wait = min(2*wait, lastWait)
	}
}

// Take has everything reported to out from now on. Keep does that, and Lose, by
// itself; they are for boards that share one line, of which none keeps it alone.
func (k *Keeper) Take(out func(Report)) { k.out = out }

// connect opens the line and talks until it is lost.
func (k *Keeper) connect(ctx context.Context, begin func(time.Duration) Talk) error {
	port, err := k.Open()
	if err != nil {
		return err
	}
	// What lies in the buffer is of another time. If it can't be thrown away it
	// will be read like anything else.
	_ = port.ResetInputBuffer()
	k.port = port
	done := make(chan struct{})
	chunks := listen(port, k.Source, done)
	defer func() {
		close(done)
		port.Close()
		for range chunks { // until the reader has let go of the port
		}
	}()
	return k.talk(ctx, chunks, begin(k.Source.Now()))
}

// chunk is what one read brought, or the error that ended reading.
type chunk struct {
	at    time.Duration
	bytes []byte
	err   error
}

// listen reads until the port is closed or lost. The time is taken as soon as
// the bytes are here, not when somebody gets to look at them.
func listen(port Port, src timesource.Source, done <-chan struct{}) <-chan chunk {
	chunks := make(chan chunk, 16)
	go func() {
		defer close(chunks)
		buf := make([]byte, 4096)
		for {
			n, err := port.Read(buf)
			c := chunk{src.Now(), slices.Clone(buf[:n]), err}
			select {
			case chunks <- c:
			case <-done:
				return
			}
			if err != nil {
				return
			}
		}
	}()
	return chunks
}

func (k *Keeper) talk(ctx context.Context, chunks <-chan chunk, t Talk) error {
	for {
		c, ok := k.wait(ctx, chunks, t)
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case ok:
			k.hear(c, t)
			if c.err != nil {
				return k.gone("read")
			}
		default:
			if err := t.Act(k.Source.Now()); err != nil {
				return err
			}
		}
	}
}

func (k *Keeper) hear(c chunk, t Talk) {
	if len(c.bytes) == 0 {
		return
	}
	k.Tap(c.at, c.bytes)
	k.Bytes(len(c.bytes))
	t.Hear(c.at, c.bytes)
}

// wait returns the next bytes; ok is false if something is to be done before
// any come. Bytes that are here already come first: they may be what is missed.
// But where they never end, what is a heartbeat overdue is done all the same.
func (k *Keeper) wait(ctx context.Context, chunks <-chan chunk, t Talk) (c chunk, ok bool) {
	rest := t.Due() - k.Source.Now()
	if rest > -k.Heartbeat {
		select {
		case c = <-chunks:
			return c, true
		default:
		}
	}
	if rest <= 0 {
		return chunk{}, false
	}
	timer := k.Source.NewTimer(rest)
	defer timer.Stop()
	select {
	case c = <-chunks:
		return c, true
	case <-timer.C():
	case <-ctx.Done():
	}
	return chunk{}, false
}

// Write sends bytes to the board. A write can't block for long: a line that takes
// nothing is dead before its buffer is full.
func (k *Keeper) Write(b ...byte) error {
	if _, err := k.port.Write(b); err != nil {
		return k.gone("write to")
	}
	return nil
}

func (k *Keeper) gone(op string) error {
	return &Error{Op: op, Device: k.Device, Err: ErrGone, Hint: "is the cable in?"}
}

// Silent is the error of a board that was asked for a sign of life in vain.
func (k *Keeper) Silent() error {
	return &Error{Op: "read", Device: k.Device, Err: ErrSilent, Hint: "is the board on, and is this its port?"}
}

// IsUp reports whether the board appeared on this connection.
func (k *Keeper) IsUp() bool { return k.up }

// Appear reports all squares for the first time on a connection: the board is
// up.
func (k *Keeper) Appear(at time.Duration, pl observation.Placement) { k.Arrive(at, pl) }

// Arrive reports that whatever is on the line is up, together with what is known
// of it.
func (k *Keeper) Arrive(at time.Duration, first ...observation.Fact) {
	k.up = true
	k.Meter.Link(true)
	k.told = nil
	k.Status(nil)
	link, _ := k.Link(k.Of, true)
	k.Report(at, append([]observation.Fact{link}, first...)...)
}

// See reports what all squares show, for a board that always says all of them:
// the first time on a connection everything, then what has changed. Squares that
// became empty come first, since one message can hold both ends of a move.
func (k *Keeper) See(at time.Duration, pl observation.Placement) {
	before := k.image
	k.image = pl
	if !k.up {
		k.Appear(at, pl)
		return
	}
	var left, came []observation.Fact
	for sq, p := range pl {
		switch c := (observation.Change{Square: observation.Square(sq), Piece: p}); {
		case p == before[sq]:
		case p == observation.Empty:
			left = append(left, c)
		default:
			came = append(came, c)
		}
	}
	k.Report(at, append(left, came...)...)
}

// Restate is See for a driver that has learned how the board numbers its squares:
// all of them are reported.
func (k *Keeper) Restate(at time.Duration, pl observation.Placement) {
	k.image = pl
	k.Report(at, pl)
}

// Report passes on what one message said. Nothing is passed on of a board that is
// not up.
func (k *Keeper) Report(at time.Duration, facts ...observation.Fact) {
	if k.up && len(facts) > 0 {
		k.out(Report{At: at, Facts: facts})
	}
}

// Link returns the fact that a cable came or went, and whether that is news. It
// is told by whoever reports it.
func (k *Keeper) Link(device observation.Device, up bool) (fact observation.Fact, news bool) {
	told, ok := k.links[device]
	k.links[device] = up
	return observation.Link{Device: device, Up: up}, !ok || told != up
}

// Trouble tells that something is wrong with a board whose line is open, such as
// that it is not calibrated. It is told once. Nil says that it is over.
func (k *Keeper) Trouble(err error) {
	if err == nil {
		if k.told != nil {
			k.told = nil
			k.Status(nil)
		}
		return
	}
	// A device that went away is absent now; that is one trouble, not two.
	same := k.told != nil && cause(err) == cause(k.told) ||
		errors.Is(k.told, ErrGone) && errors.Is(err, ErrAbsent)
	if !same {
		k.told = err
		k.Status(err)
	}
}

// Lose tells that there is no board, and why.
func (k *Keeper) Lose(err error) {
	k.up = false
	k.Meter.Link(false)
	if gone := k.unlink(); len(gone) > 0 {
		k.out(Report{At: k.Source.Now(), Facts: gone})
	}
	k.Trouble(err)
}

// unlink returns that nothing is heard any more: neither of the board nor, if it
// has one behind it, of its clock.
func (k *Keeper) unlink() (gone []observation.Fact) {
	if link, news := k.Link(k.Of, false); news {
		gone = append(gone, link)
	}
	if k.links[observation.ClockDevice] {
		link, _ := k.Link(observation.ClockDevice, false)
		gone = append(gone, link)
	}
	return gone
}

// Overlooked tells that for a while nothing was heard though the line was open,
// that this is over, and what stands there now. What was played meanwhile nobody
// saw; a clock behind the board is up when it is heard again.
func (k *Keeper) Overlooked(at time.Duration, pl observation.Placement) {
	k.Report(at, k.unlink()...)
	link, _ := k.Link(k.Of, true)
	k.Report(at, link, pl)
}

// cause is what two errors have in common that mean the same trouble.
func cause(err error) string {
	var e *Error
	if errors.As(err, &e) {
		return e.Err.Error()
	}
	return err.Error()
}
