package emulated

import (
	"math"
	"slices"
	"time"
)

// Deed is something that is done at its time.
type Deed struct {
	At time.Duration
	Do func(at time.Duration)
}

// Never is the Deed of who has nothing to do.
var Never = Deed{At: math.MaxInt64}

// Earlier returns the deed that comes first, a where both come at one time.
func Earlier(a, b Deed) Deed {
	if b.At < a.At {
		return b
	}
	return a
}

// advance does everything that is due until now, in its order.
func (b *Board) advance(now time.Duration) {
	for {
		d := b.next()
		if d.At > now {
			break
		}
		b.now = max(b.now, d.At)
		d.Do(d.At)
	}
	b.now = max(b.now, now)
}

// next is the first thing to be done after b.now.
func (b *Board) next() Deed {
	d := first(&b.plans)
	if b.off {
		return d
	}
	return Earlier(Earlier(d, first(&b.pending)), b.parts.Next())
}

// first is the first deed of a list, which is taken off when it is done.
func first(list *[]Deed) Deed {
	if len(*list) == 0 {
		return Never
	}
	return Deed{(*list)[0].At, func(at time.Duration) {
		do := (*list)[0].Do
		*list = (*list)[1:]
		do(at)
	}}
}

func insert(list []Deed, d Deed) []Deed {
	i := len(list)
	for i > 0 && list[i-1].At > d.At {
		i--
	}
	return slices.Insert(list, i, d)
}
