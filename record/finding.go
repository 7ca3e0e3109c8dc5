package record

import (
	"maps"

	"recorderd/observation"
	"recorderd/reconstruct"
)

// data is what stands in "data" of a finding or a claim.
type data map[string]any

func (d data) orNil() any {
	if d == nil {
		return nil
	}
	return d
}

// find says a finding, with the level and the text of its code.
func (r *Record) find(f Finding, from source) { r.keep(f.Ply, remark{event: worded(f), from: from}) }

// notice says what was found beside the moves.
func (r *Record) notice(n reconstruct.Noticed) {
	k := kinds[n.Code]
	if r.end != nil && !k.late {
		return
	}
	f := Finding{T: n.T, Code: n.Code, Ply: n.Ply, Side: n.Side}
	if n.Data != nil {
		f.Data = data(maps.Clone(n.Data)) // the tracker may go on using its own
	}
	from := observed
	if k.sensed {
		from = fact
	}
	if f, ok := r.complement(f); ok {
		r.find(f, from)
	}
}

// complement adds to a notice what the rules know of it. It is false where
// nothing is left to say.
func (r *Record) complement(f Finding) (_ Finding, ok bool) {
	d, _ := f.Data.(data)
	switch f.Code {
	case "press-without-move":
		return r.countPress(f, r.order+1), true
	case "move-changed":
		f.Article = verified(r.edition.Touch.Released)
	case "result-signal":
		result, ok := r.signals.says(d)
		if !ok {
			return f, false
		}
		d["result"] = result
	case "king-missing":
		return f, !r.stands(f.Ply, f.Code) // the capture of it has been told
	case "setup-wrong":
		if d["kind"] == "board-reversed" {
			f.Level = Note
		}
	}
	return f, true
}

// countPress adds what the edition says of a press without a move, where it
// counts as an illegal one. Order is that of the remark.
func (r *Record) countPress(f Finding, order int) Finding {
	rule := r.edition.IllegalMove.PressWithoutMove
	f.Article = verified(rule)
	if !rule.Exists() || !rule.Verified() {
		return f
	}
	count := 1 + r.faults(f.Side, order)
	d := data{"count": count}
	r.addRemedy(d, f.Side, count)
	f.Data = d
	return f
}

func (r *Record) linkChanged(l observation.Link) {
	if l.Device == observation.ClockDevice {
		r.clock.up = l.Up
	}
	if !r.began || r.end != nil {
		return
	}
	code := "link-lost"
	if l.Up {
		code = "link-restored"
	}
	r.find(Finding{T: r.now, Code: code, Ply: r.Plies(), Side: observation.NoSide, Data: data{"device": string(l.Device)}}, fact)
}

func (r *Record) restarted(f observation.Restart) {
	if !f.GapKnown {
		r.clock.unknown = r.now
	}
	if !r.began || r.end != nil {
		return
	}
	d := data{"gap_ms": nil, "lost_bytes": f.LostBytes}
	if f.GapKnown {
		d["gap_ms"] = f.GapMS
	}
	r.find(Finding{T: r.now, Code: "recovered", Ply: r.Plies(), Side: observation.NoSide, Data: d}, fact)
}
