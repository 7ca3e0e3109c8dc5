package sheet

import (
	"embed"
	"fmt"
	"reflect"
	"sync"

	"github.com/BurntSushi/toml"

	"recorderd/sentence"
)

//go:embed words/*.toml
var files embed.FS

// words are what sheets say in one language; a section for each. All of them are
// there in every language, and nothing else.
type words struct {
	Common commonWords `toml:"common"`
	Head   headWords   `toml:"head"`
	Trust  trustWords  `toml:"trust"`

	Comparison     comparisonWords     `toml:"comparison"`
	Repetition     repetitionWords     `toml:"repetition"`
	FiftyMoves     fiftyWords          `toml:"fifty_moves"`
	IllegalMove    illegalWords        `toml:"illegal_move"`
	Flag           flagWords           `toml:"flag"`
	Scoresheet     scoresheetWords     `toml:"scoresheet"`
	Reconstruction reconstructionWords `toml:"reconstruction"`
	Adjournment    adjournmentWords    `toml:"adjournment"`
	Act            actWords            `toml:"act"`
	Report         reportWords         `toml:"report"`
}

// commonWords are those of more than one sheet. A text may have gaps, which say
// fills.
type commonWords struct {
	Page        string            `toml:"page"`
	White       string            `toml:"white"`
	Black       string            `toml:"black"`
	NotKnown    string            `toml:"not_known"`
	NotRead     string            `toml:"not_read"`
	Start       string            `toml:"start"`
	When        string            `toml:"when"`
	Article     string            `toml:"article"`
	Alt         string            `toml:"alt"`
	None        string            `toml:"none"`
	Day         string            `toml:"day"`
	Wing        map[string]string `toml:"wing"`
	Place       string            `toml:"place"`
	After       string            `toml:"after"`
	Time        string            `toml:"time"`
	TimeOfDay   string            `toml:"time_of_day"`
	AfterTheEnd string            `toml:"after_the_end"`
	Named       string            `toml:"named"`
	AtStart     string            `toml:"at_start"`
	Guidelines  string            `toml:"guidelines"`
	BesidesGaps string            `toml:"besides_gaps"`
}

// catalogues has for each language what reads its words.
var catalogues = sync.OnceValue(func() map[sentence.Language]func() *words {
	all := map[sentence.Language]func() *words{}
	for _, l := range sentence.Languages() {
		all[l] = sync.OnceValue(func() *words {
			w, err := readWords(l)
			if err != nil {
				panic("sheet: " + err.Error()) // they are embedded
			}
			return w
		})
	}
	return all
})

// in returns the words of a language, English for one that is not known.
func in(l sentence.Language) *words {
	if read, ok := catalogues()[l]; ok {
		return read()
	}
	return catalogues()[sentence.English]()
}

func readWords(l sentence.Language) (*words, error) {
	text, err := files.ReadFile("words/" + string(l) + ".toml")
	if err != nil {
		return nil, fmt.Errorf("language %s: %w", l, err)
	}
	w := new(words)
	md, err := toml.Decode(string(text), w)
	if err != nil {
		return nil, fmt.Errorf("language %s: %w", l, err)
	}
	if unknown := md.Undecoded(); len(unknown) > 0 {
		return nil, fmt.Errorf("language %s: key %s: no sheet asks for it", l, unknown[0])
	}
	if missing := empty(reflect.ValueOf(*w)); missing != "" {
		return nil, fmt.Errorf("language %s: %s is missing", l, missing)
	}
	return w, nil
}

// empty returns the name of a text that is empty.
func empty(v reflect.Value) string {
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			if name := empty(v.Field(i)); name != "" {
				return v.Type().Field(i).Name + "." + name
			}
		}
	case reflect.String:
		if v.Len() == 0 {
			return "text"
		}
	}
	return ""
}
