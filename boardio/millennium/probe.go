package millennium

import (
	"time"

	"recorderd/boardio"
	"recorderd/observation"
)

// What is asked until it is answered, so often and so long each: the first
// characters after opening can be lost. With their parity they are no commands to
// other makes.
const (
	probeTries  = 3
	probeAnswer = 500 * time.Millisecond
)

// greet asks what board is there. Its name is only asked for when it has said that
// it is one of this make: that question would be a command to others.
func greet(a boardio.Asking) ([]boardio.Found, error) {
	var p probe
	for try := 0; try < probeTries && p.about.version == ""; try++ {
		if err := p.ask(a, string(AskVersion), Version); err != nil {
			return nil, err
		}
	}
	if p.about.version != "" {
		a.Met()
		if err := p.ask(a, "I00", Name); err != nil {
			return nil, err
		}
	}
	if p.about.version == "" && !p.status {
		return nil, nil
	}
	found := boardio.Found{Board: p.about.board()}
	if found.Sensing == observation.Occupancy {
		found.Hint = "it does not recognise pieces; the letters that it sends are its guess and are not used"
	}
	return []boardio.Found{found}, nil
}

type probe struct {
	framer Framer
	about  about
	status bool // it sent a status
}

// ask asks once and takes what comes, until the answer or its time is over.
func (p *probe) ask(a boardio.Asking, command string, answer byte) error {
	if err := a.Say(Append(nil, command)...); err != nil {
		return err
	}
	answered := false
	return a.Hear(probeAnswer, func(at time.Duration, received []byte) bool {
		p.framer.Push(at, received, func(f Frame) {
			p.status = p.status || f.Letter == Status
			p.about.take(f)
			answered = answered || f.Letter == answer
		})
		return answered
	})
}

// harmful are the first characters of commands that change what a board keeps,
// shows or believes. Without the rest and the checksum they do nothing, unless
// somebody has switched the checksum off in the board.
func harmful(b byte) bool {
	switch b & sevenBits {
	case WriteMemory, Reset, SetLEDs, LEDsOff, SetPosition:
		return true
	}
	return false
}
