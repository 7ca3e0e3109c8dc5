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
		case (from.File()+from.Rank()+to.File()+to.Rank())&1 == 0:
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
