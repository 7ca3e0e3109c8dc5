package unwinnable

import (
	"recorderd/position"
)

// closure is a search that never forgets: each position that can arise is kept,
// as a whole and not as a hash, and looked at once. A mate ends it with a line;
// if nothing is left to look at, no mate can arise. Positions that another rule
// proves are leaves: nothing that comes after them is looked at.
type closure struct {
	winner position.Side
	rights position.Rights
	walls  *walls
	work   int
	leaves [4]int // by the class of their proof

	states []state
	table  []uint32 // open addressing by hash: 1 + the number of the state
	queues [4]lanes
	turn   int
	aims   [3]picture
}

// state is a position that can arise, and from which it came.
type state struct {
	key    position.Packed
	parent uint32
	scores [3]int16
	looked bool
}

func (c *closure) search(p *position.Position, winner position.Side, budget int, w *walls) Answer {
	c.begin(p, winner, w)
	if c.provedBy(p, true) {
		return Answer{Verdict: Unwinnable, Proof: Proof{Class: ByInvariant}}
	}
	c.add(p, 0, [3]int16{middle, middle, middle})
	for len(c.states) <= budget {
		at, ok := c.next()
		if !ok {
			return Answer{Verdict: Unwinnable, Proof: Proof{Class: ByClosure, States: len(c.states)}, Work: c.work}
		}
		if mate, ok := c.expand(at); ok {
			return Answer{Verdict: Winnable, Line: mate, Work: c.work}
		}
	}
	return Answer{Work: c.work}
}

const leastTable = 1 << 10

func (c *closure) begin(p *position.Position, winner position.Side, w *walls) {
	c.winner, c.rights, c.walls, c.work, c.turn = winner, p.Rights(), w, 0, 0
	c.states, c.leaves = c.states[:0], [4]int{}
	if len(c.table) != leastTable {
		c.table = make([]uint32, leastTable)
	}
	clear(c.table)
	herds := herds(p, winner)
	for i := range c.aims {
		c.aims[i] = herds[i]
	}
	for i := range c.queues {
		c.queues[i].reset()
	}
}

// next returns a state that was not looked at, from each queue in turn: one for
// each aim, and the oldest.
func (c *closure) next() (uint32, bool) {
	for range len(c.queues) {
		c.turn = (c.turn + 1) % len(c.queues)
		for {
			at, ok := c.queues[c.turn].pop(c.turn == len(c.aims))
			if !ok {
				break
			}
			if !c.states[at].looked {
				c.states[at].looked = true
				return at, true
			}
		}
	}
	return 0, false
}

// expand adds what can follow a state. If it finds a mate it returns the line.
func (c *closure) expand(at uint32) (line []position.Move, mates bool) {
	var buffer [position.MaxMoves]position.Move
	p := c.states[at].key.Unpack(c.rights)
	works := p.Side() == c.winner
	node := diveNode{p: p}
	for _, m := range p.Legal(buffer[:0]) {
		after := p.After(m)
		c.work++
		if works && after.InCheck(after.Side()) && !after.HasLegal() {
			return append(c.lineTo(at), m), true
		}
		if c.provedBy(&after, after.HalfMoves() == 0) {
			continue
		}
		scores := c.states[at].scores
		for i := range scores {
			scores[i] += int16(c.aims[i].worth(&node, c.winner, m))
		}
		c.add(&after, at, scores)
	}
	return nil, false
}

// provedBy reports whether another rule shows that no mate follows.
func (c *closure) provedBy(p *position.Position, changed bool) bool {
	if lacking(p, c.winner) != 0 {
		c.leaves[ByMaterial]++
		return true
	}
	if changed && c.walls.prove(p, c.winner) {
		c.leaves[ByInvariant]++
		return true
	}
	return false
}

// add keeps a position if it is new.
func (c *closure) add(p *position.Position, parent uint32, scores [3]int16) {
	key := p.Pack()
	slot := c.find(key)
	if c.table[slot] != 0 {
		return
	}
	c.states = append(c.states, state{key: key, parent: parent, scores: scores})
	at := uint32(len(c.states) - 1)
	c.table[slot] = at + 1
	for i := range c.queues {
		score := 0
		if i < len(scores) {
			score = int(scores[i])
		}
		c.queues[i].push(at, score)
	}
	if len(c.states)*2 > len(c.table) {
		c.grow()
	}
}

// find returns the slot of the table where the state is, or would be.
func (c *closure) find(key position.Packed) uint64 {
	mask := uint64(len(c.table) - 1)
	slot := hash(key) >> 20 & mask
	for c.table[slot] != 0 && c.states[c.table[slot]-1].key != key {
		slot = (slot + 1) & mask
	}
	return slot
}

func (c *closure) grow() {
	c.table = make([]uint32, len(c.table)*4)
	for i := range c.states {
		c.table[c.find(c.states[i].key)] = uint32(i) + 1
	}
}

// lineTo returns the moves that lead to a state. They were not kept, so each is
// found anew among the legal ones.
func (c *closure) lineTo(at uint32) []position.Move {
	var path []uint32
	for ; at != 0; at = c.states[at].parent {
		path = append(path, at)
	}
	line := make([]position.Move, 0, len(path)+1)
	p := c.states[0].key.Unpack(c.rights)
	for i := len(path) - 1; i >= 0; i-- {
		var buffer [position.MaxMoves]position.Move
		for _, m := range p.Legal(buffer[:0]) {
			if after := p.After(m); after.Pack() == c.states[path[i]].key {
				line = append(line, m)
				p = after
				break
			}
		}
	}
	return line
}

// lanes is a queue of states by score.
type lanes struct {
	lists [512][]uint32
	least int
	head  int
}

func (q *lanes) reset() {
	for i := range q.lists {
		if len(q.lists[i]) > 0 {
			q.lists[i] = q.lists[i][:0]
		}
	}
	q.least, q.head = len(q.lists), 0
}

func (q *lanes) push(at uint32, score int) {
	i := min(max(score, 0), len(q.lists)-1)
	q.lists[i] = append(q.lists[i], at)
	q.least = min(q.least, i)
}

// pop takes a state of the lowest score: the latest of them, or in a queue where
// all scores are the same the oldest.
func (q *lanes) pop(oldest bool) (uint32, bool) {
	if oldest {
		if q.head == len(q.lists[0]) {
			return 0, false
		}
		q.head++
		return q.lists[0][q.head-1], true
	}
	for ; q.least < len(q.lists); q.least++ {
		if list := q.lists[q.least]; len(list) > 0 {
			q.lists[q.least] = list[:len(list)-1]
			return list[len(list)-1], true
		}
	}
	return 0, false
}
