// Package observation holds the lines of the contract: what boards, clocks and
// people did, and when, before anything is made of it.
//
// A trace is a header line and then observations, one JSON object a line. What
// carries the same time is one Batch: it became known together and is judged
// once.
package observation

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// TraceVersion is the version of the format that this package reads and writes.
const TraceVersion = 1

// MaxLine is the longest line that is read, in bytes. A board's whole memory
// fits ten times.
const MaxLine = 4 << 20

// LineError says which line of a file could not be read, counted from 1.
type LineError struct {
	Line int
	Err  error
}

func (e *LineError) Error() string { return fmt.Sprintf("line %d: %v", e.Line, e.Err) }
func (e *LineError) Unwrap() error { return e.Err }

// Source is a header and the batches that follow it, in order. Next returns
// io.EOF after the last one.
type Source interface {
	Header() Header
	Next() (Batch, error)
}

// Lines reads lines of a file and counts them; empty lines are passed over.
type Lines struct {
	scan *bufio.Scanner
	n    int
}

// NewLines reads from r. A line of more than MaxLine bytes is an error.
func NewLines(r io.Reader) *Lines {
	scan := bufio.NewScanner(r)
	scan.Buffer(make([]byte, 0, 64<<10), MaxLine)
	return &Lines{scan: scan}
}

// Next returns the next line that is not empty, valid until the next call, or
// io.EOF.
func (l *Lines) Next() ([]byte, error) {
	for l.scan.Scan() {
		l.n++
		if line := bytes.TrimSpace(l.scan.Bytes()); len(line) > 0 {
			return line, nil
		}
	}
	if err := l.scan.Err(); err != nil {
		l.n++
		if err == bufio.ErrTooLong {
			err = fmt.Errorf("%w: longer than %d bytes", ErrNotUnderstood, MaxLine)
		}
		return nil, l.Wrong(err)
	}
	return nil, io.EOF
}

// Wrong wraps an error about the line read last with its number.
func (l *Lines) Wrong(err error) error { return &LineError{l.n, err} }

// Reader reads a trace.
type Reader struct {
	lines  *Lines
	header Header
	held   *Batch // first fact of the batch after the one being gathered
	last   int64
	err    error // why there is no more
}

// NewReader reads the header of a trace. The errors of a Reader are LineErrors.
func NewReader(r io.Reader) (*Reader, error) {
	tr := &Reader{lines: NewLines(r)}
	line, err := tr.lines.Next()
	if err == io.EOF {
		return nil, &LineError{1, errors.New("the file is empty: want the header of a trace")}
	}
	if err != nil {
		return nil, err
	}
	if tr.header, err = ParseHeader(line); err != nil {
		return nil, tr.lines.Wrong(err)
	}
	return tr, nil
}

// Header returns the header of the trace.
func (r *Reader) Header() Header { return r.header }

// Next returns the next batch, or io.EOF. What stands before a line that cannot
// be read is returned before its error.
func (r *Reader) Next() (Batch, error) {
	for r.err == nil {
		line, err := r.lines.Next()
		if err != nil {
			r.err = err
			break
		}
		t, f, err := ParseLine(line)
		if err == nil && t < r.last {
			err = fmt.Errorf("%w: time goes back from %d to %d", ErrNotUnderstood, r.last, t)
		}
		if err != nil {
			r.err = r.lines.Wrong(err)
			break
		}
		r.last = t
		if r.held != nil && r.held.T == t {
			r.held.Facts = append(r.held.Facts, f)
			continue
		}
		done := r.held
		r.held = &Batch{T: t, Facts: []Fact{f}}
		if done != nil {
			return *done, nil
		}
	}
	if r.held != nil {
		b := *r.held
		r.held = nil
		return b, nil
	}
	return Batch{}, r.err
}

type wireHeader struct {
	Trace *int        `json:"trace"`
	Game  Game        `json:"game"`
	Board Board       `json:"board"`
	Clock ClockSensor `json:"clock"`
}

// ParseHeader reads the first line of a trace.
func ParseHeader(line []byte) (Header, error) {
	var w wireHeader
	if err := json.Unmarshal(line, &w); err != nil {
		return Header{}, fmt.Errorf("%w: %v", ErrNotUnderstood, err)
	}
	if w.Trace == nil {
		return Header{}, fmt.Errorf("%w: no header of a trace, \"trace\" is missing", ErrNotUnderstood)
	}
	if *w.Trace != TraceVersion {
		return Header{}, fmt.Errorf("%w: trace version %d, this program reads %d", ErrNotUnderstood, *w.Trace, TraceVersion)
	}
	if w.Board.Sensing == "" {
		w.Board.Sensing = Identity
	}
	switch w.Board.Sensing {
	case Identity, Occupancy, Moves:
	default:
		return Header{}, fmt.Errorf("%w: sensing %q: want identity, occupancy or moves", ErrNotUnderstood, w.Board.Sensing)
	}
	return Header{w.Game, w.Board, w.Clock}, nil
}

// AppendHeader appends the header line, without a newline.
func AppendHeader(b []byte, h Header) []byte {
	v := TraceVersion
	return appendJSON(b, wireHeader{&v, h.Game, h.Board, h.Clock})
}

// Writer writes a trace.
type Writer struct {
	w   io.Writer
	buf []byte
}

// NewWriter writes the header and returns a Writer for the batches.
func NewWriter(w io.Writer, h Header) (*Writer, error) {
	tw := &Writer{w: w, buf: append(AppendHeader(nil, h), '\n')}
	_, err := w.Write(tw.buf)
	return tw, err
}

// Write writes one batch, a line a fact.
func (w *Writer) Write(b Batch) error {
	w.buf = w.buf[:0]
	for _, f := range b.Facts {
		w.buf = append(AppendLine(w.buf, b.T, f), '\n')
	}
	_, err := w.w.Write(w.buf)
	return err
}

var _ Source = (*Reader)(nil)
