package unwinnable

import "recorderd/position"

// sketch looks for the mates that take the fewest moves, for material with which
// a mate needs the right corner and units of the mated side that block their
// king's way: knights, bishops and pawns. Each picture that it keeps is a mate if
// nothing else were on the board.
type sketch struct {
	best [12]picture
	n    int

	p      *position.Position
	winner position.Side
	l      position.Side
	kings  [2]position.Square
	reach  [64]position.Bitboard // where the unit from each square can ever stand
	covers [64]cover
}

// draw finds the cheapest pictures for a position, the best first. What the
// walls forbid is not drawn; they may be nil.
func (g *sketch) draw(p *position.Position, winner position.Side, w *walls) []picture {
	for s := range g.covers {
		g.covers[s].known = false
	}
	for s := range g.reach {
		g.reach[s] = ^position.Bitboard(0)
	}
	if w != nil {
		for _, u := range w.all() {
			g.reach[u.at] = u.reach
		}
	}
	g.p, g.winner, g.l, g.n = p, winner, winner.Other(), 0
	g.kings = [2]position.Square{p.King(position.White), p.King(position.Black)}
	for d := range 8 {
		if g.dear(d, 0) {
			break
		}
		for k := range position.NoSquare {
			if int(kingMoves[g.kings[g.l]][k]) == d && g.reach[g.kings[g.l]].Has(k) {
				g.mates(k, d)
			}
		}
	}
	return g.best[:g.n]
}

// price is what so many moves of both sides cost: they move in turn, so the
// longer way counts.
func price(theirs, ours int) int { return 3*max(theirs, ours) + min(theirs, ours) }

// dear reports whether better pictures fill the list.
func (g *sketch) dear(theirs, ours int) bool {
	return g.n == len(g.best) && price(theirs, ours) >= g.best[g.n-1].cost
}

// mates finds pictures with the king on k, which is so many moves away.
func (g *sketch) mates(k position.Square, d int) {
	if position.KingAttacks(k).Count() > 5 {
		return // not at the edge: dear, and hardly ever the only one
	}
	for b := g.movable(g.winner); b != 0; b &= b - 1 {
		s := b.First()
		e := errand{from: s, kind: g.p.At(s).Kind()}
		if e.kind != position.Pawn {
			g.checks(k, d, e)
			continue
		}
		e.pawn = true
		g.checks(k, d, e)
		for _, e.kind = range [...]position.Kind{position.Queen, position.Knight} {
			g.checks(k, d, e)
		}
	}
}

// checks finds pictures in which this unit gives the check.
func (g *sketch) checks(k position.Square, d int, e errand) {
	for from := attacks(g.l, e.kind, k, 0) & g.reach[e.from]; from != 0; from &= from - 1 {
		e.to = from.First()
		ours := e.moves(g.winner, e.from, e.pawn, 0)
		if ours >= far || g.dear(d, ours) {
			continue
		}
		g.cover(k, d, e, position.NoSquare, ours)
		for b := ring[k] & g.reach[g.kings[g.winner]] &^ position.SetOf(e.to); b != 0; b &= b - 1 {
			guard := b.First()
			both := ours + int(kingMoves[g.kings[g.winner]][guard])
			if !g.dear(d, both) {
				g.cover(k, d, e, guard, both)
			}
		}
	}
}

// cover sends units to what neither the check nor the king guards.
func (g *sketch) cover(k position.Square, d int, e errand, guard position.Square, ours int) {
	pic := picture{king: &kingMoves[k], guard: &anywhere, n: 1, errands: [3]errand{e}}
	open := position.KingAttacks(k) &^ attacks(g.winner, e.kind, e.to, 0)
	if guard != position.NoSquare {
		pic.guard = &kingMoves[guard]
		open &^= position.KingAttacks(guard)
	}
	if open.Count() >= len(pic.errands) {
		return
	}
	theirs := d
	used := position.SetOf(e.from) | position.SetOf(g.kings[0]) | position.SetOf(g.kings[1])
	for ; open != 0; open &= open - 1 {
		best, side, cost := g.nearest(open.First(), e.kind, used, theirs, ours)
		if cost >= far {
			return
		}
		if side == g.winner {
			ours += cost
		} else {
			theirs += cost
		}
		used |= position.SetOf(best.from)
		pic.errands[pic.n] = best
		pic.n++
	}
	pic.cost = price(theirs, ours)
	if !g.dear(theirs, ours) && g.stands(&pic, k, guard) {
		g.keep(pic)
	}
}

// nearest finds the unit that covers a square in the fewest moves: one of the
// mated side blocks it, one of the winner's attacks it.
func (g *sketch) nearest(s position.Square, mater position.Kind, used position.Bitboard, theirs, ours int) (best errand, side position.Side, moves int) {
	c := &g.covers[s]
	if !c.known {
		g.survey(s, c)
	}
	block, blockMoves := c.blockers(mater).first(used)
	guard, guardMoves := c.guards.first(used)
	if price(theirs+blockMoves, ours) <= price(theirs, ours+guardMoves) {
		return block, g.l, blockMoves
	}
	return guard, g.winner, guardMoves
}

// cover are the units that can cover a square.
type cover struct {
	known  bool
	blocks [3]ranking // units of the mated side that come to stand on it; without queens; without rooks too
	guards ranking    // units of the winner's that come to attack it
}

// blockers returns the units that can block while this kind of unit gives the
// check. Beside a king that a bishop checks a queen or a rook parries it, and a
// queen beside one that a knight checks takes the knight (material.go).
func (c *cover) blockers(mater position.Kind) *ranking {
	switch mater {
	case position.Bishop:
		return &c.blocks[2]
	case position.Knight:
		return &c.blocks[1]
	}
	return &c.blocks[0]
}

// ranking keeps those units that need the fewest moves, each once: as many as
// there may be errands, for the first ones may be busy.
type ranking struct {
	errands [3]errand
	moves   [3]int
	n       int
}

func (r *ranking) first(used position.Bitboard) (errand, int) {
	for i := range r.n {
		if !used.Has(r.errands[i].from) {
			return r.errands[i], r.moves[i]
		}
	}
	return errand{}, far
}

func (r *ranking) add(e errand, moves int) {
	if moves >= far {
		return
	}
	at := r.n
	for i := range r.n {
		if r.errands[i].from == e.from {
			if r.moves[i] <= moves {
				return
			}
			at = i
		}
	}
	if at == len(r.errands) {
		if at--; r.moves[at] <= moves {
			return
		}
	}
	r.n = max(r.n, at+1)
	for ; at > 0 && r.moves[at-1] > moves; at-- {
		r.errands[at], r.moves[at] = r.errands[at-1], r.moves[at-1]
	}
	r.errands[at], r.moves[at] = e, moves
}

func (c *cover) block(e errand, moves int) {
	c.blocks[0].add(e, moves)
	if e.kind < position.Queen {
		c.blocks[1].add(e, moves)
	}
	if e.kind < position.Rook {
		c.blocks[2].add(e, moves)
	}
}

// movable returns the units of a side that may have errands.
func (g *sketch) movable(side position.Side) position.Bitboard {
	return g.p.Of(side) &^ position.SetOf(g.kings[side]) &^ stuck(g.p, side)
}

// survey finds out which units can cover a square.
func (g *sketch) survey(s position.Square, c *cover) {
	*c = cover{known: true}
	if stuck(g.p, g.l).Has(s) {
		c.block(errand{from: s, to: s, kind: position.Pawn, pawn: true}, 0)
	}
	for b := g.movable(g.l); b != 0; b &= b - 1 {
		e := errand{from: b.First(), to: s, kind: g.p.At(b.First()).Kind()}
		if !g.reach[e.from].Has(s) {
			continue
		}
		e.pawn = e.kind == position.Pawn
		if e.pawn && s.Rank() == promotionOf(g.l, s).Rank() {
			e.kind = position.Knight
		}
		c.block(e, e.moves(g.l, e.from, e.pawn, 0))
		if e.kind == position.Pawn {
			for _, e.kind = range [...]position.Kind{position.Knight, position.Bishop} {
				c.block(e, e.moves(g.l, e.from, e.pawn, 0))
			}
		}
	}
	for b := g.movable(g.winner); b != 0; b &= b - 1 {
		e := errand{from: b.First(), kind: g.p.At(b.First()).Kind()}
		if e.kind == position.Pawn {
			e.kind, e.pawn = position.Queen, true
		}
		for to := attacks(g.l, e.kind, s, 0) & g.reach[e.from]; to != 0; to &= to - 1 {
			e.to = to.First()
			c.guards.add(e, e.moves(g.winner, e.from, e.pawn, 0))
		}
	}
}

// stands reports whether the picture is a mate if nothing else is on the board.
func (g *sketch) stands(pic *picture, k, guard position.Square) bool {
	var pl position.Placement
	pl[k] = position.MakePiece(g.l, position.King)
	if guard != position.NoSquare {
		pl[guard] = position.MakePiece(g.winner, position.King)
	}
	for _, e := range pic.errands[:pic.n] {
		if pl[e.to] != position.Empty {
			return false
		}
		pl[e.to] = position.MakePiece(g.p.At(e.from).Side(), e.kind)
	}
	p := position.FromPlacement(pl, g.l, 0)
	return p.Checkmate()
}

// keep puts a picture among the best. Of those that differ only in the errands
// one is enough.
func (g *sketch) keep(pic picture) {
	for i := range g.n {
		if old := &g.best[i]; old.king == pic.king && old.guard == pic.guard {
			if old.cost <= pic.cost {
				return
			}
			copy(g.best[i:g.n-1], g.best[i+1:g.n])
			g.n--
			break
		}
	}
	at := min(g.n, len(g.best)-1)
	for ; at > 0 && g.best[at-1].cost > pic.cost; at-- {
		g.best[at] = g.best[at-1]
	}
	g.best[at] = pic
	g.n = min(g.n+1, len(g.best))
}
