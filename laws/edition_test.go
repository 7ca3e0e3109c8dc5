package laws

import (
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
)

func load(t *testing.T, id string) *Edition {
	t.Helper()
	e, err := Load(id)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func data(t *testing.T, id string) string {
	t.Helper()
	b, err := files.ReadFile("editions/" + id + ".toml")
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func TestKnownEditionsOldestFirst(t *testing.T) {
	want := []string{"fide-1997", "fide-2001", "fide-2005", "fide-2009", "fide-2014", "fide-2017", "fide-2018", "fide-2023"}
	if got := Known(); !slices.Equal(got, want) {
		t.Fatalf("Known() = %v, want %v", got, want)
	}
	day := ""
	for _, id := range want {
		e := load(t, id)
		if e.ID != id || e.InForce <= day {
			t.Errorf("%s: ID %s, in force %s after %s", id, e.ID, e.InForce, day)
		}
		day = e.InForce
	}
}

func TestUnknownEditionNamesTheKnownOnes(t *testing.T) {
	for _, id := range []string{"", "fide-2022", "FIDE-2023", "../fide-2023", "fide-2023.toml", strings.Repeat("x", 1000)} {
		_, err := Load(id)
		if err == nil {
			t.Errorf("Load(%.20q) is no error", id)
			continue
		}
		if text := err.Error(); !strings.Contains(text, "fide-1997, fide-2001") || !strings.Contains(text, "fide-2023") || len(text) > 300 {
			t.Errorf("Load(%.20q): %v", id, err)
		}
	}
}

// entry is one key of a table in a line, with its value.
var entry = regexp.MustCompile(`(\w+) += (\[[^\]]*\]|"[^"]*"|[\w]+)`)

// TestEveryKeyIsNeeded takes away one key after the other.
func TestEveryKeyIsNeeded(t *testing.T) {
	for _, id := range Known() {
		text := data(t, id)
		tried := 0
		for _, at := range entry.FindAllStringSubmatchIndex(text, -1) {
			key := text[at[2]:at[3]]
			if key == "absent" {
				continue
			}
			before, after := text[:at[0]], text[at[1]:]
			if strings.HasPrefix(after, ", ") {
				after = after[2:]
			} else {
				before = strings.TrimSuffix(before, ", ")
			}
			if strings.HasSuffix(strings.TrimRight(before, " "), "= {") && strings.HasPrefix(strings.TrimLeft(after, " "), "}") {
				after = strings.TrimLeft(after, " ")
			}
			_, err := parse(id+".toml", []byte(before+after))
			if optional := key == "article" && silentLine(text, at[0]); optional {
				if err != nil {
					t.Errorf("%s without an article of a rule that it has not: %v", id, err)
				}
				continue
			}
			tried++
			if err == nil || !strings.Contains(err.Error(), key) || !strings.Contains(err.Error(), id+".toml") {
				t.Errorf("%s without %s at %d: error %v must name both", id, key, at[0], err)
			}
		}
		if tried < 150 {
			t.Errorf("%s: only %d keys tried", id, tried)
		}
	}
}

// silentLine reports whether the rule at this place of a file has no values.
func silentLine(text string, at int) bool {
	line := text[strings.LastIndexByte(text[:at], '\n')+1:]
	line, _, _ = strings.Cut(line, "\n")
	return strings.Contains(line, "absent = true") || strings.Contains(line, `"unknown"`)
}

func TestBadFilesAreErrorsThatNameFileAndKey(t *testing.T) {
	tests := []struct{ name, old, new, want string }{
		{"unknown key of a rule", "times = 5, ", "times = 5, time = 5, ", "fivefold.time"},
		{"unknown table", "[wrong_claim]", "[wrong_claims]", "wrong_claims"},
		{"key in other letters", "times = 5", "Times = 5", "fivefold.times"},
		{"same key twice", "times = 5", "times = 5, times = 5", "times"},
		{"word that is none of the list", `sequence = "any"`, `sequence = "some"`, "fivefold.sequence"},
		{"basis that is none", `article = "9.6.1", verified = "source"`, `article = "9.6.1", verified = "yes"`, "fivefold.verified"},
		{"number as text", "times = 5", `times = "5"`, "fivefold.times"},
		{"number that is not whole", "times = 5", "times = 5.5", "fivefold.times"},
		{"zero", "times = 5", "times = 0", "fivefold"},
		{"negative moves", "min_moves_each = 1", "min_moves_each = -1", "agreement"},
		{"zero moves", "moves = 75", "moves = 0", "seventy_five"},
		{"count of neither", `moves = 75, counts = "made"`, `moves = 75, counts = "unspecified"`, "seventy_five"},
		{"bounds the wrong way", "max_minutes = 60", "max_minutes = 10", "rapid"},
		{"no penalty", `rapid             = { steps = ["opponent+60s", "loss"]`, "rapid             = { steps = []", "illegal_move.penalty.rapid"},
		{"penalty nobody knows", "opponent+60s", "opponent+1m", "illegal_move.penalty.rapid"},
		{"penalty of nothing", "opponent+60s", "opponent+0s", "illegal_move.penalty.rapid"},
		{"penalty without its word", "opponent+60s", "60s", "illegal_move.penalty.rapid"},
		{"moves that are negative", "new_game_before = 10", "new_game_before = -1", "setup.colours_reversed"},
		{"cut-off after no moves", "moves_each = 10", "moves_each = 0", "setup.cutoff"},
		{"cut-off of neither count", `counts = "completed", castling = "king-or-rook"`, `counts = "unspecified", castling = "king-or-rook"`, "setup.cutoff"},
		{"castling barred to nobody known", `"king-or-rook"`, `"king"`, "setup.cutoff.castling"},
		{"caller of a flag who is none", `by = "arbiter-or-player"`, `by = "anyone"`, "flag.call.standard.by"},
		{"outcome that is none", `known = "first-loses"`, `known = "white-loses"`, "both_flags.standard.known"},
		{"claim without a time", "under_s = 120", "under_s = 0", "quickplay.claim"},
		{"five minutes without an increment", "increment_s = 30", "increment_s = 0", "recording.five_minutes"},
		{"order that is none", `order = "any"`, `order = "both"`, "illegal_move.promotion_order.order"},
		{"arbiter who does nothing known", `arbiter = "waits-then-draw"`, `arbiter = "waits"`, "illegal_move.both_in_check.rapid.arbiter"},
		{"no penalty in a quickplay finish", `penalty_quickplay  = { steps = ["opponent+120s", "loss"]`, `penalty_quickplay  = { steps = []`, "illegal_move.penalty_quickplay"},
		{"rule of an appendix in standard play", "[illegal_move.both_in_check]", "[illegal_move.both_in_check]\nstandard = { absent = true, verified = \"source\" }", "illegal_move.both_in_check.standard"},
		{"empty article", `article = "9.6.1"`, `article = ""`, "fivefold.article"},
		{"empty second article", `intended_article = "9.2.1"`, `intended_article = ""`, "threefold"},
		{"value of an absent rule", "times = 5, ", "times = 5, absent = true, ", "fivefold.times"},
		{"value of an unknown rule", `article = "9.6.1", verified = "source"`, `article = "9.6.1", verified = "unknown"`, "fivefold.times"},
		{"absent and unknown", `claimant          = { absent = true, article = "9.5.3", verified = "source" }`, `claimant = { absent = true, verified = "unknown" }`, "wrong_claim.claimant.absent"},
		{"identifier of another", `"fide-2023"`, `"fide-2022"`, "id"},
		{"no day", `"2023-01-01"`, `"2023-13-01"`, "in_force"},
		{"no TOML", "[setup]", "[setup", "line 24"},
		{"rule that is no table", "[illegal_move.stands]", "[illegal_move.stand]", "illegal_move.stand"},
	}
	good := data(t, "fide-2023")
	for _, tt := range tests {
		bad := strings.Replace(good, tt.old, tt.new, 1)
		if bad == good {
			t.Errorf("%s: %q is not in the file", tt.name, tt.old)
			continue
		}
		_, err := parse("fide-2023.toml", []byte(bad))
		if err == nil || !strings.Contains(err.Error(), "fide-2023.toml") || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: error %v, want the file and %s", tt.name, err, tt.want)
		}
	}
}

// Many ask for the same edition; it is read once.
func TestAnEditionIsReadOnce(t *testing.T) {
	first := load(t, "fide-2023")
	var asking sync.WaitGroup
	for range 8 {
		asking.Go(func() {
			for _, id := range Known() {
				if e, err := Load(id); err != nil || e.ID != id || id == "fide-2023" && e != first {
					t.Errorf("%s: got another one, or %v", id, err)
				}
			}
		})
	}
	asking.Wait()
}
