package timesource

import (
	"math"
	"time"
)

// Scaled returns a source that runs speed times as fast as base from now on,
// beginning at base's present time. The speed must be above zero.
func Scaled(base Source, speed float64) Source {
	return scaled{base: base, origin: base.Now(), speed: speed}
}

type scaled struct {
	base   Source
	origin time.Duration
	speed  float64
}

// Now is exact to the nanosecond for a hundred days of scaled time, which is
// what the 53 bits of a float64 hold.
func (s scaled) Now() time.Duration {
	return s.origin + time.Duration(float64(s.base.Now()-s.origin)*s.speed)
}

// NewTimer rounds up, so that Now has really advanced by d when the timer is
// due; the nanosecond on top covers that Now rounds down twice.
func (s scaled) NewTimer(d time.Duration) Timer {
	if d <= 0 {
		return s.base.NewTimer(0)
	}
	return s.base.NewTimer(time.Duration(math.Ceil(float64(d+1) / s.speed)))
}
