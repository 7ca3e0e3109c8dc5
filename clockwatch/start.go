package clockwatch

import (
	"recorderd/laws"
	"recorderd/observation"
)

// anew begins after a time in which the clock was not heard: what happened then
// is not judged.
func (w *Watch) anew(now report) {
	w.last, w.heard, w.still, w.stopped = now, true, now.t, false
	if !w.judges {
		return
	}
	if !w.started && now.Running != observation.NoSide {
		w.begin(now, false, w.set.explains(now, w.res))
	}
	for s := observation.White; s <= observation.Black; s++ {
		a := w.of(s)
		due := w.tc.PeriodAfter(s, a.moves) > a.added
		if due && (!w.ever || now.Remaining(s) > a.shown+w.nextBase(s)/2) {
			a.added++
		}
		a.kept = now.Remaining(s)
		w.forget(s)
	}
	w.rebase(now)
}

// begin compares the times with which the clock first runs with those of the
// time control. The first increment may be on it or not. If it was not seen to
// stand before, it may have run, and players may have pressed.
func (w *Watch) begin(now report, stood, said bool) {
	var wrong []observation.Side
	for s := observation.White; s <= observation.Black; s++ {
		a, stage, shown := w.of(s), w.Stage(s), now.Remaining(s)
		base := w.tc.Initial(s)
		a.opened = stage.AddMS > 0 && shown > base
		least, most := base-w.res, base+w.res
		if s == now.Running {
			least -= late
		}
		right := least <= shown && shown <= most || least+stage.AddMS <= shown && shown <= most+stage.AddMS
		if !stood || a.moves > 0 {
			right = w.tc.PeriodAfter(s, a.moves) > 0 || shown <= most+stage.AddMS*int64(a.moves+1)
		}
		if !right {
			wrong = append(wrong, s)
		}
	}
	if said || len(wrong) == 0 {
		return
	}
	side := wrong[0]
	if len(wrong) == 2 {
		side = observation.NoSide
	}
	w.say(Fact{T: now.t, Code: "clock-start-wrong", Side: side, Since: now.t, Data: map[string]any{
		"white_ms": now.WhiteMS, "black_ms": now.BlackMS,
		"expected_white_ms": w.tc.Initial(observation.White), "expected_black_ms": w.tc.Initial(observation.Black),
	}})
}

// most is the longest that the time of this side may not run in a turn.
func (m *model) most(s observation.Side) (ms int64) {
	for _, stage := range m.tc.Side(s) {
		if stage.Kind == laws.Delay {
			ms = max(ms, stage.AddMS)
		}
	}
	return ms
}
