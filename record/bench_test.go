package record_test

import (
	"testing"
	"time"

	"recorderd/clockio"
	"recorderd/observation"
	"recorderd/position"
	"recorderd/record"
	"recorderd/simulate"
)

// BenchmarkObservations folds whole games and says how many observations a
// second that makes.
func BenchmarkObservations(b *testing.B) {
	games := hundredGames(b)[:10]
	var headers []observation.Header
	var evenings [][]observation.Batch
	n := 0
	for i, sans := range games {
		moves, err := simulate.MovesOf(position.Start(), sans)
		if err != nil {
			b.Fatal(err)
		}
		stage := []clockio.Stage{{Base: 30 * time.Minute, Increment: 5 * time.Second}}
		tl := simulate.Hands(position.Start(), moves, simulate.Options{Seed: uint64(i), Style: simulate.Usual(),
			Terms: observation.Game{TimeControl: "1800+5"}, Clock: simulate.Stages{stage, stage}})
		h, batches := simulate.Sense(tl, simulate.Sensor{Board: observation.Board{ScanMS: 200}, Clock: observation.ClockSensor{Present: true, PollMS: 400}})
		headers, evenings = append(headers, h), append(evenings, batches)
		n += len(batches)
	}
	b.ReportAllocs()
	for b.Loop() {
		for i, batches := range evenings {
			r, err := record.New(headers[i])
			if err != nil {
				b.Fatal(err)
			}
			for _, batch := range batches {
				r.Apply(batch)
			}
		}
	}
	b.ReportMetric(float64(n)*float64(b.N)/b.Elapsed().Seconds(), "observations/s")
}
