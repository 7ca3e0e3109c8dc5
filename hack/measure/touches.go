package main

import (
	"recorderd/observation"
	"recorderd/position"
	"recorderd/record"
	"recorderd/simulate"
)

// touchFacts are the findings about hands that are measured.
var touchFacts = []string{"touch-move", "castling-rook-first", "two-pieces-lifted", "move-changed", "piece-displaced"}

// fact is a touch fact of a ply, counted from 0.
type fact struct {
	code string
	ply  int
}

// hands is what there was to find: true for what has to be found, false for what
// may be, because the sensor could have missed it or it is no more than true.
type hands map[fact]bool

// match is what was found of what there was to find.
type match struct {
	found, right int // findings, and those of them that are true
	there, seen  int // facts that have to be found, and those of them that were
}

func (m match) plus(n match) match {
	return match{m.found + n.found, m.right + n.right, m.there + n.there, m.seen + n.seen}
}

// compare matches what there was to find with the findings, by code and ply.
func compare(h hands, pairs []pair, findings []record.Finding) map[string]match {
	truePly := map[int]int{} // of a ply of the record
	for _, p := range pairs {
		if p.truth != none && p.read != none {
			truePly[p.read] = p.truth
		}
	}
	matches := map[string]match{}
	seen := map[fact]bool{}
	for _, f := range findings {
		ply, known := truePly[f.Ply-1]
		_, right := h[fact{f.Code, ply}]
		seen[fact{f.Code, ply}] = known
		matches[f.Code] = matches[f.Code].plus(match{found: 1, right: count(known && right)})
	}
	for f, must := range h {
		if must {
			matches[f.code] = matches[f.code].plus(match{there: 1, seen: count(seen[f])})
		}
	}
	return matches
}

func count(b bool) int {
	if b {
		return 1
	}
	return 0
}

// released is for how long a piece must have stood for its player to have let go
// of it, as docs/arbiters.md says.
const released = 700

// touched adds what there is to find of one touch in a ply. What lasts for less
// than two scans may go unseen.
func (h hands) touched(ply int, before *position.Position, m position.Move, t simulate.Touch, scan int64) {
	lasted := t.Until - t.At
	visible := lasted >= 2*scan
	switch t.Kind {
	case simulate.RookFirst:
		h.add("castling-rook-first", ply, visible)
	case simulate.BothOff:
		h.add("two-pieces-lifted", ply, visible)
		h.add("castling-rook-first", ply, false)
	case simulate.Corrected:
		if lasted >= released-2*scan && t.Side == before.Side() && goes(before, m.From(), t.Squares[0]) {
			h.add("move-changed", ply, lasted >= released+2*scan)
		}
	case simulate.PutBack:
		if t.Side == before.Side() && movable(before, t.Squares[0]) {
			h.add("touch-move", ply, visible)
		}
	case simulate.KnockedOver:
		h.add("piece-displaced", ply, visible)
		h.add("two-pieces-lifted", ply, false)
	}
}

// add notes a fact; what has to be found stays so.
func (h hands) add(code string, ply int, must bool) {
	h[fact{code, ply}] = h[fact{code, ply}] || must
}

// goes reports whether a piece could legally have moved there.
func goes(p *position.Position, from, to observation.Square) bool {
	for _, m := range p.Legal(nil) {
		if m.From() == from && m.To() == to {
			return true
		}
	}
	return false
}

func movable(p *position.Position, from observation.Square) bool {
	for _, m := range p.Legal(nil) {
		if m.From() == from {
			return true
		}
	}
	return false
}

// truth takes from simulate's truth what is measured.
func (g game) truth(t simulate.Truth, scan int64) truth {
	out := truth{underPromotion: g.underPromotion, hands: hands{}}
	for i, p := range t.Plies {
		out.plies = append(out.plies, truePly{p.UCI, p.Made, p.Completed})
		for _, touch := range p.Touches {
			out.hands.touched(i, &g.before[i], g.Moves[i], touch, scan)
		}
	}
	return out
}
