package reconstruct

import (
	"recorderd/observation"
	"recorderd/position"
)

// The trail is what a board's own memory would have noted of what was seen: each
// square that changed and each press, without their times. By it the place is
// found in a memory at which the board was lost from sight, and where it was seen
// again.

// sign is one entry of it, or of a memory.
type sign struct {
	pressed bool
	square  observation.Square
	before  observation.Piece // what the square held; known only of what was seen
	piece   observation.Piece
	side    observation.Side // who pressed
	left    [2]int64         // what the clock showed then, by side; -1 where that is not known
	t       int64            // when it was seen; -1 for an entry of a memory
	lapse   *lapse           // of such an entry, which it fills
}

// lapse is a time of the game in which the board was not seen. Signs are counted
// from the beginning of the trail.
type lapse struct {
	since  int                   // from here on the board had been seen without a break
	from   int                   // the first sign that was not seen
	to     int                   // the first one that was seen again, and -1 until the board is,
	until  int                   // up to the next break; -1 where there was none
	seenTo int                   // the first one after the gap was closed; -1 while it is open
	before observation.Placement // the image when it was lost,
	after  observation.Placement // and when it was seen again
	dead   position.Bitboard     // the squares that were held for dead then
	began  int64
	imaged int64 // when it was seen again
	closed int64 // when the gap was closed; -1 while it is open
}

type trail struct {
	signs  []sign
	first  int // the number of signs[0]
	since  int // from here on the board has been seen without a break
	lost   bool
	lapses []lapse
}

const (
	// maxTrail bounds what is kept: hundreds of plies.
	maxTrail = 2048
	// maxLapses is how many gaps a memory can fill that comes late.
	maxLapses = 8
)

// end is the number of the next sign.
func (tr *trail) end() int { return tr.first + len(tr.signs) }

func (tr *trail) add(s sign) {
	if len(tr.signs) == maxTrail {
		tr.signs = append(tr.signs[:0], tr.signs[maxTrail/2:]...)
		tr.first += maxTrail / 2
		for len(tr.lapses) > 0 && tr.lapses[0].to >= 0 && tr.lapses[0].to < tr.first {
			tr.lapses = tr.lapses[1:]
		}
	}
	tr.signs = append(tr.signs, s)
}

// between returns the signs with these numbers, as far as they are still known.
func (tr *trail) between(from, to int) []sign {
	from, to = max(from-tr.first, 0), max(to-tr.first, 0)
	return tr.signs[min(from, to):to]
}

// turn views the board from the other side of the table.
func (tr *trail) turn() {
	for i := range tr.signs {
		if !tr.signs[i].pressed {
			tr.signs[i].square = tr.signs[i].square.Turned()
		}
	}
}

// open returns the lapse whose gap is open, or nil.
func (tr *trail) open() *lapse {
	if n := len(tr.lapses); n > 0 && tr.lapses[n-1].closed < 0 {
		return &tr.lapses[n-1]
	}
	return nil
}

// lose notes that the board is seen no more.
func (tr *trail) lose() {
	tr.lost = true
	for i := range tr.lapses {
		if l := &tr.lapses[i]; l.to >= 0 && l.until < 0 {
			l.until = tr.end()
		}
	}
}

// regain notes that the whole board was seen.
func (tr *trail) regain(now int64, image observation.Placement) {
	if tr.lost {
		tr.lost, tr.since = false, tr.end()
	}
	if l := tr.open(); l != nil {
		l.to, l.until, l.after, l.imaged = tr.end(), -1, image, now
	}
}

// beginLapse remembers where the board was lost from sight in a game.
func (t *Tracker) beginLapse() {
	tr := &t.image.trail
	if (t.phase == playing || t.phase == ready) && tr.open() == nil && !t.gap.open {
		if len(tr.lapses) == maxLapses {
			tr.lapses = append(tr.lapses[:0], tr.lapses[1:]...)
		}
		tr.lapses = append(tr.lapses, lapse{
			since: tr.since, from: tr.end(), to: -1, until: -1, seenTo: -1, before: t.image.squares, dead: t.image.dead, began: t.now, imaged: -1, closed: -1,
		})
	}
	tr.lose()
}

// endLapse remembers where the gap was closed: at the image that stands now.
func (t *Tracker) endLapse() {
	switch l := t.image.trail.open(); {
	case l == nil:
	case l.to >= 0:
		l.seenTo, l.closed = t.image.trail.end(), t.now
	default:
		t.dropLapse()
	}
}

// dropLapse forgets the gap that is open.
func (t *Tracker) dropLapse() {
	if tr := &t.image.trail; tr.open() != nil {
		tr.lapses = tr.lapses[:len(tr.lapses)-1]
	}
}

// dropLapsesAfter forgets the gaps whose plies people took back, or changed.
func (t *Tracker) dropLapsesAfter(ply int) {
	tr := &t.image.trail
	for n := len(tr.lapses) - 1; n >= 0 && ply < t.lastTold(); n-- {
		if tr.lapses[n].closed >= t.told[ply+1].node.made {
			tr.lapses = append(tr.lapses[:n], tr.lapses[n+1:]...)
		}
	}
}

// notePress adds a press of the clock to the trail.
func (t *Tracker) notePress(side observation.Side, c observation.Clock) {
	s := sign{pressed: true, side: side, left: [2]int64{-1, -1}, t: t.now}
	if c.HasTimes {
		s.left = [2]int64{c.WhiteMS, c.BlackMS}
	}
	t.image.trail.add(s)
}
