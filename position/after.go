package position

// After returns the position after a legal move of p, which stays as it is. A
// move of another position has no meaning here.
func (p *Position) After(m Move) (after Position) {
	after = *p
	after.Play(m)
	return after
}

// Play is After in place, for a search that keeps its own copies.
func (p *Position) Play(m Move) {
	us := p.side & 1
	from, to := m.From(), m.To()
	p.half++
	p.passed = NoSquare
	if m.IsCastling() {
		p.castle(m)
	} else {
		p.travel(m)
	}
	if (SetOf(from)|SetOf(to))&p.homes != 0 {
		p.setRights(p.rights.touched(from).touched(to))
	}
	p.full += int32(us)
	p.side = us ^ 1
}

// travel plays any move but castling.
func (p *Position) travel(m Move) {
	from, to := m.From(), m.To()
	piece := p.board[from]
	if p.board[to] != Empty {
		p.half = 0
		p.take(to)
	}
	p.move(piece, from, to)
	if piece.Kind() == Pawn {
		p.half = 0
		p.pawnMoved(m)
	}
}

// pawnMoved does what only a pawn's move does besides. A square that it passed
// is kept only if an enemy pawn stands beside it.
func (p *Position) pawnMoved(m Move) {
	us, from, to := p.side&1, m.From(), m.To()
	switch {
	case m.IsEnPassant():
		p.take(behind(to, us))
	case m.Promotion() != NoKind:
		p.take(to)
		p.put(MakePiece(us, m.Promotion()), to)
	case from^to == 16:
		passed := (from + to) / 2
		if pawnAttacks[us][passed&63]&p.kinds[Pawn]&p.sides[us^1] != 0 {
			p.passed = passed
		}
	}
}

func (p *Position) castle(m Move) {
	us := p.side & 1
	king, rook := m.Castled()
	p.take(m.From())
	p.take(m.To())
	p.put(MakePiece(us, King), king)
	p.put(MakePiece(us, Rook), rook)
}

func (p *Position) move(piece Piece, from, to Square) {
	both := SetOf(from) | SetOf(to)
	p.kinds[piece&7] ^= both
	p.sides[piece>>3&1] ^= both
	p.board[from], p.board[to] = Empty, piece
}

func (p *Position) take(s Square) {
	piece := p.board[s]
	p.kinds[piece&7] &^= SetOf(s)
	p.sides[piece>>3&1] &^= SetOf(s)
	p.board[s] = Empty
}

func (p *Position) put(piece Piece, s Square) {
	p.kinds[piece&7] |= SetOf(s)
	p.sides[piece>>3&1] |= SetOf(s)
	p.board[s] = piece
}

// Passed returns the position with the other side to move and nothing else
// changed but that no capture en passant is left. No move does this; it is for
// arguments about moves that are not made.
func (p *Position) Passed() Position {
	after := *p
	after.side = p.side&1 ^ 1
	after.passed = NoSquare
	return after
}

// With returns the position with this piece on a square, or with nothing on it,
// and without the rights that this ends.
func (p *Position) With(piece Piece, s Square) Position {
	after := *p
	s &= 63
	if after.board[s] != Empty {
		after.take(s)
	}
	if piece != Empty {
		after.put(piece, s)
	}
	after.passed = NoSquare
	after.setRights(after.rights.Trim(after.board))
	return after
}
