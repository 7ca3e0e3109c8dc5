package record_test

import (
	"bytes"
	"encoding/json"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"

	"recorderd/position"
)

// The Laws know no difference between the colours. So every scenario and every
// case can be played with them exchanged: what stood on e2 stands on e7, what
// White did Black does, and the record must say the same of the other side.

// TestWithColoursExchanged plays them so.
func TestWithColoursExchanged(t *testing.T) {
	for _, name := range scenarioNames(t) {
		trace := readFile(t, filepath.Join(scenariosDir, name, "trace.jsonl"))
		judgeExchanged(t, newPending(t, scenariosDir), name, trace, readExpectation(t, name))
	}
	for _, c := range allCases(t) {
		trace, expect, err := c.play(plain)
		if err != nil {
			t.Fatal(err)
		}
		judgeExchanged(t, newPending(t, casesDir), c.name, trace, expect)
	}
}

// judgeExchanged leaves out what is not read in its own colours, either.
func judgeExchanged(t *testing.T, pending *pendingList, name string, trace []byte, expect *expectation) {
	if slices.Contains(pending.names, name) {
		return
	}
	t.Run(name, func(t *testing.T) {
		lines, err := linesOf(replayTrace(t, exchangeTrace(t, trace)))
		if err == nil {
			err = exchangeExpectation(expect).judge(lines)
		}
		if err != nil {
			t.Error(err)
		}
	})
}

func exchangeTrace(t *testing.T, trace []byte) (out []byte) {
	t.Helper()
	for i, line := range bytes.Split(bytes.TrimSpace(trace), []byte("\n")) {
		var o object
		if err := json.Unmarshal(line, &o); err != nil {
			t.Fatal(err)
		}
		if game, ok := o["game"].(object); ok && i == 0 && game["fen"] == nil {
			start := position.Start()
			game["fen"] = start.FEN()
		}
		text, err := json.Marshal(exchange("", o))
		if err != nil {
			t.Fatal(err)
		}
		out = append(append(out, text...), '\n')
	}
	return out
}

func exchangeExpectation(e *expectation) *expectation {
	x := &expectation{Title: e.Title, Summary: exchange("", e.Summary).(object)}
	for _, line := range e.Events {
		x.Events = append(x.Events, exchange("", line).(object))
	}
	for _, f := range e.Forbid {
		x.Forbid = append(x.Forbid, exchange("", f))
	}
	for _, line := range e.never {
		x.never = append(x.never, exchange("", line).(object))
	}
	return x
}

// exchange returns a value of this field for the other side.
func exchange(key string, v any) any {
	switch v := v.(type) {
	case object:
		other := object{}
		for k, w := range v {
			within := k
			if strings.HasPrefix(k, "$") || k == "any_of" {
				within = key
			}
			other[otherSide(k)] = exchange(within, w)
		}
		return other
	case []any:
		list := make([]any, len(v))
		for i, w := range v {
			list[i] = exchange(key, w)
		}
		return list
	case string:
		return exchangeText(key, v)
	}
	return v
}

var sides = strings.NewReplacer("white", "black", "black", "white")

func otherSide(word string) string { return sides.Replace(word) }

func exchangeText(key, text string) string {
	switch key {
	case "san", "uci", "move", "moves", "alternatives", "helpmate", "said", "answered",
		"sq", "square", "squares", "touched", "moved", "stops", "must_play", "king", "rook", "white_king", "black_king":
		return exchangeRanks(text)
	case "piece":
		return exchangeCase(text)
	case "placement", "fen":
		return exchangeFEN(text)
	case "result":
		return exchangeResult(text)
	case "time_control":
		if white, black, ok := strings.Cut(text, "|"); ok {
			return black + "|" + white
		}
	case "by", "side", "running", "flag", "first", "winner", "sealed_by", "to", "castling_barred":
		return otherSide(text)
	}
	return text
}

var rank = regexp.MustCompile(`[a-h][1-8]|[KQRBN]x?[1-8]`)

func exchangeRanks(text string) string {
	return rank.ReplaceAllStringFunc(text, func(s string) string {
		last := len(s) - 1
		return s[:last] + string('1'+'8'-s[last])
	})
}

func exchangeCase(text string) string {
	return strings.Map(func(c rune) rune {
		switch {
		case c == 'o':
			return c
		case unicode.IsUpper(c):
			return unicode.ToLower(c)
		}
		return unicode.ToUpper(c)
	}, text)
}

func exchangeResult(text string) string {
	if white, black, ok := strings.Cut(text, "-"); ok {
		return black + "-" + white
	}
	return text
}

// exchangeFEN takes a placement or more fields of a FEN.
func exchangeFEN(text string) string {
	fields := strings.Fields(text)
	if len(fields) == 0 {
		return text
	}
	ranks := strings.Split(fields[0], "/")
	slices.Reverse(ranks)
	fields[0] = exchangeCase(strings.Join(ranks, "/"))
	if len(fields) > 1 {
		fields[1] = map[string]string{"w": "b", "b": "w"}[fields[1]]
	}
	if len(fields) > 2 {
		rights := strings.Split(exchangeCase(fields[2]), "")
		slices.Sort(rights) // capitals first
		fields[2] = strings.Join(rights, "")
	}
	if len(fields) > 3 {
		fields[3] = exchangeRanks(fields[3])
	}
	return strings.Join(fields, " ")
}

func TestExchange(t *testing.T) {
	for _, x := range []struct{ key, from, to string }{
		{"san", "Nbxd2+", "Nbxd7+"}, {"san", "e8=Q", "e1=Q"}, {"san", "R1a3", "R8a6"}, {"san", "O-O", "O-O"}, {"uci", "e2e4", "e7e5"},
		{"fen", "4k3/8/8/8/7q/8/8/R3K3 w Q - 0 1", "r3k3/8/8/7Q/8/8/8/4K3 b q - 0 1"},
		{"fen", "8/8/8/8/3pP3/8/8/4K2R b Kq e3 0 1", "4k2r/8/8/3Pp3/8/8/8/8 w Qk e6 0 1"},
		{"result", "1/2-0", "0-1/2"}, {"by", "white", "black"}, {"by", "arbiter", "arbiter"}, {"piece", "o", "o"}, {"flag", "both", "both"},
	} {
		if to := exchangeText(x.key, x.from); to != x.to {
			t.Errorf("%s %s becomes %s, want %s", x.key, x.from, to, x.to)
		}
		if back := exchangeText(x.key, x.to); back != x.from {
			t.Errorf("%s %s becomes %s, want %s again", x.key, x.to, back, x.from)
		}
	}
}
