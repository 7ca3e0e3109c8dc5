package position

// After returns the position after a legal move; p stays as it is.
func (p *Position) After(m Move) (after Position) {
	after = *p
	after.play(m)
	return after
}

func (p *Position) play(m Move) {
	us := p.side & 1
	from, to := m.From(), m.To()
	passed := NoSquare
	p.half++
	switch {
	case m.IsCastling():
		p.castle(m)
	default:
		piece := p.board[from]
		if p.board[to] != Empty {
			p.half = 0
			p.take(to)
		}
		p.move(piece, from, to)
		if piece.Kind() == Pawn {
			p.half = 0
			passed = p.pawnMoved(m)
		}
	}
	if (SetOf(from)|SetOf(to))&p.homes != 0 {
		p.setRights(p.rights.touched(from).touched(to))
	}
	p.passed = passed
	p.full += int32(us)
	p.side = us ^ 1
}

// pawnMoved does what only a pawn's move does, and returns the square that it
// passed if it may now be captured there.
func (p *Position) pawnMoved(m Move) Square {
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
			return passed
		}
	}
	return NoSquare
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
