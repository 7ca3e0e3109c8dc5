package unwinnable

import "recorderd/position"

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
	d.forget()
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

// forget begins a new set of positions that were seen. The stamps tell the sets
// apart; when they begin again, the old marks are wiped out, so that no answer
// depends on what was asked before.
func (d *dive) forget() {
	if d.stamp = (d.stamp + 1) & stamps; d.stamp == 0 {
		clear(d.seen)
		d.stamp = 1
	}
}

const stamps = 1<<12 - 1

// visit reports whether the position is new.
func (d *dive) visit(p *position.Position) bool {
	h := hash(p.Pack())
	slot := &d.seen[h>>50]
	mark := uint32(h)&^stamps | d.stamp
	if *slot == mark {
		return false
	}
	*slot = mark
	return true
}

// next takes the most promising move from the queue and makes it.
func (d *dive) next() (at int, ok bool) {
	for {
		parent, move, ok := d.queue.pop()
		if !ok {
			return 0, false
		}
		at := len(d.nodes)
		d.nodes = append(d.nodes, d.nodes[parent])
		n := &d.nodes[at]
		n.parent, n.move = int32(parent), move
		n.score += d.pic.worth(n, d.winner, move)
		n.follow(move)
		n.p.Play(move)
		d.work++
		if d.visit(&n.p) && lacking(&n.p, d.winner) == 0 {
			return at, true
		}
		d.nodes = d.nodes[:at]
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
	net := netOf(&n.p, d.winner)
	score := n.score + flightCost*int32(net.flights.Count())
	for _, m := range moves {
		if works && net.mayMate(&n.p, m) {
			d.work++
			if after := n.p.After(m); after.Checkmate() {
				return append(d.lineTo(at), m), true
			}
		}
		d.queue.push(at, m, score+d.pic.worth(n, d.winner, m))
	}
	return nil, false
}

// flightCost is what a square is worth to which the king to be mated can step.
const flightCost = 1

// lineTo returns the moves that lead to a node.
func (d *dive) lineTo(at int) []position.Move {
	n := 0
	for i := int32(at); d.nodes[i].parent >= 0; i = d.nodes[i].parent {
		n++
	}
	if n > longWay {
		s := byPlace(d.nodes)
		return shortest(s, s.number[d.nodes[at].p.Pack()])
	}
	line := make([]position.Move, n, n+1)
	for i := int32(at); n > 0; i = d.nodes[i].parent {
		n--
		line[n] = d.nodes[i].move
	}
	return line
}

// seenNodes are the nodes of a dive as places.
type seenNodes struct {
	nodes  []diveNode
	number map[position.Packed]int
}

func byPlace(nodes []diveNode) *seenNodes {
	s := &seenNodes{nodes, make(map[position.Packed]int, len(nodes))}
	for i := len(nodes) - 1; i >= 0; i-- {
		s.number[nodes[i].p.Pack()] = i
	}
	return s
}

func (s *seenNodes) count() int { return len(s.nodes) }

func (s *seenNodes) place(n int) position.Position { return s.nodes[n].p }

func (s *seenNodes) find(p *position.Position) (n int, ok bool) {
	n, ok = s.number[p.Pack()]
	return n, ok
}

// net is what surrounds the king to be mated.
type net struct {
	winner   position.Side
	flights  position.Bitboard    // where it could step
	occupied position.Bitboard    // without it
	checks   [8]position.Bitboard // by kind of piece, from where it is attacked
}

func netOf(p *position.Position, winner position.Side) (n net) {
	l := winner.Other()
	king := p.King(l)
	n.winner = winner
	n.occupied = p.Occupied() &^ position.SetOf(king)
	n.flights = position.KingAttacks(king) &^ p.Of(l)
	if n.flights != 0 {
		n.flights &^= p.Attacked(winner, n.occupied)
	}
	if p.Side() == winner {
		n.checks[position.Pawn] = position.PawnAttacks(l, king)
		n.checks[position.Knight] = position.KnightAttacks(king)
		n.checks[position.Bishop] = position.BishopAttacks(king, n.occupied)
		n.checks[position.Rook] = position.RookAttacks(king, n.occupied)
		n.checks[position.Queen] = n.checks[position.Bishop] | n.checks[position.Rook]
	}
	return n
}

// mayMate reports whether a move of the winner gives check from where the piece
// comes to rest, and leaves the king no square that is seen at once.
func (n *net) mayMate(p *position.Position, m position.Move) bool {
	kind := p.At(m.From()).Kind()
	if k := m.Promotion(); k != position.NoKind {
		kind = k
	}
	if !n.checks[kind].Has(m.To()) {
		return false
	}
	attacked := attacks(n.winner, kind, m.To(), n.occupied&^position.SetOf(m.From()))
	return n.flights&^attacked&^position.SetOf(m.To()) == 0
}
