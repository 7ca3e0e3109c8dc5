package reconstruct

import (
	"slices"

	"recorderd/observation"
	"recorderd/position"
)

// Refilled says that the board's memory shows what was played in a gap: the plies
// from From on are withdrawn, and Plies take their place. Was has for each of them
// the number under which it was told before, 0 where it was not; Done says when
// those were completed. Missed says for each gap how many nobody saw, where there
// were any. Played says that what seemed to be no game was one, and Sound are the
// squares that seemed to be dead and are not.
type Refilled struct {
	From   int
	Plies  []Made
	Was    []int
	Done   []Completed
	Missed []Noticed
	Played bool
	Sound  position.Bitboard
}

func (Refilled) step() {}

// remember takes what the board's memory holds. It is read when the board is quiet.
func (t *Tracker) remember(m observation.Memory) {
	t.memory, t.memoryRead, t.memoryTried = t.signsOf(m), 0, -1
	if at, ok := t.gapDue(); ok && t.now >= at {
		t.readGap()
	}
	if at, ok := t.memoryDue(); t.phase == over || ok && t.now >= at {
		t.readMemory()
	}
}

// memoryDue returns when the board's memory is to be read for gaps that were closed
// without it: when the board is quiet.
func (t *Tracker) memoryDue() (at int64, ok bool) {
	if len(t.memory) == 0 || t.gap.open || t.phase != playing && t.phase != ready || t.memoryTried == t.image.last {
		return 0, false
	}
	return t.image.last + t.settle, true
}

// readMemory reads the gaps anew that were closed without the board's memory, or
// that came before a move was seen.
func (t *Tracker) readMemory() {
	log := t.memory
	if len(log) == 0 || t.phase == settingUp || t.gap.open {
		return
	}
	t.memory, t.memoryRead, t.memoryTried = nil, t.memoryRead+1, t.image.last
	lapses := slices.Clone(t.image.trail.lapses)
	for i := range lapses {
		l := &lapses[i]
		if l.closed < 0 && !t.began && l.to >= 0 {
			*l = t.widened(l)
		}
		switch {
		case l.closed < 0 || !slices.ContainsFunc(t.image.trail.lapses, l.is):
		case t.fill(l, log):
			t.forgetLapse(l)
		case t.memoryRead < maxRead:
			t.memory = log // a move may be half done
		}
	}
}

func (t *Tracker) forgetLapse(l *lapse) {
	tr := &t.image.trail
	tr.lapses = slices.DeleteFunc(tr.lapses, l.is)
}

func (l *lapse) is(o lapse) bool { return o.from == l.from && o.began == l.began }

// fillOpen closes the gap with what the board's memory holds of it, if it does.
func (t *Tracker) fillOpen() bool {
	l := t.image.trail.open()
	if l == nil || l.to < 0 || len(t.memory) == 0 || t.phase != playing {
		return false
	}
	was := t.gap
	done := *l
	done.seenTo, done.closed = t.image.trail.end(), t.now
	t.gap = gap{}
	if !t.fill(&done, t.memory) {
		t.gap = was
		return false
	}
	t.forgetLapse(&done)
	t.readMemory() // of those before
	return true
}

// fill reads a gap by the board's memory and reports whether it could be read:
// whether there is one way to do so that leads to what was seen afterwards. What
// was told after a gap that could not be read, or cannot have followed on it, is
// read anew as well, and so is what does not lead to what stands on the board. In
// the end that goes on over the later gaps.
func (t *Tracker) fill(l *lapse, log []sign) bool {
	base := t.lastBefore(l)
	excerpts := t.excerpts(l, log)
	lost := t.away.is || t.image.dead != l.dead || len(t.beam) > 0 && !t.best().clear()
	for i := base + 1; i < len(t.told); i++ {
		lost = lost || t.told[i].node.act.san == unexplained
	}
	wide := t.widened(l)
	widens := wide.seenTo > l.seenTo && t.onlyPlayed(l)
	seen := func(l *lapse) []sign { return t.image.trail.between(l.to, l.seenTo) }
	if lost && widens && t.fillFrom(&wide, base, log, excerpts, seen(&wide)) {
		return true
	}
	return t.fillFrom(l, base, log, excerpts, seen(l)) ||
		!lost && widens && t.fillFrom(&wide, base, log, excerpts, seen(&wide)) ||
		widens && t.fillOn(l, base, log, excerpts)
}

// fillOn reads a gap, all that was seen after it, and the later gaps as far as they
// are found in the memory.
func (t *Tracker) fillOn(l *lapse, base int, log []sign, excerpts []excerpt) bool {
	tr := &t.image.trail
	wide := *l
	after := tr.between(l.to, l.to)
	var later []lapse
	for _, next := range tr.lapses {
		found := t.excerpts(&next, log)
		if next.from < l.to || next.closed < 0 || len(found) == 0 {
			continue
		}
		after = slices.Concat(after, tr.between(wide.to, next.from))
		after = joined(after, next.noted(log[found[0].from:found[0].to]))
		later = append(later, next)
		wide.to, wide.until, wide.closed = next.to, next.until, next.closed
	}
	if len(later) == 0 {
		return false
	}
	wide = t.widened(&wide)
	after = joined(after, tr.between(wide.to, wide.seenTo))
	wide.to, wide.until = l.to, l.until
	if !t.fillFrom(&wide, base, log, excerpts, after) {
		return false
	}
	for i := range later {
		t.forgetLapse(&later[i])
	}
	return true
}

// noted returns entries of a memory as what went unseen in a lapse.
func (l *lapse) noted(entries []sign) []sign {
	entries = slices.Clone(entries)
	for i := range entries {
		entries[i].lapse = l
	}
	return entries
}

// widened is a lapse as it is if all that was seen after it is read anew, up to the
// next one or the end of the game.
func (t *Tracker) widened(l *lapse) lapse {
	tr := &t.image.trail
	wide := *l
	wide.seenTo, wide.closed = tr.end(), t.now
	if t.phase == over {
		wide.closed = t.endedAt
	}
	for _, next := range tr.lapses {
		if next.from >= l.to && l.until >= 0 {
			wide.seenTo, wide.closed = next.from, min(next.began, wide.closed)
			break
		}
	}
	for wide.seenTo > l.to && tr.between(wide.seenTo-1, wide.seenTo)[0].t > wide.closed {
		wide.seenTo--
	}
	return wide
}

// onlyPlayed reports whether hands did nothing but play since a lapse, as far as is
// known: nobody took a ply back or corrected one, and nothing was shown while the
// clock stood.
func (t *Tracker) onlyPlayed(l *lapse) bool {
	shown := t.clock.stopped > l.began && t.clock.stopped < t.image.last
	return t.rewound <= l.began && t.corrected <= l.began && !shown
}

// fillFrom reads a gap by the likeliest parts of a memory. One of them may explain
// more of the board than another; those that are as likely must agree.
func (t *Tracker) fillFrom(l *lapse, base int, log []sign, excerpts []excerpt, after []sign) bool {
	var found *filling
	score := 0
	for _, e := range excerpts {
		f := t.readExcerpt(l, base, l.noted(log[e.from:e.to]), after)
		switch {
		case f == nil || found != nil && e.score < score:
		case found == nil || f.cost() <= found.cost()-contested:
			found, score = f, e.score
		case f.cost() < found.cost()+contested && !alikePlies(found.r, f.r):
			return false
		}
	}
	if found == nil {
		return false
	}
	if !t.began {
		t.open(l.began)
	}
	sound := position.Bitboard(0)
	if l.closed == t.now || t.phase == over && l.closed == t.endedAt {
		t.image.dead = found.r.image.dead // what seemed to be dead may have been a ply that nobody saw
		sound = ^(t.image.dead | t.flickered)
	}
	return t.refit(l, base, t.graft(l, base, found), sound)
}

// lastBefore returns the last ply that was completed before the board was lost
// from sight.
func (t *Tracker) lastBefore(l *lapse) int {
	base := 0
	for i := 1; i < len(t.told); i++ {
		p := &t.told[i]
		shown := p.node.inferred && p.node.imaged >= l.imaged // by the image after it, which may be of the same time
		if p.completed >= 0 && p.completed <= l.began && p.node.made <= l.began && !shown {
			base = i
		}
	}
	return base
}

// filling is what was read in a gap.
type filling struct {
	r    *Tracker
	beat []beat
}

// cost is what it costs to believe what was read, and that it does not explain the
// whole board.
func (f *filling) cost() int {
	r := f.r.best()
	return r.cost() + pick(r.differs == 0, 0, costExtra)
}

// readExcerpt reads what a part of a memory holds, with what was seen before and
// what came after it.
func (t *Tracker) readExcerpt(l *lapse, base int, log, after []sign) *filling {
	rt := retrace{t: t, base: &t.told[base], start: l.before, dead: l.dead, left: [2]int64{-1, -1}, tail: longRest}
	before := t.image.trail.between(l.since, l.from)
	n := len(before)
	for ; n > 0 && t.afterBase(base, &before[n-1]); n-- {
		if s := &before[n-1]; !s.pressed {
			rt.start[s.square] = s.before
		}
	}
	for i := n - 1; i >= 0 && rt.left[0] < 0; i-- {
		if before[i].pressed {
			rt.left = before[i].left
		}
	}
	rt.signs = joined(joined(before[n:], log), after)
	if stood := t.now - max(l.imaged, t.image.last); l.closed == t.now && stood < t.settle {
		rt.tail = stood
	}
	return rt.likeliest()
}

// joined puts two sequences together. A press that both have is left out once.
func joined(a, b []sign) []sign {
	pressed := func(s sign) bool { return s.pressed }
	first := slices.IndexFunc(b, pressed)
	for i := len(a) - 1; i >= 0 && first >= 0; i-- {
		if a[i].pressed {
			if a[i].like(&b[first]) {
				return slices.Concat(a, b[:first], b[first+1:])
			}
			break
		}
	}
	return slices.Concat(a, b)
}

// afterBase reports whether a sign was seen after a told ply and its press.
func (t *Tracker) afterBase(base int, s *sign) bool {
	p := &t.told[base]
	if s.pressed {
		return s.t > p.completed
	}
	return s.t > p.node.made
}

// graft returns the plies of a filling as plies that follow the base.
func (t *Tracker) graft(l *lapse, base int, f *filling) []toldPly {
	f.r.keepDoubts()
	parent := t.told[base].node
	var line []toldPly
	in := make([]*lapse, len(f.r.told)-1)
	for i := 1; i < len(f.r.told); i++ {
		read := &f.r.told[i]
		n := t.newNode(read.node.pos, read.node.side)
		n.parent, n.ply, n.move, n.act, n.said, n.home = parent, parent.ply+1, read.node.move, read.node.act, read.node.said, read.node.home
		n.shown, n.whole, n.firm = true, true, true
		n.unseen, n.unsure, n.loose = read.node.unseen, read.node.unsure, read.node.loose
		n.begun, n.made, n.inferred = f.seenAt(read.node.begun), f.seenAt(read.node.made), false
		if n.made < 0 || n.begun < 0 {
			n.made, n.inferred = -1, true
			in[i-1] = f.lapseAt(read.node.made, l)
		}
		t.graftRivals(n, read.node)
		p := toldPly{node: n, completed: -1, sure: 100}
		if read.completed >= 0 {
			p.completed, p.how, p.left = max(f.seenAt(read.completed), 0), read.how, [2]int64{-1, -1}
			b := f.at(read.completed)
			if read.how == ByPress && b != nil && b.sign != nil {
				p.left = b.left
			}
			if b == nil || b.sign == nil || b.sign.t < 0 {
				p.completed, p.how = 0, ByMemory
				in[i-1] = f.lapseAt(read.completed, l)
			}
		}
		line, parent = append(line, p), n
	}
	t.timeFilling(line, in)
	return line
}

// graftRivals keeps the other readings of a ply.
func (t *Tracker) graftRivals(n, read *node) {
	for _, lost := range read.rivals {
		if lost.tip.ply < read.ply {
			continue
		}
		other := lost.tip.at(read.ply)
		if other.move == 0 || other.move == n.move || other.parent.pos != read.parent.pos {
			continue
		}
		rival := t.newNode(other.pos, other.side)
		rival.parent, rival.ply, rival.move = n.parent, n.ply, other.move
		n.rivals = append(n.rivals, lostLine{tip: rival, gap: lost.gap})
	}
}

// at returns the sign that the reader was told last at a time, or nil.
func (f *filling) at(at int64) *beat {
	for i := len(f.beat) - 1; i >= 0; i-- {
		if f.beat[i].at <= at {
			return &f.beat[i]
		}
	}
	return nil
}

// seenAt returns when that was seen which the reader was told at a time, -1 if it
// was not.
func (f *filling) seenAt(at int64) int64 {
	if b := f.at(at); b != nil && b.sign != nil {
		return b.sign.t
	}
	return -1
}

// timeFilling gives the plies that nobody saw their times: that of the press that
// was heard, or else of the image that showed them. In has for each of them the
// lapse that it was played in.
func (t *Tracker) timeFilling(line []toldPly, in []*lapse) {
	var l *lapse
	var heard []sign
	var latest int64
	for i := len(line) - 1; i >= 0; i-- {
		p := &line[i]
		n := p.node
		if in[i] != l && in[i] != nil {
			l = in[i]
			heard, latest = presses(t.image.trail.between(l.from, l.to)), l.imaged
		}
		if p.completed >= 0 && p.how == ByMemory {
			p.completed = latest
			pressed := sign{pressed: true, side: n.side, left: p.left}
			if k := len(heard) - 1; k >= 0 && pressed.like(&heard[k]) {
				latest, p.completed, heard = heard[k].t, heard[k].t, heard[:k]
			}
		}
		n.imaged = n.made
		if n.inferred {
			n.begun, n.made, n.imaged = latest, latest, l.imaged
		}
		if n.act.kind != "" {
			n.act.pressed = max(p.completed, n.made)
		}
	}
}

func presses(signs []sign) []sign {
	return slices.DeleteFunc(slices.Clone(signs), func(s sign) bool { return !s.pressed })
}

// lapseAt returns in which lapse a ply was played, of which something went unseen.
func (f *filling) lapseAt(at int64, first *lapse) *lapse {
	in := first
	for i := range f.beat {
		if b := &f.beat[i]; b.at > at {
			break
		} else if b.sign != nil && b.sign.lapse != nil {
			in = b.sign.lapse
		}
	}
	return in
}
