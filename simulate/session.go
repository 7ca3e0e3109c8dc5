package simulate

import (
	"recorderd/observation"
	"recorderd/position"
)

// Game is one game to be played. Result says how it ends where the board does
// not: "1-0" and "0-1" by resignation, "1/2-1/2" by agreement; else it just
// stops.
type Game struct {
	Start  position.Position
	Moves  []position.Move
	Names  observation.Game
	Result string
}

// Before a game the start placement is left alone for longer than the two
// seconds after which a recorder takes it for one. By then the game before is
// over, and the names that are said are those of the new one.
const (
	untouched = 10000
	named     = 7000
)

// Session plays games one after the other on one board. After the end of each
// the clock is stopped, hands set up the next one and set the clock again.
func Session(opt Options, games ...Game) Timeline {
	tl := Timeline{Start: opt.Standing, Clock: opt.Clock}
	again := opt.Standing != observation.Placement{}
	if !again && len(games) > 0 {
		tl.Start = placementOf(games[0].Start)
	}
	standing := tl.Start
	for i, g := range games {
		p := newPlayer(opt, uint64(i))
		p.board = standing
		terms := termsOf(g, opt)
		if again {
			p.setUp(placementOf(g.Start))
			p.setClock(opt.Clock)
		}
		begin := p.now
		p.wait(named)
		if again {
			p.say(terms)
		}
		p.wait(untouched - named)
		plies, positions := p.play(g)
		p.end(positions, g.Result)
		if i == len(games)-1 && opt.Habits.SetUp {
			p.clearUp(placementOf(positions[0]), opt.Clock)
		}
		tl = tl.Then(Timeline{Start: standing, Deeds: p.done(), Games: []Played{{terms, begin, g.Result, plies}}, End: p.now})
		standing, again = tl.Final(), true
	}
	return tl
}

func placementOf(p position.Position) observation.Placement {
	return p.Placement().Observation()
}

// termsOf returns the names and terms of a game, with its start position if
// that is not the ordinary one.
func termsOf(g Game, opt Options) observation.Game {
	terms := opt.Terms.Merge(g.Names)
	if fen := g.Start.FEN(); fen != position.StartFEN {
		terms.FEN = fen
	}
	if g.Start.Chess960() {
		terms.Variant = "chess960"
	}
	return terms
}

// setUp changes what stands on the board into another placement, piece by piece
// in no special order. Pieces that stand in the way go to the box, and what is
// missing comes from a wrong square or from the box.
func (p *player) setUp(to observation.Placement) {
	board := p.standing()
	order := p.r.Perm(64)
	for _, n := range order {
		sq := observation.Square(n)
		if board[sq] == to[sq] {
			continue
		}
		if board[sq] != observation.Empty {
			p.lift(sq)
			p.wait(p.flight())
		}
		board[sq] = to[sq]
		if to[sq] == observation.Empty {
			continue
		}
		if source, ok := misplaced(to[sq], board, to, order); ok {
			p.lift(source)
			p.wait(p.flight())
			board[source] = observation.Empty
		}
		p.put(sq, to[sq])
		p.wait(p.between(100, 400))
	}
}

// misplaced returns a square on which this piece stands and should not.
func misplaced(piece observation.Piece, board, to observation.Placement, order []int) (observation.Square, bool) {
	for _, n := range order {
		if board[n] == piece && to[n] != piece {
			return observation.Square(n), true
		}
	}
	return observation.NoSquare, false
}

func (p *player) setClock(stages Stages) {
	if stages.present() {
		p.do(Deed{Kind: SetClock, Stages: stages, Side: observation.NoSide})
	}
}
