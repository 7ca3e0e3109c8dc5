package main

import (
	"errors"
	"fmt"
	"net"
	"net/netip"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"time"

	"github.com/BurntSushi/toml"

	"recorderd/observation"
	"recorderd/record"
	"recorderd/recording"
)

// config is the file of the daemon. Every key may be left out.
type config struct {
	Data     string         `toml:"data"`   // folder of the journals
	Listen   string         `toml:"listen"` // address of the HTTP side
	Board    boardConfig    `toml:"board"`
	Boards   []boardConfig  `toml:"boards"` // several, instead of Board
	Game     gameConfig     `toml:"game"`
	Evidence evidenceConfig `toml:"evidence"`
	Public   publicConfig   `toml:"public"`
}

type boardConfig struct {
	Name   string `toml:"name"`   // of one of several: a folder, and a part of addresses
	Number int    `toml:"number"` // in the round; 0 for that of [game]
	Driver string `toml:"driver"` // the name of a make or "auto"
	Device string `toml:"device"` // a path or "auto"
	Serial string `toml:"serial"` // of the board that is meant, where several answer; empty for any
	Turned bool   `toml:"turned"` // how the board stands until its pieces show it
	DTR    *bool  `toml:"dtr"`
	RTS    *bool  `toml:"rts"`

	Clock       string `toml:"clock"`        // "board" (or empty), "line" or "none"
	ClockDevice string `toml:"clock_device"` // of a clock on a line of its own
	ClockLeft   string `toml:"clock_left"`   // who sits on its left: "white" (or empty) or "black"
}

// gameConfig is the header's game, until something better names it.
type gameConfig struct {
	Event            string `toml:"event"`
	Site             string `toml:"site"`
	Date             string `toml:"date"`
	Round            string `toml:"round"`
	Board            int    `toml:"board"`
	White            string `toml:"white"`
	Black            string `toml:"black"`
	TimeControl      string `toml:"time_control"`
	Laws             string `toml:"laws"`
	CompetitionRules *bool  `toml:"competition_rules"`
	FEN              string `toml:"fen"`
	Variant          string `toml:"variant"`
	Signals          string `toml:"signals"`
}

// evidenceConfig is what becomes of the journals.
type evidenceConfig struct {
	Copy     string `toml:"copy"`      // folder of the second copy, on another disk
	KeepDays int    `toml:"keep_days"` // after which a closed game is removed; 0 for never
}

// publicConfig is read so that a file for a later version is understood; this
// version serves no public side.
type publicConfig struct {
	Listen       string `toml:"listen"`
	DelayMinutes int    `toml:"delay_minutes"`
	DelayMoves   int    `toml:"delay_moves"`
	Names        string `toml:"names"` // of people: "full", "initials" or "none"; full if empty
}

func defaultConfig() config {
	return config{
		Data:   "/var/lib/recorderd",
		Listen: "127.0.0.1:8080",
		Board:  boardConfig{Driver: auto, Device: auto},
	}
}

// loadConfig reads and checks a configuration. Its errors name the file, the
// key and what may stand there.
func loadConfig(path string) (config, error) {
	c := defaultConfig()
	text, err := os.ReadFile(path)
	if err != nil {
		return c, fmt.Errorf("configuration: %w", err)
	}
	var tree map[string]any
	meta, err := toml.Decode(string(text), &tree)
	var syntax toml.ParseError
	if errors.As(err, &syntax) {
		return c, fmt.Errorf("configuration %s: line %d: %s", path, syntax.Position.Line, syntax.Message)
	}
	for _, key := range meta.Keys() {
		if err := checkKey(key, meta.Type(key...)); err != nil {
			return c, fmt.Errorf("configuration %s: %w", path, err)
		}
	}
	if _, err := toml.Decode(string(text), &c); err != nil {
		return c, fmt.Errorf("configuration %s: %w", path, err)
	}
	if err := c.check(); err != nil {
		return c, fmt.Errorf("configuration %s: %w", path, err)
	}
	return c, nil
}

// checkKey says what is wrong with a key: it may be unknown, or have a value of
// another type than the field of config that it is for.
func checkKey(key toml.Key, have string) error {
	t, section := reflect.TypeFor[config](), ""
	for _, name := range key {
		if t.Kind() == reflect.Slice {
			t = t.Elem()
		}
		if t.Kind() != reflect.Struct {
			return fmt.Errorf("%s: %w", section, wantValue(t))
		}
		field, known := keyOf(t, name)
		if field == nil {
			return fmt.Errorf("unknown key %s: known are %s", key, known)
		}
		t, section = field, strings.TrimPrefix(section+"."+name, ".")
	}
	if valueTypes[t.Kind()].toml != have {
		return fmt.Errorf("%s: %w", section, wantValue(t))
	}
	return nil
}

// keyOf returns the type that a key has in a section, or the keys that the
// section has.
func keyOf(section reflect.Type, name string) (t reflect.Type, known string) {
	var names []string
	for i := range section.NumField() {
		f := section.Field(i)
		tag := f.Tag.Get("toml")
		if tag == name {
			if f.Type.Kind() == reflect.Pointer {
				return f.Type.Elem(), ""
			}
			return f.Type, ""
		}
		switch f.Type.Kind() {
		case reflect.Struct:
			tag = "[" + tag + "]"
		case reflect.Slice:
			tag = "[[" + tag + "]]"
		}
		names = append(names, tag)
	}
	return nil, strings.Join(names, ", ")
}

// valueTypes are the types of values, in the words of the parser and in those
// of people.
var valueTypes = map[reflect.Kind]struct{ toml, want string }{
	reflect.String: {"String", "text in quotes"},
	reflect.Int:    {"Integer", "a whole number"},
	reflect.Bool:   {"Bool", "true or false"},
	reflect.Struct: {"Hash", "a section with keys of its own"},
	reflect.Slice:  {"ArrayHash", "sections with two brackets, [[boards]], one for each board"},
}

func wantValue(t reflect.Type) error { return fmt.Errorf("want %s", valueTypes[t.Kind()].want) }

func (c config) check() error {
	switch {
	case c.Data == "":
		return errors.New("data: want the folder of the journals, such as /var/lib/recorderd")
	case c.Game.Date != "" && !isDate(c.Game.Date):
		return fmt.Errorf("game.date: %q: want YYYY.MM.DD", c.Game.Date)
	case c.Game.Board < 0:
		return fmt.Errorf("game.board: %d: want the number of the board in the round", c.Game.Board)
	case c.Evidence.Copy != "" && !filepath.IsAbs(c.Evidence.Copy):
		return fmt.Errorf("evidence.copy: %q: want a whole path on another disk, such as /media/usb/recorderd", c.Evidence.Copy)
	case c.Evidence.KeepDays < 0:
		return fmt.Errorf("evidence.keep_days: %d: want the days after which a game is removed, 0 for never", c.Evidence.KeepDays)
	case c.Public.DelayMinutes < 0 || c.Public.DelayMoves < 0:
		return errors.New("public: a delay is 0 or more")
	}
	if c.Public.Names != "" {
		if _, err := recording.ParseNames(c.Public.Names); err != nil {
			return fmt.Errorf("public.%w", err)
		}
	}
	if err := c.checkBoards(); err != nil {
		return err
	}
	if err := checkListen(c.Listen); err != nil {
		return fmt.Errorf("listen: %q: %w", c.Listen, err)
	}
	if _, err := record.ParseTerms(c.game()); err != nil {
		return fmt.Errorf("game.%w", err)
	}
	return nil
}

// checkListen lets only this machine reach the live side (contract, section 7):
// nobody needs a token in this version, and everybody is arbiter.
func checkListen(address string) error {
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return errors.New("want an address with a port, such as 127.0.0.1:8080")
	}
	ip, err := netip.ParseAddr(host)
	if host != "localhost" && (err != nil || !ip.IsLoopback()) {
		return errors.New("this version knows no tokens and is for this machine alone: want an address such as 127.0.0.1:8080")
	}
	return nil
}

// isDate takes PGN's dates, in which what is not known is a question mark.
func isDate(s string) bool {
	const form = "2006.01.02"
	if _, err := time.Parse(form, s); err == nil {
		return true
	}
	if len(s) != len(form) || !strings.Contains(s, "?") {
		return false
	}
	for i := range form {
		digit := strings.ContainsRune("0123456789?", rune(s[i]))
		if form[i] == '.' && s[i] != '.' || form[i] != '.' && !digit {
			return false
		}
	}
	return true
}

func (c config) game() observation.Game { return observation.Game(c.Game.plain()) }

func (g gameConfig) plain() observation.Game {
	return observation.Game{
		Event: g.Event, Site: g.Site, Date: g.Date, Round: g.Round, Board: g.Board, White: g.White, Black: g.Black,
		TimeControl: g.TimeControl, Laws: g.Laws, CompetitionRules: g.CompetitionRules, FEN: g.FEN, Variant: g.Variant, Signals: g.Signals,
	}
}
