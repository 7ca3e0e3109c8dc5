package record_test

import (
	"errors"
	"fmt"
	"strings"

	"recorderd/observation"
	"recorderd/position"
)

// act is what a player or the arbiter does: the words of the contract, with what
// hands and clock do about it.
func (tb *table) act(by string, words []string, rest string) error {
	if len(words) == 0 {
		return errors.New("what did they do?")
	}
	kind, args := words[0], words[1:]
	text := strings.TrimSpace(strings.TrimPrefix(rest, kind))
	a := observation.Act{By: by, Kind: observation.ActKind(kind)}
	switch kind {
	case "claim":
		return tb.claim(a, args)
	case "stop-clock":
		tb.say(a)
		return tb.stopClock()
	case "start-clock":
		return tb.startClock(a, args)
	case "set-clock":
		return tb.setClock(a, args)
	case "restore":
		return tb.restore(a, text)
	case "back":
		return tb.restoreAfter(a, args)
	case "takeback":
		return tb.takeback(a, args)
	case "correct-move":
		n, err := number(args, 0)
		if err != nil || len(args) != 2 {
			return errors.New("want a ply and a move")
		}
		a.Ply, a.SAN = n, args[1]
	case "result":
		a.Result = args[0]
		a.Reason = strings.Join(args[1:], " ")
	case "ruling", "note":
		a.Text = text
	case "adjourn":
		a.SealedBy = text
	}
	tb.say(a)
	return nil
}

func (tb *table) claim(a observation.Act, args []string) error {
	if len(args) == 0 {
		return errors.New("which claim?")
	}
	a.Claim = args[0]
	if len(args) > 1 {
		a.Move = args[1]
	}
	tb.say(a)
	return nil
}

// stopClock is the clock that is stopped right after the word.
func (tb *table) stopClock() error {
	tb.gesture(60)
	tb.clock.count(tb.now)
	tb.clock.stop()
	tb.tellClock()
	return nil
}

func (tb *table) startClock(a observation.Act, args []string) error {
	side := tb.clock.last
	if len(args) > 0 {
		var err error
		if side, err = observation.ParseSide(args[0]); err != nil {
			return err
		}
	}
	tb.say(a)
	tb.gesture(60)
	tb.run(side)
	tb.game = tb.toMove(side)
	return nil
}

// setClock sets both times; "white 5:00 +2:00" has the clock run for White then,
// "none …" leaves it standing.
func (tb *table) setClock(a observation.Act, args []string) error {
	if len(args) != 3 {
		return errors.New("want white, black or none, and both times")
	}
	tb.clock.count(tb.now)
	if err := tb.setBoth(args[1:]); err != nil {
		return err
	}
	white, black := tb.clock.shown(observation.White), tb.clock.shown(observation.Black)
	a.WhiteMS, a.BlackMS, a.Running = &white, &black, args[0]
	tb.say(a)
	tb.now += 120
	tb.clock.counted = tb.now
	side := observation.NoSide
	if args[0] != "none" {
		var err error
		if side, err = observation.ParseSide(args[0]); err != nil {
			return err
		}
		tb.game = tb.toMove(side)
	}
	tb.run(side)
	return nil
}

func (tb *table) setBoth(times []string) error {
	if len(times) != 2 {
		return errors.New("want two times")
	}
	return errors.Join(tb.clock.change(observation.White, times[0]), tb.clock.change(observation.Black, times[1]))
}

// restore sets up a position and says so.
func (tb *table) restore(a observation.Act, fen string) error {
	p, err := position.ParseLoose(fen)
	if err != nil {
		return err
	}
	tb.setUp(p)
	tb.history = []position.Position{p}
	return tb.sayRestored(a, fen)
}

// restoreAfter goes back to the position after a ply.
func (tb *table) restoreAfter(a observation.Act, args []string) error {
	n, err := number(args, 0)
	if err != nil {
		return err
	}
	if err := tb.back(n); err != nil {
		return err
	}
	return tb.sayRestored(a, tb.game.FEN())
}

func (tb *table) sayRestored(a observation.Act, fen string) error {
	a.Kind, a.FEN = observation.ActRestore, fen
	tb.gesture(300)
	tb.say(a)
	return nil
}

func (tb *table) takeback(a observation.Act, args []string) error {
	n, err := number(args, 0)
	if err != nil {
		return err
	}
	if err := tb.back(n); err != nil {
		return err
	}
	a.ToPly = &n
	tb.gesture(300)
	tb.say(a)
	return nil
}

// clockWord is what a clock does by itself, or what hands do to it without a
// word.
func (tb *table) clockWord(words []string) error {
	tb.gesture(300)
	tb.clock.count(tb.now)
	c := &tb.clock
	args := func(n int) error {
		if len(words) != n+1 {
			return fmt.Errorf("clock %s: want %d words more", words[0], n)
		}
		return nil
	}
	side := observation.NoSide
	if len(words) > 1 {
		side, _ = observation.ParseSide(words[1])
	}
	var err error
	switch words[0] {
	case "stop":
		c.stop()
	case "run":
		c.start(side)
	case "set":
		err = errors.Join(args(2), tb.setBoth(words[1:]))
	case "change":
		if err = args(2); err == nil {
			err = c.change(side, words[2])
		}
	case "adds":
		if err = args(2); err == nil {
			c.adds[side], err = clockTime(words[2])
		}
		return err
	case "right":
		c.adds, c.frozen = [2]int64{-1, -1}, false
		return nil
	case "freeze":
		c.frozen = true
		return nil
	case "marks":
		c.mark |= map[observation.Side]observation.Flag{observation.White: observation.FlagWhite, observation.Black: observation.FlagBlack}[side]
	default:
		err = fmt.Errorf("a clock does not %s", words[0])
	}
	tb.tellClock()
	return err
}
