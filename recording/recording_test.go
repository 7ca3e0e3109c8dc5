package recording_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"recorderd/journal"
	"recorderd/observation"
	"recorderd/record"
	"recorderd/recording"
	"recorderd/timesource"
)

// said is a trace of a board that says finished moves, one a second.
func said(moves string) string {
	var b strings.Builder
	b.WriteString(`{"trace":1,"game":{"white":"A. Lima","black":"B. Sá","time_control":"-"},"board":{"sensing":"moves"},"clock":{"present":false}}` + "\n")
	b.WriteString(`{"t":0,"placement":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"}` + "\n")
	for i, m := range strings.Fields(moves) {
		fmt.Fprintf(&b, `{"t":%d,"said":"%s"}`+"\n", 1000*(i+1), m)
	}
	return b.String()
}

func read(t testing.TB, text string) *recording.Recording {
	t.Helper()
	rec, err := recording.Read(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return rec
}

func whole(t testing.TB, text string) *recording.State {
	t.Helper()
	s, err := read(t, text).Whole()
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestComparisonNamesTheFirstPlyThatDiffers(t *testing.T) {
	const opening = "e2e4 e7e5 g1f3"
	cases := []struct {
		name, first, second string
		common              int
		next                [2]string
		differ              bool
	}{
		{"the same game", opening, opening, 3, [2]string{}, false},
		{"one board is behind", opening + " b8c6", opening, 3, [2]string{"b8c6"}, false},
		{"the other is behind", "", opening, 0, [2]string{"", "e2e4"}, false},
		{"the last ply", opening + " b8c6", opening + " g8f6", 3, [2]string{"b8c6", "g8f6"}, true},
		{"the first ply", "e2e4 e7e5", "d2d4 d7d5", 0, [2]string{"e2e4", "d2d4"}, true},
		{"a transposition", "e2e4 e7e5 g1f3 b8c6", "g1f3 b8c6 e2e4 e7e5", 0, [2]string{"e2e4", "g1f3"}, true},
	}
	for _, c := range cases {
		got := recording.Compare(whole(t, said(c.first)), whole(t, said(c.second)))
		if c.first == "" { // play has not begun on that board
			if got.Common != -1 || !got.Differ() {
				t.Errorf("%s: got %+v", c.name, got)
			}
			continue
		}
		var next [2]string
		for i, p := range []*record.Scored{got.First, got.Second} {
			if p != nil {
				next[i] = p.UCI
			}
		}
		if got.Common != c.common || next != c.next || got.Differ() != c.differ || got.FEN == "" || got.MayAgree {
			t.Errorf("%s: got %d plies, then %q, differ %v at %q; want %d, %q, %v", c.name, got.Common, next, got.Differ(), got.FEN, c.common, c.next, c.differ)
		}
	}
}

func scenario(t testing.TB, name string) string {
	t.Helper()
	b, err := os.ReadFile(filepath.Join("../record/testdata/scenarios", name, "trace.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// A board that knows only where pieces stand may take a promotion for another
// one, and says so.
func TestADoubtfulPlyMayAgreeWithTheOtherBoard(t *testing.T) {
	first := whole(t, scenario(t, "occupancy-promotion-ambiguous"))
	second := *first
	second.Score.Plies = append([]record.Scored(nil), first.Score.Plies...)
	for i, p := range first.Score.Plies {
		if len(p.Alternatives) == 0 {
			continue
		}
		second.Score.Plies[i].UCI, second.Score.Plies[i].FEN = p.Alternatives[0][0], "another position"
		got := recording.Compare(first, &second)
		if got.Common != i || !got.Differ() || !got.MayAgree {
			t.Errorf("got %+v, want that ply %d may agree", got, i+1)
		}
		return
	}
	t.Fatal("no ply of the scenario has another reading")
}

// Folded up to a moment, a recording is what it was then.
func TestTheStateAtAMomentIsThatOfTheRecordingSoFar(t *testing.T) {
	text := scenario(t, "game-opera-blitz")
	rec := read(t, text)
	lines := strings.SplitAfter(text, "\n")
	for _, ply := range []int{0, 1, 2, 17, 33} {
		got, err := rec.At(recording.AfterPly(ply))
		if err != nil {
			t.Fatal(err)
		}
		if n := len(got.Score.Plies); n != ply || ply > 0 && got.Score.Plies[ply-1].Done == nil {
			t.Errorf("after ply %d: %d plies stand, or the last is not completed", ply, n)
		}
		var soFar strings.Builder
		for _, l := range lines {
			soFar.WriteString(l)
			if s, err := recording.Read(strings.NewReader(soFar.String())); err == nil && len(s.Batches) > 0 && s.Batches[len(s.Batches)-1].T > got.T {
				break
			}
		}
		cut := read(t, soFar.String())
		cut.Batches = cut.Batches[:len(cut.Batches)-1]
		want, err := cut.Whole()
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want.Lines, got.Lines); ply < 33 && diff != "" {
			t.Errorf("after ply %d: %s", ply, diff)
		}
	}
	if _, err := rec.At(recording.AfterPly(34)); err == nil || !strings.Contains(err.Error(), "it has 33") {
		t.Errorf("a ply that is not there: %v", err)
	}
	early, err := rec.At(recording.AtTime(0))
	if err != nil || len(early.Score.Plies) != 0 {
		t.Errorf("at its beginning: %d plies, %v", len(early.Score.Plies), err)
	}
}

func TestMomentsAreWrittenAsPliesOrTimes(t *testing.T) {
	good := map[string]recording.Moment{
		"": {}, "24": recording.AfterPly(24), "0": recording.AfterPly(0),
		"0:12:31.4": recording.AtTime(751400), "12:31": recording.AtTime(751000), "1:00:00": recording.AtTime(3600000), "0:0.05": recording.AtTime(50),
	}
	for text, want := range good {
		if got, err := recording.ParseMoment(text); err != nil || got != want {
			t.Errorf("%q: got %+v, %v", text, got, err)
		}
	}
	for _, text := range []string{"-1", "x", "1:x", "1:2:3:4", ":", "1.5", "1:2.3456", "1:-2", "24 ", "99999999999999999999"} {
		if got, err := recording.ParseMoment(text); err == nil {
			t.Errorf("%q is read as %+v", text, got)
		}
	}
}

func TestAClaimIsJudgedAtItsMoment(t *testing.T) {
	cases := []struct {
		scenario string
		act      observation.Act
		at       recording.Moment
		want     string // supported
		ended    bool
	}{
		{"threefold-later-claim-in-blitz", observation.Act{By: "white", Claim: "threefold"}, recording.AfterPly(1), "false", false},
		{"mate-before-flag-school", observation.Act{By: "black", Claim: "threefold"}, recording.Moment{}, "false", true},
		{"flag-claimed-standing", observation.Act{By: "black", Claim: "flag"}, recording.AfterPly(0), "false", false},
	}
	for _, c := range cases {
		got, err := read(t, scenario(t, c.scenario)).Claim(c.act, c.at)
		if err != nil {
			t.Errorf("%s: %v", c.scenario, err)
			continue
		}
		supported := "null"
		if got.Claim.Supported != nil {
			supported = fmt.Sprint(*got.Claim.Supported)
		}
		if supported != c.want || got.Ended != c.ended || got.Claim.Claim != c.act.Claim || got.Claim.By != c.act.By {
			t.Errorf("%s: got %s, ended %v: %+v", c.scenario, supported, got.Ended, got.Claim)
		}
	}
}

// stamps are those of a machine that learns the time in its third second.
type stamps struct{ n int64 }

func (s *stamps) Stamp() timesource.Stamp {
	s.n++
	wall := time.Date(1970, 1, 1, 0, 0, int(s.n), 0, time.UTC)
	if s.n > 3 {
		wall = time.Date(2026, 11, 30, 10, 0, int(s.n), 0, time.UTC)
	}
	return timesource.Stamp{BootID: "b", BootNS: s.n * 1e9, Wall: wall, Synced: s.n > 3}
}

// The time of day of what was written before the machine knew it is counted back.
func TestTheTimeOfDayIsCountedBackFromWhenItWasKnown(t *testing.T) {
	dir := t.TempDir()
	j, err := journal.Create(journal.Options{Dir: dir, Stamper: &stamps{}}, observation.Header{})
	if err != nil {
		t.Fatal(err)
	}
	for at := range int64(4) { // stamped in seconds 2 to 5
		if _, err := j.Append(observation.Batch{T: at * 1000, Facts: []observation.Fact{observation.Tick{}}}); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := j.Checkpoint([32]byte{1}, true); err != nil {
		t.Fatal(err)
	}
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	file, err := os.ReadFile(journal.Path(dir, 1))
	if err != nil {
		t.Fatal(err)
	}
	rec, err := recording.Read(bytes.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	for at, want := range map[int64]int{0: 2, 1000: 3, 2000: 4, 3500: 5} {
		wall, known := rec.Wall(at)
		exact := time.Date(2026, 11, 30, 10, 0, want, int(at%1000)*1e6, time.UTC)
		if !known || !wall.Equal(exact) {
			t.Errorf("at %d ms: got %v, %v, want %v", at, wall, known, exact)
		}
	}
	if h := rec.Head; h == nil || !h.Final || !rec.Sealed || len(h.Code()) != 19 || !strings.HasPrefix(h.QR(), "recorderd:head:5:") {
		t.Errorf("the head is %+v", rec.Head)
	}
}

func TestAHeadThatNobodyCouldHaveNotedIsRefused(t *testing.T) {
	for _, bad := range []string{"", "1F3A-90BC-77D2", "1F3A-90BC-77D2-0E4G", "recorderd:head:x:00", "recorderd:head:-1:" + strings.Repeat("0", 64), "recorderd:head:1:" + strings.Repeat("g", 64)} {
		if n, err := recording.ParseHead(bad); err == nil || !strings.Contains(err.Error(), "16 hexadecimal digits") {
			t.Errorf("%q: got %v, %v", bad, n, err)
		}
	}
}
