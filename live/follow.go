package live

import (
	"strconv"
	"strings"

	"recorderd/record"
)

// Line is one line of a record with its place, and what it says.
type Line struct {
	Game, Number int // Number counts from 1
	Data         []byte
	Event        record.Event
}

// AppendID appends the line's event id, GAME-LINE.
func (l Line) AppendID(b []byte) []byte {
	b = append(strconv.AppendInt(b, int64(l.Game), 10), '-')
	return strconv.AppendInt(b, int64(l.Number), 10)
}

// maxTake bounds what a follower is given at once, so that it looks at its
// other duties between.
const maxTake = 256

// Follower reads the lines of a board as they come, each once and in order,
// at its own pace. A new game is read from its first line once the one before
// is read to its end. It has one user.
type Follower struct {
	board *Board
	game  *Game
	next  int // index of the next line
}

// Follow begins after the line with this event id if the current game has it,
// else with the first line of the current game.
func (b *Board) Follow(lastEventID string) *Follower {
	b.mu.Lock()
	defer b.mu.Unlock()
	f := &Follower{board: b, game: b.game}
	game, line, ok := parseID(lastEventID)
	if ok && f.game != nil && game == f.game.number && line <= len(f.game.lines) {
		f.next = line
	}
	return f
}

// Take returns the lines that came since, and a channel that is closed when
// there are more.
func (f *Follower) Take() ([]Line, <-chan struct{}) {
	b := f.board
	b.mu.Lock()
	if f.game != b.game && (f.game == nil || f.next == len(f.game.lines)) {
		f.game, f.next = b.game, 0
	}
	g, more := f.game, b.lines.next()
	var data [][]byte
	var events []record.Event
	if g != nil {
		end := min(len(g.lines), f.next+maxTake)
		data, events = g.lines[f.next:end], g.events[f.next:end]
	}
	b.mu.Unlock()

	lines := make([]Line, len(data))
	for i, d := range data {
		f.next++
		lines[i] = Line{g.number, f.next, d, events[i]}
	}
	return lines, more
}

// Passed returns what the lines of its game before the next one say: those that
// whoever comes back has already.
func (f *Follower) Passed() []record.Event {
	f.board.mu.Lock()
	defer f.board.mu.Unlock()
	if f.game == nil {
		return nil
	}
	return f.game.events[:f.next:f.next]
}

// parseID reads GAME-LINE as AppendID writes it.
func parseID(id string) (game, line int, ok bool) {
	a, b, found := strings.Cut(id, "-")
	if !found || !digits(a) || !digits(b) {
		return 0, 0, false
	}
	game, err := strconv.Atoi(a)
	if err != nil {
		return 0, 0, false
	}
	line, err = strconv.Atoi(b)
	return game, line, err == nil
}

func digits(s string) bool {
	return s != "" && strings.Trim(s, "0123456789") == ""
}
