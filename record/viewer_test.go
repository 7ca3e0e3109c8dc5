package record_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"recorderd/observation"
	"recorderd/reconstruct"
	"recorderd/record"
)

// viewer keeps of the lines what stands, as anybody would who knows no more than
// the contract.
type viewer struct {
	t     *testing.T
	start string // its FEN
	moves []record.Move
	notes []record.Event // findings and claims
	done  map[int]bool
	end   *record.End
}

func (v *viewer) take(lines []record.Event) {
	v.t.Helper()
	for _, e := range lines {
		switch e := e.(type) {
		case record.Start:
			v.start = e.FEN
		case record.Move:
			v.move(e)
		case record.Complete:
			if e.Ply > len(v.moves) || v.done[e.Ply] {
				v.t.Fatalf("ply %d of %d is completed, before %v", e.Ply, len(v.moves), v.done[e.Ply])
			}
			v.done[e.Ply] = true
		case record.Retract:
			v.retract(e)
		case record.Finding, record.Claim:
			v.notes = append(v.notes, e)
		case record.End:
			if v.end != nil {
				v.t.Fatal("two ends")
			}
			v.end = &e
		case record.Reopen:
			v.end = nil
		}
	}
}

func (v *viewer) move(m record.Move) {
	v.t.Helper()
	switch {
	case v.end != nil:
		v.t.Fatalf("ply %d after the end", m.Ply)
	case m.Ply == len(v.moves)+1:
		v.moves = append(v.moves, m)
	case m.Ply < 1 || m.Ply > len(v.moves):
		v.t.Fatalf("ply %d of %d", m.Ply, len(v.moves))
	default:
		v.moves[m.Ply-1] = m
	}
}

func (v *viewer) retract(r record.Retract) {
	v.t.Helper()
	if r.Ply != len(v.moves) {
		v.t.Fatalf("ply %d of %d is retracted", r.Ply, len(v.moves))
	}
	v.moves = v.moves[:r.Ply-1]
	delete(v.done, r.Ply)
	if r.Why == "revision" {
		v.notes = slices.DeleteFunc(v.notes, func(e record.Event) bool { return plyOf(e) == r.Ply })
	}
}

func plyOf(e record.Event) int {
	switch e := e.(type) {
	case record.Finding:
		return e.Ply
	case record.Claim:
		return e.Ply
	}
	return -1
}

// agrees compares what stands with the summary.
func (v *viewer) agrees(s record.Summary) {
	v.t.Helper()
	counts := map[string]int{}
	for _, e := range v.notes {
		if f, ok := e.(record.Finding); ok {
			counts[f.Code]++
		}
	}
	if !maps.Equal(counts, s.Findings) {
		v.t.Fatalf("findings stand %v, the summary has %v", counts, s.Findings)
	}
	var sans []string
	for i, m := range v.moves {
		sans = append(sans, m.SAN)
		if m.Confidence != s.Confidence[i] {
			v.t.Fatalf("ply %d: confidence %d, in the summary %d", i+1, m.Confidence, s.Confidence[i])
		}
	}
	if !slices.Equal(sans, s.Moves) || len(v.moves) > 0 && v.moves[len(v.moves)-1].FEN != s.FEN {
		v.t.Fatalf("moves stand\n%v, the summary has\n%v", sans, s.Moves)
	}
	if result := "*"; v.end != nil {
		result = v.end.Result
		if result != s.Result {
			v.t.Fatalf("result %s, in the summary %s", result, s.Result)
		}
	}
}

// fickle is a tracker that changes its mind all the time.
type fickle struct {
	*teller
	rng *rand.Rand
}

// anyPly returns a ply after those before it, nearly always a legal one.
func (f *fickle) anyPly(ply int) (m reconstruct.Made, ok bool) {
	before := f.plies[ply-1].After
	legal := before.Legal(nil)
	if len(legal) == 0 {
		return m, false
	}
	choice := legal[f.rng.IntN(len(legal))]
	if n := f.plies[ply:]; len(n) > 0 && f.rng.IntN(2) == 0 && slices.Contains(legal, n[0].Move) {
		choice = n[0].Move // as it was
	}
	m = f.legal(ply, before.SAN(choice))
	switch f.rng.IntN(12) {
	case 0:
		m = doubt(m, "a1a2")
	case 1:
		m = f.irregular(ply, choice.From().String(), choice.To().String(), "x", "no-such-move")
	}
	return m, true
}

func (f *fickle) act() {
	last := f.r.Plies()
	f.plies = f.plies[:last+1]
	switch n := f.rng.IntN(20); {
	case n < 8 && !f.r.Ended():
		if m, ok := f.anyPly(len(f.plies)); ok {
			f.plies = append(f.plies, m)
			f.step(m)
		}
	case n < 12 && last > 0:
		f.step(f.completed(1 + f.rng.IntN(last)))
	case n < 15 && last > 0:
		f.changeMind(1 + f.rng.IntN(last))
	case n == 15 && last > 0:
		f.retracted([]string{"revision", "player", "ruling"}[f.rng.IntN(3)])
	case n == 16:
		f.noticed(reconstruct.Noticed{Code: []string{"press-missing", "press-without-move", "sensor-episode"}[f.rng.IntN(3)], Ply: last, Side: observation.Side(f.rng.IntN(2))})
	case n == 17:
		f.take(f.r.Apply(observation.Batch{T: f.now(), Facts: []observation.Fact{observation.Link{Device: observation.ClockDevice}}}))
	case n == 18 && f.r.Ended():
		f.teller.act(observation.Act{By: "arbiter", Kind: observation.ActResume})
	case n == 18 && f.rng.IntN(3) == 0:
		f.teller.act(observation.Act{By: "black", Kind: observation.ActResign})
	default:
		f.teller.act(observation.Act{By: []string{"white", "black"}[f.rng.IntN(2)], Kind: observation.ActClaim, Claim: []string{"threefold", "fifty"}[f.rng.IntN(2)]})
	}
}

// changeMind reads the plies from one on otherwise, by the same sides.
func (f *fickle) changeMind(from int) {
	old := slices.Clone(f.plies)
	step := reconstruct.Revised{Ply: from}
	for ply := from; ply < len(old); ply++ {
		m, ok := f.anyPly(ply)
		if !ok || m.Side != old[ply].Side {
			f.plies = old
			return
		}
		if f.rng.IntN(3) == 0 {
			m.T += 700 // it was completed late
		}
		f.plies[ply] = m
		step.Plies = append(step.Plies, m)
	}
	f.step(step)
}

// Whatever a tracker reads and changes, who follows the lines has what the
// summary has.
func TestWhoFollowsTheLinesHasTheSummary(t *testing.T) {
	games := []observation.Game{
		{TimeControl: "180+2"}, {TimeControl: "5400+30"},
		{TimeControl: "180+2", FEN: "8/8/8/8/8/2k5/8/K6r b - - 90 90"}, // soon over, and full of repetitions
		{TimeControl: "900", FEN: "7k/8/8/8/8/8/5P2/K7 w - - 144 90"},
	}
	for seed := range uint64(200) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			f := &fickle{tell(t, games[seed%4]), rand.New(rand.NewPCG(seed, 3))}
			v := &viewer{t: t, done: map[int]bool{}}
			for range 120 {
				f.lines = nil
				f.act()
				v.take(f.lines)
				v.agrees(f.r.Summary())
			}
		})
	}
}
