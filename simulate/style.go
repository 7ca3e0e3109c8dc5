package simulate

// Style says in which orders the hands of two players do what can be done in
// several, as shares of each. The zero Style is Careful.
type Style struct {
	// A capture. Swap: the victim goes the moment before the capturer lands.
	Swap, VictimFirst, MoverFirst int
	// Castling. BothOff: king and rook are in the air together.
	KingFirst, RookFirst, BothOff int
	// En passant: the pawn beside goes after the move, before it, or only after
	// the press.
	VictimAfter, VictimBefore, VictimLate int
	// A promotion. Direct: the pawn goes and the new piece comes, the pawn never
	// stands on the last rank.
	PushFirst, Direct, QueenFirst int
}

// Careful is how players move who are watched and in no hurry.
func Careful() Style {
	return Style{
		VictimFirst: 70, MoverFirst: 30,
		KingFirst:   100,
		VictimAfter: 70, VictimBefore: 30,
		PushFirst: 50, Direct: 50,
	}
}

// Usual is how players move in a rapid game: most captures are one swing of
// the hand.
func Usual() Style {
	return Style{
		Swap: 70, VictimFirst: 20, MoverFirst: 10,
		KingFirst: 72, RookFirst: 17, BothOff: 11,
		VictimAfter: 72, VictimBefore: 28,
		PushFirst: 47, Direct: 46, QueenFirst: 7,
	}
}

// whole returns the style with the orders of Careful where it has no shares.
func (s Style) whole() Style {
	careful := Careful()
	if s.Swap+s.VictimFirst+s.MoverFirst == 0 {
		s.Swap, s.VictimFirst, s.MoverFirst = careful.Swap, careful.VictimFirst, careful.MoverFirst
	}
	if s.KingFirst+s.RookFirst+s.BothOff == 0 {
		s.KingFirst, s.RookFirst, s.BothOff = careful.KingFirst, careful.RookFirst, careful.BothOff
	}
	if s.VictimAfter+s.VictimBefore+s.VictimLate == 0 {
		s.VictimAfter, s.VictimBefore = careful.VictimAfter, careful.VictimBefore
	}
	if s.PushFirst+s.Direct+s.QueenFirst == 0 {
		s.PushFirst, s.Direct, s.QueenFirst = careful.PushFirst, careful.Direct, careful.QueenFirst
	}
	return s
}
