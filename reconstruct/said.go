package reconstruct

import (
	"recorderd/observation"
	"recorderd/position"
)

// saidTakeBack is what a board of finished moves says when a move was taken back
// on it.
const saidTakeBack = "T"

// hearMove takes a finished move from a board that says only these. It may say one
// twice, and it need not say to what a pawn was promoted.
func (t *Tracker) hearMove(uci string) {
	if t.phase == settingUp {
		t.phase = ready
		t.startAt(t.expected)
	}
	if t.phase == over {
		return
	}
	tip := t.best().tip
	m, queen, ok := said(&tip.pos, uci)
	switch {
	case uci == saidTakeBack && t.astray > 0:
		t.astray--
	case uci == saidTakeBack:
		t.takeBackSaid()
	case ok && t.astray == 0:
		t.playSaid(tip, m, queen)
	case tip.parent == nil || tip.uci() != uci || t.astray > 0:
		t.strayed(uci)
	}
}

// strayed tells that what the board said does not follow from what it had said
// before. If it is a move at all the board knows of plies that we have missed:
// what it says from here on may be legal where we are and mean something else. It
// is not read, until the board takes it back or shows all its squares.
func (t *Tracker) strayed(uci string) {
	if isMove(uci) {
		t.astray++
	}
	t.tell(Noticed{T: t.now, Code: "unreadable", Ply: t.lastTold(), Side: observation.NoSide, Data: map[string]any{"said": uci}})
}

// isMove reports whether a text has the form of a move, from one square to another.
func isMove(uci string) bool {
	if len(uci) < 4 || len(uci) > 5 {
		return false
	}
	_, errFrom := observation.ParseSquare(uci[:2])
	_, errTo := observation.ParseSquare(uci[2:4])
	return errFrom == nil && errTo == nil
}

// said reads a move, and reports whether a queen was only the likeliest piece to
// promote to.
func said(p *position.Position, uci string) (m position.Move, queen, ok bool) {
	if m, err := p.ParseUCI(uci); err == nil {
		return m, false, true
	}
	m, err := p.ParseUCI(uci + "q")
	return m, true, err == nil
}

// playSaid makes a move that was said: it is made, and nothing else is known of it.
func (t *Tracker) playSaid(tip *node, m position.Move, unsure bool) {
	n := t.newNode(tip.pos.After(m), tip.pos.Side())
	n.parent, n.ply, n.move, n.unsure = tip, tip.ply+1, m, unsure
	n.begun, n.made, n.imaged, n.shown, n.whole, n.firm = t.now, t.now, t.now, true, true, true
	t.image.squares = n.seen
	t.startFrom(n)
	t.publish()
}

// takeBackSaid withdraws the last ply because the board says so.
func (t *Tracker) takeBackSaid() {
	last := t.lastTold()
	if t.phase != playing || last == 0 {
		return
	}
	t.takeBack(last - 1)
	t.image.squares = t.told[last-1].node.seen
	t.weigh()
}
