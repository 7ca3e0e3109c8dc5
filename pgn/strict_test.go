package pgn

import (
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

var tagLine = regexp.MustCompile(`^\[([A-Za-z0-9_]+) "((?:[^"\\]|\\["\\])*)"\]$`)

// strict checks a file against the export form by other means than those that
// wrote it: line by line.
func strict(t testing.TB, file string) {
	t.Helper()
	if file == "" {
		return
	}
	if !utf8.ValidString(file) || strings.ContainsFunc(file, func(r rune) bool { return unicode.IsControl(r) && r != '\n' }) {
		t.Errorf("not plain UTF-8 text: %q", file)
	}
	body, ended := strings.CutSuffix(file, "\n\n")
	if !ended {
		t.Errorf("no empty line at the end: %q", file)
	}
	parts := strings.Split(body, "\n\n")
	if len(parts)%2 != 0 {
		t.Fatalf("tags and movetext do not alternate:\n%s", file)
	}
	for i := 0; i < len(parts); i += 2 {
		result := strictTags(t, strings.Split(parts[i], "\n"))
		strictMoves(t, parts[i+1], result)
	}
}

func strictTags(t testing.TB, lines []string) (result string) {
	t.Helper()
	var names []string
	for _, line := range lines {
		m := tagLine.FindStringSubmatch(line)
		if m == nil || len(line) > 254 {
			t.Errorf("no tag of the export form: %q", line)
			continue
		}
		names = append(names, m[1])
		if m[1] == "Result" {
			result = m[2]
		}
	}
	want := []string{"Event", "Site", "Date", "Round", "White", "Black", "Result"}
	if len(names) < len(want) || !slices.Equal(names[:len(want)], want) {
		t.Fatalf("tags begin %v, want %v", names, want)
	}
	if rest := names[len(want):]; !slices.IsSorted(rest) || len(slices.Compact(slices.Clone(rest))) != len(rest) {
		t.Errorf("tags behind the roster are not in order: %v", rest)
	}
	if slices.Contains(names, "FEN") != slices.Contains(names, "SetUp") {
		t.Errorf("one of FEN and SetUp without the other: %v", names)
	}
	return result
}

func strictMoves(t testing.TB, movetext, result string) {
	t.Helper()
	lines := strings.Split(movetext, "\n")
	for i, line := range lines {
		if line != strings.TrimSpace(line) || strings.Contains(line, "  ") {
			t.Errorf("odd blanks: %q", line)
		}
		if strings.HasPrefix(line, "%") {
			t.Errorf("a line is escaped: %q", line)
		}
		longCommand := strings.Contains(line, "[%") && !strings.Contains(regexp.MustCompile(`\[%[^]]*\]`).ReplaceAllString(line, ""), " ")
		if utf8.RuneCountInString(line) > 79 && !longCommand {
			t.Errorf("line of %d columns: %q", utf8.RuneCountInString(line), line)
		}
		if i > 0 {
			first := strings.Fields(line)[0]
			if before := lines[i-1]; utf8.RuneCountInString(before)+1+utf8.RuneCountInString(first) <= 79 &&
				!strings.Contains(line, "[") && !strings.Contains(line, "%") {
				t.Errorf("%q would have fitted behind %q", first, before)
			}
		}
	}
	if !strings.HasSuffix(" "+strings.ReplaceAll(movetext, "\n", " "), " "+result) || !isResult(result) {
		t.Errorf("Result is %q and the movetext ends %q", result, movetext[max(0, len(movetext)-20):])
	}
}
