package emulator

import (
	"encoding/hex"
	"fmt"
	"time"

	"recorderd/boardio/millennium"
	"recorderd/observation"
)

// The board takes 1 to 5 ms to react to a command.
const (
	fastest = time.Millisecond
	slowest = 5 * time.Millisecond
)

// Hear implements emulated.Electronics. What has no right checksum, or not the
// parity that the board uses, is ignored without a word.
func (p *parts) Hear(at time.Duration, received []byte) {
	p.input.Push(at, received, func(f millennium.Frame) {
		if f.Parity == p.opt.Plain {
			return
		}
		letter, data := f.Letter, string(f.Data)
		after := at + fastest + time.Duration(p.Chance().Int64N(int64(slowest-fastest)+1))
		p.reacted = max(p.reacted, after)
		p.Later(p.reacted, func(at time.Duration) { p.obey(at, letter, data) })
	})
}

// obey does what a command says.
func (p *parts) obey(at time.Duration, letter byte, data string) {
	if at < p.ready {
		return
	}
	switch letter {
	case millennium.AskVersion:
		p.say(at, "v"+p.opt.Version)
	case millennium.AskStatus:
		p.report(at)
	case millennium.SetLEDs:
		b := bytesOf(data)
		p.slot = b[0]
		copy(p.leds[:], b[1:])
		p.acknowledge(at, "l")
	case millennium.LEDsOff:
		p.dark()
		p.say(at, "x")
	case millennium.ReadMemory:
		p.say(at, fmt.Sprintf("r%s%02X", data, p.memory[bytesOf(data)[0]]))
	case millennium.WriteMemory:
		b := bytesOf(data)
		p.memory[b[0]] = b[1]
		p.acknowledge(at, "w"+data)
	case millennium.Reset:
		p.reset(at)
	case millennium.AskName:
		if p.opt.Name != "" && data == "00" {
			p.send(at, millennium.AppendName(nil, p.opt.Name))
		}
	case millennium.SetPosition:
		p.position(at, data)
	}
}

func (p *parts) reset(at time.Duration) {
	p.PowerUp(at)
	p.scanned = observation.Placement{}
	p.ready = at + waking
}

// acknowledge says that something was done, where the board does.
func (p *parts) acknowledge(at time.Duration, text string) {
	if !p.opt.NoAck {
		p.say(at, text)
	}
}

// position takes the position that a board without piece recognition is told, or
// says the one it believes in. Both are a8 first, whichever way it lies.
func (p *parts) position(at time.Duration, data string) {
	const squares = 64
	switch {
	case !p.opt.Guesses:
	case len(data) < squares:
		p.say(at, "g"+millennium.Letters(p.guessed.believed, millennium.A8First))
	default:
		p.guessed.set(data[:squares])
	}
}

// bytesOf are the bytes that hexadecimal digits stand for. The framer lets
// nothing else pass.
func bytesOf(digits string) []byte {
	b, err := hex.DecodeString(digits)
	if err != nil {
		return nil
	}
	return b
}
