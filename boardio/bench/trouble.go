package bench

import (
	"fmt"
	"math/rand/v2"
	"time"

	"recorderd/boardio/emulated"
	"recorderd/observation"
)

// AtStart has the pieces stand as before a game, on a board that is up and at
// rest. What was said until then is forgotten.
func (r *Rig) AtStart() {
	r.SetPlacement(Placed(Start))
	r.Pass(5 * time.Second)
	r.Forget()
}

// Forget drops what was reported and sent so far.
func (r *Rig) Forget() {
	r.Facts()
	r.Status()
	r.Sent()
}

// WantStatus checks the states of the link since the last call.
func (r *Rig) WantStatus(states ...string) {
	r.t.Helper()
	Want(r.t, "status", states, r.Status())
}

// WantFacts checks what was reported since the last call.
func (r *Rig) WantFacts(what string, facts ...string) {
	r.t.Helper()
	Want(r.t, what, append([]string{}, facts...), r.Facts())
}

// Fumble has hands clear the board and then carry any piece to any square, so many
// times and up to two seconds apart, and now and then put all back as before a
// game. It returns what stands in the end, and every square that was so for a
// while.
func (r *Rig) Fumble(seed uint64, times int) (world observation.Placement, stood map[observation.Change]bool) {
	chance := rand.New(rand.NewPCG(seed, 1))
	stood = make(map[observation.Change]bool)
	r.SetPlacement(world)
	r.Pass(2 * time.Second)
	world = Placed(Start)
	r.SetPlacement(world)
	for range times {
		from, to := observation.Square(chance.IntN(64)), observation.Square(chance.IntN(64))
		if p := world[from]; p != observation.Empty && from != to {
			world[from], world[to] = observation.Empty, p
			r.Lift(from)
			r.Put(to, p)
		}
		if chance.IntN(20) == 0 {
			world = Placed(Start)
			r.SetPlacement(world)
		}
		for sq, p := range world {
			stood[observation.Change{Square: observation.Square(sq), Piece: p}] = true
		}
		r.Pass(time.Duration(chance.IntN(int(2 * time.Second))))
	}
	return world, stood
}

// WantStanding checks that what was reported since the board was empty adds up to
// what stands on it, and returns how many changes were told.
func (r *Rig) WantStanding(what string, stands observation.Placement) (changes int) {
	r.t.Helper()
	got, changes := Fold(r.Reports())
	if got != stands {
		r.t.Errorf("%s: the reports say %v, there stands %v", what, got, stands)
	}
	return changes
}

// WantDropped checks that something was thrown away for each of these reasons. A
// test of a bad line is none on a good one.
func (r *Rig) WantDropped(what string, reasons ...string) {
	r.t.Helper()
	dropped := r.Device.Stats().Dropped
	for _, reason := range reasons {
		if dropped[reason] == 0 {
			r.t.Errorf("%s: nothing was dropped as %s: the line was not bad: %v", what, reason, dropped)
		}
	}
}

// WantNoLife checks that a board that has fallen silent counts as gone, though the
// line brings this again and again.
func (r *Rig) WantNoLife(noise ...byte) {
	r.t.Helper()
	r.SetFaults(emulated.Faults{Silent: true})
	for range 100 {
		r.Inject(noise...)
		r.Pass(100 * time.Millisecond)
	}
	Want(r.t, fmt.Sprintf("%q again and again: status", noise), []string{Silent}, r.Status())
}
