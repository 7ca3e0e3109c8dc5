package boardio

import (
	"context"
	"slices"
	"testing"
	"time"

	"recorderd/observation"
)

// told is a device that reports these, and can be told how it stands.
type told struct {
	Device
	reports []Report
	turned  bool
}

func (d *told) Run(_ context.Context, out func(Report)) error {
	for _, r := range d.reports {
		out(r)
	}
	return context.Canceled
}

func (d *told) Resume(turned bool) { d.turned = turned }

func report(ms int, facts ...observation.Fact) Report {
	return Report{At: time.Duration(ms) * time.Millisecond, Facts: facts}
}

func change(square string, p observation.Piece) observation.Change {
	sq, err := observation.ParseSquare(square)
	if err != nil {
		panic(err)
	}
	return observation.Change{Square: sq, Piece: p}
}

func placed(s string) observation.Placement {
	pl, err := observation.ParsePlacement(s)
	if err != nil {
		panic(err)
	}
	return pl
}

// watch returns what was counted of a square after these reports.
func watch(t *testing.T, square string, reports ...Report) Square {
	t.Helper()
	w := Watch(&told{reports: reports})
	passed := 0
	if err := w.Run(t.Context(), func(Report) { passed++ }); err != context.Canceled || passed != len(reports) {
		t.Errorf("passed on %d of %d reports, %v", passed, len(reports), err)
	}
	squares := w.Squares()
	return squares[change(square, 0).Square]
}

func TestWhatASquareSaysIsCounted(t *testing.T) {
	pawn := placed("8/8/8/8/8/8/4P3/8")
	const ms = time.Millisecond
	for name, c := range map[string]struct {
		reports []Report
		want    Square
	}{
		"nothing":           {nil, Square{}},
		"what stands first": {[]Report{report(9, pawn)}, Square{Occupied: true}},
		"lifted":            {[]Report{report(9, pawn), report(900, change("e2", 0))}, Square{Changes: 1, Last: 900 * ms, Empty: true, Occupied: true}},
		"missed for a moment": {[]Report{report(9, pawn), report(900, change("e2", 0)), report(1150, change("e2", 'P'))},
			Square{Changes: 2, Flickers: 1, Last: 1150 * ms, Empty: true, Occupied: true}},
		"lifted and put back": {[]Report{report(9, pawn), report(900, change("e2", 0)), report(1151, change("e2", 'P'))},
			Square{Changes: 2, Last: 1151 * ms, Empty: true, Occupied: true}},
		"another piece for a moment": {[]Report{report(9, pawn), report(900, change("e2", 'Q')), report(950, change("e2", 'P'))},
			Square{Changes: 2, Flickers: 1, Last: 950 * ms, Occupied: true}},
		"another piece, fast": {[]Report{report(9, pawn), report(900, change("e2", 0)), report(950, change("e2", 'Q'))},
			Square{Changes: 2, Last: 950 * ms, Empty: true, Occupied: true}},
		"the first change is not taken back": {[]Report{report(9, pawn), report(10, change("e2", 0))},
			Square{Changes: 1, Last: 10 * ms, Empty: true, Occupied: true}},
		"the cable was out": {[]Report{report(9, pawn), report(20, observation.Link{}), report(60000, observation.Link{Up: true}, placed("8/8/8/8/8/8/8/8"))},
			Square{Changes: 1, Last: time.Minute, Empty: true, Occupied: true}},
		"said again": {[]Report{report(9, pawn), report(900, pawn), report(950, change("e2", 'P'))}, Square{Occupied: true}},
	} {
		if got := watch(t, "e2", c.reports...); got != c.want {
			t.Errorf("%s: got %+v, want %+v", name, got, c.want)
		}
	}
}

func TestSquaresToLookAtAreNamed(t *testing.T) {
	var s Squares
	if s.Still() != nil || s.Flickering() != nil {
		t.Error("before anything has changed something is wrong")
	}
	for sq := range 47 {
		s[sq] = Square{Changes: 2, Flickers: 1}
	}
	if s.Still() != nil {
		t.Error("most of the squares were not tried, and that is held against them")
	}
	for sq := range s {
		s[sq] = Square{Changes: 2, Flickers: 1} // swept over
	}
	if s.Still() != nil || s.Flickering() != nil {
		t.Error("a board that is well is not")
	}
	s[12], s[40] = Square{Occupied: true}, Square{}
	s[3] = Square{Changes: 20, Flickers: 5}
	s[4] = Square{Changes: 20, Flickers: 4}
	if got := s.Still(); !slices.Equal(got, []observation.Square{12, 40}) {
		t.Errorf("still are %v", got)
	}
	if got := s.Flickering(); !slices.Equal(got, []observation.Square{3}) {
		t.Errorf("flickering are %v", got)
	}
}

func TestAWatchedBoardIsToldHowItStands(t *testing.T) {
	d := &told{}
	Watch(d).Resume(true)
	if !d.turned {
		t.Error("it was not told")
	}
	Watch(struct{ Device }{}).Resume(true) // one that can't be told
}
