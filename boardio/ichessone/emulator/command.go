package emulator

import (
	"bytes"
	"strconv"
	"time"

	"recorderd/boardio/ichessone"
)

// The board takes 1 to 5 ms to react to a command.
const (
	fastest = time.Millisecond
	slowest = 5 * time.Millisecond
)

// lights begins a command for the lights: five bytes, one for each rank, and
// three. What those around them mean is only partly known.
var lights = []byte{0x45, 0x4C, 0x80, 0x0F, 0x00}

const lightsLen = 16

// fixed are the commands that are a word.
var fixed = []string{ichessone.OnChange, ichessone.Off, ichessone.SoundOff, ichessone.AskPosition, ichessone.AskBattery, ichessone.AskText}

// Hear implements emulated.Electronics. Bytes that begin no command are passed
// over.
func (p *parts) Hear(at time.Duration, received []byte) {
	p.input = append(p.input, received...)
	for len(p.input) > 0 {
		n, do, more := p.command()
		if more {
			return
		}
		p.input = p.input[n:]
		if do != nil {
			p.react(at, do)
		}
	}
}

// command reads the command at the beginning of the input: how long it is and what
// it does, or that more of it has to come.
func (p *parts) command() (n int, do func(at time.Duration), more bool) {
	for _, word := range fixed {
		switch {
		case bytes.HasPrefix(p.input, []byte(word)):
			return len(word), func(at time.Duration) { p.obey(at, word) }, false
		case bytes.HasPrefix([]byte(word), p.input):
			more = true
		}
	}
	switch {
	case bytes.HasPrefix(p.input, lights) && len(p.input) >= lightsLen:
		var leds [8]byte
		copy(leds[:], p.input[len(lights):])
		return lightsLen, func(time.Duration) { p.leds = leds }, false
	case bytes.HasPrefix(p.input, lights), bytes.HasPrefix(lights, p.input):
		more = true
	case bytes.HasPrefix(p.input, []byte(ichessone.Every)):
		n, ms := number(p.input[len(ichessone.Every):])
		return len(ichessone.Every) + n, func(time.Duration) { p.every = ms }, false
	}
	return 1, nil, more
}

// number reads digits, which end with what was received.
func number(b []byte) (n int, ms time.Duration) {
	for n < len(b) && n < 6 && b[n] >= '0' && b[n] <= '9' {
		n++
	}
	v, err := strconv.Atoi(string(b[:n]))
	if err != nil {
		return n, 0
	}
	return n, time.Duration(v) * time.Millisecond
}

// react does something about a command, after what was done about the one before
// it.
func (p *parts) react(at time.Duration, do func(time.Duration)) {
	at += fastest + time.Duration(p.Chance().Int64N(int64(slowest-fastest)+1))
	p.reacted = max(p.reacted, at)
	p.Later(p.reacted, do)
}

// obey does what a word says.
func (p *parts) obey(at time.Duration, word string) {
	switch word {
	case ichessone.OnChange:
		p.onChange = true
	case ichessone.Off:
		p.onChange, p.every = false, 0
	case ichessone.SoundOff:
		p.silent = true
	case ichessone.AskPosition:
		p.report(at)
	case ichessone.AskBattery:
		charging := byte(0)
		if p.opt.Charging {
			charging = 1
		}
		p.Send(at, ichessone.AppendFrame(nil, ichessone.Battery, charging, p.opt.Percent))
	case ichessone.AskText:
		p.Send(at, ichessone.AppendFrame(nil, ichessone.Text, []byte(p.opt.Text)...))
	}
}
