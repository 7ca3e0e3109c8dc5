package novag

import (
	"time"

	"recorderd/boardio"
	"recorderd/observation"
)

// greeting asks a Citrine what it is. The line before ends whatever another
// program left unfinished. No other letter is ever sent to a board that is only
// looked for.
const greeting = "\r\nI\r\n"

// It is asked twice, for the first line may have been spoiled by what went
// before.
const (
	greetTries = 2
	greetTime  = time.Second // each
)

// greet asks whether a Citrine is there.
func greet(a boardio.Asking) (found []boardio.Found, err error) {
	f := boardio.Lines{Max: maxLine}
	take := func(at time.Duration, received []byte) bool {
		f.Push(at, received, func(text string) {
			if l := Parse(text); l.Kind == Identity && len(found) == 0 {
				found = []boardio.Found{identified(l.Text)}
			}
		})
		return len(found) > 0
	}
	for try := 0; try < greetTries && len(found) == 0; try++ {
		if err := a.Say([]byte(greeting)...); err != nil {
			return nil, err
		}
		if err := a.Hear(greetTime, take); err != nil {
			return nil, err
		}
	}
	return found, nil
}

func identified(firmware string) boardio.Found {
	return boardio.Found{Board: observation.Board{Sensing: observation.Moves, ScanMS: scanMS, Make: "Novag Citrine", Firmware: firmware}}
}

// harmful are the ends of lines. What stands in a line may be an order to move, to
// set up another position or to begin a game, but nothing is obeyed before its
// end, and most makes are asked with bytes that end none.
func harmful(b byte) bool { return b == '\r' || b == '\n' }
