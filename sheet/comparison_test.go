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

// Two recordings that are of different games by their names may have been
// compared by mistake.
func TestAComparisonSaysThatTheNamesDiffer(t *testing.T) {
	first, second := read(t, "game-opera-blitz"), read(t, "game-opera-blitz")
	second.Header.Game.White = "Sá, B."
	for l, want := range map[sentence.Language]string{
		"en": "The names are not the same: White, A. – Black, B.; Sá, B. – Black, B.",
		"pt": "Os nomes não são os mesmos: White, A.", "es": "Los nombres no son los mismos: White, A.",
	} {
		doc, _, err := Compare(first, second, [2]string{"a.jsonl", "b.jsonl"}, Options{Language: l})
		if err != nil {
			t.Fatal(err)
		}
		box, ok := doc.Blocks[1].(paper.Paragraph)
		if !ok || !strings.Contains(box.Text, want) {
			t.Errorf("%s: the answer is %q, want in it %q", l, box.Text, want)
		}
	}
}
