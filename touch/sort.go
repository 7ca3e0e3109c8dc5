package touch

import (
	"recorderd/observation"
	"recorderd/position"
)

// role is what a span is told as.
type role uint8

const (
	untold    role = iota
	inHand         // lifted by itself and put back, before another piece moved
	otherHand      // lifted and put back while the moved piece was in the air
	displaced      // fallen, or somewhere else
)

// markKnocked finds the pieces that were off with two others, or with one more of
// the opponent's: no player picks up so many.
func (r *reading) markKnocked() {
	for i := range r.spans {
		s := &r.spans[i]
		if s.visit() {
			continue
		}
		others, theirs := 0, 0
		for j := range r.spans {
			if o := &r.spans[j]; i != j && !o.visit() && s.together(o) >= r.Scan {
				others++
				if s.piece.Side() != r.mover && o.piece.Side() != r.mover {
					theirs++
				}
			}
		}
		s.knocked = others > 1 || theirs > 0
	}
}

// timeMove finds when the hand turned to the piece that moved, when all pieces
// of the move lay, and when the first of them was lifted for good or for long.
func (r *reading) timeMove() {
	r.flight = r.Until
	for i := range r.gone {
		if s := &r.gone[i]; s.piece.Side() == r.mover {
			r.flight = min(r.flight, s.from)
		}
	}
	r.rest = r.flight
	for _, t := range r.Log {
		if r.used.Has(t.Square) {
			r.rest = max(r.rest, t.T)
		}
	}
	r.bound = r.flight
	for i := range r.gone {
		r.bound = min(r.bound, r.gone[i].from)
	}
	for i := range r.spans {
		if s := &r.spans[i]; r.used.Has(s.square) && !s.knocked {
			r.bound = min(r.bound, s.from)
		}
	}
}

// sortSpans gives each span its role.
func (r *reading) sortSpans() {
	for i := range r.spans {
		s := &r.spans[i]
		switch {
		case s.visit():
			r.sortVisit(s)
		case s.knocked:
			s.role = displaced
		case r.used.Has(s.square):
			// A piece of the move that was put back for a while.
		case !s.began:
			// It was off before this player had the move: whoever put it back, it
			// binds nobody. Still off, it was told before.
			if !s.open {
				s.role = displaced
			}
		case s.open:
			s.role = displaced
		case s.piece.Side() == r.mover:
			r.sortOwn(s)
		default:
			r.sortTheirs(s)
		}
	}
	r.leaveOutAnswer()
}

// sortOwn sorts a piece of the mover that was put back.
func (r *reading) sortOwn(s *span) {
	switch {
	case min(s.to, r.flight)-s.from >= r.held:
		s.role = inHand
	case s.to > r.rest:
		s.role = displaced
	case s.to-max(s.from, r.flight) >= r.Scan:
		s.role = otherHand
	}
}

// sortTheirs sorts a piece of the opponent that was put back. After the move
// lay it was his turn.
func (r *reading) sortTheirs(s *span) {
	switch {
	case r.strayed(s):
		s.role = displaced
	case s.to <= r.rest || min(s.to, r.flight)-s.from >= r.held:
		s.role = inHand
	case s.from < r.rest:
		s.role = displaced
	}
}

// strayed reports whether a piece stood elsewhere while it was off its square,
// and nobody tried a move that way.
func (r *reading) strayed(s *span) bool {
	for i := range r.spans {
		v := &r.spans[i]
		if v.visit() && s.together(v) > 0 && codeFits(v.seen, s.piece) && !r.explained(v) {
			return true
		}
	}
	return false
}

// sortVisit sorts a piece that stood where none belongs.
func (r *reading) sortVisit(v *span) {
	was := !v.began && v.open // it stood there before and stands there still
	if !was && !r.explained(v) {
		v.role = displaced
	}
}

// explained reports whether a visit is a stop of the piece that moved, or of one
// of the mover's that he put back: a try, which is no displacement.
func (r *reading) explained(v *span) bool {
	early, late := min(r.flight, r.bound)-r.Scan, r.rest+r.Scan
	if v.from >= early && !v.open && v.to <= late && r.moves(v.seen) {
		return true
	}
	for i := range r.spans {
		s := &r.spans[i]
		own := !s.visit() && s.piece.Side() == r.mover
		if own && !s.open && !s.knocked && codeFits(v.seen, s.piece) &&
			v.from >= s.from-r.Scan && v.to <= s.to+r.Scan {
			return true
		}
	}
	return false
}

// moves reports whether a code may be that of a piece that the move takes up or
// puts down.
func (r *reading) moves(code observation.Piece) bool {
	for b := r.used; b != 0; b &= b - 1 {
		before, after := r.Before.At(b.First()), r.After.At(b.First())
		if before.Side() == r.mover && codeFits(code, before) || after.Side() == r.mover && codeFits(code, after) {
			return true
		}
	}
	return false
}

// codeFits reports whether a sensor may say this of the piece.
func codeFits(code observation.Piece, p position.Piece) bool {
	return code == observation.Occupied || p != position.Empty && code == observation.Piece(p.Letter())
}

// leaveOutAnswer takes what is the beginning of a legal answer for that, and not
// for pieces out of place.
func (r *reading) leaveOutAnswer() {
	if !r.anyOpen() {
		return
	}
	var buffer [position.MaxMoves]position.Move
	best, most := position.Move(0), 0
	for _, m := range r.After.Legal(buffer[:0]) {
		if n := r.answered(m, func(*span) {}); n > most {
			best, most = m, n
		}
	}
	if most > 0 {
		r.answered(best, func(s *span) { s.role = untold })
	}
}

func (r *reading) anyOpen() bool {
	for i := range r.spans {
		if s := &r.spans[i]; s.open && s.role == displaced {
			return true
		}
	}
	return false
}

// answered calls each for the spans that this answer explains, and returns how
// many they are.
func (r *reading) answered(m position.Move, each func(*span)) (n int) {
	squares, begun := squaresOf(m), r.begun(m)
	for i := range r.spans {
		s := &r.spans[i]
		if s.open && s.role == displaced && squares.Has(s.square) && s.from >= r.soonest(s) && (begun || !s.visit()) {
			n++
			each(s)
		}
	}
	return n
}

// begun reports whether the piece that makes the answer is off its square.
func (r *reading) begun(m position.Move) bool {
	for i := range r.spans {
		if s := &r.spans[i]; s.open && s.square == m.From() {
			return true
		}
	}
	return false
}

// soonest returns when a span may begin that belongs to the answer. Hands hurry:
// the answerer's own piece may leave while the other one is still in the air, but
// not before.
func (r *reading) soonest(s *span) int64 {
	if s.visit() || s.piece.Side() == r.mover {
		return r.rest - r.Scan
	}
	return r.flight - r.Scan
}
