package unwinnable

import (
	"fmt"

	"recorderd/position"
)

// Class is the kind of a proof that a side cannot mate.
type Class uint8

const (
	NoProof     Class = iota
	ByMaterial        // a rule about the pieces: Rule
	ByInvariant       // a wall: no unit ever comes where it would have to
	ByClosure         // all positions that can arise were looked at
)

// Proof says why a side can never mate.
type Proof struct {
	Class  Class
	Rule   int // of ByMaterial: 1, 2 or 3, as in lacking
	States int // of ByClosure: the positions that can arise, without the leaves
}

// String is the proof in a few words, as the record says it.
func (p Proof) String() string {
	switch p.Class {
	case ByMaterial:
		return fmt.Sprintf("material %d", p.Rule)
	case ByInvariant:
		return "wall"
	case ByClosure:
		if p.States == 1 {
			return "the only position"
		}
		return fmt.Sprintf("all %d positions", p.States)
	}
	return "none"
}

// Helpmate writes the line of an answer about p as engines write moves.
func (a Answer) Helpmate(p *position.Position) []string {
	at, moves := *p, make([]string, len(a.Line))
	for i, m := range a.Line {
		moves[i] = at.UCI(m)
		at.Play(m)
	}
	return moves
}
