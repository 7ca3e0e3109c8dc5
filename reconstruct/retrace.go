package reconstruct

import (
	"recorderd/observation"
	"recorderd/position"
)

// What a memory holds of a gap is read like anything else: a Tracker of its own is
// told it, at times that hands might have taken. A memory has no times.

// pace is how fast hands are taken to have been, in milliseconds.
type pace struct {
	step int64 // from one square to the next
	rest int64 // before the other player lifts a piece
}

// paces are tried one after the other: hands that go on at once and wait for each
// other, that do not wait, that stop at every square.
var paces = [...]pace{{120, 5000}, {120, 420}, {600, 5000}}

const (
	contested   = 300  // how much dearer a reading is at most that nothing but the pace speaks against
	beforePress = 700  // a press comes so long after the last square
	afterPress  = 900  // and the answer so long after it
	oneScan     = 200  // the entries of one scan may stand in any order
	longRest    = 4000 // everything that can be said of a board has been said after it
)

// retrace reads signs from a told ply on.
type retrace struct {
	t     *Tracker
	base  *toldPly
	start observation.Placement // how the board stood, as the sensors show it
	signs []sign
	dead  position.Bitboard
	tail  int64 // for how long it stood after the last sign
	left  [2]int64

	r     *Tracker
	now   int64
	put   observation.Side // whose piece was put down last, and nothing lifted since
	last  *sign            // the last one
	fresh bool             // something has changed since the last press
	beat  []beat
}

// beat is when a sign was told to the reader.
type beat struct {
	at   int64
	sign *sign
	left [2]int64 // of the clock after it
}

// likeliest returns what was read at the pace at which it is the likeliest, or nil
// if the signs are no game. What reads otherwise at another one leaves its doubt.
func (rt retrace) likeliest() (best *filling) {
	var all []*filling
	for _, p := range paces {
		if f := rt.read(p); f != nil {
			all = append(all, f)
		}
	}
	for _, f := range all {
		if best == nil || f.cost() < best.cost() {
			best = f
		}
	}
	for _, f := range all {
		rival(best.r.toldTip(), f.r.toldTip(), min(f.cost()-best.cost(), contested))
	}
	return best
}

// read returns what is read at a pace, or nil if that is no game, or more is left
// on the board in the end than one hand can have put there.
func (rt retrace) read(p pace) *filling {
	rt.begin()
	for i := range rt.signs {
		rt.tell(&rt.signs[i], p)
		if !rt.sane() {
			return nil
		}
	}
	rt.waitUntil(rt.now + rt.tail)
	r := rt.r
	if !rt.sane() || !r.best().clear() || len(r.lacks(r.toldTip()).came) > 1 || !agree(r.toldTip(), r.best().tip.at(min(r.lastTold(), r.best().tip.ply))) {
		return nil
	}
	return &filling{r, rt.beat}
}

// sane reports whether what was read so far is a game.
func (rt *retrace) sane() bool {
	r := rt.r
	return r.phase == playing && !r.away.is && !r.gap.open && r.toldTip().act.san != unexplained
}

// begin makes a reader that stands where the base was told.
func (rt *retrace) begin() {
	t, n := rt.t, rt.base.node
	h := observation.Header{Board: observation.Board{Sensing: t.sensing, ScanMS: oneScan}}
	for _, s := range rt.signs {
		h.Clock.Present = h.Clock.Present || s.pressed
	}
	r := New(h, n.pos)
	r.seePlacement(rt.start)
	r.image.dead = rt.dead
	r.clock.running, r.clock.ran = n.pos.Side(), true
	r.startAt(n.pos)
	r.told[0].node.loose = n.loose
	r.phase, r.began = playing, true
	r.weigh()
	rt.r, rt.now, rt.put = r, 0, observation.NoSide
}

// tell gives the reader one sign, when it is due.
func (rt *retrace) tell(s *sign, p pace) {
	if s.pressed {
		rt.press(s)
		return
	}
	was := rt.r.image.squares[s.square]
	lifted := observation.NoSide
	if piece, ok := sideOf(was); ok && s.piece == observation.Empty {
		lifted = piece
	}
	wait := p.step
	if lifted != observation.NoSide && rt.put == lifted.Other() {
		wait = p.rest
	}
	if !rt.fresh && len(rt.beat) > 0 {
		wait = afterPress
	}
	if s.piece != observation.Empty {
		rt.put, _ = sideOf(s.piece)
	} else if rt.put == lifted.Other() {
		rt.put = observation.NoSide
	}
	rt.fresh = true
	rt.apply(s, rt.now+rt.wait(s, wait), observation.Change{Square: s.square, Piece: s.piece})
}

// sideOf returns whose piece stands on a square, if that is known.
func sideOf(p observation.Piece) (observation.Side, bool) {
	switch {
	case p >= 'A' && p <= 'Z':
		return observation.White, true
	case p >= 'a' && p <= 'z' && p != observation.Occupied:
		return observation.Black, true
	}
	return observation.NoSide, false
}

// press tells of a press. Where the other player must have pressed before, that
// went unnoticed; where nothing has changed since this one did, he did it once.
func (rt *retrace) press(s *sign) {
	if rt.r.clock.running != s.side {
		if !rt.fresh {
			return
		}
		rt.apply(nil, rt.now+beforePress, observation.Clock{Running: s.side})
		rt.now += fumble
	}
	for i, ms := range s.left {
		if ms >= 0 {
			rt.left[i] = ms
		}
	}
	rt.put, rt.fresh = observation.NoSide, false
	rt.apply(s, rt.now+rt.wait(s, beforePress), observation.Clock{Running: s.side.Other()})
}

// wait returns how long after the last sign this one comes: as long as was seen,
// if both were.
func (rt *retrace) wait(s *sign, otherwise int64) int64 {
	last := rt.last
	rt.last = s
	if last == nil || last.t < 0 || s.t < 0 {
		return otherwise
	}
	return max(s.t-last.t, 1)
}

// apply tells the reader a fact at a time.
func (rt *retrace) apply(s *sign, at int64, f observation.Fact) {
	rt.waitUntil(at)
	rt.now = at
	rt.r.Apply(observation.Batch{T: at, Facts: []observation.Fact{f}})
	rt.beat = append(rt.beat, beat{at, s, rt.left})
}

// waitUntil lets the reader act on silence.
func (rt *retrace) waitUntil(at int64) {
	for when, ok := rt.r.Wake(); ok && when < at; when, ok = rt.r.Wake() {
		rt.r.Apply(observation.Batch{T: when, Facts: []observation.Fact{observation.Tick{}}})
	}
}

// alikePlies reports whether two readers have read the same.
func alikePlies(a, b *Tracker) bool {
	if len(a.told) != len(b.told) {
		return false
	}
	for i := range a.told {
		if x, y := a.told[i].node, b.told[i].node; x.move != y.move || x.act.kind != y.act.kind || x.pos != y.pos {
			return false
		}
	}
	return true
}
