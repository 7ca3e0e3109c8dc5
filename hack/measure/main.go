// Command measure says how right the record is. It plays the games of a file
// with clumsy hands before faulty sensors (package simulate), makes the records,
// compares them with the truth and prints the tables of docs/accuracy.md.
//
// The same flags print the same tables on every machine, apart from the column
// of observations a second.
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"runtime"
	"strings"
	"sync"

	"recorderd/simulate"
)

// parameters are what the tables depend on.
type parameters struct {
	games  string
	first  int // how many of the games
	rounds int // how often each is played, every time by other hands
	seed   uint64
	levels []simulate.Level
	losses int // of the board's cable, a game
	speed  int // games for the column of observations a second
	faults bool
	traces string // where the traces of games that came out wrong are put
}

func main() {
	if err := run(os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "measure:", err)
		os.Exit(1)
	}
}

func run(args []string, out io.Writer) error {
	p, err := parse(args)
	if err != nil {
		return err
	}
	games, err := readGames(p.games)
	if err != nil {
		return err
	}
	games = games[:min(p.first, len(games))]
	rows, err := measure(p, games)
	if err != nil {
		return err
	}
	if p.faults {
		listFaults(out, rows)
		return nil
	}
	printTables(out, p, len(games), rows)
	return nil
}

func parse(args []string) (p parameters, err error) {
	fs := flag.NewFlagSet("measure", flag.ContinueOnError)
	fs.StringVar(&p.games, "games", "testdata/games.txt", "file with one game a line, in SAN")
	fs.IntVar(&p.first, "first", 100, "measure no more than the first N games")
	fs.IntVar(&p.rounds, "rounds", 1, "play each game N times, every time by other hands")
	fs.Uint64Var(&p.seed, "seed", 1, "the same seed gives the same hands and faults")
	fs.IntVar(&p.losses, "losses", 0, "in each game the board's cable goes N times")
	fs.IntVar(&p.speed, "speed", 10, "games whose folding is timed; 0 leaves the column out")
	only := fs.String("levels", "none,light,usual,heavy", "levels of noise to measure")
	fs.BoolVar(&p.faults, "faults", false, "list what is wrong, game by game, instead of the tables")
	fs.StringVar(&p.traces, "traces", "", "put the traces of games that came out wrong into this directory")
	if err := fs.Parse(args); err != nil {
		return p, err
	}
	for _, name := range strings.Split(*only, ",") {
		level, err := simulate.ParseLevel(name)
		if err != nil {
			return p, err
		}
		p.levels = append(p.levels, level)
	}
	if fs.NArg() > 0 || p.first < 1 || p.rounds < 1 {
		return p, fmt.Errorf("want flags only, and at least one game and one round: see -h")
	}
	return p, nil
}

// row is what came out in one setting.
type row struct {
	setting
	tally
	perSecond int      // observations folded in a second of one core
	faults    []string // what was wrong, a line each
}

// job is one game in one setting.
type job struct {
	setting
	game
	number int // of the game in its file, from 1
	seed   uint64
	traces string
}

func (p parameters) jobs(s setting, games []game) []job {
	var jobs []job
	for round := range p.rounds {
		for i, g := range games {
			jobs = append(jobs, job{s, g, i + 1, p.seed + uint64(round*1000+i), p.traces})
		}
	}
	return jobs
}

// measure plays all games in all settings.
func measure(p parameters, games []game) ([]row, error) {
	var rows []row
	for _, s := range p.settings() {
		jobs := p.jobs(s, games)
		r := row{setting: s}
		judged, err := inParallel(jobs, job.judge)
		if err != nil {
			return nil, err
		}
		for _, j := range judged {
			r.add(j.tally)
			r.faults = append(r.faults, j.faults...)
		}
		if r.perSecond, err = pace(jobs[:min(p.speed, len(jobs))]); err != nil {
			return nil, err
		}
		rows = append(rows, r)
	}
	return rows, nil
}

// judged is one game, compared with the truth.
type judged struct {
	tally
	faults []string
}

func (j job) judge() (judged, error) {
	h, batches, t := j.watch(j.game, j.seed)
	r, live, err := fold(h, batches)
	if err != nil {
		return judged{}, fmt.Errorf("%s: game %d: %w", j.setting, j.number, err)
	}
	faults := j.faults(t, r)
	if len(faults) > 0 && j.traces != "" {
		if err := j.keep(h, live); err != nil {
			return judged{}, err
		}
	}
	return judged{judge(t, r), faults}, nil
}

// inParallel does the same to all of a list on all processors, and keeps their
// order.
func inParallel[In, Out any](list []In, do func(In) (Out, error)) ([]Out, error) {
	out, errs := make([]Out, len(list)), make([]error, len(list))
	next := make(chan int)
	var workers sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			for i := range next {
				out[i], errs[i] = do(list[i])
			}
		})
	}
	for i := range list {
		next <- i
	}
	close(next)
	workers.Wait()
	for _, err := range errs {
		if err != nil {
			return nil, err
		}
	}
	return out, nil
}
