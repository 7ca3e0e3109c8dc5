package record

import (
	"fmt"
	"strings"

	"recorderd/observation"
	"recorderd/position"
	"recorderd/touch"
)

// worded returns a finding with the level and the sentence of its code.
func worded(f Finding) Finding {
	k := kinds[f.Code]
	if f.Level == "" {
		f.Level = k.level
	}
	f.Text = wording(k.text, f)
	return f
}

// wording fills a sentence: "{Side}" and "{Side's}" say whom the finding is
// about, another name in braces stands for that field of the data. What is in
// brackets is left out where its field is missing.
func wording(text string, f Finding) string {
	var b strings.Builder
	for text != "" {
		plain, rest, found := strings.Cut(text, "[")
		sure, _ := fill(plain, f)
		b.WriteString(sure)
		if !found {
			break
		}
		option, rest, _ := strings.Cut(rest, "]")
		if said, ok := fill(option, f); ok {
			b.WriteString(said)
		}
		text = rest
	}
	return b.String()
}

// fill puts the fields of a finding into a text, and reports whether all that
// it names are there.
func fill(text string, f Finding) (string, bool) {
	var b strings.Builder
	all := true
	for {
		plain, rest, found := strings.Cut(text, "{")
		b.WriteString(plain)
		if !found {
			return b.String(), all
		}
		name, rest, _ := strings.Cut(rest, "}")
		said, ok := phrase(name, f)
		all = all && ok
		b.WriteString(said)
		text = rest
	}
}

func phrase(name string, f Finding) (string, bool) {
	switch name {
	case "Side":
		return person(f.Side), true
	case "Side's":
		return person(f.Side) + "'s", true
	}
	d, _ := f.Data.(data)
	v, ok := d[name]
	if !ok || v == nil {
		return "", false
	}
	switch v := v.(type) {
	case string:
		if name == "kind" {
			return described(v), true
		}
		return v, v != ""
	case []string:
		return strings.Join(v, ", "), len(v) > 0
	case touch.Place:
		return place(v, f.Side), true
	case []touch.Place:
		return listed(v, func(p touch.Place) string { return place(p, f.Side) })
	case []touch.Absence:
		return listed(v, func(a touch.Absence) string { return place(a.Place, f.Side) })
	case int64:
		if strings.HasSuffix(name, "ms") || strings.HasSuffix(name, "_t") {
			return fmt.Sprintf("%d.%d s", v/1000, v%1000/100), true
		}
	}
	return fmt.Sprint(v), true
}

func listed[T any](all []T, words func(T) string) (string, bool) {
	said := make([]string, len(all))
	for i, one := range all {
		said[i] = words(one)
	}
	return strings.Join(said, ", "), len(said) > 0
}

// place names a piece and its square: "bishop on f1" where it is the side's own,
// and otherwise "black bishop on f8".
func place(p touch.Place, side observation.Side) string {
	if len(p.Piece) != 1 {
		return "piece on " + p.Square
	}
	piece, ok := position.PieceOf(p.Piece[0])
	if !ok {
		return "piece on " + p.Square
	}
	words := pieceNames[piece.Kind()] + " on " + p.Square
	if piece.Side() != side {
		words = piece.Side().String() + " " + words
	}
	return words
}

var pieceNames = map[position.Kind]string{
	position.Pawn: "pawn", position.Knight: "knight", position.Bishop: "bishop",
	position.Rook: "rook", position.Queen: "queen", position.King: "king",
}

func person(s observation.Side) string {
	switch s {
	case observation.White:
		return "White"
	case observation.Black:
		return "Black"
	}
	return "A player"
}

// described says in words what a "kind" of the contract means.
func described(kind string) string {
	if words, ok := inWords[kind]; ok {
		return words
	}
	return strings.ReplaceAll(kind, "-", " ")
}

// inWords are the kinds of illegal moves and of wrong set-ups.
var inWords = map[string]string{
	"no-such-move":            "the piece does not move like that",
	"king-left-in-check":      "the king is left in check",
	"king-captured":           "a king was captured",
	"own-piece-captured":      "a piece of the same side was captured",
	"wrong-side":              "a piece of the opponent was moved",
	"two-moves":               "it is a second move",
	"castling":                "the castling is not allowed, or was not finished",
	"en-passant":              "the capture en passant is not allowed, or was not finished",
	"promotion-missing":       "the pawn was not replaced",
	"promotion-wrong-colour":  "the pawn became a piece of the other colour",
	"promotion-king":          "the pawn became a king",
	"promotion-before-push":   "the new piece was put down before the pawn had moved",
	"captured-piece-put-back": "the captured piece stands on another square",
	"piece-between-squares":   "a piece stands between two squares",
	"unexplained":             "no single move explains the board",
	"king-queen-swapped":      "king and queen are exchanged",
	"pieces-misplaced":        "pieces stand on wrong squares",
	"piece-missing":           "a piece is missing",
	"board-reversed":          "it stands turned by 180 degrees",
	"colours-reversed":        "the colours are exchanged",
}
