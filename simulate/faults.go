package simulate

import (
	"cmp"
	"slices"

	"recorderd/observation"
	"recorderd/position"
)

// Faults says how often a sensor tells what is not so, in a thousand of the
// occasions named. The zero Faults is a good sensor.
type Faults struct {
	OffCentre int // of landings: the piece reads as empty now and then until it is touched again
	Flicker   int // of the scans of such a piece
	DropOuts  int // a game: a square is empty for one to three scans
	WrongCode int // of landings: it, or a square beside its way, is another piece of the right colour for one scan
	Ghost     int // of lifts: an empty neighbour has the piece for one scan
	Dead      int // of games: one square never changes
}

// Fault is something that a sensor told from At until Until although no hand did
// it. A loss of the cable has NoSquare.
type Fault struct {
	Kind      FaultKind
	Square    observation.Square
	At, Until int64
}

// FaultKind is what was wrong.
type FaultKind string

const (
	OffCentre FaultKind = "off-centre"
	DropOut   FaultKind = "drop-out"
	WrongCode FaultKind = "wrong-code"
	Ghost     FaultKind = "ghost"
	Dead      FaultKind = "dead"
	LinkLoss  FaultKind = "link-loss"
)

// The parts of a seed that are the board's own, its squares', and the cable's.
const (
	boardStream = 1<<32 + iota
	squareStream
	linkStream
)

// Feel returns a timeline as the sensor feels it: with the deeds of ghosts, and
// without those at dead squares. It is what Sense samples, and what Play should
// do to an emulated board that is to be as bad. Besides it tells what was no
// deed of anybody.
func (s Sensor) Feel(tl Timeline) (Timeline, []Fault) {
	if s.Faults == (Faults{}) && s.Losses == 0 {
		return tl, nil
	}
	f := feeling{
		chance: newChance(s.Seed, squareStream), sensor: s, period: max(s.Board.ScanMS, 1),
		tl: tl, board: tl.Start, to: touches(tl),
	}
	f.die()
	drops := f.dropOutTimes()
	for _, d := range tl.Deeds {
		for len(drops) > 0 && drops[0] <= d.At {
			f.dropOut(drops[0])
			drops = drops[1:]
		}
		f.feel(d)
	}
	f.unplug()
	felt := tl
	felt.Start, felt.Deeds = f.start(), f.deeds
	slices.SortStableFunc(felt.Deeds, func(a, b Deed) int { return cmp.Compare(a.At, b.At) })
	return felt, f.faults
}

// feeling is a timeline while its ghosts are added.
type feeling struct {
	chance
	sensor  Sensor
	period  int64
	tl      Timeline
	board   observation.Placement // what really stands
	to      [64][]int64           // when each square will be touched again
	haunted [64]int64             // until then a square tells something untrue
	dead    observation.Square
	stuck   observation.Piece // what the dead square tells
	deeds   []Deed
	faults  []Fault
}

// touches returns when each square is touched.
func touches(tl Timeline) (at [64][]int64) {
	for _, d := range tl.Deeds {
		if d.Kind == Lift || d.Kind == Put {
			at[d.Square] = append(at[d.Square], d.At)
		}
	}
	return at
}

// start is what the board feels in the beginning.
func (f *feeling) start() observation.Placement {
	pl := f.tl.Start
	if f.dead != observation.NoSquare {
		pl[f.dead] = f.stuck
	}
	return pl
}

// feel takes one deed, and adds what it brings about.
func (f *feeling) feel(d Deed) {
	if d.Kind != Lift && d.Kind != Put {
		f.deeds = append(f.deeds, d)
		return
	}
	if d.Square != f.dead {
		f.deeds = append(f.deeds, d)
	}
	lifted := f.board[d.Square]
	f.to[d.Square] = f.to[d.Square][1:]
	d.change(&f.board)
	switch faults := f.sensor.Faults; {
	case d.Kind == Lift:
		if f.happens(faults.Ghost) {
			f.haunt(Ghost, f.oneOf(f.emptyNeighbours(d.Square)), d.At, d.At+f.period, lifted)
		}
	case f.sensor.knowsPieces() && f.happens(faults.WrongCode):
		f.wrongCode(d)
	case f.happens(faults.OffCentre):
		f.flicker(d)
	}
}

// haunt lets a square tell something untrue for a while, but not longer than
// until it is touched.
func (f *feeling) haunt(kind FaultKind, sq observation.Square, at, until int64, piece observation.Piece) {
	if sq == observation.NoSquare || f.haunted[sq] > at {
		return
	}
	until = min(until, f.leftAlone(sq))
	if until <= at {
		return
	}
	f.tell(sq, at, piece)
	f.restore(kind, sq, at, until)
}

// restore ends a fault: the square tells again what stands there, unless a touch
// does that.
func (f *feeling) restore(kind FaultKind, sq observation.Square, at, until int64) {
	f.haunted[sq] = until
	f.faults = append(f.faults, Fault{kind, sq, at, until})
	if until < f.nextTouch(sq) {
		f.tell(sq, until, f.board[sq])
	}
}

func (f *feeling) tell(sq observation.Square, at int64, piece observation.Piece) {
	kind := Put
	if piece == observation.Empty {
		kind = Lift
	}
	f.deeds = append(f.deeds, Deed{At: at, Kind: kind, Square: sq, Piece: piece})
}

// nextTouch returns when a square will be touched, after all if never.
func (f *feeling) nextTouch(sq observation.Square) int64 {
	if len(f.to[sq]) == 0 {
		return f.tl.End + 1
	}
	return f.to[sq][0]
}

// leftAlone returns until when a square is left alone.
func (f *feeling) leftAlone(sq observation.Square) int64 { return min(f.nextTouch(sq), f.tl.End) }

func (f *feeling) emptyNeighbours(sq observation.Square) (squares []observation.Square) {
	for _, s := range beside(sq) {
		if f.board[s] == observation.Empty {
			squares = append(squares, s)
		}
	}
	return squares
}

// wrongCode lets the piece that has just landed, or a square beside it, be
// something else for one scan.
func (f *feeling) wrongCode(d Deed) {
	sq := d.Square
	if f.pick(1, 1) == 1 {
		sq = f.oneOf(beside(sq))
	}
	like := d.Piece
	if f.board[sq] != observation.Empty {
		like = f.board[sq]
	}
	f.haunt(WrongCode, sq, d.At, d.At+f.period, f.mistaken(like))
}

// mistaken returns another piece of this colour: mostly a pawn or a bishop.
func (f *feeling) mistaken(piece observation.Piece) observation.Piece {
	own, _ := position.PieceOf(byte(piece))
	kinds := []position.Kind{position.Pawn, position.Bishop, position.Knight, position.Rook, position.Queen}
	kind := kinds[f.pick(45, 35, 10, 5, 5)]
	if kind == own.Kind() {
		kind = position.Pawn
		if own.Kind() == position.Pawn {
			kind = position.Bishop
		}
	}
	return observation.Piece(position.MakePiece(own.Side(), kind).Letter())
}

// flicker lets a piece that landed off its centre be read as nothing in some
// scans, until it is touched.
func (f *feeling) flicker(d Deed) {
	if f.haunted[d.Square] > d.At {
		return
	}
	until, shown := f.leftAlone(d.Square), true
	for at := d.At; at < until; at += f.period {
		read := !f.happens(f.sensor.Faults.Flicker)
		switch {
		case read == shown:
		case read:
			f.tell(d.Square, at, d.Piece)
		default:
			f.tell(d.Square, at, observation.Empty)
		}
		shown = read
	}
	f.restore(OffCentre, d.Square, d.At, until)
}

// dropOutTimes returns when squares will drop out, in order. How often is spread
// about the mean as if each game had ten occasions.
func (f *feeling) dropOutTimes() (at []int64) {
	for i, g := range f.tl.Games {
		from, to := f.span(i, g)
		for range 10 {
			if f.happens(f.sensor.Faults.DropOuts / 10) {
				at = append(at, f.between(from, to))
			}
		}
	}
	slices.Sort(at)
	return at
}

// span returns from when until when a game is played.
func (f *feeling) span(i int, g Played) (from, to int64) {
	to = f.tl.End
	if n := len(g.Plies); n > 0 {
		to = g.Plies[n-1].Made
	} else if i+1 < len(f.tl.Games) {
		to = f.tl.Games[i+1].Begin
	}
	return g.Begin, max(to, g.Begin)
}

// dropOut lets a square on which something stands be empty for one to three
// scans.
func (f *feeling) dropOut(at int64) {
	var full []observation.Square
	for sq, piece := range f.board {
		if piece != observation.Empty {
			full = append(full, observation.Square(sq))
		}
	}
	f.haunt(DropOut, f.oneOf(full), at, at+f.between(1, 3)*f.period, observation.Empty)
}

// die lets one square tell the same for ever: nothing, or, where a square knows
// only whether something stands on it, perhaps that.
func (f *feeling) die() {
	f.dead = observation.NoSquare
	if !f.happens(f.sensor.Faults.Dead) {
		return
	}
	f.dead = observation.Square(f.between(0, 63))
	if !f.sensor.knowsPieces() && f.pick(1, 1) == 1 {
		f.stuck = observation.Occupied
	}
	f.haunted[f.dead] = f.tl.End + 1
	f.faults = append(f.faults, Fault{Dead, f.dead, 0, f.tl.End})
}

func (s Sensor) knowsPieces() bool { return s.Board.Sensing != observation.Occupancy }

// unplug pulls the cable out and puts it back, once in each of as many parts of
// the games as there are losses.
func (f *feeling) unplug() {
	c := newChance(f.sensor.LinkSeed, linkStream)
	for i, g := range f.tl.Games {
		from, to := f.span(i, g)
		part := (to - from) / int64(max(1, f.sensor.Losses))
		for range f.sensor.Losses {
			lasts := min(c.between(2000, 20000), part/2)
			at := from + c.between(0, part-lasts)
			f.deeds = append(f.deeds, Deed{At: at, Kind: Unplug}, Deed{At: at + lasts, Kind: Plug})
			f.faults = append(f.faults, Fault{LinkLoss, observation.NoSquare, at, at + lasts})
			from += part
		}
	}
}
