package record_test

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"recorderd/clockio"
	"recorderd/observation"
	"recorderd/position"
	"recorderd/record"
	"recorderd/simulate"
)

// away is a time in which no recorder was there: from the death of one to the
// first image that the next one gets.
type away struct{ from, until int64 }

// cut returns the batches as a recorder has them that was away again and again.
// On its return the device says what stands on the board and on the clock.
func cut(batches []observation.Batch, gaps []away) (heard []observation.Batch) {
	var board observation.Placement
	var clock observation.Fact
	hear := func(t int64, facts ...observation.Fact) {
		if n := len(heard); n > 0 {
			t = max(t, heard[n-1].T+1)
		}
		heard = append(heard, observation.Batch{T: t, Facts: facts})
	}
	for _, b := range batches {
		for len(gaps) > 0 && b.T >= gaps[0].until {
			hear(gaps[0].from+50, observation.Restart{GapKnown: true, GapMS: 50})
			hear(gaps[0].until, observation.Link{Device: observation.BoardDevice, Up: true}, board)
			if clock != nil {
				hear(gaps[0].until+40, observation.Link{Device: observation.ClockDevice, Up: true}, clock)
			}
			gaps = gaps[1:]
		}
		for _, f := range b.Facts {
			switch f := f.(type) {
			case observation.Placement:
				board = f
			case observation.Change:
				board[f.Square] = f.Piece
			case observation.Clock:
				clock = f
			}
		}
		if len(gaps) == 0 || b.T < gaps[0].from {
			hear(b.T, b.Facts...)
		}
	}
	return heard
}

// applyLive applies batches as the live loop does, which writes silence down
// where it matters.
func applyLive(rec *record.Record, batches []observation.Batch) {
	for _, b := range batches {
		for at, ok := rec.Wake(); ok && at < b.T; at, ok = rec.Wake() {
			rec.Apply(observation.Batch{T: at, Facts: []observation.Fact{observation.Tick{}}})
		}
		rec.Apply(b)
	}
}

// In all hundred games the recorder dies every few seconds, in the middle of
// moves too, some five thousand times in all. In at most three games of a hundred
// it may not find its way back to the moves.
func TestGamesOverRestarts(t *testing.T) {
	for _, clock := range []bool{true, false} {
		lost := 0
		for i, sans := range hundredGames(t) {
			if !comesOutWhole(t, sans, uint64(i), clock) {
				lost++
				t.Logf("game %d, clock %v, came out otherwise", i+1, clock)
			}
		}
		if lost > 3 {
			t.Errorf("clock %v: %d of a hundred games came out otherwise, want three at most", clock, lost)
		}
	}
}

func comesOutWhole(t *testing.T, sans []string, seed uint64, clock bool) bool {
	t.Helper()
	moves, err := simulate.MovesOf(position.Start(), sans)
	if err != nil {
		t.Fatal(err)
	}
	opt := simulate.Options{Seed: seed, Think: 2 * time.Second, Style: simulate.Usual()}
	sensor := simulate.Sensor{Board: observation.Board{ScanMS: 220}}
	if clock {
		stage := []clockio.Stage{{Base: 30 * time.Minute, Increment: 10 * time.Second}}
		opt.Clock = simulate.Stages{stage, stage}
		opt.Terms.TimeControl = "1800+10"
		sensor.Clock = observation.ClockSensor{Present: true, ResolutionMS: 1000, PollMS: 400}
	}
	h, batches := simulate.Sense(simulate.Hands(position.Start(), moves, opt), sensor)
	rng := rand.New(rand.NewPCG(seed, 77))
	var gaps []away
	for at := int64(8000); at < batches[len(batches)-1].T-6000; {
		g := away{at, at + 600 + rng.Int64N(300)}
		gaps = append(gaps, g)
		at = g.until + 500 + rng.Int64N(8000)
	}
	rec, err := record.New(h)
	if err != nil {
		t.Fatal(err)
	}
	applyLive(rec, cut(batches, gaps))
	return slices.Equal(rec.Summary().Moves, sans)
}
