package laws

import (
	"slices"
	"testing"
)

func TestModeByEdition(t *testing.T) {
	const s, r, b = Standard, Rapid, Blitz
	tests := []struct {
		name string
		tc   string
		// 1997, 2001, 2005, 2009, 2014, 2017, 2018, 2023
		want [8]Mode
	}{
		{"ten minutes", "600", [8]Mode{b, b, b, b, b, b, b, b}},
		{"ten minutes and a second", "601", [8]Mode{b, b, b, b, r, r, r, r}},
		{"ten minutes and five seconds a move", "600+5", [8]Mode{b, b, r, r, r, r, r, r}},
		{"three and two", "180+2", [8]Mode{b, b, b, b, b, b, b, b}},
		{"twelve and three", "720+3", [8]Mode{b, b, r, r, r, r, r, r}},
		{"eight and two, ten by reckoning", "480+2", [8]Mode{b, b, b, b, b, b, b, b}},
		{"a second short of fifteen", "899", [8]Mode{b, b, b, b, r, r, r, r}},
		{"fifteen minutes", "900", [8]Mode{r, r, r, r, r, r, r, r}},
		{"a second short of sixty", "3599", [8]Mode{r, r, r, r, r, r, r, r}},
		{"sixty minutes", "3600", [8]Mode{r, r, r, s, s, s, s, s}},
		{"sixty minutes and a second", "3601", [8]Mode{s, s, s, s, s, s, s, s}},
		{"thirty and thirty", "1800+30", [8]Mode{r, r, r, s, s, s, s, s}},
		{"twenty-nine and thirty", "1740+30", [8]Mode{r, r, r, r, r, r, r, r}},
		{"a delay is an increment", "720d3", [8]Mode{b, b, r, r, r, r, r, r}},
		{"Bronstein is an increment", "720b3", [8]Mode{b, b, r, r, r, r, r, r}},
		{"classical", "40/5400+30:1800+30", [8]Mode{s, s, s, s, s, s, s, s}},
		{"two stages are added up", "40/1800:1800", [8]Mode{r, r, r, s, s, s, s, s}},
		{"two short stages", "20/300:300", [8]Mode{b, b, b, b, b, b, b, b}},
		{"the largest increment of the stages counts", "40/1500:600+30", [8]Mode{r, r, s, s, s, s, s, s}},
		{"a stage that repeats counts once", "40/300", [8]Mode{b, b, b, b, b, b, b, b}},
		{"sand clock", "*180", [8]Mode{b, b, b, b, b, b, b, b}},
		{"increments only", "0+5", [8]Mode{b, b, b, b, b, b, b, b}},
		{"blitz for both", "300|240", [8]Mode{b, b, b, b, b, b, b, b}},
		{"the longer time decides, White's", "5400|600", [8]Mode{s, s, s, s, s, s, s, s}},
		{"the longer time decides, Black's", "300|900+10", [8]Mode{r, r, r, r, r, r, r, r}},
		{"no time control", "-", [8]Mode{s, s, s, s, s, s, s, s}},
		{"time control not known", "?", [8]Mode{s, s, s, s, s, s, s, s}},
		{"the longest that there is", "9999999+9999999", [8]Mode{s, s, s, s, s, s, s, s}},
	}
	for _, tt := range tests {
		tc, err := ParseTimeControl(tt.tc)
		if err != nil {
			t.Errorf("%s: %v", tt.name, err)
			continue
		}
		for i, id := range Known() {
			if got := load(t, id).Mode(tc); got != tt.want[i] {
				t.Errorf("%s (%s), %s: %s, want %s", tt.name, tt.tc, id, got, tt.want[i])
			}
		}
	}
}

// TestMoreTimeIsNeverAFasterMode walks over all bounds in steps of a second.
func TestMoreTimeIsNeverAFasterMode(t *testing.T) {
	order := map[Mode]int{Blitz: 0, Rapid: 1, Standard: 2}
	for _, id := range Known() {
		e := load(t, id)
		last := Blitz
		for seconds := int64(1); seconds <= 2*3600; seconds++ {
			stage := []Stage{{BaseMS: seconds * 1000}}
			m := e.Mode(TimeControl{sides: [2][]Stage{stage, stage}})
			if order[m] < order[last] {
				t.Fatalf("%s: %d s is %s, and a second less was %s", id, seconds, m, last)
			}
			last = m
		}
		if last != Standard {
			t.Errorf("%s: two hours are %s", id, last)
		}
	}
}

func TestModeIsUnsureWhereTheEditionIsOpenOrWasNotRead(t *testing.T) {
	only := func(ids ...string) []string { return ids }
	tests := []struct {
		name, tc string
		unsure   []string
	}{
		{"exactly sixty minutes, which the first two leave open", "3600", only("fide-1997", "fide-2001")},
		{"a second less", "3599", nil},
		{"a second more", "3601", nil},
		{"sixty by reckoning, where nobody reckoned", "1800+30", nil},
		{"sixty of one side", "3600|600", only("fide-1997", "fide-2001")},
		{"fifteen, which is not blitz and so rapid", "900", nil},
		{"ten, where the bounds of 2014 were not read", "600", only("fide-2014")},
		{"five", "300", only("fide-2014")},
		{"ten minutes and a second", "601", nil},
		{"classical", "40/5400+30:1800+30", nil},
		{"none", "-", nil},
		{"not known", "?", nil},
	}
	for _, tt := range tests {
		tc, err := ParseTimeControl(tt.tc)
		if err != nil {
			t.Fatalf("%s: %v", tt.name, err)
		}
		for _, id := range Known() {
			if got, want := load(t, id).ModeUnsure(tc), slices.Contains(tt.unsure, id); got != want {
				t.Errorf("%s (%s), %s: ModeUnsure() = %v", tt.name, tt.tc, id, got)
			}
		}
	}
}
