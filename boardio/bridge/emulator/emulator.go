// Package emulator is a bridge at a clock, without either: it says on a line what
// players do to a clockio.Clock.
package emulator

import (
	"time"

	"recorderd/boardio/emulated"
	"recorderd/clockio"
	"recorderd/clockio/line"
	"recorderd/observation"
	"recorderd/timesource"
)

// Options say what bridge it is. The zero value is a good one.
type Options struct {
	emulated.Options                  // it looks at its clock every 20 ms; it has no squares
	Left             observation.Side // who sits on the left of the clock
	Lever            bool             // it sees the lever only
	Fine             bool             // it does not say that its clock shows whole seconds
}

const (
	beat  = time.Second
	again = 10 * beat
)

// New returns a bridge without a clock. Its squares mean nothing.
func New(src timesource.Source, opt Options) *emulated.Board {
	if opt.Poll == 0 {
		opt.Poll = 20 * time.Millisecond
	}
	p := &parts{opt: opt}
	return emulated.New(src, opt.Options, emulated.Line{Baud: line.Baud}, func(w emulated.Works) emulated.Electronics {
		p.Works = w
		w.ClockWorked(p.worked)
		return p
	})
}

// parts are the electronics.
type parts struct {
	emulated.Works
	opt   Options
	began time.Duration

	clock clockio.Clock     // that was read last
	told  observation.Clock // as it was sent last
	lever observation.Side
}

// PowerUp implements emulated.Electronics.
func (p *parts) PowerUp(at time.Duration) {
	p.began, p.clock = at, nil
	if !p.opt.Fine && !p.opt.Lever {
		p.send(at, line.Line{Kind: line.Raw, Bytes: []byte(line.WholeSeconds)})
	}
	p.look(at)
}

// Next implements emulated.Electronics. A clock that stands shows nothing new.
func (p *parts) Next() emulated.Deed {
	alive := emulated.Deed{At: p.Grid(p.began, beat, 0), Do: p.beat}
	if p.Clock() == nil || p.Clock().Report(p.Now()).Running == observation.NoSide {
		return alive
	}
	return emulated.Earlier(alive, emulated.Deed{At: p.Grid(p.began, p.opt.Poll, 0), Do: p.look})
}

// beat says that it is alive, and now and then all that the clock shows, for whoever
// has come since.
func (p *parts) beat(at time.Duration) {
	p.send(at, line.Line{Kind: line.Beat})
	if (at-p.began)%again == 0 {
		p.clock = nil
		p.look(at)
	}
}

// worked is somebody working the clock, or connecting another one.
func (p *parts) worked() {
	at := p.Now()
	c := p.Clock()
	if c != nil && c == p.clock && c.Lever() != p.lever {
		p.send(at, line.Line{Kind: line.Press, Side: line.EndOf(p.lever, p.opt.Left)})
	}
	p.look(at)
}

// look reads the clock, and says what it shows if that is news.
func (p *parts) look(at time.Duration) {
	c := p.Clock()
	if c == nil {
		p.clock = nil
		return
	}
	shows := c.Report(at)
	if news := c != p.clock || shows != p.told; news && !p.opt.Lever {
		p.send(at, p.lineOf(shows))
	}
	p.clock, p.told, p.lever = c, shows, c.Lever()
}

func (p *parts) lineOf(c observation.Clock) line.Line {
	end := func(side observation.Side) line.End { return line.EndOf(side, p.opt.Left) }
	left := p.opt.Left
	l := line.Line{Kind: line.Times, Runs: end(c.Running), Flag: line.Neither,
		Left: ms(c.Remaining(left)), Right: ms(c.Remaining(left.Other()))}
	switch white, black := c.Flag.Fallen(observation.White), c.Flag.Fallen(observation.Black); {
	case white && black:
		l.Flag = line.Both
	case white:
		l.Flag = end(observation.White)
	case black:
		l.Flag = end(observation.Black)
	}
	return l
}

func ms(n int64) time.Duration { return time.Duration(n) * time.Millisecond }

func (p *parts) send(at time.Duration, l line.Line) {
	l.Since = at - p.began
	p.Send(at, append(line.Append(nil, l), '\n'))
}

// Hear implements emulated.Electronics: nobody has anything to say to a bridge.
func (p *parts) Hear(time.Duration, []byte) {}
