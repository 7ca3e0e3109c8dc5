package sheet

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"recorderd/observation"
	"recorderd/paper"
	"recorderd/position"
	"recorderd/record"
	"recorderd/unwinnable"
)

// flagWords are those of the sheet about a flag, and about who can still mate.
type flagWords struct {
	LeftOpen   string            `toml:"left_open"`
	Title      string            `toml:"title"`
	TitleDead  string            `toml:"title_dead"`
	TitleQuick string            `toml:"title_quick"`
	NotBegun   string            `toml:"not_begun"`
	None       string            `toml:"none"`
	NoneClock  string            `toml:"none_clock"`
	Running    string            `toml:"running"`
	NotRunning string            `toml:"not_running"`
	Fall       string            `toml:"fall"`
	Fell       string            `toml:"fell"`
	Between    string            `toml:"between"`
	Noticed    string            `toml:"noticed"`
	Clocks     string            `toml:"clocks"`
	Completed  string            `toml:"completed"`
	Moves      string            `toml:"moves"`
	MovesOf    string            `toml:"moves_of"`
	Article    string            `toml:"article"`
	Order      string            `toml:"order"`
	OrderNote  string            `toml:"order_note"`
	What       string            `toml:"what"`
	Made       string            `toml:"made"`
	Pressed    string            `toml:"pressed"`
	Ended      string            `toml:"ended"`
	Mate       string            `toml:"mate"`
	MatePart   string            `toml:"mate_part"`
	Can        string            `toml:"can"`
	MatedNow   string            `toml:"mated_now"`
	Cannot     string            `toml:"cannot"`
	Unknown    string            `toml:"unknown"`
	Waiting    string            `toml:"waiting"`
	NoKings    string            `toml:"no_kings"`
	Helpmate   string            `toml:"helpmate"`
	Final      string            `toml:"final"`
	Proof      map[string]string `toml:"proof"`
	Digest     string            `toml:"digest"`
	NotShown   string            `toml:"not_shown"`
}

// flag writes the sheet about a flag that fell, or did not, with the answer to
// what is asked then: can the opponent still mate? A claim of a dead position and
// of a quickplay finish asks it too.
func (w *writer) flag() error {
	t := &w.words.Flag
	if w.Score.Start == nil {
		w.begin(t.Title, t.NotBegun)
		return nil
	}
	falls := w.found("flag-fall")
	title, winners := w.flagTitle(falls)
	w.begin(title, w.flagAnswer(falls))
	for _, f := range falls {
		w.showFall(f)
	}
	if len(falls) == 0 {
		w.facts(t.Clocks, w.bothClocks(w.clocksAt(w.T)))
	}
	w.showOrder(falls)
	if len(winners) > 0 {
		w.part(t.Mate)
		w.showCanMate(winners, w.flagPly(falls))
		if w.mateLeftOpen(falls) {
			w.para(t.LeftOpen)
		}
	}
	return nil
}

// flagTitle returns what the sheet is called, and of whom it is asked whether he
// can mate.
func (w *writer) flagTitle(falls []record.Finding) (title string, winners []observation.Side) {
	t, claimed := &w.words.Flag, ""
	if w.claim != nil {
		claimed = w.claim.Claim.Claim
	}
	switch {
	case claimed == "dead-position":
		return t.TitleDead, sides[:]
	case claimed == "quickplay":
		return t.TitleQuick, sides[:]
	}
	for _, f := range falls {
		if s := f.Side.Other(); !slices.Contains(winners, s) {
			winners = append(winners, s)
		}
	}
	return t.Title, winners
}

// mateLeftOpen reports whether the record itself does not say who can mate.
func (w *writer) mateLeftOpen(falls []record.Finding) bool {
	var data any
	switch {
	case w.claim != nil:
		data = w.claim.Claim.Data
	case len(falls) > 0:
		data = falls[len(falls)-1].Data
	}
	d := dataOf[map[string]any](data)
	can, asked := d["opponent_can_mate"]
	return asked && can == nil || d["reason"] == "gap"
}

// flagPly returns after which ply it is asked who can mate: at the claim, or else
// when the flag fell.
func (w *writer) flagPly(falls []record.Finding) int {
	if w.claim != nil || len(falls) == 0 {
		return len(w.Score.Plies)
	}
	return min(falls[len(falls)-1].Ply, len(w.Score.Plies))
}

func (w *writer) flagAnswer(falls []record.Finding) string {
	t := &w.words.Flag
	both := w.found("both-flags")
	switch {
	case len(both) > 0:
		return both[len(both)-1].In(w.opt.Language)
	case len(falls) > 0:
		return falls[len(falls)-1].In(w.opt.Language)
	}
	if late := w.fellAfterTheEnd(); late != "" {
		return late
	}
	c, at, ok := w.ClockAt(w.T)
	if !ok {
		return t.None
	}
	running := t.NotRunning
	if c.Running != observation.NoSide {
		running = say(t.Running, "side", w.opt.Language.Player(c.Running))
	}
	return t.None + " " + capital(say(t.NoneClock, "t", w.when(at), "white", w.clock(&c.WhiteMS), "black", w.clock(&c.BlackMS), "running", running))
}

// fellAfterTheEnd says that a flag fell when the board had ended the game already.
func (w *writer) fellAfterTheEnd() string {
	var said []string
	for _, f := range w.found("checkmate", "stalemate", "dead-position", "fivefold", "seventyfive-move", "event-after-end") {
		if f.Code != "event-after-end" || dataOf[struct{ Kind string }](f.Data).Kind == "flag-fall" {
			said = append(said, f.In(w.opt.Language))
		}
	}
	if len(said) < 2 {
		return ""
	}
	return strings.Join(said, " ")
}

// showFall says when a flag fell, what the clocks showed, and how many moves had
// been completed.
func (w *writer) showFall(f record.Finding) {
	t := &w.words.Flag
	d := dataOf[struct {
		Noticed  *int64 `json:"noticed_t"`
		White    *int64 `json:"white_ms"`
		Black    *int64 `json:"black_ms"`
		Moves    *int   `json:"moves"`
		Required *int   `json:"required"`
	}](f.Data)
	fell := w.when(f.T)
	if from, to, unsure := w.fellBetween(f); unsure {
		fell = say(t.Between, "from", w.when(from), "to", w.when(to))
	}
	noticed, moves := "", ""
	if d.Noticed != nil {
		noticed = w.when(*d.Noticed)
	}
	if d.Moves != nil {
		moves = say(t.Moves, "n", strconv.Itoa(*d.Moves))
		if d.Required != nil {
			moves = say(t.MovesOf, "n", strconv.Itoa(*d.Moves), "required", strconv.Itoa(*d.Required))
		}
	}
	w.part(say(t.Fall, "side", w.side(f.Side)))
	w.facts(t.Fell, fell, t.Noticed, noticed, t.Clocks, w.bothClocks(d.White, d.Black),
		t.Completed, moves, t.Article, f.Article)
}

// fellBetween returns between which times a flag must have fallen, where the
// clock was not heard meanwhile. What is said of both flags holds for each.
func (w *writer) fellBetween(f record.Finding) (from, to int64, unsure bool) {
	from = f.T
	for _, f := range append(w.found("both-flags"), f) {
		d := dataOf[struct {
			Order *struct {
				Known bool  `json:"known"`
				From  int64 `json:"from_t"`
				To    int64 `json:"to_t"`
			} `json:"order"`
		}](f.Data)
		if d.Order != nil && !d.Order.Known {
			from, to, unsure = min(from, d.Order.From), max(to, d.Order.To), true
		}
	}
	return from, to, unsure
}

// happening is one line of the order of things.
type happening struct {
	t    int64
	what string
}

// showOrder lists what happened around a fall, or at the end of the recording, in
// order: that decides.
func (w *writer) showOrder(falls []record.Finding) {
	t := &w.words.Flag
	from := w.timeOf(max(0, len(w.Score.Plies)-3))
	if len(falls) > 0 {
		from = min(w.timeOf(max(0, falls[0].Ply-2)), falls[0].T)
	}
	all := w.happenings(from)
	w.part(t.Order)
	table := paper.Table{Columns: append(w.timeColumns(), paper.Column{Title: t.What, Wide: true})}
	for _, h := range all[max(0, len(all)-mostHappenings):] {
		table.Rows = append(table.Rows, append(w.timeCells(h.t), h.what))
	}
	w.add(table)
	w.add(paper.Paragraph{Text: t.OrderNote, Look: paper.Small})
}

// mostHappenings is how many lines the order of things has.
const mostHappenings = 40

// happenings are the moves, presses, findings and claims from a time on, and the
// end of the game.
func (w *writer) happenings(from int64) (all []happening) {
	t := &w.words.Flag
	add := func(at int64, what string) {
		if at >= from {
			all = append(all, happening{at, what})
		}
	}
	for _, p := range w.Score.Plies {
		add(p.T, say(t.Made, "move", w.move(p.Ply)))
		if p.Done != nil {
			add(p.Done.T, say(t.Pressed, "move", w.move(p.Ply)))
		}
	}
	for _, e := range w.Record.Standing() {
		switch e := e.(type) {
		case record.Finding:
			add(e.T, e.In(w.opt.Language))
		case record.Claim:
			add(e.T, e.In(w.opt.Language))
		}
	}
	if e := w.Score.End; e != nil {
		add(e.T, say(t.Ended, "result", e.Result, "how", w.words.Head.Termination[e.Termination], "article", w.article(e.Article)))
	}
	slices.SortStableFunc(all, func(a, b happening) int { return cmp.Compare(a.t, b.t) })
	// a claim that was made may be the one that is asked about
	return slices.CompactFunc(all, func(a, b happening) bool { return a.what == b.what })
}

// showCanMate answers whether each of some sides can still mate, with what proves
// it: the moves or the proofs, and then the position and the mates side by side.
func (w *writer) showCanMate(winners []observation.Side, ply int) {
	p := w.position(ply)
	boards := paper.Boards{w.board(w.after(ply), p.FEN(), nil, w.whenLines(w.timeOf(ply))...)}
	var answers []paper.Block
	for _, s := range winners {
		answers = append(answers, paper.Heading{Level: 3, Text: say(w.words.Flag.MatePart, "side", w.side(s))})
		texts, mate := w.canMate(s, p)
		for _, text := range texts {
			answers = append(answers, paper.Paragraph{Text: text})
		}
		if mate != nil {
			boards = append(boards, *mate)
		}
	}
	w.add(answers...)
	w.add(boards)
}

// canMate answers whether a side can still mate, and shows the mate if there is
// one to come.
func (w *writer) canMate(s observation.Side, p position.Position) (said []string, mate *paper.Board) {
	t := &w.words.Flag
	if unwinnable.Unfinished(&p) {
		return []string{t.Waiting}, nil
	}
	player := w.opt.Language.Player(s)
	var solver unwinnable.Solver
	a, err := solver.Decide(&p, s, record.ClaimBudget)
	switch {
	case err != nil:
		return []string{t.NoKings}, nil
	case a.Verdict == unwinnable.Winnable && len(a.Line) == 0:
		return []string{say(t.MatedNow, "side", player)}, nil
	case a.Verdict == unwinnable.Winnable:
		moves := w.playOut(&p, a.Line)
		last := a.Line[len(a.Line)-1]
		board := w.board(say(t.Final, "side", w.side(s)), p.FEN(), []string{last.From().String(), last.To().String()})
		return []string{
			say(t.Can, "side", player, "n", w.opt.Language.Moves((len(a.Line)+1)/2)), say(t.Helpmate, "moves", moves),
		}, &board
	case a.Verdict == unwinnable.Unwinnable:
		return []string{say(t.Cannot, "side", player), w.proof(a.Proof)}, nil
	}
	return []string{say(t.Unknown, "side", player, "n", strconv.Itoa(a.Work))}, nil
}

// playOut plays moves in a position and writes them.
func (w *writer) playOut(p *position.Position, line []position.Move) string {
	var said []string
	for i, m := range line {
		text := w.opt.Letters.move(p, m)
		if i == 0 || p.Side() == observation.White {
			text = numberOf(p.FullMove(), p.Side()) + " " + text
		}
		said = append(said, text)
		p.Play(m)
	}
	return strings.Join(said, " ")
}

// proof says why there is no helpmate.
func (w *writer) proof(p unwinnable.Proof) string {
	t := &w.words.Flag
	key := map[unwinnable.Class]string{
		unwinnable.ByMaterial: "material-" + strconv.Itoa(p.Rule), unwinnable.ByWall: "wall",
		unwinnable.ByClosure: "all", unwinnable.ByHaze: "haze",
	}[p.Class]
	if p.Class == unwinnable.ByClosure && p.States == 1 {
		key = "only"
	}
	text := say(cmp.Or(t.Proof[key], t.NotShown), "n", strconv.Itoa(p.States))
	if p.Digest != "" {
		text += " " + say(t.Digest, "sha256", p.Digest)
	}
	return text
}
