package sentence

import (
	"fmt"
	"slices"
	"strings"

	"recorderd/position"
)

// manner is how a field of the data is said.
type manner uint8

const (
	aText        manner = iota
	aSide               // "White", "White's"
	aSquare             // "f1"
	aPlace              // "bishop on f1"
	aMove               // "Ke1-e3"
	anInstant           // "0:12:31.4" since the recording began
	aReading            // "0:05:00" on a clock
	aDuration           // "1 minute and 30 seconds"
	aCount              // "two moves"
	aNumber             // "40"
	anOrdinal           // "second"
	howOften            // the same, of how many there are in a list
	aPly                // "ply 24"
	aPhrase             // what the value means, from a table of the catalogue
	aCastling           // "White may not castle kingside"; in a list the side stands once
	aWord               // the same, or the value itself where the table has it not
	aRemedy             // "White gets two minutes"
	anOccurrence        // "ply 24 (0:12:31.4)"
	anOrder             // "the sensors cannot tell which came first"
)

// gap is what stands for a field in a template. Key is the name of the field
// where that is another; a list is said of each in it.
type gap struct {
	key   string
	as    manner
	table string // of aPhrase, aWord and aCount
	or    bool   // a list is of things of which one is so
}

// itself is the key of the data as a whole.
const itself = "."

var gaps = map[string]gap{
	"side": {as: aSide}, "opponent": {as: aSide}, "first": {as: aSide}, "to": {as: aSide}, "winner": {as: aSide},
	"t": {as: anInstant}, "noticed_t": {as: anInstant}, "from_t": {as: anInstant}, "to_t": {as: anInstant},
	"since_t": {as: anInstant}, "right_t": {as: anInstant},

	"king": {as: aPlace}, "white_king": {as: aSquare}, "black_king": {as: aSquare}, "square": {as: aSquare}, "stops": {as: aSquare},
	"touched": {as: aPlace}, "moved": {as: aPlace}, "others": {as: aPlace}, "rook": {as: aPlace}, "pieces": {as: aPlace},
	"squares": {as: aPlace}, "surplus": {key: itself, as: aPlace},

	"move": {as: aMove}, "san": {as: aMove}, "other": {as: aMove}, "said": {as: aMove}, "helpmate": {as: aMove},
	"line": {key: "moves", as: aMove}, "alternatives": {as: aMove, or: true},

	"held_ms": {as: aDuration}, "stood_ms": {as: aDuration}, "left_ms": {as: aDuration}, "gap_ms": {as: aDuration},
	"expected_ms": {as: aDuration}, "added_ms": {as: aDuration}, "ms": {as: aDuration},
	"white_ms": {as: aReading}, "black_ms": {as: aReading}, "from_ms": {as: aReading}, "to_ms": {as: aReading},
	"expected": {key: "expected_ms", as: aReading}, "expected_white_ms": {as: aReading}, "expected_black_ms": {as: aReading},

	"moves": {as: aCount, table: "move"}, "plies": {as: aCount, table: "move"}, "lost_bytes": {as: aCount, table: "byte"},
	"required": {as: aNumber}, "count": {as: anOrdinal}, "since_ply": {as: aPly}, "ply": {as: aPly},

	"kind": {as: aWord, table: "kind"}, "also": {as: aWord, table: "kind"}, "faults": {as: aWord, table: "kind"},
	"rule": {as: aWord, table: "rule"}, "claim": {as: aWord, table: "claim"}, "reason": {as: aWord, table: "reason"},
	"result": {as: aWord, table: "result"}, "code": {as: aWord, table: "code"},
	"event": {key: "kind", as: aPhrase, table: "after-end"}, "castling_barred": {as: aCastling, table: "barred"},
	"could": {as: aPhrase, table: "could"}, "grade": {as: aPhrase, table: "grade"}, "device": {as: aPhrase, table: "device"}, "source": {key: "from", as: aPhrase, table: "source"},
	"proper": {as: aPhrase, table: "proper"}, "standing": {as: aPhrase, table: "standing"}, "entered": {as: aPhrase, table: "entered"}, "fault": {as: aPhrase, table: "fault"},
	"unpressed": {key: "completed_by", as: aPhrase, table: "unpressed"}, "by_agreement": {as: aPhrase, table: "by-agreement"},
	"breach": {as: aPhrase, table: "breach"}, "replaced_by": {as: aPhrase, table: "replaced-by"},
	"if_announced": {as: aPhrase, table: "if-announced"}, "must_play": {as: aMove},
	"opponent_can_mate": {as: aPhrase, table: "can-mate"}, "verdict": {key: "supported", as: aPhrase, table: "verdict"},

	"remedy": {as: aRemedy}, "occurrences": {as: anOccurrence}, "times": {key: "occurrences", as: howOften}, "order": {as: anOrder}, "article": {as: aText},
}

// scope is what a template is filled from.
type scope struct {
	*catalogue
	data map[string]any
}

// gap says a field, and reports whether there was something to say.
func (s scope) gap(name, form string) (string, bool) {
	g := gaps[name]
	if g.key == "" {
		g.key = name
	}
	v, ok := s.data[g.key]
	if g.key == itself {
		v, ok = s.data, true
	}
	if !ok {
		return "", false
	}
	switch all, isList := v.([]any); {
	case g.as == howOften:
		return ordinal(s.Times, len(all))
	case isList:
		return s.each(g, form, all)
	}
	return s.one(g, form, v)
}

// one says a single value.
func (s scope) one(g gap, form string, v any) (string, bool) {
	switch g.as {
	case aText:
		return clean(v)
	case aSide:
		return s.player(v, form)
	case aSquare:
		return square(v)
	case aPlace:
		return s.place(v, form)
	case aMove:
		return s.move(v)
	case anInstant:
		return s.instant(v)
	case aReading:
		return s.reading(v)
	case aDuration:
		return s.duration(v)
	case aCount:
		return s.count(g.table, v)
	case aNumber:
		n, ok := whole(v)
		return fmt.Sprint(n), ok
	case anOrdinal:
		n, _ := whole(v)
		return ordinal(s.Ordinal, int(min(n, most)))
	case aPly:
		return s.ply(v)
	case aPhrase, aCastling:
		return s.phrase(g.table, key(v), s)
	case aWord:
		return s.word(g.table, v)
	}
	return s.shape(g, v)
}

// shape says a value that has fields of its own.
func (s scope) shape(g gap, v any) (string, bool) {
	data, ok := v.(map[string]any)
	if !ok {
		return "", false
	}
	within := scope{s.catalogue, data}
	switch g.as {
	case aRemedy:
		return s.remedy(within)
	case anOccurrence:
		return s.phrase("occurrence", pick(data["intended"] == true, "intended", "seen"), within)
	case anOrder:
		return s.phrase("order", key(data["known"]), within)
	}
	return "", false
}

// most is how many things are enumerated.
const most = 16

// each says a list. No remedy is something to say too.
func (s scope) each(g gap, form string, all []any) (string, bool) {
	if g.as == aRemedy && len(all) == 0 {
		return s.phrase("remedy", "none", s)
	}
	if g.as == aCastling {
		all = bySide(all)
	}
	var said []string
	for _, v := range all[:min(len(all), most)] {
		text, ok := "", false
		if line, isLine := v.([]any); isLine && g.or {
			text, ok = s.each(gap{as: g.as}, form, line[:min(len(line), most)])
		} else if !isLine {
			text, ok = s.one(g, form, v)
		}
		if ok {
			said = append(said, text)
		}
	}
	if len(all) > most {
		said = append(said, strings.ReplaceAll(s.List.More, "#", fmt.Sprint(len(all)-most)))
	}
	if g.as == aMove && !g.or {
		return strings.Join(said, s.List.Comma), len(said) > 0
	}
	return s.join(said, pick(g.or, s.List.Or, s.List.And)), len(said) > 0
}

// bySide has the side alone where neither of its castlings is left: "white O-O"
// and "white O-O-O" become "white".
func bySide(castlings []any) (some []any) {
	for _, c := range castlings {
		side, wing, _ := strings.Cut(key(c), " ")
		switch other := side + " " + pick(wing == "O-O", "O-O-O", "O-O"); {
		case !slices.Contains(castlings, any(other)):
			some = append(some, c)
		case !slices.Contains(some, any(side)):
			some = append(some, side)
		}
	}
	return some
}

// ordinal says the n-th, as far as there are words for it.
func ordinal(words []string, n int) (string, bool) {
	if n < 1 || n > len(words) {
		return "", false
	}
	return words[n-1], true
}

func (s scope) join(said []string, last string) string {
	if len(said) < 2 {
		return strings.Join(said, "")
	}
	n := len(said) - 1
	return strings.Join(said[:n], s.List.Comma) + last + said[n]
}

// player names a side, or the arbiter. One that is not known can be named too, but is nothing to
// say.
func (s scope) player(v any, form string) (string, bool) {
	if form == "" {
		form = "name"
	}
	who, _ := v.(string)
	if forms, known := s.Side[who]; known && who != "none" {
		return forms[form], true
	}
	return s.Side["none"][form], false
}

// place names a piece and its square: "bishop on f1" where it is of the side that
// the sentence is about, and otherwise "black bishop on f8".
func (s scope) place(v any, form string) (string, bool) {
	if at, ok := square(v); ok {
		return at, true
	}
	fields, _ := v.(map[string]any)
	at, ok := square(fields["square"])
	if !ok {
		return "", false
	}
	p := pieceOf(fields["piece"])
	words := s.Piece[pick(p == position.Empty, "o", string(p.Kind().Letter()))]
	name := words.Name
	switch side := p.Side(); {
	case p == position.Empty || s.data["side"] == side.String():
	case side == position.White:
		name = words.White
	default:
		name = words.Black
	}
	if form == "the" {
		name = words.The + " " + name
	}
	return name + s.On + at, true
}

// ply names a ply by its number; the one before the first is the start.
func (s scope) ply(v any) (string, bool) {
	n, ok := whole(v)
	if !ok {
		return "", false
	}
	if n == 0 {
		return s.phrase("ply", "start", s)
	}
	said, ok := s.phrase("ply", "other", s)
	return fmt.Sprintf("%s %d", said, n), ok
}

// remedy says what a rule gives to a player, or takes from him.
func (s scope) remedy(within scope) (string, bool) {
	kind, _ := within.data["kind"].(string)
	if ms, ok := signed(within.data["ms"]); ok && ms < 0 && kind == "time" {
		kind, within.data["ms"] = "taken", number(-ms)
	}
	return s.phrase("remedy", kind, within)
}

// phrase says an entry of a table.
func (c *catalogue) phrase(table, key string, s scope) (string, bool) {
	said, ok := c.Phrase[table][key]
	if !ok {
		return "", false
	}
	return said.fill(s)
}

// key is how a value stands in a table.
func key(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case bool:
		return pick(v, "true", "false")
	}
	return "unknown"
}

// word says an entry of a table, or for a word that is new the word itself.
func (s scope) word(table string, v any) (string, bool) {
	if said, ok := s.phrase(table, key(v), s); ok {
		return said, true
	}
	said, ok := clean(v)
	return strings.ReplaceAll(said, "-", " "), ok
}
