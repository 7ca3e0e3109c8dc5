package touch

import (
	"cmp"
	"slices"

	"recorderd/observation"
	"recorderd/position"
)

// span is a time during which a square did not show what belongs on it: a piece
// was off, or something stood where nothing should.
type span struct {
	square   position.Square
	piece    position.Piece    // what belongs there
	seen     observation.Piece // what stood there instead, the last of it
	from, to int64
	began    bool // the log saw it begin
	open     bool // it has not ended; to is then the end of the log
	lifted   bool // the square was empty for a part of it
	knocked  bool
	role     role
}

// visit reports whether something stood on a square that should be empty.
func (s *span) visit() bool { return s.piece == position.Empty }

func (s *span) length() int64 { return s.to - s.from }

// together returns for how long both spans lasted, below zero if they did not
// meet.
func (s *span) together(o *span) int64 { return min(s.to, o.to) - max(s.from, o.from) }

// reading is the work on one ply.
type reading struct {
	Ply
	mover position.Side
	used  position.Bitboard
	held  int64 // from this length on a piece was held, or lay

	spans []span    // of this length, whatever square they are of
	gone  []span    // the departures of the pieces that the move takes away
	away  [64]uint8 // how often each square did not show what belongs there

	start        int64 // of the log
	turn         int64 // when the mover's own time began
	flight, rest int64 // when his hand turned to the moved piece, and when all lay
	lay          bool  // and whether the moved piece was seen to land
	bound        int64 // when a piece of the move was lifted first
	room         [16]span
	departed     [4]span
}

func (r *reading) open(p Ply, used position.Bitboard) {
	r.Ply, r.used, r.mover = p, used, p.Before.Side()
	if r.Scan <= 0 {
		r.Scan = defaultScan
	}
	r.start = r.Log[0].T
	if r.Rested > 0 {
		r.start = min(r.start, r.Rested)
	}
	r.Until = max(r.Until, r.Log[len(r.Log)-1].T)
	r.held = adjusting + r.Scan
	r.spans, r.gone = r.room[:0], r.departed[:0]
}

// track follows one square through the log.
type track struct {
	known  bool // it was touched
	wrong  bool // span is not over
	closed bool // span is over and not filed: only of squares of the move
	times  uint8
	last   observation.Piece
	span   span
}

// readSpans reads the spans out of the log.
func (r *reading) readSpans() {
	var tracks [64]track
	for i := range r.Log {
		if t := &r.Log[i]; t.Square < position.NoSquare {
			r.follow(&tracks[t.Square], t)
		}
	}
	for s := range tracks {
		if tracks[s].known {
			r.finish(&tracks[s])
		}
	}
	slices.SortFunc(r.spans, func(a, b span) int {
		return cmp.Or(cmp.Compare(a.from, b.from), cmp.Compare(a.square, b.square))
	})
}

func (r *reading) follow(k *track, t *Touch) {
	belongs := r.Before.At(t.Square)
	if r.used.Has(t.Square) && belongs == position.Empty {
		return // where a piece of the move lands
	}
	if !k.known {
		k.known = true
		if !shows(t.Before, belongs) {
			k.begin(t, belongs, r.start, false)
			k.note(t.Before)
		}
	}
	k.last = t.After
	switch right := shows(t.After, belongs); {
	case k.wrong && right:
		k.wrong, k.closed, k.span.to = false, true, t.T
		if !r.used.Has(t.Square) {
			r.file(k)
		}
	case k.wrong:
		k.note(t.After)
	case !right:
		r.file(k)
		k.begin(t, belongs, t.T, true)
		k.note(t.After)
	}
}

func (k *track) begin(t *Touch, belongs position.Piece, from int64, seen bool) {
	k.wrong = true
	if k.times < 255 {
		k.times++
	}
	k.span = span{square: t.Square, piece: belongs, from: from, began: seen}
}

func (k *track) note(p observation.Piece) {
	if p == observation.Empty {
		k.span.lifted = true
	} else {
		k.span.seen = p
	}
}

// file puts a span away that is over.
func (r *reading) file(k *track) {
	if !k.closed {
		return
	}
	k.closed = false
	if k.span.length() >= r.held {
		r.spans = append(r.spans, k.span)
	}
}

// finish puts away what a square was like in the end. The last span of a square
// of the move is the departure; a board that only knows occupied from empty ends
// it when the captor lands.
func (r *reading) finish(k *track) {
	s := k.span.square
	r.away[s] = k.times
	if k.wrong {
		k.span.to, k.span.open = r.Until, true
	}
	refilled := k.closed && k.last == observation.Occupied && r.After.At(s) != position.Empty
	switch {
	case r.used.Has(s) && (k.wrong || refilled):
		r.gone = append(r.gone, k.span)
	case k.wrong && k.span.length() >= r.held:
		r.spans = append(r.spans, k.span)
	default:
		r.file(k)
	}
}

// shows reports whether what a sensor says is this piece, as far as it can tell.
func shows(seen observation.Piece, p position.Piece) bool {
	if p == position.Empty {
		return seen == observation.Empty
	}
	return seen == observation.Occupied || seen == observation.Piece(p.Letter())
}

// leaveOutSensor drops the spans that no hand made.
func (r *reading) leaveOutSensor() {
	if len(r.spans) == 0 {
		return
	}
	left, filled := r.bursts(Touch.Lift), r.bursts(Touch.fills)
	r.spans = slices.DeleteFunc(r.spans, func(s span) bool {
		switch {
		case s.length() < r.flicker(s.square):
			return true
		case !s.visit() && !s.lifted:
			return true // a code that reads as another one
		}
		n := left.at(s.from)
		return n > 0 && (s.open || filled.at(s.to) > 0 || s.length() < int64(n)*settingUp)
	})
}

// flicker returns how long a square may have been away without a hand.
func (r *reading) flicker(s position.Square) int64 {
	times := int64(r.away[s])
	if r.Unreliable.Has(s) {
		times++
	}
	return (times - 1) * dropOut * r.Scan
}

func (t Touch) fills() bool { return t.Before == observation.Empty && t.After != observation.Empty }

// burst is a time in which more squares changed, one way, than a hand changes.
type burst struct {
	from, to int64
	squares  int
}

type bursts []burst

// at returns how many squares changed in the burst of this time, 0 if there was
// none.
func (b bursts) at(t int64) int {
	for _, u := range b {
		if u.from <= t && t <= u.to {
			return u.squares
		}
	}
	return 0
}

// bursts finds where more than a hand's squares changed within a scan.
func (r *reading) bursts(counts func(Touch) bool) (found bursts) {
	var recent [oneHand + 1]int64 // when the last of them changed, the oldest at n
	n, total := 0, 0
	for _, t := range r.Log {
		if !counts(t) {
			continue
		}
		recent[n] = t.T
		n = (n + 1) % len(recent)
		total++
		if oldest := recent[n]; total >= len(recent) && t.T-oldest < r.Scan {
			found = found.grow(oldest, t.T)
		}
	}
	return found
}

// grow adds a hand's squares and one more, or one square to the burst that
// still goes on.
func (b bursts) grow(from, to int64) bursts {
	if last := len(b) - 1; last >= 0 && from <= b[last].to {
		b[last].to = to
		b[last].squares++
		return b
	}
	return append(b, burst{from, to, oneHand + 1})
}
