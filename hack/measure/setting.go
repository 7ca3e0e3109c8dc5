package main

import (
	"fmt"

	"recorderd/observation"
	"recorderd/record"
	"recorderd/simulate"
)

// setting is a row of the table: how clumsy hands and sensors are, what the
// board knows, whether there is a clock.
type setting struct {
	level   simulate.Level
	sensing observation.Sensing
	clock   bool
	losses  int // of the board's cable, a game
}

// settings returns all rows, those of a board that knows its pieces first.
func (p parameters) settings() []setting {
	var all []setting
	for _, sensing := range []observation.Sensing{observation.Identity, observation.Occupancy} {
		for _, clock := range []bool{true, false} {
			for _, level := range p.levels {
				all = append(all, setting{level, sensing, clock, p.losses})
			}
		}
	}
	return all
}

func (s setting) String() string {
	return fmt.Sprintf("%s, %s, %s", s.sensing, s.hasClock(), s.level)
}

func (s setting) hasClock() string {
	if s.clock {
		return "clock"
	}
	return "no clock"
}

func (s setting) noise(seed uint64) simulate.Noise {
	return simulate.Noise{Level: s.level, Sensing: s.sensing, Clock: s.clock, Losses: s.losses, Hands: seed, Sensor: seed, Link: seed}
}

// watch plays a game and returns what board and clock saw of it, and the truth.
func (s setting) watch(g game, seed uint64) (observation.Header, []observation.Batch, truth) {
	h, batches, t := s.noise(seed).Play(g.Game)
	return h, batches, g.truth(t, h.Board.ScanMS)
}

// fold makes the record of what was seen as the recorder does it live: where
// silence matters it says the time. It returns what was read, and the batches
// with those ticks.
func fold(h observation.Header, batches []observation.Batch) (*reading, []observation.Batch, error) {
	rec, err := record.New(h)
	if err != nil {
		return nil, nil, err
	}
	r := &reading{published: map[said]int64{}}
	var live []observation.Batch
	apply := func(b observation.Batch) {
		live = append(live, b)
		r.hear(b.T, rec.Apply(b))
	}
	for _, b := range batches {
		for at, wants := rec.Wake(); wants && at < b.T; at, wants = rec.Wake() {
			apply(observation.Batch{T: at, Facts: []observation.Fact{observation.Tick{}}})
		}
		apply(b)
	}
	return r, live, nil
}
