package laws

import (
	"fmt"
	"strings"
	"testing"
)

// sheet is what the editions say, written down a second time from the sheet of
// the Laws and not from the data: rule, years, article, basis, values. Years
// that a rule does not name must not exist.
const sheet = `
rapid
1997           | B1  | source | 15 unspecified, 60 unspecified, increments false
2001           | B1  | text   | 15 unspecified, 60 unspecified, increments false
2005           | B1  | text   | 15 included, 60 included, increments true
2009           | A.1 | source | 15 included, 60 excluded, increments true
2014           | A.1 | text   | 10 excluded, 60 excluded, increments true
2017 2018 2023 | A.1 | source | 10 excluded, 60 excluded, increments true

blitz
1997           | C1  | source     | 0 included, 15 excluded, increments false
2001           | C1  | text       | 0 included, 15 excluded, increments false
2005           | C1  | text       | 0 included, 15 excluded, increments true
2009           | B.1 | source     | 0 included, 15 excluded, increments true
2014           | B.1 | unverified | 0 included, 10 included, increments true
2017 2018 2023 | B.1 | source     | 0 included, 10 included, increments true

rapid competition
1997      | B2    | source | absent
2001 2005 | B2    | text   | absent
2009      | A.3   | source | yes
2014      | A.3   | text   | yes
2017 2018 | A.3.1 | source | yes
2023      | A.4   | source | yes

blitz competition
1997      | C2    | source     | absent
2001 2005 | C2    | text       | absent
2009      | B.2   | source     | yes
2014      | B.3   | unverified | yes
2017 2018 | B.3.1 | source     | yes
2023      | B.2   | source     | yes

checkmate
1997 2001 2009 | 5.1(a) | source     | legal
2005           | 5.1(a) | text       | legal
2014           | 5.1(a) | unverified | articles-3-and-4
2017 2018 2023 | 5.1.1  | source     | articles-3-and-4

stalemate
1997           | 5.2    | source | any
2001 2009      | 5.2(a) | source | legal
2005           | 5.2(a) | text   | legal
2014           | 5.2(a) | source | articles-3-and-4
2017 2018 2023 | 5.2.1  | source | articles-3-and-4

dead position
1997           |        | unknown    | unknown
2001 2009      | 5.2(b) | source     | legal
2005           | 5.2(b) | text       | legal
2014           | 5.2(b) | unverified | articles-3-and-4
2017 2018 2023 | 5.2.2  | source     | articles-3-and-4

resignation
1997 2001 2009 | 5.1(b) | source     | draw if he cannot mate: false
2005           | 5.1(b) | text       | draw if he cannot mate: false
2014           | 5.1(b) | unverified | draw if he cannot mate: false
2017 2018      | 5.1.2  | source     | draw if he cannot mate: false
2023           | 5.1.2  | source     | draw if he cannot mate: true

agreement
1997           | 5.3    | source | 0 moves
2001 2009 2014 | 5.2(c) | source | 0 moves
2005           | 5.2(c) | text   | 0 moves
2017 2018 2023 | 5.2.3  | source | 1 moves

threefold
1997 2001      | 9.2(b)  | source | 3, intended 9.2(a), castling changed (9.2)
2005           | 9.2(b)  | text   | 3, intended 9.2(a), castling changed (9.2)
2009 2014      | 9.2(b)  | source | 3, intended 9.2(a), castling lost (9.2)
2017 2018      | 9.2.1.2 | source | 3, intended 9.2.1.1, castling lost (9.2.2)
2023           | 9.2.2   | source | 3, intended 9.2.1, castling lost (9.2.3)

fivefold
1997 2001 2009 |        | source | absent
2005           |        | text   | absent
2014           | 9.6(a) | source | 5 alternate
2017 2018 2023 | 9.6.1  | source | 5 any

fifty moves
1997 2001 2009 | 9.3(b) | source | 50 made, intended 9.3(a)
2005           | 9.3(b) | text   | 50 made, intended 9.3(a)
2014           | 9.3(b) | source | 50 completed, intended 9.3(a)
2017 2018 2023 | 9.3.2  | source | 50 completed, intended 9.3.1

seventy-five moves
1997 2001 2009 |        | source | absent
2005           |        | text   | absent
2014           | 9.6(b) | source | 75 completed, mate first true
2017 2018 2023 | 9.6.2  | source | 75 made, mate first true

wrong claim, standard
1997 2001      | 9.5    | unknown | unknown
2005           | 9.5(b) | text    | 180
2009           | 9.5(b) | source  | 180
2014           | 9.5(b) | source  | 120
2017 2018 2023 | 9.5.3  | source  | 120

wrong claim, rapid
1997      |            | unknown | unknown
2001      | 9.5        | unknown | unknown
2005      | 9.5(b)     | text    | 180
2009      | 9.5(b)     | source  | 180
2014      | 9.5(b)     | source  | 120
2017 2018 | 9.5.3      | source  | 120
2023      | 9.5.3, A.3 | source  | 60

wrong claim, blitz
1997      |                 | unknown    | unknown
2001      | 9.5             | unknown    | unknown
2005      | 9.5(b)          | text       | 180
2009      | 9.5(b)          | source     | 180
2014      | B.2             | unverified | 60
2017 2018 | 9.5.3, B.2      | source     | 60
2023      | 9.5.3, B.3, A.3 | source     | 60

wrong claim, rapid competition
1997      | B2         | source | absent
2001 2005 | B2         | text   | absent
2009      | 9.5(b)     | source | 180
2014      | 9.5(b)     | source | 120
2017 2018 | 9.5.3      | source | 120
2023      | 9.5.3, A.3 | source | 60

wrong claim, blitz competition
1997      | C2         | source     | absent
2001 2005 | C2         | text       | absent
2009      | 9.5(b)     | source     | 180
2014      | B.2        | unverified | 60
2017 2018 | 9.5.3, B.2 | source     | 60
2023      | 9.5.3      | unknown    | unknown

wrong claim, claimant
1997 2001      | 9.5    | unknown | unknown
2005           | 9.5(b) | text    | half above 120 up to 180, else down to 60
2009 2014      | 9.5(b) | source  | absent
2017 2018 2023 | 9.5.3  | source  | absent

illegal move completed, standard
1997           | 7.4            | source  | unspecified
2001           | 7.4            | unknown | unknown
2005           | 7.4(a)         | text    | made
2009           | 7.4(a), 6.7(a) | source  | completed
2014           | 7.5(a)         | source  | completed
2017 2018 2023 | 7.5.1          | source  | completed

illegal move completed, rapid
1997           | B      | source | unspecified
2001           | B      | text   | unspecified
2005           | B6     | text   | completed
2009           | A.4(c) | source | completed
2014           | A.4(b) | text   | completed
2017 2018 2023 | 7.5.1  | source | completed

illegal move completed, blitz
1997           | C3     | source     | completed
2001 2005      | C3     | text       | completed
2009           | B.3(c) | source     | completed
2014           | A.4(b) | unverified | completed
2017 2018 2023 | 7.5.1  | source     | completed

penalty, standard
1997      | 7.4                 | source     | restored
2001      | 7.4(b)              | unverified | +120, +120, loss
2005      | 7.4(b)              | text       | +120, +120, loss
2009      | 7.4(b)              | source     | +120, +120, loss
2014      | 7.5(b)              | source     | +120, loss
2017      | 7.5.3, 7.7.2, 7.8.2 | source     | +120, loss
2018 2023 | 7.5.5               | source     | +120, loss

penalty, rapid
1997 | B5, 10.3       | source     | +120, +120, loss
2001 | 7.4(b)         | unverified | +120, +120, loss
2005 | 7.4(b), B6     | text       | +120, +120, loss
2009 | 7.4(b), A.4(c) | source     | +120, +120, loss
2014 | A.4(b)         | text       | loss
2017 | A.4.2          | source     | loss
2018 | A.4.2, 7.5.5   | source     | +120, loss
2023 | A.3, 7.5.5     | source     | +60, loss

penalty, blitz
1997      | C3              | source | loss on claim
2001 2005 | C3              | text   | loss on claim
2009      | B.3(c)          | source | loss on claim
2014      | A.4(b)          | source | loss
2017      | B.4, A.4.2      | source | loss
2018      | B.2, 7.5.5      | source | +60, loss
2023      | B.3, A.3, 7.5.5 | source | +60, loss

penalty, rapid competition
1997      | B2                  | source | absent
2001 2005 | B2                  | text   | absent
2009      | 7.4(b)              | source | +120, +120, loss
2014      | 7.5(b)              | source | +120, loss
2017      | 7.5.3, 7.7.2, 7.8.2 | source | +120, loss
2018      | 7.5.5               | source | +120, loss
2023      | A.3, 7.5.5          | source | +60, loss

penalty, blitz competition
1997      | C2         | source     | absent
2001 2005 | C2         | text       | absent
2009      | 7.4(b)     | source     | +120, +120, loss
2014      | B.2        | unverified | +60, loss
2017      | B.2        | source     | +60, loss
2018      | B.2, 7.5.5 | source     | +60, loss
2023      | 7.5.5      | unknown    | unknown

draw exception
1997      | C4             | source | false false true
2001 2005 | C3             | text   | false false true
2009      | 7.4(b), B.3(c) | source | true true true
2014      | 7.5(b), A.4(b) | text   | true true true
2017      | 7.5.3, A.4.2   | source | true true true
2018 2023 | 7.5.5          | source | true true true

illegal move claim, standard
1997 2009      | 7.4    | source     | anyone until game-end
2001           | 7.4    | unverified | anyone until game-end
2005           | 7.4    | text       | anyone until game-end
2014           | 7.5(a) | source     | anyone until game-end
2017 2018 2023 | 7.5.1  | source     | anyone until game-end

illegal move claim, rapid
1997      | B5     | source | players until not-stated
2001      | B5     | text   | players until next-touch
2005      | B6     | text   | opponent until next-move
2009      | A.4(c) | source | opponent until next-move
2014      | A.4(b) | text   | arbiter-or-opponent until next-move
2017 2018 | A.4.2  | source | arbiter-or-opponent until next-move
2023      | A.5.2  | source | arbiter-or-opponent until next-move

illegal move claim, blitz
1997      | C3         | source | opponent until next-move
2001 2005 | C3         | text   | opponent until next-move
2009      | B.3(c)     | source | opponent until next-move
2014      | A.4(b)     | source | arbiter-or-opponent until next-move
2017 2018 | B.4, A.4.2 | source | arbiter-or-opponent until next-move
2023      | B.3, A.5.2 | source | arbiter-or-opponent until next-move

touch, own
1997 2001 2009 | 4.3(a) | source | yes
2005           | 4.3(a) | text | yes
2014           | 4.3(a) | unverified | yes
2017           | 4.3.1  | unverified | yes
2018 2023      | 4.3.1  | source | yes

touch, opponent
1997           | 4.3(a) | source | yes
2001 2005 2009 | 4.3(b) | source | yes
2014           | 4.3(b) | unverified | yes
2017           | 4.3.2  | unverified | yes
2018 2023      | 4.3.2  | source | yes

touch, rook first
1997 2001 2009 | 4.4(b) | source | yes
2005           | 4.4(b) | text | yes
2014           | 4.4(b) | unverified | yes
2017           | 4.4.2  | unverified | yes
2018 2023      | 4.4.2  | source | yes

touch, released
1997 2018 2023 | 4.7 | source | yes
2001 2014 2017 | 4.7 | unverified | yes
2005 2009      | 4.6 | source | yes

touch, one hand
1997 2001 2009 2014 | 4.1   | source | yes
2005                | 4.1   | text | yes
2017                | 7.7.1 | source | yes
2018 2023           | 7.5.4 | source | yes

press without a move
1997 2001 |       | unknown | unknown
2005      | 13.4  | text | absent
2009 2014 |       | source | absent
2017      | 7.8.1 | source | illegal
2018 2023 | 7.5.3 | source | illegal

stands, standard
1997           | 7.4    | source     | after game-end, by agreement false
2001           | 7.4    | unverified | after game-end, by agreement false
2005           | 7.4    | text       | after game-end, by agreement false
2009           | 7.4(a) | source     | after game-end, by agreement false
2014           | 7.5(a) | source     | after game-end, by agreement false
2017 2018 2023 | 7.5.1  | source     | after game-end, by agreement false

stands, rapid
1997      | B      | source | after not-stated, by agreement false
2001      | B5(b)  | text   | after next-touch, by agreement false
2005      | B6     | text   | after next-move, by agreement false
2009      | A.4(c) | source | after next-move, by agreement false
2014      | A.4(b) | text   | after next-move, by agreement true
2017 2018 | A.4.2  | source | after next-move, by agreement true
2023      | A.5.2  | source | after next-move, by agreement true

stands, blitz
1997      | C3         | source     | after next-move, by agreement false
2001      | C3         | unknown    | unknown
2005      | C3         | source     | after next-move, by agreement false
2009      | B.3(c)     | source     | after next-move, by agreement true
2014      | A.4(b)     | unverified | after next-move, by agreement true
2017 2018 | B.4, A.4.2 | source     | after next-move, by agreement true
2023      | B.3, A.5.2 | source     | after next-move, by agreement true
`

// shown returns the rules of an edition in the words of the sheet.
func shown(e *Edition) map[string]string {
	im, wc := e.IllegalMove, e.WrongClaim
	return map[string]string{
		"rapid":                            e.Rapid.shown(),
		"blitz":                            e.Blitz.shown(),
		"rapid competition":                show(e.RapidCompetition, "yes"),
		"blitz competition":                show(e.BlitzCompetition, "yes"),
		"checkmate":                        show(e.Checkmate.Rule, e.Checkmate.LastMove),
		"stalemate":                        show(e.Stalemate.Rule, e.Stalemate.LastMove),
		"dead position":                    show(e.DeadPosition.Rule, e.DeadPosition.LastMove),
		"resignation":                      show(e.Resignation.Rule, "draw if he cannot mate: ", e.Resignation.DrawIfOpponentCannotMate),
		"agreement":                        show(e.Agreement.Rule, e.Agreement.MinMovesEach, " moves"),
		"threefold":                        show(e.Threefold.Rule, e.Threefold.Times, ", intended ", e.Threefold.IntendedArticle, ", castling ", e.Threefold.Castling, " (", e.Threefold.SamenessArticle, ")"),
		"fivefold":                         show(e.Fivefold.Rule, e.Fivefold.Times, " ", e.Fivefold.Sequence),
		"fifty moves":                      show(e.FiftyMove.Rule, e.FiftyMove.Moves, " ", e.FiftyMove.Counts, ", intended ", e.FiftyMove.IntendedArticle),
		"seventy-five moves":               show(e.SeventyFive.Rule, e.SeventyFive.Moves, " ", e.SeventyFive.Counts, ", mate first ", e.SeventyFive.MateFirst),
		"wrong claim, standard":            wc.Under(StandardPlay).shown(),
		"wrong claim, rapid":               wc.Under(RapidAppendix).shown(),
		"wrong claim, blitz":               wc.Under(BlitzAppendix).shown(),
		"wrong claim, rapid competition":   wc.Under(RapidUnderCompetitionRules).shown(),
		"wrong claim, blitz competition":   wc.Under(BlitzUnderCompetitionRules).shown(),
		"wrong claim, claimant":            show(wc.Claimant.Rule, "half above ", wc.Claimant.HalveAbove, " up to ", wc.Claimant.AtMost, ", else down to ", wc.Claimant.Floor),
		"illegal move completed, standard": show(im.CompletedWhen.Standard.Rule, im.CompletedWhen.Standard.State),
		"illegal move completed, rapid":    show(im.CompletedWhen.Rapid.Rule, im.CompletedWhen.Rapid.State),
		"illegal move completed, blitz":    show(im.CompletedWhen.Blitz.Rule, im.CompletedWhen.Blitz.State),
		"penalty, standard":                im.Penalty.Under(StandardPlay).shown(),
		"penalty, rapid":                   im.Penalty.Under(RapidAppendix).shown(),
		"penalty, blitz":                   im.Penalty.Under(BlitzAppendix).shown(),
		"penalty, rapid competition":       im.Penalty.Under(RapidUnderCompetitionRules).shown(),
		"penalty, blitz competition":       im.Penalty.Under(BlitzUnderCompetitionRules).shown(),
		"draw exception":                   show(im.DrawException.Rule, im.DrawException.Standard, " ", im.DrawException.Rapid, " ", im.DrawException.Blitz),
		"illegal move claim, standard":     im.Claim.Standard.shown(),
		"illegal move claim, rapid":        im.Claim.Rapid.shown(),
		"illegal move claim, blitz":        im.Claim.Blitz.shown(),
		"touch, own":                       show(e.Touch.Own, "yes"),
		"touch, opponent":                  show(e.Touch.Opponent, "yes"),
		"touch, rook first":                show(e.Touch.RookFirst, "yes"),
		"touch, released":                  show(e.Touch.Released, "yes"),
		"touch, one hand":                  show(e.Touch.OneHand, "yes"),
		"press without a move":             show(im.PressWithoutMove, "illegal"),
		"stands, standard":                 im.Stands.Standard.shown(),
		"stands, rapid":                    im.Stands.Rapid.shown(),
		"stands, blitz":                    im.Stands.Blitz.shown(),
	}
}

// show joins what every rule has and its own values.
func show(r Rule, values ...any) string {
	text := ""
	for _, v := range values {
		text += fmt.Sprint(v)
	}
	switch {
	case r.Absent:
		text = "absent"
	case !r.Exists():
		text = "unknown"
	}
	return fmt.Sprintf("%s | %s | %s", r.Article, r.Basis, text)
}

func (b Bounds) shown() string {
	return show(b.Rule, b.MinMinutes, " ", b.MinEnd, ", ", b.MaxMinutes, " ", b.MaxEnd, ", increments ", b.Increments)
}

func (w WrongClaim) shown() string { return show(w.Rule, w.OpponentAdd) }

func (p Penalty) shown() string {
	var steps []string
	for _, s := range p.Steps {
		switch s {
		case Step{}:
			steps = append(steps, "restored")
		case Step{Loss: true}:
			steps = append(steps, "loss")
		case Step{Loss: true, OnClaim: true}:
			steps = append(steps, "loss on claim")
		default:
			steps = append(steps, fmt.Sprintf("+%d", s.OpponentAdd))
		}
	}
	return show(p.Rule, strings.Join(steps, ", "))
}

func (c IllegalClaim) shown() string { return show(c.Rule, c.By, " until ", c.Until) }

func (s Stands) shown() string {
	return show(s.Rule, "after ", s.After, ", by agreement ", s.ByAgreement)
}

// sheetRules reads the sheet: edition, then rule, to what it says.
func sheetRules(t *testing.T) map[string]map[string]string {
	t.Helper()
	rules := map[string]map[string]string{}
	for block := range strings.SplitSeq(strings.TrimSpace(sheet), "\n\n") {
		lines := strings.Split(block, "\n")
		for _, line := range lines[1:] {
			cells := strings.Split(line, "|")
			if len(cells) != 4 {
				t.Fatalf("sheet, %s: %q has %d cells, want 4", lines[0], line, len(cells))
			}
			for i := range cells {
				cells[i] = strings.TrimSpace(cells[i])
			}
			for year := range strings.FieldsSeq(cells[0]) {
				id := "fide-" + year
				if rules[id] == nil {
					rules[id] = map[string]string{}
				}
				rules[id][lines[0]] = strings.Join(cells[1:], " | ")
			}
		}
	}
	return rules
}

func TestEditionsSayWhatTheSheetSays(t *testing.T) {
	want := sheetRules(t)
	if len(want) != len(Known()) {
		t.Errorf("the sheet has %d editions, the data %d", len(want), len(Known()))
	}
	for _, id := range Known() {
		e, err := Load(id)
		if err != nil {
			t.Fatal(err)
		}
		got := shown(e)
		if len(got) != len(want[id]) {
			t.Errorf("%s: %d rules, the sheet has %d", id, len(got), len(want[id]))
		}
		for rule, text := range got {
			if text != want[id][rule] {
				t.Errorf("%s, %s:\n got %s\nwant %s", id, rule, text, want[id][rule])
			}
		}
	}
}
