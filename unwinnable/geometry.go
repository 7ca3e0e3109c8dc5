package unwinnable

import "recorderd/position"

// far is the distance to where a piece never comes.
const far = 40

// The distances of kings and knights in moves on an empty board.
var (
	kingMoves   [64][64]uint8
	knightMoves [64][64]uint8
	ring        [64]position.Bitboard // two king's moves away
)

func init() {
	for s := range position.NoSquare {
		fill(&kingMoves[s], s, position.KingAttacks)
		fill(&knightMoves[s], s, position.KnightAttacks)
		for t := range position.NoSquare {
			if kingMoves[s][t] == 2 {
				ring[s] |= position.SetOf(t)
			}
		}
	}
}

func fill(moves *[64]uint8, from position.Square, attacks func(position.Square) position.Bitboard) {
	seen := position.SetOf(from)
	for edge, n := seen, uint8(1); edge != 0; n++ {
		next := position.Bitboard(0)
		for ; edge != 0; edge &= edge - 1 {
			next |= attacks(edge.First())
		}
		edge = next &^ seen
		seen |= edge
		for b := edge; b != 0; b &= b - 1 {
			moves[b.First()] = n
		}
	}
}

// attacks returns what a unit attacks from a square when these are occupied.
func attacks(side position.Side, kind position.Kind, from position.Square, occupied position.Bitboard) position.Bitboard {
	switch kind {
	case position.Pawn:
		return position.PawnAttacks(side, from)
	case position.Knight:
		return position.KnightAttacks(from)
	case position.Bishop:
		return position.BishopAttacks(from, occupied)
	case position.Rook:
		return position.RookAttacks(from, occupied)
	case position.Queen:
		return position.BishopAttacks(from, occupied) | position.RookAttacks(from, occupied)
	case position.King:
		return position.KingAttacks(from)
	}
	return 0
}

// movesTo returns about how many moves a piece needs from one square to another
// when these are occupied. A pawn's way is in picture.go.
func movesTo(kind position.Kind, from, to position.Square, occupied position.Bitboard) int {
	if from == to {
		return 0
	}
	switch kind {
	case position.Knight:
		return int(knightMoves[from][to])
	case position.King:
		return int(kingMoves[from][to])
	case position.Bishop:
		switch {
		case position.BishopAttacks(from, occupied).Has(to):
			return 1
		case colour(from) == colour(to):
			return 2
		}
	case position.Rook:
		if position.RookAttacks(from, occupied).Has(to) {
			return 1
		}
		return 2
	case position.Queen:
		if (position.RookAttacks(from, occupied) | position.BishopAttacks(from, occupied)).Has(to) {
			return 1
		}
		return 2
	}
	return far
}

// pawnMovesTo returns how many steps a pawn needs to a square in its file.
func pawnMovesTo(side position.Side, from, to position.Square) int {
	steps := to.Rank() - from.Rank()
	if side == position.Black {
		steps = -steps
	}
	if from.File() != to.File() || steps < 0 {
		return far
	}
	return steps
}

func abs(n int) int {
	if n < 0 {
		return -n
	}
	return n
}

func lastRank(side position.Side) position.Bitboard {
	if side == position.White {
		return 0xff << 56
	}
	return 0xff
}

// promotionOf returns where a pawn promotes that takes nothing.
func promotionOf(side position.Side, s position.Square) position.Square {
	if side == position.White {
		return s | 56
	}
	return s & 7
}

func fileOf(s position.Square) position.Bitboard { return 0x0101010101010101 << s.File() }

// colour returns 0 for a dark square and 1 for a light one.
func colour(s position.Square) int { return (s.File() + s.Rank()) & 1 }
