package clockwatch

import "recorderd/observation"

// Fall is a flag that fell: at T as far as is known, not before Since, and
// noticed at Noticed.
type Fall struct {
	T, Since, Noticed int64
}

// flag is what is known of one side's flag.
type flag struct {
	down   bool // shown so, or no time is left
	fell   bool // and it meant something
	fall   Fall
	period int // whose time was over

	zero bool // nothing left is shown
	ran  Fall // since when, if that is a fall
}

// Fell returns the fall of this side's flag, if it has fallen and the clock was
// not set since.
func (w *Watch) Fell(s observation.Side) (Fall, bool) {
	f := w.flags[observation.White]
	if s == observation.Black {
		f = w.flags[observation.Black]
	}
	return f.fall, f.fell
}

// falls looks for flags that have fallen. was is how the sides stood before this
// report: to a side that had completed its moves and had the time of the next
// period still to come, zero means nothing.
func (w *Watch) falls(now report, was [2]account) {
	for s := observation.White; s <= observation.Black; s++ {
		f, a, before := &w.flags[s], w.of(s), was[s].added
		w.lookForZero(s, now)
		lasts := f.zero && now.t-f.ran.T >= w.res+late && now.Running == s
		down := now.Flag.Fallen(s) || f.zero && (f.down || lasts)
		passed := a.added > before && now.Running == s && w.latest.Running == s
		fell := !f.down && (down || passed) && w.tc.PeriodAfter(s, a.moves) <= before
		if f.down && !down && a.added == f.period {
			f.fell = false
		}
		f.down = down
		if fell && (w.started || now.Running != observation.NoSide) {
			f.fell, f.fall, f.period = true, w.fallen(s, now), before
			if f.zero {
				f.fall = f.ran
				f.fall.Noticed = now.t
			}
			w.sayFall(s, now, before)
		}
		a.down = f.down && f.fell && a.added == f.period
	}
	w.bothFell()
}

// lookForZero notes when a time that ran shows nothing left. Where the clock does
// not mark flags that is a fall once it lasts: a clock that rounds down shows
// nothing when up to a second is left.
func (w *Watch) lookForZero(s observation.Side, now report) {
	f := &w.flags[s]
	zero := now.HasTimes && now.Remaining(s) == 0 && (f.zero || now.Running == s || w.ever && w.latest.Running == s)
	if zero && !f.zero {
		f.ran = w.fallen(s, now)
	}
	f.zero = zero
}

// fallen works out when a flag fell that was not down at the report before.
func (w *Watch) fallen(s observation.Side, now report) Fall {
	fall := Fall{T: now.t, Noticed: now.t}
	if !w.ever {
		return fall
	}
	last, left := w.latest, w.latest.Remaining(s)
	fall.Since = last.t
	switch {
	case !last.HasTimes || !now.HasTimes:
	case now.Remaining(s) > w.res && w.heard && w.of(s).added == w.flags[s].period: // not for want of time
	default:
		fall.Since = min(now.t, last.t+max(0, left-w.res-late))
		if last.Running == s && !w.cut {
			fall.T = max(fall.Since, min(now.t, last.t+left))
		}
	}
	return fall
}

func (w *Watch) sayFall(s observation.Side, now report, period int) {
	data := map[string]any{"noticed_t": now.t, "moves": w.of(s).moves}
	if now.HasTimes {
		data["white_ms"], data["black_ms"] = now.WhiteMS, now.BlackMS
	}
	if moves, ok := w.tc.Required(s, period); ok {
		data["required"] = moves
	}
	fall := w.flags[s].fall
	w.say(Fact{T: fall.T, Code: "flag-fall", Side: s, Data: data, Since: fall.Since})
}

// bothFell says once that both flags are down, and which fell first if that can
// be told.
func (w *Watch) bothFell() {
	white, black := w.flags[observation.White], w.flags[observation.Black]
	if both := white.fell && black.fell; both == w.both || !both {
		w.both = both
		return
	}
	w.both = true
	a, b, data := white.fall, black.fall, map[string]any{}
	switch {
	case a.Noticed < b.Since:
		data["first"] = "white"
	case b.Noticed < a.Since:
		data["first"] = "black"
	default:
		data["order"] = map[string]any{"known": false, "from_t": min(a.Since, b.Since), "to_t": max(a.T, b.T)}
	}
	w.say(Fact{T: max(a.T, b.T), Code: "both-flags", Side: observation.NoSide, Data: data, Since: max(a.Since, b.Since)})
}
