// Package laws holds the Laws of Chess, edition by edition, as typed data with
// the article of every rule, so that nothing else has to know what an edition
// says. It reads time controls too, for they decide which rules a game is under.
package laws

import (
	"embed"
	"fmt"
	"strings"
	"sync"
)

//go:embed editions/*.toml
var files embed.FS

// Edition is one edition of the Laws as far as a recorder needs it.
type Edition struct {
	ID      string `toml:"id"`       // such as "fide-2023"
	InForce string `toml:"in_force"` // the first day it held, such as "2023-01-01"

	Rapid            Bounds `toml:"rapid"`
	Blitz            Bounds `toml:"blitz"`
	RapidCompetition Rule   `toml:"rapid_competition"` // Competition Rules may hold in rapid
	BlitzCompetition Rule   `toml:"blitz_competition"` // Competition Rules may hold in blitz

	Checkmate    Ending      `toml:"checkmate"`
	Stalemate    Ending      `toml:"stalemate"`
	DeadPosition Ending      `toml:"dead_position"`
	Resignation  Resignation `toml:"resignation"`
	Agreement    Agreement   `toml:"agreement"`

	Threefold   Threefold   `toml:"threefold"`
	Fivefold    Fivefold    `toml:"fivefold"`
	FiftyMove   FiftyMove   `toml:"fifty_move"`
	SeventyFive SeventyFive `toml:"seventy_five"`

	Setup     Setup                 `toml:"setup"`
	Clock     ClockRules            `toml:"clock"`
	Flag      FlagRules             `toml:"flag"`
	BothFlags PerRuleset[BothFlags] `toml:"both_flags"`
	Quickplay Quickplay             `toml:"quickplay"`
	Recording Recording             `toml:"recording"`

	DrawClaim  DrawClaim   `toml:"draw_claim"`
	WrongClaim WrongClaims `toml:"wrong_claim"`

	Touch       Touch       `toml:"touch"`
	IllegalMove IllegalMove `toml:"illegal_move"`
}

// Touch is the rules of what a hand does to pieces.
type Touch struct {
	Own       Rule `toml:"own"`        // an own piece that was touched must be moved
	Opponent  Rule `toml:"opponent"`   // one of the opponent's must be captured
	RookFirst Rule `toml:"rook_first"` // castling with the rook touched first
	Released  Rule `toml:"released"`   // a piece that was let go of stays where it is
	OneHand   Rule `toml:"one_hand"`   // a move is made with one hand
	ClaimLost Rule `toml:"claim_lost"` // who has touched a piece claims nothing more of what the opponent touched

	PromotionFinal Rule `toml:"promotion_final"` // the piece of a promotion is chosen when it has touched its square
}

// Known returns the editions that there are, oldest first.
func Known() []string {
	entries, err := files.ReadDir("editions")
	if err != nil {
		panic("laws: the embedded editions are gone: " + err.Error())
	}
	ids := make([]string, len(entries))
	for i, e := range entries {
		ids[i] = strings.TrimSuffix(e.Name(), ".toml")
	}
	return ids
}

// Load returns an edition by its identifier, such as "fide-2023". It is read
// once, and shared: nobody changes it. The error for one that is not known names
// those that are.
func Load(id string) (*Edition, error) {
	read, ok := editions()[id]
	if !ok {
		return nil, fmt.Errorf("no edition %.40q of the Laws: known are %s", id, strings.Join(Known(), ", "))
	}
	return read()
}

// editions has for each edition what reads it.
var editions = sync.OnceValue(func() map[string]func() (*Edition, error) {
	all := map[string]func() (*Edition, error){}
	for _, id := range Known() {
		all[id] = sync.OnceValues(func() (*Edition, error) { return read(id) })
	}
	return all
})

func read(id string) (*Edition, error) {
	data, err := files.ReadFile("editions/" + id + ".toml")
	if err != nil {
		return nil, fmt.Errorf("edition %s of the Laws: %w", id, err)
	}
	return parse(id+".toml", data)
}
