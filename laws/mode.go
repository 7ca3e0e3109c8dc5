package laws

import (
	"errors"

	"recorderd/observation"
)

// Mode is the kind of play that a time control makes.
type Mode string

const (
	Standard Mode = "standard"
	Rapid    Mode = "rapid"
	Blitz    Mode = "blitz"
)

// Bounds are the times of rapid or of blitz: between MinMinutes and MaxMinutes
// for each player, where Increments says whether sixty increments count.
type Bounds struct {
	Rule
	MinMinutes int  `toml:"min_minutes"`
	MinEnd     Edge `toml:"min_end"`
	MaxMinutes int  `toml:"max_minutes"`
	MaxEnd     Edge `toml:"max_end"`
	Increments bool `toml:"increments"`
}

// Edge says whether an end of the bounds belongs to them.
type Edge string

const (
	Included Edge = "included"
	Excluded Edge = "excluded"
	OpenEdge Edge = "unspecified" // the edition says "between" and no more
)

// UnmarshalText reads the word of a file.
func (e *Edge) UnmarshalText(text []byte) error {
	return word(e, text, Included, Excluded, OpenEdge)
}

func (b Bounds) check() error {
	if b.MinMinutes < 0 || b.MaxMinutes <= b.MinMinutes {
		return errors.New("max_minutes must be more than min_minutes")
	}
	return nil
}

// hold reports whether a time in milliseconds is within the bounds. An end that
// the edition leaves open counts as within.
func (b Bounds) hold(ms int64) bool {
	least := int64(b.MinMinutes) * 60_000
	return ms > least && ms < b.most() ||
		ms == least && b.MinEnd != Excluded ||
		ms == b.most() && b.MaxEnd != Excluded
}

func (b Bounds) most() int64 { return int64(b.MaxMinutes) * 60_000 }

// increments is the number of increments that the Laws reckon a game with.
const increments = 60

// reckoned returns the time in milliseconds by which these bounds judge one
// side: the time of all stages, and if increments count sixty times the
// increment, or the delay, which the Laws call an increment too. Where the
// stages have different ones the largest counts.
func (b Bounds) reckoned(stages []Stage) int64 {
	var base, add int64
	for _, s := range stages {
		base += s.BaseMS
		add = max(add, s.AddMS)
	}
	if b.Increments {
		base += increments * add
	}
	return base
}

// longest returns the time of the side that is reckoned to have more.
func (b Bounds) longest(tc TimeControl) int64 {
	return max(b.reckoned(tc.sides[observation.White]), b.reckoned(tc.sides[observation.Black]))
}

// Mode returns the kind of play that this time control makes under the edition.
//
// The Laws speak of a fixed time for all the moves of each player. So the times
// of several stages are added up, a last stage that repeats and a sand clock
// counting once as written. Where White and Black have different times the one
// with more decides, for the time is not within the bounds for each player. Play
// without a time control, or with one that is not known, is standard play.
func (e *Edition) Mode(tc TimeControl) Mode {
	switch {
	case tc.None() || tc.Unknown():
		return Standard
	case e.Blitz.hold(e.Blitz.longest(tc)):
		return Blitz
	case e.Rapid.hold(e.Rapid.longest(tc)):
		return Rapid
	}
	return Standard
}

// ModeUnsure reports whether another reading of the edition would make another
// mode of this time control: the bounds that decided were not read in it, or
// the time lies on an end that it leaves open. The lower end of rapid leaves
// nothing open, for the bounds of blitz say what is below it.
func (e *Edition) ModeUnsure(tc TimeControl) bool {
	if tc.None() || tc.Unknown() {
		return false
	}
	b := e.Rapid
	if e.Mode(tc) == Blitz {
		b = e.Blitz
	}
	return !b.Verified() || b.MaxEnd == OpenEdge && b.longest(tc) == b.most()
}
