package main

import (
	"recorderd/observation"
	"recorderd/position"
	"recorderd/record"
	"recorderd/simulate"
)

// touchFacts are the findings about hands that are measured.
var touchFacts = []string{"touch-move", "castling-rook-first", "two-pieces-lifted", "move-changed", "piece-displaced"}

// deed is something that hands did and that is to be found at one of the plies
// from first to last, counted from 0. Some may be found but need not be: the
// sensor could have missed them, or they are no more than true.
type deed struct {
	code        string
	first, last int
	must        bool
}

func (d deed) shows(code string, ply int) bool {
	return d.code == code && d.first <= ply && ply <= d.last
}

// match is what was found of what there was to find.
type match struct {
	found, right int // findings, and those of them that are true
	there, seen  int // facts that have to be found, and those of them that were
}

func (m match) plus(n match) match {
	return match{m.found + n.found, m.right + n.right, m.there + n.there, m.seen + n.seen}
}

// compare matches deeds and findings, by code and ply.
func compare(deeds []deed, pairs []pair, findings []record.Finding) map[string]match {
	truePly := map[int]int{} // of a ply of the record
	for _, p := range pairs {
		if p.truth != none && p.read != none {
			truePly[p.read] = p.truth
		}
	}
	matches := map[string]match{}
	seen := make([]bool, len(deeds))
	for _, f := range findings {
		right := false
		if ply, known := truePly[f.Ply-1]; known {
			for i, d := range deeds {
				shows := d.shows(f.Code, ply)
				right, seen[i] = right || shows, seen[i] || shows
			}
		}
		matches[f.Code] = matches[f.Code].plus(match{found: 1, right: count(right)})
	}
	for i, d := range deeds {
		if d.must {
			matches[d.code] = matches[d.code].plus(match{there: 1, seen: count(seen[i])})
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
// of it, and been off for more than straightening: docs/arbiters.md.
const released = 700

// deedsOf returns what there is to find of one touch in a ply, on a board with
// this scan period: a stay or an absence looks up to two of them shorter or
// longer than it was.
func deedsOf(ply int, before *position.Position, m position.Move, t simulate.Touch, scan int64) []deed {
	lasted := t.Until - t.At
	long := lasted >= released+2*scan
	switch t.Kind {
	case simulate.RookFirst: // At to Until is the way of the rook
		return []deed{{"castling-rook-first", ply, ply, lasted >= scan}}
	case simulate.BothOff: // both are in the air for a hand's way, 120 ms or longer
		return []deed{{"two-pieces-lifted", ply, ply, scan <= 100}}
	case simulate.Corrected:
		if lasted >= released-2*scan && goes(before, m.From(), t.Squares[0]) {
			return []deed{{"move-changed", ply, ply, long}}
		}
	case simulate.PutBack:
		return []deed{{"touch-move", ply, ply, long}}
	case simulate.KnockedOver: // and put right while the opponent thinks
		return []deed{{"piece-displaced", ply, ply + 1, long}, {"two-pieces-lifted", ply, ply + 1, false}}
	}
	return nil
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

// truth takes from simulate's truth what is measured.
func (g game) truth(t simulate.Truth, scan int64) truth {
	out := truth{underPromotion: g.underPromotion}
	for i, p := range t.Plies {
		out.plies = append(out.plies, truePly{p.UCI, p.Made, p.Completed})
		for _, touch := range p.Touches {
			out.deeds = append(out.deeds, deedsOf(i, &g.before[i], g.Moves[i], touch, scan)...)
		}
	}
	return out
}
