package novag

import (
	"slices"

	"recorderd/observation"
)

// game is what a board has said of the game on it.
type game struct {
	squares observation.Placement // what stands on the board by that
	plies   []said                // since the squares were last reported otherwise
	first   int                   // the ply that begins it, as Move.ply counts; 0 where any may
}

// said is a ply, and what stood before it.
type said struct {
	Move
	before observation.Placement
}

// firstPly is the first move of White.
var firstPly = Move{Number: 1}.ply()

func newGame() game { return game{squares: start, first: firstPly} }

// from is a game that goes on from these squares; list is what the board says
// was played before.
func from(squares observation.Placement, list []Move) game {
	g := game{squares: squares}
	if n := len(list); n > 0 {
		g.first = list[n-1].ply() + 1
	} else if squares == start {
		g.first = firstPly
	}
	return g
}

// next is the ply that is to come, 0 where it is not known.
func (g *game) next() int {
	if n := len(g.plies); n > 0 {
		return g.plies[n-1].ply() + 1
	}
	return g.first
}

// isNext reports whether a ply follows those that were said.
func (g *game) isNext(m Move) bool {
	next := g.next()
	return next == 0 || next == m.ply()
}

// isLast reports whether a ply is the one that was said last.
func (g *game) isLast(m Move) bool {
	n := len(g.plies)
	return n > 0 && g.plies[n-1].Same(m)
}

// canMove reports whether a piece of this side stands where a move begins, and none
// of it where it ends.
func (g *game) canMove(m Move) bool {
	return belongs(g.squares[m.From], m.Side) && !belongs(g.squares[m.To], m.Side)
}

func belongs(p observation.Piece, side observation.Side) bool {
	return p != observation.Empty && (p < 'a') == (side == observation.White)
}

func (g *game) play(m Move) observation.Fact {
	g.plies = append(g.plies, said{m, g.squares})
	g.squares = m.After(g.squares)
	return m.Said()
}

// saidBack is what the recorder takes for a move that was taken back.
const saidBack = observation.Said("T")

// takeBack withdraws the ply that was said last; there must be one.
func (g *game) takeBack() observation.Fact {
	last := len(g.plies) - 1
	g.squares = g.plies[last].before
	g.plies = g.plies[:last]
	return saidBack
}

// caughtUp returns the game as the board's own list has it, and what has to be
// said for that: what was taken back or heard wrongly, then what was played
// unheard. The list may begin late, for boards keep the last 112 half-moves only.
// It is of no use if it has nothing in common with the game, or a hole.
func (g game) caughtUp(list []Move) (now game, facts []observation.Fact, ok bool) {
	g.plies = slices.Clone(g.plies)
	for agreed := g.agreed(list); len(g.plies) > agreed; {
		facts = append(facts, g.takeBack())
	}
	for _, m := range list {
		switch next := g.next(); {
		case next == 0 || m.ply() > next:
			return g, nil, false
		case m.ply() == next:
			facts = append(facts, g.play(m))
		}
	}
	return g, facts, true
}

// agreed is how many plies stand that the list does not contradict.
func (g *game) agreed(list []Move) int {
	for i, p := range g.plies {
		at := slices.IndexFunc(list, func(m Move) bool { return m.ply() == p.ply() })
		older := len(list) > 0 && p.ply() < list[0].ply()
		if at < 0 && !older || at >= 0 && !list[at].Same(p.Move) {
			return i
		}
	}
	return len(g.plies)
}
