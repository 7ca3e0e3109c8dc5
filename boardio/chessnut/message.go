package chessnut

// Command is the first byte of a report to the board. The second is how many
// bytes follow.
type Command byte

// The commands that are sent are the first three. Of the others the emulator
// knows what they do. Erase takes games out of the board's memory, and Drive lets
// a board with motors move its pieces: a recorder sends neither.
const (
	SetMode    Command = 0x21
	AskVersion Command = 0x27
	AskBattery Command = 0x29

	LEDs     Command = 0x0A
	Beep     Command = 0x0B
	AskGames Command = 0x31 // how many are in the memory
	AskReady Command = 0x33
	AskGame  Command = 0x34
	Erase    Command = 0x39
	Drive    Command = 0x42
)

// What SetMode can be told, and AskVersion.
const (
	RealTime = 0x00 // all squares, again and again
	Upload   = 0x01 // games of the memory

	Bluetooth  = 0x00
	Controller = 0x01
)

// Say makes the report of a command.
func Say(c Command, content ...byte) []byte {
	return append([]byte{byte(c), byte(len(content))}, content...)
}

// ID is the kind of a report from the board, as its first byte has it.
type ID byte

const (
	Position ID = 0x01 // all squares
	Button   ID = 0x0F
	Done     ID = 0x23 // a command was heard; what it says is not relied on
	Version  ID = 0x28 // the number is a guess: see Parse
	Battery  ID = 0x2A
	Games    ID = 0x32 // how many are in the memory
	GameSize ID = 0x36
	Transfer ID = 0x37 // of a game of the memory: it begins, or has ended
	GameSum  ID = 0x38
)

// What Transfer says.
const (
	TransferBegins = 0xBE
	TransferEnds   = 0xED
)

const headerLen = 2

// kinds are those of which the number is known: the name in the counts, and how
// many bytes the content has at least.
var kinds = map[ID]struct {
	name string
	min  int
}{
	Position: {"position", squaresLen},
	Button:   {"button", 1},
	Done:     {"answer", 0},
	Battery:  {"battery", 1},
	Games:    {"stored games", 1},
	GameSize: {"stored game", 0},
	Transfer: {"stored game", 1},
	GameSum:  {"stored game", 0},
}

// Name is the name of this kind in the counts.
func (id ID) Name() string {
	if k, known := kinds[id]; known {
		return k.name
	}
	return "version"
}

// AppendReport appends a report from the board.
func AppendReport(b []byte, id ID, content ...byte) []byte {
	return append(append(b, byte(id), byte(len(content))), content...)
}

// version reads the answer to AskVersion: a byte, and a text of which zeros may
// follow. It is empty if this is no such text.
func version(content []byte) string {
	const shortest, longest = 4, 60
	text := content[min(1, len(content)):]
	end := 0
	for end < len(text) && text[end] != 0 {
		if text[end] <= ' ' || text[end] > '~' {
			return ""
		}
		end++
	}
	if end < shortest || end > longest {
		return ""
	}
	return string(text[:end])
}

// battery reads a report about the battery. Makers' text and programs in the
// field differ about where it says that the board is charging: both are heeded. A
// level of 0 is no level.
func battery(content []byte) (percent int, charging bool) {
	const chargingBit = 0x80
	return int(content[0] &^ chargingBit), content[0]&chargingBit != 0 || len(content) > 1 && content[1] == 1
}
