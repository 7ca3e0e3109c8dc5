// Package position knows the rules of the board: what stands where, what is
// legal, and which positions are the same.
//
// It must go on where a game does not: after an illegal move stood there may be
// a pawn on the last rank, three kings or none. So every placement is a
// position here, and "legal" is said so that it has a meaning on all of them:
//
//   - a piece moves by its own rule, and never captures a king;
//   - after the move no king of the side that moved is attacked. A side without
//     a king has nothing to guard, one with several guards them all;
//   - a pawn on its own first rank steps one square, a pawn on the last rank
//     has no moves and attacks nothing;
//   - only a side with one king castles.
package position

// Position is a placement with whose turn it is, the castling rights, the
// square of a capture en passant and the two counters. It is a value: a copy is
// independent.
type Position struct {
	kinds    [8]Bitboard // by Kind, both sides
	sides    [2]Bitboard
	homes    Bitboard // rights.homes()
	board    Placement
	rights   Rights
	half     int32
	full     int32
	side     Side   // masked where it indexes, which spares a bounds check
	passed   Square // behind a pawn that just stepped two squares beside an enemy pawn
	chess960 bool
}

// StartFEN is the start position of ordinary chess.
const StartFEN = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

// StartPlacement returns how the pieces stand before the first move.
func StartPlacement() Placement {
	var pl Placement
	for f, k := range [8]Kind{Rook, Knight, Bishop, Queen, King, Bishop, Knight, Rook} {
		pl[f], pl[56+f] = MakePiece(White, k), MakePiece(Black, k)
		pl[8+f], pl[48+f] = MakePiece(White, Pawn), MakePiece(Black, Pawn)
	}
	return pl
}

// Start returns the start position of ordinary chess.
func Start() Position { return FromPlacement(StartPlacement(), White, StartRights) }

// FromPlacement returns the position from which a game goes on when this stands
// on the board: nothing can be captured en passant, the half-move counter is 0
// and the move number 1. Rights that the placement does not bear out are
// dropped. It is Chess960 if only Chess960 can have such rights.
func FromPlacement(pl Placement, side Side, rights Rights) Position {
	p := Position{board: pl, side: side & 1, passed: NoSquare, full: 1}
	for s, piece := range pl {
		if piece.Kind() != NoKind {
			p.kinds[piece.Kind()] |= 1 << s
			p.sides[piece.Side()] |= 1 << s
		}
	}
	p.setRights(rights.Trim(pl))
	p.chess960 = p.rights.chess960()
	return p
}

func (p *Position) setRights(r Rights) { p.rights, p.homes = r, r.homes() }

// maxCounter bounds the counters: no game comes near it.
const maxCounter = 99_999

// WithCounters returns the position with other counters: half-moves since the
// last pawn move or capture, and the number of the move. Values that no game
// has are brought to the nearest one that it has.
func (p Position) WithCounters(half, full int) Position {
	p.half = int32(min(max(half, 0), maxCounter))
	p.full = int32(min(max(full, 1), maxCounter))
	return p
}

// Placement returns what stands where.
func (p *Position) Placement() Placement { return p.board }

// At returns what stands on a square.
func (p *Position) At(s Square) Piece {
	if s >= NoSquare {
		return Empty
	}
	return p.board[s]
}

// Side returns the side to move.
func (p *Position) Side() Side { return p.side }

// Rights returns the castling rights that are left.
func (p *Position) Rights() Rights { return p.rights }

// HalfMoves returns how many plies were made since the last pawn move or
// capture.
func (p *Position) HalfMoves() int { return int(p.half) }

// FullMove returns the number of the move that the side to move makes.
func (p *Position) FullMove() int { return int(p.full) }

// Chess960 reports whether castling is written as king takes own rook in UCI.
func (p *Position) Chess960() bool { return p.chess960 }

// SetChess960 says that this is a game of Chess960, or that it is not. It
// changes only how UCI is written.
func (p *Position) SetChess960(on bool) { p.chess960 = on }

// EnPassant returns the square of a capture en passant if such a capture is
// legal, and otherwise NoSquare.
func (p *Position) EnPassant() Square {
	for b := p.passers(); b != 0; b &= b - 1 {
		if p.mayPass(b.First()) {
			return p.passed
		}
	}
	return NoSquare
}

// Occupied returns the squares on which something stands.
func (p *Position) Occupied() Bitboard { return p.sides[White] | p.sides[Black] }

// Of returns the squares on which pieces of one side stand.
func (p *Position) Of(s Side) Bitboard { return p.sides[s&1] }

// Pieces returns the squares on which such pieces of one side stand.
func (p *Position) Pieces(s Side, k Kind) Bitboard { return p.kinds[k&7] & p.sides[s&1] }

// King returns where the king of a side stands: NoSquare if it has none, the
// lowest square if it has several.
func (p *Position) King(s Side) Square { return p.Pieces(s, King).First() }

// Attackers returns the pieces of one side that attack a square, pinned ones
// included.
func (p *Position) Attackers(s Square, by Side) Bitboard {
	return p.attackers(s&63, by&1, p.Occupied())
}

func (p *Position) attackers(s Square, by Side, occupied Bitboard) Bitboard {
	return (knightAttacks[s]&p.kinds[Knight] |
		kingAttacks[s]&p.kinds[King] |
		pawnAttacks[by^1][s]&p.kinds[Pawn] |
		BishopAttacks(s, occupied)&(p.kinds[Bishop]|p.kinds[Queen]) |
		RookAttacks(s, occupied)&(p.kinds[Rook]|p.kinds[Queen])) & p.sides[by]
}

// Attacked returns all squares that pieces of one side attack, pinned ones
// included, when these squares are occupied.
func (p *Position) Attacked(by Side, occupied Bitboard) Bitboard { return p.attacked(by, occupied) }

func (p *Position) attacked(by Side, occupied Bitboard) (b Bitboard) {
	own := p.sides[by&1]
	b = pawnsAttack(by, p.kinds[Pawn]&own)
	for k := p.kinds[Knight] & own; k != 0; k &= k - 1 {
		b |= knightAttacks[k.First()&63]
	}
	for k := p.kinds[King] & own; k != 0; k &= k - 1 {
		b |= kingAttacks[k.First()&63]
	}
	for k := (p.kinds[Bishop] | p.kinds[Queen]) & own; k != 0; k &= k - 1 {
		b |= BishopAttacks(k.First(), occupied)
	}
	for k := (p.kinds[Rook] | p.kinds[Queen]) & own; k != 0; k &= k - 1 {
		b |= RookAttacks(k.First(), occupied)
	}
	return b
}

// pawnsAttack returns what the pawns of one side attack, those on the last rank
// nothing.
func pawnsAttack(by Side, pawns Bitboard) Bitboard {
	if by&1 == Black {
		return pawns&^fileA>>9 | pawns&^fileH>>7
	}
	return pawns&^fileA<<7 | pawns&^fileH<<9
}

// InCheck reports whether a king of this side is attacked.
func (p *Position) InCheck(s Side) bool {
	for b := p.Pieces(s, King); b != 0; b &= b - 1 {
		if p.attackers(b.First(), s&1^1, p.Occupied()) != 0 {
			return true
		}
	}
	return false
}
