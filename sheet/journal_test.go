package sheet

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"recorderd/journal"
	"recorderd/observation"
	"recorderd/paper"
	"recorderd/recording"
	"recorderd/sentence"
	"recorderd/signature"
	"recorderd/timesource"
)

// hall is a clock on a wall that shows two o'clock when the recording begins, and
// is known to be right from a time on.
type hall struct{ t, right int64 }

func (h *hall) Stamp() timesource.Stamp {
	wall := time.Date(2026, 11, 29, 14, 0, 0, 0, time.UTC).Add(time.Duration(h.t) * time.Millisecond)
	return timesource.Stamp{BootID: "boot", BootNS: h.t * 1e6, Wall: wall, Synced: h.right <= h.t}
}

func testKey(t *testing.T) *signature.Key {
	t.Helper()
	key, _, err := signature.LoadOrMake(filepath.Join(t.TempDir(), signature.KeyFile), strings.NewReader(strings.Repeat("k", 1000)))
	if err != nil {
		t.Fatal(err)
	}
	return key
}

// journalOf records a scenario anew, up to a time, and returns the file.
func journalOf(t *testing.T, scenario string, stamper *hall, final bool) []byte {
	t.Helper()
	dir := t.TempDir()
	key := testKey(t)
	rec := read(t, scenario)
	j, err := journal.Create(journal.Options{Dir: dir, Software: "recorderd 1.0", Stamper: stamper, Fold: 3, Key: key}, rec.Header)
	if err != nil {
		t.Fatal(err)
	}
	for _, b := range rec.Batches {
		stamper.t = b.T
		if _, err := j.Append(b); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := j.Checkpoint([32]byte{1}, final); err != nil {
		t.Fatal(err)
	}
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	file, err := os.ReadFile(journal.Path(dir, 1))
	if err != nil {
		t.Fatal(err)
	}
	return file
}

// TestASheetOfAJournalSaysWhatTheJournalIsWorth looks for what a trace does not
// have: times of day, the state of the chain, and the code of its head.
func TestASheetOfAJournalSaysWhatTheJournalIsWorth(t *testing.T) {
	const scenario = "threefold-just-appeared"
	sealed := journalOf(t, scenario, &hall{}, true)
	for _, c := range []struct {
		name string
		file []byte
		says []string
		not  string
	}{
		{"sealed", sealed, []string{
			"time of day 14:00:29 UTC", "Recorded by recorderd 1.0", "The journal is closed, and its chain is whole",
			"it was version 3", fmt.Sprintf("Head of the journal, line %d,", bytes.Count(sealed, []byte("\n"))), "To check: recorderd verify",
			testKey(t).Public().Fingerprint(),
		}, "not covered by the code"},
		{"open", journalOf(t, scenario, &hall{}, false), []string{"but the journal is not closed", "after that line is not covered by the code"}, "is closed, and"},
		{"without the time", journalOf(t, scenario, &hall{right: 1 << 40}, true), []string{"(time of day not known)"}, "UTC)"},
		{"altered", bytes.Replace(sealed, []byte(`"sync":true`), []byte(`"sync":false`), 1), []string{"THE CHAIN OF THE JOURNAL IS BROKEN", "It breaks first at line "}, "its chain is whole"},
		{"cut", sealed[:len(sealed)-3], []string{"The last line was never finished"}, "is closed, and"},
	} {
		rec, err := recording.Read(bytes.NewReader(c.file))
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		d := written(t, rec, Repetition, observation.Act{Claim: "threefold"}, "en")
		text := strings.Join(strings.Fields(paper.Text(d)), " ")
		for _, says := range c.says {
			if !strings.Contains(text, says) {
				t.Errorf("%s: it does not say %q:\n%s", c.name, says, paper.Text(d))
			}
		}
		if strings.Contains(text, c.not) {
			t.Errorf("%s: it says %q:\n%s", c.name, c.not, paper.Text(d))
		}
		if rec.Head != nil && !strings.Contains(text, rec.Head.Code()) {
			t.Errorf("%s: the code of the head, %s, is not there", c.name, rec.Head.Code())
		}
	}
}

// TestASheetOfAnImportedJournalClaimsNothingOfTheTimeBefore looks for where it is
// from, and what that is worth.
func TestASheetOfAnImportedJournalClaimsNothingOfTheTimeBefore(t *testing.T) {
	rec := read(t, "threefold-just-appeared")
	var file bytes.Buffer
	opt := journal.Options{Software: "recorderd 1.0", Fold: 3, Key: testKey(t), Stamper: &hall{}}
	j, err := journal.NewWriter(&file, opt, rec.Header, journal.Origin{File: "club.jsonl"})
	for i := 0; i < len(rec.Batches) && err == nil; i++ {
		err = j.Append(rec.Batches[i])
	}
	if err == nil {
		err = j.Checkpoint([32]byte{1}, true)
	}
	if err != nil {
		t.Fatal(err)
	}
	imported, err := recording.Read(&file)
	if err != nil {
		t.Fatal(err)
	}
	for l, says := range map[sentence.Language][]string{
		"en": {"imported from club.jsonl", "neither its chain nor its signatures say anything about the time before"},
		"pt": {"importado de club.jsonl", "nem a sua cadeia nem as suas assinaturas"},
		"es": {"importado de club.jsonl", "ni su cadena ni sus firmas"},
	} {
		text := strings.Join(strings.Fields(paper.Text(written(t, imported, Repetition, observation.Act{Claim: "threefold"}, l))), " ")
		for _, want := range says {
			if !strings.Contains(text, want) {
				t.Errorf("%s: it does not say %q:\n%s", l, want, text)
			}
		}
	}
}
