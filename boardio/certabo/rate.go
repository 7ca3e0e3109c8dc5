package certabo

import (
	"slices"
	"time"
)

// Rate measures how often a board sends a frame, for nobody has published it. The
// zero value is ready.
type Rate struct {
	last      time.Duration
	seen      int
	intervals [5]time.Duration
}

// Frame takes one frame more, and returns the milliseconds from one to the next
// once, when a few have come.
func (r *Rate) Frame(at time.Duration) (ms int64, ok bool) {
	if r.seen > len(r.intervals) {
		return 0, false
	}
	if r.seen > 0 {
		r.intervals[r.seen-1] = at - r.last
	}
	r.last = at
	r.seen++
	if r.seen <= len(r.intervals) {
		return 0, false
	}
	slices.Sort(r.intervals[:])
	ms = r.intervals[len(r.intervals)/2].Milliseconds()
	return ms, ms > 0
}
