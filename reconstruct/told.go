package reconstruct

import (
	"slices"

	"recorderd/observation"
	"recorderd/touch"
)

// toldPly is a ply that was told, and what was said about it.
type toldPly struct {
	node      *node
	completed int64 // when, or -1
	how       Completion
	left      [2]int64 // with ByMemory: what the clock showed, by side; -1 where that is not known
	couldHave bool     // the player's clock ran: he could have pressed it
	sure      int      // hundredths
	others    [][]string
	doubt     string // the code of its doubt
	touches   touch.Log
	notes     []Noticed // to be said when it is completed
}

func (t *Tracker) toldTip() *node { return t.told[len(t.told)-1].node }

// lastTold returns the number of the last ply that was told.
func (t *Tracker) lastTold() int { return max(0, len(t.told)-1) }

// publish tells what is now believed, where that is not what was told.
func (t *Tracker) publish() {
	want := t.publishable()
	if t.frozen(want) || t.away.is || t.takenBack() > 0 || t.undecided(want) {
		return
	}
	if !t.best().clear() && fork(want, t.toldTip()).ply < t.lastTold() && t.toldMayStand() {
		return // what is not clear yet takes back nothing
	}
	t.publishLine(want)
}

// publishLine makes a line the one that is told.
func (t *Tracker) publishLine(want *node) {
	base := fork(want, t.toldTip()).ply
	switch last := t.lastTold(); {
	case base == last:
	case want.ply >= last && !t.changedByPlayer(base):
		t.revise(base+1, want.at(last))
	default:
		t.withdraw(base)
	}
	for _, n := range want.line(t.lastTold()) {
		t.tellMade(n)
	}
	t.review()
}

// toldMayStand reports whether the line that was told is not much less likely
// than the best.
func (t *Tracker) toldMayStand() bool {
	for i := range t.beam {
		if t.beam[i].told {
			return t.beam[i].cost() <= t.best().cost()+costExtra
		}
	}
	return false
}

// publishable returns the last ply of the best reading that somebody has let be
// known: its player by the clock, his opponent by touching a piece, or time by
// passing.
func (t *Tracker) publishable() *node {
	n := t.best().tip
	if n.parent != nil && !n.firm {
		n = n.parent
	}
	return n
}

// changedByPlayer reports whether the told ply after base was made and then
// changed by its player: it stood there and does no longer.
func (t *Tracker) changedByPlayer(base int) bool {
	last := &t.told[len(t.told)-1]
	return base == t.lastTold()-1 && last.completed < 0 && last.node.act.kind == "" &&
		(t.image.differing(&last.node.seen, t.now)&footprintOf(last.node) != 0 || t.movedOff(last.node))
}

// withdraw takes back the told plies after base, the highest first.
func (t *Tracker) withdraw(base int) {
	why := "revision"
	if t.changedByPlayer(base) {
		why = "player"
	}
	t.retract(base, why)
}

func (t *Tracker) retract(base int, why string) {
	if why != "revision" {
		t.dropLapsesAfter(base)
	}
	for i := t.lastTold(); i > base; i-- {
		p := &t.told[i]
		at := t.now
		if why == "player" {
			at = t.left(p.node)
			t.noteStop(p.node, at)
			p.node.firm, p.node.shown = false, false // it may be made again
		}
		t.tell(Retracted{T: at, Ply: i, Why: why})
	}
	t.told = t.told[:base+1]
}

// left returns when the image first ceased to show a ply.
func (t *Tracker) left(n *node) int64 {
	for _, c := range t.image.touches {
		if c.T > n.made && footprintOf(n).Has(c.Square) {
			return c.T
		}
	}
	return t.now
}

// tellMade tells a ply, and what it proves about the plies before it.
func (t *Tracker) tellMade(n *node) {
	touches := t.touchesAfter(n.parent)
	if t.phase == ready {
		t.open(touchedFirst(touches, n))
	}
	p := toldPly{node: n, completed: -1, touches: touches}
	p.couldHave = t.pressing() && t.clock.running == n.side && !n.inferred
	if n.ply >= 2 && !t.pressing() {
		t.complete(n.ply-1, touchedFirst(touches, n), ByAnswer)
	}
	p.sure, p.others, p.doubt = t.doubt(n)
	p.notes = append(t.changedBefore(n), t.withdrawnBefore(n)...)
	t.told = append(t.told, p)
	t.tell(t.madeOf(n.ply))
	t.completeOlder(n)
	if n.pressed >= 0 {
		t.complete(n.ply, n.pressed, ByPress)
	}
	if n.act.kind != "" && n.act.pressed > 0 {
		t.complete(n.ply, n.act.pressed, t.howPressed())
	}
	if t.press.side == n.side {
		at := max(t.press.t, n.made)
		t.press = noPress
		t.complete(n.ply, at, ByPress)
	}
}

// touchesAfter returns what was touched since a ply came to rest.
func (t *Tracker) touchesAfter(n *node) touch.Log {
	return slices.Clone(since(t.image.touches, max(n.made, t.rewound)))
}

// howPressed returns what the press of an irregular ply was.
func (t *Tracker) howPressed() Completion {
	if t.pressing() {
		return ByPress
	}
	return ByAnswer
}

// touchedFirst returns when the piece of a ply was first seen to leave.
func touchedFirst(touches touch.Log, n *node) int64 {
	if at, ok := touches.FirstLift(n.move.From()); ok && n.move != 0 {
		return at
	}
	return n.made
}

// completeOlder completes the ply that its player never pressed the clock for,
// now that he has made his next one (6.2.1.2).
func (t *Tracker) completeOlder(n *node) {
	i := n.ply - 2
	if i < 1 || t.told[i].completed >= 0 {
		return
	}
	t.complete(i, n.made, ByNextMove)
	if t.told[i].couldHave {
		t.tell(Noticed{T: n.made, Code: "press-missing", Ply: i, Side: t.told[i].node.side,
			Data: map[string]any{"move": t.told[i].node.san()}})
	}
}

func (t *Tracker) complete(ply int, at int64, how Completion) {
	p := &t.told[ply]
	if p.completed >= 0 {
		return
	}
	p.completed, p.how = at, how
	t.tell(t.completedOf(ply))
	for _, note := range p.notes {
		t.tell(note)
	}
}

// completedOf says when a told ply was completed.
func (t *Tracker) completedOf(ply int) Completed {
	p := &t.told[ply]
	return Completed{T: p.completed, Ply: ply, How: p.how, Left: p.left}
}

// revise puts other plies in the place of the told ones from a ply on; tip is the
// new last one of them.
func (t *Tracker) revise(from int, tip *node) {
	if last := &t.told[tip.ply]; tip.made > last.node.made {
		last.touches = t.touchesAfter(tip.parent) // the hand went on
	}
	for _, n := range tip.line(from - 1) {
		t.told[n.ply].node = n
	}
	for i := from; i <= tip.ply; i++ {
		t.retell(&t.told[i])
	}
	t.tellRevised(from)
}

// retell works out anew what is said about a ply. On a board that does not know
// its pieces, one that was in doubt is never quite sure again, nor is what its
// piece does.
func (t *Tracker) retell(p *toldPly) {
	if t.sensing == observation.Occupancy && p.sure < 100 && p.node.act.kind == "" && !p.node.unsure {
		p.node.unsure = true
		p.node.loose |= footprintOf(p.node) & t.occupied()
	}
	p.sure, p.others, p.doubt = t.doubt(p.node)
}

func (t *Tracker) tellRevised(from int) {
	r := Revised{Ply: from}
	for i := from; i <= t.lastTold(); i++ {
		r.Plies = append(r.Plies, t.madeOf(i))
	}
	t.tell(r)
}

// madeOf says a told ply.
func (t *Tracker) madeOf(ply int) Made {
	p := &t.told[ply]
	n := p.node
	m := Made{
		T: n.made, Known: t.now, Ply: n.ply, Side: n.side, Move: n.move, SAN: n.san(), UCI: n.uci(),
		Before: n.parent.pos, After: n.pos, Legal: n.act.kind == "", Kind: n.act.kind, Pressed: n.act.pressed,
		Inferred: n.inferred, Confidence: p.sure, Alternatives: p.others, Doubt: p.doubt, Imaged: max(n.imaged, n.made), Touches: p.touches,
	}
	if n.said != nil {
		m.After = *n.said
	}
	return m
}

func (n *node) san() string {
	if n.act.kind != "" {
		return n.act.san
	}
	return n.parent.pos.SAN(n.move)
}

func (n *node) uci() string {
	if n.act.kind != "" {
		return n.act.uci
	}
	return n.parent.pos.UCI(n.move)
}

// openPlies is how many plies back a doubt is looked at again.
const openPlies = 100

// review tells where the told plies have become more or less sure.
func (t *Tracker) review() {
	first := 0
	for i := t.lastTold(); i >= max(1, t.settled(), t.lastTold()-openPlies); i-- {
		p := &t.told[i]
		if _, others, _ := t.doubt(p.node); worthTelling(others, p.others) {
			t.retell(p)
			first = i
		}
	}
	if first > 0 {
		t.tellRevised(first)
	}
}

// worthTelling reports whether the other readings of a ply have become news:
// there is one that begins otherwise than those that were told, or none any more.
// How they go on, and how likely they are, is not told again and again.
func worthTelling(others, told [][]string) bool {
	for _, o := range others {
		if !slices.ContainsFunc(told, func(one []string) bool { return one[0] == o[0] }) {
			return true
		}
	}
	return len(others) == 0 && len(told) > 0
}

// settled returns the first told ply that some reading contests, or was told to
// be contested.
func (t *Tracker) settled() int {
	tip := t.toldTip()
	first := tip.ply + 1
	for _, r := range t.beam[1:] {
		first = min(first, fork(r.tip, tip).ply+1)
	}
	for t.certain < len(t.told) && len(t.told[t.certain].others) == 0 {
		t.certain++
	}
	t.certain = min(t.certain, first)
	return t.certain
}

// doubt returns how sure a ply is, in hundredths, what the other readings say
// from it on, and the code of that doubt. Where the likeliest reading explains
// the board, those that do not are no rivals.
func (t *Tracker) doubt(n *node) (sure int, others [][]string, code string) {
	switch {
	case n.act.kind == "unreadable" || n.act.san == unexplained:
		return 0, nil, ""
	case n.ruled:
		return 100, nil, ""
	}
	v := t.vote(n)
	promotions := t.otherPromotions(n)
	for _, other := range promotions {
		if !slices.ContainsFunc(v.others, func(o []string) bool { return o[0] == other[0] }) {
			v.others = append(v.others, other)
		}
	}
	sure = v.share()
	if len(v.others) > 0 || n.unsure || n.restsOnDoubt() || n.unseen && !t.movedOn(n) {
		sure = min(sure, 99)
	}
	switch {
	case sure < 96:
		code = t.nameDoubt(n)
	case len(promotions) > 0:
		code = "ambiguous-move" // nobody saw which piece it became
	}
	return sure, v.others, code
}

// votes are what the readings say of one ply, each by its weight.
type votes struct {
	agree, all int64
	others     [][]string // what was played instead
}

// share returns how much of the weight agrees, in hundredths.
func (v *votes) share() int {
	if v.all == 0 {
		return 100
	}
	return int(100 * v.agree / v.all)
}

// vote asks the readings that are still followed, and those that lost against the
// ply, what was played.
func (t *Tracker) vote(n *node) (v votes) {
	best := t.best()
	for i := range t.beam {
		if r := &t.beam[i]; r.clear() || !best.clear() || n.unseen {
			t.ask(n, r.tip, r.cost()-best.cost(), &v)
		}
	}
	for _, lost := range n.rivals {
		t.ask(n, lost.tip, lost.gap, &v)
	}
	return v
}

// ask counts the vote of one reading, which is worse by the gap than the best one.
func (t *Tracker) ask(n, tip *node, gap int, v *votes) {
	if tip == n.parent && n.unseen && gap <= doubtful && t.best().tip == n && t.best().done[0] < 0 {
		v.all += weight(gap) // the piece may still be in the hand
		return
	}
	if tip.ply < n.ply || gap > doubtful || n.ply > fork(tip, n).ply+maxUnseen {
		return
	}
	rival := tip.at(n.ply)
	if rival.act.kind != "" && (!rival.firm || rival.uci() == "") {
		return // nobody has let it be known, or it cannot be said
	}
	v.all += weight(gap)
	if rival.pos == n.pos || rival.move == n.move && rival.san() == n.san() {
		v.agree += weight(gap)
		return
	}
	other := t.otherwise(tip, n.ply)
	if len(other) == 0 || other[0] == "" || other[0] == n.uci() {
		return
	}
	if !slices.ContainsFunc(v.others, func(o []string) bool { return slices.Equal(o, other) }) {
		v.others = append(v.others, other)
	}
}

// otherwise returns the plies of a reading from this number on, up to the last
// one that is not as it was told.
func (t *Tracker) otherwise(tip *node, ply int) (ucis []string) {
	plies := tip.line(ply - 1)
	plies = plies[:min(len(plies), maxUnseen)]
	for len(plies) > 1 {
		last := plies[len(plies)-1]
		if b := t.believed(last.ply); b != nil && last.move != b.move {
			break
		}
		plies = plies[:len(plies)-1]
	}
	for _, n := range plies {
		ucis = append(ucis, n.uci())
	}
	return ucis
}

// movedOn reports whether the piece that made this ply has since moved on, which
// no other reading of it allows.
func (t *Tracker) movedOn(n *node) bool {
	to := n.move.To()
	for i := n.ply + 2; i < len(t.told); i += 2 {
		if t.told[i].node.move.From() == to {
			return true
		}
	}
	return false
}

// weights is e to the power of -gap/100, times a thousand million, for a gap in
// hundredths of a nat. It is made of integers, so that it is the same on every
// machine.
var weights = func() (w [doubtful + 1]int64) {
	w[0] = 1_000_000_000
	for i := 1; i < len(w); i++ {
		w[i] = w[i-1] * 990_050 / 1_000_000 // e to the power of -0.01
	}
	return w
}()

func weight(gap int) int64 { return weights[min(max(gap, 0), doubtful)] }
