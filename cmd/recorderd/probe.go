package main

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"strings"
	"sync"
	"time"

	"recorderd/boardio"
	"recorderd/boardio/finder"
	"recorderd/observation"
	"recorderd/timesource"
)

// probeTime is how long ports are given to answer like a board.
const probeTime = 10 * time.Second

// probe looks for boards and says what was found where, with the lines for the
// configuration: all that is no configuration is a comment there.
func probe(e env, args []string) error {
	fs := flag.NewFlagSet("probe", flag.ContinueOnError)
	driver := fs.String("driver", auto, "look only for boards of this make")
	var devices []string
	fs.Func("device", "look only at this port; may be said several times", func(path string) error {
		devices = append(devices, path)
		return nil
	})
	if _, err := parse(fs, args, 0); err != nil {
		return err
	}
	s := finder.Sniffer{Source: timesource.Boot()}
	if *driver != auto {
		m, known := boardio.MakeOf(*driver)
		switch {
		case !known:
			return fmt.Errorf("%w: driver %q: want one of %s", errUsage, *driver, driverNames())
		case m.Greet == nil:
			return fmt.Errorf("%w: driver %s: boards of this make can't be asked what they are", errUsage, *driver)
		}
		s.Makes, s.Sure = []boardio.Make{m}, devices != nil
	}
	ports := s.Machine.Ports()
	if devices != nil {
		ports = nil
		for _, d := range devices {
			p, _ := s.Machine.At(d) // one that is not there says so when it is opened
			ports = append(ports, p)
		}
	}
	if len(ports) == 0 {
		return errors.New("no port found: is the board plugged in and switched on?")
	}
	return tellAnswers(e, sniffAll(s, ports))
}

// sniffAll asks all ports at the same time.
func sniffAll(s finder.Sniffer, ports []finder.Port) []finder.Answer {
	ctx, cancel := context.WithTimeout(context.Background(), probeTime)
	defer cancel()
	answers := make([]finder.Answer, len(ports))
	var asking sync.WaitGroup
	for i, p := range ports {
		asking.Go(func() { answers[i] = s.Sniff(ctx, p) })
	}
	asking.Wait()
	return answers
}

// findings are what was found, to be told port by port.
type findings struct {
	env
	boards int            // in all
	ofMake map[string]int // by the names of makes
	told   int            // boards
}

// tellAnswers prints a block for each port.
func tellAnswers(e env, answers []finder.Answer) error {
	f := findings{env: e, ofMake: make(map[string]int)}
	for _, a := range answers {
		f.boards += len(a.Found)
		f.ofMake[a.Make.Name] += len(a.Found)
	}
	for i, a := range answers {
		if i > 0 {
			fmt.Fprintln(e.out)
		}
		f.tellPort(a)
		for _, board := range a.Found {
			f.told++
			f.tellBoard(a, board)
			f.tellConfig(a, board)
		}
	}
	if f.boards == 0 {
		return errors.New("no board answered")
	}
	return nil
}

// tellPort names a port, and says why there is no board.
func (f *findings) tellPort(a finder.Answer) {
	name := a.Port.Name
	if text := printable(a.Port.USB.Text); text != "" {
		name += " (" + text + ")"
	}
	fmt.Fprintln(f.out, "# "+name)
	if a.Err != nil {
		fmt.Fprintf(f.out, "#   no board: %v\n", a.Err)
	}
	for _, m := range a.Unasked {
		fmt.Fprintf(f.out, "#   not looked for: %s, since the question could harm a board of another make; --driver %s --device %s asks\n", m.Title, m.Name, a.Port.Name)
	}
}

// senses is what a board knows, in words.
var senses = map[observation.Sensing]string{
	observation.Identity:  "knows its pieces",
	observation.Occupancy: "knows only that something stands on a square",
	observation.Moves:     "says only finished moves",
}

func (f *findings) tellBoard(a finder.Answer, board boardio.Found) {
	clock := "no clock"
	if board.Clock {
		clock = "a clock"
	}
	fmt.Fprintf(f.out, "#   %s board, serial number %s, firmware %s; %s; %s\n", cmp.Or(board.Make, a.Make.Title),
		orUnknown(printable(board.Serial)), orUnknown(printable(board.Firmware)), senses[cmp.Or(board.Sensing, a.Make.Sensing)], clock)
	if board.Hint != "" {
		fmt.Fprintf(f.out, "#   note: %s\n", board.Hint)
	}
}

func orUnknown(s string) string { return cmp.Or(s, "unknown") }

// tellConfig prints what to paste into the configuration.
func (f *findings) tellConfig(a finder.Answer, board boardio.Found) {
	section := "[board]\n"
	if f.boards > 1 {
		section = fmt.Sprintf("[[boards]]\nname = \"board%d\"\n", f.told)
	}
	device := a.Port.Name
	if a.Port.IsNode() && f.ofMake[a.Make.Name] == 1 {
		device = auto // the name of a node changes
	}
	fmt.Fprintf(f.out, "\n%sdriver = %q\ndevice = %q\n", section, a.Make.Name, device)
	if serial := printable(board.Serial); serial != "" {
		fmt.Fprintf(f.out, "serial = %q\n", serial)
	}
}

// printable is what a device says of itself, without what a terminal or a
// configuration could take for something else.
func printable(s string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r > '~' || r == '"' || r == '\\' {
			return -1
		}
		return r
	}, s)
}
