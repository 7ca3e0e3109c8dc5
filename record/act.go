package record

import (
	"recorderd/laws"
	"recorderd/observation"
	"recorderd/position"
	"recorderd/reconstruct"
)

// act takes what a player or an arbiter did. What comes after the end has no
// effect, but for what the arbiter decides.
func (r *Record) act(a observation.Act) {
	if r.end != nil && !decidesAfterEnd(a) {
		r.actAfterEnd(a)
		return
	}
	r.noteAct(a)
	switch a.Kind {
	case observation.ActResult:
		r.result(a)
	case observation.ActResign:
		r.resign(a)
	case observation.ActDrawOffer:
		r.offerDraw(a.Side())
	case observation.ActDrawDecline:
		r.offer = observation.NoSide
	case observation.ActDrawAccept:
		r.agree(a)
	case observation.ActAdjourn:
		r.adjourn()
	case observation.ActResume:
		r.resume()
	case observation.ActSetClock:
		r.clockSet()
	case observation.ActTakeback:
		if a.ToPly != nil {
			r.rewind(*a.ToPly, "agreement")
		}
	case observation.ActRestore:
		r.restore(a.FEN)
	case observation.ActCorrectMove:
		r.correct(a)
	case observation.ActClaim:
		r.claim(a)
	}
}

// decidesAfterEnd reports whether an act may change what has ended.
func decidesAfterEnd(a observation.Act) bool {
	switch a.Kind {
	case observation.ActClaim, observation.ActDrawOffer, observation.ActDrawAccept, observation.ActResign:
		return false
	}
	return a.By == "arbiter"
}

// actAfterEnd says that a player claimed or offered something too late.
func (r *Record) actAfterEnd(a observation.Act) {
	d := data{"kind": string(a.Kind)}
	switch a.Kind {
	case observation.ActClaim:
		d["claim"] = a.Claim
	case observation.ActDrawOffer, observation.ActDrawAccept, observation.ActResign:
	default:
		return
	}
	r.find(Finding{T: r.now, Code: "event-after-end", Ply: r.Plies(), Side: a.Side(), Data: d}, fact)
}

// noteAct remembers that somebody did not let the last ply pass, and that play
// goes on after a claim.
func (r *Record) noteAct(a observation.Act) {
	switch a.Kind {
	case observation.ActClaim, observation.ActRuling, observation.ActStopClock, observation.ActCorrectMove:
		if r.began {
			r.plies[r.Plies()].acted = true
		}
	}
	switch a.Kind {
	case observation.ActRuling, observation.ActSetClock, observation.ActStartClock, observation.ActRestore,
		observation.ActTakeback, observation.ActCorrectMove:
		if r.settled != nil && r.settled.ply == r.Plies() {
			r.settled.lapsed = true
		}
	}
}

// result enters the arbiter's result; a further one takes the place of the one
// before.
func (r *Record) result(a observation.Act) {
	if r.end != nil {
		r.reopen()
	}
	termination := a.Reason
	if termination == "" {
		termination = "ruling"
	}
	r.finish(ending{End: End{T: r.now, Result: a.Result, Termination: termination, Article: r.articleOf(termination)}})
}

// articleOf returns the article under which a game ends for this reason, where
// it could be verified.
func (r *Record) articleOf(termination string) string {
	e := r.edition
	return verified(map[string]laws.Rule{
		"checkmate":        e.Checkmate.Rule,
		"stalemate":        e.Stalemate.Rule,
		"dead-position":    e.DeadPosition.Rule,
		"threefold":        e.Threefold.Rule,
		"fivefold":         e.Fivefold.Rule,
		"fifty-move":       e.FiftyMove.Rule,
		"seventyfive-move": e.SeventyFive.Rule,
		"agreement":        e.Agreement.Rule,
		"resignation":      e.Resignation.Rule,
		"flag":             e.Flag.Loss,
		"illegal-move":     e.IllegalMove.Penalty.Under(r.ruleset()).Rule,
	}[termination])
}

func (r *Record) resign(a observation.Act) {
	side := a.Side()
	if side == observation.NoSide {
		return
	}
	end := End{T: r.now, Result: winner(side.Other()), Termination: "resignation", Article: r.edition.Resignation.Article}
	if r.edition.Resignation.DrawIfOpponentCannotMate {
		can := r.canStillMate(side.Other())
		end.Data = data{"opponent_can_mate": can}
		if can == false {
			end.Result = "1/2-1/2"
		}
	}
	r.finish(ending{End: end})
}

func (r *Record) offerDraw(s observation.Side) {
	r.offer, r.offered = s, r.now
	r.find(Finding{T: r.now, Code: "draw-offer", Ply: r.Plies(), Side: s, Data: data{"proper": r.properOffer(s)}}, fact)
}

// properOffer reports whether a draw is offered at the right moment: after the
// own move and before the press (9.1).
func (r *Record) properOffer(s observation.Side) bool {
	if r.Plies() == 0 {
		return false
	}
	last := &r.plies[len(r.plies)-1]
	return last.Side == s && last.done == nil
}

// offerLapses ends a draw offer that the opponent has answered by a move.
func (r *Record) offerLapses(mover observation.Side) {
	if r.offer != observation.NoSide && r.offer != mover {
		r.offer = observation.NoSide
	}
}

// agree ends the game if the offer still stands: the opponent has not refused it
// by touching a piece (9.1), and each player has made as many moves as the
// edition asks for.
func (r *Record) agree(a observation.Act) {
	if r.offer == observation.NoSide || r.offer == a.Side() {
		return
	}
	if r.after(r.Plies()).Side() == a.Side() && r.touchedSince(r.offered) {
		r.offer = observation.NoSide
		return
	}
	rule := r.edition.Agreement
	if r.movesEach(r.Plies()) < rule.MinMovesEach {
		return
	}
	r.finish(ending{End: End{T: r.now, Result: "1/2-1/2", Termination: "agreement", Article: rule.Article}})
}

func (r *Record) adjourn() {
	if r.end == nil {
		r.finish(ending{End: End{T: r.now, Result: "*", Termination: "adjourned"}})
	}
}

func (r *Record) resume() {
	if r.end != nil {
		r.reopen()
		r.follow(r.read(r.tracker.Resume))
	}
}

// correct makes a ply the move that the arbiter says it was. A ply that does not
// stand, or a move that is not legal there, changes nothing.
func (r *Record) correct(a observation.Act) {
	if a.Ply < 1 || a.Ply > r.Plies() {
		return
	}
	m, err := r.plies[a.Ply].Before.ParseSAN(a.SAN)
	if err != nil {
		return
	}
	steps := r.read(func() []reconstruct.Step {
		steps, _ := r.tracker.Correct(a.Ply, m)
		return steps
	})
	if r.end != nil && len(steps) > 0 {
		r.reopen()
	}
	r.corrected = a.Ply
	r.follow(steps)
	r.corrected = 0
}

// rewind takes plies back, by agreement or by a ruling.
func (r *Record) rewind(to int, why string) {
	if to < 0 || to > r.Plies() {
		return
	}
	if r.end != nil {
		r.reopen()
	}
	r.follow(r.read(func() []reconstruct.Step { return r.tracker.Rewind(to, why) }))
}

// restore puts the game back to the latest ply with this placement and side to
// move, be it with pieces that were displaced where they belong.
func (r *Record) restore(fen string) {
	want, err := position.ParseLoose(fen)
	if err != nil {
		return
	}
	for n := len(r.plies) - 1; n >= 0; n-- {
		stands := func(p position.Position) bool { return p.Placement() == want.Placement() && p.Side() == want.Side() }
		home, displaced := r.tracker.Belongs(n)
		if stands(r.plies[n].After) || displaced && stands(home) {
			r.rewind(n, "ruling")
			return
		}
	}
	r.rewind(0, "ruling")
	r.setUp = nil // this is how the arbiter has it
	r.follow(r.read(func() []reconstruct.Step { return r.tracker.Restart(want) }))
}
