// Command recorderd records chess games from a sensor board and a clock. This
// package reads flags and the configuration and wires the parts together.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
)

// Exit statuses of every command.
const (
	exitDone  = 0
	exitBad   = 1 // understood, and something is wrong
	exitUsage = 2
)

// errUsage is in errors about how a command was called.
var errUsage = errors.New("wrong usage")

// command is one of the words that may follow recorderd.
type command struct {
	name  string
	usage string // what follows the name
	does  string
	run   func(env, []string) error
}

// env is the outside of a command: data comes from in and goes to out, messages
// go to err.
type env struct {
	in  io.Reader
	out io.Writer
	err io.Writer
}

var commands = []command{
	{"run", "--config FILE", "record games from the configured board", run},
	{"demo", "[--speed X] [--listen ADDRESS] [--data DIR]", "the whole recorder on an emulated board playing famous games", demo},
	{"replay", "[--format jsonl|pgn|text] [--lang en|pt|es] FILE", "print the record of a trace or a journal", replay},
	{"claim", "--kind KIND [--by SIDE] [--move SAN] [--at MOMENT] [--lang en|pt|es] [--format text|pdf|html|jsonl] FILE", "answer a claim, with its evidence", claim},
	{"export", "--format pgn|pdf|html|bundle [--sheet NAME] [--lang en|pt|es] [--letters L] [--at MOMENT] [--names full|initials|none] [--config FILE] [--key FILE] [--out FILE] FILE", "make a product of a trace or a journal: PGN, a sheet to print or to show, or all of it, signed", export},
	{"compare", "[--format text|pdf|html] [--lang en|pt|es] FILE FILE", "how far two recordings of one game agree, and where they differ", compare},
	{"import", "--out JOURNAL [--key FILE] FILE", "make a sealed journal of a trace from elsewhere", importTrace},
	{"verify", "[--open] [--signers FILE] [--head CODE] FILE", "is this journal or bundle whole, unaltered and signed, and does its record follow from it?", verify},
	{"simulate", "--pgn FILE|--trace FILE [--board MAKE] [--link PATH] [--speed X] [--noise LEVEL] [--losses N] [--seed N] [--time-control TC] [--out FILE [--sensing S]]", "play games on an emulated board, or write them as a trace", simulateGames},
	{"unwinnable", "[--budget N] [--proof]", "read lines of a FEN, a tab, and white or black: can that side still mate?", canStillMate},
	{"probe", "[--driver NAME] [--device PATH]...", "look for boards: what is at which port, and the lines for the configuration", probe},
	{"version", "", "print the version", version},
}

func main() {
	os.Exit(recorderd(env{os.Stdin, os.Stdout, os.Stderr}, os.Args[1:]))
}

// recorderd runs a command line and returns its exit status.
func recorderd(e env, args []string) int {
	if len(args) == 0 || slices.Contains([]string{"help", "-h", "--help"}, args[0]) {
		out, status := e.out, exitDone
		if len(args) == 0 {
			out, status = e.err, exitUsage
		}
		fmt.Fprint(out, usage())
		return status
	}
	for _, c := range commands {
		if c.name == args[0] {
			return c.status(e, c.run(e, args[1:]))
		}
	}
	fmt.Fprintf(e.err, "recorderd: no command %q\n\n%s", args[0], usage())
	return exitUsage
}

func (c command) status(e env, err error) int {
	var asked helpWanted
	called := strings.TrimSpace(c.name + " " + c.usage)
	switch {
	case err == nil:
		return exitDone
	case errors.As(err, &asked):
		fmt.Fprintf(e.out, "usage: recorderd %s\n", called)
		asked.flags.SetOutput(e.out)
		asked.flags.PrintDefaults()
		return exitDone
	case errors.Is(err, errUsage):
		fmt.Fprintf(e.err, "recorderd %s: %v\nusage: recorderd %s\n", c.name, err, called)
		return exitUsage
	}
	fmt.Fprintf(e.err, "recorderd %s: %v\n", c.name, err)
	return exitBad
}

func usage() string {
	var b strings.Builder
	b.WriteString("recorderd records chess games from a sensor board and a clock.\n\n")
	for _, c := range commands {
		fmt.Fprintf(&b, "  recorderd %s\n        %s\n", strings.TrimSpace(c.name+" "+c.usage), c.does)
	}
	return b.String()
}

// helpWanted is the error of a command that was asked what its flags are.
type helpWanted struct{ flags *flag.FlagSet }

func (helpWanted) Error() string { return flag.ErrHelp.Error() }

// parse reads the flags of a command and wants exactly n arguments behind them.
// Flags may stand after arguments too.
func parse(fs *flag.FlagSet, args []string, n int) ([]string, error) {
	fs.SetOutput(io.Discard) // status says it
	var rest []string
	for {
		err := fs.Parse(args)
		if errors.Is(err, flag.ErrHelp) {
			return nil, helpWanted{fs}
		}
		if err != nil {
			return nil, fmt.Errorf("%w: %w", errUsage, err)
		}
		if fs.NArg() == 0 {
			break
		}
		rest = append(rest, fs.Arg(0))
		args = fs.Args()[1:]
	}
	if len(rest) != n {
		return nil, fmt.Errorf("%w: want %d argument(s), have %d", errUsage, n, len(rest))
	}
	return rest, nil
}
