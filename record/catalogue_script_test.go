package record_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"recorderd/observation"
	"recorderd/position"
	"recorderd/record"
)

// How hands and clocks keep time where a script says nothing else.
const (
	untilPlay  = 3000 // the pieces have stood, then the clock is started
	perSquare  = 240  // from one square to the next
	untilPress = 600  // from the rest of the piece to the press
	thinking   = 4000
	untilEnd   = 3000 // what the trace goes on after the last word
)

// scene is a board, a clock and two players, and a recorder that looks on. What
// the recorder hears is kept as a trace.
type scene struct {
	rec     *record.Record
	header  observation.Header
	now     int64
	batches []observation.Batch
	lines   []record.Event

	squares   observation.Placement // what stands on the board, whatever is reported
	boardUp   bool
	here      bool // the recorder runs
	leftAt    int64
	clock     chessClock
	clockUp   bool
	pause     int64 // what the script says of the time before the next word; -1 for nothing
	heard     map[string][]int64
	perceived map[int64]bool // the times at which the board said something, or the arbiter what was played
}

// chessClock shows whole seconds, rounded up, and adds the increment at the press.
type chessClock struct {
	present        bool
	left           [2]int64
	increment      int64
	running, start observation.Side
	since, report  int64 // when the running time was last counted, and last told
}

// playScene plays a situation before a board of this sensing.
func playScene(s *situation, sensing observation.Sensing) (sc *scene, err error) {
	sc = &scene{boardUp: true, clockUp: true, here: true, pause: -1, heard: map[string][]int64{}, perceived: map[int64]bool{}}
	if err = sc.setUp(s, sensing); err != nil {
		return nil, err
	}
	words, err := scriptWords(s.of("play", sensing))
	if err != nil {
		return nil, err
	}
	for _, w := range words {
		if err := sc.word(w); err != nil {
			return nil, fmt.Errorf("script: %q: %w", w, err)
		}
	}
	sc.pass(max(sc.pause, 0) + untilEnd)
	return sc, nil
}

func (sc *scene) setUp(s *situation, sensing observation.Sensing) error {
	start := position.Start()
	sc.header = observation.Header{
		Game:  observation.Game{TimeControl: "-", FEN: s.of("from", sensing), Variant: s.of("variant", sensing)},
		Board: observation.Board{Sensing: sensing, ScanMS: s.number("scan", sensing, map[observation.Sensing]int64{observation.Occupancy: 50}[sensing])},
	}
	if sc.header.Board.ScanMS == 0 && sensing == observation.Identity {
		sc.header.Board.ScanMS = 200
	}
	if fen := sc.header.Game.FEN; fen != "" {
		p, err := position.ParseLoose(fen)
		if err != nil {
			return fmt.Errorf("from: %w", err)
		}
		start = p
	}
	sc.clock.running, sc.clock.start = observation.NoSide, start.Side()
	if kind := s.of("clock", sensing); kind != "none" {
		sc.header.Game.TimeControl = s.either("time", sensing, "180+2")
		sc.header.Clock = observation.ClockSensor{Present: true, ResolutionMS: 1000, PollMS: s.number("poll", sensing, 0)}
		sc.clock.set(sc.header.Game.TimeControl)
	}
	var err error
	if sc.rec, err = record.New(sc.header); err != nil {
		return err
	}
	stands := s.either("stands", sensing, placementOf(&start))
	if stands != "nothing" {
		if err := sc.put(stands); err != nil {
			return fmt.Errorf("stands: %w", err)
		}
		sc.hear(sc.seen()...)
	}
	if sc.clock.present {
		sc.tellClock()
	}
	sc.pass(untilPlay)
	if sc.clock.present && s.of("clock", sensing) != "stands" {
		sc.run(sc.clock.start)
	}
	return nil
}

func placementOf(p *position.Position) string {
	board, _, _ := strings.Cut(p.FEN(), " ")
	return board
}

// scriptWords splits a script at its spaces, but for those inside of braces.
func scriptWords(script string) (words []string, err error) {
	depth, from := 0, -1
	for i, c := range script + " " {
		switch {
		case c == '{':
			depth++
		case c == '}':
			depth--
		}
		switch space := c == ' ' && depth == 0; {
		case !space && from < 0:
			from = i
		case space && from >= 0:
			words = append(words, script[from:i])
			from = -1
		}
	}
	if depth != 0 {
		return nil, errors.New("script: a brace is not closed")
	}
	return words, nil
}

// word does what one word of a script says.
func (sc *scene) word(w string) error {
	if d, ok := pauseOf(w, sc.header.Board.ScanMS); ok {
		sc.pause = max(sc.pause, 0) + d
		return nil
	}
	do, before := sc.deed(w)
	if sc.pause >= 0 {
		before = sc.pause
	}
	sc.pause = -1
	sc.pass(before)
	n := len(sc.batches)
	if err := do(); err != nil {
		return err
	}
	if len(sc.batches) > n {
		at := sc.batches[len(sc.batches)-1].T
		for _, name := range append([]string{w}, strings.Split(w, ",")...) {
			if !slices.Contains(sc.heard[name], at) {
				sc.heard[name] = append(sc.heard[name], at)
			}
		}
	}
	return nil
}

// pauseOf reads "..." for a player who thinks, "." for one scan, and durations.
func pauseOf(w string, scan int64) (int64, bool) {
	switch w {
	case "...":
		return thinking, true
	case ".":
		return scan, true
	}
	d, err := time.ParseDuration(w)
	return d.Milliseconds(), err == nil
}

// deed returns what a word means and how long one waits before it if nothing is
// said.
func (sc *scene) deed(w string) (do func() error, before int64) {
	plain := func(f func()) func() error { return func() error { f(); return nil } }
	name, what, _ := strings.Cut(w, ":")
	switch {
	case w == "W!":
		return plain(func() { sc.run(observation.Black) }), untilPress
	case w == "B!":
		return plain(func() { sc.run(observation.White) }), untilPress
	case w == "stop":
		return plain(func() { sc.run(observation.NoSide) }), untilPress
	case name == "run":
		return func() error { return sc.goOn(what) }, untilPress
	case w == "board-down", w == "board-up":
		return plain(func() { sc.boardLink(w == "board-up") }), untilPress
	case w == "clock-down", w == "clock-up":
		return plain(func() { sc.clockLink(w == "clock-up") }), untilPress
	case w == "away":
		return plain(func() { sc.here, sc.leftAt = false, sc.now }), untilPress
	case name == "back":
		return plain(func() { sc.comeBack(what != "unknown") }), untilPress
	case w == "seen":
		return plain(func() { sc.hearBoard(sc.seen()...) }), perSquare
	case name == "seen":
		return func() error { err := sc.put(what); sc.hearBoard(sc.seen()...); return err }, perSquare
	case name == "set":
		return func() error { return sc.put(what) }, perSquare
	case strings.HasPrefix(w, "{"):
		return func() error { return sc.hearLine(w) }, untilPress
	}
	return func() error { return sc.change(w) }, perSquare
}

// change moves pieces: "e2-", "e4+P", "d5=N", several of one scan joined by
// commas, and in brackets what the board never says.
func (sc *scene) change(w string) error {
	silent := strings.HasPrefix(w, "(") && strings.HasSuffix(w, ")")
	var facts []observation.Fact
	for _, part := range strings.Split(strings.Trim(w, "()"), ",") {
		if len(part) < 3 || !strings.Contains("-+=", part[2:3]) {
			return errors.New("is no word of the catalogue")
		}
		sq, err := observation.ParseSquare(part[:2])
		if err != nil {
			return err
		}
		p, err := observation.ParsePiece(part[3:])
		if err != nil || (p == observation.Empty) != (part[2] == '-') {
			return fmt.Errorf("%s: want a square and -, +P or =P", part)
		}
		was := sc.squares[sq]
		sc.squares[sq] = p
		if f := sc.sensed(p); sc.sensed(was) != f || part[2] == '+' || part[2] == '-' {
			facts = append(facts, observation.Change{Square: sq, Piece: f})
		}
	}
	if !silent && len(facts) > 0 {
		sc.hearBoard(facts...)
	}
	return nil
}

// sensed is what the board says of a piece.
func (sc *scene) sensed(p observation.Piece) observation.Piece {
	if p != observation.Empty && sc.header.Board.Sensing == observation.Occupancy {
		return observation.Occupied
	}
	return p
}

// seen is a full report of the board, nothing from a board of finished moves.
func (sc *scene) seen() []observation.Fact {
	if sc.header.Board.Sensing == observation.Moves {
		return nil
	}
	seen := sc.squares
	for i, p := range seen {
		seen[i] = sc.sensed(p)
	}
	return []observation.Fact{seen}
}

func (sc *scene) put(fen string) (err error) {
	sc.squares, err = observation.ParsePlacement(fen)
	return err
}

func (sc *scene) hearBoard(facts ...observation.Fact) {
	if sc.boardUp && sc.header.Board.Sensing != observation.Moves {
		sc.hear(facts...)
	}
}

// hearLine takes an observation as it stands in a trace, without its time.
func (sc *scene) hearLine(w string) error {
	_, f, err := observation.ParseLine([]byte(fmt.Sprintf(`{"t":%d,%s`, sc.now, w[1:])))
	if err != nil {
		return err
	}
	sc.hear(f)
	return nil
}

// hear gives the recorder one batch, unless it is away.
func (sc *scene) hear(facts ...observation.Fact) {
	if !sc.here || len(facts) == 0 {
		return
	}
	if n := len(sc.batches); n > 0 {
		sc.now = max(sc.now, sc.batches[n-1].T+1)
	}
	for _, f := range facts {
		switch f := f.(type) {
		case observation.Placement, observation.Change, observation.Said:
			sc.perceived[sc.now] = true
		case observation.Act:
			sc.perceived[sc.now] = f.Kind == observation.ActCorrectMove
		}
	}
	b := observation.Batch{T: sc.now, Facts: facts}
	sc.batches = append(sc.batches, b)
	sc.lines = append(sc.lines, sc.rec.Apply(b)...)
}

// pass lets time go by: the clock reports every second, and the recorder is
// woken where it wants to be, as the live loop does it.
func (sc *scene) pass(ms int64) {
	end := sc.now + ms
	for {
		at, tick := end+1, false
		if wake, ok := sc.rec.Wake(); ok && sc.here {
			at, tick = max(wake, sc.now+1), true
		}
		if due, ok := sc.clock.due(); ok && due <= at {
			at, tick = max(due, sc.now), false
		}
		if at > end {
			break
		}
		sc.now = at
		if tick {
			sc.hear(observation.Tick{})
		} else {
			sc.tellClock()
		}
	}
	sc.now = end
}

func (sc *scene) boardLink(up bool) {
	facts := []observation.Fact{observation.Link{Device: observation.BoardDevice, Up: up}}
	if sc.boardUp = up; up {
		facts = append(facts, sc.seen()...)
	}
	sc.hear(facts...)
}

func (sc *scene) clockLink(up bool) {
	sc.clockUp = up
	sc.hear(observation.Link{Device: observation.ClockDevice, Up: up})
	if up {
		sc.pass(40)
		sc.tellClock()
	}
}

// comeBack is the start of a recorder that was away: it says so, and the devices
// tell what stands.
func (sc *scene) comeBack(known bool) {
	sc.here = true
	restart := observation.Restart{GapKnown: known}
	if known {
		restart.GapMS = sc.now - sc.leftAt
	}
	sc.hear(restart)
	sc.pass(150)
	sc.boardLink(true)
	if sc.clock.present {
		sc.clockLink(true)
	}
}

// run has this side's time run from now on.
func (sc *scene) run(side observation.Side) {
	c := &sc.clock
	c.count(sc.now)
	if mover := c.running; mover != observation.NoSide && side == mover.Other() {
		c.left[mover] += c.increment
	}
	if c.running != observation.NoSide {
		c.start = c.running
	}
	c.running = side
	sc.tellClock()
}

// goOn starts the clock of this side, or of the one whose time ran last.
func (sc *scene) goOn(side string) error {
	if side == "" {
		sc.run(sc.clock.start)
		return nil
	}
	s, err := observation.ParseSide(side)
	if err == nil {
		sc.run(s)
	}
	return err
}

func (sc *scene) tellClock() {
	sc.clock.count(sc.now)
	sc.clock.report = sc.now
	if sc.clockUp {
		sc.hear(sc.clock.shows())
	}
}

func (c *chessClock) set(control string) {
	var base int64
	if n, _ := fmt.Sscanf(control, "%d+%d", &base, &c.increment); n == 0 {
		return
	}
	c.present, c.increment = true, c.increment*1000
	c.left = [2]int64{base * 1000, base * 1000}
}

// count takes the time that has passed from the side whose time runs.
func (c *chessClock) count(now int64) {
	if c.running != observation.NoSide {
		c.left[c.running] = max(0, c.left[c.running]-(now-c.since))
	}
	c.since = now
}

// due is when the clock speaks next: after a second, or when a flag falls.
func (c *chessClock) due() (int64, bool) {
	if !c.present || c.running == observation.NoSide {
		return 0, false
	}
	at := c.report + 1000
	if left := c.left[c.running]; left > 0 {
		at = min(at, c.since+left)
	}
	return at, true
}

func (c *chessClock) shows() observation.Clock {
	shown := observation.Clock{HasTimes: true, Running: c.running}
	shown.WhiteMS = (c.left[observation.White] + 999) / 1000 * 1000
	shown.BlackMS = (c.left[observation.Black] + 999) / 1000 * 1000
	for side, flag := range map[observation.Side]observation.Flag{observation.White: observation.FlagWhite, observation.Black: observation.FlagBlack} {
		if c.left[side] == 0 {
			shown.Flag |= flag
		}
	}
	return shown
}

// trace is what the recorder heard, as the file of a trace.
func (sc *scene) trace() []byte {
	text := append(observation.AppendHeader(nil, sc.header), '\n')
	for _, b := range sc.batches {
		for _, f := range b.Facts {
			text = append(observation.AppendLine(text, b.T, f), '\n')
		}
	}
	return text
}

// replayed reads the trace again and returns the lines of its record.
func (sc *scene) replayed(t *testing.T) (lines []byte) {
	t.Helper()
	trace, err := observation.NewReader(bytes.NewReader(sc.trace()))
	if err != nil {
		t.Fatal(err)
	}
	rec, err := record.New(trace.Header())
	if err != nil {
		t.Fatal(err)
	}
	for {
		b, err := trace.Next()
		if err == io.EOF {
			return lines
		}
		if err != nil {
			t.Fatal(err)
		}
		lines = append(lines, written(rec.Apply(b))...)
	}
}

func written(events []record.Event) (text []byte) {
	for _, e := range events {
		text = append(record.AppendLine(text, e), '\n')
	}
	return text
}
