package finder

import (
	"context"
	"errors"
	"io"
	"time"

	"recorderd/boardio"
	"recorderd/timesource"
)

// hush is how long a board that talks by itself may pause.
const hush = 1200 * time.Millisecond

// listen has several makes listen to one port at the same time, of which the
// first that knows its kind has found it.
func (s Sniffer) listen(ctx context.Context, p Port, makes []boardio.Make) (boardio.Make, []boardio.Found, error) {
	port, err := s.Machine.opener(p, makes[0].Line)()
	if err != nil {
		return makes[0], nil, err
	}
	_ = port.ResetInputBuffer()
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	type result struct {
		make  boardio.Make
		found []boardio.Found
		err   error
	}
	results := make(chan result, len(makes))
	var ears []*io.PipeWriter
	for _, m := range makes {
		ear, mouth := io.Pipe()
		ears = append(ears, mouth)
		go func() {
			found, err := m.Look(ctx, func() (boardio.Port, error) { return hearing{ear}, nil }, s.Source)
			results <- result{m, found, err}
		}()
	}
	heard := make(chan struct{})
	go repeat(port, ears, heard)
	defer port.Close()
	go func() { // nobody listens on to a port at which nobody talks
		if !within(ctx, s.Source, heard) {
			stop()
		}
	}()
	for range makes {
		if r := <-results; r.err == nil {
			return r.make, r.found, nil
		}
	}
	return makes[0], nil, boardio.ErrSilent
}

// within reports whether something happens in time, or ctx ends.
func within(ctx context.Context, src timesource.Source, happens <-chan struct{}) bool {
	timer := src.NewTimer(hush)
	defer timer.Stop()
	select {
	case <-happens:
		return true
	case <-ctx.Done():
		return true
	case <-timer.C():
		return false
	}
}

// repeat says to all what comes from a port, until it is closed.
func repeat(port io.Reader, ears []*io.PipeWriter, heard chan<- struct{}) {
	buf := make([]byte, 4096)
	for first := true; ; {
		n, err := port.Read(buf)
		if n > 0 && first {
			close(heard)
			first = false
		}
		for _, ear := range ears {
			if n > 0 {
				_, _ = ear.Write(buf[:n]) // who has heard enough has closed his
			}
			if err != nil {
				ear.CloseWithError(err)
			}
		}
		if err != nil {
			return
		}
	}
}

// hearing is a port of which only listening is left.
type hearing struct{ *io.PipeReader }

func (hearing) Write([]byte) (int, error) { return 0, errors.New("nothing is said here") }
func (hearing) ResetInputBuffer() error   { return nil }
