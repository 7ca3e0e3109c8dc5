package sheet

import (
	"strconv"

	"recorderd/laws"
	"recorderd/observation"
	"recorderd/paper"
)

// fiftyWords are those of the sheet about moves without pawn move and capture.
type fiftyWords struct {
	Title       string            `toml:"title"`
	NotBegun    string            `toml:"not_begun"`
	Reached     string            `toml:"reached"`
	Missing     string            `toml:"missing"`
	Reopened    string            `toml:"reopened"`
	Count       string            `toml:"count"`
	CountBoth   string            `toml:"count_both"`
	CountStart  string            `toml:"count_start"`
	LastOne     string            `toml:"last_one"`
	NoneBefore  string            `toml:"none_before"`
	Rule        string            `toml:"rule"`
	RuleMoves   string            `toml:"rule_moves"`
	Counts      map[string]string `toml:"counts"`
	NoRule      string            `toml:"no_rule"`
	SeventyFive string            `toml:"seventy_five"`
	Left        string            `toml:"left"`
	LeftNone    string            `toml:"left_none"`
	LeftMoves   string            `toml:"left_moves"`
	Intended    string            `toml:"intended"`
	NotDone     string            `toml:"not_done"`
	Boards      string            `toml:"boards"`
	Before      string            `toml:"before"`
	Now         string            `toml:"now"`
	Moves       string            `toml:"moves"`
	Gap         string            `toml:"gap"`
}

// quiet is a run of plies without pawn move and without capture.
type quiet struct {
	since, to int // the ply before the first of them, and the last
	half      int // half-moves, those of before the recording and an intended one included
	before    int // half-moves that the announced start counts
}

// fifty writes the sheet about moves without pawn move and capture.
func (w *writer) fifty() error {
	t := &w.words.FiftyMoves
	if w.Score.Start == nil {
		w.begin(t.Title, t.NotBegun)
		return nil
	}
	q := w.quietMoves()
	w.begin(t.Title, w.fiftyAnswer(q))
	w.quietFacts(q)
	w.quietBoards(q)
	if plies := w.Score.Plies[q.since:q.to]; len(plies) > 0 {
		if len(plies) > 2*fewMoves {
			w.add(paper.Break{}) // they are to be seen together
		}
		w.part(t.Moves)
		w.scoreTables(plies, 2*perFullColumn)
	}
	w.gapsSince(q.since, t.Gap)
	return nil
}

// quietMoves returns the moves that count now; where they are too few and there
// were enough once in the game, those.
func (w *writer) quietMoves() quiet {
	q := w.quietUpTo(len(w.Score.Plies))
	if w.claim != nil || w.Record.Edition().FiftyMove.Met(q.half) {
		return q
	}
	for _, f := range w.found("fifty-move", "seventyfive-move") {
		to := f.Ply
		for to < len(w.Score.Plies) && w.halfMoves(to+1) == w.halfMoves(to)+1 {
			to++
		}
		if to <= len(w.Score.Plies) {
			q = w.quietUpTo(to)
		}
	}
	return q
}

func (w *writer) quietUpTo(to int) quiet {
	half := w.halfMoves(to)
	q := quiet{since: max(0, to-half), to: to, half: half}
	q.before = half - (q.to - q.since)
	return q
}

// halfMoves returns the counter after a ply.
func (w *writer) halfMoves(n int) int { p := w.position(n); return p.HalfMoves() }

// declared returns the move that was intended with a claim of the fifty moves, if
// it would be one of them.
func (w *writer) declared() (text string, counts bool) {
	if w.claim == nil || w.claim.Claim.Claim != "fifty" {
		return "", false
	}
	text = dataOf[struct{ Move string }](w.claim.Claim.Data).Move
	p := w.position(len(w.Score.Plies))
	m, err := p.ParseSAN(text)
	if text == "" || err != nil {
		return text, false
	}
	after := p.After(m)
	return text, after.HalfMoves() > 0
}

func (w *writer) fiftyAnswer(q quiet) string {
	t := &w.words.FiftyMoves
	answer := ""
	for _, f := range w.found("seventyfive-move", "fifty-move") {
		if f.Ply > q.since && f.Ply <= q.to {
			answer = f.In(w.opt.Language)
		}
	}
	switch {
	case answer != "" && q.to < len(w.Score.Plies):
		return answer + " " + say(t.Reopened, "move", w.move(q.to+1))
	case answer != "":
		return answer
	}
	return say(pickText(w.missing(q) == 0, t.Reached, t.Missing), "half", strconv.Itoa(q.half), "missing", strconv.Itoa(w.missing(q)))
}

// missing returns how many half-moves are missing for a claim.
func (w *writer) missing(q quiet) int {
	half := q.half
	if _, counts := w.declared(); counts {
		half++
	}
	return max(0, 2*w.Record.Edition().FiftyMove.Moves-half)
}

func (w *writer) quietFacts(q quiet) {
	t := &w.words.FiftyMoves
	e := w.Record.Edition()
	var by [2]int
	for n := q.since + 1; n <= q.to; n++ {
		p, _ := w.ply(n)
		by[p.Side&1]++
	}
	count := say(t.CountBoth, "white", strconv.Itoa(by[observation.White]), "black", strconv.Itoa(by[observation.Black]), "half", strconv.Itoa(q.half))
	if q.before > 0 {
		count += " " + say(t.CountStart, "n", strconv.Itoa(q.before))
	}
	last := t.NoneBefore
	if p, ok := w.ply(q.since); ok {
		last = w.move(p.Ply) + ", " + w.when(p.T)
	}
	intended := ""
	if text, _ := w.declared(); text != "" {
		intended = w.intention(len(w.Score.Plies), text)
	}
	w.facts(t.Count, count, t.LastOne, last, t.Intended, intended,
		t.Rule, w.countRule(e.FiftyMove.Rule, e.FiftyMove.MoveCount), t.SeventyFive, w.countRule(e.SeventyFive.Rule, e.SeventyFive.MoveCount),
		t.Left, w.leftMoves(q))
	if p, ok := w.ply(q.to); ok && p.Done == nil && e.FiftyMove.Counts == laws.Completed {
		w.para(say(t.NotDone, "move", w.move(q.to)))
	}
}

// countRule says how many moves a rule wants, under which article.
func (w *writer) countRule(rule laws.Rule, count laws.MoveCount) string {
	t := &w.words.FiftyMoves
	if !rule.Exists() {
		return t.NoRule
	}
	return join(say(t.RuleMoves, "n", strconv.Itoa(count.Moves)), t.Counts[string(count.Counts)], w.article(rule.Article))
}

// leftMoves says how many moves by each player are missing.
func (w *writer) leftMoves(q quiet) string {
	t, missing := &w.words.FiftyMoves, w.missing(q)
	if missing == 0 {
		return t.LeftNone
	}
	p := w.position(q.to)
	left := [2]int{missing / 2, missing / 2}
	left[p.Side()&1] += missing % 2
	return say(t.LeftMoves, "white", strconv.Itoa(left[observation.White]), "black", strconv.Itoa(left[observation.Black]))
}

// quietBoards show the last capture or pawn move, and what stands now.
func (w *writer) quietBoards(q quiet) {
	t := &w.words.FiftyMoves
	w.part(t.Boards)
	var boards paper.Boards
	if p, ok := w.ply(q.since); ok {
		boards = append(boards,
			w.board(say(t.Before, "move", w.move(q.since)), w.Score.FEN(q.since-1), squaresOf(p), w.standingLines(q.since-1)...),
			w.board(w.after(q.since), p.FEN, squaresOf(p), w.standingLines(q.since)...))
	} else {
		boards = append(boards, w.board(w.words.Common.Start, w.Score.FEN(0), nil, w.standingLines(0)...))
	}
	if q.to > q.since {
		boards = append(boards, w.board(say(t.Now, "move", w.move(q.to)), w.Score.FEN(q.to), nil, w.standingLines(q.to)...))
	}
	w.add(boards)
}
