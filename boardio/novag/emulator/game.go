package emulator

import (
	"fmt"

	"recorderd/boardio/novag"
	"recorderd/observation"
)

// game is the computer's idea of the game.
type game struct {
	squares observation.Placement
	first   observation.Side // who moved first
	plies   []ply
}

type ply struct {
	novag.Move
	before observation.Placement
}

// saying is a move that was made, or one that was taken back.
type saying struct {
	novag.Move
	back bool
}

func newGame() game { return game{squares: novag.Start()} }

// turn is the side to move.
func (g *game) turn() observation.Side {
	if len(g.plies)%2 == 0 {
		return g.first
	}
	return g.first.Other()
}

// waits reports whether a piece is one of the side that waits for a move.
func (g *game) waits(p observation.Piece) bool {
	return p != observation.Empty && sideOf(p) != g.turn()
}

func sideOf(p observation.Piece) observation.Side {
	if p >= 'a' {
		return observation.Black
	}
	return observation.White
}

// judge finds the move that leads to what stands on the board: the next one, or
// another one in place of the last, which then was taken back.
func (g *game) judge(stands observation.Placement) []saying {
	if stands == g.squares {
		return nil
	}
	if m, ok := found(g.squares, stands, g.turn()); ok {
		return []saying{g.play(m)}
	}
	if first, second, ok := foundTwo(g.squares, stands, g.turn()); ok {
		return []saying{g.play(first), g.play(second)}
	}
	if len(g.plies) == 0 {
		return nil
	}
	before, side := g.plies[len(g.plies)-1].before, g.turn().Other()
	if stands == before {
		return []saying{g.takeBack()}
	}
	if m, ok := found(before, stands, side); ok {
		return []saying{g.takeBack(), g.play(m)}
	}
	return nil
}

func (g *game) play(m novag.Move) saying {
	m.Side = g.turn()
	n := len(g.plies)
	if g.first == observation.Black {
		n++
	}
	m.Number = 1 + n/2
	g.plies = append(g.plies, ply{m, g.squares})
	g.squares = m.After(g.squares)
	return saying{Move: m}
}

// takeBack takes the last move back; there must be one.
func (g *game) takeBack() saying {
	last := g.plies[len(g.plies)-1]
	g.squares, g.plies = last.before, g.plies[:len(g.plies)-1]
	return saying{last.Move, true}
}

// found returns the move of this side that leads from one placement to the other.
func found(before, after observation.Placement, side observation.Side) (novag.Move, bool) {
	mine := func(p observation.Piece) bool { return p != observation.Empty && sideOf(p) == side }
	for from, p := range before {
		if !mine(p) || after[from] == p {
			continue
		}
		for to, q := range after {
			if !mine(q) || before[to] == q || mine(before[to]) {
				continue
			}
			m := novag.Move{From: observation.Square(from), To: observation.Square(to)}
			if describe(&m, before, p, q) && m.After(before) == after {
				return m, true
			}
		}
	}
	return novag.Move{}, false
}

// foundTwo returns the moves of this side and of the other that lead from one
// placement to the other, for whoever makes both between two looks.
func foundTwo(before, after observation.Placement, side observation.Side) (first, second novag.Move, ok bool) {
	for from, p := range before {
		if p == observation.Empty || sideOf(p) != side || after[from] == p {
			continue
		}
		for to := range after {
			m := novag.Move{From: observation.Square(from), To: observation.Square(to)}
			if before[to] == after[to] || from == to || !describe(&m, before, p, p) {
				continue
			}
			if next, ok := found(m.After(before), after, side.Other()); ok {
				return m, next, true
			}
		}
	}
	return first, second, false
}

// describe says how a move of piece p that became q is written. It is false for a
// pawn that is yet to be exchanged.
func describe(m *novag.Move, before observation.Placement, p, q observation.Piece) bool {
	pawn, king := p|0x20 == 'p', p|0x20 == 'k'
	files := m.To.File() - m.From.File()
	m.Capture = before[m.To] != observation.Empty
	m.EnPassant = pawn && files != 0 && !m.Capture
	m.Capture = m.Capture || m.EnPassant
	m.Castling = king && files*files == 4
	if last := m.To.Rank() == 0 || m.To.Rank() == 7; pawn && last {
		m.Promoted = q | 0x20
		return q != p
	}
	return p == q
}

// maxListed is how many half-moves the list has at most.
const maxListed = 112

// list is the answer to G.
func (g *game) list() []string {
	lines := []string{fmt.Sprintf("Game %d", len(g.plies)), ". white black"}
	plies := g.plies[max(0, len(g.plies)-maxListed):]
	for i := 0; i < len(plies); i++ {
		m := plies[i]
		line := fmt.Sprintf(".%4d", m.Number)
		if m.Side == observation.Black {
			line += "  ..."
		} else {
			line += "  " + m.String()
			if i++; i == len(plies) {
				lines = append(lines, line)
				break
			}
		}
		lines = append(lines, line+"  "+plies[i].String())
	}
	return lines
}
