package main

import (
	"cmp"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"recorderd/boardio"
	"recorderd/boardio/emulated"
	"recorderd/journal"
	"recorderd/laws"
	"recorderd/observation"
	"recorderd/pgn"
	"recorderd/position"
	"recorderd/simulate"
)

// simulateFlags are the flags of simulate.
type simulateFlags struct {
	board, pgn, trace, link, noise, sensing, out, control string
	speed                                                 float64
	seed                                                  uint64
	losses                                                int
}

// simulateGames plays games on an emulated board at a pseudo-terminal, or
// writes what the board would have seen.
func simulateGames(e env, args []string) error {
	var f simulateFlags
	fs := flag.NewFlagSet("simulate", flag.ContinueOnError)
	fs.StringVar(&f.board, "board", demoMake, "make of the emulated board: "+strings.Join(emulated.Makes(), ", "))
	fs.StringVar(&f.pgn, "pgn", "", "play the games of this file")
	fs.StringVar(&f.trace, "trace", "", "play this trace")
	fs.StringVar(&f.link, "link", "", "make a symbolic link to the pseudo-terminal here")
	fs.StringVar(&f.noise, "noise", "", "clumsiness of hands and sensors: none, light, usual or heavy; if not given, hands in the orders of a rapid game that make no errors")
	fs.StringVar(&f.sensing, "sensing", "", "what the board of a trace knows, if not what its make does: identity, occupancy or moves")
	fs.IntVar(&f.losses, "losses", 0, "how often in a game the cable is pulled out")
	fs.StringVar(&f.out, "out", "", "write a trace to this file (- for standard output) instead of being a device")
	fs.StringVar(&f.control, "time-control", "180+2", "of games that do not name one")
	fs.Float64Var(&f.speed, "speed", 1, "how many times as fast as in the hall; a recorder beside it wants no more than 2, for its time is that of the hall")
	fs.Uint64Var(&f.seed, "seed", 1, "the same seed gives the same hands")
	if _, err := parse(fs, args, 0); err != nil {
		return err
	}
	if err := f.choose(); err != nil {
		return err
	}
	if err := f.check(); err != nil {
		return err
	}
	tl, err := f.timeline()
	if err != nil {
		return err
	}
	if f.out != "" {
		return f.writeTrace(e, tl)
	}
	return f.beDevice(e, tl)
}

// choose finds the make that is meant, and what its boards know.
func (f *simulateFlags) choose() error {
	kind, known := boardio.MakeOf(f.board)
	if !known || !slices.Contains(emulated.Makes(), kind.Name) {
		return fmt.Errorf("%w: board %q: emulated are %s", errUsage, f.board, strings.Join(emulated.Makes(), ", "))
	}
	if f.sensing != "" && f.out == "" {
		return fmt.Errorf("%w: sensing: what a %s board knows is known: only a trace (--out) can have another", errUsage, kind.Title)
	}
	f.board, f.sensing = kind.Name, cmp.Or(f.sensing, string(kind.Sensing))
	return nil
}

func (f simulateFlags) check() error {
	switch {
	case !slices.Contains([]string{"identity", "occupancy", "moves"}, f.sensing):
		return fmt.Errorf("%w: sensing %q: want identity, occupancy, moves", errUsage, f.sensing)
	case f.losses < 0 || f.losses > 20:
		return fmt.Errorf("%w: losses %d: want 0 to 20", errUsage, f.losses)
	case (f.pgn == "") == (f.trace == ""):
		return fmt.Errorf("%w: want one of --pgn and --trace", errUsage)
	}
	if f.noise != "" {
		if _, err := simulate.ParseLevel(f.noise); err != nil {
			return fmt.Errorf("%w: %w", errUsage, err)
		}
	}
	if err := checkSpeed(f.speed); err != nil {
		return fmt.Errorf("%w: %w", errUsage, err)
	}
	return nil
}

func checkSpeed(x float64) error {
	if x > 0 && x <= 1000 { // which is not so for what is no number
		return nil
	}
	return fmt.Errorf("speed %g: want more than 0 and at most 1000", x)
}

// timeline returns what the hands will do.
func (f simulateFlags) timeline() (simulate.Timeline, error) {
	if f.trace != "" {
		return f.traced()
	}
	file, err := os.Open(f.pgn)
	if err != nil {
		return simulate.Timeline{}, err
	}
	defer file.Close()
	games, control, err := readGames(file, f.control)
	if err != nil {
		return simulate.Timeline{}, fmt.Errorf("%s: %w", f.pgn, err)
	}
	tc, err := laws.ParseTimeControl(control)
	if err != nil {
		return simulate.Timeline{}, err
	}
	opt := simulate.Options{Seed: f.seed, Terms: observation.Game{TimeControl: control}, Clock: stages(tc), Style: simulate.Usual()}
	if f.noise != "" {
		opt.Style, opt.Habits = simulate.Level(f.noise).Hands()
	}
	return simulate.Session(opt, games...), nil
}

// sensor returns the board that looks at a timeline, and the clock it reads.
func (f simulateFlags) sensor(tl simulate.Timeline) simulate.Sensor {
	clock, sensing := len(tl.Clock[0]) > 0, observation.Sensing(f.sensing)
	s := simulate.Sensor{
		Board: observation.Board{Sensing: sensing, ScanMS: 220, Make: "simulated"},
		Clock: observation.ClockSensor{Present: clock, ResolutionMS: 1000, PollMS: 400},
	}
	if sensing != observation.Identity {
		s.Board.ScanMS = 20 // a slower one sees too little of captures
	}
	if f.noise != "" {
		s = simulate.Level(f.noise).Sensor(sensing, clock, f.seed)
		s.Board.Make = fmt.Sprintf("simulated, noise %s, seed %d", f.noise, f.seed)
	}
	s.Losses, s.LinkSeed = f.losses, f.seed
	return s
}

func (f simulateFlags) traced() (simulate.Timeline, error) {
	file, err := os.Open(f.trace)
	if err != nil {
		return simulate.Timeline{}, err
	}
	defer file.Close()
	src, err := journal.Open(file)
	if err != nil {
		return simulate.Timeline{}, fmt.Errorf("%s: %w", f.trace, err)
	}
	control := src.Header().Game.TimeControl
	if control == "" {
		control = f.control
	}
	tc, err := laws.ParseTimeControl(control)
	if err != nil {
		return simulate.Timeline{}, fmt.Errorf("%s: %w", f.trace, err)
	}
	tl, err := simulate.FromTrace(src, stages(tc))
	if err != nil {
		return simulate.Timeline{}, fmt.Errorf("%s: %w", f.trace, err)
	}
	return tl, nil
}

// readGames returns the games of a PGN file, and the time control of the first
// that has one.
func readGames(in io.Reader, control string) ([]simulate.Game, string, error) {
	r := pgn.NewReader(in)
	var games []simulate.Game
	named := false
	for {
		g, err := r.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, "", err
		}
		if err := errors.Join(g.Errors...); err != nil {
			return nil, "", fmt.Errorf("game %d: %w", len(games)+1, err)
		}
		moves := make([]position.Move, len(g.Moves))
		for i, p := range g.Moves {
			moves[i] = p.Move
		}
		if tc := g.Tag("TimeControl"); !named && tc != "" && tc != "?" {
			control, named = tc, true
		}
		games = append(games, simulate.Game{Start: g.Start, Moves: moves, Result: g.Result, Names: observation.Game{
			Event: g.Tag("Event"), Site: g.Tag("Site"), Date: g.Tag("Date"), Round: g.Tag("Round"),
			White: g.Tag("White"), Black: g.Tag("Black"),
		}})
	}
	if len(games) == 0 {
		return nil, "", errors.New("no game in it")
	}
	return games, control, nil
}

// writeTrace writes what a board and a clock would have seen.
func (f simulateFlags) writeTrace(e env, tl simulate.Timeline) error {
	h, batches := simulate.Sense(tl, f.sensor(tl))
	if f.out == "-" {
		return simulate.WriteTrace(e.out, h, batches)
	}
	file, err := os.Create(f.out)
	if err != nil {
		return err
	}
	return errors.Join(simulate.WriteTrace(file, h, batches), file.Close())
}
