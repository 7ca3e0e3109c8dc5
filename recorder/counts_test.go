package recorder

import (
	"testing"

	"recorderd/observation"
	"recorderd/record"
)

// A second line of a ply is another reading of it, and no move more.
func TestPliesAreCountedOnce(t *testing.T) {
	var c counts
	move := func(ply int, sure record.Hundredths) record.Event {
		return record.Move{Ply: ply, Legal: true, Confidence: sure}
	}
	for _, step := range []struct {
		what                        string
		event                       record.Event
		ply                         int
		moves, retracted, ambiguous int64
	}{
		{"start", record.Start{}, 0, 0, 0, 0},
		{"ply 1", move(1, 60), 1, 1, 0, 1},
		{"ply 2", move(2, record.Sure), 2, 2, 0, 1},
		{"ply 1 read anew", move(1, 70), 2, 2, 0, 1},
		{"ply 2 withdrawn", record.Retract{Ply: 2}, 1, 2, 1, 1},
		{"ply 2 again", move(2, record.Sure), 2, 3, 1, 1},
		{"another start", record.Start{}, 0, 3, 1, 1},
		{"its first ply", move(1, record.Sure), 1, 4, 1, 1},
	} {
		c.batch(observation.Batch{}, []record.Event{step.event})
		if c.c.Ply != step.ply || c.c.Moves != step.moves || c.c.Retracted != step.retracted || c.c.Ambiguous != step.ambiguous {
			t.Errorf("%s: %+v, want ply %d, %d moves, %d retracted, %d ambiguous", step.what, c.c, step.ply, step.moves, step.retracted, step.ambiguous)
		}
	}
}
