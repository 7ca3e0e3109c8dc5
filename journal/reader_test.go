package journal

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"

	"recorderd/observation"
)

// drain returns all batches and the error that ended them, nil at the end.
func drain(src observation.Source) (batches []observation.Batch, err error) {
	for {
		b, err := src.Next()
		if err == io.EOF {
			return batches, nil
		}
		if err != nil {
			return batches, err
		}
		batches = append(batches, b)
	}
}

func traceOf(t testing.TB, batches ...observation.Batch) []byte {
	t.Helper()
	var b bytes.Buffer
	w, err := observation.NewWriter(&b, testHeader)
	for i := 0; i < len(batches) && err == nil; i++ {
		err = w.Write(batches[i])
	}
	if err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestATraceAndAJournalReadTheSame(t *testing.T) {
	want := []observation.Batch{change(10), change(20), change(30)}
	for name, file := range map[string][]byte{
		"journal":                       journalOf(t, 10, 20, 30),
		"trace":                         traceOf(t, want...),
		"trace with empty lines before": append([]byte("\n \r\n"), traceOf(t, want...)...),
	} {
		for _, r := range []io.Reader{bytes.NewReader(file), iotest.OneByteReader(bytes.NewReader(file))} {
			src, err := Open(r)
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			if src.Header() != testHeader {
				t.Errorf("%s: header: got %+v", name, src.Header())
			}
			got, err := drain(src)
			if diff := cmp.Diff(want, got); diff != "" || err != nil {
				t.Errorf("%s: %v\n%s", name, err, diff)
			}
			if _, err := src.Next(); err != io.EOF {
				t.Errorf("%s: after the end: got %v, want EOF", name, err)
			}
		}
	}
}

// wantDecoded wants a line to be read as the decoder reads it.
func wantDecoded(t *testing.T, line []byte) {
	t.Helper()
	l, prev, err := parseLine(line, 15)
	want, wantPrev, failed := decodeLine(line, 15)
	if (err == nil) != (failed == nil) || err == nil && (prev != wantPrev || !reflect.DeepEqual(l, want)) {
		t.Errorf("%s: read as %+v %x, %v; the decoder reads %+v %x, %v", line, l, prev, err, want, wantPrev, failed)
	}
}

func TestALineInTheWrittenFormIsReadAsTheDecoderReadsIt(t *testing.T) {
	guessed := 0
	for line := range bytes.Lines(append(journalOf(t, 10, 20, 30), readFile(t, filepath.Join("testdata", "golden.jsonl"))...)) {
		line = bytes.TrimSuffix(line, []byte("\n"))
		wantDecoded(t, line)
		for i := range line {
			for _, c := range []byte{'0', ',', '"', '{', line[i] ^ 0x20} {
				changed := slices.Clone(line)
				changed[i] = c
				wantDecoded(t, changed)
			}
			wantDecoded(t, slices.Delete(slices.Clone(line), i, i+1))
		}
		if _, _, ok := guessLine(line, 0); ok {
			guessed++
		}
	}
	if guessed < 3 {
		t.Errorf("%d lines were read without the decoder: want those of ordinary batches", guessed)
	}
}

// BenchmarkRead reads lines of ordinary batches.
func BenchmarkRead(b *testing.B) {
	var times []int64
	for t := range int64(1000) {
		times = append(times, t)
	}
	file := journalOf(b, times...)
	b.ReportAllocs()
	for b.Loop() {
		r, err := NewReader(bytes.NewReader(file))
		if err == nil {
			_, err = drain(r)
		}
		if err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N*len(times)), "µs/line")
}

func TestOpenSaysWhatItCannotRead(t *testing.T) {
	whole := journalOf(t, 10)
	for _, c := range []struct{ name, file, want string }{
		{"nothing", "", "line 1: the file is empty"},
		{"only empty lines", "\n\n", "line 1: the file is empty"},
		{"a picture", "\x89PNG\r\n\x1a\n", "line 1: not understood: invalid character"},
		{"another JSON", `{"a":1}` + "\n", `line 1: not understood: no header of a trace, "trace" is missing`},
		{"a later version", `{"trace":2}` + "\n", "line 1: not understood: trace version 2"},
		{"a journal cut in its first line", string(whole[:100]), "line 1: the first line is not finished"},
		{"a journal without its first line", string(whole[bytes.IndexByte(whole, '\n')+1:]), `line 1: not understood: the first line of a journal holds "header"`},
		{"a line without end", strings.Repeat("x", observation.MaxLine+10), "line 1: "},
		{"a journal's line without end", `{"seq":0,"prev":"` + strings.Repeat("x", observation.MaxLine) + "\n", "line 1: not understood: longer than 4194304 bytes"},
	} {
		_, err := Open(strings.NewReader(c.file))
		var where *observation.LineError
		if !errors.As(err, &where) || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%s: got %v, want %s", c.name, err, c.want)
		}
	}
	if _, err := Open(iotest.ErrReader(os.ErrPermission)); !errors.Is(err, os.ErrPermission) {
		t.Errorf("a file that can't be read: got %v", err)
	}
}

func TestATornTailIsToldNotRefused(t *testing.T) {
	whole := journalOf(t, 10, 20)
	last := lineStart(whole, 1)
	hole := slices.Clone(whole)
	clear(hole[last+50 : last+60])
	for _, c := range []struct {
		name string
		file []byte
		want int
		torn int64
	}{
		{"whole", whole, 2, 0},
		{"half a line", whole[:last+40], 1, 40},
		{"all but the newline", whole[:len(whole)-1], 2, 0},
		{"zeros behind", append(slices.Clone(whole), make([]byte, 100)...), 2, 100},
		{"megabytes of zeros behind", append(slices.Clone(whole), make([]byte, 9<<20)...), 2, 9 << 20},
		{"a hole in the last line", hole, 1, int64(len(whole) - last)},
	} {
		src, err := Open(bytes.NewReader(c.file))
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		got, err := drain(src)
		r := src.(*Reader)
		if len(got) != c.want || err != nil || r.Torn() != c.torn || len(r.Problems()) != 0 {
			t.Errorf("%s: got %d batches, %v, %d torn, problems %v, want %d and %d torn", c.name, len(got), err, r.Torn(), r.Problems(), c.want, c.torn)
		}
		if v, err := Verify(bytes.NewReader(c.file), nil); err != nil || v.Torn != c.torn || v.Lines != c.want+1 {
			t.Errorf("%s: verify: got %+v, %v, want %d lines and %d torn", c.name, v, err, c.want+1, c.torn)
		}
	}
}

// Altered evidence can still be looked at, and everybody is told.
func TestReplayReadsOnOverABrokenChain(t *testing.T) {
	whole := journalOf(t, 10, 20, 30)
	altered := bytes.Replace(whole, []byte(`"white_ms":180000,"black_ms":10`), []byte(`"white_ms":190000,"black_ms":10`), 1)
	lines := bytes.SplitAfter(whole, []byte("\n"))
	for _, c := range []struct {
		name string
		file []byte
		want []int64
		line string
	}{
		{"a clock time altered", altered, []int64{10, 20, 30}, "line 3: the chain is broken: the line before it is not the one"},
		{"a line taken out", bytes.Join([][]byte{lines[0], lines[2], lines[3]}, nil), []int64{20, 30}, "line 2: the chain is broken: its number is 2"},
	} {
		src, err := Open(bytes.NewReader(c.file))
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		batches, err := drain(src)
		var got []int64
		for _, b := range batches {
			got = append(got, b.T)
		}
		problems := src.(*Reader).Problems()
		if !slices.Equal(got, c.want) || err != nil {
			t.Errorf("%s: got %v, %v, want %v", c.name, got, err, c.want)
		}
		if len(problems) != 1 || !errors.Is(problems[0], ErrBroken) || !strings.HasPrefix(problems[0].Error(), c.line) {
			t.Errorf("%s: problems: got %v, want %s", c.name, problems, c.line)
		}
		if v, err := Verify(bytes.NewReader(c.file), nil); fmt.Sprint(err) != fmt.Sprint(problems[0]) {
			t.Errorf("%s: verify: got %+v, %v, want %v", c.name, v, err, problems[0])
		}
	}
}

func TestProblemsAreBounded(t *testing.T) {
	first := bytes.SplitAfter(journalOf(t, 10), []byte("\n"))[0]
	file := bytes.Repeat(first, 500)
	src, err := Open(bytes.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := drain(src); err != nil || len(src.(*Reader).Problems()) != maxProblems {
		t.Errorf("got %v and %d problems, want %d", err, len(src.(*Reader).Problems()), maxProblems)
	}
}

func TestALineThatCannotBeReadIsNamed(t *testing.T) {
	whole := journalOf(t, 10, 20, 30)
	zeros := strings.Repeat("0", 64)
	line := func(obs, more string) string {
		return `{"seq":2,"prev":"` + zeros + `","boot":"","boot_ns":1,"wall":"2026-11-29T10:00:00Z","sync":true,"obs":[` + obs + `]` + more + "}\n"
	}
	for _, c := range []struct{ name, line, want string }{
		{"no JSON", "garbage\n", "invalid character 'g'"},
		{"no wall clock", `{"seq":2,"prev":"` + zeros + `","boot":"","boot_ns":1,"sync":true,"obs":[]}` + "\n", "no line of a journal: want seq, prev"},
		{"a time that is none", strings.Replace(line("", ""), "2026-11-29", "yesterday ", 1), "cannot parse"},
		{"a short hash", strings.Replace(line("", ""), zeros, "00", 1), `"prev": want 64 hex digits`},
		{"no hash", strings.Replace(line("", ""), zeros, "xy", 1), `"prev": encoding/hex`},
		{"a fact of no kind", line(`{"t":10,"weather":"fine"}`, ""), "no observation that this version knows"},
		{"time going back", line(`{"t":9,"tick":true}`, ""), "time goes back from 10 to 9"},
		{"time going back in the line", line(`{"t":30,"tick":true},{"t":29,"tick":true}`, ""), "time goes back from 30 to 29"},
		{"a checkpoint without a hash", line("", `,"checkpoint":{"fold":1}`), `"record": want 64 hex digits`},
		{"a header that is none", line("", `,"header":{"trace":3}`), "trace version 3"},
		{"too long", line(`{"t":10,"said":"`+strings.Repeat("x", observation.MaxLine)+`"}`, ""), "longer than 4194304 bytes"},
	} {
		l := bytes.SplitAfter(whole, []byte("\n"))
		file := bytes.Join([][]byte{l[0], l[1], []byte(c.line), l[3]}, nil)
		src, err := Open(bytes.NewReader(file))
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		got, err := drain(src)
		if len(got) != 1 || err == nil || !strings.HasPrefix(err.Error(), "line 3: not understood") || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %d batches, %v, want one and ...%s", c.name, len(got), err, c.want)
		}
		if _, again := src.Next(); again != err {
			t.Errorf("%s: the error went away: %v", c.name, again)
		}
	}
}

// Files from elsewhere may hold several times in one line, in the first line too.
func TestALineOfSeveralTimesIsSplit(t *testing.T) {
	l := Line{
		Batches: []observation.Batch{change(10), change(20)},
		Opening: &Opening{Header: testHeader},
	}
	file := append(appendLine(nil, l, hash{}), '\n')
	src, err := Open(bytes.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	got, err := drain(src)
	if diff := cmp.Diff(l.Batches, got); diff != "" || err != nil {
		t.Errorf("%v\n%s", err, diff)
	}
}

func TestLinesAreReadAsTheyWereWritten(t *testing.T) {
	r, err := NewReader(bytes.NewReader(readFile(t, filepath.Join("testdata", "golden.jsonl"))))
	if err != nil {
		t.Fatal(err)
	}
	if got, want := r.Opening(), (Opening{Header: testHeader, Software: "recorderd test", Fold: 1, Nonce: "30313233343536373839616263646566"}); got != want {
		t.Errorf("opening: got %+v, want %+v", got, want)
	}
	var last Line
	for l, err := r.NextLine(); err != io.EOF; l, err = r.NextLine() {
		if err != nil {
			t.Fatal(err)
		}
		last = l
	}
	if last.Seq != 6 || last.Stamp.BootNS != 1007e6 || !last.Stamp.Synced || last.Checkpoint == nil || !last.Checkpoint.Final || last.Checkpoint.Fold != 1 {
		t.Errorf("last line: got %+v, %+v", last, last.Checkpoint)
	}
}

// A signature will stand last, so that the line without it is what was signed.
func TestTheSignatureHasItsPlace(t *testing.T) {
	l := Line{Seq: 5, Checkpoint: &Checkpoint{Fold: 1, Final: true}}
	bare := appendLine(nil, l, hash{})
	l.Signature = "c2ln"
	signed := appendLine(nil, l, hash{})
	if got := bytes.Replace(signed, []byte(`,"sig":"c2ln"`), nil, 1); !bytes.Equal(got, bare) || !bytes.HasSuffix(signed, []byte(`,"sig":"c2ln"}`)) {
		t.Errorf("got %s and %s", signed, bare)
	}
	if got, _, err := parseLine(signed, 0); err != nil || got.Signature != "c2ln" {
		t.Errorf("read: got %q, %v", got.Signature, err)
	}
}

// Whatever the bytes are, reading ends without a panic, times never go back, and
// what Verify accepts is read whole.
func FuzzOpen(f *testing.F) {
	journal := journalOf(f, 10, 20)
	f.Add(journal)
	f.Add(journal[:len(journal)-30])
	f.Add(append(slices.Clone(journal), make([]byte, 50)...))
	f.Add(bytes.Replace(journal, []byte("180000"), []byte("170000"), 1))
	f.Add(readFile(f, filepath.Join("testdata", "golden.jsonl")))
	f.Add(traceOf(f, change(10), change(10), change(20)))
	f.Add([]byte("\n\n{\"trace\":1}\n{\"t\":1,\"memory\":[{\"sq\":\"e2\",\"piece\":\"\"}]}"))
	f.Add([]byte(`{"seq":0}`))
	f.Fuzz(func(t *testing.T, b []byte) {
		for line := range bytes.Lines(b) {
			wantDecoded(t, bytes.TrimSuffix(line, []byte("\n")))
		}
		verdict, verr := Verify(bytes.NewReader(b), nil)
		src, err := Open(bytes.NewReader(b))
		if err != nil {
			if verr == nil {
				t.Fatalf("verified %+v, but can't be opened: %v", verdict, err)
			}
			return
		}
		batches, err := drain(src)
		last := int64(0)
		for _, batch := range batches {
			if batch.T < last || len(batch.Facts) == 0 {
				t.Fatalf("batch %+v after time %d", batch, last)
			}
			last = batch.T
		}
		r, isJournal := src.(*Reader)
		if !isJournal {
			return
		}
		if clean := err == nil && len(r.Problems()) == 0; verr == nil && !clean {
			t.Fatalf("read: %v, problems %v; verify: %v", err, r.Problems(), verr)
		}
		if verr == nil && r.Torn() != verdict.Torn {
			t.Fatalf("torn: read %d, verified %d", r.Torn(), verdict.Torn)
		}
	})
}
