package sentence

import (
	"recorderd/observation"
	"recorderd/position"
)

// What follows is for those who say more than a sentence, in the same words.

// Instant writes a time of a recording, in milliseconds since it began:
// "0:12:31.4".
func (l Language) Instant(t int64) string {
	text, _ := scope{catalogue: in(l)}.instant(number(max(t, 0)))
	return text
}

// Reading writes what a clock shows, in milliseconds: "0:05:00".
func (l Language) Reading(ms int64) string {
	text, _ := scope{catalogue: in(l)}.reading(number(max(ms, 0)))
	return text
}

// Duration says how long something took, in milliseconds: "one minute".
func (l Language) Duration(ms int64) string {
	text, _ := scope{catalogue: in(l)}.duration(number(max(ms, 0)))
	return text
}

// Moves says how many moves there are: "two moves".
func (l Language) Moves(n int) string {
	return scope{catalogue: in(l)}.counted("move", int64(n))
}

// Move writes a move with the letters of the language: SAN, or the squares of
// one in UCI. The mark of one that is not legal is left out; "" is a move that
// nothing explains.
func (l Language) Move(text string) string {
	said, _ := in(l).move(text)
	return said
}

// Player names a side in the middle of a sentence. One who is not known may have
// no name.
func (l Language) Player(s observation.Side) string { return in(l).Side[s.String()]["name"] }

// Piece names a piece: "white bishop".
func (l Language) Piece(p position.Piece) string {
	words := in(l).Piece["o"]
	if p != position.Empty {
		words = in(l).Piece[string(p.Kind().Letter())]
	}
	switch {
	case p == position.Empty:
		return words.Name
	case p.Side() == position.White:
		return words.White
	}
	return words.Black
}

// Word says a word of the contract: the kind of an illegal move, the reason of a
// verdict, a result. Table is "kind", "reason", "result", "claim" or "rule".
func (l Language) Word(table, word string) string {
	said, _ := scope{in(l), map[string]any{}}.word(table, word)
	return said
}

// Remedies says what a rule gives and takes: data are those of a finding or of a
// claim that have a remedy. It is "" where they have none.
func (l Language) Remedies(data any) string {
	said, _ := scope{in(l), fields(data)}.gap("remedy", "")
	return said
}
