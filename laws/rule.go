package laws

// Rule is what every rule has. A rule that the edition lacks is Absent; one of
// which nothing could be found out has the basis Unknown. Both have no values:
// their fields are zero, and what asks them is answered no.
type Rule struct {
	Article string `toml:"article"`  // of this edition, as the record prints it; may be empty where the rule does not exist
	Basis   Basis  `toml:"verified"` // how the rule was read
	Absent  bool   `toml:"absent"`   // the edition has no such rule
}

func (r Rule) rule() Rule { return r }

// Exists reports whether the edition has this rule, as far as is known.
func (r Rule) Exists() bool { return !r.Absent && r.Basis != Unknown }

// Verified reports whether the rule, or that there is none, was read in the
// edition's own text. Where it was not and the rule would decide, the record
// says rule-unverified and does not rule.
func (r Rule) Verified() bool { return r.Basis == Text || r.Basis == Source }

// Basis says how a rule was read.
type Basis string

const (
	Text       Basis = "text"       // in one of the project's own texts of the edition
	Source     Basis = "source"     // in a published source of the edition
	Unverified Basis = "unverified" // inferred from the editions beside it
	Unknown    Basis = "unknown"    // not seen, and nothing to infer it from
)

// UnmarshalText reads the word of a file.
func (b *Basis) UnmarshalText(text []byte) error {
	return word(b, text, Text, Source, Unverified, Unknown)
}

// State is what has become of a move. A move is made when its last piece has
// come to rest, and completed when the player has also pressed his clock.
type State string

const (
	Made        State = "made"
	Completed   State = "completed"
	Unspecified State = "unspecified" // the edition leaves it open
)

// UnmarshalText reads the word of a file.
func (s *State) UnmarshalText(text []byte) error {
	return word(s, text, Made, Completed, Unspecified)
}
