package record

import (
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
		f.Data = data(n.Data)
	}
	from := observed
	if k.sensed {
		from = fact
	}
	switch n.Code {
	case "press-without-move":
		f = r.countPress(f, r.order+1)
	}
	r.find(f, from)
}

// countPress adds what the edition says of a press without a move, where it
// counts as an illegal one. Order is that of the remark.
func (r *Record) countPress(f Finding, order int) Finding {
	f.Data = data{"count": 1 + r.faults(f.Side, order)}
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
