package unwinnable

// Class is the kind of a proof that a side cannot mate.
type Class uint8

const (
	NoProof     Class = iota
	ByMaterial        // a rule about the pieces: Rule
	ByInvariant       // a wall: no unit ever comes where it would have to
	ByClosure         // all positions that can arise were looked at
	ByHaze            // the same, with the bishops anywhere
)

// Proof says why a side can never mate.
type Proof struct {
	Class  Class
	Rule   int // of ByMaterial: 1, 2 or 3, as in lacking
	States int // of ByClosure: the positions that can arise, without the leaves
}
