package touch

import (
	"recorderd/observation"
	"recorderd/position"
)

// Place is a piece and where it belongs.
type Place struct {
	Square string `json:"square"`
	Piece  string `json:"piece,omitempty"`
}

// Absence is a piece out of its place. FromT is left out where it was out of
// place before the ply began, RightT where it still is.
type Absence struct {
	Place
	FromT  *int64 `json:"from_t,omitempty"`
	RightT *int64 `json:"right_t,omitempty"`
}

// Held is a further piece that was lifted and put back.
type Held struct {
	Place
	HeldMS int64 `json:"held_ms"`
}

func (s *span) place() Place {
	p := Place{Square: s.square.String(), Piece: s.piece.String()}
	if s.visit() {
		p.Piece = s.seen.String()
	}
	return p
}

func (r *reading) facts() (facts []Fact) {
	if f, ok := r.rookFirst(); ok {
		facts = append(facts, f)
	}
	if f, ok := r.twoPieces(); ok {
		facts = append(facts, f)
	}
	if f, ok := r.touchMove(); ok {
		facts = append(facts, f)
	}
	if f, ok := r.pieceDisplaced(); ok {
		facts = append(facts, f)
	}
	return facts
}

// rookFirst tells of a castling whose rook was lifted a scan or more before the
// king.
func (r *reading) rookFirst() (Fact, bool) {
	king, rook, ok := r.castling()
	if !ok {
		return Fact{}, false
	}
	first, second := r.firstLift(rook), r.firstLift(king)
	if second-first < r.Scan {
		return Fact{}, false
	}
	return Fact{CastlingRookFirst, r.mover, map[string]any{
		"rook": rook.place(), "king": king.place(), "rook_t": first, "king_t": second,
	}}, true
}

// castling returns the departures of king and rook, if both were seen.
func (r *reading) castling() (king, rook *span, ok bool) {
	if !r.castles() {
		return nil, nil, false
	}
	for i := range r.gone {
		switch s := &r.gone[i]; {
		case !s.began || !s.open:
		case s.square == r.Move.From():
			king = s
		case s.square == r.Move.To():
			rook = s
		}
	}
	return king, rook, king != nil && rook != nil
}

// firstLift returns when a piece of the move was lifted first: for good, or for
// longer than it takes to put it straight.
func (r *reading) firstLift(gone *span) int64 {
	first := gone.from
	for i := range r.spans {
		if s := &r.spans[i]; s.square == gone.square && r.taken(s) {
			first = min(first, s.from)
		}
	}
	return first
}

// twoPieces tells of king and rook, or of two other pieces of the mover, that
// were off the board together.
func (r *reading) twoPieces() (Fact, bool) {
	if king, rook, ok := r.castling(); ok {
		toKing, toRook := r.Move.Castled()
		k, c := *king, *rook
		k.to, c.to = r.landed(toKing, king), r.landed(toRook, rook)
		if k.together(&c) >= r.Scan {
			return r.bothOff(&k, &c), true
		}
	}
	for i := range r.spans {
		s := &r.spans[i]
		if !r.ownInHand(s) {
			continue
		}
		for j := range r.spans[:i] {
			if o := &r.spans[j]; r.ownInHand(o) && s.together(o) >= r.held {
				return r.bothOff(o, s), true
			}
		}
		if air := r.inTheAir(); s.together(&air) >= r.held {
			return r.bothOff(s, &air), true
		}
	}
	return Fact{}, false
}

// inTheAir returns the time for which the moved piece was in the air.
func (r *reading) inTheAir() (air span) {
	if moved := r.moved(); moved != nil {
		air = *moved
		air.to = r.rest
	}
	return air
}

func (r *reading) ownInHand(s *span) bool {
	return s.piece.Side() == r.mover && (s.role == inHand || s.role == otherHand)
}

// landed returns when a piece first stood on its square after it had gone, or in
// the scan in which it went.
func (r *reading) landed(on position.Square, gone *span) int64 {
	for _, t := range r.Log {
		if t.Square == on && t.T > gone.from-r.Scan && codeFits(t.After, gone.piece) {
			return t.T
		}
	}
	return r.Until
}

func (r *reading) bothOff(a, b *span) Fact {
	if a.from > b.from || a.from == b.from && a.square > b.square {
		a, b = b, a
	}
	return Fact{TwoPiecesLifted, r.mover, map[string]any{
		"pieces": []Place{a.place(), b.place()}, "from_t": b.from, "to_t": min(a.to, b.to),
	}}
}

// moved returns the departure of the piece that moved, the king's in castling.
func (r *reading) moved() (first *span) {
	if king, _, ok := r.castling(); ok {
		return king
	}
	for i := range r.gone {
		s := &r.gone[i]
		if s.piece.Side() == r.mover && (first == nil || s.from < first.from) {
			first = s
		}
	}
	return first
}

// touchMove tells of the first piece that was in a hand and could have been
// played. There is one such fact a ply, with the others in it: it is the first
// touched piece that binds (4.3), of two at the same time the player's own.
func (r *reading) touchMove() (Fact, bool) {
	rules := r.rules()
	var first *span
	for i := range r.spans {
		s := &r.spans[i]
		if s.role != inHand || !rules.bind(r, s) {
			continue
		}
		if first == nil {
			first = s
		} else if first.piece.Side() != r.mover && s.piece.Side() == r.mover && s.from-first.from < r.Scan {
			first = s
		}
	}
	if first == nil {
		return Fact{}, false
	}
	data := map[string]any{
		"touched": first.place(), "held_ms": first.length(), "from_t": first.from, "to_t": first.to,
		"could": "move", "grade": r.grade(first),
	}
	if first.piece.Side() != r.mover {
		data["could"] = "be-captured"
	}
	if moved := r.moved(); moved != nil {
		data["moved"] = moved.place()
	}
	if others := r.others(first); others != nil {
		data["others"] = others
	}
	return Fact{TouchMove, r.mover, data}, true
}

// grade is "low" where an innocent reading is as good: it was the opponent's
// piece, which he may have put straight himself, or several pieces were put
// straight.
func (r *reading) grade(touched *span) string {
	straightened := 0
	for s, n := range r.away {
		at := position.Square(s)
		if n > 0 && at != touched.square && !r.used.Has(at) && r.Before.At(at).Side() == r.mover {
			straightened++
		}
	}
	if touched.piece.Side() != r.mover || straightened > 1 {
		return "low"
	}
	return "high"
}

func (r *reading) others(touched *span) (others []Held) {
	for i := range r.spans {
		if s := &r.spans[i]; s != touched && (s.role == inHand || s.role == otherHand) {
			others = append(others, Held{s.place(), s.length()})
		}
	}
	return others
}

// rules is what could be played before the ply.
type rules struct {
	movable    position.Bitboard // own pieces with a legal move
	capturable position.Bitboard // the opponent's that could be captured
	byMoved    position.Bitboard // and those that the moved piece could capture
}

func (r *reading) rules() (can rules) {
	for i := range r.spans {
		if r.spans[i].role == inHand {
			return r.legal()
		}
	}
	return can
}

func (r *reading) legal() (can rules) {
	var moved position.Bitboard
	for i := range r.gone {
		moved |= position.SetOf(r.gone[i].square)
	}
	var buffer [position.MaxMoves]position.Move
	for _, m := range r.Before.Legal(buffer[:0]) {
		can.movable |= position.SetOf(m.From())
		if !r.Before.IsCapture(m) {
			continue
		}
		can.capturable |= position.SetOf(victim(m))
		if moved.Has(m.From()) {
			can.byMoved |= position.SetOf(victim(m))
		}
	}
	return can
}

// bind reports whether the player had to play the piece: it was lifted before
// any piece of his move, or the moved piece should have captured it (4.3.3).
func (can *rules) bind(r *reading, s *span) bool {
	before := r.bound-s.from >= r.Scan
	if s.piece.Side() == r.mover {
		return before && can.movable.Has(s.square)
	}
	return before && can.capturable.Has(s.square) || can.byMoved.Has(s.square)
}

// pieceDisplaced tells of all pieces out of place in one fact. It is the mover's
// if all of it happened while his hand moved.
func (r *reading) pieceDisplaced() (Fact, bool) {
	var squares []Absence
	side, open, right := r.mover, false, int64(0)
	for i := range r.spans {
		s := &r.spans[i]
		if s.role != displaced {
			continue
		}
		squares = append(squares, s.absence())
		open, right = open || s.open, max(right, s.to)
		if !s.began || s.from < r.flight-r.Scan || s.from > r.rest+r.Scan {
			side = observation.NoSide
		}
	}
	if squares == nil {
		return Fact{}, false
	}
	data := map[string]any{"squares": squares, "open": open}
	if first := squares[0].FromT; first != nil {
		data["from_t"] = *first
	}
	if !open {
		data["right_t"] = right
	}
	return Fact{PieceDisplaced, side, data}, true
}

func (s *span) absence() Absence {
	a := Absence{Place: s.place()}
	if from := s.from; s.began {
		a.FromT = &from
	}
	if to := s.to; !s.open {
		a.RightT = &to
	}
	return a
}
