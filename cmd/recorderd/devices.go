package main

import (
	"recorderd/boardio"
	"recorderd/boardio/bridge"
	"recorderd/boardio/finder"
	"recorderd/clockio/line"
	"recorderd/observation"
)

// boardOptions say which board it is and where.
type boardOptions struct {
	driver string // the name of a make, or auto
	device string // a path, or auto
	serial string // number of the board that is meant; empty for any
	turned bool
	line   boardio.Line   // DTR and RTS alone
	open   boardio.Opener // opens the device; nil if it is looked for
	clock  clockOptions
}

// clockOptions say where the clock of a board is.
type clockOptions struct {
	kind   string           // one of those below; "" is the first
	device string           // of a clock on a line of its own
	left   observation.Side // who sits on its left
}

// Where a clock can be.
const (
	clockAtBoard = "board" // plugged into it
	clockOnLine  = "line"  // on a line of its own
	noClock      = "none"  // what the board says of one is not heeded
)

// devices makes the devices of all boards. Boards with the same device are on one
// line.
func (d *daemon) devices(boards []stationConfig) ([]boardio.Device, error) {
	devices := make([]boardio.Device, len(boards))
	var clocks []string
	for _, board := range boards {
		if c := board.board.clock; c.device != "" {
			clocks = append(clocks, c.device)
		}
	}
	for i, board := range boards {
		if devices[i] != nil {
			continue // it was made with another one on its line
		}
		sharing := []int{i}
		for j := i + 1; j < len(boards); j++ {
			if board.board.device != auto && boards[j].board.device == board.board.device {
				sharing = append(sharing, j)
			}
		}
		var opts []boardio.Options
		for _, j := range sharing {
			opts = append(opts, d.stations[j].deviceOptions(boards[j]))
		}
		made, err := board.board.make(opts, clocks)
		if err != nil {
			return nil, err
		}
		for k, j := range sharing {
			devices[j] = d.stations[j].withClock(boards[j], made[k])
		}
	}
	return devices, nil
}

// make makes the boards of one line. A single one is looked for, though not at the
// ports of clocks: also one whose port is named may come back under another name.
func (b boardOptions) make(opts []boardio.Options, clocks []string) ([]boardio.Device, error) {
	if len(opts) == 1 && b.open == nil {
		found, err := finder.New(finder.Options{Options: opts[0], Driver: b.driver, DTR: b.line.DTR, RTS: b.line.RTS, Besides: clocks})
		return []boardio.Device{found}, err
	}
	kind, _ := boardio.MakeOf(b.driver) // the configuration was checked
	open := b.open
	if open == nil {
		kind.Line.DTR, kind.Line.RTS = b.line.DTR, b.line.RTS
		var serials []string
		for _, o := range opts {
			serials = append(serials, o.Serial)
		}
		open = finder.Shared(finder.Machine{}, opts[0].Source, kind, b.device, serials)
	}
	for i := range opts {
		opts[i].Open = open
	}
	if len(opts) > 1 {
		return kind.Bus(opts), nil
	}
	return []boardio.Device{kind.New(opts[0])}, nil
}

// withClock joins a board and the clock that is configured for it. The bytes of a
// clock on a line of its own are kept with those of the board: they are text, and
// easily told apart.
func (s *station) withClock(cfg stationConfig, board boardio.Device) boardio.Device {
	switch c := cfg.board.clock; c.kind {
	case noClock:
		return bridge.Without(board)
	case clockOnLine:
		return bridge.Join(board, bridge.Options{Left: c.left, Options: boardio.Options{
			Device: c.device, Open: boardio.Serial(c.device, boardio.Line{Baud: line.Baud}),
			Source: cfg.time, Status: s.clockStatus, Tap: s.tap.Write, Heartbeat: heartbeat(cfg.speed),
		}})
	}
	return board
}
