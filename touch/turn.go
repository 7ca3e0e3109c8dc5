package touch

// Taking is a piece that a player has taken up. Open says that it is not back.
type Taking struct {
	Held
	FromT int64
	Open  bool
}

// TakenUp returns which of his pieces the player to move has taken up, by what was
// seen of his turn so far, in order of time. A piece counts by the same measure as
// for touch-move, wherever it is now: one that can be played, and that was not
// brushed or put straight, did not fall together with others, and is not only
// lost to the sensor. The log is that of the turn, and Before the position in it;
// After and Move are not asked for.
func (p Ply) TakenUp() (taken []Taking) {
	if len(p.Log) == 0 {
		return nil
	}
	p.After, p.Move, p.Legal = p.Before, 0, false
	var r reading
	r.open(p, 0)
	r.readSpans()
	r.leaveOutSensor()
	r.markKnocked()
	r.timeMove()
	can := r.legal()
	for i := range r.spans {
		s := &r.spans[i]
		if can.movable.Has(s.square) && r.taken(s) && !r.toldBefore(s) {
			taken = append(taken, Taking{Held{s.place(), s.length()}, s.from, s.open})
		}
	}
	return taken
}
