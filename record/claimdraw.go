package record

import (
	"recorderd/laws"
	"recorderd/observation"
	"recorderd/position"
)

// A draw by repetition or by fifty moves is claimed by the player who has the
// move, for the position that has just appeared or for the one that a declared
// move will bring about (9.2, 9.3).

// intended returns the position that the claim is about. Why is "" where the
// claimant may claim it.
func (r *Record) intended(m *moment, n int) (p *position.Position, why string) {
	p = r.after(n)
	switch {
	case m.settled:
		return p, "earlier-claim"
	case m.act.Side() != p.Side():
		return p, "not-to-move"
	case m.touched && r.edition.DrawClaim.TouchLoses.Exists() && r.edition.DrawClaim.TouchLoses.Verified():
		return p, "touched"
	case m.act.Move == "":
		return p, ""
	}
	move, err := p.ParseSAN(m.act.Move)
	if err != nil {
		return p, "move-not-legal"
	}
	after := p.After(move)
	return &after, ""
}

func (r *Record) claimRepetition(j *judgement, m *moment) {
	rule := r.edition.Threefold
	j.Article = rule.Article
	p, why := r.intended(m, j.Ply)
	j.declared = p != r.after(j.Ply)
	var found []Occurrence
	if j.Ply < len(r.plies) {
		found = r.occurrences(p.Key(), j.Ply)
	}
	d := data{}
	if m.act.Move != "" {
		j.Article, d["move"] = rule.IntendedArticle, m.act.Move
		if j.declared {
			found = append(found, Occurrence{Ply: j.Ply + 1, T: j.T, FEN: p.FEN(), Intended: true})
		}
	}
	d["occurrences"] = found
	enough := rule.Met(len(found))
	if why == "" && !enough {
		why = "too-few-occurrences"
		if near := r.almost(p, j.Ply); len(near) > 0 {
			d["almost"], d["castling"], d["sameness_article"] = near, string(rule.Castling), rule.SamenessArticle
		}
	}
	r.judgeDrawClaim(j, m, d, why, r.blurred(j.Ply, p.HalfMoves(), found, enough))
}

// Almost is a time at which the same pieces stood on the same squares, and yet
// not the same position, and why not.
type Almost struct {
	Occurrence
	Why string `json:"why"` // "side", "castling" or "en-passant"
}

// almost returns when nearly the same position stood, up to ply n.
func (r *Record) almost(p *position.Position, n int) (near []Almost) {
	for i := range r.plies[:min(n+1, len(r.plies))] {
		was := &r.plies[i]
		why := WhyNotSame(&was.After, p)
		if why == "" {
			continue
		}
		near = append(near, Almost{Occurrence{Ply: i, T: was.T, FEN: was.After.FEN()}, why})
	}
	return near
}

// WhyNotSame says what makes two positions with the same pieces on the same squares
// different ones: "side" is to move, "castling" rights, or a capture
// "en-passant". It is "" where they are the same, or the pieces stand otherwise.
func WhyNotSame(a, b *position.Position) string {
	switch {
	case a.Placement() != b.Placement() || a.Key() == b.Key():
		return ""
	case a.Side() != b.Side():
		return "side"
	case a.Rights() != b.Rights():
		return "castling"
	}
	return "en-passant"
}

// blurred reports whether a gap in the record leaves it open if the position
// occurred often enough: what counts for the claim is in doubt, or what is
// missing may lie in what could not be read since the last capture or pawn move.
func (r *Record) blurred(n, halfMoves int, found []Occurrence, enough bool) bool {
	if enough {
		for _, o := range found {
			if p := o.Ply; !o.Intended && p > 0 && r.plies[p].Confidence < int(Sure) {
				return true
			}
		}
		return false
	}
	return r.unread(n, halfMoves)
}

// unread reports whether there is a ply that could not be read among the last
// ones before a claim after ply n.
func (r *Record) unread(n, halfMoves int) bool {
	for i := max(1, n-halfMoves); i <= n && i < len(r.plies); i++ {
		if r.plies[i].Kind == "unreadable" {
			return true
		}
	}
	return false
}

func (r *Record) claimMoveCount(j *judgement, m *moment) {
	rule := r.edition.FiftyMove
	j.Article = rule.Article
	p, why := r.intended(m, j.Ply)
	j.declared = p != r.after(j.Ply)
	d := data{}
	if m.act.Move != "" {
		j.Article, d["move"] = rule.IntendedArticle, m.act.Move
	}
	half := p.HalfMoves()
	d["since_ply"] = max(0, j.Ply-r.after(j.Ply).HalfMoves())
	counted := half
	if last := j.Ply; rule.Counts == laws.Completed && half > 0 && last > 0 && last < len(r.plies) && r.plies[last].done == nil {
		counted-- // made and not completed
	}
	if why == "" && !rule.Met(counted) {
		why = "too-few-moves"
	}
	r.judgeDrawClaim(j, m, d, why, why == "too-few-moves" && r.unread(j.Ply, half))
}

// judgeDrawClaim gives the verdict: why is what is wrong with the claim, "" for
// nothing; blurred, that a gap in the record leaves it open. So does one that is
// not read yet: nobody can tell which position stands there and who has the move.
func (r *Record) judgeDrawClaim(j *judgement, m *moment, d data, why string, blurred bool) {
	switch {
	case m.unread && why != "earlier-claim", blurred && (why == "" || why == "too-few-occurrences" || why == "too-few-moves"):
		j.open(d, "gap")
	case why == "":
		d["result"] = "1/2-1/2"
		j.holds(d)
	default:
		j.fails(d, why)
		r.addCostOfClaim(j, m, d)
	}
}

// addCostOfClaim says what a wrong claim costs (9.5), where that could be
// verified.
func (r *Record) addCostOfClaim(j *judgement, m *moment, d data) {
	wrong := r.edition.WrongClaim.Under(r.ruleset())
	side := m.act.Side()
	if side == observation.NoSide {
		return
	}
	if !wrong.Exists() || !wrong.Verified() {
		j.unverified = "wrong-claim"
		return
	}
	if j.declared && verified(r.edition.DrawClaim.MoveBinding) != "" {
		d["must_play"] = m.act.Move
	}
	cost := []Remedy{{Kind: "time", To: side.Other().String(), MS: wrong.OpponentAdd.MS()}}
	if lost := r.edition.WrongClaim.Claimant.Loses(max(m.left[side], 0)); lost > 0 {
		cost = append(cost, Remedy{Kind: "time", To: side.String(), MS: -lost})
	}
	d["remedy"] = cost
}
