package record_test

import (
	"bufio"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"recorderd/clockio"
	"recorderd/observation"
	"recorderd/position"
	"recorderd/record"
	"recorderd/simulate"
	"recorderd/unwinnable"
)

// hundredGames reads the games of the project, one a line in SAN.
func hundredGames(t testing.TB) (games [][]string) {
	t.Helper()
	f, err := os.Open("../testdata/games.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for scan := bufio.NewScanner(f); scan.Scan(); {
		games = append(games, strings.Fields(scan.Text()))
	}
	if len(games) != 100 {
		t.Fatalf("%d games, want 100", len(games))
	}
	return games
}

// senses are the boards on which every game must come out whole.
var senses = []struct {
	name   string
	sensor simulate.Sensor
	clock  bool
}{
	{"a slow board with a clock that is asked now and then", simulate.Sensor{
		Board: observation.Board{ScanMS: 220}, Clock: observation.ClockSensor{Present: true, ResolutionMS: 1000, PollMS: 400}}, true},
	{"a fast board", simulate.Sensor{
		Board: observation.Board{ScanMS: 20}, Clock: observation.ClockSensor{Present: true, ResolutionMS: 1000}}, true},
	{"a board without a clock", simulate.Sensor{Board: observation.Board{ScanMS: 220}}, false},
}

func TestHundredGamesComeOutWhole(t *testing.T) {
	for _, sense := range senses {
		t.Run(sense.name, func(t *testing.T) {
			for i, sans := range hundredGames(t) {
				t.Run(fmt.Sprint(i+1), func(t *testing.T) { playThrough(t, sans, uint64(i), sense.sensor, sense.clock) })
			}
		})
	}
}

func playThrough(t *testing.T, sans []string, seed uint64, sensor simulate.Sensor, clock bool) {
	moves, err := simulate.MovesOf(position.Start(), sans)
	if err != nil {
		t.Fatal(err)
	}
	opt := simulate.Options{Seed: seed, Think: 2 * time.Second, Style: simulate.Usual()}
	if clock {
		stage := []clockio.Stage{{Base: 30 * time.Minute, Increment: 5 * time.Second}}
		opt.Clock = simulate.Stages{stage, stage}
		opt.Terms.TimeControl = "1800+5"
	}
	tl := simulate.Hands(position.Start(), moves, opt)
	h, batches := simulate.Sense(tl, sensor)
	rec, err := record.New(h)
	if err != nil {
		t.Fatal(err)
	}
	completed := map[int]int64{}
	for _, b := range batches {
		for _, e := range rec.Apply(b) {
			if c, ok := e.(record.Complete); ok {
				completed[c.Ply] = c.T
			}
		}
	}
	s := rec.Summary()
	if !slices.Equal(s.Moves, sans) {
		t.Fatalf("moves differ at ply %d:\n have %v\n want %v", firstDifference(s.Moves, sans)+1, s.Moves, sans)
	}
	for _, code := range []string{"illegal-move-completed", "press-without-move", "second-opinion", "missed-move", "ambiguous-move"} {
		if n := s.Findings[code]; n > 0 {
			t.Errorf("%d findings of %s in a game without any fault", n, code)
		}
	}
	for ply := 1; ply < len(sans); ply++ {
		if _, ok := completed[ply]; !ok {
			t.Errorf("ply %d was never completed", ply)
		}
	}
}

func firstDifference(a, b []string) int {
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return i
		}
	}
	return min(len(a), len(b))
}

// TestChess960GamesComeOutWhole plays random moves, castling whenever it can be,
// from start positions of Chess960.
func TestChess960GamesComeOutWhole(t *testing.T) {
	for n := 0; n < 960; n += 37 {
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			fen, err := position.Chess960FEN(n)
			if err != nil {
				t.Fatal(err)
			}
			start, err := position.Parse(fen)
			if err != nil {
				t.Fatal(err)
			}
			start.SetChess960(true)
			moves, sans := randomGame(rand.New(rand.NewPCG(uint64(n), 960)), start, 80)
			tl := simulate.Hands(start, moves, simulate.Options{Seed: uint64(n), Think: time.Second, Style: simulate.Usual(),
				Terms: observation.Game{Variant: "chess960", TimeControl: "-"}})
			h, batches := simulate.Sense(tl, simulate.Sensor{Board: observation.Board{ScanMS: 220}})
			h.Game.FEN, h.Game.Variant = fen, "chess960"
			r, err := record.New(h)
			if err != nil {
				t.Fatal(err)
			}
			for _, b := range batches {
				r.Apply(b)
			}
			if s := r.Summary(); !slices.Equal(s.Moves, sans) {
				t.Errorf("from %s: moves differ at ply %d\nhave %v\nwant %v", fen, firstDifference(s.Moves, sans)+1, s.Moves, sans)
			}
		})
	}
}

func randomGame(r *rand.Rand, p position.Position, plies int) (moves []position.Move, sans []string) {
	var solver unwinnable.Solver
	var known unwinnable.Outlook
	for range plies {
		legal := p.Legal(nil)
		if len(legal) == 0 || known.Dead() {
			break
		}
		m := legal[r.IntN(len(legal))]
		for _, other := range legal {
			if other.IsCastling() {
				m = other
			}
		}
		moves, sans = append(moves, m), append(sans, p.SAN(m))
		known = solver.Follow(&known, &p, m, 20_000)
		p = p.After(m)
	}
	return moves, sans
}
