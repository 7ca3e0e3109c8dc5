package position

import "math/bits"

// Bitboard is a set of squares: bit 0 is a1, bit 63 is h8.
type Bitboard uint64

const (
	fileA Bitboard = 0x0101010101010101
	fileH Bitboard = fileA << 7
	rank1 Bitboard = 0xff
	rank3 Bitboard = rank1 << 16
	rank6 Bitboard = rank1 << 40
	rank8 Bitboard = rank1 << 56
)

// SetOf returns the set of one square.
func SetOf(s Square) Bitboard { return 1 << (s & 63) }

// First returns the lowest square of the set, NoSquare if it is empty.
func (b Bitboard) First() Square { return Square(bits.TrailingZeros64(uint64(b))) }

// Count returns how many squares are in the set.
func (b Bitboard) Count() int { return bits.OnesCount64(uint64(b)) }

// Has reports whether the square is in the set.
func (b Bitboard) Has(s Square) bool { return b>>(s&63)&1 != 0 }

// several reports whether more than one square is in the set.
func (b Bitboard) several() bool { return b&(b-1) != 0 }

// turned mirrors the ranks, which reverses the order of the squares on any
// line that has one square a rank.
func (b Bitboard) turned() Bitboard { return Bitboard(bits.ReverseBytes64(uint64(b))) }

// lines are the files and diagonals through one square, without it.
type lines struct{ square, file, rising, falling Bitboard }

// The tables are small, so that they are made in no time at the start and stay
// in the cache of an old machine: sliding attacks are worked out by subtraction
// on each line (where the lowest blocker stops the borrow) instead of being
// looked up in a megabyte.
var (
	linesOf       [64]lines
	rankAttacks   [64 * 8]uint8 // by the six inner squares of the rank, then by file
	knightAttacks [64]Bitboard
	kingAttacks   [64]Bitboard
	pawnAttacks   [2][64]Bitboard
	between       [64][64]Bitboard // the squares between two on one line
	through       [64][64]Bitboard // the whole line through two squares
)

func init() {
	for s := Square(0); s < NoSquare; s++ {
		linesOf[s] = lines{
			square:  SetOf(s),
			file:    ray(s, 0, 1) | ray(s, 0, -1),
			rising:  ray(s, 1, 1) | ray(s, -1, -1),
			falling: ray(s, 1, -1) | ray(s, -1, 1),
		}
		for _, d := range [][2]int{{1, 2}, {2, 1}, {-1, 2}, {-2, 1}} {
			knightAttacks[s] |= step(s, d[0], d[1]) | step(s, -d[0], -d[1])
		}
		for _, d := range [][2]int{{1, 0}, {1, 1}, {0, 1}, {-1, 1}} {
			kingAttacks[s] |= step(s, d[0], d[1]) | step(s, -d[0], -d[1])
			joinLine(s, d[0], d[1])
			joinLine(s, -d[0], -d[1])
		}
		pawnAttacks[White][s] = step(s, -1, 1) | step(s, 1, 1)
		pawnAttacks[Black][s] = step(s, -1, -1) | step(s, 1, -1)
	}
	for inner := range 64 {
		for file := range 8 {
			rankAttacks[inner*8+file] = rankAttack(uint8(inner<<1), file)
		}
	}
}

// step returns the square so many files and ranks away, if the board has it.
func step(s Square, files, ranks int) Bitboard {
	f, r := s.File()+files, s.Rank()+ranks
	if f < 0 || f > 7 || r < 0 || r > 7 {
		return 0
	}
	return 1 << (r*8 + f)
}

// ray returns all squares from s in one direction.
func ray(s Square, files, ranks int) (b Bitboard) {
	for n := 1; n < 8; n++ {
		b |= step(s, n*files, n*ranks)
	}
	return b
}

func joinLine(s Square, files, ranks int) {
	whole := SetOf(s) | ray(s, files, ranks) | ray(s, -files, -ranks)
	inside := Bitboard(0)
	for n := 1; n < 8; n++ {
		at := step(s, n*files, n*ranks)
		if at == 0 {
			return
		}
		through[s][at.First()], between[s][at.First()] = whole, inside
		inside |= at
	}
}

func rankAttack(occupied uint8, file int) (b uint8) {
	for f := file + 1; f < 8; f++ {
		b |= 1 << f
		if occupied>>f&1 != 0 {
			break
		}
	}
	for f := file - 1; f >= 0; f-- {
		b |= 1 << f
		if occupied>>f&1 != 0 {
			break
		}
	}
	return b
}

// along returns what a slider on the square attacks on one line that has one
// square a rank.
func along(line, square, occupied Bitboard) Bitboard {
	up := occupied & line
	down := up.turned() - square.turned()
	return ((up - square) ^ down.turned()) & line
}

// BishopAttacks returns what a bishop on s attacks when these squares are
// occupied, the first occupied square of each line included.
func BishopAttacks(s Square, occupied Bitboard) Bitboard {
	l := &linesOf[s&63]
	return along(l.rising, l.square, occupied) | along(l.falling, l.square, occupied)
}

// RookAttacks is BishopAttacks for a rook.
func RookAttacks(s Square, occupied Bitboard) Bitboard {
	l := &linesOf[s&63]
	shift := s & 0x38
	inner := int(occupied>>shift) & 0x7e
	return along(l.file, l.square, occupied) | Bitboard(rankAttacks[inner*4+int(s&7)])<<shift
}

// KnightAttacks returns what a knight on s attacks.
func KnightAttacks(s Square) Bitboard { return knightAttacks[s&63] }

// KingAttacks returns what a king on s attacks.
func KingAttacks(s Square) Bitboard { return kingAttacks[s&63] }

// PawnAttacks returns what a pawn of this side on s attacks, which it does on
// the first rank too.
func PawnAttacks(side Side, s Square) Bitboard { return pawnAttacks[side&1][s&63] }
