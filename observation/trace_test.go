package observation

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"
)

func all(r Source) (batches []Batch, err error) {
	for {
		b, err := r.Next()
		if err != nil {
			return batches, err
		}
		batches = append(batches, b)
	}
}

const header = `{"trace":1,"game":{"white":"A. Lima","time_control":"180+2"},"board":{"sensing":"occupancy","scan_ms":200},"clock":{"present":true,"resolution_ms":1000,"poll_ms":800}}` + "\n"

func TestFactsOfOneTimeAreOneBatch(t *testing.T) {
	trace := header + `
{"t":0,"placement":"` + start + `"}
{"t":0,"clock":{"running":"none","flag":"none"}}

{"t":5,"tick":true}
  {"t":7,"sq":"e2","piece":""}  ` + "\r" + `
{"t":7,"sq":"e4","piece":"P"}
{"t":7,"said":"e2e4"}
{"t":8,"tick":true}`
	want := []Batch{
		{0, []Fact{mustPlacement(t, start), Clock{Running: NoSide}}},
		{5, []Fact{Tick{}}},
		{7, []Fact{Change{12, Empty}, Change{28, 'P'}, Said("e2e4")}},
		{8, []Fact{Tick{}}},
	}
	for _, r := range []io.Reader{strings.NewReader(trace), iotest.OneByteReader(strings.NewReader(trace))} {
		tr, err := NewReader(r)
		if err != nil {
			t.Fatal(err)
		}
		wantHeader := Header{
			Game:  Game{White: "A. Lima", TimeControl: "180+2"},
			Board: Board{Sensing: Occupancy, ScanMS: 200},
			Clock: ClockSensor{Present: true, ResolutionMS: 1000, PollMS: 800},
		}
		if tr.Header() != wantHeader {
			t.Errorf("header: got %+v, want %+v", tr.Header(), wantHeader)
		}
		got, err := all(tr)
		if diff := cmp.Diff(want, got); diff != "" || err != io.EOF {
			t.Errorf("%v\n%s", err, diff)
		}
		if _, err := tr.Next(); err != io.EOF {
			t.Errorf("after the end: got %v, want EOF", err)
		}
	}
}

func TestATraceIsWrittenAsItIsRead(t *testing.T) {
	h := Header{Game: Game{Event: `"Open" <2026>`, Board: 3}, Board: Board{Sensing: Identity}, Clock: ClockSensor{}}
	batches := []Batch{{0, []Fact{mustPlacement(t, start), Tick{}}}, {9, []Fact{Said("e2e4")}}}
	var b bytes.Buffer
	w, err := NewWriter(&b, h)
	if err != nil {
		t.Fatal(err)
	}
	for _, batch := range batches {
		if err := w.Write(batch); err != nil {
			t.Fatal(err)
		}
	}
	want := `{"trace":1,"game":{"event":"\"Open\" <2026>","board":3},"board":{"sensing":"identity"},"clock":{"present":false}}
{"t":0,"placement":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"}
{"t":0,"tick":true}
{"t":9,"said":"e2e4"}
`
	if b.String() != want {
		t.Errorf("got\n%swant\n%s", b.String(), want)
	}
	r, err := NewReader(&b)
	if err != nil {
		t.Fatal(err)
	}
	got, err := all(r)
	if diff := cmp.Diff(batches, got); diff != "" || err != io.EOF || r.Header() != h {
		t.Errorf("%+v, %v\n%s", r.Header(), err, diff)
	}
}

func TestAFailingWriterIsNoticed(t *testing.T) {
	full := errors.New("full")
	if _, err := NewWriter(failingWriter{full}, Header{}); err != full {
		t.Errorf("header: got %v, want %v", err, full)
	}
	w, err := NewWriter(&bytes.Buffer{}, Header{})
	if err != nil {
		t.Fatal(err)
	}
	w.w = failingWriter{full}
	if err := w.Write(Batch{0, []Fact{Tick{}}}); err != full {
		t.Errorf("batch: got %v, want %v", err, full)
	}
}

type failingWriter struct{ err error }

func (w failingWriter) Write([]byte) (int, error) { return 0, w.err }

func TestABadLineOfATraceIsNamed(t *testing.T) {
	for _, c := range []struct {
		name, trace string
		batches     int
		want        string
	}{
		{"unreadable", header + "{\"t\":1,\"tick\":true}\n{\"t\":2,\"tick\":true}\nx\n", 2, "line 4: not understood: invalid character 'x'"},
		{"empty lines count", header + "\n\n\nx\n", 0, "line 5: not understood"},
		{"no fact", header + "{\"t\":1}\n", 0, "line 2: not understood: no observation"},
		{"time goes back", header + "{\"t\":5,\"tick\":true}\n{\"t\":4,\"tick\":true}\n", 1, "line 3: not understood: time goes back from 5 to 4"},
		{"a second header", header + header, 0, `line 2: not understood: "t" is missing`},
		{"cut in the last line", header + "{\"t\":5,\"ti", 0, "line 2: not understood: unexpected end"},
		{"too long", header + "{\"t\":5,\"said\":\"" + strings.Repeat("x", MaxLine) + "\"}\n", 0, "line 2: not understood: longer than 4194304 bytes"},
	} {
		r, err := NewReader(strings.NewReader(c.trace))
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		got, err := all(r)
		var where *LineError
		if len(got) != c.batches || !errors.As(err, &where) || !errors.Is(err, ErrNotUnderstood) || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%s: got %d batches, %v, want %d, %s", c.name, len(got), err, c.batches, c.want)
		}
	}
}

func TestBadHeadersSayWhy(t *testing.T) {
	for _, c := range []struct{ trace, want string }{
		{"", "line 1: the file is empty: want the header of a trace"},
		{"\n \n", "line 1: the file is empty"},
		{"x", "line 1: not understood: invalid character 'x'"},
		{"{}", `line 1: not understood: no header of a trace, "trace" is missing`},
		{"\n{\"t\":0,\"tick\":true}", `line 2: not understood: no header of a trace, "trace" is missing`},
		{`{"trace":0}`, "line 1: not understood: trace version 0, this program reads 1"},
		{`{"trace":2}`, "line 1: not understood: trace version 2, this program reads 1"},
		{`{"trace":1,"board":{"sensing":"smell"}}`, `line 1: not understood: sensing "smell": want identity, occupancy or moves`},
		{`{"trace":1,"game":[]}`, "line 1: not understood: json: cannot unmarshal array"},
		{`{"trace":1,"game":{"board":"one"}}`, "line 1: not understood: json: cannot unmarshal string"},
	} {
		if _, err := NewReader(strings.NewReader(c.trace)); err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%s: got %v, want %s", c.trace, err, c.want)
		}
	}
	if _, err := NewReader(iotest.ErrReader(io.ErrClosedPipe)); !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("a file that can't be read: got %v", err)
	}
}

func TestAHeaderMayBeShort(t *testing.T) {
	r, err := NewReader(strings.NewReader(`{"trace":1,"weather":"fine"}`))
	if err != nil {
		t.Fatal(err)
	}
	if got, want := r.Header(), (Header{Board: Board{Sensing: Identity}}); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
	if _, err := r.Next(); err != io.EOF {
		t.Errorf("got %v, want EOF", err)
	}
}
