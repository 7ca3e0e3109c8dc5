package sheet

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"recorderd/observation"
	"recorderd/paper"
	"recorderd/record"
)

// reportWords are those of the report.
type reportWords struct {
	Title   string            `toml:"title"`
	Counts  string            `toml:"counts"`
	Plies   string            `toml:"plies"`
	Doubted string            `toml:"doubted"`
	Gaps    string            `toml:"gaps"`
	Illegal string            `toml:"illegal"`
	Links   string            `toml:"links"`
	All     string            `toml:"all"`
	Nothing string            `toml:"nothing"`
	Clocks  string            `toml:"clocks"`
	Move    string            `toml:"move"`
	Level   string            `toml:"level"`
	What    string            `toml:"what"`
	Levels  map[string]string `toml:"levels"`
	Found   string            `toml:"found"`
	Rulings string            `toml:"rulings"`
	Ruled   string            `toml:"ruled"`
}

// reported are the sheets that the report has, each where there is cause for it.
var reported = []struct {
	make  func(*writer) error
	cause func(*writer) bool
}{
	{(*writer).repetition, because([]string{"threefold"}, "threefold", "fivefold")},
	{(*writer).fifty, because([]string{"fifty"}, "fifty-move", "seventyfive-move")},
	{(*writer).illegal, because([]string{"illegal-move", "touch-move"}, "illegal-move-completed", "illegal-move-stands", "illegal-move-withdrawn",
		"press-without-move", "touch-move", "both-kings-in-check", "pawn-on-last-rank")},
	{(*writer).flag, because([]string{"flag", "quickplay", "dead-position"}, "flag-fall", "both-flags")},
	{(*writer).reconstruction, func(w *writer) bool { return w.Score.Start != nil && w.Score.End == nil }},
	{(*writer).adjournment, func(w *writer) bool { _, _, ok := w.adjourned(); return ok }},
	{(*writer).scoresheet, func(*writer) bool { return true }},
}

// because is the cause of a sheet where such a claim was made or such a thing was
// found.
func because(claims []string, codes ...string) func(*writer) bool {
	return func(w *writer) bool { return len(w.claimed(claims...)) > 0 || len(w.found(codes...)) > 0 }
}

// report is the whole game for a committee that trusts nobody: how it ended, how
// far the record can be trusted, all that was found, claimed, done and ruled in
// the order in which it happened, and then the sheets that there is cause for.
func (w *writer) report() error {
	r, s := &w.words.Report, &w.words.Scoresheet
	answer := s.NoAnswer
	if w.Score.End != nil {
		answer = say(s.Answer, "result", w.result())
	}
	w.begin(r.Title, answer)
	entries := w.entries()
	w.part(r.Counts)
	w.facts(w.counts(entries)...)
	w.part(r.All)
	w.everything(entries)
	w.decisions()
	for _, sheet := range reported {
		if !sheet.cause(w) {
			continue
		}
		w.add(paper.Break{})
		if err := sheet.make(w); err != nil {
			return fmt.Errorf("a sheet of the report: %w", err)
		}
	}
	return nil
}

// entry is something that was found, claimed or done.
type entry struct {
	t     int64
	ply   int // -1 for none
	level string
	text  string
}

// entries returns all of them, in the order in which they happened.
func (w *writer) entries() (all []entry) {
	for _, e := range w.Record.Standing() {
		switch e := e.(type) {
		case record.Finding:
			all = append(all, entry{e.T, e.Ply, string(e.Level), e.In(w.opt.Language)})
		case record.Claim:
			all = append(all, entry{e.T, e.Ply, "claim", e.In(w.opt.Language)})
		}
	}
	for _, a := range w.acts() {
		if a.Kind != observation.ActClaim && a.Kind != observation.ActDrawOffer {
			all = append(all, entry{a.t, -1, levelOf(a), w.did(a)})
		}
	}
	slices.SortStableFunc(all, func(a, b entry) int { return cmp.Compare(a.t, b.t) })
	return all
}

// levelOf tells what the arbiter ruled from what was done.
func levelOf(a timedAct) string {
	if rules(a) {
		return "ruling"
	}
	return "act"
}

// rules reports whether an act is a decision of the arbiter about the game.
func rules(a timedAct) bool {
	switch a.Kind {
	case observation.ActRuling, observation.ActResult, observation.ActRestore, observation.ActCorrectMove, observation.ActSetClock:
		return true
	case observation.ActTakeback:
		return a.By == "arbiter"
	}
	return false
}

// counts say how much of everything there is, and how much is in doubt.
func (w *writer) counts(entries []entry) (facts []string) {
	r := &w.words.Report
	var doubted, gaps, illegal int
	for _, p := range w.Score.Plies {
		switch {
		case unread(p):
			gaps++
		case p.Inferred || p.Confidence < record.Sure:
			doubted++
		}
		if !p.Legal && !unread(p) {
			illegal++
		}
	}
	links := len(w.found("link-lost", "recovered"))
	facts = []string{
		r.Plies, strconv.Itoa(len(w.Score.Plies)), r.Doubted, strconv.Itoa(doubted), r.Gaps, strconv.Itoa(gaps),
		r.Illegal, strconv.Itoa(illegal), r.Links, strconv.Itoa(links),
	}
	for _, level := range []string{"decisive", "claimable", "irregularity", "note", "quality", "claim", "act", "ruling"} {
		n := 0
		for _, e := range entries {
			if e.level == level {
				n++
			}
		}
		if n > 0 {
			facts = append(facts, say(r.Found, "level", r.Levels[level]), strconv.Itoa(n))
		}
	}
	return facts
}

// everything is the table of all entries.
func (w *writer) everything(entries []entry) {
	r := &w.words.Report
	if len(entries) == 0 {
		w.para(r.Nothing)
		return
	}
	t := paper.Table{Columns: append(w.timeColumns(), paper.Column{Title: r.Clocks}, paper.Column{Title: r.Move},
		paper.Column{Title: r.Level}, paper.Column{Title: r.What, Wide: true})}
	for _, e := range entries {
		white, black := w.clocksAt(e.t)
		clocks := ""
		if white != nil {
			clocks = w.clock(white) + " " + w.clock(black)
		}
		t.Rows = append(t.Rows, append(w.timeCells(e.t), clocks, w.numberOfPly(e.ply), r.Levels[e.level], e.text))
	}
	w.add(t)
}

// numberOfPly counts the number of the move that a ply had, from the start of the
// game: the ply itself may have been taken back since. "" is no ply.
func (w *writer) numberOfPly(ply int) string {
	if ply < 1 {
		return ""
	}
	start := w.position(0)
	half := 2*start.FullMove() + ply - 3
	if start.Side() == observation.Black {
		half++
	}
	return numberOf(half/2+1, sides[half%2])
}

// decisions repeats what the arbiter decided, by itself: it is neither observed nor
// concluded.
func (w *writer) decisions() {
	var list paper.List
	for _, a := range w.acts() {
		if rules(a) {
			list = append(list, say(w.words.Report.Ruled, "when", w.when(a.t), "what", w.did(a)))
		}
	}
	if len(list) > 0 {
		w.part(w.words.Report.Rulings)
		w.add(list)
	}
}
