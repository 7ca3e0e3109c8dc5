package evidence

import (
	"fmt"
	"time"

	"recorderd/journal"
	"recorderd/observation"
	"recorderd/timesource"
)

const (
	// jump is how much the time of day may differ from boot time between two
	// lines. Both are slewed alike; what is more was a step.
	jump = 50 * time.Millisecond
	// late is how far observations may be written after they were made: a game is
	// known to have begun seconds after its first observation.
	late = 10 * time.Second
)

// times follows the stamps of a journal.
type times struct {
	imported bool
	last     timesource.Stamp
	latest   map[string]int64 // boot time of the last line of each start of the machine
	least    time.Duration    // boot time minus t, in this start of the machine
	counted  bool             // least is known
	jumps    few
	starts   few
	delays   few
}

// see takes the next line. That boot time goes back is an error.
func (ts *times) see(e journal.Entry) error {
	if ts.latest == nil {
		ts.latest = map[string]int64{}
	}
	now, last := e.Stamp, ts.last
	same := now.BootID != "" && now.BootID == last.BootID
	if before, seen := ts.latest[now.BootID]; seen && now.BootID != "" && now.BootNS < before {
		return fmt.Errorf("line %d: %w: boot time goes back by %s", e.Number, ErrAltered, seconds(time.Duration(before-now.BootNS)))
	}
	ts.latest[now.BootID], ts.last = now.BootNS, now
	switch {
	case e.Number == 1:
	case same:
		ts.step(e.Number, last, now)
	default:
		ts.starts.add("line %d was written after another start of the machine", e.Number)
	}
	if !same {
		ts.counted = false
	}
	for _, b := range e.Batches {
		ts.observed(e.Number, b, now)
	}
	return nil
}

// step tells a jump of the time of day, and what explains it.
func (ts *times) step(line int, last, now timesource.Stamp) {
	by := now.Wall.Sub(last.Wall) - time.Duration(now.BootNS-last.BootNS)
	if by.Abs() <= jump {
		return
	}
	why := "it was not synchronised: somebody or something set it"
	switch {
	case !last.Synced && now.Synced:
		why = "it was synchronised"
	case last.Synced && now.Synced:
		why = "it was synchronised before and after: nothing here explains it"
	case last.Synced:
		why = "it lost its synchronisation"
	}
	way := "forward"
	if by < 0 {
		way = "back"
	}
	ts.jumps.add("line %d: the time of day jumped %s by %s; %s", line, way, seconds(by.Abs()), why)
}

// observed holds the time of a batch against when it was written.
func (ts *times) observed(line int, b observation.Batch, now timesource.Stamp) {
	for _, f := range b.Facts {
		if r, ok := f.(observation.Restart); ok {
			ts.counted = ts.counted && r.GapKnown
			ts.starts.add("line %d: the recorder was away, %s%s", line, awayFor(r), lostBytes(r))
		}
	}
	if ts.imported {
		return
	}
	after := time.Duration(now.BootNS) - time.Duration(b.T)*time.Millisecond
	if !ts.counted || after < ts.least-late {
		if ts.counted {
			ts.delays.add("line %d: its observations are %s further on than its boot time", line, seconds(ts.least-after))
		}
		ts.least, ts.counted = after, true
		return
	}
	if after > ts.least+late {
		ts.delays.add("line %d was written %s after its observations were made", line, seconds(after-ts.least))
	}
	ts.least = min(ts.least, after)
}

func awayFor(r observation.Restart) string {
	if !r.GapKnown {
		return "nobody knows for how long"
	}
	return "for " + seconds(time.Duration(r.GapMS)*time.Millisecond)
}

func lostBytes(r observation.Restart) string {
	if r.LostBytes == 0 {
		return ""
	}
	return fmt.Sprintf("; %d bytes of a line that was not finished were taken away", r.LostBytes)
}

// seconds writes a duration to a tenth of a second, or in milliseconds below one
// second.
func seconds(d time.Duration) string {
	if d < time.Second {
		return fmt.Sprintf("%d ms", d.Milliseconds())
	}
	ms := d.Milliseconds()
	return fmt.Sprintf("%d.%d s", ms/1000, ms%1000/100)
}

func (ts *times) tell(f *Findings) {
	f.pass("times: boot time never goes back")
	f.Told = append(f.Told, ts.jumps.told("jumps of the time of day")...)
	f.Told = append(f.Told, ts.starts.told("starts")...)
	f.Told = append(f.Told, ts.delays.told("lines whose times differ from boot time")...)
}
