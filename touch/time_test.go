package touch

import (
	"testing"

	"recorderd/observation"
	"recorderd/position"
)

// TestWhoseTime moves the times of the ply before: a piece that left its square
// before the opponent pressed the clock was hardly taken by the player, and what
// the log of that ply had all of is its business.
func TestWhoseTime(t *testing.T) {
	const touched = "touch-move(mover) b1 2200 move>g1 high"
	const fell = "piece-displaced(none) b1 200-2400"
	s := scene{"", "g1f3", "", "b1- ... b1+N ... g1- f3+N"}
	for _, c := range []struct {
		name                   string
		rested, known, pressed int64
		want                   string
	}{
		{"the press was long ago", began - 2000, began - 1500, began - 1500, touched},
		{"no clock", began - 2000, began - 1600, 0, touched},
		{"no ply before", 0, 0, 0, touched},
		{"the move has just come to rest", began - 100, began + 100, 0, fell},
		{"before the press", began - 1000, began - 600, began + 500, fell},
		{"the press came after the answer", began - 1000, began - 600, began + 8000, touched},
		{"told with the ply before", began - 1000, began + 3000, began + 3000, ""},
	} {
		p := s.ply(t, observation.Identity)
		p.Rested, p.Known, p.Pressed = c.rested, c.known, c.pressed
		if got := short(p.Facts(), p.Before.Side()); got != c.want {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
}

// TestUnreliable asks for more of a square that is known to come and go.
func TestUnreliable(t *testing.T) {
	for _, c := range []struct {
		text string
		told bool
	}{
		{"b1- 1000 b1+N ... g1- f3+N", false},
		{"b1- ... b1+N ... g1- f3+N", true},
	} {
		p := scene{"", "g1f3", "", c.text}.ply(t, observation.Identity)
		if len(p.Facts()) != 1 {
			t.Errorf("%q: nothing told of a square that is sound", c.text)
		}
		b1, _ := observation.ParseSquare("b1")
		p.Unreliable = position.SetOf(b1)
		if got := len(p.Facts()) == 1; got != c.told {
			t.Errorf("%q: told %v", c.text, got)
		}
	}
}

// TestNobodyPlaysByMilliseconds keeps the limits where their reasons put them.
func TestNobodyPlaysByMilliseconds(t *testing.T) {
	for _, c := range []struct {
		held, scan int64
		told       bool
	}{
		{700, 20, false}, {719, 20, false}, {720, 20, true},
		{800, 200, false}, {899, 200, false}, {900, 200, true},
		{750, 250, false}, {949, 250, false}, {950, 250, true},
	} {
		p := scene{"", "g1f3", "", "b1- b1+N ... g1- f3+N"}.ply(t, observation.Occupancy)
		p.Scan, p.Log[0].T = c.scan, p.Log[1].T-c.held
		if got := len(p.Facts()) == 1; got != c.told {
			t.Errorf("held for %d ms on a board that scans every %d ms: told %v", c.held, c.scan, got)
		}
	}
}
