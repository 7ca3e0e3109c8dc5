package journal

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"recorderd/observation"
)

// ErrBroken is in every error about a journal that is not what was written: a
// line is changed, missing, or can't be read, and it is not the last one.
var ErrBroken = errors.New("the chain is broken")

// maxProblems bounds what a Reader remembers of a file that is wrong all over.
const maxProblems = 20

// Open reads a trace or a journal, whichever r holds. The Source of a journal is
// a *Reader.
func Open(r io.Reader) (observation.Source, error) {
	in := bufio.NewReader(r)
	head, err := firstLine(in)
	if err != nil {
		return nil, fmt.Errorf("journal: read the first line: %w", err)
	}
	whole := io.MultiReader(bytes.NewReader(head), in)
	if isJournal(head) {
		return NewReader(whole)
	}
	return observation.NewReader(whole)
}

// firstLine returns everything up to the end of the first line that is not
// empty, or as much of it as may be one line.
func firstLine(in *bufio.Reader) (head []byte, err error) {
	for len(head) <= observation.MaxLine {
		part, err := in.ReadSlice('\n')
		head = append(head, part...)
		if err == bufio.ErrBufferFull {
			continue
		}
		if err == io.EOF || err == nil && len(bytes.TrimSpace(head)) > 0 {
			return head, nil
		}
		if err != nil {
			return nil, err
		}
	}
	return head, nil
}

// isJournal looks at the keys of the first line, or at its first bytes where
// the line is cut.
func isJournal(head []byte) bool {
	head = bytes.TrimSpace(head)
	var keys struct{ Trace, Seq json.RawMessage }
	if json.Unmarshal(head, &keys) != nil {
		return bytes.HasPrefix(head, []byte(`{"seq":`))
	}
	return keys.Trace == nil && keys.Seq != nil
}

// Reader reads a journal from its first line on.
//
// It is made for replaying: where the chain is broken but the lines can be read
// it goes on and says so in Problems, because evidence that is doubtful is still
// better looked at. A line that can't be read ends it with an error that names
// the line. A last line that the recorder never finished is no error: Torn says
// how many bytes it has.
type Reader struct {
	in       *bufio.Reader
	raw      []byte // the line read last, without its newline
	n        int    // its number, counted from 1
	line     Line   // the same line, read
	prev     hash   // the hash that stands before it
	hash     hash   // and its own
	complete bool   // it has its newline
	opening  Opening
	t        int64 // time of the batch read last
	held     []observation.Batch
	torn     int64
	problems []error
	err      error // what ended it
}

var _ observation.Source = (*Reader)(nil)

// NewReader reads the first line of a journal. An error wraps
// io.ErrUnexpectedEOF if that line was never finished, so that no observation
// can follow it.
func NewReader(in io.Reader) (*Reader, error) {
	r := newReader(in)
	if err := r.open(); err != nil {
		return nil, err
	}
	return r, nil
}

func newReader(in io.Reader) *Reader { return &Reader{in: bufio.NewReaderSize(in, 64<<10)} }

func (r *Reader) open() error {
	line, err := r.NextLine()
	if err == io.EOF {
		r.n = 1
		err = r.wrong(fmt.Errorf("the first line is not finished: %w", io.ErrUnexpectedEOF))
	} else if err == nil && line.Opening == nil {
		err = r.wrong(fmt.Errorf("%w: the first line of a journal holds \"header\"", observation.ErrNotUnderstood))
	}
	if err == nil {
		r.opening, r.held = *line.Opening, line.Batches
	}
	return err
}

// Header returns the header of the game.
func (r *Reader) Header() observation.Header { return r.opening.Header }

// Opening returns what the first line says besides observations.
func (r *Reader) Opening() Opening { return r.opening }

// Line returns the line that was read last, the first one to begin with.
func (r *Reader) Line() Line { return r.line }

// Hash returns the SHA-256 of that line, without its newline.
func (r *Reader) Hash() [sha256.Size]byte { return r.hash }

// Torn returns the bytes after the last whole line, known once Next or NextLine
// has returned io.EOF.
func (r *Reader) Torn() int64 { return r.torn }

// Problems returns where the chain is broken in what was read so far, at most
// the first twenty places. They are LineErrors that wrap ErrBroken.
func (r *Reader) Problems() []error { return r.problems }

// Next returns the next batch, or io.EOF.
func (r *Reader) Next() (observation.Batch, error) {
	for len(r.held) == 0 {
		line, err := r.NextLine()
		if err != nil {
			return observation.Batch{}, err
		}
		r.held = line.Batches
	}
	b := r.held[0]
	r.held = r.held[1:]
	return b, nil
}

// NextLine returns the next line, or io.EOF. Its batches are not given again by
// Next.
func (r *Reader) NextLine() (Line, error) {
	if r.err != nil {
		return Line{}, r.err
	}
	if r.err = r.readLine(); r.err != nil {
		return Line{}, r.err
	}
	return r.line, nil
}

func (r *Reader) readLine() error {
	size, newline, hole, err := r.readRaw()
	if size == 0 && err == nil {
		return io.EOF
	}
	r.n++
	if err != nil && !errors.Is(err, errTooLong) {
		return r.wrong(err)
	}
	if newline && hole {
		if zeros, all := r.zerosToEnd(); all {
			r.torn = size + zeros
			return io.EOF
		}
	}
	var line Line
	var prev hash
	if err == nil {
		line, prev, err = parseLine(r.raw, r.t)
	}
	if err != nil {
		if !newline {
			r.torn = size
			return io.EOF
		}
		return r.wrong(err)
	}
	r.check(line.Seq, prev)
	r.line, r.prev, r.hash, r.complete = line, prev, sha256.Sum256(r.raw), newline
	if n := len(line.Batches); n > 0 {
		r.t = line.Batches[n-1].T
	}
	return nil
}

var errTooLong = fmt.Errorf("%w: longer than %d bytes", observation.ErrNotUnderstood, observation.MaxLine)

// readRaw reads up to the next newline. The size counts all bytes; a hole is a
// byte of zero, which no line has but a block that a power cut left unwritten.
func (r *Reader) readRaw() (size int64, newline, hole bool, err error) {
	r.raw = r.raw[:0]
	for {
		part, rerr := r.in.ReadSlice('\n')
		size += int64(len(part))
		hole = hole || bytes.IndexByte(part, 0) >= 0
		if size <= observation.MaxLine+1 {
			r.raw = append(r.raw, part...)
		} else {
			err = errTooLong
		}
		switch rerr {
		case bufio.ErrBufferFull:
		case nil:
			r.raw = bytes.TrimSuffix(r.raw, []byte("\n"))
			return size, true, hole, err
		case io.EOF:
			return size, false, hole, err
		default:
			return size, false, hole, rerr
		}
	}
}

// zerosToEnd reads on as long as there are zeros, and reports whether nothing else
// follows. Two power cuts can leave them behind a line with a hole.
func (r *Reader) zerosToEnd() (n int64, all bool) {
	for {
		switch c, err := r.in.ReadByte(); {
		case err != nil:
			return n, err == io.EOF
		case c != 0:
			return n, false // the line with the hole is wrong, and the last that is read
		}
		n++
	}
}

// check compares what a line says about its place with the line before it.
func (r *Reader) check(seq int64, prev hash) {
	want := r.seq()
	var err error
	switch {
	case seq != want:
		err = fmt.Errorf("%w: its number is %d, after the line before it is %d", ErrBroken, seq, want)
	case prev != r.hash:
		err = fmt.Errorf("%w: the line before it is not the one that was written there", ErrBroken)
	}
	if err != nil && len(r.problems) < maxProblems {
		r.problems = append(r.problems, r.wrong(err))
	}
}

func (r *Reader) wrong(err error) error { return &observation.LineError{Line: r.n, Err: err} }

// walk shows each line to see, up to the first that is out of place or that see
// has an error about.
func walk(in io.Reader, see func(*Reader) error) (*Reader, error) {
	r := newReader(in)
	err := r.open()
	for err == nil {
		if len(r.problems) > 0 {
			return r, r.problems[0]
		}
		if err = see(r); err == nil {
			_, err = r.NextLine()
		}
	}
	switch {
	case err == io.EOF:
		err = nil
	case errors.Is(err, observation.ErrNotUnderstood):
		err = fmt.Errorf("%w: %w", ErrBroken, err)
	}
	return r, err
}
