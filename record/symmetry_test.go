package record_test

import (
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"recorderd/position"
)

// tossed are games in which readings that are equally likely differ by what comes
// first on the board, so that the record does too. What it says in the end is the
// same.
var tossed = map[string]string{
	"scenario/game-century-heavy-noise,occupancy":                     "when a doubt of ply 36 is told",
	"situation/G3 several pieces fall and are put up again,identity":  "when ply 1 is told, a second earlier or later",
	"situation/G3 several pieces fall and are put up again,occupancy": "when ply 1 is told, a second earlier or later",
}

// TestTheRecordKnowsNoColour wants more than that the other side is judged as
// well: every line of the record, what nobody expected or forbade too, must be
// that of the game with the colours exchanged.
func TestTheRecordKnowsNoColour(t *testing.T) {
	eachHeard(t, 0, func(t *testing.T, h *heard) {
		if why := tossed[h.name]; why != "" {
			t.Skip(why)
		}
		if h.header.Game.FEN == "" {
			start := position.Start()
			h.header.Game.FEN = start.FEN()
		}
		have := heardTrace(t, h.name, exchangeTrace(t, h.trace(t))).lines(t)
		want := h.lines(t)
		for i, line := range want {
			want[i] = exchange("", line).(object)
		}
		if how := otherLines(have, want); how != "" {
			t.Error(how)
		}
	})
}

// otherLines says where two records differ first in what has to do with colour.
// From a ply on of which two readings are equally likely they may go apart.
func otherLines(have, want []object) string {
	have, want = colourless(have), colourless(want)
	for i := range max(len(have), len(want)) {
		var a, b object
		if i < len(have) {
			a = have[i]
		}
		if i < len(want) {
			b = want[i]
		}
		if reflect.DeepEqual(a, b) {
			continue
		}
		if even(a) && even(b) {
			return ""
		}
		return "line has\n" + asJSON(a) + "\nwant\n" + asJSON(b)
	}
	return ""
}

// even reports whether a line is a ply that is as likely another one.
func even(line object) bool {
	sure, ok := line["confidence"].(float64)
	return ok && line["ev"] == "move" && sure <= 0.5
}

// colourless leaves out of lines what cannot be exchanged. Of the flags that fall
// at one time White's is told first.
func colourless(lines []object) (out []object) {
	for _, line := range lines {
		out = append(out, withoutColour("", line).(object))
	}
	for i := range len(out) - 1 {
		a, b := out[i], out[i+1]
		if a["code"] == "flag-fall" && b["code"] == "flag-fall" && a["t"] == b["t"] && a["side"] == "black" {
			out[i], out[i+1] = b, a
		}
	}
	return out
}

// uncoloured are the words of a line and digests of positions, and the way to a
// mate, which is one of many.
var uncoloured = []string{"text", "sha256", "helpmate", "winner"}

// withoutColour takes the uncoloured out of a value, the numbers of moves, which
// count from White, and the order in which squares are named.
func withoutColour(key string, v any) any {
	switch v := v.(type) {
	case object:
		left := object{}
		for _, k := range slices.Sorted(maps.Keys(v)) {
			if !slices.Contains(uncoloured, k) {
				left[k] = withoutColour(k, v[k])
			}
		}
		return left
	case []any:
		list := make([]any, len(v))
		for i, w := range v {
			list[i] = withoutColour(key, w)
		}
		if key == "squares" || key == "alternatives" || key == "castling_barred" {
			slices.SortFunc(list, func(a, b any) int { return strings.Compare(asJSON(a), asJSON(b)) })
		}
		return list
	case string:
		if fields := strings.Fields(v); key == "fen" && len(fields) == 6 {
			return strings.Join(fields[:5], " ")
		}
	}
	return v
}
