package simulate

import (
	"slices"

	"recorderd/observation"
)

// cut leaves out what comes while the cable is out. When it is back, the whole
// board is told and the clock.
func (s Sensor) cut(tl Timeline, seen []sighting) []sighting {
	out := int64(-1)
	for _, d := range tl.Deeds {
		switch {
		case d.Kind == Unplug:
			out = d.At
			seen = append(seen, link(out, false))
		case d.Kind == Plug && out >= 0:
			seen = slices.DeleteFunc(seen, func(x sighting) bool { return x.at > out && x.at <= d.At })
			seen = append(seen, link(d.At, true))
			seen = append(seen, s.all(tl, d.At)...)
			out = -1
		}
	}
	return seen
}

// link is the report of a cable that goes or comes. It is the board's; the clock
// at its other end is not told apart.
func link(at int64, up bool) sighting {
	return sighting{at, observation.Link{Device: observation.BoardDevice, Up: up}}
}

// all is what is told at once of the board and the clock at a time.
func (s Sensor) all(tl Timeline, at int64) (seen []sighting) {
	if s.Board.Sensing != observation.Moves {
		seen = append(seen, sighting{at, s.view(tl.at(at))})
	}
	if s.Clock.Present && tl.Clock.present() {
		seen = append(seen, sighting{at, s.clockAt(tl, at)})
	}
	return seen
}

// clockAt is what the clock shows at a time.
func (s Sensor) clockAt(tl Timeline, at int64) observation.Clock {
	r := reading{display: duration(s.Clock.ResolutionMS)}
	r.take(tl.Clock.set())
	for _, d := range tl.Deeds {
		if d.At <= at {
			r.work(d)
		}
	}
	return r.clock.Report(duration(at))
}

// at returns what stands on the board at a time.
func (tl Timeline) at(t int64) observation.Placement {
	pl := tl.Start
	for _, d := range tl.Deeds {
		if d.At <= t {
			d.change(&pl)
		}
	}
	return pl
}
