package record

import (
	"recorderd/observation"
	"recorderd/position"
)

// moment is what a claim is judged by besides the plies: how things stood when
// it was made. It is kept with the claim, for the plies may come to be read
// otherwise.
type moment struct {
	act       observation.Act
	t         int64
	ply       int      // the last one that stood
	left      [2]int64 // what the clock showed, by side; -1 where it was not known
	fell      [2]bool  // whose flag was down
	first     observation.Side
	stood     bool   // the clocks were stopped
	touched   bool   // the player to move has taken a piece since he has the move
	unpressed string // kind of the illegal move on the board on which nobody has pressed the clock yet
	unread    bool   // plies may have been made that could not be read yet
	settled   bool   // a claim that ends the game had been made before, by the other side
	lapsed    bool   // people let the game go on after it
	last      bool   // the claimant was in the last period
	plain     bool   // his period gives no time with the moves
}

// moment returns how things stand now.
func (r *Record) moment(a observation.Act) *moment {
	m := &moment{act: a, t: r.now, ply: r.Plies(), stood: r.watch.Stands() || r.watch.StoppedByWord(), first: r.firstFlag()}
	for _, s := range [...]observation.Side{observation.White, observation.Black} {
		m.left[s] = -1
		if left, ok := r.watch.Left(s, r.now); ok {
			m.left[s] = left
		}
		_, m.fell[s] = r.watch.Fell(s)
	}
	m.touched = r.touchedSince(0)
	m.settled = r.settledBefore(a.Side())
	if s := a.Side(); s != observation.NoSide {
		m.last, m.plain = r.watch.Last(s), r.watch.Stage(s).AddMS == 0
	}
	m.unread = !r.faulty && r.tracker.Unread()
	if a.Claim == "illegal-move" && !r.faulty {
		if p, ok := r.tracker.Unpressed(); ok {
			m.unpressed = p.Kind
		}
	}
	return m
}

// claim keeps a claim with its verdict. After a claim that holds and ends the
// game a later one by the other side has no place, until play goes on.
func (r *Record) claim(a observation.Act) {
	r.passTime()
	n := r.Plies()
	m := r.moment(a)
	v := r.judgeClaim(m, n)
	r.keep(n, remark{event: v.Claim, moment: m, from: fact})
	r.unsure(n, []string{v.unverified})
	if d, ok := v.Data.(data); ok && d["result"] != nil {
		r.settled = m
	}
	if drawClaim(a.Claim) && verified(r.edition.DrawClaim.IsOffer) != "" {
		r.offer, r.offered = a.Side(), r.now
	}
}

func drawClaim(claim string) bool { return claim == "threefold" || claim == "fifty" }

// settledBefore reports whether a claim by the other side stands that ends the
// game: the first one counts, and a further one has no place.
func (r *Record) settledBefore(claimant observation.Side) bool {
	return r.settled != nil && !r.settled.lapsed && r.settled.ply == r.Plies() && r.settled.act.Side() != claimant
}

// overtaken returns the claim that ended the game before ply n was made.
func (r *Record) overtaken(n int) (Claim, bool) {
	for _, m := range r.remarks(n - 1) {
		c, ok := m.event.(Claim)
		if d, _ := c.Data.(data); ok && !m.void && !m.moment.lapsed && d["result"] != nil && c.T <= r.plies[n].T {
			return c, true
		}
	}
	return Claim{}, false
}

// judgement is a claim as it is judged, with the rule that could not be verified
// and mattered, "" for none.
type judgement struct {
	Claim
	unverified string
	declared   bool // the move that the claimant intends can be made
}

// judgeClaim judges a claim that was made after ply n. It reads the plies up to
// there and changes nothing.
func (r *Record) judgeClaim(m *moment, n int) judgement {
	j := judgement{Claim: Claim{T: m.t, Ply: n, By: m.act.By, Claim: m.act.Claim}}
	switch m.act.Claim {
	case "threefold":
		r.claimRepetition(&j, m)
	case "fifty":
		r.claimMoveCount(&j, m)
	case "dead-position":
		r.claimDead(&j.Claim, m)
	case "illegal-move":
		r.claimIllegal(&j, m)
	case "touch-move":
		r.claimTouch(&j, m)
	case "flag":
		r.claimFlag(&j, m)
	case "quickplay":
		r.claimQuickplay(&j, m)
	}
	return j
}

// holds says that the conditions of the claim are met.
func (c *Claim) holds(d data) {
	yes := true
	c.Supported, c.Data = &yes, d
}

// fails says that they are not, and which one.
func (c *Claim) fails(d data, reason string) {
	c.Supported, d["reason"], c.Data = new(bool), reason, d
	if d["remedy"] == nil && !drawClaim(c.Claim) {
		d["remedy"] = []Remedy{}
	}
}

// open says that it cannot be told, and why.
func (c *Claim) open(d data, reason string) {
	d["reason"], c.Data = reason, d
}

// after returns the position after ply n, or the announced start.
func (r *Record) after(n int) *position.Position {
	if n < len(r.plies) {
		return &r.plies[n].After
	}
	return &r.start
}
