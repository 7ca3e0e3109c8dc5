package millennium

import (
	"math/bits"
	"strings"
)

// Letters of what is said to a board. Its answers begin with the same letter in
// lower case.
const (
	AskVersion  byte = 'V'
	AskStatus   byte = 'S'
	SetLEDs     byte = 'L'
	LEDsOff     byte = 'X'
	ReadMemory  byte = 'R'
	WriteMemory byte = 'W'
	Reset       byte = 'T'
	AskName     byte = 'I'
	SetPosition byte = 'G' // boards without piece recognition; alone it asks for the position
)

// Letters of the answers that mean something to the recorder.
const (
	Version byte = 'v'
	Status  byte = 's'
	Memory  byte = 'r'
	Name    byte = 'i'
)

const (
	parityBit = 0x80
	sevenBits = 0x7F
	checkLen  = 2

	maxFrame = 1 + numLEDs*2 + 2 + checkLen // a message for all LEDs, the longest
	maxReply = 1 + 64 + checkLen            // a status, the longest of a board
	// maxName is how long a name of a board may be, together with a message
	// behind it.
	maxName = 128
	numLEDs = 81

	namePrefix  = "i00"
	askPosition = "G47"
)

// kind says what stands between the letter of a message and its checksum: pieces,
// then digits.
type kind struct{ pieces, digits int }

func (k kind) length() int { return 1 + k.pieces + k.digits + checkLen }

// fits reports whether this can be such a message, or the beginning of one.
func (k kind) fits(m []byte) bool {
	for i, c := range m[1:] {
		alphabet := digits
		if i < k.pieces {
			alphabet = pieces
		}
		if strings.IndexByte(alphabet, c&sevenBits) < 0 {
			return false
		}
	}
	return true
}

const (
	digits = "0123456789ABCDEF"
	pieces = ".PNBRQKpnbrqk"
)

// replies are the messages of a board that have a checksum.
var replies = map[byte]kind{
	Status:  {pieces: 64},
	'g':     {pieces: 64}, // the position, of a board without piece recognition
	Version: {digits: 4},
	Memory:  {digits: 4},
	'w':     {digits: 4},
	'l':     {},
	'x':     {},
}

// replyLengths are the lengths that replies have.
var replyLengths = []int{1 + checkLen, 1 + 4 + checkLen, maxReply}

// commands are the messages to a board.
var commands = map[byte]kind{
	AskVersion: {}, AskStatus: {}, LEDsOff: {}, Reset: {},
	SetLEDs:     {digits: 2 + 2*numLEDs},
	ReadMemory:  {digits: 2},
	WriteMemory: {digits: 4},
	AskName:     {digits: 2},
	SetPosition: {pieces: 64, digits: 12},
}

// names are the names of messages in the counts.
var names = map[byte]string{
	Status: "status", 'g': "position", Version: "version", Memory: "memory", Name: "name",
	'w': "memory written", 'l': "leds", 'x': "leds off",
}

// Append appends a message: its letter and data as they are given, its checksum,
// and odd parity to each character.
func Append(b []byte, text string) []byte {
	sum := checksum([]byte(text))
	return appendOdd(appendOdd(b, []byte(text)...), sum[:]...)
}

// AppendName appends what a board answers to the question for its name: no
// checksum, but a line feed.
func AppendName(b []byte, name string) []byte {
	return appendOdd(b, []byte(namePrefix+name+"\n")...)
}

// appendOdd appends characters with odd parity in bit 7.
func appendOdd(b []byte, text ...byte) []byte {
	for _, c := range text {
		if bits.OnesCount8(c)&1 == 0 {
			c ^= parityBit
		}
		b = append(b, c)
	}
	return b
}

// Strip takes the parity from characters, for a line that passes on none.
func Strip(b []byte) []byte {
	for i := range b {
		b[i] &= sevenBits
	}
	return b
}

// checksum is the XOR of characters without parity, in two digits.
func checksum(m []byte) [checkLen]byte {
	var x byte
	for _, c := range m {
		x ^= c & sevenBits
	}
	return [checkLen]byte{digits[x>>4], digits[x&0xF]}
}
