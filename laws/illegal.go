package laws

// PromotionMissing is the illegal move of the player who leaves the pawn on the
// last rank and presses.
type PromotionMissing struct {
	Rule
	ForcedQueen bool `toml:"forced_queen"` // the pawn becomes a queen
}

// PromotionOrder says in what order the hand promotes.
type PromotionOrder struct {
	Rule
	Order Order `toml:"order"`
}

// Order is the order of the pawn that moves and the piece that takes its place.
type Order string

const (
	PawnFirst Order = "pawn-first"  // another order is an illegal move
	AnyOrder  Order = "any"         // either, and the pawn need not come to the last rank
	OpenOrder Order = "unspecified" // the edition leaves it open
)

// UnmarshalText reads the word of a file.
func (o *Order) UnmarshalText(text []byte) error {
	return word(o, text, PawnFirst, AnyOrder, OpenOrder)
}

// BothInCheck says what the arbiter does where both kings are in check, or a
// pawn stands on its last rank, and nobody has claimed.
type BothInCheck struct {
	Rule
	Arbiter Arbiter `toml:"arbiter"`
}

// Arbiter is what the arbiter does of himself.
type Arbiter string

const (
	Intervenes    Arbiter = "intervenes"      // if he can
	WaitsThenDraw Arbiter = "waits-then-draw" // until the next move is completed; a position still illegal is then drawn
)

// UnmarshalText reads the word of a file.
func (a *Arbiter) UnmarshalText(text []byte) error {
	return word(a, text, Intervenes, WaitsThenDraw)
}
