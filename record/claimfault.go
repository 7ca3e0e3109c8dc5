package record

import (
	"slices"

	"recorderd/laws"
	"recorderd/observation"
	"recorderd/touch"
)

// fault is an illegal move of the game, or a press without a move that counts as
// one, on which nobody has acted yet.
type fault struct {
	ply  int
	side observation.Side // who made it
	kind string           // of the contract, or the code of the press
}

// faultsUpTo returns the faults up to ply n and a time, the latest first. What
// follows from the plies is read from them; what was put right since, or was no
// move, from what was said.
func (r *Record) faultsUpTo(n int, t int64) (found []fault) {
	for i := min(n, r.Plies()); i >= 0; i-- {
		if i > 0 && r.illegalKind(i) != "" {
			found = append(found, fault{i, r.plies[i].Side, r.illegalKind(i)})
			continue
		}
		for _, m := range r.remarks(i) {
			f, ok := m.event.(Finding)
			if !ok || m.from == judged || m.void || m.redressed || f.T > t {
				continue
			}
			if d, counted := f.Data.(data); counted && d["count"] != nil {
				kind, _ := d["kind"].(string)
				if kind == "" {
					kind = f.Code
				}
				found = append(found, fault{i, f.Side, kind})
			}
		}
	}
	return found
}

// claimIllegal judges a claim that an illegal move was completed.
func (r *Record) claimIllegal(j *judgement, m *moment) {
	rule := r.edition.IllegalMove.Claim.Under(r.ruleset())
	j.Article = rule.Article
	d := data{}
	f, why := r.claimable(j, m, rule)
	if (why == "no-illegal-move" || why == "window-closed") && r.hidden(j.Ply, m, rule) {
		f, why = nil, "gap"
	}
	if f != nil {
		d["kind"], d["ply"] = f.kind, f.ply
	}
	switch {
	case why == "gap":
		j.open(d, why)
	case why == "between":
		j.open(d, "piece-between-squares") // the arbiter must look
	case why == "open":
		j.unverified = "illegal-move-claim"
		j.open(d, "rule-unverified")
	case why != "":
		j.fails(d, why)
	default:
		r.addLoss(d, f)
		j.holds(d)
	}
}

// claimable returns the fault that a claim is about, and why it cannot be
// claimed: "" if it can, "open" where that could not be verified.
func (r *Record) claimable(j *judgement, m *moment, rule laws.IllegalClaim) (*fault, string) {
	claimant := m.act.Side()
	if m.settled {
		return nil, "earlier-claim"
	}
	if m.unpressed != "" && r.after(j.Ply).Side() != claimant {
		f := &fault{j.Ply + 1, r.after(j.Ply).Side(), m.unpressed}
		if r.edition.IllegalMove.CompletedWhen.Under(r.ruleset()).State == laws.Made {
			return f, ""
		}
		return f, "not-completed"
	}
	faults := r.faultsUpTo(j.Ply, m.t)
	if rule.By != laws.Anyone && claimant != observation.NoSide {
		faults = slices.DeleteFunc(faults, func(f fault) bool { return f.side == claimant })
	}
	if r.betweenSquares(j.Ply) {
		return nil, "between"
	}
	if len(faults) == 0 {
		return nil, "no-illegal-move"
	}
	f := &faults[0]
	switch {
	case claimant == observation.NoSide && rule.By == laws.Opponent, claimant == observation.NoSide && rule.By == laws.Players:
		return f, "not-entitled"
	case !rule.Exists() || !rule.Verified():
		return f, "open"
	case rule.Until == laws.GameEnd:
		return f, ""
	case r.answered(f, j.Ply):
		if rule.Until == laws.NotStated {
			return f, "open"
		}
		return f, "window-closed"
	case rule.Until == laws.NextTouch && m.touched:
		return f, "window-closed"
	}
	return f, ""
}

// hidden reports whether an illegal move that could still be claimed after ply n
// may lie in a gap that was not read.
func (r *Record) hidden(n int, m *moment, rule laws.IllegalClaim) bool {
	switch {
	case rule.Until == laws.NextTouch && m.touched:
		return false
	case m.unread:
		return true
	case rule.Until == laws.GameEnd:
		return r.unread(n, n)
	}
	return r.unread(n, 0)
}

// betweenSquares reports whether a piece stood between two squares after ply n:
// whether that is an illegal move no sensor can tell.
func (r *Record) betweenSquares(n int) bool {
	return slices.ContainsFunc(r.remarks(n), func(m remark) bool {
		f, _ := m.event.(Finding)
		d, _ := f.Data.(data)
		return !m.void && f.Code == "piece-displaced" && d["kind"] == "piece-between-squares"
	})
}

// answered reports whether the opponent has made his next move, up to ply n.
func (r *Record) answered(f *fault, n int) bool {
	for i := f.ply + 1; i <= n && i < len(r.plies); i++ {
		if r.plies[i].Side != f.side {
			return true
		}
	}
	return false
}

// addLoss says how the game ends if the illegal move loses it.
func (r *Record) addLoss(d data, f *fault) {
	for _, m := range r.remarks(f.ply) {
		found, ok := m.event.(Finding)
		if !ok || m.void || found.Side != f.side {
			continue
		}
		said, _ := found.Data.(data)
		remedy, _ := said["remedy"].([]Remedy)
		for _, one := range remedy {
			switch one.Kind {
			case "loss":
				d["result"] = winner(f.side.Other())
			case "draw":
				d["result"] = "1/2-1/2"
			}
		}
	}
}

// claimTouch judges a claim that the opponent has touched one piece and moved
// another. The right to it is lost once the claimant touches a piece himself.
func (r *Record) claimTouch(j *judgement, m *moment) {
	rules := &r.edition.Touch
	j.Article = verified(rules.Own)
	d := data{}
	found, ok := r.breach(j.Ply)
	if !ok {
		found, ok = r.changed(j.Ply, m.t)
	}
	if ok {
		j.Article = found.Article
		d["code"], d["ply"] = found.Code, found.Ply
	}
	claimant := m.act.Side()
	switch {
	case m.settled:
		j.fails(d, "earlier-claim")
	case !ok && m.unread:
		j.open(d, "gap")
	case !ok:
		j.fails(d, "no-touch-move")
	case claimant == found.Side:
		j.fails(d, "not-entitled")
	case m.touched && claimant != observation.NoSide && rules.ClaimLost.Exists():
		if verified(rules.ClaimLost) == "" {
			j.unverified = "claim-lost-by-touching"
			j.open(d, "rule-unverified")
			return
		}
		j.fails(d, "touched")
	case found.Article == "":
		j.unverified = "touch-move"
		j.open(d, "rule-unverified")
	default:
		j.holds(d)
	}
}

// breach returns what the hands did with ply n that Article 4 does not allow.
func (r *Record) breach(n int) (Finding, bool) {
	if n == 0 || n >= len(r.plies) {
		return Finding{}, false
	}
	var v verdict
	r.judgeTouches(n, &v)
	for _, f := range v.found {
		if f.Code == touch.TouchMove || f.Code == touch.CastlingRookFirst {
			return f, true
		}
	}
	return Finding{}, false
}

// changed returns that the player changed the move of ply n before he pressed.
func (r *Record) changed(n int, t int64) (Finding, bool) {
	for _, said := range r.remarks(n) {
		if f, ok := said.event.(Finding); ok && !said.void && f.T <= t && f.Code == "move-changed" {
			return f, true
		}
	}
	return Finding{}, false
}
