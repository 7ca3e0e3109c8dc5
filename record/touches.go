package record

// judgeTouches finds what the touches of a completed ply are evidence of.
func (r *Record) judgeTouches(n int, v *verdict) {}
