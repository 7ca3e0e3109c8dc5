package journal

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"

	"recorderd/signature"
)

// Entry is a line of a journal that Verify has looked at.
type Entry struct {
	Line
	Number int    // counted from 1, as people count lines
	Hash   hash   // of its bytes
	signed []byte // what a signature is of; nil where there is none
}

// Signer returns whose signature a checkpoint has. It is an error that wraps
// signature.ErrWrong if that is not a signature of this line, and
// ErrNotSigned if it has none.
func (e Entry) Signer() (signature.PublicKey, error) {
	if e.Signature == "" {
		return signature.PublicKey{}, ErrNotSigned
	}
	sig, err := base64.StdEncoding.Strict().DecodeString(e.Signature)
	if err != nil || base64.StdEncoding.EncodeToString(sig) != e.Signature {
		return signature.PublicKey{}, fmt.Errorf("%w: it is not in base64", signature.ErrWrong)
	}
	return signature.Verify(signature.Checkpoint, e.signed, sig)
}

// ErrNotSigned is returned for a checkpoint without a signature.
var ErrNotSigned = errors.New("it is not signed")

// Verdict is what Verify found in a journal whose lines are all in place.
type Verdict struct {
	Lines int
	Final bool  // it ends with a final checkpoint; else it is cut or still open
	Torn  int64 // bytes after the last whole line
	Bare  bool  // the last whole line is without its newline
}

// Whole reports whether nothing can be missing at the end.
func (v Verdict) Whole() bool { return v.Final && v.Torn == 0 && !v.Bare }

// Verify reads a journal strictly and shows each line to see, which may be nil;
// an error of see ends it. Its own error names the first line that is not as a
// recorder writes it in this place, byte for byte, and wraps ErrBroken unless
// reading itself failed. What a power cut leaves at the end is no error.
//
// Whether signatures are good, and the record follows from the observations, is
// for see to say.
func Verify(in io.Reader, see func(Entry) error) (v Verdict, err error) {
	var refused error
	r, err := walk(in, func(r *Reader) error {
		e, err := r.entry()
		if err == nil && see != nil {
			err = see(e)
			refused = err
		}
		v.Lines, v.Bare = r.n, !r.complete
		v.Final = r.line.Checkpoint != nil && r.line.Checkpoint.Final
		return err
	})
	if refused != nil {
		return v, refused
	}
	v.Torn = r.torn
	if err == nil && r.torn > 0 && !r.begun() || errors.Is(err, io.ErrUnexpectedEOF) && !r.begun() {
		err = r.wrong(fmt.Errorf("%w: what stands after the last whole line is not the beginning of a line", ErrBroken))
	}
	return v, err
}

// entry compares the line read last with what a recorder would have written. It
// may hold one thing only, and only the first line opens the game.
func (r *Reader) entry() (Entry, error) {
	l := r.line
	e := Entry{Line: l, Number: r.n, Hash: r.hash}
	holds := 0
	for _, something := range []bool{len(l.Batches) > 0, l.Opening != nil, l.Checkpoint != nil} {
		if something {
			holds++
		}
	}
	if holds != 1 || (l.Opening != nil) != (r.n == 1) || l.Signature != "" && l.Checkpoint == nil {
		return e, r.wrong(fmt.Errorf("%w: it holds what does not belong in its place", ErrBroken))
	}
	if !bytes.Equal(appendLine(nil, l, r.prev), r.raw) {
		return e, r.wrong(fmt.Errorf("%w: it is not in the form that this version writes: it was changed, or a later version wrote it", ErrBroken))
	}
	if l.Signature != "" {
		l.Signature = ""
		e.signed = appendLine(nil, l, r.prev)
	}
	return e, nil
}

// begun reports whether the torn bytes are the beginning of the next line, as a
// power cut leaves it: with nothing behind it, or with a block of zeros.
func (r *Reader) begun() bool {
	torn, _, _ := bytes.Cut(r.raw, []byte{0})
	head := strconv.AppendInt([]byte(`{"seq":`), r.seq(), 10)
	head = append(hex.AppendEncode(append(head, `,"prev":"`...), r.hash[:]), `","boot":"`...)
	if n := min(len(head), len(torn)); !bytes.Equal(torn[:n], head[:n]) {
		return false
	}
	if len(torn) == 0 {
		return true
	}
	err := json.NewDecoder(bytes.NewReader(torn)).Decode(new(json.RawMessage))
	return errors.Is(err, io.ErrUnexpectedEOF)
}

// seq returns the number that the next line has.
func (r *Reader) seq() int64 {
	if r.hash == (hash{}) {
		return 0
	}
	return r.line.Seq + 1
}
