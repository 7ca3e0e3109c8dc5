package emulator

import (
	"math"
	"slices"
	"time"

	"recorderd/boardio/dgt"
)

// deed is something the board will do at its time.
type deed struct {
	at time.Duration
	do func(at time.Duration)
}

var never = deed{at: math.MaxInt64}

func earlier(a, b deed) deed {
	if b.at < a.at {
		return b
	}
	return a
}

// advance does everything that is due until now, in its order.
func (b *Board) advance(now time.Duration) {
	for {
		d := b.next()
		if d.at > now {
			break
		}
		b.now = d.at
		d.do(d.at)
	}
	b.now = max(b.now, now)
}

// next is the first thing to be done after b.now. Squares that are as they were
// sampled, and a clock that stands, need no visit.
func (b *Board) next() deed {
	d := earlier(first(&b.plans), first(&b.pending))
	for i := range b.world {
		if b.world[i] != b.sampled[i] {
			d = earlier(d, deed{b.visit(i), func(at time.Duration) { b.sample(at, i) }})
		}
	}
	if b.clockMoves() {
		d = earlier(d, deed{b.grid(b.opt.Poll, 0), b.poll})
	}
	if b.mode == dgt.Update {
		d = earlier(d, deed{b.grid(b.opt.Repeat, 0), b.tellClock})
	}
	return d
}

// first is the first deed of a list, which is taken off when it is done.
func first(list *[]deed) deed {
	if len(*list) == 0 {
		return never
	}
	return deed{(*list)[0].at, func(at time.Duration) {
		do := (*list)[0].do
		*list = (*list)[1:]
		do(at)
	}}
}

// later puts something on the agenda, behind what is there for the same time.
func (b *Board) later(at time.Duration, do func(at time.Duration)) {
	b.pending = insert(b.pending, deed{at, do})
}

func insert(list []deed, d deed) []deed {
	i := len(list)
	for i > 0 && list[i-1].at > d.at {
		i--
	}
	return slices.Insert(list, i, d)
}

// visit is when square i is sampled next.
func (b *Board) visit(i int) time.Duration {
	return b.grid(b.opt.Scan, b.opt.Scan*time.Duration(i)/64)
}

// grid is the first time after b.now of those that are phase, and then every
// step, after the origin.
func (b *Board) grid(step, phase time.Duration) time.Duration {
	first := b.origin + phase
	if b.now < first {
		return first
	}
	return first + ((b.now-first)/step+1)*step
}

// sample visits a square that has changed.
func (b *Board) sample(at time.Duration, i int) {
	b.sampled[i] = b.world[i]
	switch b.mode {
	case dgt.Update, dgt.UpdateBoard, dgt.UpdateNice:
		b.send(at, dgt.FieldState, byte(i), b.sampled[i])
	}
}
