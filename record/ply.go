package record

import (
	"slices"

	"recorderd/observation"
	"recorderd/position"
	"recorderd/reconstruct"
	"recorderd/unwinnable"
)

// ply is a position of the game and the move that led to it, as they are read
// now. That of the start has no move.
type ply struct {
	reconstruct.Made
	key     position.Key        // of the position after it
	done    *Complete           // its line, nil while the ply is not completed
	byEnd   bool                // nothing but the end of the game completed it
	pressed bool                // its player pressed the clock
	acted   bool                // somebody claimed or ruled while it was the last
	until   int64               // its touches are those up to here: it was known first then
	outlook *unwinnable.Outlook // of the position after it, once it was asked
}

func newPly(m reconstruct.Made) ply { return ply{Made: m, key: m.After.Key(), until: m.Known} }

// remark is a finding or a claim that was said of a ply.
type remark struct {
	event     Event
	moment    *moment // of a claim, which may have to be judged again
	from      source
	void      bool // its ply was withdrawn and has not been read anew
	settled   bool // its player put right what was wrong with the ply
	redressed bool // the ply that it is about was taken back
	order     int  // remarks were made in this order
}

// source is what a remark hangs on, and so what makes it void.
type source uint8

const (
	judged   source = iota // it follows from the plies
	observed               // it belongs to the reading in which it was noticed
	fact                   // it happened, however the plies are read
)

// keep notes what was said of a ply. Remarks outlive their plies: what was found
// about a ply that a player took back stays found.
func (r *Record) keep(n int, m remark) {
	for len(r.said) <= n {
		r.said = append(r.said, nil)
	}
	r.order++
	m.order = r.order
	r.said[n] = append(r.said[n], m)
	r.say(m.event)
}

func (r *Record) remarks(n int) []remark {
	if n >= len(r.said) {
		return nil
	}
	return r.said[n]
}

// standing calls f with each finding that is not void.
func (r *Record) standing(f func(remark, Finding)) {
	for _, said := range r.said {
		for _, m := range said {
			if found, ok := m.event.(Finding); ok && !m.void {
				f(m, found)
			}
		}
	}
}

// stands reports whether a finding of this code stands about a ply.
func (r *Record) stands(n int, code string) bool {
	return slices.ContainsFunc(r.remarks(n), func(m remark) bool {
		f, ok := m.event.(Finding)
		return ok && !m.void && f.Code == code
	})
}

// judgedAs returns the finding of this code that follows from ply n as it is
// read now.
func (r *Record) judgedAs(n int, code string) (remark, bool) {
	for _, m := range r.remarks(n) {
		if f, ok := m.event.(Finding); ok && !m.void && m.from == judged && f.Code == code {
			return m, true
		}
	}
	return remark{}, false
}

// void takes back what was said of a ply that is read otherwise: what hangs on
// the reading, up to this source, is gone, and the rest waits for repeat.
func (r *Record) void(n int, upTo source) {
	if n >= len(r.said) {
		return
	}
	r.said[n] = slices.DeleteFunc(r.said[n], func(m remark) bool { return m.from <= upTo })
	for i := range r.said[n] {
		r.said[n][i].void = true
	}
}

// settle makes what was said of a ply a fact: people took the ply back, or put
// right what was wrong with it.
func (r *Record) settle(n int) {
	for i := range r.remarks(n) {
		r.said[n][i].settled = r.said[n][i].settled || r.said[n][i].from != fact
		r.said[n][i].from = fact
	}
}

// redress notes that people took a ply back: what was wrong with it is mended.
func (r *Record) redress(n int) {
	r.settle(n)
	for i := range r.remarks(n) {
		r.said[n][i].redressed = true
	}
}

// repeat says again what waits for the ply to be read anew.
func (r *Record) repeat(n int) {
	for i := range r.remarks(n) {
		m := &r.said[n][i]
		if !m.void {
			continue
		}
		switch e := m.event.(type) {
		case Claim:
			m.event = r.judgeClaim(m.moment, n).Claim
		case Finding:
			if e.Code == "press-without-move" {
				m.event, _ = r.countPress(e, m.order)
			}
		}
		m.void = false
		r.say(m.event)
	}
}

// faults returns how many completed illegal moves of this side, and presses that
// count as one, were found before the remark of this order, and how many of them
// came to stand because nobody acted.
func (r *Record) faults(side observation.Side, order int) (acted, stood int) {
	r.standing(func(m remark, f Finding) {
		d, ok := f.Data.(data)
		switch {
		case !ok || f.Side != side || m.order >= order || d["count"] == nil:
		case f.Code == "illegal-move-completed" && !m.redressed && r.stands(f.Ply, "illegal-move-stands"):
			stood++
		default:
			acted++
		}
	})
	return acted, stood
}
