// Package live holds the game of one board in memory: the fold, its lines, what
// the sensors see at this moment, and whoever follows it.
//
// There is one writer, the loop of the board, and it never waits for a reader.
// Nothing is queued for a reader either: lines are only ever appended, so a
// Follower is a place in them, and a page that shows the newest state takes
// the newest state whenever it has time for it.
package live

import (
	"bytes"
	"fmt"
	"slices"
	"sync"
	"time"

	"recorderd/observation"
	"recorderd/pgn"
	"recorderd/record"
	"recorderd/timesource"
)

// fold is what live asks of a record.
type fold interface {
	Apply(observation.Batch) []record.Event
	Wake() (t int64, ok bool)
	Summary() record.Summary
	Game() observation.Game
	Turned() bool
}

// Board is what one board shows: the game that is being played or was played
// last, and the pieces and clocks as they stand.
type Board struct {
	name   string
	time   timesource.Source
	begin  func(observation.Header) (fold, error)
	render func(observation.Header, []record.Event) ([]byte, error)

	mu     sync.Mutex
	game   *Game              // nil before the first
	header observation.Header // of the game to come, before the first
	scene  scene
	moment Moment
	lines  bell // rings when there are lines to follow
	views  bell // rings when the moment changes

	rendered struct { // the PGN of a moment of the sheet
		sync.Mutex
		sheet uint64
		bytes []byte
		err   error
	}
}

// NewBoard returns a board that shows nothing yet. Reports of the clock are
// stamped with the time of src.
func NewBoard(name string, src timesource.Source) *Board {
	return &Board{
		name:   name,
		time:   src,
		begin:  func(h observation.Header) (fold, error) { return record.New(h) },
		render: renderPGN,
		scene:  newScene(),
		moment: Moment{Sheet: 1, Scene: 1},
	}
}

func renderPGN(h observation.Header, events []record.Event) ([]byte, error) {
	var b bytes.Buffer
	for _, g := range pgn.FromRecord(h, events) {
		if err := pgn.Write(&b, g); err != nil {
			return nil, fmt.Errorf("write the game as PGN: %w", err)
		}
	}
	return b.Bytes(), nil
}

// Name returns the name of the board.
func (b *Board) Name() string { return b.name }

// Expect tells what is known of the game to come, so that the page has names
// and the PGN has tags before the first game begins.
func (b *Board) Expect(h observation.Header) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.header = h
	b.sheetChanged()
}

// Begin opens a game. The one before was served until now, and followers who
// have not read it to its end still can.
func (b *Board) Begin(number int, h observation.Header) (*Game, error) {
	f, err := b.begin(h)
	if err != nil {
		return nil, err
	}
	g := &Game{board: b, number: number, header: h, fold: f, sheet: newSheet(number, h.Game)}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.game = g
	b.sheetChanged()
	b.lines.ring()
	return g, nil
}

// Sense shows what the sensors saw while no game is open.
func (b *Board) Sense(batch observation.Batch) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.scene.apply(batch.Facts, b.time.Now()) {
		b.sceneChanged()
	}
}

// RecordJSONL returns what a replay of the current game's journal prints: its
// lines and the summary. Before the first game there is nothing.
func (b *Board) RecordJSONL() []byte {
	b.mu.Lock()
	g := b.game
	if g == nil {
		b.mu.Unlock()
		return nil
	}
	lines, summary := g.lines, g.summaryLine()
	b.mu.Unlock()

	n := len(summary) + 1
	for _, l := range lines {
		n += len(l) + 1
	}
	out := make([]byte, 0, n)
	for _, l := range lines {
		out = append(append(out, l...), '\n')
	}
	return append(append(out, summary...), '\n')
}

// PGN returns the current game as PGN. Before the first game it is the expected
// one, without moves.
func (b *Board) PGN() ([]byte, error) {
	b.mu.Lock()
	h, sheet := b.header, b.moment.Sheet
	var events []record.Event
	if g := b.game; g != nil {
		h, events = g.header, g.events
	}
	b.mu.Unlock()

	r := &b.rendered
	r.Lock()
	defer r.Unlock()
	if r.sheet >= sheet { // what somebody else rendered meanwhile may be newer
		return r.bytes, r.err
	}
	r.bytes, r.err = b.render(h, events)
	r.sheet = sheet
	return r.bytes, r.err
}

func (b *Board) sheetChanged() {
	b.moment.Sheet++
	b.sceneChanged() // the scene is drawn with the help of the sheet
}

func (b *Board) sceneChanged() {
	b.moment.Scene++
	b.views.ring()
}

// Game is one game of a board, open or closed.
type Game struct {
	board  *Board
	number int
	fold   fold

	// What follows is guarded by the mutex of the board. Lines and events are
	// only appended: who has a part of them keeps it without the mutex.
	header  observation.Header
	lines   [][]byte
	events  []record.Event
	summary []byte // the line of the summary, nil where it must be made anew
	sheet   sheet
}

// Number returns the number of the game's file.
func (g *Game) Number() int { return g.number }

// Apply puts a batch into the record and publishes what follows from it. It has
// one caller at a time.
func (g *Game) Apply(batch observation.Batch) []record.Event {
	b := g.board
	b.mu.Lock()
	defer b.mu.Unlock()

	events := g.fold.Apply(batch)
	g.summary = nil
	seen := g == b.game && b.scene.apply(batch.Facts, b.time.Now())
	named := g.header.Game != g.fold.Game()
	g.header.Game = g.fold.Game()
	g.sheet.game = g.header.Game
	for _, e := range events {
		g.lines = append(g.lines, record.AppendLine(nil, e))
		g.events = append(g.events, e)
		g.sheet.apply(e)
		if s, ok := e.(record.Start); ok && g == b.game {
			b.scene.orient(s.FEN)
		}
	}
	if len(events) > 0 {
		b.lines.ring()
	}
	if g != b.game {
		return events
	}
	switch {
	case named || len(events) > 0:
		b.sheetChanged()
	case seen:
		b.sceneChanged()
	}
	return events
}

// Close says that the game's file is closed. The game is shown until the next
// one begins.
func (g *Game) Close() {
	g.board.mu.Lock()
	defer g.board.mu.Unlock()
	g.sheet.closed = true
	if g == g.board.game {
		g.board.sheetChanged()
	}
}

// Wake returns when silence would matter to the record.
func (g *Game) Wake() (t int64, ok bool) {
	g.board.mu.Lock()
	defer g.board.mu.Unlock()
	return g.fold.Wake()
}

// Turned reports whether the board stands turned by 180 degrees.
func (g *Game) Turned() bool {
	g.board.mu.Lock()
	defer g.board.mu.Unlock()
	return g.fold.Turned()
}

// Summary returns the state of the record.
func (g *Game) Summary() record.Summary {
	g.board.mu.Lock()
	defer g.board.mu.Unlock()
	return g.fold.Summary()
}

func (g *Game) summaryLine() []byte {
	if g.summary == nil {
		g.summary = record.AppendLine(nil, g.fold.Summary())
	}
	return g.summary
}

// Moment names a state of what a board shows. Where two moments are equal
// nothing changed between them.
type Moment struct{ Sheet, Scene uint64 }

// Moment returns the present one, and a channel that is closed with the next.
func (b *Board) Moment() (Moment, <-chan struct{}) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.moment, b.views.next()
}

// Sheet returns the score sheet of the current game, and its number in Moment.
func (b *Board) Sheet() (Sheet, uint64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.game == nil {
		s := newSheet(0, b.header.Game)
		return s.show(), b.moment.Sheet
	}
	return b.game.sheet.show(), b.moment.Sheet
}

// Scene returns the pieces and clocks as they stand, and its number in Moment.
func (b *Board) Scene() (Scene, uint64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	fen := ""
	if b.game != nil {
		fen = b.game.sheet.fen()
	}
	return b.scene.show(fen), b.moment.Scene
}

// ClockAge returns how long ago the clock reported.
func (b *Board) ClockAge() time.Duration {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.time.Now() - b.scene.came
}

// bell tells everybody who waits that something changed. The mutex of the
// board guards it.
type bell struct{ c chan struct{} }

func (b *bell) next() <-chan struct{} {
	if b.c == nil {
		b.c = make(chan struct{})
	}
	return b.c
}

func (b *bell) ring() {
	if b.c != nil {
		close(b.c)
		b.c = nil
	}
}

// clone keeps JSON lists from being null.
func clone[T any](s []T) []T {
	if len(s) == 0 {
		return []T{}
	}
	return slices.Clone(s)
}
