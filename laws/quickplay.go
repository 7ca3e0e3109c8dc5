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

// InTime reports whether so many milliseconds left are few enough to claim.
func (c QuickplayClaim) InTime(remainingMS int64) bool {
	return c.Exists() && remainingMS < c.Under.MS()
}

func (c QuickplayClaim) check() error { return positive("under_s", int(c.Under)) }

// QuickplayIn says where there is a quickplay finish at all.
type QuickplayIn struct {
	Rule
	Announced   bool `toml:"announced"`    // only if the event announced it
	NoIncrement bool `toml:"no_increment"` // only without an increment
}

// In reports whether a game has a quickplay finish in a stage like this one:
// the last, for it has to be for all the remaining moves.
func (q QuickplayIn) In(last Stage, announced bool) bool {
	return q.Exists() && last.Moves == 0 && (announced || !q.Announced) && (last.AddMS == 0 || !q.NoIncrement)
}
