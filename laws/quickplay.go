package laws

// Quickplay is the rules of the quickplay finish, the phase in which all the
// remaining moves must be made in a limited time.
type Quickplay struct {
	Claim   QuickplayClaim          `toml:"claim"`
	Applies PerRuleset[QuickplayIn] `toml:"applies"`
}

// QuickplayClaim is the claim of a player short of time whose opponent cannot
// win by normal means, or makes no effort to.
type QuickplayClaim struct {
	Rule
	Under  Seconds `toml:"under_s"` // he has less than this left
	OnMove bool    `toml:"on_move"` // he has the move
}

func (c QuickplayClaim) check() error { return positive("under_s", int(c.Under)) }

// QuickplayIn says where there is a quickplay finish at all.
type QuickplayIn struct {
	Rule
	Announced   bool `toml:"announced"`    // only if the event announced it
	NoIncrement bool `toml:"no_increment"` // only without an increment
}
