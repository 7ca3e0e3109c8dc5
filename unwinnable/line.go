package unwinnable

import (
	"slices"

	"recorderd/position"
)

// longWay is how many moves a helpmate may have before a shorter way is looked
// for. The searches go deep, and may have come to a mate by a thousand moves that
// a bishop went to and fro.
const longWay = 100

// places are positions that a search has seen, numbered, the first being that
// from which it started.
type places interface {
	count() int
	place(n int) position.Position
	find(p *position.Position) (n int, ok bool)
}

// shortest returns the fewest moves from the first of the places to the goal
// that touch no others. There is such a way.
func shortest(s places, goal int) []position.Move {
	type step struct {
		from int32
		move position.Move
	}
	var buffer [position.MaxMoves]position.Move
	steps := make([]step, s.count())
	queue := []int32{0}
	for steps[goal].move == 0 && len(queue) > 0 {
		from := queue[0]
		queue = queue[1:]
		p := s.place(int(from))
		for _, m := range p.Legal(buffer[:0]) {
			after := p.After(m)
			if n, ok := s.find(&after); ok && n != 0 && steps[n].move == 0 {
				steps[n] = step{from, m}
				queue = append(queue, int32(n))
			}
		}
	}
	var line []position.Move
	for n := int32(goal); n != 0; n = steps[n].from {
		line = append(line, steps[n].move)
	}
	slices.Reverse(line)
	return line
}
