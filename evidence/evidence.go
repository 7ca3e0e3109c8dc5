// Package evidence makes what was recorded hold before people who trust nobody:
// it verifies journals and bundles, makes a sealed journal of a trace, and packs
// all that a committee needs into one signed file.
//
// What is verified is that a file is as it was when it was signed, with which key
// that was, and that its record follows from its observations. It can't be
// verified that the device was left alone: whoever has its key can write another
// journal. What was written before a head that somebody noted on paper
// is safe from that too.
package evidence

import (
	"errors"
	"fmt"
	"io"

	"recorderd/recording"
	"recorderd/sentence"
	"recorderd/signature"
)

// Why a file is not accepted. Every error of Verify about the file is one of
// them, and names the first line or file that is not right.
var (
	// ErrAltered is for a file that is not as it was written.
	ErrAltered = errors.New("altered")
	// ErrCut is for a file that ends too early. Its game may also be still open.
	ErrCut = errors.New("cut or still open")
	// ErrNotSigned is for a file that nobody vouches for.
	ErrNotSigned = errors.New("not signed")
	// ErrSigner is for a file that is signed with another key than it should be.
	ErrSigner = errors.New("signed with the wrong key")
	// ErrHead is for a file that has not the head that was noted.
	ErrHead = errors.New("another head")
)

// Options say what is wanted of a file.
type Options struct {
	Open     bool              // a file that is cut or open is accepted
	Signers  signature.Signers // who is trusted; nil: the fingerprint is told instead
	Head     *recording.Noted  // a head that the file must have; nil: none was noted
	Software string            // this program, as bundles name it
	Report   Report            // makes the report of a bundle; nil: it is not compared
}

// Report makes the paper of a bundle.
type Report func(*recording.Recording, sentence.Language) ([]byte, error)

// Findings are what Verify found, in sentences.
type Findings struct {
	Passed []string // checks, with what they covered
	Told   []string // what whoever relies on the file should know

	Follows bool // the record that was signed is the one that this program makes
	UpTo    int  // line of the last signature, where lines without one follow it; else 0
}

func (f *Findings) pass(format string, a ...any) {
	f.Passed = append(f.Passed, fmt.Sprintf(format, a...))
}

func (f *Findings) tell(format string, a ...any) {
	f.Told = append(f.Told, fmt.Sprintf(format, a...))
}

// Verify reads a journal or a bundle and checks all that can be checked. What it
// found up to an error is returned with it.
//
// Some edits at the very end of a file can't be told from a cut, because a power
// cut leaves the same: lines that are missing there, a last line without its
// end, zeros in the last line.
func Verify(in io.ReadSeeker, opt Options) (Findings, error) {
	head := make([]byte, len(traceHead))
	n, err := io.ReadFull(in, head)
	if err != nil && err != io.EOF && err != io.ErrUnexpectedEOF {
		return Findings{}, err
	}
	if _, err := in.Seek(0, io.SeekStart); err != nil {
		return Findings{}, err
	}
	switch {
	case string(head) == traceHead:
		return Findings{}, fmt.Errorf("%w: this is a trace, which nobody can verify: \"recorderd import\" makes a journal of it", ErrNotSigned)
	case n > 0 && head[0] == zipMagic[0]:
		return verifyBundle(in, opt)
	}
	v := verifier{opt: opt}
	err = v.verify(in)
	return v.Findings, err
}

// traceHead is how a trace begins, and no journal.
const traceHead = `{"trace":`

// most is how many things of a kind are told one by one.
const most = 5

// few are things of a kind, of which the first are told.
type few struct {
	all   int
	first []string
}

func (f *few) add(format string, a ...any) {
	if f.all++; f.all <= most {
		f.first = append(f.first, fmt.Sprintf(format, a...))
	}
}

// told returns the first, and how many there were beside them.
func (f *few) told(what string) []string {
	if more := f.all - len(f.first); more > 0 {
		return append(f.first, fmt.Sprintf("%d more %s", more, what))
	}
	return f.first
}
