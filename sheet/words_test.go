package sheet

import (
	"reflect"
	"regexp"
	"slices"
	"testing"

	"recorderd/sentence"
)

var gap = regexp.MustCompile(`\{[a-z_]*\}`)

// TestEveryLanguageSaysTheSame holds the gaps of every text, and the keys of every
// table, against those of English.
func TestEveryLanguageSaysTheSame(t *testing.T) {
	english := texts(reflect.ValueOf(*in(sentence.English)), "")
	for _, l := range sentence.Languages()[1:] {
		other := texts(reflect.ValueOf(*in(l)), "")
		if len(other) != len(english) {
			t.Errorf("%s has %d texts, English %d", l, len(other), len(english))
		}
		same := 0
		for key, text := range english {
			if other[key] == text {
				same++
			}
			want, got := gap.FindAllString(text, -1), gap.FindAllString(other[key], -1)
			slices.Sort(want)
			slices.Sort(got)
			if !slices.Equal(got, want) {
				t.Errorf("%s: %s has the gaps %v, English %v", l, key, got, want)
			}
		}
		if same > len(english)/4 {
			t.Errorf("%s says %d of %d texts as English does", l, same, len(english))
		}
	}
}

// texts returns the texts of a catalogue by the way to them.
func texts(v reflect.Value, at string) map[string]string {
	all := map[string]string{}
	switch v.Kind() {
	case reflect.String:
		all[at] = v.String()
	case reflect.Struct:
		for i := range v.NumField() {
			for key, text := range texts(v.Field(i), at+"."+v.Type().Field(i).Name) {
				all[key] = text
			}
		}
	case reflect.Map:
		for _, key := range v.MapKeys() {
			all[at+"."+key.String()] = v.MapIndex(key).String()
		}
	}
	return all
}

func TestAValueIsNeverReadAsAGap(t *testing.T) {
	if got, want := say("{a} and {b}", "a", "{b}", "b", "2"), "{b} and 2"; got != want {
		t.Errorf("say: %q, want %q", got, want)
	}
}
