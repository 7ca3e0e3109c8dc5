package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// load loads a configuration with this text.
func load(t *testing.T, text string) (config, error) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "recorderd.toml")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	c, err := loadConfig(path)
	if err != nil {
		err = errors.New(strings.ReplaceAll(err.Error(), path, "FILE"))
	}
	return c, err
}

// twoOnALine is two boards with one device.
func twoOnALine(driver, serial, other string) string {
	const board = "[[boards]]\nname = 'n%s'\ndevice = '/dev/a'\ndriver = '%s'\nserial = '%s'\n"
	return fmt.Sprintf(board, "1", driver, serial) + fmt.Sprintf(board, "2", driver, other)
}

func TestABadConfigurationIsOneLineThatSaysWhatToDo(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"speed = 1", "unknown key speed: known are data, listen, [board], [[boards]], [game], [evidence], [public]"},
		{"Data = 'x'", "unknown key Data: known are data, listen, [board], [[boards]], [game], [evidence], [public]"},
		{"[bord]\ndriver = 'dgt'", "unknown key bord: known are data, listen, [board], [[boards]], [game], [evidence], [public]"},
		{"[board]\ndevise = 'x'", "unknown key board.devise: known are name, number, driver, device, serial, turned, dtr, rts, clock, clock_device, clock_left"},
		{"[game.clock]\nmake = 'x'", "unknown key game.clock: known are event, site, date, round, board, white, black, time_control, laws, competition_rules, fen, variant, signals"},
		{"[public]\ndelay = 15", "unknown key public.delay: known are listen, delay_minutes, delay_moves, names"},
		{"[[boards]]\nname = 'one'\ndevice = '/dev/a'\n[[boards]]\ndriver = 'dgt'", "boards 2: name: \"\": want up to 32 letters, digits, - and _: a folder has this name, and the board's addresses"},
		{"[[boards]]\nname = '../1'", "boards 1: name: \"../1\": want up to 32 letters, digits, - and _: a folder has this name, and the board's addresses"},
		{"[[boards]]\nname = 'games'", "boards 1: name: \"games\" is a folder that is there already: want another one"},
		{"[[boards]]\nname = '1'\ndevice = '/dev/a'\n[[boards]]\nname = '1'\ndevice = '/dev/b'", "boards 2: name: \"1\" is that of another board: want another one"},
		{"[[boards]]\nname = 'a'\ndevice = '/dev/a'\n[[boards]]\nname = 'A'\ndevice = '/dev/b'", "boards 2: name: \"A\" is that of another board: want another one"},
		{"[[boards]]\nname = '1'\n[[boards]]\nname = '2'", "boards 2: device: which port is this board's? want its name, or the serial numbers of all boards that are to be found"},
		{"[[boards]]\nname = '1'\ndevice = '/dev/a'\n[[boards]]\nname = '2'\ndevice = '/dev/a'\nserial = '2'", "boards 2: device: /dev/a is that of another board too: boards on one line each want their \"serial\""},
		{twoOnALine("auto", "1", "2"), "boards 2: driver: \"auto\": boards that share /dev/a want the name of their make"},
		{twoOnALine("certabo", "1", "2"), "boards 2: device: boards of make Certabo can't share /dev/a: want a port for each"},
		{twoOnALine("dgt", "1", "1"), "boards 2: serial: 1 is that of another board"},
		{"[[boards]]\nname = '1'\nnumber = 4\ndevice = '/dev/a'\n[[boards]]\nname = '2'\nnumber = 4\ndevice = '/dev/b'", "boards 2: number: 4 is that of another board too"},
		{"[board]\nname = '1'", "board.name: a single board has none: name it in [[boards]]"},
		{"[board]\ndevice = '/dev/a'\nclock = 'line'\nclock_device = '/dev/a'", "board.clock_device: /dev/a is the board's: a clock that is plugged into it is \"board\""},
		{"[board]\ndevice = '/dev/a'\n[[boards]]\nname = '1'", "[board] and [[boards]]: want one of them"},
		{"[[boards]]\nname = '1'\ncolour = 'red'", "unknown key boards.colour: known are name, number, driver, device, serial, turned, dtr, rts, clock, clock_device, clock_left"},
		{"[board]\nclock = 'wrist'", "board.clock: \"wrist\": want \"board\", \"line\" or \"none\""},
		{"[board]\nclock = 'line'", "board.clock_device: want the port of a clock that has a line of its own, with clock = \"line\""},
		{"[board]\nclock_device = '/dev/ttyACM0'", "board.clock_device: want the port of a clock that has a line of its own, with clock = \"line\""},
		{"[board]\nclock_left = 'white'", "board.clock_left: it is of a clock that has a line of its own, with clock = \"line\""},
		{"[board]\nclock = 'line'\nclock_device = '/dev/b'\nclock_left = 'me'", "board.clock_left: \"me\": want \"white\" or \"black\": who sits on the left of the clock, seen from its front"},
		{"[boards]\nname = '1'", "boards: want sections with two brackets, [[boards]], one for each board"},
		{"[[boards]]\nname = '1'\nnumber = -1", "boards 1: number: -1: want the number of the board in the round"},

		{"data = 3", "data: want text in quotes"},
		{"data = ['a', 'b']", "data: want text in quotes"},
		{"board = 'dgt'", "board: want a section with keys of its own"},
		{"[[board]]\ndriver = 'dgt'", "board: want a section with keys of its own"},
		{"[board]\nrts = 'on'", "board.rts: want true or false"},
		{"[game]\nboard = 1.5", "game.board: want a whole number"},
		{"[game]\nboard = '1'", "game.board: want a whole number"},
		{"[game]\ndate = 2026-11-29", "game.date: want text in quotes"},
		{"[game.white]\nname = 'A. Lima'", "game.white: want text in quotes"},

		{"data = ''", "data: want the folder of the journals, such as /var/lib/recorderd"},
		{"listen = ''", `listen: "": want an address with a port, such as 127.0.0.1:8080`},
		{"listen = '8080'", `listen: "8080": want an address with a port, such as 127.0.0.1:8080`},
		{"listen = ':8080'", `listen: ":8080": this version knows no tokens and is for this machine alone: want an address such as 127.0.0.1:8080`},
		{"listen = '192.0.2.1:80'", `listen: "192.0.2.1:80": this version knows no tokens and is for this machine alone: want an address such as 127.0.0.1:8080`},
		{"[board]\ndriver = 'wood'", `board.driver: "wood" is not known: want "auto" or one of ` + driverNames()},
		{"[board]\ndevice = ''", `board.device: want a path such as /dev/ttyUSB0, or "auto"`},
		{"[game]\nboard = -1", "game.board: -1: want the number of the board in the round"},
		{"[game]\ndate = 'today'", `game.date: "today": want YYYY.MM.DD`},
		{"[game]\ndate = '2026.02.30'", `game.date: "2026.02.30": want YYYY.MM.DD`},
		{"[game]\ndate = '2026-11-??'", `game.date: "2026-11-??": want YYYY.MM.DD`},
		{"[evidence]\ncopy = 'usb'", `evidence.copy: "usb": want a whole path on another disk, such as /media/usb/recorderd`},
		{"[evidence]\nkeep_days = -1", "evidence.keep_days: -1: want the days after which a game is removed, 0 for never"},
		{"[evidence]\nkeep_days = '30'", "evidence.keep_days: want a whole number"},
		{"[evidence]\ncopies = 2", "unknown key evidence.copies: known are copy, keep_days"},
		{"[public]\ndelay_moves = -3", "public: a delay is 0 or more"},
		{"[public]\nnames = 'some'", "public.names \"some\": want full, initials or none"},

		{"data = 'a'\nlisten = ", "line 2: unexpected EOF; expected value"},
		{"[board]\n\ndevice = '/dev/ttyUSB0", "line 3: unexpected EOF; expected \"'\""},
		{"data = 'a'\ndata = 'b'", "line 2: Key 'data' has already been defined."},
		{"# caf\xe9", "line 1: invalid UTF-8 byte: 0xe9"},
	} {
		_, err := load(t, c.text)
		if want := "configuration FILE: " + c.want; err == nil || err.Error() != want {
			t.Errorf("%q\n got %v\nwant %s", c.text, err, want)
		}
	}
}

// What other packages read they also complain of; here it matters that the key
// is named and the value shown.
func TestTermsThatCannotBeRead(t *testing.T) {
	for key, value := range map[string]string{
		"time_control": "a while",
		"laws":         "fide-1066",
		"fen":          "rnbqkbnr/pppppppp/9/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
		"variant":      "atomic",
		"signals":      "e4d5=2-0",
	} {
		_, err := load(t, "[game]\n"+key+" = '"+value+"'")
		if err == nil || !strings.HasPrefix(err.Error(), "configuration FILE: game."+key+": ") ||
			!strings.Contains(err.Error(), value) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: got %v, want one line that names the key and shows %q", key, err, value)
		}
	}
}

func TestAConfigurationThatIsNotThere(t *testing.T) {
	_, err := loadConfig("/etc/nowhere/recorderd.toml")
	want := "configuration: open /etc/nowhere/recorderd.toml: no such file or directory"
	if !errors.Is(err, fs.ErrNotExist) || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

func TestTheConfigurationOfTheContract(t *testing.T) {
	got, err := load(t, `
data   = "/var/lib/recorderd"
listen = "127.0.0.1:8080"

[board]                            # or several [[boards]] with a name each (bus mode)
driver = "dgt"                     # or "auto"
device = "/dev/ttyUSB0"            # or "auto"

[game]                             # the header's fields, until something better names the game
time_control = "180+2"
laws = "fide-2023"

[public]
listen = ":8081"
delay_minutes = 0
delay_moves = 0
`)
	want := config{
		Data: "/var/lib/recorderd", Listen: "127.0.0.1:8080",
		Board:  boardConfig{Driver: "dgt", Device: "/dev/ttyUSB0"},
		Game:   gameConfig{TimeControl: "180+2", Laws: "fide-2023"},
		Public: publicConfig{Listen: ":8081"},
	}
	if diff := cmp.Diff(want, got); err != nil || diff != "" {
		t.Errorf("error %v, -want +got:\n%s", err, diff)
	}
}

func TestEveryKeyCanBeSet(t *testing.T) {
	got, err := load(t, `
data = "d"
listen = "[::1]:80"
board = {number = 3, serial = "24680", driver = "auto", device = "auto", turned = true, dtr = true, rts = false, clock = "line", clock_device = "/dev/ttyACM0", clock_left = "black"}
public = {listen = ":8081", delay_minutes = 15, delay_moves = 3, names = "initials"}
evidence = {copy = "/media/usb/recorderd", keep_days = 30}
[game]
event = "E"
site = "S"
date = "2026.??.??"
round = "1.1"
board = 7
white = "W"
black = "B"
time_control = "900b10"
laws = "fide-2018"
competition_rules = false
fen = "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9"
variant = "chess960"
signals = "e4d5=1-0 d4e5=0-1"
`)
	yes, no := true, false
	want := config{
		Data: "d", Listen: "[::1]:80",
		Board:    boardConfig{Number: 3, Serial: "24680", Driver: "auto", Device: "auto", Turned: true, DTR: &yes, RTS: &no, Clock: "line", ClockDevice: "/dev/ttyACM0", ClockLeft: "black"},
		Public:   publicConfig{Listen: ":8081", DelayMinutes: 15, DelayMoves: 3, Names: "initials"},
		Evidence: evidenceConfig{Copy: "/media/usb/recorderd", KeepDays: 30},
		Game: gameConfig{
			Event: "E", Site: "S", Date: "2026.??.??", Round: "1.1", Board: 7, White: "W", Black: "B",
			TimeControl: "900b10", Laws: "fide-2018", CompetitionRules: &no,
			FEN: "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9", Variant: "chess960", Signals: "e4d5=1-0 d4e5=0-1",
		},
	}
	if diff := cmp.Diff(want, got); err != nil || diff != "" {
		t.Errorf("error %v, -want +got:\n%s", err, diff)
	}
}

func TestSeveralBoards(t *testing.T) {
	got, err := load(t, `
[game]
board = 7
[[boards]]
name = "table-1"
device = "/dev/ttyUSB0"
driver = "dgt"
serial = "01025"
[[boards]]
name = "table-2"
number = 2
device = "/dev/ttyUSB0"
driver = "dgt"
serial = "01026"
[evidence]
copy = "/media/usb"
`)
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []struct {
		name, copy string
		number     int
	}{{"table-1", "/media/usb/table-1", 7}, {"table-2", "/media/usb/table-2", 2}} {
		s := got.stations(nil)[i]
		if s.name != want.name || s.evidence.Copy != want.copy || s.header.Game.Board != want.number {
			t.Errorf("board %d: got %s, copy in %s, number %d, want %+v", i+1, s.name, s.evidence.Copy, s.header.Game.Board, want)
		}
	}
}

// Every key that the example shows as a comment must be one that can be set.
func TestTheExampleConfiguration(t *testing.T) {
	text, err := os.ReadFile("../../deploy/recorderd.toml")
	if err != nil {
		t.Fatal(err)
	}
	got, err := load(t, string(text))
	if diff := cmp.Diff(defaultConfig(), got); err != nil || diff != "" {
		t.Errorf("as it is: error %v, what it says differs from what holds without it (-want +got):\n%s", err, diff)
	}
	shown := regexp.MustCompile(`(?m)^#([a-z_]+ = )`)
	if n := len(shown.FindAllIndex(text, -1)); n < 10 {
		t.Errorf("%d keys are shown as comments, want most of them", n)
	}
	if _, err := load(t, shown.ReplaceAllString(string(text), "$1")); err != nil {
		t.Errorf("with all that is shown as comments: %v", err)
	}
}
