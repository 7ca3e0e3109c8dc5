package laws

// Ruleset is what a game is played under: the rules of standard play, or in
// rapid and blitz those of the appendix, alone or with the Competition Rules
// where the arbiter watches closely enough for them.
type Ruleset uint8

const (
	StandardPlay Ruleset = iota
	RapidAppendix
	BlitzAppendix
	RapidUnderCompetitionRules
	BlitzUnderCompetitionRules
)

// Ruleset returns what a game of this mode is played under. That the event
// announced the Competition Rules has no effect in an edition which does not
// allow them in this mode.
func (e *Edition) Ruleset(m Mode, competitionRules bool) Ruleset {
	switch {
	case m == Rapid && competitionRules && e.RapidCompetition.Exists():
		return RapidUnderCompetitionRules
	case m == Blitz && competitionRules && e.BlitzCompetition.Exists():
		return BlitzUnderCompetitionRules
	case m == Rapid:
		return RapidAppendix
	case m == Blitz:
		return BlitzAppendix
	}
	return StandardPlay
}

// Appendix reports whether the rules of an appendix hold, which some rules are
// only for.
func (r Ruleset) Appendix() bool { return r == RapidAppendix || r == BlitzAppendix }

// PerMode is a rule that standard play, rapid and blitz have each for
// themselves. Under the Competition Rules that of standard play holds.
type PerMode[T any] struct {
	Standard T `toml:"standard"`
	Rapid    T `toml:"rapid"`
	Blitz    T `toml:"blitz"`
}

// Under returns the rule that holds.
func (p PerMode[T]) Under(r Ruleset) T {
	switch r {
	case RapidAppendix:
		return p.Rapid
	case BlitzAppendix:
		return p.Blitz
	}
	return p.Standard
}

// PerRuleset is a rule that differs under the Competition Rules of rapid and
// blitz from that of standard play too.
type PerRuleset[T any] struct {
	PerMode[T]
	RapidCompetition T `toml:"rapid_competition"`
	BlitzCompetition T `toml:"blitz_competition"`
}

// Under returns the rule that holds.
func (p PerRuleset[T]) Under(r Ruleset) T {
	switch r {
	case RapidUnderCompetitionRules:
		return p.RapidCompetition
	case BlitzUnderCompetitionRules:
		return p.BlitzCompetition
	}
	return p.PerMode.Under(r)
}

// PerAppendix is a rule that only the appendices of rapid and blitz have.
type PerAppendix[T any] struct {
	Rapid T `toml:"rapid"`
	Blitz T `toml:"blitz"`
}

// Under returns the rule that holds, or false where no appendix does.
func (p PerAppendix[T]) Under(r Ruleset) (rule T, ok bool) {
	switch r {
	case RapidAppendix:
		return p.Rapid, true
	case BlitzAppendix:
		return p.Blitz, true
	}
	return rule, false
}
