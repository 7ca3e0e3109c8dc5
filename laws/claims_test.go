package laws

import "testing"

// TestNumbersAtTheirEdge asks each rule with a number on both sides of it.
func TestNumbersAtTheirEdge(t *testing.T) {
	e := load(t, "fide-2023")
	old := load(t, "fide-1997")
	tests := []struct {
		name      string
		got, want bool
	}{
		{"colours, both have made ten", e.Setup.ColoursReversed.NewGame(10, 10), false},
		{"colours, Black has made nine", e.Setup.ColoursReversed.NewGame(10, 9), true},
		{"colours, White has made nine", e.Setup.ColoursReversed.NewGame(9, 10), true},
		{"colours, where the game goes on", old.Setup.ColoursReversed.NewGame(0, 0), false},
		{"cut-off, ten each", e.Setup.Cutoff.Passed(10, 10), true},
		{"cut-off, Black nine", e.Setup.Cutoff.Passed(10, 9), false},
		{"cut-off, White nine", e.Setup.Cutoff.Passed(9, 10), false},
		{"cut-off, three each in 1997", old.Setup.Cutoff.Passed(3, 3), true},
		{"two minutes left", e.Quickplay.Claim.InTime(120_000), false},
		{"less than two minutes left", e.Quickplay.Claim.InTime(119_999), true},
		{"five minutes left", e.Recording.FiveMinutes.Frees(300_000, Stage{}), false},
		{"less than five minutes left", e.Recording.FiveMinutes.Frees(299_999, Stage{}), true},
		{"with thirty seconds a move", e.Recording.FiveMinutes.Frees(1, Stage{Kind: Fischer, AddMS: 30_000}), false},
		{"with twenty-nine", e.Recording.FiveMinutes.Frees(1, Stage{Kind: Fischer, AddMS: 29_000}), true},
		{"where the rule is not known", old.Recording.FiveMinutes.Frees(1, Stage{}), false},
	}
	for _, tt := range tests {
		if tt.got != tt.want {
			t.Errorf("%s: %v", tt.name, tt.got)
		}
	}
}

func TestWhereThereIsAQuickplayFinish(t *testing.T) {
	rest := Stage{BaseMS: 1_800_000}
	forty := Stage{Moves: 40, BaseMS: 5_400_000}
	added := Stage{BaseMS: 1_800_000, Kind: Fischer, AddMS: 30_000}
	tests := []struct {
		id        string
		rules     Ruleset
		stage     Stage
		announced bool
		want      bool
	}{
		{"fide-1997", StandardPlay, rest, false, true},
		{"fide-1997", StandardPlay, forty, false, false},
		{"fide-1997", StandardPlay, added, false, true},
		{"fide-1997", BlitzAppendix, rest, true, false},
		{"fide-2005", StandardPlay, added, false, false},
		{"fide-2009", BlitzAppendix, rest, false, false},
		{"fide-2009", BlitzUnderCompetitionRules, rest, false, true},
		{"fide-2018", StandardPlay, rest, false, false},
		{"fide-2018", StandardPlay, rest, true, true},
		{"fide-2018", StandardPlay, added, true, false},
		{"fide-2018", RapidAppendix, rest, true, true},
		{"fide-2018", BlitzUnderCompetitionRules, rest, true, false},
	}
	for _, tt := range tests {
		got := load(t, tt.id).Quickplay.Applies.Under(tt.rules).In(tt.stage, tt.announced)
		if got != tt.want {
			t.Errorf("%s, rules %d, %s, announced %v: %v", tt.id, tt.rules, tt.stage, tt.announced, got)
		}
	}
}

// Only an appendix has such a rule, and the zero rule is none.
func TestRulesOfAnAppendixHoldNowhereElse(t *testing.T) {
	both := load(t, "fide-2005").IllegalMove.BothInCheck
	for rules, want := range map[Ruleset]struct {
		ok, exists bool
	}{
		StandardPlay:               {false, false},
		RapidAppendix:              {true, true},
		BlitzAppendix:              {true, false}, // C2 leaves B6 out
		RapidUnderCompetitionRules: {false, false},
		BlitzUnderCompetitionRules: {false, false},
	} {
		rule, ok := both.Under(rules)
		if ok != want.ok || ok && rule.Exists() != want.exists || rules.Appendix() != ok {
			t.Errorf("rules %d: %+v, %v", rules, rule, ok)
		}
	}
}
