package record_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"regexp"
	"slices"
	"strings"
)

// object is a line of the record, or what is expected of one, as JSON has it.
type object = map[string]any

// expectation is an expect.json: what the record of a trace must hold. Its words
// are explained in testdata/scenarios/README.md.
type expectation struct {
	Title   string   `json:"title"`
	Source  string   `json:"source"`
	Topic   string   `json:"topic"`
	Tags    []string `json:"tags"`
	Events  []object `json:"events"`
	Forbid  []any    `json:"forbid"`
	Summary object   `json:"summary"`
	never   []object // lines that may not be there; no word of the files
}

// linesOf reads the lines of a record.
func linesOf(record []byte) (lines []object, err error) {
	for i, text := range strings.Split(strings.TrimSpace(string(record)), "\n") {
		var line object
		if err := json.Unmarshal([]byte(text), &line); err != nil {
			return nil, fmt.Errorf("line %d of the record: %w: %s", i+1, err, text)
		}
		lines = append(lines, line)
	}
	return lines, nil
}

// judge returns the first reason why these lines are not what was expected.
func (e *expectation) judge(lines []object) error {
	for i, line := range lines {
		if last := i == len(lines)-1; (line["ev"] == "summary") != last {
			return fmt.Errorf("line %d is %s: want one summary, at the end", i+1, asJSON(line))
		}
	}
	lines = standing(lines)
	if found := inOrder(e.Events, lines); found < len(e.Events) {
		missing := e.Events[found]
		return fmt.Errorf("event %d of %d is not there: %s; %s", found+1, len(e.Events), asJSON(missing), nearest(missing, lines))
	}
	for _, unwanted := range append(e.forbidden(), e.never...) {
		if i := slices.IndexFunc(lines, func(line object) bool { return lineMatches(unwanted, line) }); i >= 0 {
			return fmt.Errorf("is forbidden: %s", asJSON(lines[i]))
		}
	}
	for _, key := range slices.Sorted(maps.Keys(e.Summary)) {
		if have := lines[len(lines)-1][key]; !matches(e.Summary[key], have) {
			return fmt.Errorf("summary: %s is %s, want %s", key, asJSON(have), asJSON(e.Summary[key]))
		}
	}
	return nil
}

// forbidden are the findings that may not be there: a code stands for all of it.
func (e *expectation) forbidden() (unwanted []object) {
	for _, f := range e.Forbid {
		want := object{"ev": "finding"}
		if code, ok := f.(string); ok {
			want["code"] = code
		} else {
			maps.Copy(want, f.(object))
		}
		unwanted = append(unwanted, want)
	}
	return unwanted
}

// standing leaves out what was made void: plies and findings of another reading,
// and ends that were withdrawn.
func standing(lines []object) (left []object) {
	for _, line := range lines {
		switch {
		case line["ev"] == "retract" && line["why"] == "revision":
			left = slices.DeleteFunc(left, func(o object) bool {
				ofPly := o["ev"] == "move" || o["ev"] == "complete" || o["ev"] == "finding" || o["ev"] == "claim"
				return ofPly && o["ply"] == line["ply"]
			})
		case line["ev"] == "reopen":
			left = slices.DeleteFunc(left, func(o object) bool { return o["ev"] == "end" })
		default:
			left = append(left, line)
		}
	}
	return left
}

// inOrder returns how many of the events are among the lines at best, each in a
// line of its own, in order of time. Lines of one time have no order.
func inOrder(events, lines []object) (best int) {
	byTime := slices.Clone(lines)
	slices.SortStableFunc(byTime, func(a, b object) int {
		switch d := timeOf(a) - timeOf(b); {
		case d < 0:
			return -1
		case d > 0:
			return 1
		}
		return 0
	})
	used, tries := make([]bool, len(byTime)), 100_000
	var follow func(n int, from float64) bool
	follow = func(n int, from float64) bool {
		best = max(best, n)
		if n == len(events) {
			return true
		}
		for i, line := range byTime {
			if used[i] || timeOf(line) < from || !lineMatches(events[n], line) {
				continue
			}
			if tries--; tries < 0 {
				return false
			}
			used[i] = true
			if follow(n+1, timeOf(line)) {
				return true
			}
			used[i] = false
		}
		return false
	}
	follow(0, math.Inf(-1))
	return best
}

// timeOf is when a line happened; a line without a time comes last.
func timeOf(line object) float64 {
	if t, ok := line["t"].(float64); ok {
		return t
	}
	return math.MaxFloat64
}

func lineMatches(want, line object) bool {
	if some, ok := want["any_of"].([]any); ok {
		return slices.ContainsFunc(some, func(w any) bool { return lineMatches(w.(object), line) })
	}
	return matches(want, line)
}

// present is met by every value.
type present struct{}

// matches reports whether have holds all that want asks for. An object may hold
// more than that, a list may not.
func matches(want, have any) bool {
	switch want := want.(type) {
	case present:
		return true
	case object:
		if name, arg, ok := matcher(want); ok {
			return met(name, arg, have)
		}
		have, ok := have.(object)
		for k, w := range want {
			h, there := have[k]
			ok = ok && there && matches(w, h)
		}
		return ok
	case []any:
		have, ok := have.([]any)
		return ok && slices.EqualFunc(want, have, matches)
	case float64:
		have, ok := have.(float64)
		return ok && math.Abs(want-have) <= 1e-9
	}
	switch have.(type) {
	case object, []any:
		return false
	}
	return want == have
}

// matcher is an object with a single key that begins with a dollar.
func matcher(o object) (name string, arg any, ok bool) {
	for k, v := range o {
		return k, v, len(o) == 1 && strings.HasPrefix(k, "$")
	}
	return "", nil, false
}

func met(name string, arg, have any) bool {
	text, isText := have.(string)
	number, isNumber := have.(float64)
	switch name {
	case "$re":
		return isText && regexp.MustCompile(arg.(string)).MatchString(text)
	case "$prefix":
		return isText && strings.HasPrefix(text, arg.(string))
	case "$any":
		return slices.ContainsFunc(arg.([]any), func(w any) bool { return matches(w, have) })
	case "$ge":
		return isNumber && number >= arg.(float64)
	case "$lt":
		return isNumber && number < arg.(float64)
	case "$near":
		near := arg.([]any)
		return isNumber && math.Abs(number-near[0].(float64)) <= near[1].(float64)
	}
	panic("an expectation has the word " + name + ", which does not exist")
}

// nearest says of an event that is not there which line comes closest, and in
// what it differs.
func nearest(want object, lines []object) string {
	if slices.ContainsFunc(lines, func(line object) bool { return lineMatches(want, line) }) {
		return "it comes too early, or was taken for an earlier event"
	}
	keys := []string{"ev", "code", "claim", "ply", "side"}
	for ; len(keys) > 0; keys = keys[:len(keys)-1] {
		for _, line := range lines {
			if differing := differs(want, line); !slices.ContainsFunc(keys, func(k string) bool { return differing[k] != nil }) {
				return "the nearest line has " + asJSON(differing)
			}
		}
	}
	return "nothing is like it"
}

// differs returns the fields of a line that are not as wanted.
func differs(want, line object) object {
	d := object{}
	for k, w := range want {
		if h, there := line[k]; !there || !matches(w, h) {
			d[k] = h
			if h == nil {
				d[k] = "nothing"
			}
		}
	}
	return d
}

func asJSON(v any) string {
	text, err := json.Marshal(v)
	if err != nil {
		return fmt.Sprint(v)
	}
	if len(text) > 300 {
		return string(text[:300]) + "…"
	}
	return string(text)
}
