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
	found      []Finding
	end        *End
	unverified []string // rules that matter here and could not be verified
}

// has reports whether a finding is among those that follow.
func (v *verdict) has(f Finding) bool {
	return slices.ContainsFunc(v.found, func(g Finding) bool { return reflect.DeepEqual(f, g) })
}

func (v *verdict) add(f Finding) { v.found = append(v.found, worded(f)) }

func (v *verdict) doubt(rule string) { v.unverified = append(v.unverified, rule) }

// judge says what follows from ply n. It reads the plies up to there, and of the
// one after it who made it and when; it changes nothing, so that what was said
// can be held against another reading.
func (r *Record) judge(n int) (v verdict) {
	p := &r.plies[n]
	switch {
	case p.Kind == "unreadable":
		v.add(Finding{T: p.T, Code: "unreadable", Ply: n, Side: p.Side})
	case !p.Legal:
		r.judgeIllegal(n, &v)
		r.judgeState(n, &v)
		r.judgeStanding(n, &v)
		if r.edition.Stalemate.LastMove == laws.AnyMove && p.After.Stalemate() {
			v.doubt("stalemate") // the edition does not say that the move must be legal
		}
	default:
		r.confirm(n, &v)
		r.judgePosition(n, &v)
	}
	r.judgeWindow(n, &v, laws.Made)
	if p.done != nil || v.end != nil {
		r.judgeCompleted(n, &v)
	}
	return v
}

// judgeCompleted says what follows from the completion of ply n.
func (r *Record) judgeCompleted(n int, v *verdict) {
	p := &r.plies[n]
	r.judgeTouches(n, v)
	if p.Legal {
		r.judgeIllegal(n, v)
		r.judgeState(n, v)
		r.judgeSeventyFive(n, v, laws.Completed)
	}
	r.judgeWindow(n, v, laws.Completed)
}

// judgePosition finds what the position after a legal ply ends, or lets a player
// claim. Mate goes before everything that ends a game by counting.
func (r *Record) judgePosition(n int, v *verdict) {
	p := &r.plies[n]
	after := &p.After
	switch {
	case after.Checkmate():
		r.finished(n, v, "checkmate", winner(p.Side), r.edition.Checkmate, r.lastMove(n))
	case after.Stalemate():
		r.finished(n, v, "stalemate", "1/2-1/2", r.edition.Stalemate, r.lastMove(n))
	case r.outlook(n).Dead():
		r.finished(n, v, "dead-position", "1/2-1/2", r.edition.DeadPosition, r.whyDead(n))
	default:
		r.judgeRepetition(n, v)
		r.judgeMoveCount(n, v)
	}
}

// lastMove is the move that ended the game, and the king that it leaves without
// one.
func (r *Record) lastMove(n int) data {
	p := &r.plies[n]
	return data{"move": p.SAN, "king": p.After.King(p.After.Side()).String()}
}

func winner(s observation.Side) string {
	if s == observation.White {
		return "1-0"
	}
	return "0-1"
}

// finished ends the game by a position. Where the edition asks of the last move
// that it kept to Article 4 too, and the hands did something else, that is told
// with it: the arbiter decides.
func (r *Record) finished(n int, v *verdict, code, result string, rule laws.Ending, d data) {
	if rule.LastMove == laws.LegalAndTouched {
		if f, ok := r.breach(n); ok {
			d["breach"] = f.Code
		}
	}
	r.decide(n, v, code, result, rule.Rule, d)
}

// decide ends the game by what stands on the board. A rule that was inferred is
// told to be that; where nothing is known of one, it ends nothing.
func (r *Record) decide(n int, v *verdict, code, result string, rule laws.Rule, d data) {
	if v.end != nil {
		return
	}
	if !rule.Verified() {
		v.doubt(code)
	}
	if !rule.Exists() {
		return
	}
	p := &r.plies[n]
	if c, late := r.overtaken(n); late {
		v.add(Finding{T: p.T, Code: "event-after-end", Ply: n, Side: p.Side, Data: data{"kind": "move", "move": p.SAN, "claim": c.Claim}})
		return
	}
	v.add(Finding{T: p.T, Code: code, Ply: n, Side: p.Side, Article: rule.Article, Data: d.orNil()})
	v.end = &End{T: p.T, Result: result, Termination: code, Article: rule.Article}
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
		r.decide(n, v, "fivefold", "1/2-1/2", r.edition.Fivefold.Rule, data{"occurrences": found})
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
	r.judgeSeventyFive(n, v, laws.Made)
}

// judgeSeventyFive ends the game where the edition counts moves in this state.
func (r *Record) judgeSeventyFive(n int, v *verdict, counts laws.State) {
	rule, after := r.edition.SeventyFive, &r.plies[n].After
	half := after.HalfMoves()
	if rule.MateFirst && after.Checkmate() {
		return
	}
	if rule.Counts == counts && rule.Met(half) {
		r.decide(n, v, "seventyfive-move", "1/2-1/2", rule.Rule, data{"since_ply": max(0, n-half)})
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
