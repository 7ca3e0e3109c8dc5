package record

import (
	"reflect"
	"slices"

	"recorderd/laws"
	"recorderd/observation"
	"recorderd/position"
)

// verdict is what follows from a ply and those before it: findings, and the end
// of the game if it is one.
type verdict struct {
	found []Finding
	end   *End
}

// has reports whether a finding is among those that follow.
func (v *verdict) has(f Finding) bool {
	return slices.ContainsFunc(v.found, func(g Finding) bool { return reflect.DeepEqual(f, g) })
}

func (v *verdict) add(f Finding) { v.found = append(v.found, worded(f)) }

// judge says what follows from ply n. It reads the plies up to there, and of the
// one after it who made it and when; it changes nothing, so that what was said
// can be held against another reading.
func (r *Record) judge(n int) (v verdict) {
	p := &r.plies[n]
	switch {
	case p.Kind == "unreadable":
		v.add(Finding{T: p.T, Code: "unreadable", Ply: n, Side: p.Side})
	case !p.Legal:
		r.judgeIrregular(n, &v)
		r.judgeStanding(n, &v)
	default:
		r.confirm(n, &v)
		r.judgePosition(n, &v)
	}
	if p.done != nil || v.end != nil {
		r.judgeTouches(n, &v)
	}
	return v
}

// judgePosition finds what the position after a legal ply ends, or lets a player
// claim. Mate goes before everything that ends a game by counting.
func (r *Record) judgePosition(n int, v *verdict) {
	p := &r.plies[n]
	after := &p.After
	switch {
	case after.Checkmate():
		r.decide(n, v, "checkmate", winner(p.Side), r.edition.Checkmate.Article, nil)
	case after.Stalemate():
		r.decide(n, v, "stalemate", "1/2-1/2", r.edition.Stalemate.Article, nil)
	case r.outlook(n).Dead():
		r.decide(n, v, "dead-position", "1/2-1/2", r.edition.DeadPosition.Article, r.whyDead(n))
	default:
		r.judgeRepetition(n, v)
		r.judgeMoveCount(n, v)
	}
}

func winner(s observation.Side) string {
	if s == observation.White {
		return "1-0"
	}
	return "0-1"
}

// decide ends the game by what stands on the board.
func (r *Record) decide(n int, v *verdict, code, result, article string, d data) {
	if v.end != nil {
		return
	}
	p := &r.plies[n]
	v.add(Finding{T: p.T, Code: code, Ply: n, Side: p.Side, Article: article, Data: d.orNil()})
	v.end = &End{T: p.T, Result: result, Termination: code, Article: article}
}

// Occurrence is one time at which a position stood.
type Occurrence struct {
	Ply      int    `json:"ply"`
	T        int64  `json:"t"`
	FEN      string `json:"fen"`
	Intended bool   `json:"intended,omitempty"`
}

// occurrences returns when a position stood, up to ply n.
func (r *Record) occurrences(of position.Key, n int) (found []Occurrence) {
	for i := range r.plies[:n+1] {
		p := &r.plies[i]
		if p.key == of {
			found = append(found, Occurrence{Ply: i, T: p.T, FEN: p.After.FEN()})
		}
	}
	return found
}

func (r *Record) judgeRepetition(n int, v *verdict) {
	p := &r.plies[n]
	found := r.occurrences(p.key, n)
	if !r.edition.Threefold.Met(len(found)) {
		return
	}
	v.add(Finding{T: p.T, Code: "threefold", Ply: n, Side: p.After.Side(),
		Article: r.edition.Threefold.Article, Data: data{"occurrences": found}})
	plies := make([]int, len(found))
	for i, o := range found {
		plies[i] = o.Ply
	}
	if r.edition.Fivefold.Met(plies) {
		r.decide(n, v, "fivefold", "1/2-1/2", r.edition.Fivefold.Article, data{"occurrences": found})
	}
}

func (r *Record) judgeMoveCount(n int, v *verdict) {
	p := &r.plies[n]
	half := p.After.HalfMoves()
	since := data{"since_ply": max(0, n-half)}
	if r.edition.FiftyMove.Met(half) && !r.edition.FiftyMove.Met(half-1) {
		v.add(Finding{T: p.T, Code: "fifty-move", Ply: n, Side: p.After.Side(),
			Article: r.edition.FiftyMove.Article, Data: since})
	}
	if r.edition.SeventyFive.Met(half) {
		r.decide(n, v, "seventyfive-move", "1/2-1/2", r.edition.SeventyFive.Article, since)
	}
}

// confirm asks the other implementation of the rules.
func (r *Record) confirm(n int, v *verdict) {
	p := &r.plies[n]
	san, legal, err := r.second.Ask(&p.Before, p.UCI)
	if err != nil || legal && san == p.SAN {
		return
	}
	v.add(Finding{T: p.T, Code: "second-opinion", Ply: n, Side: p.Side,
		Data: data{"san": p.SAN, "other": san, "legal": legal}})
}

// judgeIrregular finds what was wrong with a ply that was completed although it
// was not legal, and what the edition does about it.
func (r *Record) judgeIrregular(n int, v *verdict) {
	p := &r.plies[n]
	rules := r.ruleset()
	count := 1 + r.faults(p.Side, r.orderOf(n, "illegal-move-completed"))
	d := data{"kind": p.Kind, "count": count}
	r.addRemedy(d, p.Side, count)
	v.add(Finding{T: p.Pressed, Code: "illegal-move-completed", Ply: n, Side: p.Side,
		Article: r.edition.IllegalMove.CompletedWhen.Under(rules).Article, Data: d})
	if p.After.InCheck(observation.White) && p.After.InCheck(observation.Black) {
		v.add(Finding{T: p.Pressed, Code: "both-kings-in-check", Ply: n, Side: p.Side})
	}
	if p.Kind == "promotion-missing" {
		v.add(Finding{T: p.Pressed, Code: "pawn-on-last-rank", Ply: n, Side: p.Side})
	}
	if p.Kind == "king-captured" {
		v.add(Finding{T: p.Pressed, Code: "king-missing", Ply: n, Side: p.Side.Other()})
	}
}

// orderOf returns the order of a finding that was said of a ply, or that of the
// next.
func (r *Record) orderOf(n int, code string) int {
	if m, ok := r.judgedAs(n, code); ok {
		return m.order
	}
	return r.order + 1
}

// judgeStanding finds that an irregular ply stands now: the opponent has made
// his next move and nobody acted (contract, section 4).
func (r *Record) judgeStanding(n int, v *verdict) {
	if n+1 >= len(r.plies) || r.plies[n].acted || r.plies[n+1].Side != r.plies[n].Side.Other() {
		return
	}
	rule := r.edition.IllegalMove.Stands.Under(r.ruleset())
	f := Finding{T: r.plies[n+1].T, Code: "illegal-move-stands", Ply: n, Side: r.plies[n].Side, Article: rule.Article}
	switch {
	case !rule.Verified():
		f.Code, f.Data = "rule-unverified", data{"rule": "illegal-move-stands"}
	case rule.After != laws.NextMove && rule.After != laws.NextTouch:
		return
	}
	v.add(f)
}

func (r *Record) ruleset() laws.Ruleset { return r.edition.Ruleset(r.mode, r.game.Competition()) }

// Remedy is what a rule gives to a player.
type Remedy struct {
	Kind string `json:"kind"`         // "time", "loss" or "draw"
	To   string `json:"to,omitempty"` // who gets the time, or has lost
	MS   int64  `json:"ms,omitempty"`
}

// addRemedy says what the count-th illegal move of a side costs, where that
// could be verified.
func (r *Record) addRemedy(d data, side observation.Side, count int) {
	penalty := r.edition.IllegalMove.Penalty.Under(r.ruleset())
	if penalty.Exists() && penalty.Verified() {
		d["remedy"] = remedies(penalty.Step(count), side)
	}
}

func remedies(s laws.Step, offender observation.Side) []Remedy {
	switch {
	case s.Loss:
		return []Remedy{{Kind: "loss", To: offender.String()}}
	case s.OpponentAdd > 0:
		return []Remedy{{Kind: "time", To: offender.Other().String(), MS: s.OpponentAdd.MS()}}
	}
	return []Remedy{}
}
