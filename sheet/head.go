package sheet

import (
	"cmp"
	"strconv"
	"strings"

	"recorderd/paper"
)

// headWords name what every sheet says of the game it is about.
type headWords struct {
	Event       string            `toml:"event"`
	Round       string            `toml:"round"`
	Board       string            `toml:"board"`
	White       string            `toml:"white"`
	Black       string            `toml:"black"`
	TimeControl string            `toml:"time_control"`
	Laws        string            `toml:"laws"`
	InForce     string            `toml:"in_force"`
	Competition string            `toml:"competition"`
	AsOf        string            `toml:"as_of"`
	NotBegun    string            `toml:"not_begun"`
	Result      string            `toml:"result"`
	NoResult    string            `toml:"no_result"`
	Serial      string            `toml:"serial"`
	Firmware    string            `toml:"firmware"`
	NoClock     string            `toml:"no_clock"`
	Recorder    string            `toml:"recorder"`
	Imported    string            `toml:"imported"`
	Mode        map[string]string `toml:"mode"`
	Sensing     map[string]string `toml:"sensing"`
	Termination map[string]string `toml:"termination"`
}

// head says which game this is, once in a document.
func (w *writer) head() {
	if w.headed {
		return
	}
	w.headed = true
	h, g := &w.words.Head, w.Game
	white, black := w.players()
	board := ""
	if g.Board > 0 {
		board = say(h.Board, "n", strconv.Itoa(g.Board))
	}
	round := ""
	if known(g.Round) != "" {
		round = say(h.Round, "n", g.Round)
	}
	event := known(g.Event)
	w.doc.Foot = join(event, round, board, white+" – "+black)
	w.facts(
		h.Event, join(event, known(g.Site), round, board, known(g.Date)),
		h.White, white,
		h.Black, black,
		h.TimeControl, w.timeControl(),
		h.Laws, w.edition(),
		h.AsOf, w.asOf(),
		h.Result, w.result(),
		h.Recorder, join(w.recorder(), w.sensor()),
	)
}

// players names both players. One who is left out is called by his colour.
func (w *writer) players() (white, black string) {
	c := &w.words.Common
	if w.opt.NoNames {
		return c.White, c.Black
	}
	return cmp.Or(known(w.Game.White), c.NotKnown), cmp.Or(known(w.Game.Black), c.NotKnown)
}

// known returns a text, and nothing for what PGN writes where it knows nothing.
func known(text string) string {
	if strings.Trim(text, "?.") == "" {
		return ""
	}
	return text
}

// facts adds names with values, in pairs; those without a value are left out.
func (w *writer) facts(pairs ...string) {
	var facts paper.Facts
	for i := 0; i+1 < len(pairs); i += 2 {
		if pairs[i+1] != "" {
			facts = append(facts, paper.Fact{Name: pairs[i], Value: pairs[i+1]})
		}
	}
	if len(facts) > 0 {
		w.add(facts)
	}
}

func (w *writer) timeControl() string {
	control, mode := w.Record.Control(), ""
	if w.Score.Start != nil && !control.Unknown() {
		mode = w.words.Head.Mode[w.Score.Start.Mode]
	}
	noClock := ""
	if !w.Header.Clock.Present {
		noClock = w.words.Head.NoClock
	}
	return join(control.String(), mode, noClock)
}

func (w *writer) edition() string {
	e := w.Record.Edition()
	competition := ""
	if w.Game.Competition() {
		competition = w.words.Head.Competition
	}
	return join(say(w.words.Head.InForce, "id", e.ID, "date", e.InForce), competition)
}

// asOf says up to which moment the sheet goes.
func (w *writer) asOf() string {
	if w.Score.Start == nil {
		return w.words.Head.NotBegun
	}
	day := ""
	if w.undated() {
		day = say(w.words.Common.Day, "day", w.words.Common.NotKnown)
	}
	return join(w.when(w.T), day, w.move(len(w.Score.Plies)))
}

func (w *writer) result() string {
	end := w.Score.End
	if end == nil {
		return w.words.Head.NoResult
	}
	return join(end.Result, w.words.Head.Termination[end.Termination], w.article(end.Article), w.opt.Language.Instant(end.T))
}

// guidelines begin the name of a point that is no article of the Laws.
const guidelines = "Guidelines (adjournment) "

// article names an article, "" for none.
func (w *writer) article(article string) string {
	if article == "" {
		return ""
	}
	if point, ok := strings.CutPrefix(article, guidelines); ok {
		return say(w.words.Common.Guidelines, "point", point)
	}
	return say(w.words.Common.Article, "article", article)
}

func (w *writer) sensor() string {
	b, h := w.Header.Board, &w.words.Head
	serial, firmware := "", ""
	if b.Serial != "" {
		serial = say(h.Serial, "serial", b.Serial)
	}
	if b.Firmware != "" {
		firmware = say(h.Firmware, "firmware", b.Firmware)
	}
	return join(b.Make, serial, firmware, h.Sensing[string(b.Sensing)])
}

func (w *writer) recorder() string {
	if w.Opening == nil {
		return ""
	}
	imported := ""
	if w.Imported() {
		imported = say(w.words.Head.Imported, "file", cmp.Or(w.Opening.Imported.File, w.words.Common.NotKnown))
	}
	return join(w.Opening.Software, imported)
}
