package recording

import "recorderd/observation"

// ClockAt returns the last report of the clock's times that is not later than t,
// and when it came. It is false where there was none.
func (s *State) ClockAt(t int64) (c observation.Clock, at int64, ok bool) {
	for i := s.batchAt(min(t, s.T)); i >= 0; i-- {
		b := s.Batches[i]
		for j := len(b.Facts) - 1; j >= 0; j-- {
			if c, is := b.Facts[j].(observation.Clock); is && c.HasTimes {
				return c, b.T, true
			}
		}
	}
	return c, 0, false
}
