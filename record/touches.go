package record

import (
	"slices"

	"recorderd/laws"
	"recorderd/position"
	"recorderd/touch"
)

// judgeTouches finds what the touches of a completed ply are evidence of. They
// count from the ply's last square change. A ply that nobody saw has none.
func (r *Record) judgeTouches(n int, v *verdict) {
	p := &r.plies[n]
	if p.Inferred || len(p.Touches) == 0 {
		return
	}
	seen := touch.Ply{
		Before: &p.Before, After: &p.After, Move: p.Move, Legal: p.Legal, Log: p.Touches,
		Until: p.until, Scan: r.scan,
	}
	if before := &r.plies[n-1]; n > 1 {
		seen.Rested, seen.Known = before.T, before.until
		if before.pressed {
			seen.Pressed = before.done.T
		}
	}
	for _, f := range seen.Facts() {
		v.add(Finding{T: p.T, Code: f.Code, Ply: n, Side: f.Side, Article: r.touchArticle(f), Data: data(f.Data)})
	}
}

// inPlay returns the touches without those of squares that were touched only
// while the clock stood: then positions are shown, and arbiters put things right.
func (r *Record) inPlay(touches touch.Log) touch.Log {
	var played position.Bitboard
	for _, t := range touches {
		if !r.clock.stoodAt(t.T) {
			played |= position.SetOf(t.Square)
		}
	}
	return slices.DeleteFunc(slices.Clone(touches), func(t touch.Touch) bool { return !played.Has(t.Square) })
}

// touchArticle returns the article that a fact is evidence for, "" where none
// could be verified.
func (r *Record) touchArticle(f touch.Fact) string {
	rules := &r.edition.Touch
	switch {
	case f.Code == touch.CastlingRookFirst:
		return verified(rules.RookFirst)
	case f.Code == touch.TwoPiecesLifted:
		return verified(rules.OneHand)
	case f.Code == touch.TouchMove && f.Data["could"] == "be-captured":
		return verified(rules.Opponent)
	case f.Code == touch.TouchMove:
		return verified(rules.Own)
	}
	return ""
}

func verified(r laws.Rule) string {
	if !r.Verified() {
		return ""
	}
	return r.Article
}
