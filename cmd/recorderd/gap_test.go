package main

import (
	"cmp"
	"context"
	"os"
	"slices"
	"testing"
	"time"

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
			tl := unplugged(t, uint64(i), sans, begin, gap)
			if err := simulate.Play(context.Background(), b.Source, tl, cabled{table{Board: b.Board}, b}); err != nil {
				t.Fatal(err)
			}
			b.Pass(quietEnough)
			b.checkGap(i, sans, tl, begin, gap)
		})
	}
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

// unplugged is a game with a clock, in which the cable is out for some plies.
func unplugged(t *testing.T, seed uint64, sans []string, begin, gap int) simulate.Timeline {
	t.Helper()
	control, err := laws.ParseTimeControl("300+3")
	if err != nil {
		t.Fatal(err)
	}
	opt := simulate.Options{Seed: seed, Terms: observation.Game{TimeControl: "300+3"}, Clock: stages(control), Style: simulate.Usual()}
	tl := simulate.Session(opt, simulate.Game{Start: position.Start(), Moves: movesOf(t, sans), Result: "*"})
	plies := tl.Games[0].Plies
	tl.Deeds = append(tl.Deeds,
		simulate.Deed{At: plies[begin-1].Completed + 300, Kind: simulate.Unplug},
		simulate.Deed{At: plies[begin+gap-1].Completed + 300, Kind: simulate.Plug})
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
