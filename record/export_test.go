package record

// Break makes the tracker of a record fail at its next reading.
func Break(r *Record) { r.tracker = nil }
