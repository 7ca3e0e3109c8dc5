// Package boardio is about boards on a cable: what the recorder wants of one,
// whatever its make. The packages below it each speak to one make, and each has
// an emulator beside it. None of them knows a rule of chess.
package boardio

import (
	"context"
	"time"

	"recorderd/observation"
)

// Report is what one message of a device said.
type Report struct {
	At    time.Duration // boot time at which its bytes arrived
	Facts []observation.Fact
}

// Device is a board, with or without a clock behind it.
type Device interface {
	// Run reads the device until ctx is done and returns its error. A device
	// that is absent or goes away is no error: Run opens it again, with
	// back-off. It says so in observation.Link facts; one that comes is up
	// together with the Placement that stands on it then, and nothing else is
	// reported of a board that is not up. Reports come in the order of arrival,
	// from one goroutine, which waits for out to return.
	Run(ctx context.Context, out func(Report)) error
	// Describe returns what is known so far of the board and the clock. Like
	// Stats it may be called at any time from any goroutine.
	Describe() (observation.Board, observation.ClockSensor)
	Stats() Stats
}

// Resumer is a Device that can be told, before Run, what it could not see for
// itself: that it goes on with a game, on a board that stands turned by 180
// degrees or not.
type Resumer interface {
	Resume(turned bool)
}
