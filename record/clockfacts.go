package record

import (
	"recorderd/clockwatch"
	"recorderd/laws"
	"recorderd/observation"
)

// hearClock says what the clock did, once the moves of the same batch were read.
func (r *Record) hearClock(c observation.Clock) {
	for _, f := range r.watch.Hear(r.now, c) {
		r.clockDid(f)
	}
}

// passTime says what the clock must show by now: somebody claims on it.
func (r *Record) passTime() {
	for _, f := range r.watch.Pass(r.now) {
		r.clockDid(f)
	}
}

// clockDid says one thing that the clock did, with what the edition says of it.
func (r *Record) clockDid(f clockwatch.Fact) {
	switch {
	case !r.began:
		return
	case r.end != nil && f.Code == "flag-fall" && f.Since < r.end.T:
		r.flagFell(f)
		return
	case r.end != nil && f.Code == "flag-fall":
		r.fellAfterEnd(f)
		return
	case r.end != nil:
		return
	}
	found := Finding{T: f.T, Code: f.Code, Ply: r.Plies(), Side: f.Side, Data: data(f.Data)}
	switch f.Code {
	case "flag-fall":
		r.flagFell(f)
		return
	case "both-flags":
		r.completeBothFlags(&found)
	case "clock-start-wrong":
		r.noteSetUp(clockSetting)
		found.Article = verified(r.edition.Clock.WrongSetting)
		if r.underAppendix() {
			found.Article = verified(r.edition.Setup.Cutoff.Rule)
		}
	case "clock-jump", "increment-missing", "clock-stopped":
		found.Article = verified(r.edition.Clock.Conclusive)
		if f.Data["standing"] != nil || f.Data["entered"] != nil { // a hand did it
			found.Article = verified(r.edition.Clock.AfterIrregularity)
		}
	case "scoresheet-free":
		if !r.ruled(&found, r.edition.Recording.FiveMinutes.Rule, "scoresheet-free") {
			return
		}
	case "last-two-minutes":
		if !r.ruled(&found, r.edition.Quickplay.Applies.Under(r.ruleset()).Rule, "quickplay") {
			return
		}
	}
	r.find(found, fact)
}

// ruled puts the article of a rule on a finding that hangs on it. It is false
// where the edition has none, or it could not be verified, which is told.
func (r *Record) ruled(f *Finding, rule laws.Rule, name string) bool {
	f.Article = rule.Article
	if !rule.Verified() {
		r.unsure(f.Ply, []string{name})
	}
	return rule.Exists() && rule.Verified()
}

// limits are the times at which rules of the edition begin to hold.
func (t *Terms) limits(rules laws.Ruleset) (l clockwatch.Limits) {
	five, quick := t.edition.Recording.FiveMinutes, t.edition.Quickplay
	exempt := t.mode != laws.Standard && t.edition.Recording.Exempt.Exists()
	if five.Exists() && !exempt {
		l.FiveMinutes, l.NoIncrementFrom = five.Under.MS(), five.Increment.MS()
	}
	if quick.Applies.Under(rules).Exists() && quick.Claim.Exists() {
		l.TwoMinutes = quick.Claim.Under.MS()
	}
	return l
}

// flagFell says that a flag fell, and whether the opponent could still mate.
func (r *Record) flagFell(f clockwatch.Fact) {
	r.falls = append(r.falls, f)
	n, d := r.Plies(), data(f.Data)
	d["opponent_can_mate"] = r.canStillMate(f.Side.Other())
	last := &r.plies[n]
	completed := n > 0 && last.Side == f.Side && last.done != nil && f.Since <= last.done.T
	if completed || r.end != nil {
		d["order"] = order{FromT: f.Since, ToT: f.T}
	}
	found := Finding{T: f.T, Code: f.Code, Ply: n, Side: f.Side, Article: verified(r.edition.Flag.Loss), Data: d}
	r.find(found, fact)
	if found.Article == "" {
		r.unsure(n, []string{"flag"})
	}
}

// order says that the sensors cannot tell which of two things came first, and
// between which times both lie.
type order struct {
	Known bool  `json:"known"`
	FromT int64 `json:"from_t"`
	ToT   int64 `json:"to_t"`
}

// fellAfterEnd says of a flag that it fell after the end. A clock that speaks
// once a second may not tell whether it fell before.
func (r *Record) fellAfterEnd(f clockwatch.Fact) {
	d := data{"kind": "flag-fall"}
	if f.Since < r.end.T {
		d["order"] = order{FromT: f.Since, ToT: f.T}
	}
	r.find(Finding{T: f.T, Code: "event-after-end", Ply: r.Plies(), Side: f.Side, Data: d}, fact)
}

// fallsAfter says of the flags that were found down, before it was known that the
// game had ended, that they may have fallen after that.
func (r *Record) fallsAfter(end End) {
	for _, f := range r.falls {
		if f.T > end.T {
			r.fellAfterEnd(f)
		}
	}
}

// firstFlag returns whose flag fell first, NoSide if that is not known.
func (r *Record) firstFlag() observation.Side {
	white, w := r.watch.Fell(observation.White)
	black, b := r.watch.Fell(observation.Black)
	switch {
	case w && (!b || white.Noticed <= black.Since):
		return observation.White
	case b && (!w || black.Noticed <= white.Since):
		return observation.Black
	}
	return observation.NoSide
}

func (r *Record) bothFlags() laws.BothFlags { return r.edition.BothFlags.Under(r.ruleset()) }

// completeBothFlags says what the edition makes of two flags.
func (r *Record) completeBothFlags(f *Finding) {
	rule, d := r.bothFlags(), f.Data.(data)
	if !rule.Exists() || !rule.Verified() {
		r.unsure(f.Ply, []string{"both-flags"})
		return
	}
	f.Article = rule.Article
	outcome, first := rule.Unknown, r.firstFlag()
	switch {
	case d["first"] != nil:
		outcome = rule.Known
	case rule.Announced:
		d["if_announced"] = true
	}
	switch {
	case outcome == laws.FirstLoses && first != observation.NoSide && r.canStillMate(first.Other()) == false,
		outcome == laws.Drawn,
		outcome == laws.DrawInLastPeriod && r.watch.Last(observation.White) && r.watch.Last(observation.Black):
		d["remedy"] = []Remedy{{Kind: "draw"}}
	case outcome == laws.FirstLoses && first != observation.NoSide:
		d["remedy"] = []Remedy{{Kind: "loss", To: first.String()}}
	}
}

// unsure says once a game of each rule that it matters and could not be verified
// for this edition.
func (r *Record) unsure(n int, rules []string) {
	for _, rule := range rules {
		if rule == "" || r.doubted[rule] {
			continue
		}
		r.doubted[rule] = true
		r.find(Finding{T: r.now, Code: "rule-unverified", Ply: n, Side: observation.NoSide, Data: data{"rule": rule}}, fact)
	}
}
