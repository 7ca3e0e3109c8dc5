package emulator

import (
	"recorderd/boardio/certabo"
	"recorderd/observation"
)

// set is a set of pieces with a tag each, and where they are.
type set struct {
	on    certabo.Tags                        // the board, as the box numbers its squares
	aside map[observation.Piece][]certabo.Tag // in hands and in the box, the one to be taken next last
	made  int                                 // tags
}

// newSet returns a set in its box: the pieces of a game, and unless there are no
// spares a second queen each.
func newSet(noSpares bool) set {
	s := set{aside: make(map[observation.Piece][]certabo.Tag)}
	if !noSpares {
		s.fill("Qq")
	}
	s.fill("RNBQKBNRPPPPPPPPpppppppprnbqkbnr")
	return s
}

func (s *set) fill(pieces string) {
	for _, p := range []byte(pieces) {
		s.aside[observation.Piece(p)] = append(s.aside[observation.Piece(p)], s.tag())
	}
}

// tag makes a tag that no other piece has. Those of one maker begin alike.
func (s *set) tag() certabo.Tag {
	s.made++
	return certabo.Tag{3, 0, 84, byte(7 + s.made/200), byte(20 + s.made%200)}
}

// handled is a hand that changes a square. What is put down is the piece of its
// kind that was lifted last, or one from the box; where the set has no more of
// them, one of another set, whose tag nobody knows.
func (s *set) handled(sq observation.Square, was, is observation.Piece) {
	if was != observation.Empty {
		s.aside[was] = append(s.aside[was], s.on[sq])
		s.on[sq] = certabo.Tag{}
	}
	if is == observation.Empty {
		return
	}
	if len(s.aside[is]) == 0 {
		s.aside[is] = append(s.aside[is], s.tag())
	}
	last := len(s.aside[is]) - 1
	s.on[sq], s.aside[is] = s.aside[is][last], s.aside[is][:last]
}
