package timesource

import "time"

// Bubble returns a source for tests in a bubble of testing/synctest. Its time is
// that of the bubble, which passes when everybody in it waits. It begins at one
// hour, as a machine that has been up for a while.
func Bubble() Source { return bubble{time.Now().Add(-time.Hour)} }

type bubble struct{ start time.Time }

func (b bubble) Now() time.Duration { return time.Since(b.start) }

func (b bubble) NewTimer(d time.Duration) Timer { return newTimer(d) }
