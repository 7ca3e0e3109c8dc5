package unwinnable

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"

	"recorderd/position"
)

// Class is the kind of a proof that a side cannot mate.
type Class uint8

const (
	NoProof    Class = iota
	ByMaterial       // a rule about the pieces
	ByWall           // no unit ever comes to where it would have to
	ByClosure        // all positions that can arise were looked at
	ByHaze           // the same, with the bishops anywhere
)

// Proof says why a side can never mate, so that a second program can check it.
type Proof struct {
	Class  Class
	Rule   int     // of ByMaterial: 1, 2 or 3, as in material.go
	Reach  []Reach // of ByWall: of each unit, by square
	States int     // of ByClosure and ByHaze: how many positions can arise, leaves not counted
	Leaves [2]int  // of ByClosure: how many moves leave too little material, and how many positions have walls
	Digest string  // of ByClosure and ByHaze: SHA-256 of the positions, sorted (digest), in hex
}

// Reach is the part of a wall that is about one unit.
type Reach struct {
	From    position.Square   // where it stands now
	Squares position.Bitboard // where it can ever stand
	Taken   bool              // whether it can ever be taken
}

// String is the proof in a few words.
func (p Proof) String() string {
	switch p.Class {
	case ByMaterial:
		return fmt.Sprintf("material %d", p.Rule)
	case ByWall:
		return "wall"
	case ByClosure:
		if p.States == 1 {
			return "the only position"
		}
		return fmt.Sprintf("all %d positions", p.States)
	case ByHaze:
		return fmt.Sprintf("all %d positions, bishops anywhere", p.States)
	}
	return "none"
}

// digest returns the SHA-256 of packed positions: of each the four words, big
// end first, and the positions in the order of these bytes.
func digest(keys []position.Packed) string {
	sorted := slices.Clone(keys)
	slices.SortFunc(sorted, func(a, b position.Packed) int { return slices.Compare(a[:], b[:]) })
	h := sha256.New()
	var bytes [32]byte
	for _, key := range sorted {
		for i, word := range key {
			binary.BigEndian.PutUint64(bytes[8*i:], word)
		}
		h.Write(bytes[:])
	}
	return hex.EncodeToString(h.Sum(nil))
}

// Check returns nil if what comes with an answer about p proves it, and
// otherwise says what is wrong. A helpmate is played, a rule looked up; of a wall
// it is seen whether any move leads out of it. The positions of a closed set are
// generated again.
func Check(p *position.Position, winner position.Side, a Answer) error {
	switch a.Verdict {
	case Winnable:
		return checkLine(*p, winner, a.Line)
	case Unwinnable:
		return checkProof(p, winner, a.Proof)
	}
	return nil
}

func checkLine(p position.Position, winner position.Side, line []position.Move) error {
	var buffer [position.MaxMoves]position.Move
	for i, m := range line {
		if !slices.Contains(p.Legal(buffer[:0]), m) {
			return fmt.Errorf("helpmate: move %d, %s, is not legal in %s", i+1, p.UCI(m), p.FEN())
		}
		p.Play(m)
	}
	if p.Side() == winner || !p.Checkmate() {
		return fmt.Errorf("helpmate: %s is no mate by %s", p.FEN(), winner)
	}
	return nil
}

func checkProof(p *position.Position, winner position.Side, proof Proof) error {
	if p.Side() != winner && p.Checkmate() {
		return errors.New("the king is mated")
	}
	switch proof.Class {
	case ByMaterial:
		if proof.Rule == 0 || lacking(p, winner) != proof.Rule || proof.Rule == 3 && twice(p, winner) {
			return fmt.Errorf("rule %d of material does not hold in %s", proof.Rule, p.FEN())
		}
	case ByWall:
		var w walls
		if !w.check(p, winner, proof.Reach) {
			return fmt.Errorf("the wall does not hold in %s", p.FEN())
		}
	case ByClosure, ByHaze:
		var s Solver
		a, err := s.Decide(p, winner, proof.States+proof.Leaves[1]+fewStates)
		if err != nil {
			return err
		}
		if a.Proof.Class != proof.Class || a.Proof.States != proof.States || a.Proof.Digest != proof.Digest {
			return fmt.Errorf("generated again: %s, not %s", a.Proof, proof)
		}
	default:
		return errors.New("no proof")
	}
	return nil
}
