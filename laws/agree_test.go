package laws

import (
	"fmt"
	"maps"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
)

// said is one rule of the sheet in testdata, for one edition.
type said struct {
	Value    any    `yaml:"value"`
	Article  string `yaml:"article"`
	Verified string `yaml:"verified"`
}

// text returns the value as one line, the keys of a map in their order.
func (s said) text() string { return valueText(s.Value) }

func valueText(v any) string {
	var parts []string
	switch v := v.(type) {
	case []any:
		for _, e := range v {
			parts = append(parts, valueText(e))
		}
	case map[string]any:
		for _, k := range slices.Sorted(maps.Keys(v)) {
			parts = append(parts, k+": "+valueText(v[k]))
		}
	default:
		return fmt.Sprint(v)
	}
	return strings.Join(parts, ", ")
}

// editionSheet is what the sheet says of one edition, by "topic.rule".
type editionSheet map[string]said

func readSheet(t *testing.T) map[string]editionSheet {
	t.Helper()
	data, err := os.ReadFile("testdata/editions.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var file struct {
		Editions []struct {
			ID      string                     `yaml:"id"`
			InForce string                     `yaml:"in_force"`
			Rules   map[string]map[string]said `yaml:"rules"`
		} `yaml:"editions"`
	}
	if err := yaml.Unmarshal(data, &file); err != nil {
		t.Fatal(err)
	}
	sheets := map[string]editionSheet{}
	for _, e := range file.Editions {
		s := editionSheet{"edition.id": {Value: e.ID}, "edition.in_force": {Value: e.InForce}}
		for topic, rules := range e.Rules {
			for name, rule := range rules {
				s[topic+"."+name] = rule
			}
		}
		sheets[e.ID] = s
	}
	return sheets
}

// reference is a value that names another rule of its topic.
var reference = regexp.MustCompile(`^as (\w+)`)

// value returns the text of a rule, with what it takes over from another one.
func (s editionSheet) value(at string) string {
	text := s[at].text()
	if !strings.HasPrefix(text, "as ") {
		return text
	}
	found := reference.FindStringSubmatch(text)
	topic, name, _ := strings.Cut(at, ".")
	for _, other := range []string{
		topic + "." + found[1],
		topic + "." + name[:strings.LastIndexByte(name, '_')+1] + found[1],
	} {
		if _, ok := s[other]; ok {
			return s.value(other) + text[len(found[0]):]
		}
	}
	return text
}

// A place is where a typed rule, or one of its values, stands in the sheet.
type place struct {
	at      string  // "topic.rule"
	says    phrases // what the value of the sheet means here; nil for the typed value itself
	article bool    // the typed value is the article
}

// phrases are read in their order: the first that the value contains counts. Of
// a rule they say "yes" or "absent".
type phrases []phrase

type phrase struct{ sheet, typed string }

func (p phrases) find(text string) *phrase {
	for i := range p {
		if strings.Contains(text, p[i].sheet) {
			return &p[i]
		}
	}
	return nil
}

// agreement holds one edition against its sheet.
type agreement struct {
	complain func(format string, args ...any)
	id       string
	sheet    editionSheet
	used     map[any]bool // paths, phrases and deviations that were needed
}

// TestEveryFieldAgreesWithTheSheet walks over all that an Edition has, and
// holds it against the sheet in testdata.
func TestEveryFieldAgreesWithTheSheet(t *testing.T) {
	sheets := readSheet(t)
	if len(sheets) != len(Known()) {
		t.Errorf("the sheet has %d editions, the data %d", len(sheets), len(Known()))
	}
	used := map[any]bool{}
	for _, id := range Known() {
		a := agreement{t.Errorf, id, sheets[id], used}
		a.fields("", reflect.ValueOf(load(t, id)).Elem(), true)
	}
	for path, p := range places {
		if !used[path] {
			t.Errorf("places has %s, and Edition has not", path)
		}
		for i := range p.says {
			if !used[&p.says[i]] {
				t.Errorf("%s: no edition says %q", path, p.says[i].sheet)
			}
		}
	}
	for i, d := range deviations {
		for year := range strings.FieldsSeq(d.years) {
			if !used[deviated{i, year}] {
				t.Errorf("%s, %s: that %s is %q is no deviation, although %s", year, d.path, d.what, d.want, d.why)
			}
		}
	}
}

// fields walks over a struct; exists is whether the rule that it belongs to
// does.
func (a agreement) fields(path string, v reflect.Value, exists bool) {
	if v.Type() == ruleType {
		a.rule(path, v)
		return
	}
	if r := v.FieldByName("Rule"); r.IsValid() && r.Type() == ruleType {
		a.rule(path, v)
		exists = r.Interface().(Rule).Exists()
	}
	for i := range v.NumField() {
		field, below := v.Type().Field(i), path
		if !field.Anonymous {
			below = strings.TrimPrefix(path+"."+field.Name, ".")
		}
		switch {
		case field.Type == ruleType && field.Anonymous:
		case field.Type.Kind() == reflect.Struct:
			a.fields(below, v.Field(i), exists)
		default:
			a.value(below, v.Field(i), exists)
		}
	}
}

// competition is where the sheet says whether an edition has Competition Rules.
var competition = []struct{ field, at string }{
	{".RapidCompetition", "ruleset.rapid_competition_rules_if"},
	{".BlitzCompetition", "ruleset.blitz_competition_rules_if"},
}

// place returns where this is in the sheet. Where an edition has no Competition
// Rules for rapid or blitz, that is where it says so.
func (a agreement) place(path string) (place, bool) {
	p, ok := places[path]
	if !ok {
		a.complain("%s is in Edition and not in places: where is it in the sheet?", path)
		return p, false
	}
	a.used[path] = true
	for _, c := range competition {
		if strings.HasSuffix(path, c.field) && a.sheet.value(c.at) == "absent" {
			p.at = c.at
		}
	}
	p.at = a.deviation(path, "at", p.at)
	if _, ok := a.sheet[p.at]; !ok {
		a.complain("%s: the sheet of %s has no %s", path, a.id, p.at)
		return p, false
	}
	return p, true
}

// rule compares what every rule has.
func (a agreement) rule(path string, v reflect.Value) {
	p, ok := a.place(path)
	if !ok {
		return
	}
	rule := v.Addr().Interface().(interface{ rule() Rule }).rule()
	line := a.sheet[p.at]
	a.same(path, "article", rule.Article, line.Article)
	if line.Value == nil {
		a.same(path, "verified", string(rule.Basis), string(Unknown))
		a.same(path, "absent", fmt.Sprint(rule.Absent), "false")
		return
	}
	a.same(path, "verified", string(rule.Basis), line.Verified)
	a.same(path, "absent", fmt.Sprint(rule.Absent), fmt.Sprint(a.absent(path, p, v)))
}

// absent reports whether the sheet says that there is no such rule. A point
// that it calls unspecified is one only where the type has no word for that.
func (a agreement) absent(path string, p place, v reflect.Value) bool {
	switch text := a.sheet.value(p.at); {
	case text == "absent":
		return true
	case text == "unspecified":
		return !hasWordFor(text, path, p, v.Type())
	case p.says != nil || v.Type() == ruleType: // which has nothing else to compare
		return a.read(path, p) == "absent"
	}
	return false
}

func hasWordFor(text, path string, p place, rule reflect.Type) bool {
	for field := range rule.Fields() {
		value := places[path+"."+field.Name]
		if value.at == p.at && value.says.find(text) != nil {
			return true
		}
	}
	return false
}

// value compares a value of a rule that exists.
func (a agreement) value(path string, v reflect.Value, exists bool) {
	p, ok := a.place(path)
	switch {
	case !ok || !exists:
	case p.article:
		a.same(path, "value", v.String(), a.sheet[p.at].Article)
	case p.says == nil:
		a.same(path, "value", typedText(v), a.sheet.value(p.at))
	default:
		a.same(path, "value", typedText(v), a.read(path, p))
	}
}

// read returns what the value of the sheet means at this place.
func (a agreement) read(path string, p place) string {
	found := p.says.find(a.sheet.value(p.at))
	if found == nil {
		a.complain("%s, %s: no phrase for %q (%s)", a.id, path, a.sheet.value(p.at), p.at)
		return ""
	}
	a.used[found] = true
	return found.typed
}

// typedText returns a value of the data as the sheet would.
func typedText(v reflect.Value) string {
	steps, ok := v.Interface().([]Step)
	if !ok {
		return fmt.Sprint(v.Interface())
	}
	var texts []string
	for _, s := range steps {
		switch {
		case s.OnClaim:
			texts = append(texts, "loss on claim")
		case s.Loss:
			texts = append(texts, "loss")
		case s.OpponentAdd == 0:
			texts = append(texts, "position restored")
		default:
			texts = append(texts, fmt.Sprintf("opponent+%ds", s.OpponentAdd))
		}
	}
	return strings.Join(texts, ", ")
}

// same compares, but for the deviations.
func (a agreement) same(path, what, got, want string) {
	if want = a.deviation(path, what, want); got != want {
		a.complain("%s, %s, %s: %q, and the sheet says %q", a.id, path, what, got, want)
	}
}

// deviation returns what the data says instead of the sheet, where that is
// listed. Another place of the sheet is one for all that belongs to the rule.
func (a agreement) deviation(path, what, want string) string {
	year := strings.TrimPrefix(a.id, "fide-")
	for i, d := range deviations {
		here := d.path == path || what == "at" && strings.HasPrefix(path, d.path+".")
		if !here || d.what != what || !slices.Contains(strings.Fields(d.years), year) {
			continue
		}
		if d.want != want {
			a.used[deviated{i, year}] = true
		}
		return d.want
	}
	return want
}

// deviated marks that a deviation was one in this year.
type deviated struct {
	n    int
	year string
}

// TestTheAgreementSeesEveryChange changes one value of an edition after the
// other.
func TestTheAgreementSeesEveryChange(t *testing.T) {
	sheets := readSheet(t)
	for _, id := range Known() {
		changed := 0
		e := *load(t, id)
		eachValue("", reflect.ValueOf(&e).Elem(), func(path string, v reflect.Value) {
			before := reflect.New(v.Type()).Elem()
			before.Set(v)
			change(v)
			seen := false
			a := agreement{func(string, ...any) { seen = true }, id, sheets[id], map[any]bool{}}
			a.fields("", reflect.ValueOf(&e).Elem(), true)
			if !seen {
				t.Errorf("%s, %s: %v instead of %v was not seen", id, path, v, before)
			}
			v.Set(before)
			changed++
		})
		if changed < 250 {
			t.Errorf("%s: only %d values changed", id, changed)
		}
	}
}

// eachValue calls do for every value of a struct but those of rules that do not
// exist, which the reader keeps empty.
func eachValue(path string, v reflect.Value, do func(path string, v reflect.Value)) {
	if r := v.FieldByName("Rule"); r.IsValid() && r.Type() == ruleType && !r.Interface().(Rule).Exists() {
		v, path = r, path+".Rule"
	}
	for i := range v.NumField() {
		below := path + "." + v.Type().Field(i).Name
		if v.Field(i).Kind() == reflect.Struct {
			eachValue(below, v.Field(i), do)
		} else {
			do(below, v.Field(i))
		}
	}
}

// change makes another value.
func change(v reflect.Value) {
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(!v.Bool())
	case reflect.Int:
		v.SetInt(v.Int() + 1)
	case reflect.String:
		v.SetString(v.String() + "x")
	case reflect.Slice:
		v.Set(v.Slice(0, v.Len()-1))
	}
}
