package record

import (
	"maps"

	"recorderd/observation"
	"recorderd/position"
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
	f, unverified, ok := r.complement(f)
	if ok {
		r.find(f, from)
		r.unsure(f.Ply, unverified)
	}
}

// complement adds to a notice what the rules know of it, and returns those that
// matter and could not be verified. It is false where nothing is left to say.
func (r *Record) complement(f Finding) (_ Finding, unverified []string, ok bool) {
	d, _ := f.Data.(data)
	switch f.Code {
	case "press-without-move":
		var v verdict
		f, v = r.countPress(f, r.order+1)
		return f, v.unverified, true
	case "move-changed":
		f.Article = verified(r.edition.Touch.Released)
		if n := f.Ply; n > 0 && n <= r.Plies() && r.plies[n].Move.Promotion() != position.NoKind {
			f.Article = verified(r.edition.Touch.PromotionFinal)
		}
	case "result-signal":
		result, ok := r.signals.says(d)
		if !ok {
			return f, nil, false
		}
		d["result"] = result
	case "king-missing":
		return f, nil, !r.stands(f.Ply, f.Code) // the capture of it has been told
	case "setup-wrong":
		return f, r.completeSetUp(&f, d), true
	case "reply-before-press", "press-missing":
		if n := f.Ply; n > 0 && n <= r.Plies() && f.Data == nil {
			f.Data = data{"move": r.plies[n].SAN}
		}
	}
	return f, nil, true
}

// completeSetUp adds what the edition says of a wrong set-up.
func (r *Record) completeSetUp(f *Finding, d data) (unverified []string) {
	kind, _ := d["kind"].(string)
	if kind == "board-reversed" {
		f.Level = Note
	}
	r.noteSetUp(kind)
	rule := r.setUpArticle(kind)
	f.Article = verified(rule)
	if f.Article == "" {
		return []string{"setup"}
	}
	return nil
}

func (r *Record) linkChanged(l observation.Link) {
	if l.Device == observation.ClockDevice {
		r.clock.up = l.Up
		r.watch.Link(r.now, l.Up)
	} else {
		r.boardUp = l.Up
		r.clockBehind(l.Up)
	}
	if !r.boardUp && !r.clock.up {
		r.clock.lose(r.now)
	}
	if !r.began || r.end != nil {
		return
	}
	code := "link-lost"
	if l.Up {
		code = "link-restored"
	}
	r.find(Finding{T: r.now, Code: code, Ply: r.Plies(), Side: observation.NoSide, Data: data{"device": string(l.Device)}}, fact)
	if l.Device == observation.ClockDevice && !l.Up && r.boardUp {
		r.find(Finding{T: r.now, Code: "clock-lost", Ply: r.Plies(), Side: observation.NoSide}, fact)
	}
}

// clockBehind takes it that a clock which said nothing while the board was not
// seen hung on the same cable, also where nobody said so.
func (r *Record) clockBehind(up bool) {
	switch {
	case !up:
		r.boardLost = r.now
	case r.clock.last <= r.boardLost:
		r.watch.Link(r.boardLost, false)
	}
}

func (r *Record) restarted(f observation.Restart) {
	if !f.GapKnown {
		r.clock.unknown = r.now
	}
	r.watch.Restart(f.GapKnown)
	r.clock.lose(r.now)
	if !r.began || r.end != nil {
		return
	}
	d := data{"gap_ms": nil, "lost_bytes": f.LostBytes}
	if f.GapKnown {
		d["gap_ms"] = f.GapMS
	}
	r.find(Finding{T: r.now, Code: "recovered", Ply: r.Plies(), Side: observation.NoSide, Data: d}, fact)
}
