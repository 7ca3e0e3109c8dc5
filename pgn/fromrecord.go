package pgn

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"recorderd/laws"
	"recorderd/observation"
	"recorderd/position"
	"recorderd/record"
)

// FromRecord makes PGN of the lines of a record: the moves that are committed,
// which are those completed or answered, and all of a game that ended. Names
// that became known during the game are to be merged into h before.
//
// The strict form cannot hold a move that is not legal. So the game is told up to
// it, with the official result and a last comment that names the move; and goes
// on as another game that starts from the board as it then was, if readers of PGN
// can load that. Otherwise the comment names the moves until they can again.
func FromRecord(h observation.Header, events []record.Event) []Game {
	score := record.ScoreOf(events)
	return tell(h, score, committed(score))
}

// FromRecordMade is FromRecord with a last move too that was made and is not
// committed: for a game that stopped, or for eyes that may see more.
func FromRecordMade(h observation.Header, events []record.Event) []Game {
	score := record.ScoreOf(events)
	return tell(h, score, score.Plies)
}

// committed leaves out a last move that its player may still change. An illegal
// one may be put back even when it is completed.
func committed(s record.Score) []record.Scored {
	n := len(s.Plies)
	if n == 0 || s.End != nil {
		return s.Plies
	}
	if last := s.Plies[n-1]; last.Done == nil || !last.Legal {
		return s.Plies[:n-1]
	}
	return s.Plies
}

// telling is the games of one record while they are told.
type telling struct {
	tags    []Tag
	lead    string // what every game says first
	variant bool   // Chess960
	step    int64  // milliseconds of the finest time that is told
	games   []Game
	pos     position.Position
	state   state
	before  string // the move that no game could hold, when another begins
}

type state uint8

const (
	going   state = iota // the last game goes on at pos
	waiting              // another begins at pos if there is a move to tell
	silent               // no reader loads pos
)

func tell(h observation.Header, s record.Score, plies []record.Scored) []Game {
	t := telling{variant: isChess960(h.Game.Variant), step: second}
	if r := h.Clock.ResolutionMS; r > 0 && r < second {
		t.step = second / 10
	}
	t.tags, t.lead = tagsOf(h.Game, s.End)
	t.open(cmp.Or(s.FEN(0), h.Game.FEN, position.StartFEN))
	for i, p := range plies {
		t.tell(p, i == len(plies)-1)
	}
	for i := range t.games {
		t.games[i].conclude(s.End)
	}
	return t.games
}

// conclude gives the game its result. A score that PGN does not know is told.
func (g *Game) conclude(end *record.End) {
	g.Result = "*"
	switch {
	case end == nil:
	case isResult(end.Result):
		g.Result = end.Result
	default:
		g.remark("result " + end.Result)
	}
}

// open begins the first game.
func (t *telling) open(fen string) {
	t.moveOn(fen)
	start := t.pos
	if t.state == silent {
		start = position.Start()
	}
	t.begin(start, t.lead)
	if t.state == silent {
		t.games[0].remark("the board at the start: " + fen)
		return
	}
	t.state = going
}

func (t *telling) begin(start position.Position, lead string) {
	g := Game{Tags: slices.Clone(t.tags), Lead: lead, Start: start}
	if board, err := strconv.Atoi(g.Tag("Board")); err == nil && len(t.games) > 0 {
		// Programs tell the games of a round apart by their boards.
		g.SetTag("Board", strconv.Itoa(1000*len(t.games)+board))
	}
	t.games = append(t.games, g)
}

// moveOn takes the board as the record has it.
func (t *telling) moveOn(fen string) {
	pos, err := position.ParseLoose(fen)
	t.state = silent
	if err != nil {
		return
	}
	if t.variant {
		pos.SetChess960(true)
	}
	t.pos = pos
	if loadable(&pos) == nil {
		t.state = waiting
	}
}

func (t *telling) tell(p record.Scored, last bool) {
	m, ok := t.playable(p.Move)
	if !ok {
		t.name(p.Move, last)
		return
	}
	if t.state == waiting {
		t.begin(t.pos, join(t.lead, "goes on after "+t.before, "; "))
		t.state = going
	}
	g := &t.games[len(t.games)-1]
	told := Ply{Move: m, SAN: t.pos.SAN(m)}
	if p.Done != nil {
		told.Clk, told.Emt = t.time(p.Done.WhiteMS), t.time(p.Done.SpentMS)
		if p.Side == observation.Black {
			told.Clk = t.time(p.Done.BlackMS)
		}
	}
	g.Moves = append(g.Moves, told)
	t.pos = t.pos.After(m)
}

func (t *telling) playable(m record.Move) (position.Move, bool) {
	if !m.Legal || t.state == silent {
		return 0, false
	}
	found, err := t.pos.ParseUCI(m.UCI)
	if err != nil {
		found, err = t.pos.ParseSAN(m.SAN)
	}
	return found, err == nil
}

// time rounds down, as a clock that counts down has shown it.
func (t *telling) time(ms *int64) *int64 {
	if ms == nil {
		return nil
	}
	shown := max(*ms, 0) / t.step * t.step
	return &shown
}

// name says in the last comment what no move can.
func (t *telling) name(m record.Move, last bool) {
	was := t.state
	t.before = t.numbered(m)
	var text string
	switch {
	case m.Legal:
		text = t.before + " followed"
	case m.SAN == unexplained:
		text = t.before + " was played"
	default:
		text = t.before + " was not legal"
	}
	if !m.Legal && !last {
		text += " and not corrected"
	}
	t.moveOn(m.FEN)
	if t.state == silent && was != silent {
		text += "; the board then: " + m.FEN
	}
	t.games[len(t.games)-1].remark(text)
}

// The marks that the record puts behind moves that are not legal; the second
// stands alone.
const (
	illegal     = "?!illegal"
	unexplained = "?!unexplained"
)

// numbered writes a move with its number: "3. Ke1-e3", "3... Kd7".
func (t *telling) numbered(m record.Move) string {
	dots := "."
	if m.Side == observation.Black {
		dots = "..."
	}
	san := strings.TrimSuffix(m.SAN, illegal)
	if m.SAN == unexplained {
		san = "something that no move explains"
	}
	return fmt.Sprintf("%d%s %s", t.pos.FullMove(), dots, san)
}

// tagsOf returns the tags that a game's header gives, and what has to be said
// because no tag can.
func tagsOf(g observation.Game, end *record.End) (tags []Tag, lead string) {
	tags = []Tag{
		{"Event", g.Event}, {"Site", g.Site}, {"Date", date(g.Date)}, {"Round", g.Round}, {"White", g.White}, {"Black", g.Black},
	}
	if g.Board != 0 {
		tags = append(tags, Tag{"Board", strconv.Itoa(g.Board)})
	}
	if g.TimeControl != "" {
		value := "?"
		if tc, err := laws.ParseTimeControl(g.TimeControl); err == nil {
			value = tc.PGN()
		}
		if value == "?" && g.TimeControl != "?" {
			lead = "time control " + g.TimeControl
		}
		tags = append(tags, Tag{"TimeControl", value})
	}
	return append(tags, Tag{"Termination", termination(end)}), lead
}

// termination says in the words of PGN how a game ended.
func termination(end *record.End) string {
	if end == nil {
		return "unterminated"
	}
	switch end.Termination {
	case "flag":
		return "time forfeit"
	case "illegal-move":
		return "rules infraction"
	case "ruling":
		return "adjudication"
	case "adjourned", "unfinished":
		return "unterminated"
	}
	return "normal"
}

// date brings a date to the form of PGN, or to the one that is not known.
func date(s string) string {
	s = strings.NewReplacer("-", ".", "/", ".").Replace(s)
	const form = "????.??.??"
	if len(s) != len(form) {
		return form
	}
	for i := range len(s) {
		if digit := s[i] >= '0' && s[i] <= '9'; form[i] == '.' && s[i] != '.' || form[i] == '?' && s[i] != '?' && !digit {
			return form
		}
	}
	return s
}
