package record_test

import (
	"encoding/json"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"recorderd/observation"
)

// What a record says in the end may hang neither on when a game was played, nor
// on how often the sensors said what was known.

// verdictOf is what stands in a record at its end, each a line of text: plies with
// their times, completions, findings, claims and the end. How sure it was, when it
// became known, and in what order, is left out.
func verdictOf(lines []object) (verdict []string) {
	plies := map[any]object{}
	for _, line := range standing(lines) {
		line = maps.Clone(line)
		for _, k := range []string{"known", "confidence", "alternatives", "inferred"} {
			delete(line, k)
		}
		switch {
		case line["level"] == "quality", line["ev"] == "summary":
		case line["ev"] == "move": // a second one replaces the first
			plies[line["ply"]] = line
		case line["ev"] == "retract":
			delete(plies, line["ply"])
			verdict = append(verdict, asText(line))
		default:
			verdict = append(verdict, asText(line))
		}
	}
	for _, line := range plies {
		verdict = append(verdict, asText(line))
	}
	slices.Sort(verdict)
	return verdict
}

func asText(line object) string {
	text, err := json.Marshal(line)
	if err != nil {
		panic(err) // it was read from JSON
	}
	return string(text)
}

// otherVerdict says what one verdict has and the other has not.
func otherVerdict(have, want []string) string {
	var differing []string
	for _, line := range have {
		if !slices.Contains(want, line) {
			differing = append(differing, "have "+line)
		}
	}
	for _, line := range want {
		if !slices.Contains(have, line) {
			differing = append(differing, "want "+line)
		}
	}
	if differing == nil && len(have) != len(want) {
		differing = []string{"something is said more than once"}
	}
	return strings.Join(differing, "\n")
}

// TestWhenAGameIsPlayedMeansNothing plays each game some hours later.
func TestWhenAGameIsPlayedMeansNothing(t *testing.T) {
	const later = 7*3600_000 + 123
	eachHeard(t, 1, func(t *testing.T, h *heard) {
		shifted := &heard{header: h.header}
		for _, b := range h.batches {
			shifted.batches = append(shifted.batches, observation.Batch{T: b.T + later, Facts: b.Facts})
		}
		want := h.lines(t)
		for i, line := range want {
			want[i] = shift("", line, later).(object)
		}
		have := shifted.lines(t)
		for _, line := range have {
			delete(line, "text")
		}
		if how := otherVerdict(texts(have), texts(want)); how != "" {
			t.Error(how)
		}
	})
}

func texts(lines []object) (all []string) {
	for _, line := range lines {
		all = append(all, asText(line))
	}
	return all
}

// shift moves all times of a line, and leaves out its text, which names them.
func shift(key string, v any, by float64) any {
	switch v := v.(type) {
	case object:
		later := object{}
		for k, w := range v {
			if k != "text" {
				later[k] = shift(k, w, by)
			}
		}
		return later
	case []any:
		list := make([]any, len(v))
		for i, w := range v {
			list[i] = shift(key, w, by)
		}
		return list
	case float64:
		if key == "t" || key == "known" || strings.HasSuffix(key, "_t") {
			return v + by
		}
	}
	return v
}

// TestSilenceMeansNothing says now and then that time has passed. A record that is
// woken where silence matters has not a line more or less.
func TestSilenceMeansNothing(t *testing.T) {
	eachHeard(t, 2, func(t *testing.T, h *heard) { again(t, h, withTicks, verdictOf) })
}

// TestNotesMeanNothing has people write things down: that says nothing about the
// play.
func TestNotesMeanNothing(t *testing.T) {
	eachHeard(t, 4, func(t *testing.T, h *heard) { again(t, h, withNotes, verdictOf) })
}

// TestTheSameSquaresMeanNothing has the board say again what stands on it.
func TestTheSameSquaresMeanNothing(t *testing.T) {
	eachHeard(t, 3, func(t *testing.T, h *heard) { again(t, h, withPlacements, verdictOf) })
}

// TestTheSameTimesMeanNothing has the clock say again what it shows.
func TestTheSameTimesMeanNothing(t *testing.T) {
	eachHeard(t, 4, func(t *testing.T, h *heard) { again(t, h, withClocksAgain, roughVerdictOf) })
}

// TestABatchIsReadInItsOrder has what was heard at one time judged in parts.
func TestABatchIsReadInItsOrder(t *testing.T) {
	eachHeard(t, 0, func(t *testing.T, h *heard) { again(t, h, apart, verdictOf) })
}

// roughVerdictOf is a verdict without what is worked out from the times of a clock
// between two reports, and better if there are more of them.
func roughVerdictOf(lines []object) []string {
	estimated := []string{"scoresheet-free", "last-two-minutes", "flag-fall", "both-flags"}
	for i, line := range lines {
		lines[i] = withoutEstimates(line).(object)
		if code, ok := line["code"].(string); ok && slices.Contains(estimated, code) {
			delete(lines[i], "t")
		}
	}
	return verdictOf(lines)
}

func withoutEstimates(v any) any {
	switch v := v.(type) {
	case object:
		left := object{}
		for k, w := range v {
			if !slices.Contains([]string{"text", "ms", "left_ms", "expected_ms", "from_t", "since_t", "known"}, k) {
				left[k] = withoutEstimates(w)
			}
		}
		return left
	case []any:
		list := make([]any, len(v))
		for i, w := range v {
			list[i] = withoutEstimates(w)
		}
		return list
	}
	return v
}

// again plays a game with something more and wants the same to come out.
func again(t *testing.T, h *heard, add func(*rand.Rand, *heard) []observation.Batch, out func([]object) []string) {
	t.Helper()
	want := out(h.lines(t))
	for seed := range uint64(tries(1, 4)) {
		more := &heard{header: h.header, batches: add(rand.New(rand.NewPCG(seed, 21)), h)}
		if how := otherVerdict(out(more.lines(t)), want); how != "" {
			t.Fatalf("seed %d: %s", seed, how)
		}
	}
}

// between returns the batches of a game with some more between them: say is given
// each batch, and some time before the next, and returns what is heard then.
func between(r *rand.Rand, h *heard, say func(b observation.Batch, at int64) observation.Fact) (out []observation.Batch) {
	for i, b := range h.batches {
		out = append(out, b)
		until := b.T + 2000
		if i+1 < len(h.batches) {
			until = min(until, h.batches[i+1].T)
		}
		at := b.T + 1 + r.Int64N(max(1, until-b.T-1))
		if f := say(b, at); f != nil && at < until && r.IntN(2) == 0 {
			out = append(out, observation.Batch{T: at, Facts: []observation.Fact{f}})
		}
	}
	return out
}

func withTicks(r *rand.Rand, h *heard) []observation.Batch {
	return between(r, h, func(observation.Batch, int64) observation.Fact { return observation.Tick{} })
}

func withNotes(r *rand.Rand, h *heard) []observation.Batch {
	by := [...]string{"white", "black", "arbiter"}
	return between(r, h, func(observation.Batch, int64) observation.Fact {
		return observation.Act{By: by[r.IntN(len(by))], Kind: observation.ActNote, Text: "a cold morning"}
	})
}

// withClocksAgain repeats reports of the clock while it must still show the same.
func withClocksAgain(r *rand.Rand, h *heard) []observation.Batch {
	const soon = 400
	return between(r, h, func(b observation.Batch, at int64) observation.Fact {
		for _, f := range b.Facts {
			if c, ok := f.(observation.Clock); ok && at-b.T < soon {
				return c
			}
		}
		return nil
	})
}

// withPlacements has the board say as a whole, now and then, what it has said
// square by square.
func withPlacements(r *rand.Rand, h *heard) []observation.Batch {
	var stands observation.Placement
	seen := false
	return between(r, h, func(b observation.Batch, _ int64) observation.Fact {
		for _, f := range b.Facts {
			switch f := f.(type) {
			case observation.Placement:
				stands, seen = f, true
			case observation.Change:
				stands[f.Square] = f.Piece
			case observation.Restart:
				seen = false
			case observation.Link:
				seen = seen && f.Device != observation.BoardDevice
			}
		}
		if !seen || h.header.Board.Sensing == observation.Moves {
			return nil
		}
		return stands
	})
}

// apart has what was heard at one time judged in parts: first what the board says,
// then the clock, then people, as within a batch.
func apart(_ *rand.Rand, h *heard) (out []observation.Batch) {
	part := func(f observation.Fact) int {
		switch f.(type) {
		case observation.Clock:
			return 1
		case observation.Act:
			return 2
		}
		return 0
	}
	for _, b := range h.batches {
		var parts [3][]observation.Fact
		for _, f := range b.Facts {
			parts[part(f)] = append(parts[part(f)], f)
		}
		for _, facts := range parts {
			if facts != nil {
				out = append(out, observation.Batch{T: b.T, Facts: facts})
			}
		}
	}
	return out
}
