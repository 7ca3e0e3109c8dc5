package recording

import (
	"cmp"
	"slices"

	"recorderd/record"
)

// Comparison is how far two recordings of one game agree: of the two boards, for
// one, at which a game with a visually impaired player is played. Where they
// differ the Laws go back to the position in which they agree (Appendix D.2 of
// 2018 and 2023, E.2 of 2009).
type Comparison struct {
	Common int    // plies that both have alike; -1 where not even the starts are alike
	FEN    string // the position after them, "" where there is none

	// The ply after those on each board, nil where that board has none. Where
	// only one is nil that board is behind, and nothing contradicts.
	First, Second *record.Scored

	// MayAgree is that the plies differ, and that one of them was read with doubt
	// and may as well be the other.
	MayAgree bool
	// Doubtful are the common plies that one board is not sure of.
	Doubtful []int
}

// Differ reports whether both boards have a next ply, and not the same, or did
// not begin alike.
func (c Comparison) Differ() bool { return c.Common < 0 || c.First != nil && c.Second != nil }

// Compare compares two recordings of one game, ply by ply as they stand.
func Compare(first, second *State) (c Comparison) {
	a, b := &first.Score, &second.Score
	if a.Start == nil || b.Start == nil || a.FEN(0) != b.FEN(0) {
		c.Common = -1
		return c
	}
	for c.Common < min(len(a.Plies), len(b.Plies)) && alike(a.Plies[c.Common], b.Plies[c.Common]) {
		c.Common++
		if doubtful(a.Plies[c.Common-1]) || doubtful(b.Plies[c.Common-1]) {
			c.Doubtful = append(c.Doubtful, c.Common)
		}
	}
	c.FEN = a.FEN(c.Common)
	c.First, c.Second = next(a, c.Common), next(b, c.Common)
	if c.First != nil && c.Second != nil {
		c.MayAgree = mayBe(*c.First, *c.Second) || mayBe(*c.Second, *c.First)
	}
	return c
}

func next(s *record.Score, ply int) *record.Scored {
	if ply >= len(s.Plies) {
		return nil
	}
	return &s.Plies[ply]
}

// alike reports whether two plies are one move that led to one position.
func alike(a, b record.Scored) bool {
	return a.Side == b.Side && a.FEN == b.FEN && cmp.Or(a.UCI, a.SAN) == cmp.Or(b.UCI, b.SAN)
}

func doubtful(p record.Scored) bool { return p.Inferred || p.Confidence < record.Sure || !p.Legal }

// mayBe reports whether another reading of a ply is the move of the other board.
func mayBe(p, other record.Scored) bool {
	return slices.ContainsFunc(p.Alternatives, func(reading []string) bool {
		return len(reading) > 0 && reading[0] == other.UCI
	})
}
