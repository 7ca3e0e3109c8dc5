package boardio

// The problem: the journal holds what was understood of a board's bytes. Should
// anybody ask later whether it was understood rightly, the bytes themselves are
// wanted, with the time of each read. They must not fill the card, must outlive
// a killed program, and a full disk must not trouble the recording.
//
// A tap file is gzip, so that zcat shows it: a line a read, with boot time in
// nanoseconds and the bytes in hexadecimal. Every read is flushed through the
// compressor, so a cut file is readable up to the cut. A program that goes on
// with a cut file appends another gzip member; all members begin with the same
// bytes, by which the reader finds the next one behind a cut.
//
// Some boards say the same again and again for hours. The first of such reads has
// its line at once; the others have one together, at the latest after a minute,
// with the time of the last and, behind the bytes, how many they were.

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"
)

// TapLimit is how long a tap file may become, in bytes.
const TapLimit = 8 << 20

const (
	// leadIn is how much of what was received before a file is repeated at its
	// beginning. A game is known to have begun only after its first lift.
	leadIn = 4 << 10
	// room is kept for the mark at the end, and is more than a flush adds.
	room     = 128
	fullMark = "full"
	// longestRun is how long reads of the same bytes are put together.
	longestRun = time.Minute
	// longestLine is many times what one read brings. A file from elsewhere may
	// claim more, and unpack to more than there is memory.
	longestLine = 128 << 10
	// mostTimes is more than what can be read within longestRun.
	mostTimes = 1 << 20
)

// Tap keeps the bytes received from a device in the file of each game. The zero
// value is ready and has no file. Its methods are safe for concurrent use.
type Tap struct {
	Limit int64 // of a file; TapLimit if zero

	mu     sync.Mutex
	recent []read
	bytes  int  // in recent
	last   read // a line was written for it
	again  read // those that brought the same since; of no times if there was none
	out    *os.File
	size   int64
	zip    *gzip.Writer
	err    error // since the last SwitchTo
}

// read is so many reads of the same bytes, the last of them at this time.
type read struct {
	at    time.Duration
	bytes []byte
	times int
}

// Write keeps bytes that were received at one time. It has no error to return:
// a tap that fails ends its file and says so in Close.
func (t *Tap) Write(at time.Duration, received []byte) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.last.times > 0 && at < t.last.at+longestRun && bytes.Equal(received, t.last.bytes) {
		t.again = read{at, t.last.bytes, t.again.times + 1}
		return
	}
	t.settle()
	t.last = read{at, bytes.Clone(received), 1}
	t.take(t.last)
}

// settle keeps what waits for its line.
func (t *Tap) settle() {
	if t.again.times > 0 {
		t.take(t.again)
		t.again.times = 0
	}
}

func (t *Tap) take(r read) {
	t.recent = append(t.recent, r)
	t.bytes += len(r.bytes)
	for t.bytes > leadIn && len(t.recent) > 1 {
		t.bytes -= len(t.recent[0].bytes)
		t.recent = t.recent[1:]
	}
	t.keep(r)
}

// SwitchTo ends the file and goes on in another, behind what it holds already.
func (t *Tap) SwitchTo(path string) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.settle()
	ended := t.end()
	if err := t.begin(path); err != nil {
		return errors.Join(ended, fmt.Errorf("keep the raw bytes: %w", err))
	}
	for _, r := range t.recent {
		t.keep(r)
	}
	return ended
}

// Close ends the file and returns what went wrong with it. The tap can be
// switched to another file after that.
func (t *Tap) Close() error {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.settle()
	return t.end()
}

func (t *Tap) begin(path string) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o640)
	if err != nil {
		return err
	}
	info, err := f.Stat()
	if err != nil {
		f.Close()
		return err
	}
	t.out, t.size = f, info.Size()
	if t.zip == nil {
		t.zip = newMember(t.counted())
	} else {
		t.zip.Reset(t.counted())
		t.zip.Name = memberName
	}
	return nil
}

// keep writes a line, if there is a file and room for it.
func (t *Tap) keep(r read) {
	if t.out == nil {
		return
	}
	line := hex.AppendEncode(append(strconv.AppendInt(nil, int64(r.at), 10), ' '), r.bytes)
	if r.times > 1 {
		line = strconv.AppendInt(append(line, ' '), int64(r.times), 10)
	}
	if t.size+int64(len(line))+2*room > t.limit() {
		if t.size+room <= t.limit() {
			t.write([]byte(fullMark))
		}
		t.err = errors.Join(t.end(), t.err)
		return
	}
	t.write(line)
}

func (t *Tap) limit() int64 {
	if t.Limit == 0 {
		return TapLimit
	}
	return t.Limit
}

func (t *Tap) write(line []byte) {
	_, err := t.zip.Write(append(line, '\n'))
	if err == nil {
		err = t.zip.Flush()
	}
	if err != nil {
		t.out.Close()
		t.out, t.err = nil, fmt.Errorf("keep the raw bytes: %w", err)
	}
}

// end closes the file, if there is one, and returns the error of its time.
func (t *Tap) end() error {
	err := t.err
	t.err = nil
	if t.out != nil {
		err = errors.Join(err, t.zip.Close(), t.out.Close())
		t.out = nil
	}
	return err
}

// counted writes to the file and counts its size.
func (t *Tap) counted() io.Writer {
	return writerFunc(func(p []byte) (int, error) {
		n, err := t.out.Write(p)
		t.size += int64(n)
		return n, err
	})
}

type writerFunc func([]byte) (int, error)

func (f writerFunc) Write(p []byte) (int, error) { return f(p) }

const memberName = "recorderd-tap"

func newMember(w io.Writer) *gzip.Writer {
	z, err := gzip.NewWriterLevel(w, gzip.BestSpeed)
	if err != nil {
		panic(err) // the level is one of gzip's own
	}
	z.Name = memberName
	return z
}

// memberHead is how every member of a tap file begins.
var memberHead = func() []byte {
	var b bytes.Buffer
	newMember(&b).Flush()
	return b.Bytes()[:bytes.Index(b.Bytes(), []byte(memberName))+len(memberName)+1]
}()

// TapEnd says how a tap file ends.
type TapEnd struct {
	Full bool // its limit was reached; what came later was not kept
	Cuts int  // members that end in the middle, as after a killed program
}

// ReadTap calls each for everything that a tap file kept, in its order: bytes
// that were received so many times one after the other, the last of them at this
// time. What stands behind a cut up to the next member is passed over.
func ReadTap(r io.Reader, each func(at time.Duration, received []byte, times int) error) (TapEnd, error) {
	var end TapEnd
	file, err := io.ReadAll(r)
	if err != nil {
		return end, fmt.Errorf("read the raw bytes: %w", err)
	}
	if len(file) > 0 && !bytes.HasPrefix(file, memberHead) {
		return end, errors.New("read the raw bytes: this is no file of a tap")
	}
	for _, member := range bytes.Split(file, memberHead)[min(1, len(file)):] {
		whole, err := readMember(io.MultiReader(bytes.NewReader(memberHead), bytes.NewReader(member)), &end, each)
		if err != nil {
			return end, err
		}
		if !whole {
			end.Cuts++
		}
	}
	return end, nil
}

func readMember(r io.Reader, end *TapEnd, each func(time.Duration, []byte, int) error) (whole bool, err error) {
	z, err := gzip.NewReader(r)
	if err != nil {
		return false, nil
	}
	lines := bufio.NewReaderSize(z, longestLine)
	for {
		text, err := lines.ReadSlice('\n')
		line := string(text)
		if err != nil {
			return err == io.EOF && line == "", nil
		}
		if line == fullMark+"\n" {
			end.Full = true
			continue
		}
		r, ok := parseTapLine(strings.TrimSuffix(line, "\n"))
		if !ok {
			return false, nil
		}
		if err := each(r.at, r.bytes, r.times); err != nil {
			return false, err
		}
	}
}

func parseTapLine(line string) (r read, ok bool) {
	ns, digits, _ := strings.Cut(line, " ")
	digits, times, several := strings.Cut(digits, " ")
	t, errT := strconv.ParseInt(ns, 10, 64)
	b, errB := hex.DecodeString(digits)
	r = read{time.Duration(t), b, 1}
	if several {
		n, err := strconv.ParseUint(times, 10, 32)
		if err != nil || n == 0 || n > mostTimes {
			return read{}, false
		}
		r.times = int(n)
	}
	return r, errT == nil && errB == nil
}
