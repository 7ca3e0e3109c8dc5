package sheet

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"recorderd/paper"
	"recorderd/position"
	"recorderd/record"
)

// repetitionWords are those of the sheet about a position that came back.
type repetitionWords struct {
	Declared    string            `toml:"declared"`
	Title       string            `toml:"title"`
	NotBegun    string            `toml:"not_begun"`
	Nearest     string            `toml:"nearest"`
	Never       string            `toml:"never"`
	Since       string            `toml:"since"`
	Position    string            `toml:"position"`
	Occurrence  string            `toml:"occurrence"`
	Intended    string            `toml:"intended"`
	Ply         string            `toml:"ply"`
	Clocks      string            `toml:"clocks"`
	ToMove      string            `toml:"to_move"`
	Castling    string            `toml:"castling"`
	EnPassant   string            `toml:"en_passant"`
	Between     string            `toml:"between"`
	BetweenList string            `toml:"between_list"`
	Almost      string            `toml:"almost"`
	Sameness    string            `toml:"sameness"`
	Earlier     string            `toml:"earlier"`
	MoreAlmost  string            `toml:"more_almost"`
	Others      string            `toml:"others"`
	Times       string            `toml:"times"`
	Gap         string            `toml:"gap"`
	Doubtful    string            `toml:"doubtful"`
	Why         map[string]string `toml:"why"`
}

// repeated is a position with all the times at which it stood.
type repeated struct {
	stood    []record.Occurrence
	almost   []record.Almost
	intended string // the move that was declared, "" for none
}

// plies are those after which it stood.
func (r repeated) last() record.Occurrence { return r.stood[len(r.stood)-1] }

// mostPositions is how many positions are shown at length, mostTimes how many
// times of each, the last ones, mostAlmost how many near misses of each, and
// mostOthers how many are listed besides.
const (
	mostTimes     = 9
	mostPositions = 4
	mostAlmost    = 6
	mostOthers    = 10
)

// repetition writes the sheet about a position that stood several times.
func (w *writer) repetition() error {
	if w.Score.Start == nil {
		w.begin(w.words.Repetition.Title, w.words.Repetition.NotBegun)
		return nil
	}
	times := max(w.Record.Edition().Threefold.Times, 2)
	shown, others, answer := w.repetitions(times)
	w.begin(w.words.Repetition.Title, answer)
	for _, r := range shown {
		w.showRepeated(r)
	}
	if len(others) > 0 {
		w.part(w.words.Repetition.Others)
		w.add(w.otherPositions(others))
	}
	w.gapsSince(0, w.words.Repetition.Gap)
	return nil
}

// repetitions chooses the positions that are shown and those that are only
// listed: the one that was claimed, or else those that stood often enough, the
// latest first, or else the one that came nearest to it.
func (w *writer) repetitions(times int) (shown, others []repeated, answer string) {
	t := &w.words.Repetition
	all := w.positions()
	enough := slices.DeleteFunc(slices.Clone(all), func(r repeated) bool { return len(r.stood) < times })
	slices.SortStableFunc(enough, func(a, b repeated) int { return cmp.Compare(b.last().Ply, a.last().Ply) })
	if w.claim != nil && w.claim.Claim.Claim == "threefold" {
		claimed := w.claimedPosition(all)
		return []repeated{claimed}, otherThan(all, []repeated{claimed}), ""
	}
	if len(enough) == 0 {
		near, ok := nearest(all)
		if !ok {
			return nil, nil, say(t.Never, "times", strconv.Itoa(times))
		}
		return []repeated{near}, otherThan(all, []repeated{near}), say(t.Nearest, "times", strconv.Itoa(times), "n", strconv.Itoa(len(near.stood)), "move", w.after(near.last().Ply))
	}
	shown = enough[:min(len(enough), mostPositions)]
	return shown, otherThan(all, shown), w.repetitionAnswer(enough[0])
}

// otherThan returns the positions that came back and are not shown, those that
// stood most often first.
func otherThan(all, shown []repeated) []repeated {
	others := slices.DeleteFunc(slices.Clone(all), func(r repeated) bool {
		return len(r.stood) < 2 || slices.ContainsFunc(shown, func(s repeated) bool { return s.stood[0].Ply == r.stood[0].Ply })
	})
	slices.SortStableFunc(others, func(a, b repeated) int { return cmp.Compare(len(b.stood), len(a.stood)) })
	return others[:min(len(others), mostOthers)]
}

// repetitionAnswer says what was found of the position that stood often enough
// last, and whether it still stands.
func (w *writer) repetitionAnswer(r repeated) string {
	answer := ""
	for _, f := range w.found("threefold", "fivefold") {
		if f.Ply == r.last().Ply {
			answer = f.In(w.opt.Language)
		}
	}
	if since := len(w.Score.Plies) - r.last().Ply; since > 0 {
		answer += " " + say(w.words.Repetition.Since, "n", strconv.Itoa(since))
	}
	return strings.TrimSpace(answer)
}

// positions returns every position of the game, in the order of the first time
// at which it stood.
func (w *writer) positions() (all []repeated) {
	at := map[position.Key]int{}
	keys := make([]position.Key, len(w.Score.Plies)+1)
	for n := range keys {
		p := w.position(n)
		keys[n] = p.Key()
		i, known := at[keys[n]]
		if !known {
			i = len(all)
			at[keys[n]] = i
			all = append(all, repeated{})
		}
		all[i].stood = append(all[i].stood, record.Occurrence{Ply: n, T: w.timeOf(n), FEN: w.Score.FEN(n)})
	}
	return all
}

// claimedPosition is the position that the claim is about, with the move that was
// declared.
func (w *writer) claimedPosition(all []repeated) repeated {
	data := dataOf[struct {
		Move        string              `json:"move"`
		Occurrences []record.Occurrence `json:"occurrences"`
	}](w.claim.Claim.Data)
	r := repeated{stood: data.Occurrences, intended: data.Move}
	if len(r.stood) == 0 {
		for _, one := range all {
			if slices.ContainsFunc(one.stood, func(o record.Occurrence) bool { return o.Ply == w.claim.Claim.Ply }) {
				r.stood = one.stood
			}
		}
	}
	if len(r.stood) == 0 {
		r.stood = []record.Occurrence{{FEN: w.Score.FEN(0), T: w.timeOf(0)}}
	}
	r.almost = w.nearMisses(r)
	return r
}

// nearest returns the position that stood most often if none stood often enough,
// or that of which nearly the same stood too; of several the latest.
func nearest(all []repeated) (near repeated, ok bool) {
	for _, r := range all {
		if len(r.stood) > 1 && (!ok || len(r.stood) > len(near.stood) || r.last().Ply > near.last().Ply) {
			near, ok = r, true
		}
	}
	return near, ok
}

// nearMisses returns when the same pieces stood on the same squares, and yet it
// was not the same position.
func (w *writer) nearMisses(r repeated) (near []record.Almost) {
	of := w.parsed(r.last().FEN)
	for n := range len(w.Score.Plies) + 1 {
		p := w.position(n)
		if why := record.WhyNotSame(&p, &of); why != "" {
			near = append(near, record.Almost{Occurrence: record.Occurrence{Ply: n, T: w.timeOf(n), FEN: w.Score.FEN(n)}, Why: why})
		}
	}
	return near
}

// showRepeated shows every time at which a position stood side by side, the moves
// between, and what was nearly the same.
func (w *writer) showRepeated(r repeated) {
	t, fen := &w.words.Repetition, r.last().FEN
	w.part(say(t.Position, "move", w.stoodAfter(r, r.last()), "n", strconv.Itoa(len(r.stood))))
	var boards paper.Boards
	earlier := max(0, len(r.stood)-mostTimes)
	for i, o := range r.stood[earlier:] {
		title := say(t.Occurrence, "n", strconv.Itoa(earlier+i+1), "move", w.stoodAfter(r, o))
		boards = append(boards, w.board(title, o.FEN, nil, w.occurrenceLines(o)...))
	}
	w.add(boards)
	if earlier > 0 {
		w.para(say(t.Earlier, "n", strconv.Itoa(earlier)))
	}
	w.facts(t.ToMove, w.turn(fen), t.Castling, w.castling(fen), t.EnPassant, w.enPassant(fen))
	w.movesBetween(r)
	if slices.ContainsFunc(r.stood, func(o record.Occurrence) bool { return w.inDoubt(o.Ply) && !o.Intended }) {
		w.para(t.Doubtful)
	}
	if r.almost == nil {
		r.almost = w.nearMisses(r)
	}
	w.showAlmost(r)
}

// stoodAfter says after which move a position stood.
func (w *writer) stoodAfter(r repeated, o record.Occurrence) string {
	if o.Intended {
		return say(w.words.Repetition.Intended, "move", w.intention(o.Ply-1, r.intended))
	}
	return w.after(o.Ply)
}

// intendedMove writes a move that was declared, with its number where one is
// needed.
func (w *writer) intendedMove(o record.Occurrence, text string, first bool) string {
	before, move := w.position(o.Ply-1), w.intention(o.Ply-1, text)
	if first || before.Side() == position.White {
		move = numberOf(before.FullMove(), before.Side()) + " " + move
	}
	return say(w.words.Repetition.Declared, "move", move)
}

// occurrenceLines say when a position stood, and what the clocks showed.
func (w *writer) occurrenceLines(o record.Occurrence) []string {
	if o.Intended {
		return append(w.whenLines(o.T), w.clockLines(w.clocksAt(o.T))...)
	}
	lines := []string{say(w.words.Repetition.Ply, "n", strconv.Itoa(o.Ply))}
	return append(append(lines, w.whenLines(o.T)...), w.clockLines(w.clocksAfter(o.Ply))...)
}

// standingLines say since when the position after a ply stood, and what the
// clocks showed.
func (w *writer) standingLines(n int) []string {
	return append(w.whenLines(w.timeOf(n)), w.clockLines(w.clocksAfter(n))...)
}

// clockLines say what the clocks showed, a line each.
func (w *writer) clockLines(white, black *int64) []string {
	t := &w.words.Repetition
	return []string{
		say(t.Clocks, "side", w.words.Common.White, "ms", w.clock(white)),
		say(t.Clocks, "side", w.words.Common.Black, "ms", w.clock(black)),
	}
}

// movesBetween lists what was played from one time to the next.
func (w *writer) movesBetween(r repeated) {
	t := &w.words.Repetition
	var list paper.List
	for i, o := range r.stood {
		if i < max(1, len(r.stood)-mostTimes+1) {
			continue
		}
		moves := w.moves(r.stood[i-1].Ply+1, o.Ply)
		if o.Intended {
			moves = strings.TrimSpace(moves + " " + w.intendedMove(o, r.intended, moves == ""))
		}
		list = append(list, say(t.BetweenList, "from", strconv.Itoa(i), "to", strconv.Itoa(i+1), "moves", moves))
	}
	if len(list) > 0 {
		w.add(paper.Heading{Level: 3, Text: t.Between}, list)
	}
}

// showAlmost shows where the same pieces stood on the same squares, and says why
// that was another position.
func (w *writer) showAlmost(r repeated) {
	if len(r.almost) == 0 {
		return
	}
	t := &w.words.Repetition
	w.add(paper.Heading{Level: 3, Text: t.Almost})
	var boards paper.Boards
	for _, a := range r.almost[:min(len(r.almost), mostAlmost)] {
		why := say(t.Why[a.Why], "side", w.turn(a.FEN), "castling", w.castling(a.FEN), "square", w.enPassant(a.FEN))
		boards = append(boards, w.board(w.stoodAfter(r, a.Occurrence), a.FEN, nil, append([]string{why}, w.occurrenceLines(a.Occurrence)...)...))
	}
	w.add(boards)
	w.para(say(t.Sameness, "article", w.article(w.Record.Edition().Threefold.SamenessArticle)))
	if more := len(r.almost) - mostAlmost; more > 0 {
		w.para(say(t.MoreAlmost, "n", strconv.Itoa(more)))
	}
}

// otherPositions lists positions that are not shown at length.
func (w *writer) otherPositions(others []repeated) paper.Table {
	t := &w.words.Repetition
	table := paper.Table{Columns: []paper.Column{{Title: t.Times, Align: paper.Right}, {Title: capital(say(w.words.Common.After, "move", "")), Wide: true}}}
	for _, r := range others {
		var after []string
		for _, o := range r.stood {
			after = append(after, w.move(o.Ply))
		}
		table.Rows = append(table.Rows, []string{strconv.Itoa(len(r.stood)), strings.Join(after, ", ")})
	}
	return table
}

// inDoubt reports whether a ply is not sure.
func (w *writer) inDoubt(n int) bool {
	p, ok := w.ply(n)
	return ok && (p.Inferred || p.Confidence < record.Sure)
}

// gapsSince says, if something after a ply could not be read, what that means.
func (w *writer) gapsSince(ply int, meaning string) {
	for _, p := range w.Score.Plies[min(ply, len(w.Score.Plies)):] {
		if unread(p) {
			w.para(say(meaning, "move", w.move(p.Ply)))
			return
		}
	}
}
