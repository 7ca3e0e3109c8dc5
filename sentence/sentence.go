// Package sentence says in words what stands in a record: a finding or a claim,
// out of its code and its data alone, so that the same record can be read in
// every language that has a catalogue here; and a ply as it is announced to a
// player who does not see the board.
package sentence

import (
	"fmt"
	"strings"
	"unicode"

	"recorderd/observation"
)

// Fact is a finding as the record has it. Data is a map or a struct with the
// field names of the contract; one that comes back from JSON gives the same
// sentence. A field that is missing leaves out what would be said of it. Ply is
// not said: to people the time and the move say where in the game it was.
type Fact struct {
	Code    string
	Side    observation.Side
	T       int64
	Ply     int
	Article string
	Data    any
}

// Claim is a claim as it was judged. Supported is nil where it cannot be told
// whether it holds.
type Claim struct {
	By        string
	Claim     string
	Supported *bool
	T         int64
	Ply       int
	Article   string
	Data      any
}

// Language is one that there is a catalogue for, such as "pt".
type Language string

// English is what the record itself is written in.
const English Language = "en"

// ParseLanguage reads "en", "pt" or "es".
func ParseLanguage(s string) (Language, error) {
	l := Language(s)
	if _, ok := catalogues()[l]; !ok {
		return "", fmt.Errorf("language %.20q: no sentences are written in it: want one of %v", s, Languages())
	}
	return l, nil
}

// Of says a finding in whole sentences. A language that is not known gives
// English, a code that is not known its own name.
func Of(l Language, f Fact) string {
	c := in(l)
	s := scope{c, fields(f.Data)}
	s.about(f.Side, f.T)
	said, known := c.Finding[f.Code]
	if !known {
		said, s.data["code"] = c.Unknown, f.Code
	}
	text, _ := said.fill(s)
	return c.close(text, f.Article)
}

// OfClaim says what was claimed, whether that holds, and why.
func OfClaim(l Language, claim Claim) string {
	c := in(l)
	s := scope{c, fields(claim.Data)}
	side, err := observation.ParseSide(claim.By)
	if err != nil {
		side = observation.NoSide
	}
	s.about(side, claim.T)
	if claim.By == "arbiter" {
		s.data["side"] = claim.By
	}
	s.data["code"], s.data["supported"] = claim.Claim, nil
	if claim.Supported != nil {
		s.data["supported"] = *claim.Supported
	}
	said, known := c.Claim[claim.Claim]
	if !known {
		said = c.Claim["other"]
	}
	text, _ := said.fill(s)
	verdict, _ := c.Verdict.fill(s)
	return c.close(text+verdict, claim.Article)
}

// about puts what every sentence may name into its data.
func (s scope) about(side observation.Side, t int64) {
	s.data["side"], s.data["opponent"] = side.String(), side.Other().String()
	s.data["t"] = number(t)
}

// close adds the article, and makes sentences of what templates have filled in.
func (c *catalogue) close(text, article string) string {
	if articles := strings.FieldsFunc(article, func(r rune) bool { return r == ',' }); len(articles) > 0 {
		names := make([]any, len(articles))
		for i, a := range articles {
			names[i] = strings.TrimSpace(a)
		}
		said, _ := c.phrase("article", pick(len(names) == 1, "one", "many"), scope{c, map[string]any{"article": names}})
		text += said
	}
	return capitals(strings.Join(strings.Fields(text), " ")) + "." // who is not known may be left out by the verb
}

// capitals begins every sentence with a capital letter.
func capitals(text string) string {
	var b strings.Builder
	begins := true
	for i, r := range text {
		if begins {
			r = unicode.ToUpper(r)
		}
		b.WriteRune(r)
		begins = i > 0 && r == ' ' && text[i-1] == '.'
	}
	return b.String()
}

func pick[T any](first bool, a, b T) T {
	if first {
		return a
	}
	return b
}
