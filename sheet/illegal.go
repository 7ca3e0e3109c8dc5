package sheet

import (
	"cmp"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"recorderd/observation"
	"recorderd/paper"
	"recorderd/position"
	"recorderd/record"
)

// illegalWords are those of the sheet about irregular moves and touched pieces.
type illegalWords struct {
	PartPress   string            `toml:"part_press"`
	Then        string            `toml:"then"`
	Same        string            `toml:"same"`
	Instead     string            `toml:"instead"`
	Title       string            `toml:"title"`
	NotBegun    string            `toml:"not_begun"`
	Nothing     string            `toml:"nothing"`
	Several     string            `toml:"several"`
	LastMove    string            `toml:"last_move"`
	NoMove      string            `toml:"no_move"`
	Part        string            `toml:"part"`
	Before      string            `toml:"before"`
	After       string            `toml:"after"`
	Seen        string            `toml:"seen"`
	ByWhom      string            `toml:"by_whom"`
	Press       string            `toml:"press"`
	NotPressed  string            `toml:"not_pressed"`
	ClockBefore string            `toml:"clock_before"`
	ClockAfter  string            `toml:"clock_after"`
	Clocks      string            `toml:"clocks"`
	Kind        string            `toml:"kind"`
	Count       string            `toml:"count"`
	Remedy      string            `toml:"remedy"`
	Article     string            `toml:"article"`
	WhyNot      string            `toml:"why_not"`
	CouldGo     string            `toml:"could_go"`
	CouldNot    string            `toml:"could_not"`
	Attacked    string            `toml:"attacked"`
	Squares     string            `toml:"squares"`
	SquaresNone string            `toml:"squares_none"`
	SquaresMore string            `toml:"squares_more"`
	Square      string            `toml:"square"`
	Says        string            `toml:"says"`
	Empty       string            `toml:"empty"`
	Said        string            `toml:"said"`
	Became      string            `toml:"became"`
	TakenBack   string            `toml:"taken_back"`
	Corrected   string            `toml:"corrected"`
	Ruling      string            `toml:"ruling"`
	Ended       string            `toml:"ended"`
	NobodyActed string            `toml:"nobody_acted"`
	MoreFound   string            `toml:"more_found"`
	Gap         string            `toml:"gap"`
	Retracted   map[string]string `toml:"retracted"`
}

// irregular are the findings that the sheet is about. Those of one ply are told
// together.
var irregular = []string{
	"illegal-move-completed", "illegal-move-stands", "illegal-move-withdrawn", "press-without-move",
	"both-kings-in-check", "pawn-on-last-rank", "king-missing", "piece-surplus",
	"touch-move", "castling-rook-first", "two-pieces-lifted", "move-changed",
}

// incident is what was found of one ply.
type incident struct {
	ply   int
	found []record.Finding
	line  int          // of the record, with the last of them
	then  record.Score // as it was then
	until int64        // when the next one was found; rulings after it are about that. 0 for none
}

// past reports whether a time is after the next incident.
func (i incident) past(t int64) bool { return i.until != 0 && t >= i.until }

// pressed reports whether it is a press without a move, after the ply.
func (i incident) pressed() bool {
	return len(i.found) > 0 && i.found[0].Code == "press-without-move"
}

// mostIncidents is how many incidents are shown at length, mostSeen how many
// changes of squares of each.
const (
	mostIncidents = 6
	mostSeen      = 60
)

// illegal writes the sheet about irregular moves.
func (w *writer) illegal() error {
	t := &w.words.IllegalMove
	if w.Score.Start == nil {
		w.begin(t.Title, t.NotBegun)
		return nil
	}
	all := w.incidents()
	w.begin(t.Title, w.illegalAnswer(all))
	for i := range all[:max(0, len(all)-1)] {
		all[i].until = all[i+1].found[0].T
	}
	if about, ok := w.claimedPly(); ok || w.claim != nil || len(all) == 0 {
		if !ok {
			about = len(w.Score.Plies)
		}
		if one := w.onlyAbout(all, about); len(one) > 0 {
			all = one
		}
	}
	for _, i := range all[max(0, len(all)-mostIncidents):] {
		w.showIncident(i)
	}
	if more := len(all) - mostIncidents; more > 0 {
		w.para(say(t.MoreFound, "n", strconv.Itoa(more)))
	}
	w.gapsSince(0, t.Gap)
	return nil
}

// claimedPly returns the ply that the claim is about.
func (w *writer) claimedPly() (int, bool) {
	if w.claim == nil {
		return 0, false
	}
	ply := dataOf[struct{ Ply *int }](w.claim.Claim.Data).Ply
	if ply == nil {
		return 0, false
	}
	return *ply, true
}

// onlyAbout returns the incident of one ply, or one without findings: then its
// pictures show that nothing was wrong.
func (w *writer) onlyAbout(all []incident, ply int) []incident {
	for _, i := range all {
		if i.ply == ply {
			return []incident{i}
		}
	}
	if _, ok := w.ply(ply); !ok {
		return nil
	}
	return []incident{{ply: ply, line: len(w.Lines) - 1, then: w.Score}}
}

// incidents returns what was found irregular, by ply, in the order in which it
// happened.
func (w *writer) incidents() (all []incident) {
	for _, f := range w.found(irregular...) {
		line := w.lineOf(f)
		same := func(i incident) bool { return i.ply == f.Ply && w.sameStand(i, line) }
		if n := slices.IndexFunc(all, same); n >= 0 {
			all[n].found = append(all[n].found, f)
			continue
		}
		all = append(all, incident{ply: f.Ply, found: []record.Finding{f}, line: line, then: record.ScoreOf(w.Lines[:line+1])})
	}
	return all
}

// sameStand reports whether a ply was not withdrawn between an incident and a
// line of the record.
func (w *writer) sameStand(i incident, line int) bool {
	from, to := min(i.line, line), max(i.line, line)
	return !slices.ContainsFunc(w.Lines[from:to+1], func(e record.Event) bool {
		r, ok := e.(record.Retract)
		return ok && r.Ply <= i.ply
	})
}

// lineOf returns the last line of the record that says a finding.
func (w *writer) lineOf(f record.Finding) int {
	for i := len(w.Lines) - 1; i >= 0; i-- {
		if said, ok := w.Lines[i].(record.Finding); ok && said.Code == f.Code && said.T == f.T && reflect.DeepEqual(said, f) {
			return i
		}
	}
	return len(w.Lines) - 1
}

func (w *writer) illegalAnswer(all []incident) string {
	t := &w.words.IllegalMove
	if len(all) == 0 {
		if len(w.Score.Plies) == 0 {
			return t.Nothing + " " + t.NoMove
		}
		return t.Nothing + " " + say(t.LastMove, "move", w.move(len(w.Score.Plies)))
	}
	last := all[len(all)-1]
	answer := last.found[0].In(w.opt.Language)
	if len(all) > 1 {
		answer = say(t.Several, "n", strconv.Itoa(len(all))) + " " + answer
	}
	return answer
}

// showIncident shows what was found of a ply: the board before and after, what the
// squares said, the press, and what became of it.
func (w *writer) showIncident(i incident) {
	t := &w.words.IllegalMove
	then := w.as(i.then)
	w.part(say(pickText(i.pressed(), t.PartPress, t.Part), "move", then.move(i.ply), "ply", strconv.Itoa(i.ply)))
	for _, f := range i.found {
		if text := f.In(w.opt.Language); text != w.answer {
			w.para(text)
		}
	}
	from, to := then.window(i)
	w.add(then.incidentBoards(i, from, to))
	w.add(then.incidentFacts(i, to))
	if why := then.whyNotLegal(i.ply); len(why) > 0 {
		w.add(paper.Heading{Level: 3, Text: t.WhyNot}, paper.List(why))
	}
	w.showSeen(from, to)
	w.showBecame(i)
}

// as returns a writer that looks at an earlier score of the same recording.
func (w *writer) as(s record.Score) *writer {
	then, state := *w, *w.State
	state.Score = s
	then.State = &state
	return &then
}

// window returns the times between which the hands did it: from the completion of
// the ply before to the press. A ply that was made before that completion, as the
// second move of one turn is, begins where the ply before was made.
func (w *writer) window(i incident) (from, to int64) {
	first := i.ply
	if i.pressed() {
		first++
	}
	for n, f := range i.found {
		if n > 0 && f.Code == "illegal-move-stands" {
			continue // that was found with the answer, which is another move
		}
		to = max(to, f.T)
	}
	if p, ok := w.ply(i.ply); ok && first == i.ply {
		to = max(to, p.T)
		if p.Done != nil && len(i.found) == 0 {
			to = max(to, p.Done.T)
		}
	}
	from = w.timeOf(0) - 1
	if p, ok := w.ply(first - 1); ok {
		from = p.T
		if p.Done != nil {
			from = min(p.Done.T, to)
			if this, ok := w.ply(i.ply); ok && first == i.ply && this.T <= from {
				from = min(p.T, from)
			}
		}
	}
	return from, to
}

// incidentBoards are the position before, the squares as they were reported at
// the press, and the position as the record has it after.
func (w *writer) incidentBoards(i incident, from, to int64) paper.Boards {
	t := &w.words.IllegalMove
	before, after := w.Score.FEN(i.ply-1), w.Score.FEN(i.ply)
	p, _ := w.ply(i.ply)
	marked := squaresOf(p)
	if i.ply == 0 || i.pressed() {
		before, marked = after, nil
	}
	boards := paper.Boards{w.board(t.Before, before, marked, w.whenLines(max(from, 0))...)}
	seen, changed, ok := w.seenAt(from, to)
	placement, _, _ := strings.Cut(after, " ")
	switch {
	case ok && seen == placement:
		return append(boards, w.board(t.Then, after, changed, append(w.whenLines(to), t.Same)...))
	case ok:
		boards = append(boards, w.board(t.Seen, seen, changed, w.whenLines(to)...))
	}
	return append(boards, w.board(say(t.After, "move", w.move(i.ply)), after, marked))
}

func (w *writer) incidentFacts(i incident, to int64) paper.Facts {
	t, l := &w.words.IllegalMove, w.opt.Language
	var facts paper.Facts
	add := func(name, value string) {
		if fact := (paper.Fact{Name: name, Value: value}); value != "" && !slices.Contains(facts, fact) {
			facts = append(facts, fact)
		}
	}
	p, ok := w.ply(i.ply)
	var articles []string
	by := p.Side
	if len(i.found) > 0 {
		by = i.found[0].Side
	}
	if ok || len(i.found) > 0 {
		add(t.ByWhom, w.side(by))
	}
	add(t.Press, w.pressed(i, p))
	add(t.ClockBefore, w.bothClocks(w.clocksAt(to-1)))
	add(t.ClockAfter, w.bothClocks(w.clocksAt(to)))
	for _, f := range i.found {
		d := dataOf[struct {
			Kind  string
			Count int
		}](f.Data)
		add(t.Kind, l.Word("kind", d.Kind))
		if d.Count > 0 {
			add(t.Count, strconv.Itoa(d.Count))
		}
		add(t.Remedy, capital(l.Remedies(f.Data)))
		if !slices.Contains(articles, f.Article) {
			articles = append(articles, f.Article)
		}
	}
	add(t.Article, join(articles...))
	return facts
}

// pressed says when the clock was pressed on it.
func (w *writer) pressed(i incident, p record.Scored) string {
	for _, f := range i.found {
		if f.Code == "illegal-move-completed" || f.Code == "press-without-move" {
			return w.when(f.T)
		}
	}
	if p.Done != nil {
		return w.when(p.Done.T)
	}
	return w.words.IllegalMove.NotPressed
}

func (w *writer) bothClocks(white, black *int64) string {
	return say(w.words.IllegalMove.Clocks, "white", w.clock(white), "black", w.clock(black))
}

// whyNotLegal says of an illegal move what the piece could have done, and by what
// the king is attacked.
func (w *writer) whyNotLegal(n int) (why []string) {
	t, l := &w.words.IllegalMove, w.opt.Language
	p, ok := w.ply(n)
	from := squaresOf(p)
	if !ok || p.Legal || from == nil {
		return nil
	}
	before, after := w.position(n-1), w.position(n)
	at, err := observation.ParseSquare(from[0])
	if err != nil || before.At(at) == position.Empty {
		return nil
	}
	piece := l.Piece(before.At(at))
	if before.At(at).Side() == before.Side() {
		could := w.legalFrom(&before, at)
		why = append(why, say(pickText(could != "", t.CouldGo, t.CouldNot), "piece", piece, "square", from[0], "moves", could))
	}
	if king := after.King(p.Side); king != position.NoSquare {
		if attackers := w.attackers(&after, king, p.Side.Other()); attackers != "" {
			why = append(why, say(t.Attacked, "square", king.String(), "pieces", attackers, "piece", l.Piece(after.At(king))))
		}
	}
	return why
}

// legalFrom lists the legal moves of the piece on a square.
func (w *writer) legalFrom(p *position.Position, at position.Square) string {
	var buffer [position.MaxMoves]position.Move
	var said []string
	for _, m := range p.Legal(buffer[:0]) {
		if m.From() == at {
			said = append(said, w.opt.Letters.move(p, m))
		}
	}
	return strings.Join(said, ", ")
}

// attackers names the pieces of a side that attack a square.
func (w *writer) attackers(p *position.Position, at position.Square, by observation.Side) string {
	var said []string
	for b := p.Attackers(at, by); b != 0; b &= b - 1 {
		s := b.First()
		said = append(said, say(w.words.Common.Place, "piece", w.opt.Language.Piece(p.At(s)), "square", s.String()))
	}
	return strings.Join(said, ", ")
}

// showBecame says what people did about an incident.
func (w *writer) showBecame(i incident) {
	t := &w.words.IllegalMove
	if len(i.found) == 0 {
		return
	}
	became := w.became(i)
	if len(became) == 0 {
		became = []string{t.NobodyActed}
	}
	w.add(paper.Heading{Level: 3, Text: t.Became}, paper.List(became))
}

// became reads on from an incident: what was taken back or put right, claimed,
// ruled, and how the game ended for it.
func (w *writer) became(i incident) (said []string) {
	t, withdrawn := &w.words.IllegalMove, false
	all := w.rulings(i)
	add := func(at int64, what string) { all = append(all, happening{at, what}) }
	for _, e := range w.Lines[i.line+1:] {
		switch e := e.(type) {
		case record.Retract:
			if e.Ply <= i.ply && e.Why != "revision" {
				withdrawn = true
				add(e.T, say(t.TakenBack, "t", w.when(e.T), "why", t.Retracted[e.Why]))
			}
		case record.Move:
			if p, ok := i.ofScore(); ok && e.Ply == i.ply && e.Side == p.Side && e.Legal && !p.Legal {
				add(e.T, say(pickText(withdrawn, t.Instead, t.Corrected), "t", w.when(e.T), "move", w.san(e.SAN)))
			}
		case record.Claim:
			if d := dataOf[struct{ Ply *int }](e.Data); d.Ply != nil && *d.Ply == i.ply && (w.claim == nil || e.T < w.claim.Claim.T) {
				add(e.T, e.In(w.opt.Language))
			}
		case record.End:
			if (e.Termination == "illegal-move" || e.Termination == "ruling") && !i.past(e.T) {
				add(e.T, say(t.Ended, "t", w.when(e.T), "result", e.Result, "how", w.words.Head.Termination[e.Termination]))
			}
		}
	}
	slices.SortStableFunc(all, func(a, b happening) int { return cmp.Compare(a.t, b.t) })
	for _, h := range slices.Compact(all) { // several plies that go together are told once
		said = append(said, h.what)
	}
	return said
}

func (i incident) ofScore() (record.Scored, bool) {
	if i.ply < 1 || i.ply > len(i.then.Plies) {
		return record.Scored{}, false
	}
	return i.then.Plies[i.ply-1], true
}

// rulings quotes what the arbiter entered after an incident.
func (w *writer) rulings(i incident) (said []happening) {
	for _, a := range w.acts() {
		if a.Kind == observation.ActRuling && a.t >= i.found[0].T && !i.past(a.t) {
			said = append(said, happening{a.t, say(w.words.IllegalMove.Ruling, "t", w.when(a.t), "text", a.Text)})
		}
	}
	return said
}
