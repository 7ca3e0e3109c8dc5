package laws

// Recording is where a player need not write down the moves.
type Recording struct {
	FiveMinutes FiveMinutes `toml:"five_minutes"`
	Exempt      Rule        `toml:"exempt"` // in rapid and blitz under their appendices
}

// FiveMinutes is the rule of the player short of time who need not write.
type FiveMinutes struct {
	Rule
	Under     Seconds `toml:"under_s"`     // he has less than this left
	Increment Seconds `toml:"increment_s"` // and gets less than this with every move
}

func (f FiveMinutes) check() error {
	return positive("each time", int(f.Under), int(f.Increment))
}
