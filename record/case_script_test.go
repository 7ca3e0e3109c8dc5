package record_test

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"recorderd/observation"
	"recorderd/position"
)

// table is where a case is played: a board, a clock, two players and an arbiter.
// What a recorder would hear of it is written down as a trace.
type table struct {
	trace    []byte
	now      int64
	lastSaid int64
	turn     int // how many gestures were made: no two take the same time
	rhythm   rhythm

	squares observation.Placement // what stands there
	game    position.Position     // what the players take it for
	history []position.Position   // after each ply that was completed
	clock   caseClock
	up      map[observation.Device]bool
	here    bool // the recorder is
	marks   map[string]int64
}

// rhythm is how fast hands are, where they are within the clock's second, and
// how finely the clock tells the time.
type rhythm struct {
	name    string
	percent int64
	phase   int
	step    int64
}

func newTable(c *gameCase, how rhythm) (*table, error) {
	tb := &table{rhythm: how, here: true, marks: map[string]int64{}, lastSaid: -1,
		up: map[observation.Device]bool{observation.BoardDevice: true, observation.ClockDevice: true}}
	h, err := c.header()
	if err != nil {
		return nil, err
	}
	tb.game = position.Start()
	if h.Game.FEN != "" {
		if tb.game, err = position.ParseLoose(h.Game.FEN); err != nil {
			return nil, fmt.Errorf("from: %w", err)
		}
	}
	tb.history = []position.Position{tb.game}
	tb.squares = tb.game.Placement().Observation()
	if c.stands != "" {
		if tb.squares, err = observation.ParsePlacement(c.stands); err != nil {
			return nil, fmt.Errorf("stands: %w", err)
		}
	}
	if tb.clock, err = newCaseClock(h.Game.TimeControl); err != nil {
		return nil, err
	}
	tb.clock.step = how.step
	if how.step != plain.step {
		h.Clock.ResolutionMS = how.step
	}
	tb.trace = append(observation.AppendHeader(nil, h), '\n')
	tb.say(tb.squares)
	if c.shows != "" {
		if err := tb.setBoth(strings.Fields(c.shows)); err != nil {
			return nil, err
		}
	}
	tb.tellClock()
	tb.now = 1000
	tb.say(observation.Tick{})
	if tb.clock.present && !c.still {
		tb.pass(900)
		tb.run(tb.game.Side())
	}
	return tb, nil
}

// say writes down what a recorder hears now, if it is there to hear it.
func (tb *table) say(f observation.Fact) {
	tb.now = max(tb.now, tb.lastSaid)
	if tb.here {
		tb.trace = append(observation.AppendLine(tb.trace, tb.now, f), '\n')
		tb.lastSaid = tb.now
	}
}

func (tb *table) tellClock() {
	if !tb.clock.present {
		return
	}
	tb.clock.count(tb.now)
	tb.clock.spoke = tb.now
	if tb.up[observation.ClockDevice] {
		tb.say(tb.clock.shows())
	}
}

// pass lets time go by. The clock speaks every second; where somebody thinks for
// long every minute, until the last seconds. While nothing runs a tick says that
// time passes.
func (tb *table) pass(ms int64) {
	const long, last = 120_000, 3000
	if _, runs := tb.clock.due(1000); !runs && ms >= 1200 {
		tb.now += 1200
		ms -= 1200
		tb.say(observation.Tick{})
	} else if ms > long {
		tb.speak(tb.now+ms-last, 60_000)
		ms = last
	}
	tb.speak(tb.now+ms, 1000)
}

// speak has the clock report every so many milliseconds until then.
func (tb *table) speak(end, every int64) {
	for {
		at, runs := tb.clock.due(every)
		if !runs || at > end {
			break
		}
		tb.now = max(tb.now, at)
		tb.tellClock()
	}
	tb.now = max(tb.now, end)
	tb.clock.count(tb.now)
}

// gesture is the time of the next movement of a hand: some more than least.
func (tb *table) gesture(least int64) {
	tb.turn++
	tb.pass((least + int64((tb.turn*67+tb.rhythm.phase)%190)) * tb.rhythm.percent / 100)
}

func (tb *table) run(s observation.Side) {
	tb.clock.count(tb.now)
	tb.clock.start(s)
	tb.tellClock()
}

// put changes what stands on a square.
func (tb *table) put(sq observation.Square, p observation.Piece) {
	tb.squares[sq] = p
	if tb.up[observation.BoardDevice] {
		tb.say(observation.Change{Square: sq, Piece: p})
	}
}

func (tb *table) lift(sq observation.Square) observation.Piece {
	p := tb.squares[sq]
	tb.put(sq, observation.Empty)
	return p
}

// statement does what one line of a script says.
func (tb *table) statement(line string) error {
	verb, rest, _ := strings.Cut(line, " ")
	words := strings.Fields(rest)
	switch verb {
	case "play", "move":
		return tb.play(words, verb == "play")
	case "hand":
		return tb.each(words, tb.hand)
	case "press":
		tb.gesture(300)
		return tb.press()
	case "wait":
		d, err := time.ParseDuration(rest)
		tb.pass(d.Milliseconds())
		return err
	case "until":
		return tb.until(words)
	case "flag":
		return tb.flag()
	case "mark":
		tb.marks[rest] = tb.lastSaid
		return nil
	case "clock":
		return tb.clockWord(words)
	case "link":
		return tb.link(words)
	case "away":
		return tb.away(words)
	case "done":
		tb.sync()
		tb.history = append(tb.history, tb.game.Passed())
		tb.game = tb.game.Passed()
		return nil
	case "white", "black", "arbiter":
		tb.gesture(300)
		return tb.act(verb, words, rest)
	}
	return fmt.Errorf("%q is no word of a script", verb)
}

func (tb *table) each(words []string, do func(string) error) error {
	for _, w := range words {
		if err := do(w); err != nil {
			return fmt.Errorf("%s: %w", w, err)
		}
	}
	return nil
}

// play makes moves by hand, and presses after each if asked to.
func (tb *table) play(moves []string, press bool) error {
	return tb.each(moves, func(san string) error {
		tb.sync()
		m, err := tb.game.ParseSAN(san)
		if err != nil {
			return err
		}
		tb.gesture(1000)
		tb.carry(m)
		tb.game = tb.game.After(m)
		tb.history = append(tb.history, tb.game)
		if !press || !tb.clock.present {
			return nil
		}
		tb.gesture(300)
		return tb.press()
	})
}

// carry does what hands do for a legal move.
func (tb *table) carry(m position.Move) {
	from, to := m.From(), m.To()
	piece := tb.lift(from)
	tb.gesture(230)
	switch {
	case m.IsCastling():
		king, rook := m.Castled()
		tb.put(king, piece)
		tb.gesture(300)
		piece = tb.lift(to) // the king takes its own rook
		to = rook
		tb.gesture(230)
	case m.IsEnPassant():
		defer func() { tb.gesture(230); tb.lift(observation.SquareAt(to.File(), from.Rank())) }()
	case tb.squares[to] != observation.Empty:
		tb.lift(to)
		tb.gesture(230)
	}
	tb.put(to, piece)
	if k := m.Promotion(); k != 0 {
		tb.gesture(230)
		tb.lift(to)
		tb.gesture(230)
		tb.put(to, observation.Piece(position.MakePiece(tb.game.Side(), k).Letter()))
	}
}

// hand does one gesture: "e2-e4" carries a piece, and takes what stands there,
// "e7-e8=q" puts another one down, "e2-" lifts, "e4+N" puts.
func (tb *table) hand(w string) error {
	tb.gesture(230)
	sq, err := observation.ParseSquare(w[:min(2, len(w))])
	if err != nil {
		return err
	}
	switch rest := w[2:]; {
	case rest == "-":
		tb.lift(sq)
		return nil
	case strings.HasPrefix(rest, "+"):
		p, err := observation.ParsePiece(rest[1:])
		tb.put(sq, p)
		return err
	case strings.HasPrefix(rest, "-"):
		return tb.handTo(sq, rest[1:])
	}
	return errors.New("want e2-e4, e7-e8=q, e2- or e4+N")
}

func (tb *table) handTo(from observation.Square, target string) error {
	square, exchanged, other := strings.Cut(target, "=")
	to, err := observation.ParseSquare(square)
	if err != nil {
		return err
	}
	p := tb.lift(from)
	if other {
		if p, err = observation.ParsePiece(exchanged); err != nil {
			return err
		}
	}
	tb.gesture(230)
	if tb.squares[to] != observation.Empty {
		tb.lift(to)
		tb.gesture(230)
	}
	tb.put(to, p)
	return nil
}

// sync takes what stands on the board for the position, where hands made it
// another one.
func (tb *table) sync() {
	pl, ok := position.PlacementOf(tb.squares)
	if !ok || pl == tb.game.Placement() {
		return
	}
	tb.game = position.FromPlacement(pl, tb.game.Side(), tb.game.Rights().Trim(pl)).
		WithCounters(tb.game.HalfMoves()+1, tb.game.FullMove())
}

// press is one of the player whose time runs. If hands have changed the board,
// that was his ply.
func (tb *table) press() error {
	before := tb.game.Placement()
	tb.sync()
	tb.clock.count(tb.now)
	if err := tb.clock.press(); err != nil {
		return err
	}
	tb.tellClock()
	if tb.game.Placement() != before {
		tb.history = append(tb.history, tb.toMove(tb.clock.running))
	}
	tb.game = tb.toMove(tb.clock.running)
	return nil
}

func (tb *table) toMove(s observation.Side) position.Position {
	if tb.game.Side() == s {
		return tb.game
	}
	return tb.game.Passed()
}

// back puts the pieces by hand as they stood after a ply.
func (tb *table) back(ply int) error {
	if ply < 0 || ply >= len(tb.history) {
		return fmt.Errorf("there is no ply %d to go back to", ply)
	}
	tb.history = tb.history[:ply+1]
	tb.setUp(tb.history[ply])
	return nil
}

func (tb *table) setUp(p position.Position) {
	want := p.Placement().Observation()
	for sq, piece := range want {
		if tb.squares[sq] != piece && tb.squares[sq] != observation.Empty {
			tb.gesture(230)
			tb.lift(observation.Square(sq))
		}
	}
	for sq, piece := range want {
		if tb.squares[sq] != piece {
			tb.gesture(230)
			tb.put(observation.Square(sq), piece)
		}
	}
	tb.game = p
}

// until lets time pass until the clock of the running side shows no more than
// this.
func (tb *table) until(words []string) error {
	if len(words) != 1 || tb.clock.running == observation.NoSide {
		return errors.New("want a time, and a clock that runs")
	}
	ms, err := clockTime(words[0])
	tb.clock.count(tb.now)
	tb.pass(max(0, tb.clock.left[tb.clock.running]-ms))
	return err
}

// flag waits for the flag of the running side.
func (tb *table) flag() error {
	if err := tb.until([]string{"3"}); err != nil {
		return err
	}
	tb.pass(tb.clock.left[tb.clock.running])
	tb.marks["flag"] = tb.lastSaid
	tb.pass(600)
	return nil
}

func (tb *table) link(words []string) error {
	if len(words) != 2 {
		return errors.New("want board or clock, and up or down")
	}
	d, up := observation.Device(words[0]), words[1] == "up"
	if _, ok := tb.up[d]; !ok {
		return fmt.Errorf("%s has no cable", d)
	}
	tb.gesture(300)
	tb.say(observation.Link{Device: d, Up: up})
	tb.up[d] = up
	if up && d == observation.BoardDevice {
		tb.say(tb.squares)
	} else if up {
		tb.tellClock()
	}
	return nil
}

// away is a recorder that stops; with a time it comes back, for how long it was
// gone is known unless it says so.
func (tb *table) away(words []string) error {
	if len(words) == 0 {
		tb.marks["away"], tb.here = tb.now, false
		return nil
	}
	tb.here = true
	r := observation.Restart{GapKnown: words[0] == "known", GapMS: tb.now - tb.marks["away"]}
	if !r.GapKnown {
		r.GapMS = 0
	}
	tb.say(r)
	tb.now += 150
	tb.say(tb.squares)
	tb.tellClock()
	return nil
}

func number(words []string, i int) (int, error) {
	if i >= len(words) {
		return 0, errors.New("a number is missing")
	}
	return strconv.Atoi(words[i])
}
