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
	pic    *picture
	sketch sketch
}

// diveNode is a position that was looked at, and how it came about.
type diveNode struct {
	p      position.Position
	parent int32
	move   position.Move
	score  int32
	at     [3]position.Square // where the units with errands stand
	pawn   uint8              // which of them are pawns yet
}

const seenSize = 1 << 14

// herd looks for a mate in a corner. It finds nearly all mates in which the
// winner has a queen or a rook, or will have one.
func (d *dive) herd(p *position.Position, winner position.Side, share int) ([]position.Move, bool) {
	herds := herds(p, winner)
	return d.each(p, winner, herds[:], share)
}

// compose looks for the mates that take the fewest moves, where blocks and
// corners matter. The walls are those of the position.
func (d *dive) compose(p *position.Position, winner position.Side, w *walls, share int) ([]position.Move, bool) {
	return d.each(p, winner, d.sketch.draw(p, winner, w), share)
}

// each plunges once for each picture, with so much work for one.
func (d *dive) each(p *position.Position, winner position.Side, pictures []picture, share int) ([]position.Move, bool) {
	d.winner = winner
	if d.seen == nil {
		d.seen = make([]uint32, seenSize)
	}
	for i := range pictures {
		d.pic = &pictures[i]
		if line, ok := d.plunge(p, d.work+share); ok {
			return line, true
		}
	}
	return nil, false
}

// plunge is the search for one picture, until so much work is done.
func (d *dive) plunge(p *position.Position, until int) ([]position.Move, bool) {
	d.nodes = append(d.nodes[:0], diveNode{p: *p, parent: -1, score: middle})
	d.pic.send(&d.nodes[0])
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

// middle is the score of the first node: there is room on both sides.
const middle = 200

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
		d.nodes = append(d.nodes, d.nodes[parent])
		n := &d.nodes[len(d.nodes)-1]
		n.parent, n.move = parent, move
		n.score += d.pic.worth(n, d.winner, move)
		n.follow(move)
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
	works := n.p.Side() == d.winner
	if !works && len(moves) == 0 {
		return d.lineTo(at), n.p.InCheck(n.p.Side())
	}
	free, checks := d.net(&n.p, works)
	score := n.score + flightCost*int32(free.Count())
	for _, m := range moves {
		if !works {
			d.queue.push(entry{from: uint32(at), move: m, key: score + d.pic.worth(n, d.winner, m)})
			continue
		}
		if checks.gives(&n.p, m) {
			kind := n.p.At(m.From()).Kind()
			if k := m.Promotion(); k != position.NoKind {
				kind = k
			}
			left := free &^ (attacks(d.winner, kind, m.To(), n.p.Occupied()&^(position.SetOf(m.From())|n.p.Pieces(d.winner.Other(), position.King))))
			if left&^position.SetOf(m.To()) == 0 {
				after := n.p.After(m)
				d.work++
				if after.Checkmate() {
					return append(d.lineTo(at), m), true
				}
			}
		}
		d.queue.push(entry{from: uint32(at), move: m, key: score + d.pic.worth(n, d.winner, m)})
	}
	return nil, false
}

// net returns the squares to which the king to be mated could step, and from
// where it can be checked.
func (d *dive) net(p *position.Position, works bool) (free position.Bitboard, c checks) {
	l := d.winner.Other()
	king := p.King(l)
	occupied := p.Occupied() &^ position.SetOf(king)
	free = position.KingAttacks(king) &^ p.Of(l) &^ position.KingAttacks(p.King(d.winner))
	if free != 0 {
		for b := p.Of(d.winner) &^ p.Pieces(d.winner, position.King); b != 0; b &= b - 1 {
			s := b.First()
			free &^= attacks(d.winner, p.At(s).Kind(), s, occupied)
		}
	}
	if works {
		c = checksOn(p, d.winner)
	}
	return free, c
}

const flightCost = 1

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
	key  int32
	from uint32
	move position.Move
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
	at := int(min(max(e.key, 0), int32(len(q.lists)-1)))
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
