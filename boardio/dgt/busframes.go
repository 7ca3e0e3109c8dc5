package dgt

// On a bus several boards share one line. A command names its board, an answer
// says whose it is, and both have a checksum: the low seven bits of the sum of all
// bytes before it. The kinds of answers have other numbers than those of a board
// that has the line for itself, some of them the same with another meaning, so
// the framing must know on which kind of line it is.

import "time"

// BusCommand is what a board on a bus is told.
type BusCommand byte

// The commands that are sent, and those that the emulator understands besides.
const (
	BusClock      BusCommand = 0x81
	BusBoard      BusCommand = 0x82
	BusChanges    BusCommand = 0x83 // what was noted since the last time
	BusRepeat     BusCommand = 0x84 // the last answer to BusChanges once more
	BusStart      BusCommand = 0x85 // note that a game begins
	BusFromStart  BusCommand = 0x86 // what was noted since, and told already
	BusPing       BusCommand = 0x87 // are you there? to everybody: answer some time within PingTime
	BusEnd        BusCommand = 0x88 // the line is for one board now
	BusReset      BusCommand = 0x89
	BusIgnorePing BusCommand = 0x8A // answer now, and not to the next ping to everybody
	BusVersion    BusCommand = 0x8B
	BusAll        BusCommand = 0x8D // changes, clock and board
)

// BusID is the kind of an answer, as its first byte has it.
type BusID byte

const (
	BusDump      BusID = 0x83
	BusTimes     BusID = 0x84
	BusUpdate    BusID = 0x85
	BusGame      BusID = 0x86
	BusPong      BusID = 0x87
	BusStarted   BusID = 0x88
	BusVersionIs BusID = 0x89
)

// PingTime is within what time boards answer a ping to everybody.
const PingTime = 1100 * time.Millisecond

// Everybody is the address of all boards. That of one is the decimal number on
// it, 1 to MaxAddress.
const (
	Everybody  = 0
	MaxAddress = 1<<14 - 1
)

const (
	busOverhead = headerLen + 3 // an answer without data: its address and its checksum too
	longestBus  = 1<<14 - 1
)

var busMessages = map[BusID]message{
	BusDump:      {"dump", busOverhead + 64, busOverhead + 64, 0},
	BusTimes:     {"clock", busOverhead + 7, busOverhead + 7, 0},
	BusUpdate:    {"changes", busOverhead, longestBus, 0},
	BusGame:      {"game", busOverhead, longestBus, 0},
	BusPong:      {"pong", busOverhead, busOverhead, 0},
	BusStarted:   {"started", busOverhead, busOverhead, 0},
	BusVersionIs: {"version", busOverhead + 2, busOverhead + 2, busOverhead}, // without a version up to 1.2
}

// knownOnBus is busMessages by number.
var knownOnBus = func() (t [256]message) {
	for id, m := range busMessages {
		t[id] = m
	}
	return t
}()

// Name is the name of this kind of answer in the counts.
func (id BusID) Name() string { return knownOnBus[id].name }

// answers is which kind of answer a command has.
var answers = map[BusCommand]BusID{
	BusClock: BusTimes, BusBoard: BusDump, BusChanges: BusUpdate, BusRepeat: BusUpdate, BusVersion: BusVersionIs, BusPing: BusPong, BusIgnorePing: BusPong,
}

// BusFrame is a whole answer with a right checksum. Data is valid until the framer
// gets more bytes.
type BusFrame struct {
	ID      BusID
	Address int
	Data    []byte
}

// BusFramer finds the answers in the bytes of a bus, as a Framer does on a line
// with one board.
type BusFramer struct{ framer Framer }

// NewBusFramer returns a framer that tells drop of everything it throws away.
func NewBusFramer(drop func(Reason)) *BusFramer {
	return &BusFramer{Framer{Drop: drop, bus: true}}
}

// Push takes bytes that arrived at one time, as Framer.Push does.
func (f *BusFramer) Push(at time.Duration, chunk []byte, out func(BusFrame)) {
	f.framer.Push(at, chunk, func(m Frame) {
		p, last := m.Payload, len(m.Payload)-1
		n := headerLen + len(p)
		if sum := checksum([]byte{byte(m.ID), byte(n >> 7), byte(n & 0x7F)}) + checksum(p[:last]); sum&0x7F != p[last] {
			f.framer.drop(Checksum)
			return
		}
		out(BusFrame{BusID(m.ID), int(p[0])<<7 | int(p[1]), p[2:last]})
	})
}

func checksum(b []byte) (sum byte) {
	for _, c := range b {
		sum += c
	}
	return sum & 0x7F
}

// AppendBusCommand appends a command for the board of this address.
func AppendBusCommand(b []byte, c BusCommand, address int) []byte {
	m := []byte{byte(c), byte(address>>7) & 0x7F, byte(address) & 0x7F}
	return append(append(b, m...), checksum(m))
}

// busCommandLen is how many bytes a command has.
const busCommandLen = 4

// ReadBusCommand reads a whole command. It is not ok if the checksum is wrong.
func ReadBusCommand(m [busCommandLen]byte) (c BusCommand, address int, ok bool) {
	ok = m[0] >= 0x80 && m[1] < 0x80 && m[2] < 0x80 && checksum(m[:3]) == m[3]
	return BusCommand(m[0]), int(m[1])<<7 | int(m[2]), ok
}

// AppendBusFrame appends a whole answer.
func AppendBusFrame(b []byte, id BusID, address int, data ...byte) []byte {
	n := busOverhead + len(data)
	m := append([]byte{byte(id), byte(n>>7) & 0x7F, byte(n) & 0x7F, byte(address>>7) & 0x7F, byte(address) & 0x7F}, data...)
	return append(append(b, m...), checksum(m))
}
