package main

import (
	"cmp"
	"context"
	"math/rand/v2"
	"os"
	"slices"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"

	"recorderd/boardio"
	"recorderd/boardio/emulated"
	"recorderd/clockio"
	"recorderd/laws"
	"recorderd/observation"
	"recorderd/position"
	"recorderd/record"
	"recorderd/simulate"
)

// A DGT board with batteries goes on while its cable is out, and remembers. What
// was played in that time is in the record, exactly, with the times of the clock.
func TestAGapIsFilledFromTheBoardsMemory(t *testing.T) {
	const gap = 12 // plies
	games := 20
	if os.Getenv("RECORDERD_LONG") != "" {
		games = 100
	}
	kind := makeOf(t, "dgt")
	for i, sans := range projectGames(t)[:games] {
		begin := 3 + i%10 // plies before the cable is pulled out
		if len(sans) < begin+gap+2 {
			continue
		}
		playBoutOn(t, kind, emulated.Options{Seed: uint64(i), OwnPower: true}, func(b *bout) {
			b.game.TimeControl = "300+3"
			tl := unplugged(t, uint64(i), sans, outage{begin, gap})
			if err := simulate.Play(context.Background(), b.Source, tl, cabled{table{Board: b.Board}, b}); err != nil {
				t.Fatal(err)
			}
			b.Pass(quietEnough)
			b.checkGap(i, sans, tl, begin, gap)
		})
	}
}

// The cable is out once or twice, for one ply or for thirty, or the recorder was
// away. The record is exact all the same, and nobody is said to have done what was
// only missed.
func TestGapsOfAnyLengthAreFilledAndNobodyIsBlamed(t *testing.T) {
	games := 10
	if os.Getenv("RECORDERD_LONG") != "" {
		games = 100
	}
	kind := makeOf(t, "dgt")
	for i, sans := range projectGames(t)[:games] {
		chance := rand.New(rand.NewPCG(uint64(i), 99))
		first := outage{1 + chance.IntN(len(sans)/2), 1 + chance.IntN(30)}
		outages := []outage{first, {first.begin + first.plies + 1 + chance.IntN(12), 1 + chance.IntN(15)}}
		for len(outages) > 0 && outages[len(outages)-1].begin+outages[len(outages)-1].plies >= len(sans) {
			outages = outages[:len(outages)-1]
		}
		for _, away := range []bool{false, true} {
			playBoutOn(t, kind, emulated.Options{Seed: uint64(i), OwnPower: true}, func(b *bout) {
				b.game.TimeControl = "300+3"
				tl := unplugged(t, uint64(i), sans, outages...)
				if err := simulate.Play(context.Background(), b.Source, tl, cabled{table{Board: b.Board}, b}); err != nil {
					t.Fatal(err)
				}
				b.Pass(quietEnough)
				reports := b.Reports()
				if away {
					reports = restarts(reports)
				}
				_, rec := recordFrom(t, b.Device, b.game, reports, b.Source.Now())
				summary := rec.Summary()
				if diff := gocmp.Diff(sans, summary.Moves); diff != "" {
					t.Errorf("game %d, out %v, recorder away %v:\n%s", i+1, outages, away, diff)
				}
				for _, code := range blames {
					if n := summary.Findings[code]; n > 0 {
						t.Errorf("game %d, out %v, recorder away %v: %d of %s", i+1, outages, away, n, code)
					}
				}
			})
		}
	}
}

// blames are findings that a gap brings about if it is misread; in these games
// there is none of them.
var blames = []string{
	"illegal-move-completed", "illegal-move-stands", "press-without-move", "press-missing", "reply-before-press", "piece-displaced",
	"clock-jump", "clock-stopped", "clock-start-wrong", "increment-missing", "analysis", "unreadable",
}

// restarts returns reports as they are where the recorder, and not the cable, was
// away.
func restarts(reports []boardio.Report) (out []boardio.Report) {
	lost := false
	for _, r := range reports {
		var facts []observation.Fact
		for _, f := range r.Facts {
			switch l, ok := f.(observation.Link); {
			case ok && !l.Up && (lost || l.Device == observation.BoardDevice):
				lost = true // nobody was there to hear it
				continue
			case ok && l.Up && lost:
				facts, lost = append(facts, observation.Restart{GapKnown: true, GapMS: 1000}), false
			}
			facts = append(facts, f)
		}
		if len(facts) > 0 {
			out = append(out, boardio.Report{At: r.At, Facts: facts})
		}
	}
	return out
}

// quietEnough is time for the board to be quiet, for its memory to be sent at
// 9600 baud, and for the squares behind it.
const quietEnough = 2 * time.Minute

// checkGap compares the record with what was played: all plies, and the times of
// those that nobody saw.
func (b *bout) checkGap(game int, sans []string, tl simulate.Timeline, begin, gap int) {
	b.t.Helper()
	lines := b.lines()
	got, doubts := plies(lines)
	if want := uci(b.t, sans); !slices.Equal(got, want) {
		b.t.Errorf("game %d, cable out from ply %d: got\n %v\nwant\n %v\ndoubts %v", game+1, begin+1, got, want, doubts)
		return
	}
	shown := pressed(tl)
	stands := make(map[int]record.Complete) // a ply that is read anew is completed anew
	for _, e := range lines {
		if c, ok := e.(record.Complete); ok {
			stands[c.Ply] = c
		}
	}
	for ply := begin + 2; ply < begin+gap; ply++ { // those at the ends may have been seen
		have := stands[ply].WhiteMS
		if ply%2 == 0 {
			have = stands[ply].BlackMS
		}
		if have == nil || *have != shown[ply] {
			b.t.Errorf("game %d, ply %d: the clock showed %d, want %d", game+1, ply, deref(have), shown[ply])
		}
	}
}

// pressed returns what each ply's player had left on the clock when he pressed it.
func pressed(tl simulate.Timeline) map[int]int64 {
	shown := make(map[int]int64)
	clock := clockio.New(tl.Clock[observation.White], tl.Clock[observation.Black])
	ply := 0
	for _, d := range tl.Deeds {
		at := ms(d.At)
		switch d.Kind {
		case simulate.StartClock:
			clock.Start(at, d.Side)
		case simulate.Press:
			clock.Press(at, d.Side)
			ply++
			shown[ply] = clock.Report(at).Remaining(d.Side)
		case simulate.StopClock:
			clock.Stop(at)
		}
	}
	return shown
}

// outage is a time in which the cable is out: after some plies, for some plies.
type outage struct{ begin, plies int }

// unplugged is a game with a clock, in which the cable is out now and then.
func unplugged(t *testing.T, seed uint64, sans []string, outages ...outage) simulate.Timeline {
	t.Helper()
	control, err := laws.ParseTimeControl("300+3")
	if err != nil {
		t.Fatal(err)
	}
	opt := simulate.Options{Seed: seed, Terms: observation.Game{TimeControl: "300+3"}, Clock: stages(control), Style: simulate.Usual()}
	tl := simulate.Session(opt, simulate.Game{Start: position.Start(), Moves: movesOf(t, sans), Result: "*"})
	plies := tl.Games[0].Plies
	for _, o := range outages {
		tl.Deeds = append(tl.Deeds,
			simulate.Deed{At: plies[o.begin-1].Completed + 300, Kind: simulate.Unplug},
			simulate.Deed{At: plies[o.begin+o.plies-1].Completed + 300, Kind: simulate.Plug})
	}
	slices.SortStableFunc(tl.Deeds, func(a, b simulate.Deed) int { return cmp.Compare(a.At, b.At) })
	return tl
}

// cabled is a board whose cable is pulled out of the rig.
type cabled struct {
	table
	bout *bout
}

func (c cabled) Unplug() {
	c.bout.Plug(&boardio.Error{Op: "open", Device: "/dev/ttyUSB0", Err: boardio.ErrAbsent, Hint: "is the cable in?"})
}

func (c cabled) Plug() { c.bout.Rig.Plug(nil) }

func deref(n *int64) int64 {
	if n == nil {
		return -1
	}
	return *n
}
