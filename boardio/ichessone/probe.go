package ichessone

import (
	"strings"
	"time"

	"recorderd/boardio"
)

// Both questions are said so often, and their answers waited for so long.
const (
	probeTries    = 2
	probeText     = 200 * time.Millisecond
	probePosition = 700 * time.Millisecond
)

// greet asks what board is there, and how its pieces stand: nothing else in the
// answers is sure to be of this make.
func greet(a boardio.Asking) ([]boardio.Found, error) {
	var framer Framer
	var text string
	stands := false
	take := func(at time.Duration, received []byte) (enough bool) {
		framer.Push(at, received, func(f Frame) {
			switch f.Kind {
			case Text:
				text = strings.TrimSpace(string(f.Data))
			case Position:
				stands = true
			}
		})
		return stands
	}
	for try := 0; try < probeTries && !stands; try++ {
		if err := a.Say([]byte(AskText)...); err != nil {
			return nil, err
		}
		if err := a.Hear(probeText, take); err != nil {
			return nil, err
		}
		// The position ends the text, too.
		if err := a.Say([]byte(AskPosition)...); err != nil {
			return nil, err
		}
		if err := a.Hear(probePosition, take); err != nil {
			return nil, err
		}
	}
	if !stands {
		return nil, nil
	}
	return []boardio.Found{{Board: describe(text)}}, nil
}

// harmful are bytes without which there is no command that changes how the board
// reports, sounds or shines. The first letter of the one for the lights is no such
// byte: alone it is nothing, and to a DGT board it is a question.
func harmful(b byte) bool { return b == OnChange[0] || b == lights[1] }

// lights begins a command for the lights.
const lights = "EL"
