package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"path/filepath"
	"slices"
	"time"

	"recorderd/boardio"
	"recorderd/timesource"
)

// devicePatterns are where serial boards are found. Names by id come first:
// they stay the same when cables change places.
var devicePatterns = []string{"/dev/serial/by-id/*", "/dev/ttyACM*", "/dev/ttyUSB*", "/dev/rfcomm*"}

// candidates returns the serial ports of this machine, each once.
func candidates() []string {
	var found, targets []string
	for _, pattern := range devicePatterns {
		names, _ := filepath.Glob(pattern) // the patterns are well formed
		for _, name := range names {
			target, err := filepath.EvalSymlinks(name)
			if err != nil || slices.Contains(targets, target) {
				continue
			}
			found, targets = append(found, name), append(targets, target)
		}
	}
	return found
}

// probeTime is how long a port is given to answer like a board.
const probeTime = 3 * time.Second

// probe looks for boards and says what was found where.
func probe(e env, args []string) error {
	fs := flag.NewFlagSet("probe", flag.ContinueOnError)
	device := fs.String("device", "", "look only there")
	if _, err := parse(fs, args, 0); err != nil {
		return err
	}
	devices := candidates()
	if *device != "" {
		devices = []string{*device}
	}
	if len(devices) == 0 {
		return errors.New("no serial port found: is the board plugged in and switched on?")
	}
	found := 0
	kind, _ := boardio.MakeOf(demoMake)
	for _, d := range devices {
		board, err := ask(kind, d)
		if err != nil {
			fmt.Fprintf(e.out, "%s\tno board: %v\n", d, err)
			continue
		}
		found++
		fmt.Fprintf(e.out, "%s\t%s board, serial number %s, firmware %s\n", d, board.Make, orUnknown(board.Serial), orUnknown(board.Firmware))
	}
	if found == 0 {
		return errors.New("no board answered")
	}
	return nil
}

func orUnknown(s string) string {
	if s == "" {
		return "unknown"
	}
	return s
}

func ask(kind boardio.Make, device string) (boardio.Found, error) {
	ctx, cancel := context.WithTimeout(context.Background(), probeTime)
	defer cancel()
	found, err := kind.Look(ctx, boardio.Serial(device, kind.Line), timesource.Boot())
	if err != nil {
		return boardio.Found{}, err
	}
	return found[0], nil
}

// openFirst opens the first port of this machine that answers like a board.
func openFirst(kind boardio.Make) boardio.Opener {
	return func() (boardio.Port, error) {
		devices := candidates()
		var last error
		for _, d := range devices {
			_, err := ask(kind, d)
			if err == nil {
				return boardio.Serial(d, kind.Line)()
			}
			last = err
		}
		if last != nil {
			return nil, &boardio.Error{Op: "find", Device: "a board", Err: last, Hint: "name its port as board.device in the configuration"}
		}
		return nil, &boardio.Error{Op: "find", Device: "a board", Err: boardio.ErrAbsent, Hint: "no serial port is there; is the cable in?"}
	}
}
