package main

import (
	"cmp"
	"errors"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"

	"recorderd/boardio"
	"recorderd/observation"
	"recorderd/timesource"
)

// boards returns the boards of the configuration. Without [[boards]] it is the
// one of [board], which has no name.
func (c config) boards() []boardConfig {
	if len(c.Boards) == 0 {
		return []boardConfig{c.Board}
	}
	boards := make([]boardConfig, len(c.Boards))
	for i, b := range c.Boards {
		b.Driver, b.Device = cmp.Or(b.Driver, auto), cmp.Or(b.Device, auto)
		boards[i] = b
	}
	return boards
}

// boardName is what can be a folder and a part of an address as it is.
var boardName = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9_-]{0,31}$`)

// checkBoards says what is wrong with [board] or [[boards]].
func (c config) checkBoards() error {
	if len(c.Boards) == 0 {
		return c.Board.check("board.")
	}
	if c.Board != defaultConfig().Board {
		return errors.New("[board] and [[boards]]: want one of them")
	}
	names, places, onLine := make(map[string]bool), make(map[string]bool), make(map[string]int)
	for _, b := range c.boards() {
		onLine[b.Device]++
	}
	for i, b := range c.boards() {
		section := fmt.Sprintf("boards %d: ", i+1)
		place := b.Device + " " + b.Serial
		switch {
		case !boardName.MatchString(b.Name):
			return fmt.Errorf("%sname: %q: want up to 32 letters, digits, - and _: a folder has this name, and the board's addresses", section, b.Name)
		case b.Name == "games" || b.Name == "board" || names[b.Name]:
			return fmt.Errorf("%sname: %q is taken: want another one", section, b.Name)
		case onLine[b.Device] > 1 && (b.Serial == "" || places[place]):
			return fmt.Errorf("%sdevice: %s is that of another board too: boards on one line each want their \"serial\"", section, b.Device)
		}
		names[b.Name], places[place] = true, true
		if err := b.check(section); err != nil {
			return err
		}
	}
	return nil
}

func (b boardConfig) check(section string) error {
	switch {
	case !knownDriver(b.Driver):
		return fmt.Errorf("%sdriver: %q is not known: want \"auto\" or one of %s", section, b.Driver, driverNames())
	case b.Device == "":
		return fmt.Errorf("%sdevice: want a path such as /dev/ttyUSB0, or \"auto\"", section)
	case !slices.Contains([]string{"", clockAtHome, clockOnLine, noClock}, b.Clock):
		return fmt.Errorf("%sclock: %q: want \"board\", \"line\" or \"none\"", section, b.Clock)
	case (b.Clock == clockOnLine) != (b.ClockDevice != ""):
		return fmt.Errorf("%sclock_device: want the port of a clock that has a line of its own, with clock = \"line\"", section)
	case b.ClockLeft != "" && b.ClockLeft != "white" && b.ClockLeft != "black":
		return fmt.Errorf("%sclock_left: %q: want \"white\" or \"black\": who sits on the left of the clock, seen from its front", section, b.ClockLeft)
	case b.Number < 0:
		return fmt.Errorf("%snumber: %d: want the number of the board in the round", section, b.Number)
	}
	return nil
}

// stations returns what is to be recorded, with the settings for bundles.
func (c config) stations(settings []byte) []stationConfig {
	var all []stationConfig
	for _, b := range c.boards() {
		s := stationConfig{
			name: b.Name, evidence: c.Evidence, settings: settings, header: c.header(b), board: boardOf(b),
			time: timesource.Boot(), stamp: timesource.Boot(),
		}
		if b.Name != "" && s.evidence.Copy != "" {
			s.evidence.Copy = filepath.Join(s.evidence.Copy, b.Name)
		}
		all = append(all, s)
	}
	return all
}

// boardOf returns which board is configured.
func boardOf(b boardConfig) boardOptions {
	left := observation.White
	if b.ClockLeft == "black" {
		left = observation.Black
	}
	return boardOptions{
		driver: b.Driver, device: b.Device, serial: b.Serial, turned: b.Turned, line: boardio.Line{DTR: b.DTR, RTS: b.RTS},
		clock: clockOptions{b.Clock, b.ClockDevice, left},
	}
}

// header is the configured header of games to come on a board.
func (c config) header(b boardConfig) observation.Header {
	h := observation.Header{Game: c.game(), Board: observation.Board{Sensing: observation.Identity}}
	h.Game.Board = cmp.Or(b.Number, h.Game.Board)
	return h
}
