package sentence

import (
	"errors"
	"fmt"
	"strings"
)

// template is a text with gaps. "{held_ms}" stands for what is said of that
// field, "{side:of}" for one of its forms. What is in brackets is left out where
// one of its fields is missing, and if it has a bar, what is behind the bar is
// said instead: "[the {touched}|a piece]". Brackets stand in brackets.
type template []part

// part is a plain text, a gap, or an option.
type part struct {
	plain             string
	gap, form         string
	option, otherwise template
}

// UnmarshalText reads a template of a catalogue.
func (t *template) UnmarshalText(text []byte) (err error) {
	p := parser{string(text)}
	*t, err = p.parts("")
	if err != nil {
		return fmt.Errorf("%q: %w", text, err)
	}
	return nil
}

type parser struct{ rest string }

// parts reads up to one of the ends of an option, which is left to be read, or
// where there are none up to the end of the text.
func (p *parser) parts(ends string) (t template, err error) {
	for p.rest != "" && !strings.ContainsRune(ends, rune(p.rest[0])) {
		var next part
		switch p.rest[0] {
		case '{':
			next, err = p.gap()
		case '[':
			next, err = p.option()
		case '}', ']', '|':
			err = fmt.Errorf("%q closes nothing", p.rest[:1])
		default:
			n := strings.IndexAny(p.rest, "{}[]|")
			if n < 0 {
				n = len(p.rest)
			}
			next.plain, p.rest = p.rest[:n], p.rest[n:]
		}
		if err != nil {
			return nil, err
		}
		t = append(t, next)
	}
	if ends != "" && p.rest == "" {
		return nil, errors.New("a bracket is not closed")
	}
	return t, nil
}

func (p *parser) gap() (g part, err error) {
	inside, rest, closed := strings.Cut(p.rest[1:], "}")
	if !closed {
		return g, errors.New("a brace is not closed")
	}
	p.rest = rest
	g.gap, g.form, _ = strings.Cut(inside, ":")
	if _, known := gaps[g.gap]; !known {
		return g, fmt.Errorf("{%s}: no such field", inside)
	}
	return g, nil
}

func (p *parser) option() (o part, err error) {
	p.rest = p.rest[1:]
	if o.option, err = p.parts("|]"); err != nil {
		return o, err
	}
	if p.rest[0] == '|' {
		p.rest = p.rest[1:]
		if o.otherwise, err = p.parts("]"); err != nil {
			return o, err
		}
	}
	p.rest = p.rest[1:]
	return o, nil
}

// fill says the template, and reports whether all was there that it names
// outside its options.
func (t template) fill(s scope) (string, bool) {
	var b strings.Builder
	all := true
	for _, p := range t {
		said, ok := p.plain, true
		switch {
		case p.gap != "":
			said, ok = s.gap(p.gap, p.form)
		case p.option != nil:
			if said, ok = p.option.fill(s); !ok {
				said, ok = p.otherwise.fill(s)
			}
		}
		b.WriteString(said)
		all = all && ok
	}
	return b.String(), all
}

// names adds the fields of a template to those it needs and those it can do
// without.
func (t template) names(needs, uses map[string]bool) {
	for _, p := range t {
		if p.gap != "" {
			needs[p.gap] = true
		}
		p.option.names(uses, uses)
		p.otherwise.names(uses, uses)
	}
}
