package chessnut

import (
	"time"

	"recorderd/boardio"
)

// How long a board may take to say its squares, or its version. It is told twice
// to say its squares, since some are not ready at once; not every firmware
// answers the question for its version.
const (
	probeTries = 2
	probeTime  = time.Second
)

// greet finds out whether a board is there: only its squares prove that. To say
// them is all that it is told, and what it does for any program.
func greet(a boardio.Asking) ([]boardio.Found, error) {
	var p probe
	for range probeTries {
		if err := p.ask(a, start, func() bool { return p.seen }); err != nil {
			return nil, err
		}
		if p.seen {
			break
		}
	}
	if !p.seen {
		return nil, nil
	}
	if err := p.ask(a, Say(AskVersion, Controller), func() bool { return p.firmware != "" }); err != nil {
		return nil, err
	}
	found := boardio.Found{Board: about()}
	found.Firmware = p.firmware
	return []boardio.Found{found}, nil
}

type probe struct {
	seen     bool
	firmware string
}

// ask says something and takes what comes until that is enough, or for probeTime,
// and no shorter than until the board may be told the next thing.
func (p *probe) ask(a boardio.Asking, report []byte, enough func() bool) error {
	if err := a.Send(report); err != nil {
		return err
	}
	if err := a.Hear(gap, func(_ time.Duration, r []byte) bool { p.take(r); return false }); err != nil || enough() {
		return err
	}
	return a.Hear(probeTime-gap, func(_ time.Duration, r []byte) bool { p.take(r); return enough() })
}

func (p *probe) take(report []byte) {
	f, reason := Parse(report)
	if reason != Good {
		return
	}
	switch f.ID {
	case Position:
		_, ok := ReadSquares(f.Content)
		p.seen = p.seen || ok
	case Version:
		p.firmware = version(f.Content)
	}
}
