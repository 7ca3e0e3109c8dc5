package boardio

import (
	"time"

	"recorderd/observation"
	"recorderd/timesource"
)

// Options are what a driver of any make is made of. Open and Source must be
// there.
type Options struct {
	Device string // for messages
	Open   Opener // opens the line, set as the make needs it
	Source timesource.Source

	// Status is told, from Run's goroutine, when the state of the link changes:
	// nil when the board is up, else what is wrong and what the operator can do
	// while Run tries again. The same trouble again is not told again.
	Status func(error)
	// Tap is given all bytes received before anything is made of them.
	Tap func(at time.Duration, received []byte)
	// Turned is how the board stands until its pieces show it: true if White
	// sits where Black would, seen from the way the board numbers its squares.
	Turned bool
	// Serial is the serial number of the board that is meant, where several
	// answer on one line; empty for any.
	Serial string
	// Folder is where a driver may keep what it learned of its board, such as
	// which tag is which piece. Without one it learns that anew each time.
	Folder string
	// Heartbeat is how often a silent board is asked for a sign of life; after
	// five in vain it counts as gone. All of a driver's patience goes by it:
	// where Source runs fast it should be longer, for answers still take real
	// time. One second if zero.
	Heartbeat time.Duration
}

// Make is one make of board. A driver package registers its own when the program
// starts, and no other package knows its name.
type Make struct {
	Name    string   // in the configuration, lower case
	Also    []string // other names that people may try
	Title   string   // as people call it
	Sensing observation.Sensing
	Line    Line // how its serial port is set; no speed if it is a HID device
	HID     *HID // which HID devices may be one; nil for a serial port

	New func(Options) Device
	// Bus is for boards that can share one line: it returns a Device for each of
	// several boards, which Serial tells apart. The line is opened by the first
	// one's Open while at least one of them runs. Nil for makes that can't.
	Bus func(boards []Options) []Device
	// Greet asks an open port, set as Line says, whether such a board is there,
	// within GreetTime, and changes nothing at the board. What it sends must be
	// harmless to every other make; a make of which that can't be said is not
	// looked for and has none. ErrSilent means that no such board answered.
	Greet func(Asking) ([]Found, error)
	// Listens says that Greet sends nothing: such makes are tried first.
	Listens bool
	// Harmful reports whether a byte can harm such a board, or change what it
	// keeps, when it hears it at the speed of its line. Nil if none can.
	Harmful func(b byte) bool
}

// HID says which USB HID devices are of a make.
type HID struct {
	Vendor    uint16
	Product   func(uint16) bool
	UsagePage uint16 // of the interface that reports squares
}

// GreetTime is how long Greet may take.
const GreetTime = 4 * time.Second

// Found is what a board said of itself when it was found.
type Found struct {
	observation.Board
	Clock bool   // a clock is connected to it
	Hint  string // what the operator should know before he uses it; empty for nothing
}
