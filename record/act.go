package record

import (
	"recorderd/observation"
	"recorderd/position"
	"recorderd/reconstruct"
)

// act takes what a player or an arbiter did. What comes after the end has no
// effect, but for the arbiter's.
func (r *Record) act(a observation.Act) {
	if r.end != nil && a.By != "arbiter" {
		switch a.Kind {
		case observation.ActClaim, observation.ActDrawOffer, observation.ActDrawAccept, observation.ActResign:
			r.find(Finding{T: r.now, Code: "event-after-end", Ply: r.Plies(), Side: a.Side(),
				Data: data{"kind": string(a.Kind)}}, fact)
		}
		return
	}
	r.noteAct(a)
	switch a.Kind {
	case observation.ActResult:
		r.result(a)
	case observation.ActResign:
		r.resign(a)
	case observation.ActDrawOffer:
		r.offer = a.Side()
		r.find(Finding{T: r.now, Code: "draw-offer", Ply: r.Plies(), Side: a.Side(), Data: data{"proper": r.properOffer(a.Side())}}, fact)
	case observation.ActDrawDecline:
		r.offer = observation.NoSide
	case observation.ActDrawAccept:
		r.agree(a)
	case observation.ActAdjourn:
		r.finish(ending{End: End{T: r.now, Result: "*", Termination: "adjourned"}})
	case observation.ActResume:
		if r.end != nil {
			r.reopen()
			r.follow(r.read(r.tracker.Resume))
		}
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

// noteAct remembers that somebody did not let the last ply pass.
func (r *Record) noteAct(a observation.Act) {
	switch a.Kind {
	case observation.ActClaim, observation.ActRuling, observation.ActStopClock, observation.ActCorrectMove:
		if r.began {
			r.plies[r.Plies()].acted = true
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
	r.finish(ending{End: End{T: r.now, Result: a.Result, Termination: termination}})
}

func (r *Record) resign(a observation.Act) {
	side := a.Side()
	if side == observation.NoSide {
		return
	}
	result := winner(side.Other())
	if r.edition.Resignation.DrawIfOpponentCannotMate && r.cannotMate(side.Other()) {
		result = "1/2-1/2"
	}
	r.finish(ending{End: End{T: r.now, Result: result, Termination: "resignation", Article: r.edition.Resignation.Article}})
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

func (r *Record) agree(a observation.Act) {
	if r.offer == observation.NoSide || r.offer == a.Side() {
		return
	}
	r.finish(ending{End: End{T: r.now, Result: "1/2-1/2", Termination: "agreement", Article: r.edition.Agreement.Article}})
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
// move.
func (r *Record) restore(fen string) {
	want, err := position.ParseLoose(fen)
	if err != nil {
		return
	}
	for n := len(r.plies) - 1; n >= 0; n-- {
		p := &r.plies[n].After
		if p.Placement() == want.Placement() && p.Side() == want.Side() {
			r.rewind(n, "ruling")
			return
		}
	}
	r.rewind(0, "ruling")
	r.follow(r.read(func() []reconstruct.Step { return r.tracker.Restart(want) }))
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
	r.follow(steps)
}

// claim keeps a claim with its verdict.
func (r *Record) claim(a observation.Act) {
	n := r.Plies()
	r.keep(n, remark{event: r.judgeClaim(a, r.now, n), act: a, from: fact})
}

// judgeClaim judges the claims that the board alone decides, made at this time
// after ply n. Others have no verdict.
func (r *Record) judgeClaim(a observation.Act, t int64, n int) Claim {
	c := Claim{T: t, Ply: n, By: a.By, Claim: a.Claim}
	switch a.Claim {
	case "threefold":
		r.claimRepetition(&c, a)
	case "fifty":
		r.claimMoveCount(&c, a)
	case "dead-position":
		r.claimDead(&c)
	}
	return c
}

// after returns the position after ply n, or the announced start.
func (r *Record) after(n int) position.Position {
	if n < len(r.plies) {
		return r.plies[n].After
	}
	return r.start
}

// claimed returns the position that a claim is about: the one on the board, or
// the one after the move that is only intended. It is false where the player is
// not to move, or the move is not legal.
func (r *Record) claimed(a observation.Act, n int) (position.Position, bool) {
	p := r.after(n)
	if a.Side() != p.Side() {
		return p, false
	}
	if a.Move == "" {
		return p, true
	}
	m, err := p.ParseSAN(a.Move)
	if err != nil {
		return p, false
	}
	return p.After(m), true
}

func (r *Record) claimRepetition(c *Claim, a observation.Act) {
	c.Article = r.edition.Threefold.Article
	if a.Move != "" {
		c.Article = r.edition.Threefold.IntendedArticle
	}
	p, may := r.claimed(a, c.Ply)
	var found []Occurrence
	if c.Ply < len(r.plies) {
		found = r.occurrences(p.Key(), c.Ply)
	}
	d := data{}
	if a.Move != "" {
		d["move"] = a.Move
		found = append(found, Occurrence{Ply: c.Ply + 1, T: c.T, FEN: p.FEN(), Intended: true})
	}
	d["occurrences"] = found
	r.verdict(c, may && r.edition.Threefold.Met(len(found)), d)
}

func (r *Record) claimMoveCount(c *Claim, a observation.Act) {
	c.Article = r.edition.FiftyMove.Article
	d := data{}
	if a.Move != "" {
		c.Article = r.edition.FiftyMove.IntendedArticle
		d["move"] = a.Move
	}
	p, may := r.claimed(a, c.Ply)
	d["since_ply"] = max(0, c.Ply-p.HalfMoves())
	r.verdict(c, may && r.edition.FiftyMove.Met(p.HalfMoves()), d)
}

func (r *Record) verdict(c *Claim, supported bool, d data) {
	c.Supported, c.Data = &supported, d
	if supported {
		d["result"] = "1/2-1/2"
		return
	}
	wrong := r.edition.WrongClaim.Under(r.ruleset())
	if side, err := observation.ParseSide(c.By); err == nil && wrong.Exists() && wrong.Verified() {
		d["remedy"] = []Remedy{{Kind: "time", To: side.Other().String(), MS: wrong.OpponentAdd.MS()}}
	}
}
