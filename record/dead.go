package record

import (
	"recorderd/observation"
	"recorderd/position"
	"recorderd/unwinnable"
)

// deadBudget is what may be looked at to decide whether a side can still mate:
// positions and not time, so that a slow machine makes the same record. Most
// questions take some tens of them. A wall that is hard to see through takes
// all, at every ply.
const deadBudget = 10_000

// thorough is how many times as much may be looked at where somebody claims, or
// the game is over: that happens once.
const thorough = 10

// ClaimBudget is how many positions may be looked at to judge a claim.
const ClaimBudget = thorough * deadBudget

// outlook returns what is known of who can still mate after ply n. It follows
// from the plies up to there alone, and is kept with them. After an irregular ply
// nothing is known: it makes no position dead (5.2.2).
func (r *Record) outlook(n int) *unwinnable.Outlook {
	p := &r.plies[n]
	if p.outlook == nil {
		o := r.lookOut(n, r.budget)
		p.outlook = &o
	}
	return p.outlook
}

func (r *Record) lookOut(n, budget int) unwinnable.Outlook {
	p := &r.plies[n]
	if n == 0 || !p.Legal {
		return unwinnable.Outlook{}
	}
	var unknown unwinnable.Outlook
	before := &unknown
	if r.plies[n-1].After == p.Before { // else pieces were put right between the plies
		before = r.outlook(n - 1)
	}
	return r.solver.Follow(before, &p.Before, p.Move, budget)
}

// proof says why a side can never mate again, and of the position after which
// ply that was proved.
type proof struct {
	By     string `json:"by"`
	Ply    int    `json:"ply"`
	SHA256 string `json:"sha256,omitempty"` // of the positions, where all were looked at
}

// whyDead returns the evidence that the position after ply n is dead.
func (r *Record) whyDead(n int) data {
	proofs := map[string]proof{}
	for _, side := range [...]observation.Side{observation.White, observation.Black} {
		p, age, _ := r.outlook(n).Proof(side)
		proofs[side.String()] = proof{p.String(), n - age, p.Digest}
	}
	d := data{"proof": proofs}
	if since := r.deadSince(n); since < n {
		d["since_ply"] = since
	}
	return d
}

// deadSince returns the ply that made the position after ply n dead: an earlier
// one where that could not be decided at once.
func (r *Record) deadSince(n int) int {
	for budget := thorough * r.budget; budget > 0 && n > 1 && !r.outlook(n-1).Alive(); n-- {
		o := r.lookOut(n-1, budget)
		if !o.Dead() {
			break
		}
		budget -= o.Of(observation.White).Work + o.Of(observation.Black).Work
	}
	return n
}

// claimDead judges a claim that nobody can mate any more. It stays without a
// verdict where that is not known, and where the last move was not legal: the
// arbiter decides. If it is wrong, the data say how somebody can.
func (r *Record) claimDead(c *Claim, m *moment) {
	c.Article = r.edition.DeadPosition.Article
	if m.unread {
		c.open(data{}, "gap")
		return
	}
	p := r.after(c.Ply)
	sure := c.Ply == 0 || r.plies[c.Ply].Legal
	for _, side := range [...]observation.Side{observation.White, observation.Black} {
		a := r.ask(p, side, thorough*r.budget)
		if a.Verdict == unwinnable.Winnable {
			c.Supported, c.Data = new(bool), data{"winner": side.String(), "helpmate": a.Helpmate(p)}
			return
		}
		sure = sure && a.Verdict == unwinnable.Unwinnable
	}
	if sure {
		c.Supported, c.Data = &sure, data{"result": "1/2-1/2"}
	}
}

// ask asks whether a side can mate. Nothing is determined where there is no such
// question, and while a pawn waits on its last rank to be replaced.
func (r *Record) ask(p *position.Position, s observation.Side, budget int) unwinnable.Answer {
	if unwinnable.Unfinished(p) {
		return unwinnable.Answer{}
	}
	a, err := r.solver.Decide(p, s, budget)
	if err != nil {
		return unwinnable.Answer{}
	}
	return a
}
