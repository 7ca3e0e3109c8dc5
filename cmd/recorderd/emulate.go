package main

import (
	"context"
	"crypto/rand"
	"io"
	"time"

	"recorderd/boardio/emulated"
	"recorderd/clockio"
	"recorderd/laws"
	"recorderd/observation"
	"recorderd/simulate"
	"recorderd/timesource"
)

// stages returns how a clock is set for a time control.
func stages(tc laws.TimeControl) simulate.Stages {
	var s simulate.Stages
	for _, side := range []observation.Side{observation.White, observation.Black} {
		for _, st := range tc.Side(side) {
			c := clockio.Stage{Moves: st.Moves, Base: ms(st.BaseMS)}
			switch st.Kind {
			case laws.Fischer:
				c.Increment = ms(st.AddMS)
			case laws.Bronstein:
				c.Delay, c.Kind = ms(st.AddMS), clockio.Bronstein
			case laws.Delay:
				c.Delay, c.Kind = ms(st.AddMS), clockio.Delay
			}
			s[side] = append(s[side], c)
		}
	}
	return s
}

func ms(n int64) time.Duration { return time.Duration(n) * time.Millisecond }

// table is a board whose people are heard by somebody.
type table struct {
	*emulated.Board
	hear func(observation.Fact)
}

// Hear implements simulate.Listener.
func (t table) Hear(f observation.Fact) {
	if t.hear != nil {
		t.hear(f)
	}
}

// Plan implements simulate.Planner.
func (t table) Plan(at time.Duration) simulate.World { return t.Board.Plan(at) }

// serve runs an emulated board on a line until ctx is done.
func serve(ctx context.Context, b *emulated.Board, line io.ReadWriteCloser) error {
	err := b.Serve(ctx, line)
	if ctx.Err() != nil {
		return nil
	}
	return err
}

// fastStamper stamps what goes faster or slower than time does: a second run may
// begin before the end of the first one, so each is a start of a machine of its
// own, whose clock nobody has set.
type fastStamper struct {
	src   timesource.Source
	boot  string
	began time.Duration // by src
	wall  time.Time     // when it began
}

func newFastStamper(src timesource.Source) fastStamper {
	return fastStamper{src, "fast-" + rand.Text(), src.Now(), timesource.Boot().Stamp().Wall}
}

// Stamp implements timesource.Stamper.
func (s fastStamper) Stamp() timesource.Stamp {
	now := s.src.Now()
	return timesource.Stamp{BootID: s.boot, BootNS: int64(now), Wall: s.wall.Add(now - s.began)}
}
