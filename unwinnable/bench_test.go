package unwinnable

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"
)

// pace is how long answers took and how many positions they looked at.
type pace struct {
	times []time.Duration
	work  []int
}

// take lets the solver answer each question once.
func (p *pace) take(t testing.TB, s *Solver, list []question) {
	t.Helper()
	for _, q := range list {
		at := mustRead(t, q.fen)
		start := time.Now()
		a, err := s.Decide(&at, q.winner, exact)
		p.times = append(p.times, time.Since(start))
		p.work = append(p.work, a.Work)
		if err != nil || a.Verdict == Undetermined || q.want != Undetermined && a.Verdict != q.want {
			t.Fatalf("%s, can %s mate: %s, error %v", q.fen, q.winner, a.Verdict, err)
		}
	}
}

// at returns the value that this share of them does not exceed.
func at[T any](sorted []T, share float64) T { return sorted[int(share*float64(len(sorted)-1)+0.5)] }

func mean[T time.Duration | int](all []T) float64 {
	sum := 0.0
	for _, v := range all {
		sum += float64(v)
	}
	return sum / float64(len(all))
}

// figures are the pace in numbers, with their units.
func (p *pace) figures() []figure {
	slices.Sort(p.times)
	slices.Sort(p.work)
	us := func(d time.Duration) float64 { return float64(d) / float64(time.Microsecond) }
	return []figure{
		{mean(p.times) / float64(time.Microsecond), "µs"},
		{us(at(p.times, 0.99)), "µs-p99"},
		{us(at(p.times, 0.999)), "µs-p99.9"},
		{us(at(p.times, 1)), "µs-max"},
		{mean(p.work), "nodes"},
		{float64(at(p.work, 0.99)), "nodes-p99"},
		{float64(at(p.work, 1)), "nodes-max"},
	}
}

type figure struct {
	value float64
	unit  string
}

// BenchmarkDecide answers whole lists: final positions of real games lost on
// time, and positions of random games.
func BenchmarkDecide(b *testing.B) {
	for _, file := range []string{shared("bench.fen"), "testdata/bench-selfplay.fen"} {
		b.Run(filepath.Base(file), func(b *testing.B) {
			list := readList(b, file)
			var s Solver
			var p pace
			p.take(b, &s, list) // memory is got, caches are warm
			p = pace{}
			for b.Loop() {
				p.take(b, &s, list)
			}
			for _, f := range p.figures() {
				b.ReportMetric(f.value, f.unit)
			}
		})
	}
}

// The figures of every list. Time is only told; the positions looked at
// are the same everywhere, and bounded.
func TestPace(t *testing.T) {
	if os.Getenv("RECORDERD_LONG") == "" {
		t.Skip("figures are for the long form: RECORDERD_LONG=1")
	}
	for _, c := range []struct {
		file  string
		nodes float64 // the mean may not exceed it
	}{
		{shared("bench.fen"), 1_000},
		{"testdata/bench-selfplay.fen", 1_000},
		{"testdata/selfplay.tsv", 2_000},
		{"testdata/random.tsv", 5_000},
		{shared("visible.tsv"), 10_000},
	} {
		t.Run(filepath.Base(c.file), func(t *testing.T) {
			list := readList(t, c.file)
			var s Solver
			var p pace
			p.take(t, &s, list)
			p = pace{}
			p.take(t, &s, list)
			said := ""
			for _, f := range p.figures() {
				said += fmt.Sprintf("  %.1f %s", f.value, f.unit)
				if f.unit == "nodes" && f.value > c.nodes {
					t.Errorf("%.0f positions were looked at in the mean, want at most %.0f", f.value, c.nodes)
				}
			}
			t.Logf("%d positions:%s", len(list), said)
		})
	}
}
