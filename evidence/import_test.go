package evidence

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"

	"recorderd/journal"
	"recorderd/observation"
	"recorderd/record"
)

func traceOf(t testing.TB, p play) []byte {
	t.Helper()
	var b bytes.Buffer
	w, err := observation.NewWriter(&b, p.header)
	if err != nil {
		t.Fatal(err)
	}
	for _, batch := range p.batches {
		if err := w.Write(batch); err != nil {
			t.Fatal(err)
		}
	}
	return b.Bytes()
}

// fixed are options under which an import always gives the same bytes.
func fixed(t testing.TB) journal.Options {
	return journal.Options{Software: testSoftware, Key: keyOf(t, seed(1)), Stamper: stamper{newMachine()}, Nonce: seed(7)}
}

// recordOf returns the lines of the record of a trace or a journal.
func recordOf(t testing.TB, file []byte) string {
	t.Helper()
	src, err := journal.Open(bytes.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	rec, err := record.New(src.Header())
	if err != nil {
		t.Fatal(err)
	}
	var lines []byte
	b, err := src.Next()
	for ; err == nil; b, err = src.Next() {
		for _, e := range rec.Apply(b) {
			lines = append(record.AppendLine(lines, e), '\n')
		}
	}
	return string(record.AppendLine(lines, rec.Summary()))
}

func TestAnImportedTraceIsSealedAndHasTheSameRecord(t *testing.T) {
	p := played(t, 42)
	p = p.act(len(p.batches)/2, observation.Act{By: "white", Kind: observation.ActDrawOffer})
	trace := traceOf(t, p)
	var out bytes.Buffer
	made, err := Import(&out, bytes.NewReader(trace), "club.jsonl", fixed(t))
	if err != nil {
		t.Fatal(err)
	}
	// One at the start, one for the offer, two for forty plies, and the last.
	if made.Batches != len(p.batches) || made.Checkpoints != 5 || made.Torn != 0 {
		t.Errorf("got %+v of %d batches", made, len(p.batches))
	}
	f, err := verify(out.Bytes(), Options{})
	wantAccepted(t, "imported", f, err, "5 checkpoints", `imported from "club.jsonl"`)
	if got, want := recordOf(t, out.Bytes()), recordOf(t, trace); got != want {
		t.Errorf("the record became another one: got\n%s\nwant\n%s", got, want)
	}
	var again bytes.Buffer
	if _, err := Import(&again, bytes.NewReader(trace), "club.jsonl", fixed(t)); err != nil || !bytes.Equal(again.Bytes(), out.Bytes()) {
		t.Errorf("the second time: other bytes, %v", err)
	}
}

func TestAJournalIsImportedAsATraceIs(t *testing.T) {
	file := sealed(t, 6)
	var out bytes.Buffer
	if _, err := Import(&out, bytes.NewReader(file), "000001.jsonl", fixed(t)); err != nil {
		t.Fatal(err)
	}
	f, err := verify(out.Bytes(), Options{})
	wantAccepted(t, "imported", f, err, "imported from")

	out.Reset()
	made, err := Import(&out, bytes.NewReader(file[:len(file)-30]), "000001.jsonl", fixed(t))
	if err != nil || made.Torn == 0 {
		t.Errorf("a cut one: %+v, %v", made, err)
	}
	_, err = Import(&out, bytes.NewReader(bytes.Replace(file, []byte(`"sync":true`), []byte(`"sync":false`), 1)), "000001.jsonl", fixed(t))
	if !errors.Is(err, journal.ErrBroken) || !strings.Contains(err.Error(), "line 2") {
		t.Errorf("an altered one: %v", err)
	}
}

func TestASourceThatCannotBeReadIsNotImported(t *testing.T) {
	lines := linesOf(traceOf(t, played(t, 4)))
	cases := []struct{ name, file, want string }{
		{"nothing", "", "import: line 1"},
		{"no header", string(lines[1]), "line 1"},
		{"a line of nonsense", fmt.Sprintf("%s%snonsense\n%s", lines[0], lines[1], lines[2]), "line 3"},
		{"time goes back", fmt.Sprintf("%s%s%s", lines[0], lines[20], lines[1]), "line 3"},
		{"laws that nobody knows", `{"trace":1,"game":{"laws":"house rules"}}`, "laws"},
	}
	for _, c := range cases {
		var out bytes.Buffer
		if _, err := Import(&out, strings.NewReader(c.file), "x", fixed(t)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, want %q", c.name, err, c.want)
		}
	}
}
