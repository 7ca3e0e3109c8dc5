package record

import (
	"recorderd/laws"
	"recorderd/observation"
	"recorderd/position"
)

// Remedy is what a rule gives to a player.
type Remedy struct {
	Kind string `json:"kind"`         // "time", "loss" or "draw"
	To   string `json:"to,omitempty"` // who gets the time, or has lost
	MS   int64  `json:"ms,omitempty"` // negative where time is taken
}

// illegalKind returns what was illegal about a ply that was completed, as the
// contract names it, "" for nothing. A promotion whose new piece was put down
// before the pawn had moved is legal on the board, and yet not in every edition.
func (r *Record) illegalKind(n int) string {
	p := &r.plies[n]
	order := r.edition.IllegalMove.PromotionOrder
	switch {
	case p.Kind == "unreadable":
		return ""
	case !p.Legal:
		return p.Kind
	case order.Order == laws.PawnFirst && order.Verified() && p.done != nil && r.seen(n).PieceFirst():
		return "promotion-before-push"
	}
	return ""
}

// judgeIllegal finds what was wrong with a ply that was completed although it
// was not legal, and what the edition does about it.
func (r *Record) judgeIllegal(n int, v *verdict) {
	p := &r.plies[n]
	kind := r.illegalKind(n)
	if kind == "" {
		return
	}
	at := p.Pressed
	if p.Legal {
		at = p.done.T
	}
	order := r.orderOf(n, "illegal-move-completed")
	d := data{"kind": kind, "move": moveText(p.SAN)}
	if !r.clock.present {
		d["completed_by"] = "answer"
	}
	if kind == "promotion-missing" && r.edition.IllegalMove.PromotionMissing.ForcedQueen {
		d["replaced_by"] = "queen"
	}
	r.addPenalty(d, v, p.Side, n-1, order)
	v.add(Finding{T: at, Code: "illegal-move-completed", Ply: n, Side: p.Side, Article: r.illegalArticle(kind, v), Data: d})
	if kind == "king-captured" {
		v.add(Finding{T: at, Code: "king-missing", Ply: n, Side: p.Side.Other()})
	}
}

// moveText is the move of a ply that is not legal without its mark.
func moveText(san string) string {
	if i := len(san) - len("?!illegal"); i > 0 && san[i:] == "?!illegal" {
		return san[:i]
	}
	return san
}

// illegalArticle returns the article that makes an act of this kind illegal:
// that which names it, where the edition has one, or else that of illegal moves.
func (r *Record) illegalArticle(kind string, v *verdict) string {
	rules := &r.edition.IllegalMove
	general := rules.CompletedWhen.Under(r.ruleset())
	named := general.Rule
	switch kind {
	case "king-captured":
		named = rules.KingCaptured
	case "promotion-missing":
		named = rules.PromotionMissing.Rule
	case "promotion-wrong-colour", "promotion-king":
		named = rules.PromotionWrong
	case "promotion-before-push":
		named = rules.PromotionOrder.Rule
	}
	if !named.Verified() {
		v.doubt("illegal-move-completed")
	}
	if named.Exists() && named.Verified() {
		return named.Article
	}
	return verified(general.Rule)
}

// addPenalty counts the illegal moves of a side and says what the one after ply n
// costs, where that could be verified. Those that stood, for nobody acted on
// them, were not penalised and do not count; they are told apart.
func (r *Record) addPenalty(d data, v *verdict, side observation.Side, n, order int) {
	faults, stood := r.faults(side, order)
	count := faults + 1
	d["count"] = count
	if stood > 0 {
		d["stood"] = stood
	}
	penalty := r.penalty(side, n)
	if !penalty.Exists() || !penalty.Verified() {
		v.doubt("illegal-move-penalty")
		return
	}
	step := penalty.Step(count)
	switch {
	case step.Loss:
		d["remedy"] = []Remedy{r.loss(d, v, side, r.after(n))}
	case step.OpponentAdd > 0:
		d["remedy"] = []Remedy{{Kind: "time", To: side.Other().String(), MS: step.OpponentAdd.MS()}}
	default:
		d["remedy"] = []Remedy{}
	}
}

// penalty returns the scale for this side: that of the quickplay finish in the
// last period of standard play.
func (r *Record) penalty(side observation.Side, n int) laws.Penalty {
	rules := r.ruleset()
	stage, ok := r.control.Period(side, r.control.PeriodAfter(side, r.movesBy(side, n)))
	if rules == laws.StandardPlay && ok && stage.Moves == 0 && stage.AddMS == 0 {
		return r.edition.IllegalMove.PenaltyQuickplay
	}
	return r.edition.IllegalMove.Penalty.Under(rules)
}

// loss is the loss of the game, or the draw that takes its place if the opponent
// could not mate from the position before the fault: what he lost by it does not
// count.
func (r *Record) loss(d data, v *verdict, side observation.Side, before *position.Position) Remedy {
	lost := Remedy{Kind: "loss", To: side.String()}
	exception := r.edition.IllegalMove.DrawException
	can := r.canMate(before, side.Other())
	d["opponent_can_mate"] = can
	if can != false || !exception.Under(r.ruleset()) {
		return lost
	}
	if !exception.Verified() {
		v.doubt("draw-exception")
		return lost
	}
	return Remedy{Kind: "draw"}
}

// countPress adds what the edition says of a press without a move, where it
// counts as an illegal one. Order is that of the remark.
func (r *Record) countPress(f Finding, order int) (_ Finding, v verdict) {
	rule := r.edition.IllegalMove.PressWithoutMove
	f.Article = verified(rule)
	if !rule.Verified() {
		v.doubt("press-without-move")
	}
	if !rule.Exists() || !rule.Verified() {
		return f, v
	}
	d := data{}
	r.addPenalty(d, &v, f.Side, f.Ply, order)
	f.Data = d
	return f, v
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
	p := &r.plies[n]
	f := Finding{T: r.plies[n+1].T, Code: "illegal-move-stands", Ply: n, Side: p.Side, Article: rule.Article,
		Data: data{"kind": r.illegalKind(n), "move": moveText(p.SAN), "by_agreement": rule.ByAgreement}}
	switch {
	case !rule.Verified() || rule.After == laws.NotStated:
		f.Code, f.Data = "rule-unverified", data{"rule": "illegal-move-stands"}
	case rule.After != laws.NextMove && rule.After != laws.NextTouch:
		return
	}
	v.add(f)
}

// judgeState finds what no position of a game may hold: both kings in check, a
// pawn that was left on the last rank, which is said at each press after which it
// is so; and a piece too many, which is said once.
func (r *Record) judgeState(n int, v *verdict) {
	p := &r.plies[n]
	at, ok := r.pressOf(p)
	if !ok || p.Kind == "unreadable" {
		return
	}
	r.judgeSurplus(n, at, v)
	if bothInCheck(&p.After) {
		r.addState(n, at, v, "both-kings-in-check", data{
			"white_king": p.After.King(observation.White).String(), "black_king": p.After.King(observation.Black).String(),
		}, bothInCheck)
	}
	if square, ok := pawnOnLastRank(&p.After); ok {
		r.addState(n, at, v, "pawn-on-last-rank", data{"square": square.String()}, func(q *position.Position) bool {
			_, ok := pawnOnLastRank(q)
			return ok
		})
	}
}

// judgeSurplus finds that a ply brought a side more pieces than a game can have.
func (r *Record) judgeSurplus(n int, at int64, v *verdict) {
	after := &r.plies[n].After
	if s, ok := after.SurplusSince(&r.plies[n].Before); ok {
		piece := after.At(s)
		v.add(Finding{T: at, Code: "piece-surplus", Ply: n, Side: piece.Side(), Data: data{"square": s.String(), "piece": piece.String()}})
	}
}

// pressOf returns when a ply was completed.
func (r *Record) pressOf(p *ply) (int64, bool) {
	switch {
	case !p.Legal && p.Pressed > 0:
		return p.Pressed, true
	case p.done != nil:
		return p.done.T, true
	}
	return 0, false
}

func (r *Record) addState(n int, at int64, v *verdict, code string, d data, is func(*position.Position) bool) {
	p := &r.plies[n]
	rule, _ := r.edition.IllegalMove.BothInCheck.Under(r.ruleset())
	since := n
	for since > 1 && is(&r.plies[since-1].After) {
		since--
	}
	if since < n {
		d["since_ply"] = since
		if rule.Exists() && rule.Arbiter == laws.WaitsThenDraw {
			if rule.Verified() {
				d["remedy"] = []Remedy{{Kind: "draw"}}
			} else {
				v.doubt(code)
			}
		}
	}
	f := Finding{T: at, Code: code, Ply: n, Side: p.Side, Article: verified(rule.Rule), Data: d}
	if !rule.Exists() {
		f.Article = verified(r.edition.IllegalMove.CompletedWhen.Under(r.ruleset()).Rule)
	}
	v.add(f)
}

func bothInCheck(p *position.Position) bool {
	return p.InCheck(observation.White) && p.InCheck(observation.Black)
}

// lastRank is where a side's pawns are promoted.
var lastRank = [2]position.Bitboard{observation.White: 0xff << 56, observation.Black: 0xff}

func pawnOnLastRank(p *position.Position) (position.Square, bool) {
	for _, s := range [...]observation.Side{observation.White, observation.Black} {
		if at := p.Pieces(s, position.Pawn) & lastRank[s]; at != 0 {
			return at.First(), true
		}
	}
	return 0, false
}
