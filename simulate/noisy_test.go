package simulate

import (
	"bytes"
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"recorderd/observation"
)

var sensings = []observation.Sensing{observation.Identity, observation.Occupancy, observation.Moves}

// lastImage returns what the batches show of the board in the end.
func lastImage(bs []observation.Batch) observation.Placement { return images(bs)[bs[len(bs)-1].T] }

// checkSeen proves that a trace is one by the contract, and that it shows in
// the end what really stands, but for a dead square.
func checkSeen(t *testing.T, name string, n Noise, bs []observation.Batch, truth Truth) {
	t.Helper()
	checkOrder(t, name, bs)
	want := n.sensor().view(truth.Final)
	got := lastImage(bs)
	for _, f := range truth.Faults {
		if f.Kind == Dead {
			got[f.Square] = want[f.Square]
		}
		if f.At > f.Until {
			t.Errorf("%s: a %s from %d until %d", name, f.Kind, f.At, f.Until)
		}
	}
	if n.Sensing != observation.Moves && got != want {
		t.Errorf("%s: shows %s in the end, want %s", name, got, want)
	}
}

// checkOrder proves that time never stands, that nothing is empty, and that
// ticks fill every second in which nothing else would come.
func checkOrder(t *testing.T, name string, bs []observation.Batch) {
	t.Helper()
	running := false
	for n, b := range bs {
		if n > 0 && b.T <= bs[n-1].T || len(b.Facts) == 0 {
			t.Fatalf("%s: batch at %d after one at %d", name, b.T, bs[n-1].T)
		}
		if n > 0 && !running && n < len(bs)-1 && b.T-bs[n-1].T > silence {
			t.Errorf("%s: nothing between %d and %d", name, bs[n-1].T, b.T)
		}
		for _, f := range b.Facts {
			switch f := f.(type) {
			case observation.Clock:
				running = f.Running != observation.NoSide
			case observation.Link:
				running = running && f.Up
			}
		}
	}
}

func TestEveryNoiseEndsWithWhatReallyStands(t *testing.T) {
	games := engineGames(t)
	for i, g := range games[:40] {
		for _, level := range Levels() {
			for _, sensing := range sensings {
				n := Noise{Level: level, Sensing: sensing, Clock: i%2 == 0, Hands: uint64(i), Sensor: uint64(i), Losses: i % 3}
				_, bs, truth := n.Play(g)
				checkSeen(t, fmt.Sprintf("game %d, %s, %s", i+1, level, sensing), n, bs, truth)
			}
		}
	}
}

func TestNoneIsClean(t *testing.T) {
	for i, g := range engineGames(t)[:20] {
		for _, sensing := range sensings[:2] {
			h, bs, truth := Noisy(LevelNone, sensing, true, uint64(i), g)
			for _, ply := range truth.Plies {
				if len(ply.Touches) > 0 {
					t.Errorf("game %d: %s has %+v", i+1, ply.SAN, ply.Touches)
				}
			}
			if len(truth.Faults) > 0 {
				t.Errorf("game %d: %d faults", i+1, len(truth.Faults))
			}
			scan := map[observation.Sensing]int64{observation.Identity: 50, observation.Occupancy: 10}[sensing]
			if h.Board.ScanMS != scan || h.Clock.PollMS != 0 || !h.Clock.Present {
				t.Errorf("header %+v", h)
			}
			g.Result = "1/2-1/2"
			opt := Options{Seed: uint64(i), Style: Careful(), Clock: blitz, Terms: observation.Game{TimeControl: "180+2"}}
			_, plain := Sense(Session(opt, g), Sensor{Board: h.Board, Clock: h.Clock})
			if !cmp.Equal(bs, plain) {
				t.Errorf("game %d: not what careful hands give", i+1)
			}
		}
	}
}

func TestEachSeedChangesItsOwnPart(t *testing.T) {
	g := engineGames(t)[5]
	play := func(n Noise) (string, Truth) {
		n.Level, n.Sensing, n.Clock, n.Losses = LevelHeavy, observation.Identity, true, 1
		h, bs, truth := n.Play(g)
		var b bytes.Buffer
		if err := WriteTrace(&b, h, bs); err != nil {
			t.Fatal(err)
		}
		return b.String(), truth
	}
	one, truth := play(Noise{Hands: 1, Sensor: 1, Link: 1})
	if again, _ := play(Noise{Hands: 1, Sensor: 1, Link: 1}); again != one {
		t.Error("same seeds, other bytes")
	}
	for name, n := range map[string]Noise{"sensor": {Hands: 1, Sensor: 2, Link: 1}, "link": {Hands: 1, Sensor: 1, Link: 2}} {
		other, same := play(n)
		if other == one {
			t.Errorf("another seed of the %s, but the same bytes", name)
		}
		if !cmp.Equal(truth.Plies, same.Plies) {
			t.Errorf("another seed of the %s, and the hands are others", name)
		}
		if name == "link" && !cmp.Equal(without(LinkLoss, truth.Faults), without(LinkLoss, same.Faults)) {
			t.Error("another seed of the link, and the squares have other faults")
		}
	}
	if _, other := play(Noise{Hands: 2, Sensor: 1, Link: 1}); cmp.Equal(truth.Plies, other.Plies) {
		t.Error("another seed of the hands, but the same plies")
	}
}

func without(kind FaultKind, faults []Fault) []Fault {
	return slices.DeleteFunc(slices.Clone(faults), func(f Fault) bool { return f.Kind == kind })
}

// What the clock says is what was pressed: it runs for the side to move, and
// each press that is not hidden inside one poll is seen.
func TestTheClockTellsThePressesThatWereMade(t *testing.T) {
	for i, g := range engineGames(t)[:20] {
		for _, level := range Levels() {
			tl := noisyHands(level, true, uint64(i), g)
			_, bs := Sense(tl, Sensor{Clock: observation.ClockSensor{Present: true}})
			seen := map[int64]observation.Side{}
			running := observation.NoSide
			for _, b := range bs {
				for _, f := range b.Facts {
					if c, ok := f.(observation.Clock); ok {
						if running != observation.NoSide && c.Running == running.Other() {
							seen[b.T] = running
						}
						running = c.Running
					}
				}
			}
			for _, ply := range tl.Games[0].Plies {
				if pressedFor(ply) && seen[ply.Completed] != ply.Side {
					t.Errorf("%s, game %d: %s was completed at %d, but no press of %s was seen", level, i+1, ply.SAN, ply.Completed, ply.Side)
				}
				delete(seen, ply.Completed)
			}
			for at, side := range seen {
				t.Errorf("%s, game %d: %s pressed at %d for no ply", level, i+1, side, at)
			}
		}
	}
}

// pressedFor reports whether the clock was pressed after a ply.
func pressedFor(ply Ply) bool {
	forgotten := func(touch Touch) bool { return touch.Kind == PressForgotten || touch.Kind == PressImpossible }
	return ply.Completed >= 0 && ply.Completed != ply.Made && !slices.ContainsFunc(ply.Touches, forgotten)
}

func TestACableThatWasOutTellsAllWhenItIsBack(t *testing.T) {
	g := engineGames(t)[1]
	n := Noise{Level: LevelUsual, Sensing: observation.Identity, Clock: true, Losses: 3}
	_, bs, truth := n.Play(g)
	losses := 0
	for _, f := range truth.Faults {
		if f.Kind != LinkLoss {
			continue
		}
		losses++
		for _, b := range bs {
			switch {
			case b.T == f.Until:
				kinds := ""
				for _, fact := range b.Facts {
					kinds += fmt.Sprintf("%T ", fact)
				}
				if want := "observation.Link observation.Placement observation.Clock "; kinds != want {
					t.Errorf("at %d %s is told, want %s", b.T, kinds, want)
				}
			case b.T > f.At && b.T < f.Until && !cmp.Equal(b.Facts, []observation.Fact{observation.Tick{}}):
				t.Errorf("at %d %v is told although the cable is out", b.T, b.Facts)
			}
		}
	}
	if losses != 3 {
		t.Errorf("the cable went %d times, want 3", losses)
	}
}

func TestABoardOfMovesSaysTheGame(t *testing.T) {
	for i, g := range engineGames(t)[:10] {
		h, bs, truth := Noisy(LevelHeavy, observation.Moves, i%2 == 0, uint64(i), g)
		var said []string
		for _, b := range bs {
			for _, f := range b.Facts {
				switch f := f.(type) {
				case observation.Said:
					said = append(said, string(f))
				case observation.Placement, observation.Change:
					t.Errorf("at %d it tells squares: %v", b.T, f)
				}
			}
		}
		var want []string
		for _, ply := range truth.Plies {
			want = append(want, ply.UCI)
		}
		if !slices.Equal(said, want) || h.Board.Sensing != observation.Moves {
			t.Errorf("game %d: said %v, want %v", i+1, said, want)
		}
	}
}

func TestParseLevel(t *testing.T) {
	for _, l := range Levels() {
		if got, err := ParseLevel(string(l)); got != l || err != nil {
			t.Errorf("%s: %q, %v", l, got, err)
		}
	}
	_, err := ParseLevel("loud")
	if want := `noise "loud": want none, light, usual, heavy`; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

// Any game by any hands before any board ends with what really stands.
func FuzzNoise(f *testing.F) {
	f.Add(uint64(1), uint64(2), uint64(3), uint8(3), uint8(0), true)
	f.Add(uint64(518), uint64(0), uint64(0), uint8(2), uint8(1), false)
	f.Fuzz(func(t *testing.T, hands, sensor, link uint64, level, sensing uint8, clock bool) {
		g := randomGame(t, int(hands%960))
		n := Noise{
			Level: Levels()[level%4], Sensing: sensings[sensing%3], Clock: clock,
			Hands: hands, Sensor: sensor, Link: link, Losses: int(link % 4), ScanMS: int64(sensor % 300),
		}
		_, bs, truth := n.Play(g)
		checkSeen(t, n.String(), n, bs, truth)
		want := final(g)
		if n.Level != LevelNone {
			want = placementOf(g.Start)
		}
		if truth.Final != want {
			t.Errorf("%v: %s stands in the end, want %s", n, truth.Final, want)
		}
	})
}
