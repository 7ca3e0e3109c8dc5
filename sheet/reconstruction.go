package sheet

import (
	"slices"
	"strconv"
	"strings"

	"recorderd/laws"
	"recorderd/observation"
	"recorderd/paper"
	"recorderd/position"
)

// reconstructionWords are those of the page that an arbiter needs before a game
// is reconstructed.
type reconstructionWords struct {
	Title        string            `toml:"title"`
	Answer       string            `toml:"answer"`
	NotBegun     string            `toml:"not_begun"`
	Pieces       string            `toml:"pieces"`
	Clocks       string            `toml:"clocks"`
	Clock        string            `toml:"clock"`
	Reported     string            `toml:"reported"`
	Counted      string            `toml:"counted"`
	Silent       string            `toml:"silent"`
	RunningTitle string            `toml:"running_title"`
	Running      map[string]string `toml:"running"`
	Counts       string            `toml:"counts"`
	ToMove       string            `toml:"to_move"`
	LastMove     string            `toml:"last_move"`
	Castling     string            `toml:"castling"`
	EnPassant    string            `toml:"en_passant"`
	MovesOf      string            `toml:"moves_of"`
	Made         string            `toml:"made"`
	Period       string            `toml:"period"`
	Without      string            `toml:"without"`
	Occurrence   string            `toml:"occurrence"`
	Rule         string            `toml:"rule"`
	Confidential string            `toml:"confidential"`
	Unverified   string            `toml:"unverified"`
}

// reconstruction is what the arbiter notes first when a game has to be
// reconstructed: position, times, whose clock ran, and the number of moves (8.5.3
// of 2023).
func (w *writer) reconstruction() error {
	r := &w.words.Reconstruction
	if w.Score.Start == nil {
		w.begin(r.Title, r.NotBegun)
		return nil
	}
	n := len(w.Score.Plies)
	fen := w.Score.FEN(n)
	now := w.clockNow()
	w.begin(r.Title, say(r.Answer, "after", w.standsAfter(n), "side", w.turn(fen),
		"white", w.clock(now.left(observation.White)), "black", w.clock(now.left(observation.Black)), "running", now.running(w)))
	recording := &w.Record.Edition().Recording
	last, _ := w.ply(n)
	w.para(say(r.Confidential, "rule", w.ruled(recording.MoveCount)))
	w.add(paper.Boards{w.board(w.after(n), fen, squaresOf(last), append(w.pieceLists(fen),
		w.named(r.ToMove, w.turn(fen)), w.named(r.Castling, w.castling(fen)), w.named(r.EnPassant, w.enPassant(fen)),
		w.named(r.Rule, w.ruled(recording.Reconstruction)))...)})
	w.part(r.Clocks)
	w.facts(now.facts(w)...)
	w.part(r.Counts)
	w.facts(append([]string{r.LastMove, w.move(n)}, w.countsOfMoves(n)...)...)
	return nil
}

// ruled names the article of a rule, and says where it could not be verified.
func (w *writer) ruled(r laws.Rule) string {
	switch {
	case r.Article == "" || !r.Exists():
		return w.words.Reconstruction.Unverified
	case !r.Verified():
		return join(w.article(r.Article), w.words.Reconstruction.Unverified)
	}
	return w.article(r.Article)
}

// pieceLists name every piece with its square, for who sets the position up.
func (w *writer) pieceLists(fen string) (lines []string) {
	p := w.parsed(fen)
	for _, s := range sides {
		lines = append(lines, w.named(say(w.words.Reconstruction.Pieces, "side", w.side(s)), w.pieces(&p, s)))
	}
	return lines
}

func (w *writer) pieces(p *position.Position, s observation.Side) string {
	var said []string
	for k := position.King; k >= position.Pawn; k-- {
		for b := p.Pieces(s, k); b != 0; b &= b - 1 {
			said = append(said, w.opt.Letters.of(k)+b.First().String())
		}
	}
	return strings.Join(said, " ")
}

// countsOfMoves says how many moves each side has made and completed, and how
// often this position has stood.
func (w *writer) countsOfMoves(n int) (facts []string) {
	r := &w.words.Reconstruction
	for _, s := range sides {
		made, completed := w.movesBy(s)
		text := say(r.Made, "made", strconv.Itoa(made), "completed", strconv.Itoa(completed))
		facts = append(facts, say(r.MovesOf, "side", w.side(s)), join(text, w.toControl(s, completed), w.besidesGaps()))
	}
	p, stood := w.position(n), 0
	for i := range n + 1 {
		if at := w.position(i); at.Key() == p.Key() {
			stood++
		}
	}
	return append(facts, r.Without, strconv.Itoa(p.HalfMoves()), r.Occurrence, strconv.Itoa(stood))
}

// besidesGaps says that there are moves which could not be counted, "" if there
// are none.
func (w *writer) besidesGaps() string {
	if slices.ContainsFunc(w.Score.Plies, unread) {
		return w.words.Common.BesidesGaps
	}
	return ""
}

// movesBy returns how many moves a side has made and how many it has completed.
// What could not be read is not counted.
func (w *writer) movesBy(s observation.Side) (made, completed int) {
	for _, p := range w.Score.Plies {
		if p.Side != s || unread(p) {
			continue
		}
		made++
		if p.Done != nil {
			completed++
		}
	}
	return made, completed
}

// toControl says how many moves must have been completed at the next time
// control, "" if there is none.
func (w *writer) toControl(s observation.Side, completed int) string {
	control := w.Record.Control()
	required, ok := control.Required(s, control.PeriodAfter(s, completed))
	if !ok {
		return ""
	}
	return say(w.words.Reconstruction.Period, "required", strconv.Itoa(required), "missing", strconv.Itoa(required-completed))
}

// clockState is what is known of the clock at a moment.
type clockState struct {
	observation.Clock
	known   bool
	at      int64 // of the report
	elapsed int64 // since then
	counts  bool  // the running time can be counted down by the recorder
	silent  bool  // the clock or the recorder was away since
}

// clockNow returns the state at the moment of the sheet, or at the end of the game
// if that was before: what the clock showed later is set for another one.
func (w *writer) clockNow() (c clockState) {
	now := w.T
	if w.Score.End != nil {
		now = min(now, w.Score.End.T)
	}
	c.Clock, c.at, c.known = w.ClockAt(now)
	c.elapsed = now - c.at
	for _, b := range w.Batches {
		for _, f := range b.Facts {
			if b.T > c.at && b.T <= now && silences(f) {
				c.silent = true
			}
		}
	}
	if c.known && c.Running != observation.NoSide {
		_, completed := w.movesBy(c.Running)
		control := w.Record.Control()
		stage, ok := control.Period(c.Running, control.PeriodAfter(c.Running, completed))
		c.counts = ok && (stage.Kind == laws.Plain || stage.Kind == laws.Fischer || stage.Kind == laws.Bronstein) && !c.silent && w.Score.End == nil
	}
	return c
}

// silences reports whether after this fact nobody knows what the clock does.
func silences(f observation.Fact) bool {
	switch f := f.(type) {
	case observation.Restart:
		return true
	case observation.Link:
		return f.Device == observation.ClockDevice && !f.Up
	}
	return false
}

// left returns what a side has left, nil where that is not known.
func (c clockState) left(s observation.Side) *int64 {
	if !c.known {
		return nil
	}
	ms := c.Remaining(s)
	if c.counts && s == c.Running {
		ms = max(0, ms-c.elapsed)
	}
	return &ms
}

func (c clockState) running(w *writer) string {
	word := "unknown"
	if c.known {
		word = c.Running.String()
	}
	return w.words.Reconstruction.Running[word]
}

// facts say the times of both sides, and which of them the clock has reported and
// which is counted down since.
func (c clockState) facts(w *writer) (facts []string) {
	r := &w.words.Reconstruction
	for _, s := range sides {
		text := w.words.Common.NotKnown
		if c.known {
			reported := c.Remaining(s)
			text = say(r.Reported, "ms", w.clock(&reported), "when", w.when(c.at))
			if c.counts && s == c.Running && c.elapsed > 0 {
				text = say(r.Counted, "ms", w.clock(c.left(s)), "reported", w.clock(&reported), "when", w.when(c.at))
			}
		}
		facts = append(facts, say(r.Clock, "side", w.side(s)), text)
	}
	text := c.running(w)
	if c.silent {
		text = join(text, r.Silent)
	}
	return append(facts, r.RunningTitle, text)
}
