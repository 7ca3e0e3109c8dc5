package record

import "recorderd/reconstruct"

// Break makes the tracker of a record fail at its next reading.
func Break(r *Record) { r.tracker = nil }

// Follow has a record take steps as if its tracker had told them at this time.
func Follow(r *Record, now int64, steps ...reconstruct.Step) []Event {
	r.out, r.now = nil, now
	r.follow(steps)
	return r.out
}

// Hurry gives a record so little to look at when it asks who can still mate.
func Hurry(r *Record, budget int) { r.budget = budget }

// Data is what stands in "data".
type Data = data

// Worded is a finding with the level and the sentence of its code.
func Worded(f Finding) Finding { return worded(f) }

// Level is the level of a kind of finding.
func (k kind) Level() Level { return k.level }

// Kinds are the codes that are known.
func Kinds() map[string]kind { return kinds }
