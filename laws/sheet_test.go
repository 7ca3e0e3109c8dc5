package laws

import (
	"fmt"
	"maps"
	"strings"
	"testing"
)

// sheet is what the editions say, written down a second time from the sheet of
// the Laws and not from the data: rule, years, article, basis, values. Years
// that a rule does not name must not exist.
const sheet = sheetOfTheGame + sheetOfIllegalMoves + sheetOfTheArbiter

// shown returns the rules of an edition in the words of the sheet.
func shown(e *Edition) map[string]string {
	all := shownOfTheGame(e)
	maps.Copy(all, shownOfIllegalMoves(e))
	maps.Copy(all, shownOfTheArbiter(e))
	return all
}

func shownOfTheGame(e *Edition) map[string]string {
	wc := e.WrongClaim
	return map[string]string{
		"rapid":                          e.Rapid.shown(),
		"blitz":                          e.Blitz.shown(),
		"rapid competition":              show(e.RapidCompetition, "yes"),
		"blitz competition":              show(e.BlitzCompetition, "yes"),
		"checkmate":                      show(e.Checkmate.Rule, e.Checkmate.LastMove),
		"stalemate":                      show(e.Stalemate.Rule, e.Stalemate.LastMove),
		"dead position":                  show(e.DeadPosition.Rule, e.DeadPosition.LastMove),
		"resignation":                    show(e.Resignation.Rule, "draw if he cannot mate: ", e.Resignation.DrawIfOpponentCannotMate),
		"agreement":                      show(e.Agreement.Rule, e.Agreement.MinMovesEach, " moves"),
		"threefold":                      show(e.Threefold.Rule, e.Threefold.Times, ", intended ", e.Threefold.IntendedArticle, ", castling ", e.Threefold.Castling, " (", e.Threefold.SamenessArticle, ")"),
		"fivefold":                       show(e.Fivefold.Rule, e.Fivefold.Times, " ", e.Fivefold.Sequence),
		"fifty moves":                    show(e.FiftyMove.Rule, e.FiftyMove.Moves, " ", e.FiftyMove.Counts, ", intended ", e.FiftyMove.IntendedArticle),
		"seventy-five moves":             show(e.SeventyFive.Rule, e.SeventyFive.Moves, " ", e.SeventyFive.Counts, ", mate first ", e.SeventyFive.MateFirst),
		"wrong claim, standard":          wc.Under(StandardPlay).shown(),
		"wrong claim, rapid":             wc.Under(RapidAppendix).shown(),
		"wrong claim, blitz":             wc.Under(BlitzAppendix).shown(),
		"wrong claim, rapid competition": wc.Under(RapidUnderCompetitionRules).shown(),
		"wrong claim, blitz competition": wc.Under(BlitzUnderCompetitionRules).shown(),
		"wrong claim, claimant":          show(wc.Claimant.Rule, "half above ", wc.Claimant.HalveAbove, " up to ", wc.Claimant.AtMost, ", else down to ", wc.Claimant.Floor),
		"touch, own":                     show(e.Touch.Own, "yes"),
		"touch, opponent":                show(e.Touch.Opponent, "yes"),
		"touch, rook first":              show(e.Touch.RookFirst, "yes"),
		"touch, released":                show(e.Touch.Released, "yes"),
		"touch, one hand":                show(e.Touch.OneHand, "yes"),
		"touch, claim lost":              show(e.Touch.ClaimLost, "yes"),
		"touch, promotion final":         show(e.Touch.PromotionFinal, "yes"),
	}
}

func shownOfIllegalMoves(e *Edition) map[string]string {
	im := e.IllegalMove
	return map[string]string{
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
		"press without a move":             show(im.PressWithoutMove, "illegal"),
		"stands, standard":                 im.Stands.Standard.shown(),
		"stands, rapid":                    im.Stands.Rapid.shown(),
		"stands, blitz":                    im.Stands.Blitz.shown(),
		"penalty, quickplay finish":        im.PenaltyQuickplay.shown(),
		"king captured":                    show(im.KingCaptured, "illegal"),
		"promotion missing":                show(im.PromotionMissing.Rule, "illegal, forced queen ", im.PromotionMissing.ForcedQueen),
		"promotion wrong":                  show(im.PromotionWrong, "illegal"),
		"promotion order":                  show(im.PromotionOrder.Rule, im.PromotionOrder.Order),
		"both in check, rapid":             show(im.BothInCheck.Rapid.Rule, im.BothInCheck.Rapid.Arbiter),
		"both in check, blitz":             show(im.BothInCheck.Blitz.Rule, im.BothInCheck.Blitz.Arbiter),
	}
}

func shownOfTheArbiter(e *Edition) map[string]string {
	f, both, q, five := e.Flag, e.BothFlags, e.Quickplay, e.Recording.FiveMinutes
	return map[string]string{
		"wrong position":                show(e.Setup.WrongPosition, "new game"),
		"wrong orientation":             show(e.Setup.WrongOrientation, "position moved"),
		"colours reversed":              e.Setup.ColoursReversed.shown(),
		"cut-off":                       show(e.Setup.Cutoff.Rule, e.Setup.Cutoff.MovesEach, " moves ", e.Setup.Cutoff.Counts, ", castling barred: ", e.Setup.Cutoff.Castling),
		"clock, wrong setting":          show(e.Clock.WrongSetting, "put right"),
		"clock, conclusive":             show(e.Clock.Conclusive, "yes"),
		"clock, after an irregularity":  show(e.Clock.AfterIrregularity, "set by the arbiter"),
		"flag, loss":                    show(f.Loss, "loses"),
		"flag, draw exception":          show(f.DrawException, "draw"),
		"flag called, standard":         show(f.Call.Standard.Rule, f.Call.Standard.By),
		"flag called, rapid":            show(f.Call.Rapid.Rule, f.Call.Rapid.By),
		"flag called, blitz":            show(f.Call.Blitz.Rule, f.Call.Blitz.By),
		"flag, clocks stopped":          f.StopClocks.shown(),
		"flag, own one up":              show(f.OwnFlagUp, "yes"),
		"both flags, standard":          both.Under(StandardPlay).shown(),
		"both flags, rapid":             both.Under(RapidAppendix).shown(),
		"both flags, blitz":             both.Under(BlitzAppendix).shown(),
		"both flags, rapid competition": both.Under(RapidUnderCompetitionRules).shown(),
		"both flags, blitz competition": both.Under(BlitzUnderCompetitionRules).shown(),
		"quickplay claim":               q.Claim.shown(),
		"quickplay, standard":           q.Applies.Under(StandardPlay).shown(),
		"quickplay, rapid":              q.Applies.Under(RapidAppendix).shown(),
		"quickplay, blitz":              q.Applies.Under(BlitzAppendix).shown(),
		"quickplay, rapid competition":  q.Applies.Under(RapidUnderCompetitionRules).shown(),
		"quickplay, blitz competition":  q.Applies.Under(BlitzUnderCompetitionRules).shown(),
		"five minutes":                  show(five.Rule, "under ", five.Under, " with less than ", five.Increment, " a move"),
		"exempt":                        show(e.Recording.Exempt, "yes"),
		"reconstruction":                show(e.Recording.Reconstruction, "yes"),
		"move count not told":           show(e.Recording.MoveCount, "yes"),
		"envelope":                      show(e.Recording.Envelope, "yes"),
		"draw claim, touch loses":       show(e.DrawClaim.TouchLoses, "yes"),
		"draw claim, is an offer":       show(e.DrawClaim.IsOffer, "yes"),
		"draw claim, move binding":      show(e.DrawClaim.MoveBinding, "yes"),
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

// only adds the conditions that hold.
func only(text string, conditions ...any) string {
	for i := 0; i < len(conditions); i += 2 {
		if conditions[i].(bool) {
			text += conditions[i+1].(string)
		}
	}
	return text
}

func (c ColoursReversed) shown() string {
	if c.NewGameBefore == 0 {
		return show(c.Rule, "goes on")
	}
	return show(c.Rule, "new game before ", c.NewGameBefore, " moves")
}

func (s StopClocks) shown() string {
	if s.Required {
		return show(s.Rule, "must")
	}
	return show(s.Rule, "may")
}

func (b BothFlags) shown() string {
	return show(b.Rule, b.Known, ", else ", only(string(b.Unknown), b.Announced, " if announced"))
}

func (c QuickplayClaim) shown() string {
	return show(c.Rule, "under ", c.Under, only("", c.OnMove, " on move"))
}

func (q QuickplayIn) shown() string {
	return show(q.Rule, only("", !q.NoIncrement, "always", q.NoIncrement, "without increment", q.Announced, " if announced"))
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
