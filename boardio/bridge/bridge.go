// Package bridge makes one device of a board and of a clock that has a cable of its
// own. What the clock says comes as lines of text from a small computer at it;
// package clockio/line has their form.
package bridge

import (
	"cmp"
	"context"
	"slices"
	"sync"
	"time"

	"recorderd/boardio"
	"recorderd/observation"
)

// Options say how a clock is reached.
type Options struct {
	boardio.Options                  // of the clock's line; what is only for boards means nothing
	Left            observation.Side // who sits on the left of the clock, seen from its front
}

// Join returns a device whose squares are those of a board and whose clock is at
// the end of another line. What the board itself says of a clock is left out.
func Join(board boardio.Device, opt Options) boardio.Device {
	return &joined{Without(board), newClock(opt)}
}

type joined struct {
	boardio.Device // the board
	clock          *clock
}

// Describe implements boardio.Device.
func (j *joined) Describe() (observation.Board, observation.ClockSensor) {
	board, _ := j.Device.Describe()
	_, clock := j.clock.Describe()
	return board, clock
}

// Stats implements boardio.Device. The names of what a clock said begin with it;
// the link is that of the board.
func (j *joined) Stats() boardio.Stats {
	s, c := j.Device.Stats(), j.clock.Stats()
	s.Bytes += c.Bytes
	s.Frames, s.Dropped, s.Notes = sum(s.Frames, c.Frames), sum(s.Dropped, c.Dropped), sum(s.Notes, c.Notes)
	return s
}

func sum(a, b map[string]int64) map[string]int64 {
	if a == nil {
		return b
	}
	for name, n := range b {
		a[name] += n // the board made a copy for us
	}
	return a
}

// Resume implements boardio.Resumer.
func (j *joined) Resume(turned bool) { resume(j.Device, turned) }

func resume(d boardio.Device, turned bool) {
	if r, ok := d.(boardio.Resumer); ok {
		r.Resume(turned)
	}
}

// Run implements boardio.Device. Reports are passed on from here, one after the
// other.
func (j *joined) Run(ctx context.Context, out func(boardio.Report)) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	reports, ended := make(chan boardio.Report), make(chan error, 2)
	pass := func(r boardio.Report) {
		select {
		case reports <- r:
		case <-ctx.Done():
		}
	}
	var running sync.WaitGroup
	for _, d := range []boardio.Device{j.Device, j.clock} {
		running.Go(func() {
			ended <- d.Run(ctx, pass)
			cancel() // neither is of use without the other
		})
	}
	defer running.Wait()
	merge(ctx, reports, out)
	return <-ended
}

// merge passes on what comes until ctx is done. What waits at one time is put in
// the order in which it arrived, and no time goes back.
func merge(ctx context.Context, reports <-chan boardio.Report, out func(boardio.Report)) {
	last := time.Duration(0)
	for {
		waiting := waitingFor(ctx, reports)
		if len(waiting) == 0 {
			return
		}
		slices.SortStableFunc(waiting, func(a, b boardio.Report) int { return cmp.Compare(a.At, b.At) })
		for _, r := range waiting {
			last = max(last, r.At)
			r.At = last
			out(r)
		}
	}
}

// waitingFor waits for a report, and takes what else there is; nothing when ctx is
// done.
func waitingFor(ctx context.Context, reports <-chan boardio.Report) (waiting []boardio.Report) {
	select {
	case r := <-reports:
		waiting = append(waiting, r)
	case <-ctx.Done():
		return nil
	}
	for {
		select {
		case r := <-reports:
			waiting = append(waiting, r)
		default:
			return waiting
		}
	}
}

// Without returns a board of whose clock nothing is heard.
func Without(board boardio.Device) boardio.Device { return &alone{board} }

type alone struct{ boardio.Device }

// Describe implements boardio.Device.
func (a *alone) Describe() (observation.Board, observation.ClockSensor) {
	board, _ := a.Device.Describe()
	return board, observation.ClockSensor{}
}

// Resume implements boardio.Resumer.
func (a *alone) Resume(turned bool) { resume(a.Device, turned) }

// Run implements boardio.Device.
func (a *alone) Run(ctx context.Context, out func(boardio.Report)) error {
	return a.Device.Run(ctx, func(r boardio.Report) {
		facts := slices.DeleteFunc(slices.Clone(r.Facts), ofClock)
		if len(facts) > 0 {
			out(boardio.Report{At: r.At, Facts: facts})
		}
	})
}

func ofClock(f observation.Fact) bool {
	if l, ok := f.(observation.Link); ok {
		return l.Device == observation.ClockDevice
	}
	_, is := f.(observation.Clock)
	return is
}

var (
	_ boardio.Resumer = (*joined)(nil)
	_ boardio.Resumer = (*alone)(nil)
)
