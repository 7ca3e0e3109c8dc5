package laws

// FlagRules is what becomes of a flag that has fallen.
type FlagRules struct {
	Loss          Rule              `toml:"loss"`           // who has not made the moves in the time has lost
	DrawException Rule              `toml:"draw_exception"` // the game is drawn if the opponent cannot mate by any series of legal moves
	Call          PerMode[FlagCall] `toml:"call"`
	StopClocks    StopClocks        `toml:"stop_clocks"` // under an appendix
	OwnFlagUp     Rule              `toml:"own_flag_up"` // under an appendix: the flag of the claimant must not have fallen
}

// FlagCall says who makes a fallen flag count.
type FlagCall struct {
	Rule
	By FlagCaller `toml:"by"`
}

// FlagCaller is who may call a flag.
type FlagCaller string

const (
	OnlyPlayers      FlagCaller = "players"            // by a claim; the arbiter gives no sign
	PlayersUntilBoth FlagCaller = "players-until-both" // the arbiter may give a sign once both flags have fallen
	ArbiterOrPlayer  FlagCaller = "arbiter-or-player"  // the arbiter who sees it, or a player who claims
)

// UnmarshalText reads the word of a file.
func (c *FlagCaller) UnmarshalText(text []byte) error {
	return word(c, text, OnlyPlayers, PlayersUntilBoth, ArbiterOrPlayer)
}

// StopClocks is the rule of the player who claims a flag under an appendix and
// stops the clocks.
type StopClocks struct {
	Rule
	Required bool `toml:"required"` // he must: else it is no claim
}

// BothFlags says what it means that both flags have fallen.
type BothFlags struct {
	Rule
	Known     Outcome `toml:"known"`     // where it can be shown which fell first
	Unknown   Outcome `toml:"unknown"`   // where it cannot
	Announced bool    `toml:"announced"` // Unknown is a guideline, which holds only if it was announced
}

// Outcome is what becomes of the game.
type Outcome string

const (
	FirstLoses       Outcome = "first-loses"         // whose flag fell first has lost
	Drawn            Outcome = "draw"                // the game is drawn
	GoesOn           Outcome = "goes-on"             // the game goes on
	DrawInLastPeriod Outcome = "draw-in-last-period" // drawn where all remaining moves had to be made, else the game goes on
	OpenOutcome      Outcome = "unspecified"         // the edition leaves it open
)

// UnmarshalText reads the word of a file.
func (o *Outcome) UnmarshalText(text []byte) error {
	return word(o, text, FirstLoses, Drawn, GoesOn, DrawInLastPeriod, OpenOutcome)
}
