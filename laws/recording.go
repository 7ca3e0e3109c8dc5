package laws

// Recording is where a player need not write down the moves, and what is put on
// paper besides.
type Recording struct {
	FiveMinutes    FiveMinutes `toml:"five_minutes"`
	Exempt         Rule        `toml:"exempt"`         // in rapid and blitz under their appendices
	Reconstruction Rule        `toml:"reconstruction"` // of a game without a complete scoresheet: the arbiter first notes position, times and number of moves
	MoveCount      Rule        `toml:"move_count"`     // it is not told to players before a flag has fallen
	Envelope       Rule        `toml:"envelope"`       // what stands on that of an adjourned game
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
