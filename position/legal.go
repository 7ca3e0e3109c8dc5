package position

import "math/bits"

// MaxMoves is room enough for the legal moves of any position that a game
// reaches (218 are the most known). A placement full of queens may have more;
// then Legal lets the slice grow.
const MaxMoves = 256

// Legal appends all legal moves to dst. With capacity for them nothing is
// allocated.
func (p *Position) Legal(dst []Move) []Move {
	us := p.side & 1
	kings := p.kinds[King] & p.sides[us]
	targets := ^p.sides[us] &^ p.kinds[King]
	if kings.several() {
		return p.guardAll(dst, targets)
	}
	if kings == 0 {
		return p.others(dst, targets, 0, NoSquare)
	}
	king := kings.First()
	dst = p.kingSteps(dst, king, targets)
	checkers := p.attackers(king, us^1, p.Occupied())
	switch {
	case checkers.several():
		return dst
	case checkers != 0:
		targets &= checkers | between[king&63][checkers.First()&63]
	default:
		dst = p.castlings(dst, king)
	}
	return p.others(dst, targets, p.pinned(king), king)
}

// HasLegal reports whether there is any legal move.
func (p *Position) HasLegal() bool {
	var buffer [MaxMoves]Move
	return len(p.Legal(buffer[:0])) > 0
}

// guardAll is Legal for a side with several kings: rare enough to try each
// move.
func (p *Position) guardAll(dst []Move, targets Bitboard) []Move {
	kept := len(dst)
	for b := p.Pieces(p.side, King); b != 0; b &= b - 1 {
		dst = fan(dst, b.First(), kingAttacks[b.First()]&targets)
	}
	dst = p.others(dst, targets, 0, NoSquare)
	for _, m := range dst[kept:] {
		if after := p.After(m); !after.InCheck(p.side) {
			dst[kept] = m
			kept++
		}
	}
	return dst[:kept]
}

// fan appends the moves from one square to each of a set.
func fan(dst []Move, from Square, to Bitboard) []Move {
	for ; to != 0; to &= to - 1 {
		dst = append(dst, makeMove(from, to.First()))
	}
	return dst
}

// kingSteps appends the steps of an only king to squares that are not attacked
// once it has left its own.
func (p *Position) kingSteps(dst []Move, king Square, targets Bitboard) []Move {
	to := kingAttacks[king&63] & targets
	if to == 0 {
		return dst
	}
	return fan(dst, king, to&^p.attacked(p.side^1, p.Occupied()&^SetOf(king)))
}

// pinned returns the own pieces that alone stand between the king and a slider.
func (p *Position) pinned(king Square) (pinned Bitboard) {
	us := p.side & 1
	queens := p.kinds[Queen]
	theirs := p.sides[us^1]
	snipers := (BishopAttacks(king, theirs)&(p.kinds[Bishop]|queens) |
		RookAttacks(king, theirs)&(p.kinds[Rook]|queens)) & theirs
	for ; snipers != 0; snipers &= snipers - 1 {
		if shield := between[king&63][snipers.First()&63] & p.sides[us]; !shield.several() {
			pinned |= shield
		}
	}
	return pinned
}

// others appends the moves of all pieces but kings to the targets. Pinned
// pieces stay on the line through the king.
func (p *Position) others(dst []Move, targets, pinned Bitboard, king Square) []Move {
	own := p.sides[p.side&1]
	occupied := p.Occupied()
	for b := p.kinds[Knight] & own &^ pinned; b != 0; b &= b - 1 {
		dst = fan(dst, b.First(), knightAttacks[b.First()&63]&targets)
	}
	for b := (p.kinds[Bishop] | p.kinds[Queen]) & own; b != 0; b &= b - 1 {
		from := b.First()
		to := BishopAttacks(from, occupied) & targets
		if pinned.Has(from) {
			to &= through[king&63][from&63]
		}
		dst = fan(dst, from, to)
	}
	for b := (p.kinds[Rook] | p.kinds[Queen]) & own; b != 0; b &= b - 1 {
		from := b.First()
		to := RookAttacks(from, occupied) & targets
		if pinned.Has(from) {
			to &= through[king&63][from&63]
		}
		dst = fan(dst, from, to)
	}
	return p.pawns(dst, targets, pinned, king)
}

// pawns appends the moves of the pawns, all of one direction at a time. A turn
// of the whole board by one rank takes every pawn one square ahead.
func (p *Position) pawns(dst []Move, targets, pinned Bitboard, king Square) []Move {
	up, third, last := 8, rank3, rank8
	if p.side == Black {
		up, third, last = -8, rank6, rank1
	}
	pawns := p.kinds[Pawn] & p.sides[p.side&1] &^ last
	free := ^p.Occupied()
	theirs := p.sides[p.side&1^1] & targets
	once := turn(pawns, up) & free
	twice := turn(once&third, up) & free
	g := pawnMoves{pinned, king, last}
	dst = g.append(dst, once&targets, up)
	dst = g.append(dst, twice&targets, 2*up)
	dst = g.append(dst, turn(pawns&^fileA, up-1)&theirs, up-1)
	dst = g.append(dst, turn(pawns&^fileH, up+1)&theirs, up+1)
	for b := p.passers(); b != 0; b &= b - 1 {
		if from := b.First(); p.mayPass(from) {
			dst = append(dst, makeMove(from, p.passed).special(Pawn))
		}
	}
	return dst
}

func turn(b Bitboard, by int) Bitboard { return Bitboard(bits.RotateLeft64(uint64(b), by)) }

type pawnMoves struct {
	pinned Bitboard
	king   Square
	last   Bitboard
}

// append appends the pawn moves to these squares from so far behind.
func (g *pawnMoves) append(dst []Move, to Bitboard, ahead int) []Move {
	for ; to != 0; to &= to - 1 {
		at := to.First()
		from := Square(int(at) - ahead)
		if g.pinned.Has(from) && !through[g.king&63][from&63].Has(at) {
			continue
		}
		m := makeMove(from, at)
		if !g.last.Has(at) {
			dst = append(dst, m)
			continue
		}
		dst = append(dst, m.special(Queen), m.special(Rook), m.special(Bishop), m.special(Knight))
	}
	return dst
}

// passers returns the pawns beside one that just stepped two squares.
func (p *Position) passers() Bitboard {
	if p.passed == NoSquare {
		return 0
	}
	return pawnAttacks[p.side&1^1][p.passed&63] & p.kinds[Pawn] & p.sides[p.side&1]
}

// mayPass reports whether the pawn may capture en passant. Two pawns leave
// their squares at once, so the whole board is looked at.
func (p *Position) mayPass(from Square) bool {
	us, them := p.side&1, p.side&1^1
	victim := SetOf(behind(p.passed, us))
	occupied := p.Occupied()&^(SetOf(from)|victim) | SetOf(p.passed)
	for b := p.Pieces(us, King); b != 0; b &= b - 1 {
		if p.attackers(b.First(), them, occupied)&^victim != 0 {
			return false
		}
	}
	return true
}

// behind returns the square of the pawn that is captured en passant by a pawn
// of this side that comes to rest on s.
func behind(s Square, us Side) Square {
	if us == Black {
		return s + 8
	}
	return s - 8
}

// castlings appends what an only king that is not in check may castle.
func (p *Position) castlings(dst []Move, king Square) []Move {
	us := p.side & 1
	if p.homes&p.sides[us] == 0 {
		return dst
	}
	for _, w := range [...]Wing{KingSide, QueenSide} {
		if rook, ok := p.rights.Rook(us, w); ok {
			if m := makeMove(king, rook).special(King); p.mayCastle(m) {
				dst = append(dst, m)
			}
		}
	}
	return dst
}

// mayCastle reports whether the squares are free of other pieces and those of
// the king's way not attacked. The rook may have stood between the king and a
// rook in the corner, so the king's last square is looked at with the rook gone.
func (p *Position) mayCastle(m Move) bool {
	kingTo, rookTo := m.Castled()
	way := between[m.From()][kingTo] | SetOf(kingTo)
	pair := SetOf(m.From()) | SetOf(m.To())
	others := p.Occupied() &^ pair
	if (way|between[m.To()][rookTo]|SetOf(rookTo))&others != 0 {
		return false
	}
	them := p.side&1 ^ 1
	for ; way != 0; way &= way - 1 {
		if p.attackers(way.First(), them, p.Occupied()) != 0 {
			return false
		}
	}
	return p.attackers(kingTo, them, others|SetOf(rookTo)|SetOf(kingTo)) == 0
}
