package bridge

import (
	"context"
	"errors"
	"time"

	"recorderd/boardio"
	"recorderd/clockio/line"
	"recorderd/observation"
)

// lateMS is how long after it happened a bridge may say what its clock shows, in
// milliseconds.
const lateMS = 100

// maxBeats are the beats in vain after which a clock has gone: in three to four
// seconds.
const maxBeats = 4

// clock is a clock on a line of its own, for as long as the program runs.
type clock struct {
	*boardio.Keeper
	left observation.Side
	step int64 // the finest that its times have shown, in milliseconds
	said bool  // it is the bridge's own word
}

func newClock(opt Options) *clock {
	k := boardio.NewKeeper(opt.Options, observation.Board{}, observation.ClockSensor{PollMS: lateMS})
	k.Of = observation.ClockDevice
	return &clock{Keeper: k, left: opt.Left}
}

// Run implements boardio.Device.
func (c *clock) Run(ctx context.Context, out func(boardio.Report)) error {
	return c.Keep(ctx, out, func(now time.Duration) boardio.Talk { return newHearing(c, now) })
}

// hearing is one connection: it listens, and says nothing.
type hearing struct {
	*clock
	lines boardio.Lines
	pulse boardio.Pulse
	since time.Duration // the bridge's own time of its last line

	last    observation.Clock // as it was reported
	timed   bool              // times were heard
	waiting *press            // its times are still to come
}

// press is a press as it is reported if no times come.
type press struct {
	at    time.Duration
	clock observation.Clock
}

func newHearing(c *clock, now time.Duration) *hearing {
	h := &hearing{clock: c, lines: boardio.Lines{Max: line.Max}, pulse: boardio.NewPulse(now, c.Heartbeat)}
	h.last.Running = observation.NoSide
	h.lines.Drop = h.dropped
	return h
}

// Names of what is counted begin with the word, for a board is counted beside it.
const prefix = "clock "

func (h *hearing) dropped(reason string) { h.Drop(prefix + reason) }

// Due implements boardio.Talk.
func (h *hearing) Due() time.Duration {
	due := h.pulse.Due()
	if h.lines.Open() {
		due = min(due, h.lines.Deadline())
	}
	if h.waiting != nil {
		due = min(due, h.patience())
	}
	return due
}

// patience is until when the times of a press may come.
func (h *hearing) patience() time.Duration { return h.waiting.at + h.Heartbeat/10 }

// Act implements boardio.Talk.
func (h *hearing) Act(now time.Duration) error {
	h.lines.Push(now, nil, nil)
	if h.waiting != nil && now >= h.patience() {
		h.pressed()
	}
	if now >= h.pulse.Due() && h.pulse.Beat(now) >= maxBeats {
		return &boardio.Error{Op: "read", Device: h.Device, Err: boardio.ErrSilent, Hint: "is the clock on, and is its bridge at this port?"}
	}
	return nil
}

// Hear implements boardio.Talk.
func (h *hearing) Hear(at time.Duration, received []byte) {
	h.lines.Push(at, received, func(text string) {
		l, err := line.Parse(text)
		switch {
		case errors.Is(err, line.ErrChecksum):
			h.dropped("checksum")
		case err != nil:
			h.dropped("form")
		default:
			h.take(at, l)
		}
	})
}

// names are what the lines are counted as.
var names = map[line.Kind]string{line.Times: "times", line.Press: "press", line.Beat: "heartbeat", line.Raw: "raw"}

func (h *hearing) take(at time.Duration, l line.Line) {
	h.Frame(prefix+names[l.Kind], at)
	h.pulse.Life()
	if l.Kind == line.Raw {
		h.hearRaw(string(l.Bytes))
		return
	}
	if l.Since < h.since {
		h.Note(prefix + "restart")
	}
	h.since = l.Since
	if !h.IsUp() {
		h.Learn(func(_ *observation.Board, c *observation.ClockSensor) { c.Present = true })
		h.Arrive(at)
	}
	switch l.Kind {
	case line.Times:
		h.times(at, l)
	case line.Press:
		h.hearPress(at, l.Side.Side(h.left))
	}
}

// times takes what the clock shows. After a press that is what it showed then.
func (h *hearing) times(at time.Duration, l line.Line) {
	h.measure(l)
	h.timed = true
	shows := l.Clock(h.left)
	if w := h.waiting; w != nil {
		h.waiting = nil
		if w.clock.Running == shows.Running {
			at = w.at
		} else {
			h.report(w.at, w.clock) // and something else has happened since
		}
	}
	h.report(at, shows)
}

// hearPress takes a press. Its times come in the next line, where there are any. On a
// clock that stands it only turns the lever.
func (h *hearing) hearPress(at time.Duration, by observation.Side) {
	h.pressed()
	if h.timed && h.last.Running == observation.NoSide {
		h.Note(prefix + "lever turned")
		return
	}
	c := observation.Clock{Running: by.Other(), Flag: h.last.Flag}
	h.waiting = &press{at, c}
	if !h.timed {
		h.pressed()
	}
}

// pressed reports a press without times.
func (h *hearing) pressed() {
	if w := h.waiting; w != nil {
		h.waiting = nil
		h.report(w.at, w.clock)
	}
}

// report passes on what is news.
func (h *hearing) report(at time.Duration, c observation.Clock) {
	if c == h.last || !c.HasTimes && c.Running == h.last.Running {
		return
	}
	h.last = c
	h.Report(at, c)
}

// hearRaw takes what the bridge says of itself.
func (h *hearing) hearRaw(text string) {
	if text == line.WholeSeconds {
		h.said = true
		h.stepIs(1000)
	}
}

// measure finds the step of a clock in its times.
func (h *hearing) measure(l line.Line) {
	if h.said {
		return
	}
	for _, t := range []time.Duration{l.Left, l.Right} {
		step := int64(1000)
		for t.Milliseconds()%step != 0 {
			step /= 10
		}
		if h.step == 0 || step < h.step {
			h.stepIs(step)
		}
	}
}

func (h *hearing) stepIs(ms int64) {
	h.step = ms
	h.Learn(func(_ *observation.Board, c *observation.ClockSensor) { c.ResolutionMS = ms })
}

var (
	_ boardio.Device = (*clock)(nil)
	_ boardio.Talk   = (*hearing)(nil)
)
