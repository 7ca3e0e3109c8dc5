package unwinnable

import (
	"math/bits"

	"recorderd/position"
)

// endgames are the whole truth about two kings with at most two units: for
// every placement, who can mate. Nothing is searched and nothing argued: each
// position takes over from those one move on, until nothing changes. What a
// capture or a promotion leads to is solved when it is first asked for.
type endgames [16][16]*endgame // by the units, the greater first

// endgame is the solution for one pair of units.
type endgame struct {
	units [2]position.Piece
	mates []uint8 // by index: bit 0 if White can mate, bit 1 if Black, or irregular
}

// men are the squares of White's king, Black's king and the units.
type men [4]position.Square

const (
	bothMate  = 3
	irregular = 4 // the side not to move is in check: no legal move leads here
)

// of returns the solution for these units.
func (e *endgames) of(a, b position.Piece) *endgame {
	a, b = max(a, b), min(a, b)
	if e[a][b] == nil {
		g := &endgame{units: [2]position.Piece{a, b}}
		g.mates = make([]uint8, 2*32*64*g.room(0)*g.room(1))
		e[a][b] = g
		e.solve(g)
	}
	return e[a][b]
}

// room is how many squares the index provides for a man.
func (g *endgame) room(man int) int {
	if g.units[man] == position.Empty {
		return 1
	}
	return 64
}

func (g *endgame) pawns() bool {
	return g.units[0].Kind() == position.Pawn || g.units[1].Kind() == position.Pawn
}

// index is that of the mirror image which has White's king on the files a to d
// and, without pawns, in the triangle a1-d1-d4.
func (g *endgame) index(m men, side position.Side) int {
	turn := func(bits position.Square) {
		for i := range m {
			m[i] ^= bits
		}
	}
	if m[0].File() > 3 {
		turn(7)
	}
	if !g.pawns() {
		if m[0].Rank() > 3 {
			turn(56)
		}
		if m[0].Rank() > m[0].File() {
			m = m.transposed()
		}
	}
	if g.units[0] == g.units[1] && m[2] < m[3] {
		m[2], m[3] = m[3], m[2]
	}
	at := int(side)*32 + m[0].Rank()*4 + m[0].File()
	at = at*64 + int(m[1])
	for i := range g.units {
		if g.units[i] != position.Empty {
			at = at*64 + int(m[2+i])
		}
	}
	return at
}

func (m men) transposed() men {
	for i, s := range m {
		m[i] = s>>3 | s&7<<3
	}
	return m
}

// each hands out every placement once, but for mirror images.
func (g *endgame) each(do func(m men)) {
	var m men
	for m[0] = range position.NoSquare {
		if m[0].File() > 3 || !g.pawns() && m[0].Rank() > m[0].File() {
			continue
		}
		for m[1] = range position.NoSquare {
			g.eachUnit(&m, 0, do)
		}
	}
}

func (g *endgame) eachUnit(m *men, man int, do func(m men)) {
	if man == 2 || g.units[man] == position.Empty {
		if m[0] != m[1] {
			do(*m)
		}
		return
	}
	for s := range position.NoSquare {
		onEdge := s.Rank() == 0 || s.Rank() == 7
		if g.units[man].Kind() == position.Pawn && onEdge || s == m[0] || s == m[1] {
			continue
		}
		if man == 1 && (s == m[2] || g.units[0] == g.units[1] && s > m[2]) {
			continue
		}
		m[2+man] = s
		g.eachUnit(m, man+1, do)
	}
}

func (g *endgame) position(m men, side position.Side) position.Position {
	var pl position.Placement
	for i, man := range g.units {
		if man != position.Empty {
			pl[m[2+i]] = man
		}
	}
	pl[m[0]] = position.MakePiece(position.White, position.King)
	pl[m[1]] = position.MakePiece(position.Black, position.King)
	return position.FromPlacement(pl, side, 0)
}

// solve goes over all positions until nothing changes. A side for which nothing
// changed in one round is done: what it can win rests on what it can win.
func (e *endgames) solve(g *endgame) {
	for open := uint8(bothMate); open != 0; {
		changed := uint8(0)
		g.each(func(m men) {
			for _, side := range bothSides {
				known := &g.mates[g.index(m, side)]
				if *known&open == open || *known == irregular {
					continue
				}
				p := g.position(m, side)
				if p.InCheck(side.Other()) {
					*known = irregular
					continue
				}
				v := e.expand(&p, open&^*known) &^ *known
				*known |= v
				changed |= v
			}
		})
		open = changed
	}
}

// expand says who of those asked for can mate, by what is known one move on. It
// holds for positions too that no move leads to.
func (e *endgames) expand(p *position.Position, asked uint8) (v uint8) {
	var buffer [position.MaxMoves]position.Move
	moves := p.Legal(buffer[:0])
	if len(moves) == 0 && p.InCheck(p.Side()) {
		v = 1 << p.Side().Other()
	}
	for _, m := range moves {
		if v&asked == asked {
			break
		}
		after := p.After(m)
		v |= e.lookUp(&after)
	}
	return v & asked
}

// lookUp says who can mate after a legal move. A right to capture en passant is
// not in the index, so there it looks one move further.
func (e *endgames) lookUp(p *position.Position) uint8 {
	if p.EnPassant() != position.NoSquare {
		return e.expand(p, bothMate)
	}
	m := men{p.King(position.White), p.King(position.Black)}
	var units [2]position.Piece
	i := 0
	for b := p.Occupied() &^ position.SetOf(m[0]) &^ position.SetOf(m[1]); b != 0; b &= b - 1 {
		m[2+i] = position.Square(bits.TrailingZeros64(uint64(b)))
		units[i] = p.At(m[2+i])
		i++
	}
	if units[0] < units[1] {
		units[0], units[1], m[2], m[3] = units[1], units[0], m[3], m[2]
	}
	g := e.of(units[0], units[1])
	return g.mates[g.index(m, p.Side())]
}
