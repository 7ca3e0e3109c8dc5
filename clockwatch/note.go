package clockwatch

import (
	"recorderd/laws"
	"recorderd/observation"
)

// noted is what was said of one side's time.
type noted struct {
	free int  // the period after the last in which he was free of keeping score
	two  bool // that he is in the last two minutes
}

// note looks for times below which the Laws change something. A time that is
// still to come counts as there.
func (w *Watch) note(now report) {
	if now.Running == observation.NoSide || !now.HasTimes || !w.judges || w.over || w.doubted {
		return
	}
	for s := observation.White; s <= observation.Black; s++ {
		if w.flags[s].fell {
			continue
		}
		n, left, stage := &w.noted[s], now.Remaining(s), w.Stage(s)
		period := w.tc.PeriodAfter(s, w.of(s).moves)
		if period > w.of(s).added {
			left += w.nextBase(s)
		}
		if left < w.limits.FiveMinutes && stage.AddMS < w.limits.NoIncrementFrom && n.free <= period {
			n.free = period + 1
			w.sayLeft("scoresheet-free", s, now, left, w.limits.FiveMinutes)
		}
		if left < w.limits.TwoMinutes && w.Last(s) && stage.Kind == laws.Plain && !n.two {
			n.two = true
			w.sayLeft("last-two-minutes", s, now, left, w.limits.TwoMinutes)
		}
	}
}

// sayLeft says that a time came below a limit: at the moment at which it must
// have, if it ran, for reports may be a minute apart.
func (w *Watch) sayLeft(code string, s observation.Side, now report, left, limit int64) {
	at := now.t
	if before := w.latest.Remaining(s); w.latest.Running == s && w.heard && before >= limit {
		at = min(w.latest.t+before-limit+1, now.t)
		left = min(left+now.t-at, limit-1)
	}
	w.say(Fact{T: at, Code: code, Side: s, Since: w.latest.t, Data: map[string]any{"left_ms": left}})
}
