package simulate

import (
	"math/rand/v2"

	"recorderd/observation"
)

// chance draws from one seeded generator. Its arithmetic rounds alike on every
// processor, which the functions of package math do not promise.
type chance struct{ r *rand.Rand }

func newChance(seed, stream uint64) chance {
	return chance{rand.New(rand.NewPCG(seed, stream))}
}

// between returns a whole number from lo to hi, both included.
func (c chance) between(lo, hi int64) int64 { return lo + c.r.Int64N(hi-lo+1) }

// pick returns an index with a chance that goes by its share.
func (c chance) pick(shares ...int) int {
	sum := 0
	for _, s := range shares {
		sum += s
	}
	n := c.r.IntN(sum)
	for i, s := range shares {
		if n < s {
			return i
		}
		n -= s
	}
	return len(shares) - 1
}

// spread is a log-normal distribution of milliseconds, cut off on both sides.
type spread struct {
	median    int64
	sigma     float64
	low, high int64
}

// draw returns one time of the distribution.
func (c chance) draw(s spread) int64 {
	normal := -6.0 // a sum of twelve uniform numbers is close enough
	for range 12 {
		normal += c.r.Float64()
	}
	ms := int64(float64(s.median) * exp(normal*s.sigma))
	return min(max(ms, s.low), s.high)
}

// exp is the limit of (1+x/n)^n, within a percent for what is drawn here.
func exp(x float64) float64 {
	y := 1 + x/1024
	for range 10 {
		y *= y
	}
	return y
}

// happens says yes in so many of a thousand cases. What never happens costs no
// draw, so that hands without a habit are the same as before it was invented.
func (c chance) happens(inThousand int) bool {
	return inThousand > 0 && c.r.IntN(1000) < inThousand
}

// oneOf returns one of the squares, or NoSquare if there is none.
func (c chance) oneOf(squares []observation.Square) observation.Square {
	if len(squares) == 0 {
		return observation.NoSquare
	}
	return squares[c.r.IntN(len(squares))]
}
