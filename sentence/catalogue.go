package sentence

import (
	"embed"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/BurntSushi/toml"
)

//go:embed languages/*.toml
var files embed.FS

// catalogue is what one language needs to say every finding and claim.
type catalogue struct {
	Decimal string                         `toml:"decimal"` // what stands before the tenths of a second
	On      string                         `toml:"on"`      // what stands between a piece and its square
	Ordinal []string                       `toml:"ordinal"` // of illegal moves: the first, the second
	Times   []string                       `toml:"times"`   // of occurrences: for the first time
	List    list                           `toml:"list"`
	Side    map[string]map[string]string   `toml:"side"`  // by side and form; "arbiter" claims too, "none" is a player who is not known
	Piece   map[string]piece               `toml:"piece"` // by capital letter; "o" is a piece that is not known
	Unit    map[string]unit                `toml:"unit"`
	Phrase  map[string]map[string]template `toml:"phrase"`
	Finding map[string]template            `toml:"finding"` // by code
	Unknown template                       `toml:"unknown"` // a finding of another code
	Claim   map[string]template            `toml:"claim"`   // by what is claimed
	Verdict template                       `toml:"verdict"` // goes on from every claim
}

// list is how things are enumerated.
type list struct {
	Comma string `toml:"comma"`
	And   string `toml:"and"`
	Or    string `toml:"or"`
	More  string `toml:"more"` // those that would make it too long
}

// piece is what one kind of piece is called.
type piece struct {
	The    string `toml:"the"`
	Letter string `toml:"letter"` // in the notation of the language
	Name   string `toml:"name"`
	White  string `toml:"white"`
	Black  string `toml:"black"`
}

// unit is what is counted. Words are those for one, two, three by themselves.
type unit struct {
	One   string   `toml:"one"`
	Many  string   `toml:"many"`
	Words []string `toml:"words"`
}

// Languages returns those that there are catalogues for, English first.
func Languages() []Language {
	languages := []Language{English}
	entries, err := files.ReadDir("languages")
	if err != nil {
		panic("sentence: the embedded languages are gone: " + err.Error())
	}
	for _, e := range entries {
		if l := Language(strings.TrimSuffix(e.Name(), ".toml")); l != English {
			languages = append(languages, l)
		}
	}
	return languages
}

// catalogues has for each language what reads its catalogue.
var catalogues = sync.OnceValue(func() map[Language]func() *catalogue {
	all := map[Language]func() *catalogue{}
	for _, l := range Languages() {
		all[l] = sync.OnceValue(func() *catalogue {
			c, err := read(l)
			if err != nil {
				panic("sentence: " + err.Error())
			}
			return c
		})
	}
	return all
})

func in(l Language) *catalogue {
	if read, ok := catalogues()[l]; ok {
		return read()
	}
	return catalogues()[English]()
}

func read(l Language) (*catalogue, error) {
	text, err := files.ReadFile("languages/" + string(l) + ".toml")
	if err != nil {
		return nil, fmt.Errorf("language %s: %w", l, err)
	}
	return parse(l, string(text))
}

// parse reads a catalogue. A key that nothing asks for, and a sentence that would
// have a hole where the data say nothing, are errors.
func parse(l Language, text string) (*catalogue, error) {
	c := new(catalogue)
	md, err := toml.Decode(text, c)
	if err != nil {
		return nil, fmt.Errorf("language %s: %w", l, err)
	}
	if unknown := md.Undecoded(); len(unknown) > 0 {
		return nil, fmt.Errorf("language %s: key %s: nothing asks for it", l, unknown[0])
	}
	for code, t := range c.Finding {
		if hole, ok := t.hole(); ok {
			return nil, fmt.Errorf("language %s: finding %s: {%s} may be missing: put it in brackets", l, code, hole)
		}
	}
	for claim, t := range c.Claim {
		if hole, ok := t.hole(); ok {
			return nil, fmt.Errorf("language %s: claim %s: {%s} may be missing: put it in brackets", l, claim, hole)
		}
	}
	return c, nil
}

// always are the fields of which something can be said of every finding.
var always = []string{"t", "side", "opponent", "code"}

// hole returns a field that a template needs and that may be missing.
func (t template) hole() (string, bool) {
	needs := map[string]bool{}
	t.names(needs, map[string]bool{})
	for name := range needs {
		if !slices.Contains(always, name) {
			return name, true
		}
	}
	return "", false
}
