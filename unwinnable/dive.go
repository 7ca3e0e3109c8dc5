package unwinnable

import (
	"math/bits"

	"recorderd/position"
)

// dive is the search for a helpmate that goes where a mate is likely: the moves
// of both sides are tried in the order of a score that falls when pieces come
// nearer to a mating net. It proves nothing if it finds none. What it remembers
// are hashes, for the line that it finds speaks for itself.
type dive struct {
	winner position.Side
	work   int
	nodes  []diveNode
	queue  buckets
	seen   []uint32 // by hash: the stamp of the search that saw it, and more of the hash
	stamp  uint32
	aim    aim
}

// diveNode is a position that was looked at, and how it came about.
type diveNode struct {
	p      position.Position
	parent int32
	move   position.Move
	score  int32
}

const seenSize = 1 << 14

// search looks at no more than budget positions and returns the helpmate.
func (d *dive) search(p *position.Position, winner position.Side, budget int) ([]position.Move, bool) {
	d.winner, d.work = winner, 0
	if d.seen == nil {
		d.seen = make([]uint32, seenSize)
	}
	corners := rankCorners(p, winner)
	for round, share := 0, 40; d.work < budget && round < 16; round++ {
		d.aim.set(p, winner, corners[round&3])
		if line, ok := d.plunge(p, min(d.work+share, budget)); ok {
			return line, true
		}
		if round&3 == 3 {
			share *= 3
		}
	}
	return nil, false
}

// plunge is the search with one aim, until so much work is done.
func (d *dive) plunge(p *position.Position, until int) ([]position.Move, bool) {
	d.nodes = append(d.nodes[:0], diveNode{p: *p, parent: -1, score: d.aim.score(p)})
	d.queue.reset()
	d.stamp++
	d.visit(p)
	for at := 0; ; {
		if mate, done := d.expand(at); done {
			return mate, true
		}
		var ok bool
		if at, ok = d.next(); !ok || d.work >= until {
			return nil, false
		}
	}
}

// visit reports whether the position is new.
func (d *dive) visit(p *position.Position) bool {
	h := hash(p.Pack())
	slot := &d.seen[h>>50]
	mark := uint32(h)&^0xfff | d.stamp&0xfff
	if *slot == mark {
		return false
	}
	*slot = mark
	return true
}

func hash(k position.Packed) uint64 {
	const m1, m2 = 0x9e3779b97f4a7c15, 0xc2b2ae3d27d4eb4f
	h := (k[0] ^ bits.RotateLeft64(k[1]*m1, 31)) * m2
	h ^= h >> 29
	h = (h + k[2] ^ bits.RotateLeft64(k[3]*m2, 17)) * m1
	h ^= h >> 32
	return h * m2
}

// next takes the most promising move from the queue and makes it.
func (d *dive) next() (int, bool) {
	for {
		e, ok := d.queue.pop()
		if !ok {
			return 0, false
		}
		parent, move := int32(e.from), e.move
		d.nodes = append(d.nodes, diveNode{p: d.nodes[parent].p, parent: parent, move: move, score: e.score})
		n := &d.nodes[len(d.nodes)-1]
		n.p.Play(move)
		d.work++
		if d.visit(&n.p) && lacking(&n.p, d.winner) == 0 {
			return len(d.nodes) - 1, true
		}
		d.nodes = d.nodes[:len(d.nodes)-1]
	}
}

// expand puts the moves from a node into the queue. If one of them mates, it
// returns the line.
func (d *dive) expand(at int) (line []position.Move, mates bool) {
	var buffer [position.MaxMoves]position.Move
	n := &d.nodes[at]
	moves := n.p.Legal(buffer[:0])
	if n.p.Side() != d.winner {
		if len(moves) == 0 && n.p.InCheck(n.p.Side()) {
			return d.lineTo(at), true
		}
		for _, m := range moves {
			d.queue.push(entry{from: uint32(at), move: m, score: n.score + d.aim.helped(&n.p, m)})
		}
		return nil, false
	}
	checks := checksOn(&n.p, d.winner)
	for _, m := range moves {
		score := n.score + d.aim.worked(&n.p, m)
		if checks.gives(&n.p, m) {
			after := n.p.After(m)
			d.work++
			if after.Checkmate() {
				return append(d.lineTo(at), m), true
			}
		}
		d.queue.push(entry{from: uint32(at), move: m, score: score})
	}
	return nil, false
}

func (d *dive) lineTo(at int) []position.Move {
	n := 0
	for i := int32(at); d.nodes[i].parent >= 0; i = d.nodes[i].parent {
		n++
	}
	line := make([]position.Move, n, n+1)
	for i := int32(at); n > 0; i = d.nodes[i].parent {
		n--
		line[n] = d.nodes[i].move
	}
	return line
}

// checks are the squares from which each kind of piece attacks the king.
type checks [8]position.Bitboard

func checksOn(p *position.Position, by position.Side) (c checks) {
	king := p.King(by.Other())
	occupied := p.Occupied()
	c[position.Pawn] = position.PawnAttacks(by.Other(), king)
	c[position.Knight] = position.KnightAttacks(king)
	c[position.Bishop] = position.BishopAttacks(king, occupied)
	c[position.Rook] = position.RookAttacks(king, occupied)
	c[position.Queen] = c[position.Bishop] | c[position.Rook]
	return c
}

// gives reports whether the piece that moves gives check from where it comes to
// rest.
func (c *checks) gives(p *position.Position, m position.Move) bool {
	kind := p.At(m.From()).Kind()
	if k := m.Promotion(); k != position.NoKind {
		kind = k
	}
	return c[kind].Has(m.To())
}

// entry is a move that waits for its turn.
type entry struct {
	score int32
	from  uint32
	move  position.Move
}

// buckets is a queue in which the lowest score comes first, of equal ones the
// latest.
type buckets struct {
	lists [512][]entry
	least int
	used  [512 / 64]uint64
}

func (q *buckets) reset() {
	for i := range q.used {
		for b := q.used[i]; b != 0; b &= b - 1 {
			at := i*64 + bits.TrailingZeros64(b)
			q.lists[at] = q.lists[at][:0]
		}
		q.used[i] = 0
	}
	q.least = len(q.lists)
}

func (q *buckets) push(e entry) {
	at := int(min(max(e.score, 0), int32(len(q.lists)-1)))
	q.lists[at] = append(q.lists[at], e)
	q.used[at>>6] |= 1 << (at & 63)
	q.least = min(q.least, at)
}

func (q *buckets) pop() (entry, bool) {
	for ; q.least < len(q.lists); q.least++ {
		if list := q.lists[q.least]; len(list) > 0 {
			q.lists[q.least] = list[:len(list)-1]
			return list[len(list)-1], true
		}
	}
	return entry{}, false
}
