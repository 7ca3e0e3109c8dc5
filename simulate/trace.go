package simulate

import (
	"fmt"
	"io"
	"slices"
	"time"

	"recorderd/clockio"
	"recorderd/observation"
)

// FromTrace turns what was observed back into deeds, so that it can be played
// to an emulated device. Squares that changed were touched at the time of the
// report; another side's time running is a press; clock is what the trace's time
// control means, and where the reported times are others, somebody set them.
//
// Cables that went and came, and what a board's memory held, were no deeds and
// are left out.
func FromTrace(src observation.Source, clock Stages) (Timeline, error) {
	r := retrace{stages: clock, tl: Timeline{Games: []Played{{Game: src.Header().Game}}}}
	for {
		b, err := src.Next()
		if err == io.EOF {
			return r.tl, nil
		}
		if err != nil {
			return Timeline{}, fmt.Errorf("trace to be played: %w", err)
		}
		if b.T > longest {
			return Timeline{}, fmt.Errorf("trace to be played: t %d: nothing longer than a week is played", b.T)
		}
		r.tl.End = b.T
		for _, f := range b.Facts {
			r.fact(b.T, f)
		}
	}
}

// longest is a week, in milliseconds: no board was ever played at for longer.
const longest = 7 * 24 * 3600 * 1000

// retrace is a trace on its way back to deeds.
type retrace struct {
	tl     Timeline
	board  observation.Placement
	placed bool
	stages Stages
	clock  *clockio.Countdown // what an emulated clock would show; nil before the first report
}

func (r *retrace) do(d Deed) { r.tl.Deeds = append(r.tl.Deeds, d) }

func (r *retrace) fact(t int64, f observation.Fact) {
	switch f := f.(type) {
	case observation.Placement:
		r.placement(t, f)
	case observation.Change:
		r.square(t, f.Square, f.Piece)
	case observation.Clock:
		r.report(t, f)
	case observation.Game, observation.Act:
		r.do(Deed{At: t, Kind: Say, Fact: f})
	}
}

func (r *retrace) placement(t int64, pl observation.Placement) {
	if !r.placed {
		r.tl.Start, r.board, r.placed = pl, pl, true
		return
	}
	for sq, piece := range pl {
		r.square(t, observation.Square(sq), piece)
	}
}

func (r *retrace) square(t int64, sq observation.Square, piece observation.Piece) {
	if r.board[sq] == piece {
		return
	}
	r.board[sq] = piece
	if piece == observation.Empty {
		r.do(Deed{At: t, Kind: Lift, Square: sq})
		return
	}
	r.do(Deed{At: t, Kind: Put, Square: sq, Piece: piece})
}

// asReported is how far an emulated clock may be from a reported time before it
// is set: reports are rounded to a second and up to one late.
const asReported = 1500 * time.Millisecond

func (r *retrace) report(t int64, c observation.Clock) {
	at := duration(t)
	if r.clock == nil {
		if !r.stages.present() {
			r.stages = guess(c)
		}
		r.clock = r.stages.set()
		r.tl.Clock = r.stages
	}
	switch was := r.clock.Running(); {
	case was == c.Running:
	case c.Running == observation.NoSide:
		r.clock.Stop(at)
		r.do(Deed{At: t, Kind: StopClock})
	case was == observation.NoSide:
		r.clock.Start(at, c.Running)
		r.do(Deed{At: t, Kind: StartClock, Side: c.Running})
	default:
		r.clock.Press(at, was)
		r.do(Deed{At: t, Kind: Press, Side: was})
	}
	if c.HasTimes && !r.shows(at, c) {
		r.set(t, c)
	}
}

// guess returns how a clock of unknown stages is set when this is its first
// report. One that tells presses only gets an hour.
func guess(c observation.Clock) Stages {
	if !c.HasTimes {
		hour := []clockio.Stage{{Base: time.Hour}}
		return Stages{hour, hour}
	}
	return Stages{{{Base: duration(c.WhiteMS)}}, {{Base: duration(c.BlackMS)}}}
}

func (r *retrace) shows(at time.Duration, c observation.Clock) bool {
	for _, side := range []observation.Side{observation.White, observation.Black} {
		if off := r.clock.Remaining(at, side) - duration(c.Remaining(side)); off.Abs() > asReported {
			return false
		}
	}
	return true
}

// set puts the reported times on the clock, which otherwise goes on as it was.
func (r *retrace) set(t int64, c observation.Clock) {
	d := Deed{At: t, Kind: SetClock, Side: c.Running}
	for side := range r.stages {
		d.Stages[side] = slices.Clone(r.stages[side])
		d.Stages[side][0].Base = duration(c.Remaining(observation.Side(side)))
	}
	r.clock = d.newClock(duration(t))
	r.do(d)
}
