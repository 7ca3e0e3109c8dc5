package main

import (
	"cmp"
	"errors"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

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
		if c.Board.Name != "" {
			return errors.New("board.name: a single board has none: name it in [[boards]]")
		}
		return c.Board.check("board.")
	}
	if c.Board != defaultConfig().Board {
		return errors.New("[board] and [[boards]]: want one of them")
	}
	boards := c.boards()
	for i, b := range boards {
		section := fmt.Sprintf("boards %d: ", i+1)
		if err := b.check(section); err != nil {
			return err
		}
		if err := b.checkName(section); err != nil {
			return err
		}
		for _, other := range boards[:i] {
			if err := b.checkBeside(section, other); err != nil {
				return err
			}
		}
	}
	return nil
}

func (b boardConfig) checkName(section string) error {
	switch {
	case !boardName.MatchString(b.Name):
		return fmt.Errorf("%sname: %q: want up to 32 letters, digits, - and _: a folder has this name, and the board's addresses", section, b.Name)
	case b.Name == "games" || b.Name == "board":
		return fmt.Errorf("%sname: %q is a folder that is there already: want another one", section, b.Name)
	}
	return nil
}

// checkBeside says what two boards can't have in common.
func (b boardConfig) checkBeside(section string, other boardConfig) error {
	kind, named := boardio.MakeOf(b.Driver)
	shared := b.Device == other.Device
	switch {
	case strings.EqualFold(b.Name, other.Name): // some disks take them for one
		return fmt.Errorf("%sname: %q is that of another board: want another one", section, b.Name)
	case b.Number > 0 && b.Number == other.Number:
		return fmt.Errorf("%snumber: %d is that of another board too", section, b.Number)
	case b.ClockDevice != "" && b.ClockDevice == other.ClockDevice:
		return fmt.Errorf("%sclock_device: %s is that of another board's clock", section, b.ClockDevice)
	case shared && b.Serial == other.Serial && b.Serial != "":
		return fmt.Errorf("%sserial: %s is that of another board", section, b.Serial)
	case shared && b.Device == auto && (b.Serial == "" || other.Serial == ""):
		return fmt.Errorf("%sdevice: which port is this board's? want its name, or the serial numbers of all boards that are to be found", section)
	case shared && b.Device != auto && (b.Serial == "" || other.Serial == ""):
		return fmt.Errorf("%sdevice: %s is that of another board too: boards on one line each want their \"serial\"", section, b.Device)
	case shared && b.Device != auto && (!named || b.Driver != other.Driver):
		return fmt.Errorf("%sdriver: %q: boards that share %s want the name of their make", section, b.Driver, b.Device)
	case shared && b.Device != auto && kind.Bus == nil:
		return fmt.Errorf("%sdevice: boards of make %s can't share %s: want a port for each", section, kind.Title, b.Device)
	}
	return nil
}

func (b boardConfig) check(section string) error {
	switch {
	case !knownDriver(b.Driver):
		return fmt.Errorf("%sdriver: %q is not known: want \"auto\" or one of %s", section, b.Driver, driverNames())
	case b.Device == "":
		return fmt.Errorf("%sdevice: want a path such as /dev/ttyUSB0, or \"auto\"", section)
	case !slices.Contains([]string{"", clockAtBoard, clockOnLine, noClock}, b.Clock):
		return fmt.Errorf("%sclock: %q: want \"board\", \"line\" or \"none\"", section, b.Clock)
	case (b.Clock == clockOnLine) != (b.ClockDevice != ""):
		return fmt.Errorf("%sclock_device: want the port of a clock that has a line of its own, with clock = \"line\"", section)
	case b.ClockDevice != "" && b.ClockDevice == b.Device:
		return fmt.Errorf("%sclock_device: %s is the board's: a clock that is plugged into it is \"board\"", section, b.ClockDevice)
	case b.ClockLeft != "" && b.Clock != clockOnLine:
		return fmt.Errorf("%sclock_left: it is of a clock that has a line of its own, with clock = \"line\"", section)
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
