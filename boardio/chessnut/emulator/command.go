package emulator

import (
	"bytes"
	"slices"
	"time"

	"recorderd/boardio/chessnut"
	"recorderd/observation"
)

// gap is how long the board looks at what it was told. What is told in that time
// takes the place of what was told before.
const gap = 200 * time.Millisecond

// Hear implements emulated.Electronics.
func (p *parts) Hear(at time.Duration, received []byte) {
	report := bytes.Clone(received)
	p.heardAt = at
	p.Later(at+gap, func(now time.Duration) {
		if p.heardAt == at {
			p.obey(now, report)
		}
	})
}

// obey does what a whole command says. Others are passed over, and so are those
// that only boards with motors have.
func (p *parts) obey(at time.Duration, report []byte) {
	if len(report) < 3 || len(report) < 2+int(report[1]) {
		return
	}
	command, content := chessnut.Command(report[0]), report[2:2+int(report[1])]
	switch {
	case len(content) == 0:
	case command == chessnut.SetMode:
		p.streaming, p.uploading = content[0] == chessnut.RealTime, content[0] == chessnut.Upload
		p.done(at, true)
	case command == chessnut.LEDs && len(content) == len(p.leds):
		copy(p.leds[:], content)
		p.done(at, true)
	case command == chessnut.Beep && len(content) == 4:
		p.beeped++
		p.done(at, true)
	case command == chessnut.AskVersion:
		p.tellVersion(at, content[0])
	case command == chessnut.AskBattery:
		p.tellBattery(at)
	default:
		p.memory(at, command, content[0])
	}
}

func (p *parts) tellVersion(at time.Duration, of byte) {
	text := p.opt.Radio
	if of == chessnut.Controller {
		text = p.opt.Controller
	}
	if text != Mute {
		p.send(at, chessnut.Version, append([]byte{of}, text...)...)
	}
}

// done answers that a command was heard, or that it came at the wrong time.
func (p *parts) done(at time.Duration, ready bool) {
	if ready {
		p.send(at, chessnut.Done, 0)
	} else {
		p.send(at, chessnut.Done, 1)
	}
}

// memory does what is asked about stored games.
func (p *parts) memory(at time.Duration, command chessnut.Command, what byte) {
	const newest = 1
	switch command {
	case chessnut.AskGames:
		p.send(at, chessnut.Games, byte(len(p.stored)))
	case chessnut.AskReady:
		p.done(at, p.uploading)
	case chessnut.AskGame:
		if what == newest {
			p.sent = 0
		}
		if i := len(p.stored) - 1 - p.sent; p.uploading && i >= 0 {
			p.sent++
			p.sendGame(at, i)
		}
	case chessnut.Erase:
		p.stored = slices.Delete(p.stored, len(p.stored)-p.sent, len(p.stored))
		p.sent = 0
	}
}

// sendGame sends a game of the memory. What the reports around it count is not
// known for sure; nobody should rely on it.
func (p *parts) sendGame(at time.Duration, i int) {
	p.send(at, chessnut.Transfer, chessnut.TransferBegins)
	n := len(p.stored[i])
	p.send(at, chessnut.GameSize, byte(n), byte(n>>8), 0, 0, 0, 0, 0, 0)
	for _, pl := range p.stored[i] {
		p.Send(at, p.position(at, pl))
	}
	p.send(at, chessnut.Transfer, chessnut.TransferEnds)
	p.send(at, chessnut.GameSum, byte(n), byte(n>>8), 0, 0)
}

// lit are the squares of LEDs: a byte a rank from the eighth down, the a-file in
// its highest bit.
func lit(leds [8]byte) (squares []observation.Square) {
	for i, rank := range leds {
		for file := range 8 {
			if rank>>(7-file)&1 != 0 {
				squares = append(squares, observation.SquareAt(file, 7-i))
			}
		}
	}
	return squares
}
