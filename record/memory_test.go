package record_test

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"recorderd/clockio"
	"recorderd/observation"
	"recorderd/position"
	"recorderd/simulate"
)

// noted is what a board's memory holds, each entry with its time.
type noted struct {
	at    int64
	entry observation.MemoryEntry
}

// remembering returns what a board notes of what it senses: the changes of one
// scan in any order, what each player has left when he presses, and of a square
// that changes twice with nothing between only the later change.
func remembering(batches []observation.Batch, scan int64, rng *rand.Rand) (log []noted) {
	running := observation.NoSide
	order := map[int]int{}
	for _, b := range batches {
		for _, f := range b.Facts {
			switch f := f.(type) {
			case observation.Change:
				order[len(log)] = rng.Int()
				log = append(log, noted{b.T, observation.NotedChange(f)})
			case observation.Clock:
				if running != observation.NoSide && f.Running == running.Other() {
					log = append(log, noted{b.T, observation.NotedPress(running, f.Remaining(running))})
				}
				running = f.Running
			}
		}
	}
	log = shuffledScans(log, scan, rng)
	return overwritten(log)
}

// shuffledScans puts changes that come within one scan, with no press between,
// into any order.
func shuffledScans(log []noted, scan int64, rng *rand.Rand) []noted {
	for from := 0; from < len(log); {
		to := from + 1
		for to < len(log) && !log[from].entry.Pressed && !log[to].entry.Pressed && log[to].at/scan == log[from].at/scan {
			to++
		}
		rng.Shuffle(to-from, func(i, j int) { log[from+i].entry, log[from+j].entry = log[from+j].entry, log[from+i].entry })
		from = to
	}
	return log
}

func overwritten(log []noted) (out []noted) {
	for _, e := range log {
		if n := len(out); n > 0 && !e.entry.Pressed && !out[n-1].entry.Pressed && out[n-1].entry.Change.Square == e.entry.Change.Square {
			out[n-1] = e
			continue
		}
		out = append(out, e)
	}
	return out
}

// memoryOf returns the entries of a time.
func memoryOf(log []noted, from, to int64) (m observation.Memory) {
	for _, e := range log {
		if e.at >= from && e.at <= to {
			m = append(m, e.entry)
		}
	}
	return m
}

// unplugged returns the batches as they are heard with the cable out: then the
// whole board is told, and the clock.
func unplugged(batches []observation.Batch, g away, restart bool) (heard []observation.Batch) {
	down := []observation.Fact{observation.Link{Device: observation.BoardDevice}}
	up := []observation.Fact{observation.Link{Device: observation.BoardDevice, Up: true}}
	if restart {
		down, up = []observation.Fact{observation.Restart{GapKnown: true, GapMS: g.until - g.from}}, nil
	}
	var board observation.Placement
	var clock []observation.Fact
	back := false
	for _, b := range batches {
		if b.T > g.from && !back && b.T >= g.until {
			if restart {
				heard = append(heard, observation.Batch{T: g.until - 2, Facts: down})
			} else {
				heard = append(heard, observation.Batch{T: g.from, Facts: down})
			}
			heard = append(heard, observation.Batch{T: g.until - 1, Facts: append(append(slices.Clone(up), board), clock...)})
			back = true
		}
		for _, f := range b.Facts {
			switch f := f.(type) {
			case observation.Placement:
				board = f
			case observation.Change:
				board[f.Square] = f.Piece
			case observation.Clock:
				clock = []observation.Fact{f}
			}
		}
		if b.T < g.from || b.T >= g.until {
			heard = append(heard, b)
		}
	}
	return heard
}

// lapsed is a game with a gap that the board's memory fills.
type lapsed struct {
	header observation.Header
	all    []observation.Batch // what would have been heard without the gap
	heard  []observation.Batch
	truth  []simulate.Ply
	log    []noted
	gap    away
	last   int64
}

// playedAt plays a game before a slow board that remembers, so far without a gap.
func playedAt(t *testing.T, sans []string, seed uint64, clock bool, rng *rand.Rand) (g lapsed) {
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
	tl := simulate.Hands(position.Start(), moves, opt)
	g.header, g.all = simulate.Sense(tl, sensor)
	g.truth, g.last = tl.Games[0].Plies, g.all[len(g.all)-1].T
	g.all = append(g.all, observation.Batch{T: g.last + 20_000, Facts: []observation.Fact{observation.Tick{}}})
	sensor.Clock.PollMS = 0
	_, exact := simulate.Sense(tl, sensor)
	g.log = remembering(exact, 220, rng)
	return g
}

// lose takes out what came in a time.
func (g *lapsed) lose(gap away, restart bool) {
	g.gap = gap
	g.heard = unplugged(g.all, gap, restart)
}

// lapsedGame plays one of the games and takes 0 to 20 plies out of its trace, from a
// time on that is drawn.
func lapsedGame(t *testing.T, sans []string, seed uint64, clock bool, rng *rand.Rand) (g lapsed, unseen int) {
	t.Helper()
	g = playedAt(t, sans, seed, clock, rng)
	first := rng.IntN(len(g.truth))
	unseen = min(rng.IntN(21), len(g.truth)-first)
	from := max(g.truth[first].Made-1500+rng.Int64N(2500), g.truth[0].Made)
	until := from + 50
	if unseen > 0 {
		until = max(g.truth[first+unseen-1].Made+rng.Int64N(2500), until)
	}
	g.lose(away{from, min(until, g.last)}, rng.IntN(2) == 0)
	return g, unseen
}

// with returns what was heard, with the memory that was read at one time and came
// at another.
func (g *lapsed) with(from, read, came int64) []observation.Batch {
	return insertBefore(g.heard, came, memoryOf(g.log, from, read))
}

func insertBefore(batches []observation.Batch, at int64, f observation.Fact) []observation.Batch {
	n, found := slices.BinarySearchFunc(batches, at, func(b observation.Batch, t int64) int { return cmp.Compare(b.T, t) })
	if found {
		return insertBefore(batches, at+1, f)
	}
	return slices.Insert(slices.Clone(batches), n, observation.Batch{T: at, Facts: []observation.Fact{f}})
}

// TestGapsAreFilledFromMemory takes plies out of the hundred games and gives what
// the board has noted some time later.
func TestGapsAreFilledFromMemory(t *testing.T) {
	for _, clock := range []bool{true, false} {
		t.Run(fmt.Sprintf("clock %v", clock), func(t *testing.T) {
			tried, wrong, plies := 0, 0, 0
			for i, sans := range hundredGames(t) {
				if !long() && (i%4 < 2) != clock {
					continue // the short form plays half of them
				}
				for n := range tries(1, 10) {
					seed := uint64(i*100 + n)
					rng := rand.New(rand.NewPCG(seed, 7))
					g, unseen := lapsedGame(t, sans, seed, clock, rng)
					came := g.gap.until + rng.Int64N(max(g.last-g.gap.until, 1)) + 1
					if rng.IntN(3) == 0 {
						came = g.gap.until + rng.Int64N(5000)
					}
					read := max(g.gap.until, came-rng.Int64N(9000))
					rec := newFor(t, g.header)
					written, lines := journaled(rec, g.with(0, read, came))
					replay(t, g.header, written, lines)
					tried, plies = tried+1, plies+unseen
					if s := rec.Summary(); !slices.Equal(s.Moves, sans) {
						wrong++
						d := firstDifference(s.Moves, sans)
						t.Logf("game %d, seed %d: gap of %d plies from %d to %d, memory of %d at %d: differs at %d: %v, want %v", i+1, seed, unseen,
							g.gap.from, g.gap.until, read, came, d+1, s.Moves[d:min(d+24, len(s.Moves))], sans[d:min(d+24, len(sans))])
					}
				}
			}
			t.Logf("%d of %d gaps filled, with %d plies", tried-wrong, tried, plies)
			if most := tried * 3 / 100; wrong > most {
				t.Errorf("%d of %d games came out otherwise, want %d at most", wrong, tried, most)
			}
		})
	}
}
