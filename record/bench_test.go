package record_test

import (
	"runtime"
	"slices"
	"testing"
	"time"

	"recorderd/clockio"
	"recorderd/observation"
	"recorderd/position"
	"recorderd/reconstruct"
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

// BenchmarkNoisyObservations folds games of quick hands on slow boards, where
// most is in doubt for a while.
func BenchmarkNoisyObservations(b *testing.B) {
	for _, sensing := range []observation.Sensing{observation.Identity, observation.Occupancy} {
		b.Run(string(sensing), func(b *testing.B) {
			var evenings []*evening
			n := 0
			for i, sans := range hundredGames(b)[:10] {
				seed := uint64(i + 1)
				e := play(b, simulate.Noise{Level: simulate.LevelHeavy, Sensing: sensing, Clock: true, Hands: seed, Sensor: seed, Link: seed}, sans, len(sans))
				evenings = append(evenings, e)
				n += len(e.batches)
			}
			b.ReportAllocs()
			for b.Loop() {
				for _, e := range evenings {
					read(b, e.header, e.batches)
				}
			}
			b.ReportMetric(float64(n)*float64(b.N)/b.Elapsed().Seconds(), "observations/s")
		})
	}
}

// perPly is how much a ply may leave behind in a tracker: its node with the legal
// plies from it, those of the readings that were given up beside it, and room in
// the lists.
const perPly = 8 << 10

// TestMemoryIsBounded plays to and fro for two thousand plies with clumsy hands
// on a bad board: what grows in the tracker is the list of the plies, not what it
// keeps in doubt. (A record grows faster here, for it has to list all
// occurrences of a position whenever it comes again.)
//
// On a board of occupied squares doubts may stay for ever, and all of them are
// weighed again whenever the board rests, so that time grows with the square of
// the plies: two thousand of them are for the long form.
func TestMemoryIsBounded(t *testing.T) {
	style, habits := simulate.LevelHeavy.Hands()
	for sensing, rounds := range map[observation.Sensing]int{observation.Identity: 500, observation.Occupancy: tries(150, 500)} {
		t.Run(string(sensing), func(t *testing.T) {
			moves, err := simulate.MovesOf(position.Start(), slices.Repeat([]string{"Nf3", "Nf6", "Ng1", "Ng8"}, rounds))
			if err != nil {
				t.Fatal(err)
			}
			tl := simulate.Hands(position.Start(), moves, simulate.Options{Seed: 1, Think: time.Second, Style: style, Habits: habits, Terms: observation.Game{TimeControl: "-"}})
			h, batches := simulate.Sense(tl, simulate.LevelHeavy.Sensor(sensing, false, 1))
			tracker := reconstruct.New(h, position.Start())
			plies, half, before := 0, 0, int64(0)
			for _, b := range batches {
				for _, step := range tracker.Apply(b) {
					if m, ok := step.(reconstruct.Made); ok {
						plies = m.Ply
					}
				}
				if half == 0 && plies >= len(moves)/2 {
					half, before = plies, heap()
				}
			}
			late, grown := plies-half, heap()-before
			if late < len(moves)/3 {
				t.Fatalf("the later half has %d plies of %d", late, len(moves))
			}
			t.Logf("%d plies leave %d bytes each", late, grown/int64(late))
			if most := int64(perPly * late); grown > most {
				t.Errorf("%d plies leave %d bytes behind, want %d at most", late, grown, most)
			}
			runtime.KeepAlive(batches)
			runtime.KeepAlive(tracker)
		})
	}
}

// heap returns how many bytes are in use.
func heap() int64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.GC()
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}
