package observation

import (
	"bytes"
	"strconv"
)

// Most lines stand in the one form in which they are written, and most facts are
// of three kinds. Those are read without a JSON decoder, which takes ten times as
// long: what stands between the keys is taken for the values, and whether that was
// right is found out by writing it again. What gives other bytes, or is of another
// kind, is for the decoder.

// Guess reads a line that AppendLine may have written. It is right only if
// AppendLine makes the same bytes of what it returns, which is for the caller to
// see.
func Guess(line []byte) (t int64, f Fact, ok bool) {
	var v [5][]byte
	switch {
	case Between(line, v[:1], `{"t":`, `,"tick":true}`):
		f, ok = Tick{}, true
	case Between(line, v[:3], `{"t":`, `,"sq":"`, `","piece":"`, `"}`):
		f, ok = guessChange(v[1], v[2])
	case Between(line, v[:5], `{"t":`, `,"clock":{"white_ms":`, `,"black_ms":`, `,"running":"`, `","flag":"`, `"}}`):
		f, ok = guessClock(v[1:])
	}
	t, is := GuessInt(v[0])
	return t, f, ok && is && t >= 0
}

func guessChange(square, piece []byte) (Fact, bool) {
	name := string(piece)
	c, err := parseChange(string(square), &name)
	return c, err == nil
}

func guessClock(v [][]byte) (Fact, bool) {
	white, is := GuessInt(v[0])
	black, too := GuessInt(v[1])
	c, err := (&wireClock{&white, &black, string(v[2]), string(v[3])}).clock()
	return c, err == nil && is && too
}

// Between cuts a line into the values that stand between these texts: the first
// text begins it, the last ends it. It reports whether the line has them all, in
// this order.
func Between(line []byte, values [][]byte, texts ...string) bool {
	rest, ok := bytes.CutPrefix(line, []byte(texts[0]))
	if !ok {
		return false
	}
	last := len(values) - 1
	for i := range last {
		if values[i], rest, ok = bytes.Cut(rest, []byte(texts[i+1])); !ok {
			return false
		}
	}
	values[last], ok = bytes.CutSuffix(rest, []byte(texts[last+1]))
	return ok
}

// GuessInt reads a whole number.
func GuessInt(b []byte) (int64, bool) {
	n, err := strconv.ParseInt(string(b), 10, 64)
	return n, err == nil
}
