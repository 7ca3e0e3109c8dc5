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
	for _, f := range r.seen(n).Facts() {
		v.add(Finding{T: p.T, Code: f.Code, Ply: n, Side: f.Side, Article: r.touchArticle(f), Data: data(f.Data)})
	}
}

// seen is ply n as the touches show it.
func (r *Record) seen(n int) touch.Ply {
	p := &r.plies[n]
	seen := touch.Ply{
		Before: &p.Before, After: &p.After, Move: p.Move, Legal: p.Legal, Log: p.Touches,
		Until: p.until, Scan: r.scan,
	}
	r.since(&seen, n-1)
	return seen
}

// since adds when the ply before was made, known and completed.
func (r *Record) since(seen *touch.Ply, before int) {
	if before < 1 {
		return
	}
	p := &r.plies[before]
	seen.Rested, seen.Known = p.T, p.until
	if p.pressed {
		seen.Pressed = p.done.T
	}
}

// touchedSince reports whether the player to move has taken up a piece of his in
// the turn so far, after this time.
func (r *Record) touchedSince(t int64) bool {
	if r.faulty || len(r.plies) == 0 {
		return false
	}
	n := r.Plies()
	turn := touch.Ply{Before: r.after(n), Log: r.inPlay(r.tracker.Turn()), Until: r.now, Scan: r.scan}
	r.since(&turn, n)
	return slices.ContainsFunc(turn.TakenUp(), func(taken touch.Taking) bool { return taken.FromT >= t })
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
