package paper

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestStripsComeOntoPages names strips by letters; a page has room for 100.
func TestStripsComeOntoPages(t *testing.T) {
	const room = pageBottom - marginTop
	heights := map[rune]float64{'h': 0.1, 'r': 0.3, 'x': 1.2}
	head := &strip{height: 0.05 * room}
	cases := []struct {
		name, strips string
		want         []string
	}{
		{"nothing", "", []string{""}},
		{"what fits stays together", "rrr", []string{"rrr"}},
		{"what does not goes on", "rrrrr", []string{"rrr", "rr"}},
		{"a heading goes with what follows", "rrhrr", []string{"rrhr", "r"}},
		{"and over the page with it", "rrrhrr", []string{"rrr", "hrr"}},
		{"two headings go as one", "rrhhrr", []string{"rr", "hhrr"}},
		{"a heading may be last", "rh", []string{"rh"}},
		{"a heading before a break stays", "rh/r", []string{"rh", "r"}},
		{"breaks make no empty page", "//r//r//", []string{"r", "r"}},
		{"what has no room at all still comes", "rxr", []string{"r", "x", "r"}},
		{"nor does it take its heading away from the page", "hxr", []string{"h", "x", "r"}},
		{"titles are repeated", "tRRRRR", []string{"tRRR", "tRR"}},
		{"but not where they stand anyway", "rrtRR", []string{"rrtR", "tR"}},
	}
	for _, c := range cases {
		var strips []strip
		for _, name := range c.strips {
			s := strip{height: heights[name|0x20] * room, keep: name == 'h' || name == 't', breaks: name == '/'}
			if name == 't' {
				s.height = head.height
			}
			if name == 'R' {
				s.head = head
			}
			strips = append(strips, s)
		}
		if diff := cmp.Diff(c.want, lettersOf(paginate(strips), room)); diff != "" {
			t.Errorf("%s: %s\n%s", c.name, c.strips, diff)
		}
	}
}

func lettersOf(pages [][]placed, room float64) []string {
	var got []string
	for _, page := range pages {
		letters := ""
		for _, s := range page {
			switch {
			case s.head != nil:
				letters += "R"
			case s.height > room:
				letters += "x"
			case s.height > 0.2*room:
				letters += "r"
			case s.height > 0.07*room:
				letters += "h"
			default:
				letters += "t"
			}
		}
		got = append(got, letters)
	}
	return got
}

func TestNothingStandsOverAnything(t *testing.T) {
	d := cleaned(sample(), printable)
	var strips []strip
	for _, b := range d.Blocks {
		set, err := setBlock(b)
		if err != nil {
			t.Fatal(err)
		}
		strips = append(strips, set...)
	}
	for i, page := range paginate(strips) {
		y := marginTop
		for _, s := range page {
			if s.y < y || s.y+s.height > pageBottom {
				t.Errorf("page %d: a strip from %g to %g, after %g and before %g", i+1, s.y, s.y+s.height, y, pageBottom)
			}
			y = s.y + s.height
		}
	}
}

func TestABoxIsBrokenOnlyIfNoPageHasRoom(t *testing.T) {
	line := strings.Repeat("word ", 12) + "\n"
	for _, lines := range []int{1, 39} {
		if set := setBox(strings.TrimSpace(strings.Repeat(line, lines))); len(set) != 1 {
			t.Errorf("a box of %d lines has %d parts", lines, len(set))
		}
	}
	parts := setBox(strings.Repeat(line, 90))
	if len(parts) < 2 {
		t.Error("a box of 90 lines is one part")
	}
	for _, s := range parts {
		if s.height > pageBottom-marginTop {
			t.Errorf("a part of %g points", s.height)
		}
	}
}

func TestAParagraphLeavesNoLineAlone(t *testing.T) {
	for n := 1; n <= 6; n++ {
		set := setParagraph(Paragraph{Text: strings.TrimSpace(strings.Repeat("x\n", n))})
		kept := each(set, func(s strip) bool { return s.keep })
		want := make([]bool, n)
		if n > 1 {
			want[0], want[n-2] = true, true
		}
		if !slices.Equal(kept, want) {
			t.Errorf("%d lines: kept with the next %v, want %v", n, kept, want)
		}
	}
}

func TestLinesLeftOutAreSeenToBe(t *testing.T) {
	for n := range 6 {
		lines := make([]string, n)
		for i := range lines {
			lines[i] = fmt.Sprint(i)
		}
		got := atMost(3, slices.Clone(lines))
		if n <= 3 && !slices.Equal(got, lines) || n > 3 && !slices.Equal(got, []string{"0", "1", "…"}) {
			t.Errorf("%d lines: got %v", n, got)
		}
	}
	m := smallText.measure()
	long := strings.Repeat("recorderd ", 50)
	if got := m.shortened(long, 200); m.of(got) > 200 || m.of(got) < 150 || !strings.HasSuffix(got, "…") {
		t.Errorf("got %q, %g wide", got, m.of(got))
	}
	if got := m.shortened("short", 200); got != "short" {
		t.Errorf("got %q", got)
	}
}
