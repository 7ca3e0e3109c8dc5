package main

import (
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/BurntSushi/toml"

	"recorderd/observation"
	"recorderd/record"
)

// config is the file of the daemon. Every key may be left out.
type config struct {
	Data   string       `toml:"data"`   // folder of the journals
	Listen string       `toml:"listen"` // address of the HTTP side
	Board  boardConfig  `toml:"board"`
	Game   gameConfig   `toml:"game"`
	Public publicConfig `toml:"public"`
}

type boardConfig struct {
	Driver string `toml:"driver"` // "dgt" or "auto"
	Device string `toml:"device"` // a path or "auto"
	Turned bool   `toml:"turned"` // how the board stands until its pieces show it
	DTR    *bool  `toml:"dtr"`
	RTS    *bool  `toml:"rts"`
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
}

// publicConfig is read so that a file for a later version is understood; this
// version serves no public side.
type publicConfig struct {
	Listen       string `toml:"listen"`
	DelayMinutes int    `toml:"delay_minutes"`
	DelayMoves   int    `toml:"delay_moves"`
}

func defaultConfig() config {
	return config{
		Data:   "/var/lib/recorderd",
		Listen: "127.0.0.1:8080",
		Board:  boardConfig{Driver: "dgt", Device: "auto"},
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
	meta, err := toml.Decode(string(text), &c)
	var syntax toml.ParseError
	if errors.As(err, &syntax) {
		return c, fmt.Errorf("configuration %s: line %d: %s", path, syntax.Position.Line, syntax.Message)
	}
	if err != nil {
		return c, fmt.Errorf("configuration %s: %w", path, err)
	}
	if unknown := meta.Undecoded(); len(unknown) > 0 {
		return c, fmt.Errorf("configuration %s: unknown key %s: known are %s", path, unknown[0], knownKeys(unknown[0]))
	}
	if err := c.check(); err != nil {
		return c, fmt.Errorf("configuration %s: %w", path, err)
	}
	return c, nil
}

var keys = map[string]string{
	"":       "data, listen, [board], [game], [public]",
	"board":  "driver, device, turned, dtr, rts",
	"game":   "event, site, date, round, board, white, black, time_control, laws, competition_rules, fen, variant",
	"public": "listen, delay_minutes, delay_moves",
}

func knownKeys(k toml.Key) string {
	if len(k) > 1 && keys[k[0]] != "" {
		return keys[k[0]]
	}
	return keys[""]
}

func (c config) check() error {
	if c.Data == "" {
		return errors.New("data: want the folder of the journals, such as /var/lib/recorderd")
	}
	if c.Board.Driver != "dgt" && c.Board.Driver != "auto" {
		return fmt.Errorf("board.driver: %q is not known: want \"dgt\" or \"auto\"", c.Board.Driver)
	}
	if c.Board.Device == "" {
		return errors.New("board.device: want a path such as /dev/ttyUSB0, or \"auto\"")
	}
	if c.Game.Date != "" && !isDate(c.Game.Date) {
		return fmt.Errorf("game.date: %q: want YYYY.MM.DD", c.Game.Date)
	}
	if _, err := record.ParseTerms(c.game()); err != nil {
		return fmt.Errorf("game.%w", err)
	}
	return nil
}

func isDate(s string) bool {
	const form = "0000.00.00"
	if len(s) != len(form) {
		return false
	}
	for i := range form {
		digit := strings.ContainsRune("0123456789?", rune(s[i]))
		if form[i] == '0' && !digit || form[i] == '.' && s[i] != '.' {
			return false
		}
	}
	return true
}

func (c config) game() observation.Game { return observation.Game(c.Game.plain()) }

func (g gameConfig) plain() observation.Game {
	return observation.Game{
		Event: g.Event, Site: g.Site, Date: g.Date, Round: g.Round, Board: g.Board, White: g.White, Black: g.Black,
		TimeControl: g.TimeControl, Laws: g.Laws, CompetitionRules: g.CompetitionRules, FEN: g.FEN, Variant: g.Variant,
	}
}

// header is the configured header of games to come.
func (c config) header() observation.Header {
	return observation.Header{
		Game:  c.game(),
		Board: observation.Board{Sensing: observation.Identity},
	}
}
