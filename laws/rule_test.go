package laws

import "testing"

func TestUnverifiedRulesSaySo(t *testing.T) {
	tests := []struct {
		name             string
		rule             Rule
		exists, verified bool
	}{
		{"read", Rule{Basis: Source}, true, true},
		{"read in our text", Rule{Basis: Text}, true, true},
		{"inferred", Rule{Basis: Unverified}, true, false},
		{"not seen", Rule{Basis: Unknown}, false, false},
		{"absent", Rule{Basis: Source, Absent: true}, false, true},
		{"supposed to be absent", Rule{Basis: Unverified, Absent: true}, false, false},
	}
	for _, tt := range tests {
		if got := tt.rule.Exists(); got != tt.exists {
			t.Errorf("%s: Exists() = %v", tt.name, got)
		}
		if got := tt.rule.Verified(); got != tt.verified {
			t.Errorf("%s: Verified() = %v", tt.name, got)
		}
	}
}

func TestThreefoldFromTheThirdTimeOn(t *testing.T) {
	for _, id := range Known() {
		r := load(t, id).Threefold
		for times, want := range []bool{false, false, false, true, true, true} {
			if got := r.Met(times); got != want {
				t.Errorf("%s: Met(%d) = %v", id, times, got)
			}
		}
	}
}

func TestFivefold(t *testing.T) {
	running := []int{0, 4, 8, 12, 16}
	detour := []int{1, 5, 11, 15, 19}
	tests := []struct {
		name  string
		plies []int
		want  map[string]bool
	}{
		{"none", nil, nil},
		{"four times", running[:4], nil},
		{"at every second move", running, map[string]bool{"fide-2014": true, "fide-2017": true, "fide-2018": true, "fide-2023": true}},
		{"with other moves between", detour, map[string]bool{"fide-2017": true, "fide-2018": true, "fide-2023": true}},
		{"at every move but one", []int{0, 4, 8, 12, 18}, map[string]bool{"fide-2017": true, "fide-2018": true, "fide-2023": true}},
		{"running only since the second time", []int{0, 6, 10, 14, 18, 22}, map[string]bool{"fide-2014": true, "fide-2017": true, "fide-2018": true, "fide-2023": true}},
		{"running, then later once more", append(running, 40), map[string]bool{"fide-2017": true, "fide-2018": true, "fide-2023": true}},
	}
	for _, tt := range tests {
		for _, id := range Known() {
			if got := load(t, id).Fivefold.Met(tt.plies); got != tt.want[id] {
				t.Errorf("%s, %s: Met(%v) = %v", tt.name, id, tt.plies, got)
			}
		}
	}
}

func TestMoveCounts(t *testing.T) {
	for _, id := range Known() {
		e := load(t, id)
		for _, halfMoves := range []int{0, 98, 99, 100, 149, 150, 151} {
			if got, want := e.FiftyMove.Met(halfMoves), halfMoves >= 100; got != want {
				t.Errorf("%s: FiftyMove.Met(%d) = %v", id, halfMoves, got)
			}
			has := id >= "fide-2014"
			if got, want := e.SeventyFive.Met(halfMoves), has && halfMoves >= 150; got != want {
				t.Errorf("%s: SeventyFive.Met(%d) = %v", id, halfMoves, got)
			}
		}
	}
}

func TestPenaltyStepByStep(t *testing.T) {
	two, lost := Step{OpponentAdd: 120}, Step{Loss: true}
	tests := []struct {
		id   string
		mode Mode
		want []Step // of the first, second, third and fourth illegal move
	}{
		{"fide-1997", Standard, []Step{{}, {}, {}, {}}},
		{"fide-2005", Standard, []Step{two, two, lost, lost}},
		{"fide-2009", Blitz, []Step{{Loss: true, OnClaim: true}, {Loss: true, OnClaim: true}}},
		{"fide-2014", Rapid, []Step{lost, lost}},
		{"fide-2018", Blitz, []Step{{OpponentAdd: 60}, lost, lost}},
		{"fide-2023", Standard, []Step{two, lost, lost}},
	}
	for _, tt := range tests {
		e := load(t, tt.id)
		p := e.IllegalMove.Penalty.Under(e.Ruleset(tt.mode, false))
		for i, want := range tt.want {
			if got := p.Step(i + 1); got != want {
				t.Errorf("%s, %s: step %d = %+v, want %+v", tt.id, tt.mode, i+1, got, want)
			}
		}
		if got := p.Step(0); got != (Step{}) {
			t.Errorf("%s, %s: step 0 = %+v, want none", tt.id, tt.mode, got)
		}
	}
	if got := two.OpponentAdd.MS(); got != 120_000 {
		t.Errorf("two minutes are %d ms", got)
	}
}

func TestCompetitionRulesOnlyWhereTheEditionAllowsThem(t *testing.T) {
	tests := []struct {
		id          string
		mode        Mode
		competition bool
		want        Ruleset
	}{
		{"fide-2005", Rapid, true, RapidAppendix},
		{"fide-2005", Blitz, true, BlitzAppendix},
		{"fide-2009", Rapid, true, RapidUnderCompetitionRules},
		{"fide-2009", Blitz, true, BlitzUnderCompetitionRules},
		{"fide-2023", Rapid, false, RapidAppendix},
		{"fide-2023", Blitz, false, BlitzAppendix},
		{"fide-2023", Standard, true, StandardPlay},
		{"fide-2023", Standard, false, StandardPlay},
	}
	for _, tt := range tests {
		if got := load(t, tt.id).Ruleset(tt.mode, tt.competition); got != tt.want {
			t.Errorf("%s: Ruleset(%s, %v) = %d, want %d", tt.id, tt.mode, tt.competition, got, tt.want)
		}
	}
	e := load(t, "fide-2009")
	if got := e.IllegalMove.Claim.Under(RapidUnderCompetitionRules); got != e.IllegalMove.Claim.Standard {
		t.Errorf("under the Competition Rules a claim in rapid is %+v, want that of standard play", got)
	}
	if got := e.IllegalMove.Claim.Under(BlitzAppendix); got != e.IllegalMove.Claim.Blitz {
		t.Errorf("under the appendix a claim in blitz is %+v", got)
	}
	if e.IllegalMove.DrawException.Under(RapidAppendix) != true {
		t.Error("2009: no draw exception in rapid")
	}
}

func TestWhatAWrongClaimCostsTheClaimant(t *testing.T) {
	tests := []struct {
		id         string
		left, want int64
	}{
		{"fide-2005", 3_600_000, 180_000}, // half is half an hour: at most three minutes
		{"fide-2005", 300_000, 150_000},
		{"fide-2005", 120_001, 60_000},
		{"fide-2005", 120_000, 60_000}, // down to one minute
		{"fide-2005", 61_000, 1_000},
		{"fide-2005", 60_000, 0},
		{"fide-2005", 5_000, 0},
		{"fide-2005", 0, 0},
		{"fide-2009", 3_600_000, 0},
		{"fide-1997", 3_600_000, 0},
	}
	for _, tt := range tests {
		if got := load(t, tt.id).WrongClaim.Claimant.Loses(tt.left); got != tt.want {
			t.Errorf("%s with %d ms left: loses %d, want %d", tt.id, tt.left, got, tt.want)
		}
	}
}
