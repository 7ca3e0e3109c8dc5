package recorder

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"recorderd/observation"
	"recorderd/record"
)

// The reasons why an act is not taken.
var (
	ErrNoGame     = errors.New("no game is being recorded")
	ErrNoSuchGame = errors.New("there is no such game")
	ErrClosed     = errors.New("the game is closed: it can neither be closed again nor be followed by a new one")
	ErrOtherAct   = errors.New("another act of this game has this id: give each act an id of its own")
	ErrNotKept    = errors.New("it could not be kept")
	ErrStillOpen  = errors.New("its file is still being written: try again")
	ErrTooMany    = fmt.Errorf("the game has had %d acts, and takes no more: close it", maxActs)
)

// Tell takes what no sensor hears: an act of a player or an arbiter, or names
// and terms. It returns the lines that this caused. The acts new-game and
// close-game begin and end a file.
func (r *Recorder) Tell(ctx context.Context, f observation.Fact) (lines []record.Event, err error) {
	if late := r.within(ctx, func() { lines, err = r.told(f) }); late != nil {
		return nil, late
	}
	return lines, err
}

// Act takes an act for the game with this number, be it closed, or for the one
// that is on where the number is 0. It returns the lines that this caused. With
// an id an act is taken once: again, it returns what it did at first.
func (r *Recorder) Act(ctx context.Context, number int, a observation.Act) (lines []record.Event, err error) {
	var shown *game
	closed := false
	late := r.within(ctx, func() {
		if number == 0 || r.game != nil && r.game.live.Number() == number {
			lines, err = r.told(a)
			return
		}
		closed = true
		if r.last != nil && r.last.live.Number() == number {
			shown = r.last
		}
	})
	switch {
	case late != nil:
		return nil, late
	case closed:
		return r.toClosed(ctx, number, shown, a)
	}
	return lines, err
}

func (r *Recorder) told(f observation.Fact) ([]record.Event, error) {
	h := heard{r.now(), []observation.Fact{f}}
	a, isAct := f.(observation.Act)
	var lines []record.Event
	closed := r.game != nil
	if r.game != nil {
		var err error
		if lines, err = r.record(h); err != nil || r.game != nil || a.Kind != observation.ActNewGame {
			return lines, err
		}
	}
	if isAct && !r.lobby.begins(h.at, a) {
		if closed {
			return lines, nil // the next game begins when the board is seen again
		}
		return r.refused(a)
	}
	if o := r.lobby.hear(h); o != nil {
		begun, err := r.open(o)
		return slices.Concat(lines, begun), err
	}
	return lines, nil
}

// refused answers an act for which there is no game. The last game may have it:
// its answer was lost, and meanwhile the game was closed.
func (r *Recorder) refused(a observation.Act) ([]record.Event, error) {
	if r.last != nil {
		if lines, taken, err := r.last.acts.to([]observation.Fact{a}); taken && err == nil {
			return lines, nil
		}
	}
	if a.Kind == observation.ActNewGame {
		return nil, fmt.Errorf("%w, and none can begin before the board has said what stands on it", ErrNoGame)
	}
	return nil, ErrNoGame
}

// maxActs is how many acts a game takes. No game of people has so many; a program
// that runs wild must not fill memory and disk, for the journal is read again at
// every start.
const maxActs = 1000

// answers are the acts of a game that have an id, each with the lines that it
// caused, and how many acts there were in all. Since these follow from the
// journal, a restart changes none of them.
type answers struct {
	byID  map[string]answer
	count int
}

type answer struct {
	act   string // its line, at time 0
	lines []record.Event
}

// to returns the answer to an act that was taken before, or is one too many.
func (as *answers) to(facts []observation.Fact) (lines []record.Event, answered bool, err error) {
	for _, f := range facts {
		a, ok := f.(observation.Act)
		if !ok {
			continue
		}
		if old, taken := as.byID[a.ID]; taken {
			if old.act != string(observation.AppendLine(nil, 0, a)) {
				return nil, true, ErrOtherAct
			}
			return old.lines, true, nil
		}
		ends := a.Kind == observation.ActCloseGame || a.Kind == observation.ActNewGame
		if as.count >= maxActs && !ends {
			return nil, true, ErrTooMany
		}
	}
	return nil, false, nil
}

// keep remembers the acts among the facts.
func (as *answers) keep(facts []observation.Fact, lines []record.Event) {
	for _, f := range facts {
		a, ok := f.(observation.Act)
		if !ok {
			continue
		}
		as.count++
		if as.byID == nil {
			as.byID = map[string]answer{}
		}
		if _, taken := as.byID[a.ID]; a.ID != "" && !taken {
			as.byID[a.ID] = answer{string(observation.AppendLine(nil, 0, a)), lines}
		}
	}
}
