package dgt

import "recorderd/observation"

// Command is one byte to the board.
type Command byte

// The commands that are sent, and those that the emulator understands besides.
// Others change what the board keeps in its own memory, or what players see.
const (
	Reset       Command = 0x40 // ends every update mode
	AskClock    Command = 0x41
	AskBoard    Command = 0x42
	Update      Command = 0x43 // changes of squares, and the clock again and again
	UpdateBoard Command = 0x44 // changes of squares only
	AskSerial   Command = 0x45
	AskAddress  Command = 0x46
	AskMark     Command = 0x47
	AskMemory   Command = 0x49 // all that the board has noted: eight seconds
	ToBus       Command = 0x4A // the line is shared with other boards now
	UpdateNice  Command = 0x4B // changes of squares, changes of the clock
	AskVersion  Command = 0x4D
	AskLong     Command = 0x55 // the long serial number of newer boards
	ClockBytes  Command = 0x2B // more bytes follow, for the clock: only what asks for its version
)

// ID is the kind of a message from the board, as its first byte has it.
type ID byte

const (
	None       ID = 0x80
	BoardDump  ID = 0x86
	ClockTimes ID = 0x8D // times, or an answer of the clock
	FieldState ID = 0x8E
	Memory     ID = 0x8F
	Address    ID = 0x90
	Serial     ID = 0x91
	Mark       ID = 0x92
	Version    ID = 0x93
	Draughts1  ID = 0x94
	Draughts2  ID = 0x95
	Hardware   ID = 0x96
	Battery    ID = 0xA0
	LongSerial ID = 0xA2
)

const (
	headerLen = 3
	// MaxFrame is the longest message that is kept: a dump of the whole memory.
	MaxFrame = headerLen + LogSize
	// maxText is the longest text of a board about itself that is believed.
	maxText = headerLen + 512
)

// message says how long a kind of message is.
type message struct {
	name     string
	min, max int
	second   int // another length that was used, or 0
}

var messages = map[ID]message{
	None:       {"none", 3, 3, 0},
	BoardDump:  {"dump", 67, 67, 0},
	ClockTimes: {"clock", 10, 10, 0},
	FieldState: {"field", 5, 5, 0},
	Memory:     {"memory", MaxFrame, MaxFrame, 0},
	Address:    {"address", 5, 5, 0},
	Serial:     {"serial", 8, 8, 12}, // the first boards had their EEPROM's version behind it
	Mark:       {"mark", headerLen, maxText, 0},
	Version:    {"version", 5, 5, 0},
	Draughts1:  {"draughts", 53, 53, 0},
	Draughts2:  {"draughts", 53, 53, 0},
	Hardware:   {"hardware", 5, 5, 0},
	Battery:    {"battery", 12, 12, 0},
	LongSerial: {"long serial", 13, 13, 0},
}

// known is messages by ID, where a byte is looked up in every message.
var known = func() (t [256]message) {
	for id, m := range messages {
		t[id] = m
	}
	return t
}()

// Name is the name of this kind of message in the counts.
func (id ID) Name() string {
	if name := known[id].name; name != "" {
		return name
	}
	return "unknown"
}

func (m message) fits(length int) bool {
	return length >= m.min && length <= m.max || m.second != 0 && length == m.second
}

// AppendFrame appends a whole message.
func AppendFrame(b []byte, id ID, payload ...byte) []byte {
	n := headerLen + len(payload)
	return append(append(b, byte(id), byte(n>>7), byte(n&0x7F)), payload...)
}

// letters are the pieces by their code: king before queen.
const letters = "\x00PRNBKQprnbkq"

// resultCodes are above the pieces: figures that players put on the board to
// tell its result. They are no pieces of a placement.
const (
	firstResult = 0x0D
	lastCode    = 0x0F
)

// pieceOf reads a code; ok is false for one that no board sends.
func pieceOf(code byte) (p observation.Piece, result, ok bool) {
	switch {
	case int(code) < len(letters):
		return observation.Piece(letters[code]), false, true
	case code >= firstResult && code <= lastCode:
		return observation.Empty, true, true
	}
	return observation.Empty, false, false
}

// Code returns the code of a piece, 0 for what the board can't tell.
func Code(p observation.Piece) byte {
	for code := range len(letters) {
		if letters[code] == byte(p) {
			return byte(code)
		}
	}
	return 0
}

// Square is the square that the board numbers so, from a8 along the ranks down to
// h1.
func Square(index byte) observation.Square { return observation.Square(index ^ 56) }

// Index returns the board's number of a square.
func Index(sq observation.Square) byte { return byte(sq) ^ 56 }
