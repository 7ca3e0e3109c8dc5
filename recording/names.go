package recording

import (
	"fmt"
	"strings"
	"unicode"

	"recorderd/observation"
)

// Names says how the names of people stand in a product that everybody may see.
type Names string

const (
	FullNames Names = "full"
	Initials  Names = "initials"
	NoNames   Names = "none"
)

// ParseNames reads "full", "initials" or "none".
func ParseNames(s string) (Names, error) {
	switch n := Names(s); n {
	case FullNames, Initials, NoNames:
		return n, nil
	}
	return "", fmt.Errorf("names %.20q: want full, initials or none", s)
}

// Of returns a name as it is to stand: "Capablanca, José Raúl" has the initials
// "C., J. R.".
func (n Names) Of(name string) string {
	switch n {
	case NoNames:
		return ""
	case Initials:
		return initials(name)
	}
	return name
}

func initials(name string) string {
	var words []string
	for _, word := range strings.Fields(name) {
		var parts []string
		for part := range strings.SplitSeq(word, "-") {
			if first := initial(part); first != "" {
				parts = append(parts, first)
			}
		}
		if len(parts) == 0 {
			continue
		}
		short := strings.Join(parts, "-")
		if strings.HasSuffix(word, ",") {
			short += ","
		}
		words = append(words, short)
	}
	return strings.Join(words, " ")
}

// initial returns the first letter with the marks that belong to it, and "" of
// what is no name, such as a rating.
func initial(part string) string {
	part = strings.TrimLeftFunc(part, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	for i, r := range part {
		switch {
		case i == 0 && !unicode.IsLetter(r):
			return ""
		case i > 0 && !unicode.Is(unicode.M, r):
			return strings.ToUpper(part[:i]) + "."
		}
	}
	if part == "" {
		return ""
	}
	return strings.ToUpper(part) + "."
}

// WithNames returns the recording with the names of the players, and of those who
// acted, as they are to stand. What somebody wrote in a note or a ruling is left
// as it is. The journal itself never changes.
func (rec *Recording) WithNames(n Names) *Recording {
	if n == FullNames {
		return rec
	}
	public := *rec
	public.Header.Game = n.game(rec.Header.Game)
	public.Batches = make([]observation.Batch, len(rec.Batches))
	for i, b := range rec.Batches {
		facts := make([]observation.Fact, len(b.Facts))
		for j, f := range b.Facts {
			facts[j] = n.fact(f)
		}
		public.Batches[i] = observation.Batch{T: b.T, Facts: facts}
	}
	return &public
}

func (n Names) game(g observation.Game) observation.Game {
	g.White, g.Black = n.Of(g.White), n.Of(g.Black)
	return g
}

func (n Names) fact(f observation.Fact) observation.Fact {
	switch f := f.(type) {
	case observation.Game:
		return n.game(f)
	case observation.Act:
		f.Name = n.Of(f.Name)
		if _, err := observation.ParseSide(f.SealedBy); err != nil {
			f.SealedBy = n.Of(f.SealedBy)
		}
		return f
	}
	return f
}
