// Package touch says what hands did beside a move: which facts the squares that
// changed during one ply hold for a claim under 4.2 to 4.4 and 7.4.
//
// A sensor knows that a piece left its square and when one stood there again.
// It knows neither fingers nor words: not whether the piece was taken, brushed
// or fell, and not whether "I adjust" was said. Pieces are off their squares all
// the time in an ordinary game: straightened, bounced, read as absent for a scan
// or three. So what is told is graded by time and company:
//
//   - what was off for less than an adjustment takes is nobody's matter;
//   - a piece off by itself, long enough, before the hand turned to another
//     one, was in a hand: touch-move, if it could have been played;
//   - three at once, or one that fell while a hand moved and lay until the move
//     was done, or before the clock was pressed, were knocked: piece-displaced;
//   - a square that comes and goes is the sensor, unless it was away for long; so
//     are more than four squares in one scan that come back faster than hands
//     set up;
//   - of two things less than a scan apart nobody knows which came first.
//
// A word for each time that a square did not show what belongs on it: a span.
// Spans are read from the log, those of the sensor are left out, the rest is
// sorted, and each sort has its fact.
package touch

import (
	"recorderd/observation"
	"recorderd/position"
)

// Touch is a square that changed: a piece left it, came to it, or was exchanged.
type Touch struct {
	T             int64
	Square        observation.Square
	Before, After observation.Piece
}

// Lift reports whether a piece left the square and none came.
func (t Touch) Lift() bool { return t.Before != observation.Empty && t.After == observation.Empty }

// Log is changes of squares, in order of time.
type Log []Touch

// FirstLift returns when a piece first left the square, and false if it was
// never seen empty or exchanged.
func (l Log) FirstLift(s observation.Square) (t int64, ok bool) {
	for _, touch := range l {
		if touch.Square == s && touch.Before != observation.Empty {
			return touch.T, true
		}
	}
	return 0, false
}

// Ply is a ply with all that was seen of it. The log begins when the ply before
// had come to rest, and may overlap with that ply's; so it may hold what the
// opponent did in the mover's time, pieces that he knocked over on his way to the
// clock, a lift that came too early, and the beginning of the answer. The two
// positions are those before and after the ply; an irregular ply needs no Move. A
// ply that was not seen but inferred has no log worth judging: leave it out.
type Ply struct {
	Before, After *position.Position
	Move          position.Move
	Legal         bool
	Log           Log
	Until         int64             // the time up to which the log goes; zero: its last change
	Scan          int64             // of the board, in ms; zero: 200
	Unreliable    position.Bitboard // squares that are known to come and go

	// Of the ply before: when it came to rest, up to when its log went, and when
	// its player pressed the clock. Zero where there was none.
	Rested, Known, Pressed int64
}

// Fact is what is told about a ply. Time and article are the teller's.
type Fact struct {
	Code string
	Side observation.Side // NoSide where nobody knows whose hand it was
	Data map[string]any
}

// The codes of the contract.
const (
	TouchMove         = "touch-move"
	CastlingRookFirst = "castling-rook-first"
	TwoPiecesLifted   = "two-pieces-lifted"
	PieceDisplaced    = "piece-displaced"
)

// Text returns the sentence for a code. It says what a sensor knows.
func Text(code string) string {
	switch code {
	case TouchMove:
		return "A piece was lifted that could have been played, and another one moved."
	case CastlingRookFirst:
		return "In castling the rook was lifted before the king."
	case TwoPiecesLifted:
		return "Two pieces of one player were lifted at the same time."
	case PieceDisplaced:
		return "Pieces left their squares without a move."
	}
	return ""
}

const (
	// adjusting is how long it takes to put a piece straight. A piece counts as
	// held, and as fallen, from this and a scan: the scan is how much longer than
	// it was an absence can look.
	adjusting = 700

	// oneHand is the most squares that one hand changes in one scan.
	oneHand = 4

	// answering is how soon after a move the answer begins at the earliest. What
	// is off its square before, was not taken by the player whose turn it is.
	answering = 350

	// dropOut is how many scans in a row a piece that stands badly may be missed.
	// Each further time that its square came and went asks for as many again
	// before a hand is believed.
	dropOut = 8

	// settingUp is how long a hand needs to put one piece back. Squares that all
	// come back faster were never left.
	settingUp = 250

	// defaultScan is assumed for a board that does not say how fast it scans.
	defaultScan = 200
)

// Facts returns what is to be told about the ply, nothing in the ordinary case.
// The order of touches of one time does not matter.
func (p Ply) Facts() []Fact {
	used := p.used()
	if p.ordinary(used) {
		return nil
	}
	var r reading
	r.open(p, used)
	r.readSpans()
	if len(r.spans) == 0 && !r.castles() {
		return nil
	}
	r.leaveOutSensor()
	r.markKnocked()
	r.timeMove()
	r.sortSpans()
	return r.facts()
}

// ordinary reports whether only squares of the move changed, and no castling
// was among them: then there is nothing to tell.
func (p *Ply) ordinary(used position.Bitboard) bool {
	if p.castles() {
		return len(p.Log) == 0
	}
	for _, t := range p.Log {
		if !used.Has(t.Square) {
			return false
		}
	}
	return true
}

func (p *Ply) castles() bool { return p.Legal && p.Move.IsCastling() }

// used returns the squares that the move is about. An irregular ply is about
// those that it changed.
func (p *Ply) used() (used position.Bitboard) {
	if p.Legal {
		return squaresOf(p.Move)
	}
	before, after := p.Before.Placement(), p.After.Placement()
	for s := range before {
		if before[s] != after[s] {
			used |= position.SetOf(position.Square(s))
		}
	}
	return used
}

// squaresOf returns the squares on which a legal move changes something, and
// in castling also where a piece stays.
func squaresOf(m position.Move) position.Bitboard {
	squares := position.SetOf(m.From()) | position.SetOf(m.To())
	switch {
	case m.IsCastling():
		king, rook := m.Castled()
		squares |= position.SetOf(king) | position.SetOf(rook)
	case m.IsEnPassant():
		squares |= position.SetOf(victim(m))
	}
	return squares
}

// victim returns the square of what a move captures, if it captures.
func victim(m position.Move) position.Square {
	if m.IsEnPassant() {
		return observation.SquareAt(m.To().File(), m.From().Rank())
	}
	return m.To()
}
