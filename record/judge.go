package record

import (
	"recorderd/laws"
	"recorderd/observation"
	"recorderd/reconstruct"
)

// judge says what the position after a legal ply ends, or lets a player claim.
// Mate goes before everything that ends a game by counting.
func (r *Record) judge(m reconstruct.Made) {
	p := &m.After
	switch {
	case p.Checkmate():
		r.decide(m, "checkmate", winner(m.Side), r.edition.Checkmate.Article)
	case p.Stalemate():
		r.decide(m, "stalemate", "1/2-1/2", r.edition.Stalemate.Article)
	case p.InsufficientMaterial():
		r.decide(m, "dead-position", "1/2-1/2", r.edition.DeadPosition.Article)
	default:
		r.judgeRepetition(m)
		r.judgeMoveCount(m)
	}
}

func winner(s observation.Side) string {
	if s == observation.White {
		return "1-0"
	}
	return "0-1"
}

// decide ends the game by what stands on the board. No press is needed
// (6.2.1): the ply is completed by it.
func (r *Record) decide(m reconstruct.Made, code, result, article string) {
	r.decideWith(m, code, result, article, nil)
}

func (r *Record) decideWith(m reconstruct.Made, code, result, article string, d data) {
	if r.end != nil {
		return
	}
	r.complete(m.Ply, m.T, reconstruct.ByAnswer)
	r.find(Finding{T: m.T, Code: code, Ply: m.Ply, Side: m.Side, Article: article, Data: d.orNil()})
	r.finish(End{T: m.T, Result: result, Termination: code, Article: article})
}

// Occurrence is one time at which a position stood.
type Occurrence struct {
	Ply      int    `json:"ply"`
	T        int64  `json:"t"`
	FEN      string `json:"fen"`
	Intended bool   `json:"intended,omitempty"`
}

// occurrences returns when the position after the last ply stood, that time
// included.
func (r *Record) occurrences() (found []Occurrence) {
	last := r.last()
	key := last.Key()
	for n := range r.plies {
		p := &r.plies[n]
		if p.pos.Key() == key {
			found = append(found, Occurrence{Ply: n, T: p.made, FEN: p.pos.FEN()})
		}
	}
	return found
}

func (r *Record) judgeRepetition(m reconstruct.Made) {
	found := r.occurrences()
	if !r.edition.Threefold.Met(len(found)) {
		return
	}
	r.find(Finding{T: m.T, Code: "threefold", Ply: m.Ply, Side: m.After.Side(),
		Article: r.edition.Threefold.Article, Data: data{"occurrences": found}})
	plies := make([]int, len(found))
	for i, o := range found {
		plies[i] = o.Ply
	}
	if r.edition.Fivefold.Met(plies) {
		r.decideWith(m, "fivefold", "1/2-1/2", r.edition.Fivefold.Article, data{"occurrences": found})
	}
}

func (r *Record) judgeMoveCount(m reconstruct.Made) {
	half := m.After.HalfMoves()
	since := data{"since_ply": max(0, m.Ply-half)}
	if r.edition.FiftyMove.Met(half) && !r.edition.FiftyMove.Met(half-1) {
		r.find(Finding{T: m.T, Code: "fifty-move", Ply: m.Ply, Side: m.After.Side(),
			Article: r.edition.FiftyMove.Article, Data: since})
	}
	if r.edition.SeventyFive.Met(half) {
		r.decideWith(m, "seventyfive-move", "1/2-1/2", r.edition.SeventyFive.Article, since)
	}
}

// irregular says what was wrong with a ply that was completed although it was
// not legal, and what the edition does about it.
func (r *Record) irregular(m reconstruct.Made) {
	if m.Kind == "unreadable" {
		r.find(Finding{T: m.T, Code: "unreadable", Ply: m.Ply, Side: m.Side})
		return
	}
	rules := r.ruleset()
	penalty := r.edition.IllegalMove.Penalty.Under(rules)
	r.faults[m.Side]++
	d := data{"kind": m.Kind, "count": r.faults[m.Side]}
	if penalty.Exists() && penalty.Verified() {
		d["remedy"] = remedies(penalty.Step(r.faults[m.Side]), m.Side)
	}
	r.find(Finding{T: m.Pressed, Code: "illegal-move-completed", Ply: m.Ply, Side: m.Side,
		Article: r.edition.IllegalMove.CompletedWhen.Under(rules).Article, Data: d})
	if after := &m.After; after.InCheck(observation.White) && after.InCheck(observation.Black) {
		r.find(Finding{T: m.Pressed, Code: "both-kings-in-check", Ply: m.Ply, Side: m.Side})
	}
	if m.Kind == "promotion-missing" {
		r.find(Finding{T: m.Pressed, Code: "pawn-on-last-rank", Ply: m.Ply, Side: m.Side})
	}
	if m.Kind == "king-captured" {
		r.find(Finding{T: m.Pressed, Code: "king-missing", Ply: m.Ply, Side: m.Side.Other()})
	}
}

func (r *Record) ruleset() laws.Ruleset { return r.edition.Ruleset(r.mode, r.game.Competition()) }

// Remedy is what a rule gives to a player.
type Remedy struct {
	Kind string `json:"kind"`         // "time", "loss" or "draw"
	To   string `json:"to,omitempty"` // who gets the time, or has lost
	MS   int64  `json:"ms,omitempty"`
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
