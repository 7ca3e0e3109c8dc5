package unwinnable

import "recorderd/position"

// walls looks for an invariant of all positions that can arise: for each unit
// now on the board the squares on which it can ever stand (its reach), and
// whether it can ever be taken. The invariant says: each unit that is still there
// stands within its reach, and only units that can be taken are gone. It holds
// now, and no legal move leads from a position that it allows to one that it does
// not; grow makes the smallest such sets. Then noMate asks whether any position
// that it allows could be a mate.
//
// Nothing is assumed but the rules of the pieces: each move that is left out in
// steps is impossible in every position that the invariant allows. There are two
// exceptions to what "can arise" means here. Where the winner has one unit
// besides the king, taking it leaves a bare king, which never mates, so what
// comes after is left out. And a capture en passant is left out, because a pawn
// that steps over a square could have stopped there and been taken; only where
// one is legal at once this does not hold, and then nothing is claimed. Castling
// needs no case: its squares are empty and, for the king, not attacked, so that
// king and rook come there by ordinary moves too; but for Chess960, where they
// may change places, and there nothing is claimed while a right stands.
type walls struct {
	units  [64]unit
	n      int
	winner position.Side
	lone   bool // the winner has one unit besides the king

	fixed    [2]position.Bitboard // where units stand for ever
	held     position.Bitboard    // the kings among them
	anywhere position.Bitboard    // where any unit can stand
	prey     [2]position.Bitboard // where units that a pawn may take can stand
	always   [2]position.Bitboard // what a side attacks for ever
}

type unit struct {
	side  position.Side
	kind  position.Kind
	at    position.Square
	reach position.Bitboard
	prey  bool // it can be taken
	wild  bool // a pawn that can promote: from then on it can do anything
}

// prove reports whether an invariant shows that the winner never mates, in a
// position that is not a mate already.
func (w *walls) prove(p *position.Position, winner position.Side) bool {
	w.begin(p, winner)
	if silent(p) {
		for i := range w.all() {
			w.units[i].reach = ^position.Bitboard(0)
		}
		return false
	}
	for w.grow() {
	}
	return w.noMate()
}

// proveSoon is prove, but gives up when a pawn of the winner's can promote: what
// it then attacks hardly ever leaves a proof. The reaches are not complete then.
func (w *walls) proveSoon(p *position.Position, winner position.Side) bool {
	if silent(p) {
		return false
	}
	w.begin(p, winner)
	for w.grow() {
		if w.promotes() {
			return false
		}
	}
	return w.noMate()
}

func (w *walls) promotes() bool {
	for i := range w.all() {
		if u := &w.units[i]; u.wild && u.side == w.winner {
			return true
		}
	}
	return false
}

// silent reports whether walls say nothing, as their comment explains.
func silent(p *position.Position) bool {
	return p.EnPassant() != position.NoSquare || p.Chess960() && p.Rights() != 0
}

// proof returns what was found as a proof.
func (w *walls) proof() Proof {
	p := Proof{Class: ByWall, Reach: make([]Reach, w.n)}
	for i, u := range w.all() {
		p.Reach[i] = Reach{u.at, u.reach, u.prey}
	}
	return p
}

// check reports whether these reaches are a wall: none is left by any move, and
// none of the positions that they allow is a mate.
func (w *walls) check(p *position.Position, winner position.Side, reach []Reach) bool {
	w.begin(p, winner)
	if silent(p) || len(reach) != w.n {
		return false
	}
	for i, r := range reach {
		u := &w.units[i]
		if r.From != u.at || r.Squares&u.reach == 0 {
			return false
		}
		u.reach, u.prey = r.Squares, r.Taken
		u.wild = u.kind == position.Pawn && r.Squares&lastRank(u.side)&^position.SetOf(u.at) != 0
	}
	return !w.grow() && w.noMate()
}

func (w *walls) begin(p *position.Position, winner position.Side) {
	w.winner, w.n = winner, 0
	w.lone = p.Of(winner).Count() == 2
	for b := p.Occupied(); b != 0; b &= b - 1 {
		s := b.First()
		piece := p.At(s)
		w.units[w.n] = unit{side: piece.Side(), kind: piece.Kind(), at: s, reach: position.SetOf(s)}
		w.n++
	}
}

func (w *walls) all() []unit { return w.units[:w.n] }

// fixed reports whether a unit stands where it stands for ever.
func (u *unit) fixed() bool { return !u.prey && !u.wild && u.reach == position.SetOf(u.at) }

// spared reports whether taking the unit is left out, because a bare king is
// left.
func (w *walls) spared(u *unit) bool { return w.lone && u.side == w.winner }

// grow adds to all reaches what one step from them allows, and reports whether
// anything was added. What is impossible is taken from the reaches as they are,
// so when nothing is added any more, it is impossible for ever.
func (w *walls) grow() (grown bool) {
	w.look()
	for i := range w.all() {
		u := &w.units[i]
		if reach := w.spread(u); reach != u.reach {
			u.reach, grown = reach, true
		}
	}
	for i := range w.all() {
		u := &w.units[i]
		if !u.prey && u.kind != position.King && !w.spared(u) && w.attackable(u) {
			u.prey, grown = true, true
		}
	}
	return grown
}

// look works out what follows from the reaches.
func (w *walls) look() {
	w.fixed, w.prey, w.always = [2]position.Bitboard{}, [2]position.Bitboard{}, [2]position.Bitboard{}
	w.held, w.anywhere = 0, 0
	for i := range w.all() {
		u := &w.units[i]
		w.anywhere |= u.reach
		if u.fixed() {
			w.fixed[u.side] |= u.reach
		}
		if u.kind != position.King {
			w.prey[u.side] |= u.reach
		} else if u.fixed() {
			w.held |= u.reach
		}
	}
	for i := range w.all() {
		if u := &w.units[i]; !u.prey && !u.wild {
			w.always[u.side] |= w.alwaysAttacked(u)
		}
	}
}

// alwaysAttacked returns what a unit that is never taken attacks from wherever
// it stands and whatever stands elsewhere.
func (w *walls) alwaysAttacked(u *unit) position.Bitboard {
	always := ^position.Bitboard(0)
	for b := u.reach; b != 0 && always != 0; b &= b - 1 {
		always &= attacks(u.side, u.kind, b.First(), w.anywhere)
	}
	return always
}

// spread returns the squares to which a unit can come by any number of steps
// while nothing else changes.
func (w *walls) spread(u *unit) position.Bitboard {
	reach := u.reach
	for todo := reach; todo != 0; {
		if u.kind == position.Pawn && reach&lastRank(u.side)&^position.SetOf(u.at) != 0 {
			u.wild = true
		}
		if u.wild {
			return reach | ^(w.fixed[u.side] | w.held | w.sparedSquare(u))
		}
		added := w.steps(u, todo.First()) &^ reach
		reach |= added
		todo = todo&(todo-1) | added
	}
	return reach
}

// sparedSquare returns the square of the winner's last unit if it never moves
// and may not be taken by this unit.
func (w *walls) sparedSquare(u *unit) position.Bitboard {
	if w.lone && u.side != w.winner {
		return w.fixed[w.winner]
	}
	return 0
}

// steps returns the squares to which a unit can move from s in any position
// that the invariant allows.
func (w *walls) steps(u *unit, s position.Square) position.Bitboard {
	barred := w.fixed[u.side] | w.held | w.sparedSquare(u)
	them := u.side.Other()
	switch u.kind {
	case position.Pawn:
		taken := position.PawnAttacks(u.side, s) & w.prey[them]
		return (w.pushes(u, s) | taken) &^ barred
	case position.King:
		barred |= w.always[them]
	}
	return attacks(u.side, u.kind, s, w.fixed[position.White]|w.fixed[position.Black]) &^ barred
}

// pushes returns the squares ahead to which a pawn can step from s.
func (w *walls) pushes(u *unit, s position.Square) position.Bitboard {
	closed := w.fixed[position.White] | w.fixed[position.Black] | w.opposed(u)
	ahead, second := position.SetOf(s)<<8, 1
	if u.side == position.Black {
		ahead, second = position.SetOf(s)>>8, 6
	}
	once := ahead &^ closed
	if once == 0 || s.Rank() != second {
		return once
	}
	if u.side == position.Black {
		return once | once>>8&^closed
	}
	return once | once<<8&^closed
}

// opposed returns the squares on and beyond an enemy pawn in the file of this
// one. While both stay in the file and the enemy is not taken, it comes no
// farther than that.
func (w *walls) opposed(u *unit) (beyond position.Bitboard) {
	file := fileOf(u.at)
	if u.reach&^file != 0 {
		return 0
	}
	for i := range w.all() {
		v := &w.units[i]
		if v.kind != position.Pawn || v.side == u.side || v.prey || v.wild || v.reach&^file != 0 || v.at.File() != u.at.File() {
			continue
		}
		switch {
		case u.side == position.White && v.at > u.at:
			beyond |= file &^ (position.SetOf(v.at) - 1)
		case u.side == position.Black && v.at < u.at:
			beyond |= file & (position.SetOf(v.at)<<1 - 1)
		}
	}
	return beyond
}

// attackable reports whether any enemy unit can take the unit somewhere.
func (w *walls) attackable(u *unit) bool {
	for i := range w.all() {
		v := &w.units[i]
		if v.side == u.side {
			continue
		}
		if v.wild {
			return true
		}
		for b := v.reach; b != 0; b &= b - 1 {
			if w.captures(v, b.First())&u.reach != 0 {
				return true
			}
		}
	}
	return false
}

func (w *walls) captures(v *unit, s position.Square) position.Bitboard {
	if v.kind == position.Pawn {
		return position.PawnAttacks(v.side, s)
	}
	return w.steps(v, s)
}

// noMate reports whether no position that the invariant allows is a mate by the
// winner. In a mate on m the king stands in its reach and is attacked by a unit
// of the winner's. A neighbour e of m in the king's reach that no such unit can
// attack must be guarded by the winner's king or blocked by a unit of the mated
// side, one for each, for otherwise the step to e is legal.
func (w *walls) noMate() bool {
	l := w.winner.Other()
	king, guard := w.king(l), w.king(w.winner)
	att := w.attacked(king)
	for at := king.reach & att; at != 0; at &= at - 1 {
		m := at.First()
		open := position.KingAttacks(m) & king.reach &^ att
		for b := guard.reach &^ (position.KingAttacks(m) | position.SetOf(m)); b != 0; b &= b - 1 {
			if w.blockable(open &^ position.KingAttacks(b.First())) {
				return false
			}
		}
	}
	return true
}

func (w *walls) king(side position.Side) *unit {
	for i := range w.all() {
		if u := &w.units[i]; u.kind == position.King && u.side == side {
			return u
		}
	}
	return nil // Decide has seen one of each side
}

// attacked returns all that the winner's units but the king can ever attack.
func (w *walls) attacked(king *unit) (att position.Bitboard) {
	stops := (w.fixed[position.White] | w.fixed[position.Black]) &^ position.SetOf(king.at)
	for i := range w.all() {
		u := &w.units[i]
		if u.side != w.winner || u.kind == position.King {
			continue
		}
		if u.wild {
			return ^position.Bitboard(0)
		}
		for b := u.reach; b != 0; b &= b - 1 {
			att |= attacks(u.side, u.kind, b.First(), stops)
		}
	}
	return att
}

// blockable reports whether different units of the mated side can stand on all
// these squares.
func (w *walls) blockable(squares position.Bitboard) bool {
	return w.block(squares, 0)
}

func (w *walls) block(squares position.Bitboard, used uint64) bool {
	if squares == 0 {
		return true
	}
	s := squares.First()
	for i := range w.all() {
		u := &w.units[i]
		if u.side == w.winner || u.kind == position.King || used>>i&1 != 0 || !u.reach.Has(s) {
			continue
		}
		if w.block(squares&(squares-1), used|1<<i) {
			return true
		}
	}
	return false
}
