package dgt

import (
	"context"
	"fmt"
	"time"

	"recorderd/boardio"
	"recorderd/clockio/dgt"
	"recorderd/observation"
	"recorderd/timesource"
)

// Identity is what a board says of itself when it is asked. What it did not say
// is empty.
type Identity struct {
	observation.Board
	Clock bool // a clock is connected
}

// probing changes nothing at the board, so that a look does not disturb another
// program. The clock comes last, for every board answers about it.
var probing = []Command{AskVersion, AskLong, AskSerial, AskClock}

// All of it is asked twice, for some boards are not ready at once.
const (
	probeTries = 2
	probeTime  = 2 * time.Second // each
)

// Probe opens a port and asks what board is there. Whatever does not answer like
// one is boardio.ErrSilent.
func Probe(ctx context.Context, open boardio.Opener, src timesource.Source) (Identity, error) {
	port, err := open()
	if err != nil {
		return Identity{}, err
	}
	_ = port.ResetInputBuffer()
	done := make(chan struct{})
	p := probe{port: port, src: src, chunks: listen(port, src, done)}
	defer func() {
		close(done)
		port.Close()
		for range p.chunks {
		}
	}()
	for range probeTries {
		if err := p.ask(ctx); err != nil {
			return Identity{}, err
		}
		if p.named {
			return p.found, nil
		}
	}
	return Identity{}, fmt.Errorf("%w: is the board on, and is it one?", boardio.ErrSilent)
}

type probe struct {
	port     boardio.Port
	src      timesource.Source
	chunks   <-chan chunk
	framer   Framer
	found    Identity
	named    bool // it said its version, as every board does
	complete bool // the last answer came too
}

// ask says all of it and takes the answers, until the last one or for probeTime.
func (p *probe) ask(ctx context.Context) error {
	limit := p.src.Now() + probeTime
	for _, c := range probing {
		if _, err := p.port.Write([]byte{byte(c)}); err != nil {
			return fmt.Errorf("ask the board: %w", err)
		}
		if err := p.hear(ctx, p.src.Now()+pause); err != nil {
			return err
		}
	}
	return p.hear(ctx, limit)
}

// hear takes answers until a time.
func (p *probe) hear(ctx context.Context, until time.Duration) error {
	timer := p.src.NewTimer(until - p.src.Now())
	defer timer.Stop()
	for !p.complete {
		select {
		case c := <-p.chunks:
			p.framer.Push(c.at, c.bytes, p.take)
			if c.err != nil {
				return fmt.Errorf("%w: is the cable in?", boardio.ErrGone)
			}
		case <-timer.C():
			return nil
		case <-ctx.Done():
			return fmt.Errorf("%w: is the board on, and is it one?", boardio.ErrSilent)
		}
	}
	return nil
}

func (p *probe) take(f Frame) {
	switch f.ID {
	case Version:
		p.named = true
		p.found.Make, p.found.Sensing, p.found.ScanMS = "DGT", observation.Identity, scanMS
	case ClockTimes:
		switch dgt.Decode(dgt.Payload(f.Payload)).Kind {
		case dgt.Times:
			p.found.Clock, p.complete = true, p.named
		case dgt.NoClock:
			p.complete = p.named
		}
	}
	identify(&p.found.Board, f)
}
