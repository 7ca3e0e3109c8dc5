package record

import (
	"recorderd/laws"
	"recorderd/observation"
	"recorderd/position"
	"recorderd/unwinnable"
)

// claimFlag judges a claim that the opponent has overstepped the time. It counts
// when it is claimed, not when the flag fell.
func (r *Record) claimFlag(j *judgement, m *moment) {
	rules := &r.edition.Flag
	j.Article = rules.Loss.Article
	late := r.overstepped(m)
	d := data{}
	if late != observation.NoSide {
		d["flag"] = late.String()
	}
	if why := r.whyNoFlag(m, late); why != "" {
		j.fails(d, why)
		return
	}
	if why, rule := r.unsureFlag(m, late); why != "" {
		j.unverified = rule
		j.open(d, why)
		return
	}
	d["opponent_can_mate"] = nil
	if !m.unread {
		d["opponent_can_mate"] = r.canMate(r.after(j.Ply), late.Other())
	}
	if loss := rules.Loss; !loss.Exists() || !loss.Verified() {
		j.unverified = "flag" // what follows is not known
		j.holds(d)
		return
	}
	switch d["opponent_can_mate"] {
	case true:
		d["result"] = winner(late.Other())
	case false:
		if exception := rules.DrawException; !exception.Exists() || !exception.Verified() {
			j.unverified = "draw-exception"
			break
		}
		d["result"] = "1/2-1/2"
	}
	j.holds(d)
}

// overstepped returns whose flag the claim is about: the opponent's, or with an
// arbiter's claim that of the player who overstepped first.
func (r *Record) overstepped(m *moment) observation.Side {
	if s := m.act.Side(); s != observation.NoSide {
		return s.Other()
	}
	switch white, black := m.fell[observation.White], m.fell[observation.Black]; {
	case white && black:
		return m.first
	case white:
		return observation.White
	case black:
		return observation.Black
	}
	return observation.NoSide
}

// whyNoFlag returns which condition of the claim is not met, "" for none.
func (r *Record) whyNoFlag(m *moment, late observation.Side) string {
	rules := &r.edition.Flag
	both := m.fell[observation.White] && m.fell[observation.Black]
	call := rules.Call.Under(r.ruleset())
	byArbiter := m.act.Side() == observation.NoSide
	switch {
	case m.settled:
		return "earlier-claim"
	case late != observation.NoSide && !m.fell[late], late == observation.NoSide && !both:
		return "no-flag"
	case byArbiter && (call.By == laws.OnlyPlayers || call.By == laws.PlayersUntilBoth && !both):
		return "not-entitled"
	case !byArbiter && r.underAppendix() && rules.OwnFlagUp.Exists() && m.fell[late.Other()]:
		return "own-flag-down"
	case !byArbiter && r.underAppendix() && rules.StopClocks.Required && !m.stood:
		return "clocks-not-stopped"
	case both && r.bothFlags().Known == laws.Drawn:
		return "both-flags"
	case both && !byArbiter && m.first == late.Other():
		return "own-flag-first"
	}
	return ""
}

// unsureFlag returns why it cannot be told whether the claim holds, and which
// rule could not be verified, if it is one.
func (r *Record) unsureFlag(m *moment, late observation.Side) (why, rule string) {
	if m.fell[observation.White] && m.fell[observation.Black] {
		if m.first == observation.NoSide {
			return "order", ""
		}
		if both := r.bothFlags(); !both.Verified() || !both.Exists() {
			return "rule-unverified", "both-flags"
		}
	}
	if call := r.edition.Flag.Call.Under(r.ruleset()); !call.Exists() || !call.Verified() {
		return "rule-unverified", "flag"
	}
	return "", ""
}

// canMate answers whether a side can still mate from a position by any series of
// legal moves: true, false, or nil where that could not be decided.
func (r *Record) canMate(p *position.Position, s observation.Side) any {
	switch r.ask(p, s, thorough*r.budget).Verdict {
	case unwinnable.Winnable:
		return true
	case unwinnable.Unwinnable:
		return false
	}
	return nil
}

// canStillMate answers the same of the position that stands now. In a gap that
// was not read nobody knows it.
func (r *Record) canStillMate(s observation.Side) any {
	if !r.faulty && r.tracker.Unread() {
		return nil
	}
	return r.canMate(r.after(r.Plies()), s)
}

// claimQuickplay judges the conditions of a claim in a quickplay finish. Whether
// the opponent makes an effort, or can win by normal means, is the arbiter's.
func (r *Record) claimQuickplay(j *judgement, m *moment) {
	claim, in := r.edition.Quickplay.Claim, r.edition.Quickplay.Applies.Under(r.ruleset())
	side := m.act.Side()
	j.Article = claim.Article
	d := data{}
	if side != observation.NoSide && m.left[side] >= 0 {
		d["left_ms"] = m.left[side]
	}
	p := r.after(j.Ply)
	switch {
	case m.settled:
		j.fails(d, "earlier-claim")
	case in.Absent:
		j.Article = in.Article
		j.fails(d, "not-quickplay")
	case side == observation.NoSide:
		j.fails(d, "not-entitled")
	case !m.last:
		j.fails(d, "not-the-last-period")
	case !m.plain && in.NoIncrement:
		j.fails(d, "increment")
	case !m.plain:
		j.open(d, "increment") // 10.1: the remaining moves must be made in a limited time
	case claim.OnMove && p.Side() != side:
		j.fails(d, "not-to-move")
	case m.fell[side]:
		j.fails(d, "own-flag-down")
	case m.left[side] >= claim.Under.MS():
		j.fails(d, "too-early")
	case m.left[side] < 0:
		j.open(d, "no-clock")
	case !in.Verified() || !claim.Verified() || !claim.Exists():
		j.unverified = "quickplay"
		j.open(d, "rule-unverified")
	case in.Announced:
		j.open(d, "if-announced")
	default:
		j.holds(d)
	}
}
