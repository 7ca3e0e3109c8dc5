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
	walls  walls
	work   int
	leaves [2]int // moves that lead to leaves: without the material, to walls

	states []state
	table  []uint32 // open addressing by hash: 1 + the number of the state
	queues [3]lanes
	groups groups
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

// start begins a search from a position that is no leaf.
func (c *closure) start(p *position.Position, winner position.Side) {
	c.begin(p, winner)
	c.add(p, 0, [3]int16{middle, middle, middle})
}

// run goes on until so many states are kept.
func (c *closure) run(budget int) Answer {
	for len(c.states) <= budget {
		at, ok := c.next()
		if !ok {
			return unwinnable(c.proof())
		}
		if mate, ok := c.expand(at); ok {
			return winnable(c.shorten(mate))
		}
	}
	return Answer{}
}

const leastTable = 1 << 10

func (c *closure) begin(p *position.Position, winner position.Side) {
	c.winner, c.rights, c.turn = winner, p.Rights(), 0
	c.states, c.leaves = c.states[:0], [2]int{}
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
	c.groups.reset()
}

// next returns a state that was not looked at, from each queue in turn.
func (c *closure) next() (uint32, bool) {
	for range len(c.queues) + 1 {
		c.turn = (c.turn + 1) % (len(c.queues) + 1)
		for {
			var at uint32
			var ok bool
			if c.turn < len(c.queues) {
				at, ok = c.queues[c.turn].pop()
			} else {
				at, ok = c.groups.pop()
			}
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
		c.leaves[0]++
		return true
	}
	if changed && c.walls.prove(p, c.winner) {
		c.leaves[1]++
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
		c.queues[i].push(at, int(scores[i]))
	}
	c.groups.push(at, p)
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

func (c *closure) proof() Proof {
	keys := make([][32]byte, len(c.states))
	for i := range c.states {
		keys[i] = encode(c.states[i].key)
	}
	return Proof{Class: ByClosure, States: len(keys), Leaves: c.leaves, Digest: digest(keys)}
}

// shorten leaves out detours: where a move leads to a position that the line
// comes to later, it goes there at once.
func (c *closure) shorten(line []position.Move) []position.Move {
	p := c.states[0].key.Unpack(c.rights)
	last := map[position.Packed]int{} // how many moves are made when a position stands for the last time
	for i, m := range line {
		p.Play(m)
		last[p.Pack()] = i + 1
	}
	var short []position.Move
	p = c.states[0].key.Unpack(c.rights)
	for at := 0; at < len(line); {
		var buffer [position.MaxMoves]position.Move
		next, best := at+1, line[at]
		for _, m := range p.Legal(buffer[:0]) {
			if after := p.After(m); last[after.Pack()] > next {
				next, best = last[after.Pack()], m
			}
		}
		short = append(short, best)
		p.Play(best)
		at = next
	}
	return short
}

// lanes is a queue of states by score, of those with the lowest the latest
// first.
type lanes struct {
	lists [512][]uint32
	least int
}

func (q *lanes) reset() {
	for i := range q.lists {
		if len(q.lists[i]) > 0 {
			q.lists[i] = q.lists[i][:0]
		}
	}
	q.least = len(q.lists)
}

func (q *lanes) push(at uint32, score int) {
	i := min(max(score, 0), len(q.lists)-1)
	q.lists[i] = append(q.lists[i], at)
	q.least = min(q.least, i)
}

func (q *lanes) pop() (uint32, bool) {
	for ; q.least < len(q.lists); q.least++ {
		if list := q.lists[q.least]; len(list) > 0 {
			q.lists[q.least] = list[:len(list)-1]
			return list[len(list)-1], true
		}
	}
	return 0, false
}

// groups is a queue that is fair to what cannot be undone: the states with the
// same pawns and pieces are a group, and the group from which the fewest were
// taken comes first, its oldest state before the others. A sacrifice that opens a
// wall is found so among millions of moves behind it.
type groups struct {
	byKey map[groupKey]uint32
	all   []group
	turns []rota // of groups, by how many states were taken
	least int
}

type groupKey struct {
	pawns  [2]position.Bitboard
	pieces uint64 // how many of each kind
}

type group struct {
	states []uint32
	taken  int
	queued bool
}

type rota struct {
	groups []uint32
	head   int
}

func (q *groups) reset() {
	q.byKey = map[groupKey]uint32{}
	q.all, q.turns, q.least = q.all[:0], q.turns[:0], 0
}

func keyOf(p *position.Position) (k groupKey) {
	for _, side := range [...]position.Side{position.White, position.Black} {
		k.pawns[side] = p.Pieces(side, position.Pawn)
		for kind := position.Knight; kind <= position.Queen; kind++ {
			k.pieces = k.pieces<<4 | uint64(p.Pieces(side, kind).Count())
		}
	}
	return k
}

func (q *groups) push(at uint32, p *position.Position) {
	key := keyOf(p)
	n, ok := q.byKey[key]
	if !ok {
		n = uint32(len(q.all))
		q.byKey[key] = n
		q.all = append(q.all, group{})
	}
	g := &q.all[n]
	g.states = append(g.states, at)
	if !g.queued {
		q.queue(n)
	}
}

func (q *groups) queue(n uint32) {
	g := &q.all[n]
	g.queued = true
	for len(q.turns) <= g.taken {
		q.turns = append(q.turns, rota{})
	}
	t := &q.turns[g.taken]
	t.groups = append(t.groups, n)
	q.least = min(q.least, g.taken)
}

func (q *groups) pop() (uint32, bool) {
	for ; q.least < len(q.turns); q.least++ {
		t := &q.turns[q.least]
		if t.head == len(t.groups) {
			continue
		}
		n := t.groups[t.head]
		t.head++
		g := &q.all[n]
		at := g.states[g.taken]
		g.taken++
		g.queued = false
		if g.taken < len(g.states) {
			q.queue(n)
		}
		return at, true
	}
	return 0, false
}
