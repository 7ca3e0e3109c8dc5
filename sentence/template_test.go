package sentence

import (
	"encoding/json"
	"strings"
	"testing"
)

func TestTemplates(t *testing.T) {
	s := scope{in(English), d{"side": "white", "opponent": "black", "square": "e4", "count": json.Number("2")}}
	for _, c := range []struct{ template, want string }{
		{"", ""},
		{"plain", "plain"},
		{"{side:of} pawn on {square}", "White's pawn on e4"},
		{"a[ on {square}]", "a on e4"},
		{"a[ with {move}]", "a"},
		{"a[ with {move}| without]", "a without"},
		{"a[ {square}[ {move}][ {count}]]", "a e4 second"},
		{"a[ {move}[ {square}]]", "a"},
		{"a[ {move}|[ {king}| {square}]]", "a e4"},
	} {
		var parsed template
		if err := parsed.UnmarshalText([]byte(c.template)); err != nil {
			t.Errorf("%q: %v", c.template, err)
			continue
		}
		if got, _ := parsed.fill(s); got != c.want {
			t.Errorf("%q says %q, want %q", c.template, got, c.want)
		}
	}
}

func TestBrokenTemplates(t *testing.T) {
	for _, c := range []struct{ template, want string }{
		{"{square", "not closed"},
		{"[ on {square}", "not closed"},
		{"[a|b", "not closed"},
		{"a]", "closes nothing"},
		{"a}", "closes nothing"},
		{"a|b", "closes nothing"},
		{"[a|b|c]", "closes nothing"},
		{"{no_such_field}", "no such field"},
		{"{}", "no such field"},
	} {
		var parsed template
		if err := parsed.UnmarshalText([]byte(c.template)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: error %v, want %q", c.template, err, c.want)
		}
	}
}

func TestBrokenCatalogues(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"colour = 1", "key colour: nothing asks for it"},
		{"[finding]\ncheckmate = \"{side} mated with {move}\"", "finding checkmate: {move} may be missing"},
		{"[claim]\nflag = \"{reason}\"", "claim flag: {reason} may be missing"},
		{"[finding]\ncheckmate = \"{side\"", "a brace is not closed"},
		{"[", "language xx"},
	} {
		if _, err := parse("xx", c.text); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: error %v, want %q", c.text, err, c.want)
		}
	}
}

func TestTimes(t *testing.T) {
	s := scope{in(English), nil}
	for _, c := range []struct {
		ms                         string
		instant, reading, duration string
	}{
		{"0", "0:00:00.0", "0:00:00", "0 seconds"},
		{"99", "0:00:00.0", "0:00:00", "0 seconds"},
		{"450", "0:00:00.4", "0:00:00.4", "0.4 seconds"},
		{"1000", "0:00:01.0", "0:00:01", "1 second"},
		{"2500", "0:00:02.5", "0:00:02.5", "2.5 seconds"},
		{"60000", "0:01:00.0", "0:01:00", "one minute"},
		{"61000", "0:01:01.0", "0:01:01", "1 minute and 1 second"},
		{"120000", "0:02:00.0", "0:02:00", "two minutes"},
		{"660000", "0:11:00.0", "0:11:00", "11 minutes"},
		{"3600000", "1:00:00.0", "1:00:00", "1 hour"},
		{"5430500", "1:30:30.5", "1:30:30.5", "1 hour, 30 minutes and 30.5 seconds"},
		{"-1", "", "", ""}, {"1.5", "", "", ""}, {"1e30", "", "", ""},
	} {
		n := json.Number(c.ms)
		instant, ok := s.instant(n)
		reading, _ := s.reading(n)
		duration, _ := s.duration(n)
		if ok != (c.instant != "") || ok && (instant != c.instant || reading != c.reading || duration != c.duration) {
			t.Errorf("%s ms: %q, %q, %q, %v", c.ms, instant, reading, duration, ok)
		}
	}
}

func TestMoves(t *testing.T) {
	for _, c := range []struct{ move, english, portuguese string }{
		{"Nf3", "Nf3", "Cf3"},
		{"e8=Q+", "e8=Q+", "e8=D+"},
		{"O-O-O", "O-O-O", "O-O-O"},
		{"Ke1-e3?!illegal", "Ke1-e3", "Re1-e3"},
		{"e7-e8=P?!illegal", "e7-e8=P", "e7-e8=P"},
		{"e7e8n", "e7-e8=N", "e7-e8=C"},
		{"g1f3", "g1-f3", "g1-f3"},
		{"?!unexplained", "", ""},
		{"", "", ""},
		{"Nobody knows", "Nobody knows", "Nobody knows"},
		{"N{f3}[x]|", "Nf3x", "Cf3x"},
	} {
		english, _ := in("en").move(c.move)
		portuguese, _ := in("pt").move(c.move)
		if english != c.english || portuguese != c.portuguese {
			t.Errorf("%q: %q, %q", c.move, english, portuguese)
		}
	}
}
