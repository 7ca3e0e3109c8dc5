package reconstruct

import (
	"recorderd/observation"
	"recorderd/position"
)

// node is a position and the ply that led to it from its parent. Readings share
// their nodes; once made, a node is only looked at.
type node struct {
	parent *node // nil at the start
	ply    int
	pos    position.Position
	seen   observation.Placement // pos as the sensors show it

	move     position.Move      // the ply, if it was legal
	side     observation.Side   // who made it
	act      irregular          // what it was, if it was not
	begun    int64              // when its first square changed
	made     int64              // when its last piece came to rest
	imaged   int64              // when the image came to show it
	pressed  int64              // when its press was heard, if the board was not seen; -1
	inferred bool               // it was not seen but follows from what was
	shown    bool               // its own squares were seen as they are after it,
	whole    bool               // and the others too, but for what was in hands
	firm     bool               // somebody has let it be known that it was made
	unseen   bool               // it took something that was not seen to leave
	unsure   bool               // for another reason it is never quite sure
	ruled    bool               // the arbiter has said that it was this move
	read     *node              // the ply as it was first read, if the arbiter has corrected one before it
	said     *position.Position // what was told as the position after it, if the game goes on from another
	home     *position.Position // pos with what was displaced where it belongs, if something was
	guessed  bool               // nobody saw what its pawn became
	loose    position.Bitboard  // where pieces stand whose identity is not certain
	rivals   []lostLine         // other readings of it that were given up
	steps    []step             // the legal plies from here, once somebody asked
}

// lostLine is a reading that was given up though nothing spoke against it, and
// how much more it cost.
type lostLine struct {
	tip *node
	gap int
}

// step is a legal ply from a node, with the squares that it changes.
type step struct {
	move position.Move
	mask position.Bitboard
}

func (t *Tracker) newNode(p position.Position, side observation.Side) *node {
	return &node{pos: p, seen: sensed(t.sensing, &p), side: side, begun: -1, made: -1, pressed: -1}
}

// successors returns the legal plies from a node.
func (n *node) successors() []step {
	if n.steps == nil {
		var buf [position.MaxMoves]position.Move
		moves := n.pos.Legal(buf[:0])
		n.steps = make([]step, len(moves))
		for i, m := range moves {
			n.steps[i] = step{m, footprint(m)}
		}
	}
	return n.steps
}

// footprint returns the squares that a legal ply changes.
func footprint(m position.Move) position.Bitboard {
	f := position.SetOf(m.From()) | position.SetOf(m.To())
	switch {
	case m.IsCastling():
		king, rook := m.Castled()
		f |= position.SetOf(king) | position.SetOf(rook)
	case m.IsEnPassant():
		f |= position.SetOf(captured(m))
	}
	return f
}

// captured returns where the piece stands that this capture takes.
func captured(m position.Move) observation.Square {
	if m.IsEnPassant() {
		return observation.SquareAt(m.To().File(), m.From().Rank())
	}
	return m.To()
}

// arrivals returns what the footprint of a ply holds after it; its other squares
// are empty.
func arrivals(p *position.Position, m position.Move) (squares [2]observation.Square, pieces [2]position.Piece) {
	if m.IsCastling() {
		king, rook := m.Castled()
		return [2]observation.Square{king, rook}, [2]position.Piece{p.At(m.From()), p.At(m.To())}
	}
	piece := p.At(m.From())
	if k := m.Promotion(); k != position.NoKind {
		piece = position.MakePiece(piece.Side(), k)
	}
	return [2]observation.Square{m.To(), observation.NoSquare}, [2]position.Piece{piece, position.Empty}
}

// differAfter returns the squares where the image differs from the position after
// a step, if it differs in d from the position p before.
func (t *Tracker) differAfter(p *position.Position, s step, d position.Bitboard) position.Bitboard {
	rest := d &^ s.mask
	at, pieces := arrivals(p, s.move)
	for f := s.mask; f != 0; f &= f - 1 {
		sq := f.First()
		want := position.Empty
		switch sq {
		case at[0]:
			want = pieces[0]
		case at[1]:
			want = pieces[1]
		}
		if !t.image.shows(sq, t.tells(want), t.now) {
			rest |= position.SetOf(sq)
		}
	}
	return rest
}

// same reports whether two nodes are the same ply to the same position.
func same(a, b *node) bool {
	return a == b || a.ply == b.ply && a.move == b.move && a.act.kind == b.act.kind && a.pos == b.pos
}

// at returns the node of the line to n that has this ply number.
func (n *node) at(ply int) *node {
	for n.ply > ply {
		n = n.parent
	}
	return n
}

// fork returns the last ply that two lines have in common.
func fork(a, b *node) *node {
	for a != b {
		switch {
		case a.ply > b.ply:
			a = a.parent
		case b.ply > a.ply:
			b = b.parent
		default:
			if agree(a, b) {
				return a
			}
			a, b = a.parent, b.parent
		}
	}
	return a
}

// agree reports whether two lines of the same length are the same, though they
// may have been found on different ways.
func agree(a, b *node) bool {
	for a != b {
		if !same(a, b) {
			return false
		}
		a, b = a.parent, b.parent
	}
	return true
}

// line returns the plies of the line to n that come after ply, in order.
func (n *node) line(after int) []*node {
	plies := make([]*node, max(0, n.ply-after))
	for ; n.ply > after; n = n.parent {
		plies[n.ply-after-1] = n
	}
	return plies
}
