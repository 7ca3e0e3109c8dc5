package sheet

import (
	"slices"
	"strconv"
	"strings"

	"recorderd/observation"
	"recorderd/paper"
	"recorderd/position"
	"recorderd/record"
)

// scoresheetWords are those of the scoresheet.
type scoresheetWords struct {
	Title     string `toml:"title"`
	Number    string `toml:"number"`
	Clock     string `toml:"clock"`
	Made      string `toml:"made"`
	Start     string `toml:"start"`
	Chess960  string `toml:"chess960"`
	Offer     string `toml:"offer"`
	NoPress   string `toml:"no_press"`
	Periods   string `toml:"periods"`
	After     string `toml:"after"`
	AfterMove string `toml:"after_move"`
	Doubts    string `toml:"doubts"`
	OrElse    string `toml:"or_else"`
	Origin    string `toml:"origin"`
	Signed    string `toml:"signed"`
	Arbiter   string `toml:"arbiter"`
	Answer    string `toml:"answer"`
	NoAnswer  string `toml:"no_answer"`
}

// scoresheet is the list of the moves with the times of the clock (Article 8 and
// Appendix C). Nothing is filled in that was not read.
func (w *writer) scoresheet() error {
	s := &w.words.Scoresheet
	answer := s.NoAnswer
	if w.Score.End != nil {
		answer = say(s.Answer, "result", w.result())
	}
	w.begin(s.Title, answer)
	w.startPosition()
	w.scoreTables(w.Score.Plies, 2*perColumn)
	w.scoreLegend()
	w.periods()
	w.otherReadings()
	w.add(paper.Paragraph{Text: s.Origin, Look: paper.Small})
	w.legend()
	white, black := w.players()
	w.add(paper.Signatures{s.Signed, s.Arbiter, w.words.Common.White + ": " + white, w.words.Common.Black + ": " + black})
	return nil
}

// startPosition shows where the game began, if that is not where games begin.
func (w *writer) startPosition() {
	s, fen := &w.words.Scoresheet, w.Score.FEN(0)
	if fen == "" || fen == position.StartFEN {
		return
	}
	var lines []string
	if n, ok := position.Chess960Number(fen); ok && w.Game.Variant != "" {
		lines = append(lines, say(s.Chess960, "n", strconv.Itoa(n)))
	}
	w.add(paper.Boards{w.board(s.Start, fen, nil, lines...)})
	if len(w.Score.Plies) > 2*perColumn {
		w.add(paper.Break{}) // the moves need the page
	}
}

// scoreRow is one line of a scoresheet.
type scoreRow struct {
	number int
	cells  [4]string // White's move and clock, and Black's
}

// How many moves stand below each other on the first page, which has a head, and
// on the others.
const (
	perColumn     = 26
	perFullColumn = 38
)

// fewMoves are not divided.
const fewMoves = 10

// scoreTables has two columns of moves on each page, and on a screen one. Room is
// how many moves the first page takes.
func (w *writer) scoreTables(plies []record.Scored, room int) {
	rows := w.scoreRows(plies)
	if w.opt.Narrow {
		w.add(w.scoreTable(rows))
		return
	}
	for ; len(rows) > 0; room = 2 * perFullColumn {
		page := rows[:min(len(rows), room)]
		rows = rows[len(page):]
		w.add(w.scoreTable(page))
		if len(rows) > 0 {
			w.add(paper.Break{})
		}
	}
}

func (w *writer) scoreTable(rows []scoreRow) paper.Table {
	group, half := w.scoreColumns(), (len(rows)+1)/2
	t := paper.Table{Columns: slices.Concat(group, []paper.Column{{}}, group)}
	if w.opt.Narrow || len(rows) <= fewMoves {
		t.Columns, half = group, len(rows)
	}
	t.Rows = make([][]string, half)
	for i, row := range rows {
		if i >= half {
			t.Rows[i-half] = append(t.Rows[i-half], "")
		}
		cells := []string{strconv.Itoa(row.number) + ".", row.cells[0], row.cells[1], row.cells[2], row.cells[3]}
		if !w.clocked() {
			cells = []string{cells[0], cells[1], cells[3]}
		}
		t.Rows[i%half] = append(t.Rows[i%half], cells...)
	}
	return t
}

func (w *writer) scoreColumns() []paper.Column {
	s, c := &w.words.Scoresheet, &w.words.Common
	number, clock := paper.Column{Title: s.Number, Align: paper.Right}, paper.Column{Title: s.Clock, Align: paper.Right}
	white, black := paper.Column{Title: c.White, Wide: !w.opt.Narrow}, paper.Column{Title: c.Black, Wide: !w.opt.Narrow}
	if !w.clocked() {
		return []paper.Column{number, white, black}
	}
	return []paper.Column{number, white, clock, black, clock}
}

// clocked reports whether the time of any move is known.
func (w *writer) clocked() bool {
	for _, p := range w.Score.Plies {
		if p.Done != nil && p.Done.WhiteMS != nil {
			return true
		}
	}
	return false
}

// scoreRows has a row for each move. A second ply of the same side, as an illegal
// one may be, begins a row of its own.
func (w *writer) scoreRows(plies []record.Scored) (rows []scoreRow) {
	offers := w.offers()
	for _, p := range plies {
		at := 0
		if p.Side == observation.Black {
			at = 2
		}
		if n := len(rows); n == 0 || at == 0 || rows[n-1].number != p.Number() || rows[n-1].cells[at] != "" {
			rows = append(rows, scoreRow{number: p.Number()})
		}
		row := &rows[len(rows)-1]
		if at == 2 && row.cells[0] == "" {
			row.cells[0] = "..."
		}
		row.cells[at] = w.written(p) + w.mark(p)
		if offers[p.Ply] {
			row.cells[at] += " (=)"
		}
		row.cells[at+1] = ownClock(w.opt, p)
	}
	return rows
}

// ownClock is what the clock of the player showed when he had completed his move,
// and a dash where he never did.
func ownClock(opt Options, p record.Scored) string {
	if unread(p) {
		return ""
	}
	if p.Done == nil {
		return "–"
	}
	ms := p.Done.WhiteMS
	if p.Side == observation.Black {
		ms = p.Done.BlackMS
	}
	if ms == nil {
		return ""
	}
	return opt.Language.Reading(*ms)
}

// offers has the plies beside which both players write that a draw was offered:
// the last one of who offered it.
func (w *writer) offers() map[int]bool {
	at := map[int]bool{}
	for _, f := range w.found("draw-offer") {
		for n := min(f.Ply, len(w.Score.Plies)); n > 0; n-- {
			if w.Score.Plies[n-1].Side == f.Side {
				at[n] = true
				break
			}
		}
	}
	return at
}

// scoreLegend says what the signs mean that are not explained at the end.
func (w *writer) scoreLegend() {
	s := &w.words.Scoresheet
	pressed := true
	for _, p := range w.Score.Plies {
		pressed = pressed && (p.Done != nil || unread(p))
	}
	white, _ := w.movesBy(observation.White)
	black, _ := w.movesBy(observation.Black)
	said := []string{say(s.Made, "white", strconv.Itoa(white), "black", strconv.Itoa(black))}
	if gaps := w.besidesGaps(); gaps != "" {
		said = append(said, capital(gaps)+".")
	}
	if len(w.offers()) > 0 {
		said = append(said, s.Offer)
	}
	if !pressed && w.clocked() {
		said = append(said, s.NoPress)
	}
	w.add(paper.Paragraph{Text: strings.Join(said, " "), Look: paper.Small})
}

// periods says what the clocks showed when the moves of each time control had been
// completed.
func (w *writer) periods() {
	s, c := &w.words.Scoresheet, &w.words.Common
	t := paper.Table{Columns: []paper.Column{{Title: s.After, Wide: true}, {Title: c.White, Wide: w.opt.Narrow}, {Title: c.Black, Wide: w.opt.Narrow}}}
	control := w.Record.Control()
	for n := 0; ; n++ {
		white, bounded := control.Required(observation.White, n)
		black, alsoBounded := control.Required(observation.Black, n)
		after := max(white, black)
		cells := []string{say(s.AfterMove, "n", strconv.Itoa(after)), w.completedAt(observation.White, white), w.completedAt(observation.Black, black)}
		if !bounded && !alsoBounded || cells[1] == "" && cells[2] == "" {
			break
		}
		t.Rows = append(t.Rows, cells)
	}
	if len(t.Rows) > 0 {
		w.part(s.Periods)
		w.add(t)
	}
}

// completedAt says what the clock of a side showed when it had completed so many
// moves, and when that was; "" if it never did.
func (w *writer) completedAt(s observation.Side, moves int) string {
	for _, p := range w.Score.Plies {
		if p.Side != s || p.Done == nil {
			continue
		}
		if moves--; moves == 0 {
			return join(ownClock(w.opt, p), w.when(p.Done.T))
		}
	}
	return ""
}

// otherReadings lists the plies that can be read otherwise, and how.
func (w *writer) otherReadings() {
	s := &w.words.Scoresheet
	var said paper.List
	for _, p := range w.Score.Plies {
		if others := w.alternatives(p.Move); others != "" {
			said = append(said, say(s.OrElse, "move", w.move(p.Ply), "others", others, "share", strconv.Itoa(int(p.Confidence))))
		}
	}
	if len(said) > 0 {
		w.part(s.Doubts)
		w.add(said)
	}
}

// alternatives writes the other readings from a ply on.
func (w *writer) alternatives(p record.Move) string {
	start, err := position.ParseLoose(w.Score.FEN(p.Ply - 1))
	if err != nil {
		return ""
	}
	var lines []string
	for _, line := range p.Alternatives {
		at := start
		var said []string
		for _, uci := range line {
			m, err := at.ParseUCI(uci)
			if err != nil {
				said = append(said, w.san(uci))
				break
			}
			said = append(said, w.opt.Letters.move(&at, m))
			at.Play(m)
		}
		lines = append(lines, strings.Join(said, " "))
	}
	return strings.Join(lines, "; ")
}
