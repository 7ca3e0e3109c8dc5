package sheet

import (
	"strings"
	"testing"

	"recorderd/paper"
	"recorderd/recording"
	"recorderd/sentence"
)

func TestTheComparisonOfTwoBoardsInEveryLanguage(t *testing.T) {
	behind := read(t, "game-opera-blitz")
	behind.Batches = behind.Batches[:60]
	cases := []struct {
		name          string
		first, second *recording.Recording
	}{
		{"same", read(t, "game-opera-blitz"), read(t, "game-opera-blitz")},
		{"behind", behind, read(t, "game-opera-blitz")},
		{"differ", read(t, "game-opera-blitz"), read(t, "game-evergreen-no-clock")},
		{"not-alike", read(t, "game-opera-blitz"), read(t, "flag-two-knights")},
	}
	for _, c := range cases {
		for _, l := range sentence.Languages() {
			doc, _, err := Compare(c.first, c.second, [2]string{"a.jsonl", "b.jsonl"}, Options{Language: l})
			if err != nil {
				t.Fatalf("%s: %v", c.name, err)
			}
			text := paper.Text(doc)
			if strings.ContainsAny(text, "{}") {
				t.Errorf("%s in %s: a gap is left open", c.name, l)
			}
			golden(t, "comparison-"+c.name+"-"+string(l)+".txt", text)
		}
	}
}
