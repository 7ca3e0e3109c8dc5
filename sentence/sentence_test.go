package sentence

import (
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"recorderd/observation"
)

var update = flag.Bool("update", false, "write the texts in testdata anew")

const golden = "testdata/sentences.txt"

// The file is for people to read: whoever changes a sentence sees all of them.
func TestSentences(t *testing.T) {
	var b strings.Builder
	say := func(title string, of func(Language) string) {
		b.WriteString(title + "\n")
		for _, l := range Languages() {
			fmt.Fprintf(&b, "  %s  %s\n", l, of(l))
		}
	}
	for _, f := range samples {
		say(f.Code, func(l Language) string { return Of(l, f) })
	}
	b.WriteString("\nWhere the data say nothing\n\n")
	for _, code := range codes() {
		say(code, func(l Language) string { return Of(l, Fact{Code: code, Side: white, T: 751_432}) })
	}
	b.WriteString("\nClaims\n\n")
	for _, c := range claims {
		say(c.Claim, func(l Language) string { return OfClaim(l, c) })
	}
	if *update {
		if err := os.WriteFile(golden, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), b.String()); diff != "" {
		t.Errorf("%s (- before, + now; -update writes it anew):\n%s", golden, diff)
	}
}

// codes are those that there are samples of.
func codes() []string {
	var all []string
	for _, f := range samples {
		if !slices.Contains(all, f.Code) {
			all = append(all, f.Code)
		}
	}
	return all
}

func TestEveryCodeHasASampleAndASentence(t *testing.T) {
	want := slices.Sorted(slices.Values(codes()))
	for _, l := range Languages() {
		if diff := cmp.Diff(want, slices.Sorted(maps.Keys(in(l).Finding))); diff != "" {
			t.Errorf("%s (- samples, + sentences): %s", l, diff)
		}
	}
}

func TestEverySentenceIsWhole(t *testing.T) {
	for _, l := range Languages() {
		for _, f := range samples {
			for _, side := range []observation.Side{white, black, none} {
				f.Side = side
				isWhole(t, Of(l, f), f.Article)
				isWhole(t, Of(l, Fact{Code: f.Code, Side: side}), "")
				for name := range fields(f.Data) { // any field may be missing
					g := f
					g.Data = fields(f.Data)
					delete(g.Data.(d), name)
					isWhole(t, Of(l, g), f.Article)
				}
			}
		}
		for _, c := range claims {
			for _, by := range []string{"white", "black", "arbiter", ""} {
				for _, supported := range []*bool{yes, no, nil} {
					c.By, c.Supported = by, supported
					isWhole(t, OfClaim(l, c), c.Article)
				}
			}
		}
	}
}

// isWhole looks for what a template that was filled badly leaves behind.
func isWhole(t *testing.T, text, article string) {
	t.Helper()
	for _, bad := range []string{"{", "}", "[", "]", "|", "  ", " ,", " .", " :", " ;", "..", ",,", "::", ":.", ",.", "( ", " )", "()", "?!", "%!", "<nil>"} {
		if strings.Contains(text, bad) {
			t.Errorf("%q has %q in it", text, bad)
		}
	}
	if first, _ := utf8.DecodeRuneInString(text); !strings.HasSuffix(text, ".") || strings.ToUpper(string(first)) != string(first) {
		t.Errorf("%q is no sentence", text)
	}
	for _, a := range strings.Split(article, ", ") {
		if !strings.Contains(text, a) {
			t.Errorf("%q does not name %s", text, a)
		}
	}
}

// What is told of a finding from a file is what was told when it was made.
func TestDataFromAFileSayTheSame(t *testing.T) {
	for _, l := range Languages() {
		for _, f := range samples {
			was := Of(l, f)
			f.Data = reread(t, f.Data)
			if is := Of(l, f); is != was {
				t.Errorf("%s: read again it says\n %s\nand was\n %s", f.Code, is, was)
			}
		}
		for _, c := range claims {
			was := OfClaim(l, c)
			c.Data = reread(t, c.Data)
			if is := OfClaim(l, c); is != was {
				t.Errorf("%s: read again it says\n %s\nand was\n %s", c.Claim, is, was)
			}
		}
	}
}

func reread(t *testing.T, data any) (again any) {
	t.Helper()
	text, err := json.Marshal(data)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &again); err != nil {
		t.Fatal(err)
	}
	return again
}

// All that the data of a sample hold is said, in every language: a sentence without
// one of the fields is another one.
func TestEveryFieldIsSaid(t *testing.T) {
	silent := map[string]string{
		"dead-position":          "proof",             // evidence, for the sheets
		"touch-move":             "from_t to_t grade", // the grade speaks only where it is low
		"piece-displaced":        "open",
		"second-opinion":         "legal",
		"piece-surplus":          "piece",
		"recovered":              "gap_ms lost_bytes", // one of the samples has none
		"illegal-move-withdrawn": "stood_ms",
	}
	for _, l := range Languages() {
		for _, f := range samples {
			all := fields(f.Data)
			for name := range all {
				if slices.Contains(strings.Fields(silent[f.Code]), name) || all[name] == "?!unexplained" {
					continue
				}
				g := f
				less := maps.Clone(all)
				delete(less, name)
				g.Data = less
				if Of(l, g) == Of(l, f) {
					t.Errorf("%s %s: nothing is said of %s: %s", l, f.Code, name, Of(l, f))
				}
			}
		}
	}
}

// Who is meant is said in the words of the language, and every sentence says when.
func TestWhoAndWhen(t *testing.T) {
	sides := map[Language][2]string{"en": {"White", "Black"}, "pt": {"Brancas", "Pretas"}, "es": {"Blancas", "Negras"}}
	when := map[Language]string{"en": "0:12:31.4", "pt": "0:12:31,4", "es": "0:12:31,4"}
	for _, l := range Languages() {
		for _, f := range samples {
			text := Of(l, f)
			if !strings.Contains(text, when[l]) {
				t.Errorf("%s: %q does not say when", f.Code, text)
			}
			if f.Side == none || slices.Contains([]string{"fivefold", "seventyfive-move", "clock-stopped", "rule-unverified", "ambiguous-move", "second-opinion"}, f.Code) {
				continue
			}
			if name := sides[l][f.Side]; !strings.Contains(text, name) {
				t.Errorf("%s: %q does not name %s", f.Code, text, name)
			}
		}
	}
}

// The catalogues differ in words only.
func TestCataloguesSayTheSame(t *testing.T) {
	english := in(English)
	for _, l := range Languages()[1:] {
		c := in(l)
		same(t, l, "finding", english.Finding, c.Finding)
		same(t, l, "claim", english.Claim, c.Claim)
		same(t, l, "other", map[string]template{"unknown": english.Unknown, "verdict": english.Verdict},
			map[string]template{"unknown": c.Unknown, "verdict": c.Verdict})
		if diff := cmp.Diff(slices.Sorted(maps.Keys(english.Phrase)), slices.Sorted(maps.Keys(c.Phrase))); diff != "" {
			t.Errorf("%s: tables: %s", l, diff)
		}
		for table := range english.Phrase {
			same(t, l, table, english.Phrase[table], c.Phrase[table])
		}
		if len(c.Ordinal) != len(english.Ordinal) || len(c.Times) != len(english.Times) || len(c.Piece) != 7 || len(c.Side) != 4 {
			t.Errorf("%s: %d ordinals, %d pieces, %d sides", l, len(c.Ordinal), len(c.Piece), len(c.Side))
		}
		for name := range english.Unit {
			if c.Unit[name].One == "" || c.Unit[name].Many == "" || len(c.Unit[name].Words) != len(english.Unit[name].Words) {
				t.Errorf("%s: unit %s: %+v", l, name, c.Unit[name])
			}
		}
	}
}

func same(t *testing.T, l Language, table string, want, have map[string]template) {
	t.Helper()
	if diff := cmp.Diff(slices.Sorted(maps.Keys(want)), slices.Sorted(maps.Keys(have))); diff != "" {
		t.Errorf("%s: %s (- English): %s", l, table, diff)
	}
	for name, w := range want {
		h, ok := have[name]
		if !ok {
			continue
		}
		needs, uses, hisNeeds, hisUses := map[string]bool{}, map[string]bool{}, map[string]bool{}, map[string]bool{}
		w.names(needs, uses)
		h.names(hisNeeds, hisUses)
		for _, m := range []map[string]bool{needs, uses, hisNeeds, hisUses} {
			delete(m, "side") // a language may name him twice, or let the verb do it
			delete(m, "opponent")
		}
		if !reflect.DeepEqual(needs, hisNeeds) || !reflect.DeepEqual(uses, hisUses) {
			t.Errorf("%s: %s %s: fields %v %v, in English %v %v", l, table, name, hisNeeds, hisUses, needs, uses)
		}
	}
}

// Every form that a template asks for is there, for either side and for none.
func TestEveryFormIsThere(t *testing.T) {
	for _, l := range Languages() {
		c := in(l)
		check := func(where string, all map[string]template) {
			for name, sentence := range all {
				for _, p := range sentence.gaps() {
					if form := pick(p.form == "", "name", p.form); gaps[p.gap].as == aSide {
						for side, forms := range c.Side {
							if _, ok := forms[form]; !ok {
								t.Errorf("%s: %s %s: {%s:%s}: no such form of %s", l, where, name, p.gap, p.form, side)
							}
						}
					} else if p.form != "" && p.form != "the" {
						t.Errorf("%s: %s %s: {%s:%s}: no such form", l, where, name, p.gap, p.form)
					}
				}
			}
		}
		check("finding", c.Finding)
		check("claim", c.Claim)
		check("other", map[string]template{"unknown": c.Unknown, "verdict": c.Verdict})
		for table, phrases := range c.Phrase {
			check(table, phrases)
		}
	}
}

// gaps returns the gaps of a template and of its options.
func (t template) gaps() (all []part) {
	for _, p := range t {
		if p.gap != "" {
			all = append(all, p)
		}
		all = append(append(all, p.option.gaps()...), p.otherwise.gaps()...)
	}
	return all
}

// A side that may castle neither way is named once.
func TestBarredCastlings(t *testing.T) {
	for _, c := range []struct {
		barred []any
		want   string
	}{
		{[]any{"white O-O"}, "White may not castle kingside"},
		{[]any{"white O-O", "white O-O-O"}, "White may not castle"},
		{[]any{"white O-O-O", "black O-O"}, "White may not castle queenside and Black may not castle kingside"},
		{[]any{"white O-O", "black O-O-O", "white O-O-O"}, "White may not castle and Black may not castle queenside"},
		{[]any{"white O-O", "white O-O-O", "black O-O", "black O-O-O"}, "White may not castle and Black may not castle"},
		{[]any{"", nil, []any{}, d{}, "white", "unknown O-O"}, "White may not castle"},
		{[]any{}, ""},
	} {
		s := scope{in(English), d{"castling_barred": c.barred}}
		if got, ok := s.gap("castling_barred", ""); got != c.want || ok != (c.want != "") {
			t.Errorf("%v says %q, want %q", c.barred, got, c.want)
		}
	}
}

// Who claims is the one whom the verb agrees with.
func TestWhoClaims(t *testing.T) {
	for _, c := range []struct {
		l        Language
		by, want string
	}{
		{"en", "black", "Black claimed a win"}, {"en", "arbiter", "The arbiter claimed a win"}, {"en", "", "Somebody claimed a win"},
		{"pt", "black", "As Pretas reclamaram vitória"}, {"pt", "arbiter", "O árbitro reclamou vitória"}, {"pt", "", "Reclamaram vitória"},
		{"es", "black", "Las Negras reclamaron la victoria"}, {"es", "arbiter", "El árbitro reclamó la victoria"}, {"es", "none", "Reclamaron la victoria"},
	} {
		if got := OfClaim(c.l, Claim{By: c.by, Claim: "flag"}); !strings.HasPrefix(got, c.want) {
			t.Errorf("%s, by %q: %q, want %q", c.l, c.by, got, c.want)
		}
	}
}

func TestLanguages(t *testing.T) {
	if diff := cmp.Diff([]Language{"en", "es", "pt"}, Languages()); diff != "" {
		t.Error(diff)
	}
	for _, l := range Languages() {
		if got, err := ParseLanguage(string(l)); err != nil || got != l {
			t.Errorf("%s: %v, %v", l, got, err)
		}
	}
	for _, bad := range []string{"", "EN", "de", "../en"} {
		if l, err := ParseLanguage(bad); err == nil || !strings.Contains(err.Error(), "es pt") {
			t.Errorf("%q is the language %q, %v", bad, l, err)
		}
	}
	f := samples[0]
	if Of("de", f) != Of(English, f) {
		t.Errorf("a language without a catalogue says %q", Of("de", f))
	}
}

func TestAnUnknownCodeIsNamed(t *testing.T) {
	if got, want := Of(English, Fact{Code: "of-a-new-kind", T: 1_000}), "At 0:00:01.0: of a new kind."; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func FuzzOf(f *testing.F) {
	for _, s := range samples {
		data, _ := json.Marshal(s.Data)
		f.Add(s.Code, uint8(s.Side), s.T, s.Article, data)
	}
	f.Add("touch-move", uint8(9), int64(-1), "{}[]|,,,", []byte(`{"touched":{"square":"[e4]","piece":"{"},"others":[[[[]]],{},null,1e400]}`))
	f.Fuzz(func(t *testing.T, code string, side uint8, at int64, article string, text []byte) {
		var data any
		if json.Unmarshal(text, &data) != nil {
			data = string(text)
		}
		by := observation.Side(side).String()
		for _, l := range Languages() {
			for _, said := range []string{
				Of(l, Fact{Code: code, Side: observation.Side(side), T: at, Article: article, Data: data}),
				OfClaim(l, Claim{By: by, Claim: code, T: at, Article: article, Data: data}),
			} {
				if len(said) > 8_000 || !utf8.ValidString(said) || strings.ContainsAny(said, "{}[]|\n") || !strings.HasSuffix(said, ".") {
					t.Fatalf("%s: %d bytes: %q", code, len(said), said)
				}
			}
		}
	})
}
