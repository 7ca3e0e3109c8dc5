package boardio

import (
	"context"
	"fmt"
	"time"

	"recorderd/timesource"
)

// Asking is an open port on which a make of board is looked for.
type Asking struct {
	ctx    context.Context
	src    timesource.Source
	port   Port
	chunks <-chan chunk
}

// Look opens a port and asks whether boards of this make are there. Whatever does
// not answer like one is ErrSilent.
func (m Make) Look(ctx context.Context, open Opener, src timesource.Source) ([]Found, error) {
	port, err := open()
	if err != nil {
		return nil, err
	}
	_ = port.ResetInputBuffer()
	done := make(chan struct{})
	a := Asking{ctx, src, port, listen(port, src, done)}
	defer func() {
		close(done)
		port.Close()
		for range a.chunks {
		}
	}()
	found, err := m.Greet(a)
	if err == nil && len(found) == 0 {
		err = fmt.Errorf("%w: is the board on, and is it one?", ErrSilent)
	}
	return found, err
}

// Now is the time by which Hear waits.
func (a Asking) Now() time.Duration { return a.src.Now() }

// apart is the time between two bytes. A board whose line is slower than ours
// then takes each of them for a byte of its own with its high bits set, and no
// two of them together for something else.
const apart = 3 * time.Millisecond

// Say sends bytes, each for itself.
func (a Asking) Say(bytes ...byte) error {
	for _, b := range bytes {
		if _, err := a.port.Write([]byte{b}); err != nil {
			return fmt.Errorf("ask the board: %w", err)
		}
		if err := timesource.Sleep(a.ctx, a.src, apart); err != nil {
			return err
		}
	}
	return nil
}

// Met says that a board of the make has answered: no other one can be harmed by
// what is said from now on.
func (a Asking) Met() {
	if p, ok := a.port.(interface{ Met() }); ok {
		p.Met()
	}
}

// Send sends one whole report to a HID device.
func (a Asking) Send(report []byte) error {
	if _, err := a.port.Write(report); err != nil {
		return fmt.Errorf("ask the board: %w", err)
	}
	return nil
}

// Hear gives take what comes, until it says that it has heard enough or for this
// long.
func (a Asking) Hear(limit time.Duration, take func(at time.Duration, received []byte) (enough bool)) error {
	timer := a.src.NewTimer(limit)
	defer timer.Stop()
	for {
		select {
		case c := <-a.chunks:
			if len(c.bytes) > 0 && take(c.at, c.bytes) {
				return nil
			}
			if c.err != nil {
				return fmt.Errorf("%w: is the cable in?", ErrGone)
			}
		case <-timer.C():
			return nil
		case <-a.ctx.Done():
			return fmt.Errorf("%w: is the board on, and is it one?", ErrSilent)
		}
	}
}
