package sheet

import (
	"strings"
	"testing"

	"recorderd/position"
	"recorderd/sentence"
)

func TestMovesAreWrittenAsOnAScoresheet(t *testing.T) {
	for _, c := range []struct {
		fen, uci string
		letters  Letters
		want     string
	}{
		{position.StartFEN, "g1f3", "en", "Nf3"},
		{position.StartFEN, "g1f3", "pt", "Cf3"},
		{position.StartFEN, "g1f3", "es", "Cf3"},
		{position.StartFEN, "g1f3", "de", "Sf3"},
		{position.StartFEN, "g1f3", "fr", "Cf3"},
		{position.StartFEN, "g1f3", "figurine", "♘f3"},
		{position.StartFEN, "e2e4", "de", "e4"},
		{"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1g1", "en", "0-0"},
		{"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1c1", "pt", "0-0-0"},
		{"3k4/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1c1", "pt", "0-0-0+"},
		{"8/3P4/8/8/8/8/k7/4K3 w - - 0 1", "d7d8q", "de", "d8D"},
		{"5n2/4P3/8/8/8/8/k7/4K3 w - - 0 1", "e7f8n", "es", "exf8C"},
		{"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "en", "exd6 e.p."},
		{"4k3/8/8/8/8/8/8/R3K2R w - - 0 1", "a1d1", "fr", "Td1"},
		{"4k3/8/8/8/8/8/4K3/R6R w - - 0 1", "a1d1", "fr", "Tad1"},
		{"6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "a1a8", "en", "Ra8#"},
		{"4k3/8/8/3n4/8/8/6B1/4K3 w - - 0 1", "g2d5", "es", "Axd5"},
	} {
		p, err := position.Parse(c.fen)
		if err != nil {
			t.Fatal(err)
		}
		m, err := p.ParseUCI(c.uci)
		if err != nil {
			t.Fatal(err)
		}
		if got := c.letters.move(&p, m); got != c.want {
			t.Errorf("%s, %s in %s: %q, want %q", c.uci, c.letters, c.fen, got, c.want)
		}
	}
}

func TestPliesThatAreNotLegalAreWrittenInFull(t *testing.T) {
	for _, c := range []struct {
		san     string
		letters Letters
		want    string
	}{
		{"Ke1-e3", "pt", "Re1-e3"},
		{"Bc1xa3", "de", "Lc1xa3"},
		{"e7-e8=P", "de", "e7-e8B"},
		{"e7-e8=Q", "es", "e7-e8D"},
		{"O-O-O", "en", "0-0-0"},
		{"Ke1-e3", "figurine", "♔e1-e3"},
		{"Ke1-e3", "xx", "Ke1-e3"},
	} {
		if got := c.letters.long(c.san); got != c.want {
			t.Errorf("%s in %s: %q, want %q", c.san, c.letters, got, c.want)
		}
	}
}

// TestSheetsAndSentencesHaveTheSameLetters holds the alphabets against what the
// sentences write.
func TestSheetsAndSentencesHaveTheSameLetters(t *testing.T) {
	for _, l := range sentence.Languages() {
		for _, letter := range pieces[:5] {
			said := sentence.Of(l, sentence.Fact{Code: "press-missing", Data: map[string]any{"move": string(letter) + "f3"}})
			if want := string(Letters(l).piece(letter)) + "f3"; !strings.Contains(said, want) {
				t.Errorf("%s: %q has no %q", l, said, want)
			}
		}
	}
}

func TestLettersHaveNames(t *testing.T) {
	for _, name := range []string{"", "en", "pt", "es", "de", "fr", "figurine"} {
		if l, err := ParseLetters(name); err != nil || string(l) != name {
			t.Errorf("%q: %q, %v", name, l, err)
		}
	}
	if l, err := ParseLetters("ru"); err == nil || !strings.Contains(err.Error(), "figurine") {
		t.Errorf("ru are the letters %q, %v", l, err)
	}
}
