package laws

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/BurntSushi/toml"
)

// parse reads the data of one edition. A key that no rule asks for, one that a
// rule asks for and the file has not, and a value out of its range are errors
// that name the file and the key.
func parse(file string, data []byte) (*Edition, error) {
	e := new(Edition)
	md, err := toml.Decode(string(data), e)
	if err != nil {
		return nil, fmt.Errorf("laws file %s: %w", file, err)
	}
	if unknown := md.Undecoded(); len(unknown) > 0 {
		return nil, fmt.Errorf("laws file %s: key %s: no rule has it", file, unknown[0])
	}
	if err := (reader{md}).table(nil, reflect.ValueOf(e).Elem()); err != nil {
		return nil, fmt.Errorf("laws file %s: %w", file, err)
	}
	if e.ID+".toml" != file {
		return nil, fmt.Errorf("laws file %s: key id: %q is not the file's name", file, e.ID)
	}
	if _, err := time.Parse(time.DateOnly, e.InForce); err != nil {
		return nil, fmt.Errorf("laws file %s: key in_force: %w", file, err)
	}
	return e, nil
}

// reader holds the typed rules against the keys that a file has.
type reader struct{ md toml.MetaData }

var ruleType = reflect.TypeFor[Rule]()

// table checks one table of the file and the tables in it.
func (r reader) table(path toml.Key, v reflect.Value) error {
	rule, isRule := v.Addr().Interface().(interface{ rule() Rule })
	if isRule {
		if err := r.rule(path, rule.rule()); err != nil {
			return err
		}
	}
	silent := isRule && !rule.rule().Exists()
	if err := r.fields(path, v, silent); err != nil || silent {
		return err
	}
	if c, ok := v.Addr().Interface().(interface{ check() error }); ok {
		if err := c.check(); err != nil {
			return fmt.Errorf("key %s: %w", path, err)
		}
	}
	return nil
}

// fields checks that the keys of a table are those of its type. The table of a
// silent rule has no values.
func (r reader) fields(path toml.Key, v reflect.Value, silent bool) error {
	if v.Type() == ruleType {
		return nil
	}
	for i := range v.NumField() {
		field, key := v.Type().Field(i), path
		if !field.Anonymous {
			key = append(slices.Clone(path), field.Tag.Get("toml"))
		}
		switch {
		case field.Anonymous: // its keys stand in this same table
			if err := r.fields(key, v.Field(i), silent); err != nil {
				return err
			}
		case field.Type.Kind() == reflect.Struct:
			if err := r.table(key, v.Field(i)); err != nil {
				return err
			}
		case silent && r.md.IsDefined(key...):
			return fmt.Errorf("key %s: the edition has no such rule, or nobody knows it, and yet there is a value", key)
		case !silent && !r.md.IsDefined(key...):
			return fmt.Errorf("key %s: missing", key)
		}
	}
	return nil
}

// rule checks what every rule has.
func (r reader) rule(path toml.Key, rule Rule) error {
	defined := func(name string) bool { return r.md.IsDefined(append(slices.Clone(path), name)...) }
	switch {
	case !defined("verified"):
		return fmt.Errorf("key %s.verified: missing", path)
	case rule.Exists() && !defined("article"):
		return fmt.Errorf("key %s.article: missing", path)
	case rule.Exists() && rule.Article == "":
		return fmt.Errorf("key %s.article: empty", path)
	case rule.Absent && rule.Basis == Unknown:
		return fmt.Errorf("key %s.absent: a rule is absent or unknown, not both", path)
	}
	return nil
}

// word reads one of the words of a closed list.
func word[T ~string](dst *T, b []byte, words ...T) error {
	if !slices.Contains(words, T(b)) {
		var list []string
		for _, w := range words {
			list = append(list, string(w))
		}
		return fmt.Errorf("%q is none of %s", b, strings.Join(list, ", "))
	}
	*dst = T(b)
	return nil
}

// positive is the check of numbers that must not be zero.
func positive(what string, numbers ...int) error {
	for _, n := range numbers {
		if n <= 0 {
			return errors.New(what + " must be more than zero")
		}
	}
	return nil
}
