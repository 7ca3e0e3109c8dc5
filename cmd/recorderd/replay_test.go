package main

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"recorderd/journal"
)

const operaTrace = "../../testdata/traces/opera.jsonl"

// journalOf writes the observations of a trace into a journal, and returns its
// path.
func journalOf(t *testing.T, trace string) string {
	t.Helper()
	f, err := os.Open(trace)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	src, err := journal.Open(f)
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(t.TempDir(), "games")
	j, err := journal.Create(journal.Options{Dir: dir, Software: "test"}, src.Header())
	if err != nil {
		t.Fatal(err)
	}
	for {
		batch, err := src.Next()
		if err == io.EOF {
			break
		}
		if err == nil {
			_, err = j.Append(batch)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	return journal.Path(dir, j.Number())
}

func TestAJournalHasTheRecordOfItsTrace(t *testing.T) {
	path := journalOf(t, operaTrace)
	for _, format := range []string{"jsonl", "pgn"} {
		got, want := printed(t, "replay", "--format", format, path), printed(t, "replay", "--format", format, operaTrace)
		if !bytes.Equal(got, want) {
			t.Errorf("%s: got\n%s\nwant\n%s", format, got, want)
		}
	}
}

// What is wrong with a journal is told, and is no reason not to show what it
// says.
func TestReplayOfADamagedJournal(t *testing.T) {
	whole, err := os.ReadFile(journalOf(t, operaTrace))
	if err != nil {
		t.Fatal(err)
	}
	record := string(printed(t, "replay", operaTrace))
	for _, c := range []struct {
		name    string
		damaged string
		message string
		status  int
		all     bool // of the record is shown
	}{
		{"whole", string(whole), "", exitDone, true},
		{"torn", string(whole) + `{"seq":999`, ": the last line is incomplete (10 bytes) and was left out\n", exitDone, true},
		{"changed", strings.Replace(string(whole), `"software":"test"`, `"software":"tost"`, 1), ": line 2: the chain is broken: the line before it is not the one that was written there\n", exitBad, true},
		{"unreadable in the middle", strings.Replace(string(whole), `{"seq":200,`, `{"seq":2OO,`, 1), ": line 201: not understood: ", exitBad, false},
		{"not even a header", string(whole[:20]), ": line 1: the first line is not finished: unexpected EOF\n", exitBad, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "000001.jsonl")
			if err := os.WriteFile(path, []byte(c.damaged), 0o600); err != nil {
				t.Fatal(err)
			}
			var out, msg bytes.Buffer
			status := recorderd(env{strings.NewReader(""), &out, &msg}, []string{"replay", path})
			if status != c.status {
				t.Errorf("status %d, want %d", status, c.status)
			}
			if got := strings.TrimPrefix(msg.String(), "recorderd replay: "+path); !strings.HasPrefix(got, c.message) || strings.Count(got, "\n") > 1 {
				t.Errorf("message %q, want one line that begins with %q", got, c.message)
			}
			if all := out.String() == record; all != c.all || !strings.HasPrefix(record, out.String()) {
				t.Errorf("printed\n%s\nwant all of the record: %v", out.String(), c.all)
			}
		})
	}
}
