package main

import (
	"testing"
	"time"

	"recorderd/timesource"
)

// A second run that is faster than time may begin before the end of the first one
// in its own boot time. In one start of the machine that would be an alteration.
func TestEachFastRunIsAStartOfItsOwn(t *testing.T) {
	src := new(timesource.Manual)
	first, second := newFastStamper(src), newFastStamper(src)
	src.Advance(time.Hour)
	a, b := first.Stamp(), second.Stamp()
	if a.BootID == "" || a.BootID == b.BootID || a.BootID == timesource.Boot().Stamp().BootID {
		t.Errorf("starts of the machine: %q, %q; want each its own", a.BootID, b.BootID)
	}
	if a.Synced || a.BootNS != int64(time.Hour) || a.Wall.Sub(first.wall) != time.Hour {
		t.Errorf("stamp %+v, want the time of day to go on with boot time, and nobody to have set it", a)
	}
}
