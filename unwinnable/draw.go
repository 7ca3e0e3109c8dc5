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
	empty  position.Bitboard // always 0: distances are those of an empty board
}

// draw finds the cheapest pictures for a position, the best first.
func (g *sketch) draw(p *position.Position, winner position.Side) []picture {
	g.p, g.winner, g.l, g.n = p, winner, winner.Other(), 0
	g.kings = [2]position.Square{p.King(position.White), p.King(position.Black)}
	for d := range 8 {
		if g.dear(d, 0) {
			break
		}
		for k := range position.NoSquare {
			if int(kingMoves[g.kings[g.l]][k]) == d {
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
	for b := g.p.Of(g.winner) &^ position.SetOf(g.kings[g.winner]); b != 0; b &= b - 1 {
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
	for from := attacks(g.l, e.kind, k, 0); from != 0; from &= from - 1 {
		e.to = from.First()
		ours := e.moves(g.winner, e.from, e.pawn, 0)
		if ours >= far || g.dear(d, ours) {
			continue
		}
		for b := ring[k] &^ position.SetOf(e.to); b != 0; b &= b - 1 {
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
	pic := picture{king: &kingMoves[k], guard: &kingMoves[guard], n: 1, errands: [3]errand{e}}
	open := position.KingAttacks(k) &^ position.KingAttacks(guard) &^ attacks(g.winner, e.kind, e.to, 0)
	if open.Count() >= len(pic.errands) {
		return
	}
	theirs := d
	used := position.SetOf(e.from) | position.SetOf(g.kings[0]) | position.SetOf(g.kings[1])
	for ; open != 0; open &= open - 1 {
		best, side, cost := g.nearest(open.First(), used, theirs, ours)
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
func (g *sketch) nearest(s position.Square, used position.Bitboard, theirs, ours int) (best errand, side position.Side, moves int) {
	moves, least := far, far*100
	try := func(by position.Side, e errand) {
		n := e.moves(by, e.from, e.pawn, 0)
		cost := price(theirs+n, ours)
		if by == g.winner {
			cost = price(theirs, ours+n)
		}
		if n < far && cost < least {
			best, side, moves, least = e, by, n, cost
		}
	}
	for b := g.p.Of(g.l) &^ used; b != 0; b &= b - 1 {
		e := errand{from: b.First(), to: s, kind: g.p.At(b.First()).Kind()}
		if e.kind != position.Pawn {
			try(g.l, e)
			continue
		}
		e.pawn = true
		if s.Rank() != promotionOf(g.l, s).Rank() {
			try(g.l, e)
		}
		for _, e.kind = range [...]position.Kind{position.Knight, position.Bishop} {
			try(g.l, e)
		}
	}
	for b := g.p.Of(g.winner) &^ used; b != 0; b &= b - 1 {
		e := errand{from: b.First(), kind: g.p.At(b.First()).Kind()}
		if e.kind == position.Pawn {
			e.kind, e.pawn = position.Queen, true
		}
		for to := attacks(g.l, e.kind, s, 0); to != 0; to &= to - 1 {
			e.to = to.First()
			try(g.winner, e)
		}
	}
	return best, side, moves
}

// stands reports whether the picture is a mate if nothing else is on the board.
func (g *sketch) stands(pic *picture, k, guard position.Square) bool {
	var pl position.Placement
	pl[k], pl[guard] = position.MakePiece(g.l, position.King), position.MakePiece(g.winner, position.King)
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
