package unwinnable

import "recorderd/position"

// entry is a move that waits for its turn, and the one in the same bucket that
// comes after it.
type entry struct {
	from uint32 // a node
	next uint32 // 1 + the number of an entry
	move position.Move
}

// buckets is a queue in which the lowest score comes first, of equal ones the
// latest.
type buckets struct {
	entries []entry
	heads   [512]uint32 // by score: 1 + the number of the first entry
	least   int
}

func (q *buckets) reset() {
	clear(q.heads[:])
	q.entries, q.least = q.entries[:0], len(q.heads)
}

func (q *buckets) push(from int, m position.Move, score int32) {
	at := int(min(max(score, 0), int32(len(q.heads)-1)))
	q.entries = append(q.entries, entry{from: uint32(from), next: q.heads[at], move: m})
	q.heads[at] = uint32(len(q.entries))
	q.least = min(q.least, at)
}

func (q *buckets) pop() (from int, m position.Move, ok bool) {
	for ; q.least < len(q.heads); q.least++ {
		if n := q.heads[q.least]; n != 0 {
			e := &q.entries[n-1]
			q.heads[q.least] = e.next
			return int(e.from), e.move, true
		}
	}
	return 0, 0, false
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
