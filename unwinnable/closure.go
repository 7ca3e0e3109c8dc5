package unwinnable

import (
	"slices"

	"recorderd/position"
)

// closure is a search that never forgets: each position that can arise is kept,
// as a whole and not as a hash, and looked at once. A mate ends it with a line;
// if nothing is left to look at, no mate can arise. Positions that another rule
// proves are leaves: nothing that comes after them is looked at.
type closure struct {
	winner position.Side
	rights position.Rights
	walls  walls
	work   int
	leaves [2]int // moves that leave too little material; positions with walls
	asked  int    // in how many a wall was looked for

	states set
	marks  []mark // of the states
	queues [3]lanes
	groups groups
	turn   int
	aims   [3]picture
}

// mark is what is noted of a state.
type mark struct {
	parent uint32 // from which it was first come to
	scores [3]int16
	looked bool
	leaf   bool // by a wall
}

// start begins a search from a position that is no leaf.
func (c *closure) start(p *position.Position, winner position.Side) {
	c.begin(p, winner)
	c.add(p, 0, [3]int16{middle, middle, middle})
}

// run goes on until so many states are kept.
func (c *closure) run(budget int) Answer {
	for len(c.states.keys) <= budget {
		at, ok := c.next()
		if !ok {
			return unwinnable(c.proof())
		}
		if mate, ok := c.expand(at); ok {
			return winnable(mate)
		}
	}
	return Answer{}
}

func (c *closure) begin(p *position.Position, winner position.Side) {
	c.winner, c.rights, c.turn = winner, p.Rights(), 1
	c.marks, c.leaves, c.asked = c.marks[:0], [2]int{}, 0
	c.states.reset()
	herds := herds(p, winner)
	for i := range c.aims {
		c.aims[i] = herds[i]
	}
	for i := range c.queues {
		c.queues[i].reset()
	}
	c.groups.reset()
}

// next returns a state that was not looked at, from each queue in turn.
func (c *closure) next() (uint32, bool) {
	for empty := 0; empty < len(c.queues)+1; {
		at, ok := c.pop()
		switch {
		case !ok:
			c.turn, empty = c.turn+1, empty+1
		case !c.marks[at].looked:
			c.marks[at].looked = true
			c.turn++
			return at, true
		}
	}
	return 0, false
}

// pop takes a state from the queue whose turn it is.
func (c *closure) pop() (uint32, bool) {
	if turn := c.turn % (len(c.queues) + 1); turn < len(c.queues) {
		return c.queues[turn].pop()
	}
	return c.groups.pop()
}

// expand adds what can follow a state. If it finds a mate it returns the line.
func (c *closure) expand(at uint32) (line []position.Move, mates bool) {
	var buffer [position.MaxMoves]position.Move
	p := c.place(int(at))
	works := p.Side() == c.winner
	node := diveNode{p: p}
	for _, m := range p.Legal(buffer[:0]) {
		after := p.After(m)
		c.work++
		if works && after.InCheck(after.Side()) && !after.HasLegal() {
			return append(c.lineTo(at), m), true
		}
		if lacking(&after, c.winner) != 0 {
			c.leaves[0]++
			continue
		}
		scores := c.marks[at].scores
		for i := range scores {
			scores[i] += int16(c.aims[i].worth(&node, c.winner, m))
		}
		c.add(&after, at, scores)
	}
	return nil, false
}

// add keeps a position if it is new. It is a leaf if a wall is seen in it.
func (c *closure) add(p *position.Position, parent uint32, scores [3]int16) {
	if !c.states.add(p.Pack()) {
		return
	}
	at := uint32(len(c.marks))
	leaf := at > 0 && p.HalfMoves() == 0 && c.walled(p)
	c.marks = append(c.marks, mark{parent: parent, scores: scores, looked: leaf, leaf: leaf})
	if leaf {
		return
	}
	for i := range c.queues {
		c.queues[i].push(at, int(scores[i]))
	}
	c.groups.push(at, p)
}

// walled reports whether a wall is seen in a position that a pawn's move or a
// capture has made; other moves seldom make one. Where few were seen in many,
// no more are looked for.
func (c *closure) walled(p *position.Position) bool {
	if c.asked > 500+100*c.leaves[1] {
		return false
	}
	c.asked++
	if !c.walls.proveSoon(p, c.winner) {
		return false
	}
	c.leaves[1]++
	return true
}

// lineTo returns the moves that lead to a state. They were not kept, so each is
// found anew among the legal ones.
func (c *closure) lineTo(at uint32) []position.Move {
	var path []uint32
	for n := at; n != 0; n = c.marks[n].parent {
		path = append(path, n)
	}
	if len(path) > longWay {
		return shortest(c, int(at))
	}
	var buffer [position.MaxMoves]position.Move
	line := make([]position.Move, 0, len(path)+1)
	p := c.place(0)
	for _, n := range slices.Backward(path) {
		for _, m := range p.Legal(buffer[:0]) {
			if after := p.After(m); after.Pack() == c.states.keys[n] {
				line, p = append(line, m), after
				break
			}
		}
	}
	return line
}

func (c *closure) count() int { return len(c.marks) }

func (c *closure) place(n int) position.Position { return c.states.keys[n].Unpack(c.rights) }

func (c *closure) find(p *position.Position) (n int, ok bool) { return c.states.find(p.Pack()) }

func (c *closure) proof() Proof {
	keys := make([]position.Packed, 0, len(c.marks))
	for i, key := range c.states.keys {
		if !c.marks[i].leaf {
			keys = append(keys, key)
		}
	}
	return Proof{Class: ByClosure, States: len(keys), Leaves: c.leaves, Digest: digest(keys)}
}
