package certabo

import (
	"time"

	"recorderd/boardio"
	"recorderd/observation"
)

// listening is for how long a frame is waited for: the slowest that was seen
// came once a second.
const listening = 3 * time.Second

// Listen waits for a frame of so many numbers, and reports whether one came.
func Listen(a boardio.Asking, numbers int) (heard bool, err error) {
	f := Framer{Numbers: numbers}
	err = a.Hear(listening, func(at time.Duration, received []byte) bool {
		f.Push(at, received, func([]byte) { heard = true })
		return heard
	})
	return heard, err
}

// greet hears whether there is such a board.
func greet(a boardio.Asking) ([]boardio.Found, error) {
	heard, err := Listen(a, TagNumbers)
	if err != nil || !heard {
		return nil, err
	}
	return []boardio.Found{{
		Board: observation.Board{Sensing: observation.Identity, ScanMS: scanMS, Make: "Certabo"},
		Hint:  "before the first game put all pieces in the start position, spare queens on d6 and d3, so that their tags are learned",
	}}, nil
}
