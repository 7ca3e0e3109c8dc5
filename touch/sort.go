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
// of the move lay, when the mover's time began, and when he first lifted a piece
// of the move for good or for long.
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
			r.lay = r.lay || t.After != observation.Empty && t.T > r.flight-r.Scan
		}
	}
	r.turn = r.start
	if r.Rested > 0 {
		r.turn = r.Rested + answering + r.Scan
	}
	if r.Pressed <= r.flight { // else he answered before the press
		r.turn = max(r.turn, r.Pressed)
	}
	r.bound = r.flight
	for i := range r.gone {
		r.bound = min(r.bound, r.gone[i].from)
	}
	for i := range r.spans {
		if s := &r.spans[i]; r.used.Has(s.square) && r.taken(s) {
			r.bound = min(r.bound, s.from)
		}
	}
}

// taken reports whether the mover may have taken the piece up in his own time.
func (r *reading) taken(s *span) bool { return s.began && s.from >= r.turn && !s.knocked }

// toldBefore reports whether the span was the business of the ply before: its log
// had all of it, or so it was when this log began and so it still is.
func (r *reading) toldBefore(s *span) bool {
	if s.open {
		return !s.began
	}
	return s.to <= r.Known
}

// sortSpans gives each span its role. What was off before the mover's time began
// binds nobody, whoever put it back.
func (r *reading) sortSpans() {
	for i := range r.spans {
		s := &r.spans[i]
		switch {
		case r.toldBefore(s):
		case s.visit():
			r.sortVisit(s)
		case s.knocked:
			s.role = displaced
		case r.used.Has(s.square):
			// A piece of the move that was put back for a while.
		case !r.taken(s) || s.open:
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
	case s.to-max(s.from, r.flight) >= r.held:
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
	if !r.explained(v) {
		v.role = displaced
	}
}

// explained reports whether a visit is a stop of the piece that moved, or of one
// of the mover's that he put back: a try, which is no displacement. An occupancy
// board does not see a capture land if the victim went just before.
func (r *reading) explained(v *span) bool {
	early, late := min(r.flight, r.bound)-r.Scan, r.rest+r.Scan
	if !r.lay {
		late = r.Until
	}
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
