package record_test

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// The fields that stand in a line of the record itself; of findings and claims
// all others stand in its data.
var ownFields = map[string][]string{
	"finding": {"side", "ply", "level", "article", "t", "text"},
	"claim":   {"by", "ply", "supported", "article", "t"},
}

// subjects are the fields that may stand without their names, right after the
// kind of line.
var subjects = map[string][]string{
	"finding": {"code"}, "claim": {"claim"}, "move": {"ply", "san"}, "complete": {"ply"}, "retract": {"ply"},
	"end": {"result", "termination"}, "start": {},
}

// expectedLine reads "finding flag-fall side=white" and the like. Lines that
// would do as well follow after bars.
func expectedLine(text string, marks map[string]int64) (object, error) {
	if some := strings.Split(text, " | "); len(some) > 1 {
		var lines []any
		for _, one := range some {
			line, err := expectedLine(one, marks)
			if err != nil {
				return nil, err
			}
			lines = append(lines, line)
		}
		return object{"any_of": lines}, nil
	}
	words := strings.Fields(text)
	if len(words) == 0 {
		return nil, fmt.Errorf("nothing is expected")
	}
	ev := words[0]
	names, ok := subjects[ev]
	if !ok {
		return nil, fmt.Errorf("%q is no line of a record", ev)
	}
	line, data := object{"ev": ev}, object{}
	for i, w := range words[1:] {
		key, value, named := strings.Cut(w, "=")
		switch promotion := strings.ContainsAny(key, "12345678"); { // "e8=Q" is no field
		case (!named || promotion) && i < len(names):
			key, value = names[i], w
		case !named:
			return nil, fmt.Errorf("%q: want a field and its value", w)
		}
		v, err := expectedValue(key, value, marks)
		if err != nil {
			return nil, err
		}
		switch own := ownFields[ev]; {
		case key == "at":
			line["t"] = v
		case own == nil || slices.Contains(own, key) || slices.Contains(names, key):
			line[key] = v
		default:
			data[key] = v
		}
	}
	if len(data) > 0 {
		line["data"] = data
	}
	return line, nil
}

// nearMark is how far from a mark a time may be.
const nearMark = 500

// expectedValue reads the value of a field: true, false, null, a number, a text;
// "*" for anything, ">=n", "<n", "^beginning", "a|b" for one of these.
func expectedValue(key, value string, marks map[string]int64) (any, error) {
	switch key {
	case "at":
		t, ok := marks[value]
		if !ok {
			return nil, fmt.Errorf("at=%s: there is no such mark", value)
		}
		return object{"$near": []any{float64(t), float64(nearMark)}}, nil
	case "remedy":
		if value != "*" {
			return expectedRemedy(value)
		}
	case "moves", "squares":
		list := []any{}
		for _, m := range strings.FieldsFunc(value, func(c rune) bool { return c == ',' }) {
			list = append(list, m)
		}
		return list, nil
	}
	if some := strings.Split(value, "|"); len(some) > 1 {
		var any []any
		for _, one := range some {
			v, err := expectedValue(key, one, marks)
			if err != nil {
				return nil, err
			}
			any = append(any, v)
		}
		return object{"$any": any}, nil
	}
	switch {
	case key == "article" || key == "result":
		return value, nil // a text, though it may look like a number; "*" is a result
	case value == "*":
		return present{}, nil
	}
	return plainValue(value)
}

func plainValue(value string) (any, error) {
	for word, v := range map[string]any{"true": true, "false": false, "null": nil} {
		if value == word {
			return v, nil
		}
	}
	for sign, name := range map[string]string{">=": "$ge", "<": "$lt"} {
		if rest, ok := strings.CutPrefix(value, sign); ok {
			n, err := strconv.ParseFloat(rest, 64)
			return object{name: n}, err
		}
	}
	if rest, ok := strings.CutPrefix(value, "^"); ok {
		return object{"$prefix": strings.ReplaceAll(rest, "_", " ")}, nil
	}
	if n, err := strconv.ParseFloat(value, 64); err == nil && !strings.ContainsAny(value, "eE") {
		return n, nil
	}
	return value, nil
}

// expectedRemedy reads "time:black:120000,time:white:-30000", "loss:white",
// "draw", "none"; "~" before a time is a second more or less.
func expectedRemedy(value string) (any, error) {
	list := []any{}
	if value == "none" {
		return list, nil
	}
	for _, one := range strings.Split(value, ",") {
		parts := strings.Split(one, ":")
		r := object{"kind": parts[0]}
		if len(parts) > 1 {
			r["to"] = parts[1]
		}
		if len(parts) > 2 {
			text, about := strings.CutPrefix(parts[2], "~")
			ms, err := strconv.ParseFloat(text, 64)
			if err != nil {
				return nil, fmt.Errorf("remedy %s: %w", one, err)
			}
			r["ms"] = ms
			if about {
				r["ms"] = object{"$near": []any{ms, 1000.0}}
			}
		}
		list = append(list, r)
	}
	return list, nil
}

// expectedSummary reads the fields of the last line; "findings.CODE=n" counts.
func expectedSummary(text string, summary object) error {
	for _, w := range strings.Fields(text) {
		key, value, ok := strings.Cut(w, "=")
		if !ok {
			return fmt.Errorf("summary: %q: want a field and its value", w)
		}
		v, err := expectedValue(key, value, nil)
		if err != nil {
			return err
		}
		if code, ok := strings.CutPrefix(key, "findings."); ok {
			counts, _ := summary["findings"].(object)
			if counts == nil {
				counts = object{}
			}
			counts[code] = v
			key, v = "findings", counts
		}
		summary[key] = v
	}
	return nil
}
