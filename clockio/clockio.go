// Package clockio is about chess clocks: how one is read, and how one runs.
//
// A clock behind a board has no cable of its own; what it says arrives in the
// board's frames, and the packages below this one turn that into observations.
// Countdown is a clock to play with where there is none.
package clockio

import (
	"time"

	"recorderd/observation"
)

// Clock is a chess clock as players work it and a sensor reads it. Times are
// those of one source and never go back.
type Clock interface {
	// Start lets the time of this side run.
	Start(at time.Duration, side observation.Side)
	// Press is this side pushing its end of the lever down.
	Press(at time.Duration, side observation.Side)
	// Stop halts both times.
	Stop(at time.Duration)
	// Report is what the display shows.
	Report(at time.Duration) observation.Clock
	// Lever is the side whose end is up: its time runs, or will when the clock
	// is started again.
	Lever() observation.Side
}
