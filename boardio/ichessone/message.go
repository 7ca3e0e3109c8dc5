package ichessone

import "recorderd/observation"

// Commands to the board, as text. None has an end mark.
const (
	OnChange    = "CPIRQ" // the position on every change
	Every       = "CPM"   // and milliseconds in digits: the position so often
	Off         = "CPOFF" // ends both
	SoundOff    = "CSOFF"
	AskPosition = "RP"
	AskBattery  = "RB"
	AskText     = "RH" // what hardware it is
)

// Kind is the kind of a message from the board, the byte behind the first.
type Kind byte

const (
	Position Kind = 'p'
	Battery  Kind = 'b' // whether it is charging, and percent
	Text     Kind = 'h'
)

const (
	begin       = '='
	positionLen = 32
	batteryLen  = 2
	// maxText is the longest text of a board about itself that is believed.
	maxText = 128
)

// names are the names of messages in the counts.
var names = map[Kind]string{Position: "position", Battery: "battery", Text: "text"}

// AppendFrame appends a whole message.
func AppendFrame(b []byte, k Kind, data ...byte) []byte {
	return append(append(b, begin, byte(k)), data...)
}

// letters are the pieces by their code.
const letters = "\x00PNBRQKpnbrqk"

// isPair reports whether a byte is the codes of two squares.
func isPair(b byte) bool { return int(b>>4) < len(letters) && int(b&0xF) < len(letters) }

// square is the square of a code, from a8 along the ranks down to h1.
func square(index int) observation.Square { return observation.Square(index ^ 56) }

// readPosition reads the data of a position: two squares a byte, the first one in
// its high half.
func readPosition(data []byte) (pl observation.Placement) {
	for i, b := range data {
		pl[square(2*i)] = observation.Piece(letters[b>>4])
		pl[square(2*i+1)] = observation.Piece(letters[b&0xF])
	}
	return pl
}

// AppendPosition appends the message that reports this placement. A piece that
// has no code is left out.
func AppendPosition(b []byte, pl observation.Placement) []byte {
	var data [positionLen]byte
	for i := range data {
		data[i] = code(pl[square(2*i)])<<4 | code(pl[square(2*i+1)])
	}
	return AppendFrame(b, Position, data[:]...)
}

func code(p observation.Piece) byte {
	for c := range len(letters) {
		if letters[c] == byte(p) {
			return byte(c)
		}
	}
	return 0
}
