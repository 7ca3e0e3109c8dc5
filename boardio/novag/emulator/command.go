package emulator

import (
	"strings"
	"time"

	"recorderd/boardio/novag"
	"recorderd/observation"
)

// The board takes 2 to 10 ms to react to a command.
const (
	fastest = 2 * time.Millisecond
	slowest = 10 * time.Millisecond
)

// apart is how long a real board wants to be left alone between two commands.
const apart = 100 * time.Millisecond

// maxInput is how much of a line it keeps.
const maxInput = 256

// Hear implements emulated.Electronics.
func (p *parts) Hear(at time.Duration, received []byte) {
	for _, b := range received {
		if b != '\r' && b != '\n' {
			if len(p.input) < maxInput {
				p.input = append(p.input, b)
			}
			continue
		}
		line := string(p.input)
		p.input = nil
		if strings.TrimSpace(line) != "" {
			p.command(at, line)
		}
	}
}

func (p *parts) command(at time.Duration, line string) {
	soon := p.heard > 0 && at-p.heard < apart
	p.heard = at
	if soon && p.Happens(p.faults.Hurried) {
		return
	}
	at += fastest + time.Duration(p.Chance().Int64N(int64(slowest-fastest)+1))
	p.Later(at, func(at time.Duration) {
		if p.ucb {
			p.obeyUCB(at, line)
		} else {
			p.obey(at, line)
		}
	})
}

// obey does what a Citrine is told. What it does not know it passes over in
// silence, as it does what would need its own play.
func (p *parts) obey(at time.Duration, line string) {
	line = strings.TrimSpace(line)
	if pl, turn, ok := novag.ParseSetUp(line); ok {
		p.setUp(pl, turn)
		p.send(at, line)
		return
	}
	switch strings.ReplaceAll(strings.ToUpper(line), " ", "") {
	case "I":
		p.send(at, "ID. "+p.opt.Firmware)
	case "XON", "XOFF":
		p.transmit = isOn(line)
	case "UON", "UOFF":
		p.referee = isOn(line)
	case "N":
		p.newGame(at)
	case "P":
		p.send(at, novag.PositionLines(p.game.squares, p.game.turn())...)
	case "C":
		p.send(at, "Clock 00:00:00 00:00:00")
	case "G":
		p.send(at, p.game.list()...)
	case "L":
		p.send(at, "Level tr 1")
	case "T":
		p.takeBack(at)
	}
}

func isOn(line string) bool { return strings.HasSuffix(strings.ToUpper(line), "ON") }

func (p *parts) setUp(pl observation.Placement, turn observation.Side) {
	p.game = game{squares: pl, first: turn}
	p.position, p.placed = nil, false
}

func (p *parts) takeBack(at time.Duration) {
	if len(p.game.plies) > 0 {
		p.say(at, p.game.takeBack())
	}
}

// obeyUCB does what a Universal Chess Board is told. A move of the host is shown
// on the board, and carried out by a person.
func (p *parts) obeyUCB(at time.Duration, line string) {
	if p.position != nil {
		p.takeRow(line)
		return
	}
	switch word := strings.TrimSpace(line); word {
	case "XON", "XOFF":
		p.transmit = isOn(word)
		p.send(at, "Xmit "+onOff(p.transmit))
	case "UON", "UOFF":
		p.referee = isOn(word)
		p.send(at, ".Referee "+onOff(p.referee))
	case "New Game":
		p.newGame(at)
	case "T":
		p.takeBack(at)
	case "Position Board":
		p.position = &shortPosition{rank: 7}
	}
}

func onOff(on bool) string {
	if on {
		return "on"
	}
	return "off"
}

// shortPosition is a position that is being told to a Universal Chess Board.
type shortPosition struct {
	squares observation.Placement
	rank    int // that comes next
}

// takeRow takes a row of it, from .8 to .1: eight letters or blanks, and the side
// to move behind the last. Anything else ends it in vain.
func (p *parts) takeRow(line string) {
	pos := p.position
	row, ok := strings.CutPrefix(line, "."+string(rune('1'+pos.rank)))
	if !ok || len(row) < 8 {
		p.position = nil
		return
	}
	for file := range 8 {
		if piece, err := observation.ParsePiece(strings.TrimSpace(row[file : file+1])); err == nil {
			pos.squares[observation.SquareAt(file, pos.rank)] = piece
		}
	}
	if pos.rank--; pos.rank >= 0 {
		return
	}
	turn := observation.White
	if row[8:] == "-" {
		turn = observation.Black
	}
	p.setUp(pos.squares, turn)
}
