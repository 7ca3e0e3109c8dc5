// Package timesource is the one place where the program learns what time it is
// and waits for time to pass.
//
// Times are boot time: they go on while the machine sleeps, and nobody steps
// them, whereas the wall clock of a machine without a battery jumps when the
// network comes. Everything else takes a Source, so that a test moves time by
// hand and an emulated board plays a game of hours in a minute.
package timesource

import (
	"context"
	"time"
)

// Source is one monotonic clock, and timers in its time.
type Source interface {
	// Now is the time since the machine was started.
	Now() time.Duration
	// NewTimer returns a timer that is due once Now has advanced by d.
	NewTimer(d time.Duration) Timer
}

// Timer is due once. C is closed when it is; after Stop it may never be.
type Timer interface {
	C() <-chan struct{}
	Stop()
}

// Sleep returns nil after d, or the context's error as soon as it is done.
func Sleep(ctx context.Context, s Source, d time.Duration) error {
	if err := ctx.Err(); err != nil || d <= 0 {
		return err
	}
	t := s.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C():
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Stamp is what a journal notes beside a time, so that a reader can tell later
// what the wall clock said and whether it was to be trusted.
type Stamp struct {
	BootID string    // which start of the machine BootNS counts from; empty where unknown
	BootNS int64     // nanoseconds of boot time
	Wall   time.Time // in UTC
	Synced bool      // whether the kernel takes the wall clock for synchronised
}

// Stamper gives the stamp of the present moment.
type Stamper interface{ Stamp() Stamp }
