package sheet

import (
	"strconv"

	"recorderd/paper"
	"recorderd/record"
	"recorderd/recording"
)

// comparisonWords say how two recordings of one game agree.
type comparisonWords struct {
	Title      string `toml:"title"`
	Same       string `toml:"same"`
	Behind     string `toml:"behind"`
	Differ     string `toml:"differ"`
	MayAgree   string `toml:"may_agree"`
	NotAlike   string `toml:"not_alike"`
	First      string `toml:"first"`
	Second     string `toml:"second"`
	Boards     string `toml:"boards"`
	Source     string `toml:"source"`
	Common     string `toml:"common"`
	OnFirst    string `toml:"on_first"`
	OnSecond   string `toml:"on_second"`
	StartFirst string `toml:"start_first"`
	StartOther string `toml:"start_second"`
	Clocks     string `toml:"clocks"`
	Position   string `toml:"position"`
	Moves      string `toml:"moves"`
	Doubts     string `toml:"doubts"`
	Names      string `toml:"names"`
	Back       string `toml:"back"`
	TrustFirst string `toml:"trust_first"`
	TrustOther string `toml:"trust_second"`
}

// Compare compares two recordings of one game and writes down how far they
// agree. The names are those of their files, as people know them.
func Compare(first, second *recording.Recording, names [2]string, opt Options) (paper.Document, recording.Comparison, error) {
	a, err := first.Whole()
	if err != nil {
		return paper.Document{}, recording.Comparison{}, err
	}
	b, err := second.Whole()
	if err != nil {
		return paper.Document{}, recording.Comparison{}, err
	}
	c := comparison{recording.Compare(a, b), newWriter(a, opt), newWriter(b, opt)}
	return c.write(names), c.Comparison, nil
}

// comparison writes about two recordings, each with its own writer; the document
// is that of the first.
type comparison struct {
	recording.Comparison
	a, b *writer
}

func (c *comparison) write(names [2]string) paper.Document {
	t := &c.a.words.Comparison
	c.a.begin(t.Title, c.answer())
	c.a.facts(
		t.First, say(t.Source, "file", names[0], "n", strconv.Itoa(len(c.a.Score.Plies))),
		t.Second, say(t.Source, "file", names[1], "n", strconv.Itoa(len(c.b.Score.Plies))),
	)
	c.a.part(t.Boards)
	c.a.add(c.boards())
	if c.Common >= 0 {
		c.a.facts(t.Position, c.FEN)
	}
	if c.Differ() {
		c.a.para(t.Back)
	}
	if c.Common > 0 {
		c.a.part(t.Moves)
		c.a.para(c.a.moves(1, c.Common))
	}
	c.a.part(t.TrustFirst)
	c.a.finish()
	c.b.part(t.TrustOther)
	c.a.add(c.b.finish().Blocks...)
	return c.a.doc
}

// answer says in one or two sentences what came out.
func (c *comparison) answer() string {
	t := &c.a.words.Comparison
	values := []string{
		"n", strconv.Itoa(c.Common), "move", c.a.move(c.Common),
		"first", c.a.move(c.Common + 1), "second", c.b.move(c.Common + 1), "ply", strconv.Itoa(c.Common + 1),
		"ahead", t.First,
	}
	if c.First == nil {
		values[len(values)-1] = t.Second
	}
	var text string
	switch {
	case c.Common < 0:
		return t.NotAlike
	case c.First == nil && c.Second == nil:
		text = say(t.Same, values...)
	case !c.Differ():
		text = say(t.Behind, values...)
	default:
		text = say(t.Differ, values...)
	}
	if c.MayAgree {
		text += " " + t.MayAgree
	}
	if len(c.Doubtful) > 0 {
		text += " " + say(t.Doubts, "moves", c.doubts())
	}
	return text + c.strangers()
}

// strangers says that the two are by their names recordings of different games.
func (c *comparison) strangers() string {
	a, b := c.a.names(), c.b.names()
	if a == b {
		return ""
	}
	return " " + say(c.a.words.Comparison.Names, "first", a, "second", b)
}

func (w *writer) names() string {
	white, black := w.players()
	return white + " – " + black
}

// doubts lists the common plies of which one board is not sure.
func (c *comparison) doubts() string {
	var moves []string
	for _, n := range c.Doubtful {
		moves = append(moves, c.a.move(n))
	}
	return join(moves...)
}

// boards shows the position that both have, and what each board has after it; or
// what each began with.
func (c *comparison) boards() paper.Boards {
	t := &c.a.words.Comparison
	if c.Common < 0 {
		return paper.Boards{
			c.a.board(t.StartFirst, c.a.Score.FEN(0), nil), c.b.board(t.StartOther, c.b.Score.FEN(0), nil),
		}
	}
	boards := paper.Boards{c.a.board(t.Common, c.FEN, nil, c.a.move(c.Common))}
	if c.First != nil {
		boards = append(boards, c.a.next(t.OnFirst, *c.First))
	}
	if c.Second != nil {
		boards = append(boards, c.b.next(t.OnSecond, *c.Second))
	}
	return boards
}

// next shows the position after a ply with when it was made and what the clocks
// showed.
func (w *writer) next(title string, p record.Scored) paper.Board {
	lines := []string{w.move(p.Ply), w.when(p.T)}
	if p.Done != nil && p.Done.WhiteMS != nil {
		lines = append(lines, say(w.words.Comparison.Clocks, "white", w.clock(p.Done.WhiteMS), "black", w.clock(p.Done.BlackMS)))
	}
	return w.board(title, p.FEN, squaresOf(p), lines...)
}
