package reconstruct

import (
	"recorderd/observation"
	"recorderd/position"
)

// refilled is a ply that takes the place of one that was told. Was is the number
// under which it was told before, 0 where it was not.
type refilled struct {
	toldPly
	was int
}

// refit puts the plies that were read anew from a base on in the place of those
// that were told up to the end of a lapse, and those that were told later behind
// them. It reports whether they can follow.
func (t *Tracker) refit(l *lapse, base int, read []toldPly, sound position.Bitboard) bool {
	from, end := base+1, t.lastOf(l, base)
	if oddlySeen(read) > oddlySeen(t.told[from:end+1]) {
		return false // what was seen speaks against it
	}
	for len(read) > 0 && from <= end && confirms(&t.told[from], &read[0]) {
		if p := &t.told[from]; p.completed < 0 && read[0].completed >= 0 {
			p.left = read[0].left
			t.complete(from, read[0].completed, read[0].how)
		}
		from, read = from+1, read[1:]
	}
	if len(read) > 0 {
		read[0].node.parent = t.told[from-1].node
	}
	line, ok := t.behind(t.recognized(read, from, end), from-1, end)
	switch {
	case !ok:
		return false
	case len(read) == 0 && from > end: // it is what was told
	case t.readsAlike(line, from):
		for i := range line {
			p := &t.told[from+i]
			p.node, p.doubt = line[i].node, ""
		}
		t.doubtFrom(from, from+len(read)-1)
		t.tellRevised(from)
	default:
		t.told = t.told[:from:from]
		for i := range line {
			t.told = append(t.told, line[i].toldPly)
		}
		t.doubtFrom(from, from+len(read)-1)
		t.tellRefilled(from, line, sound)
	}
	t.lookAgain()
	return true
}

// lastOf returns the last ply that was told of what a lapse left unseen.
func (t *Tracker) lastOf(l *lapse, base int) int {
	for base < t.lastTold() && t.told[base+1].node.made <= l.closed {
		base++
	}
	return base
}

// oddlySeen counts the plies that somebody saw and that are no moves, or leave
// pieces standing where they do not belong.
func oddlySeen(plies []toldPly) (count int) {
	for i := range plies {
		if n := plies[i].node; !n.inferred && (n.act.kind != "" || n.home != nil) {
			count++
		}
	}
	return count
}

// confirms reports whether a ply is read as it was told, without reserve.
func confirms(told, read *toldPly) bool {
	a, b := told.node, read.node
	return told.sure == 100 && a.move == b.move && a.act.kind == b.act.kind && a.pos == b.pos && a.said == nil
}

// recognized returns the plies that were read anew with what was told of them, as
// far as they were seen and told before.
func (t *Tracker) recognized(read []toldPly, from, end int) (line []refilled) {
	for _, p := range read {
		r := refilled{toldPly: p}
		for i := from; i <= end && !p.node.inferred; i++ {
			if old := &t.told[i]; seenAlike(old, &p) {
				r = refilled{*old, i}
				r.node = p.node
				t.copySeen(r.node, old.node)
				from = i + 1
				break
			}
		}
		line = append(line, r)
	}
	return line
}

// seenAlike reports whether a ply was told as it is read again, by what was seen.
func seenAlike(told, read *toldPly) bool {
	a, b := told.node, read.node
	completed := (told.completed >= 0) == (read.completed >= 0) && told.completed <= max(read.completed, 0)
	return !a.inferred && completed && a.made == b.made && a.side == b.side && a.move == b.move && a.act.kind == b.act.kind && a.act.san != unexplained
}

// behind returns a line that begins after a told ply, and the plies that were told
// after the end of a lapse as they follow on it. What was legal must be so again.
func (t *Tracker) behind(line []refilled, before, end int) ([]refilled, bool) {
	parent := t.told[before].node
	if len(line) > 0 {
		parent = line[len(line)-1].node
	}
	for i := end + 1; i < len(t.told); i++ {
		r := refilled{t.told[i], i}
		n := t.again(parent, r.node)
		if n.move == 0 && r.node.move != 0 || n.side != parent.pos.Side() && n.move != 0 {
			return nil, false
		}
		for k := range n.rivals {
			n.rivals[k].tip.ply = parent.ply + 1
		}
		n.ply, n.read = parent.ply+1, nil
		r.node, parent = n, n
		line = append(line, r)
	}
	return line, true
}

// readsAlike reports whether a line has as many legal plies by the same sides as
// the one that was told.
func (t *Tracker) readsAlike(line []refilled, from int) bool {
	if len(line) != len(t.told)-from {
		return false
	}
	for i := range line {
		if old, n := t.told[from+i].node, line[i].node; old.act.kind != n.act.kind || old.act.san == unexplained || old.side != n.side {
			return false
		}
	}
	return true
}

// doubtFrom makes the line that was told the only reading, and works out anew how
// sure these plies are.
func (t *Tracker) doubtFrom(from, to int) {
	t.certain = min(t.certain, from)
	t.startAgain()
	for i := from; i <= to; i++ {
		p := &t.told[i]
		p.sure, p.others, p.doubt = t.doubt(p.node)
	}
}

// tellRefilled says the told plies from a number on anew.
func (t *Tracker) tellRefilled(from int, line []refilled, sound position.Bitboard) {
	s := Refilled{From: from, Played: t.seemedAway(), Sound: sound}
	for i, r := range line {
		s.Plies, s.Was = append(s.Plies, t.madeOf(from+i)), append(s.Was, r.was)
		if r.was == 0 && r.completed >= 0 {
			s.Done = append(s.Done, t.completedOf(from+i))
		}
		if r.was == 0 && r.node.inferred {
			s.missed(from+i, r.node.imaged)
		}
	}
	t.tell(s)
}

// missed counts a ply that nobody saw, in the gap after which this image came.
func (s *Refilled) missed(ply int, imaged int64) {
	if n := len(s.Missed); n == 0 || s.Missed[n-1].T != imaged {
		s.Missed = append(s.Missed, Noticed{T: imaged, Code: "missed-move", Ply: ply, Side: observation.NoSide,
			Data: map[string]any{"plies": 0, "from": "memory"}})
	}
	data := s.Missed[len(s.Missed)-1].Data
	data["plies"] = data["plies"].(int) + 1
}

// lookAgain reads on from the line that was told, as the board stands now.
func (t *Tracker) lookAgain() {
	if t.phase != playing || t.gap.open {
		return
	}
	if t.seemedAway() {
		t.away, t.idle = away{}, idle{}
	}
	t.rested = -1
	t.look()
	if at, ok := t.restDue(); ok && at <= t.now {
		t.rest()
	}
}

// seemedAway reports whether what hands do is no game as far as was read, and yet
// the line that is told now leads to what stands on the board.
func (t *Tracker) seemedAway() bool {
	return t.phase == playing && t.away.is && !t.away.signal && t.best().clear()
}
