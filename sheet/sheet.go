// Package sheet writes the papers that an arbiter, an appeals committee and the
// players need, out of a recording: what is on them, in which language, and in
// what order. How they look is for the package paper.
//
// A sheet says what was observed, what the record makes of it, and what is not
// known. It decides nothing.
package sheet

import (
	"fmt"
	"strings"

	"recorderd/paper"
	"recorderd/recording"
	"recorderd/sentence"
)

// Name is the name of a sheet, as commands and addresses have it.
type Name string

// The sheets.
const (
	Repetition     Name = "repetition"
	FiftyMoves     Name = "fifty-moves"
	IllegalMove    Name = "illegal-move"
	Flag           Name = "flag"
	Scoresheet     Name = "scoresheet"
	Reconstruction Name = "reconstruction"
	Adjournment    Name = "adjournment"
	Report         Name = "report" // all of the above that there is cause for, and everything that was found
)

// makers are the sheets in the order in which the report has them.
var makers = []maker{
	{Repetition, (*writer).repetition},
	{FiftyMoves, (*writer).fifty},
	{IllegalMove, (*writer).illegal},
	{Flag, (*writer).flag},
	{Reconstruction, (*writer).reconstruction},
	{Adjournment, (*writer).adjournment},
	{Scoresheet, (*writer).scoresheet},
	{Report, (*writer).report},
}

type maker struct {
	name Name
	make func(*writer) error
}

// Options say how a sheet is written.
type Options struct {
	Language sentence.Language // English if empty
	Letters  Letters           // of the pieces; those of the language if empty
	At       recording.Moment  // the end if zero
	Software string            // that made it, such as "recorderd 0.5.0"
	Narrow   bool              // there is no room for moves beside each other, as on a small screen
	NoNames  bool              // the names of the players are left out, so they are called by their colours
}

// ParseName reads the name of a sheet, or the word of the claim that it is
// evidence for.
func ParseName(s string) (Name, error) {
	if name, ok := forClaim[s]; ok {
		return name, nil
	}
	var names []string
	for _, m := range makers {
		if string(m.name) == s {
			return m.name, nil
		}
		names = append(names, string(m.name))
	}
	return "", fmt.Errorf("sheet %.40q: want one of %s", s, strings.Join(names, ", "))
}

// forClaim has the sheet that is evidence for a claim, by the claim's word.
var forClaim = map[string]Name{
	"threefold": Repetition, "fifty": FiftyMoves, "illegal-move": IllegalMove, "touch-move": IllegalMove,
	"flag": Flag, "quickplay": Flag, "dead-position": Flag,
}

// Make writes a sheet about a recording as it was at opt.At.
func Make(rec *recording.Recording, name Name, opt Options) (paper.Document, error) {
	state, err := rec.At(opt.At)
	if err != nil {
		return paper.Document{}, err
	}
	return newWriter(state, opt).write(name)
}

// write writes the sheet of this name and what every sheet ends with.
func (w *writer) write(name Name) (paper.Document, error) {
	for _, m := range makers {
		if m.name != name {
			continue
		}
		if err := m.make(w); err != nil {
			return paper.Document{}, fmt.Errorf("sheet %s: %w", name, err)
		}
		return w.finish(), nil
	}
	return paper.Document{}, fmt.Errorf("sheet %q is not known", name)
}
