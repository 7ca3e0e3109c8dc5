package laws

import "testing"

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
