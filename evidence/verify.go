package evidence

import (
	"errors"
	"fmt"
	"io"

	"recorderd/journal"
	"recorderd/observation"
	"recorderd/signature"
)

// verifier checks a journal.
type verifier struct {
	Findings
	opt         Options
	opening     *journal.Opening
	key         signature.PublicKey // of the first line
	times       times
	checkpoints int
	last        int    // number of the line of the last one
	noted       bool   // one of them is the noted head
	name        string // under which their key is trusted
	others      few    // those that are signed with another trusted key
}

// verify reads a journal to its end. It is read twice: only what is known to be
// unaltered is folded. Errors are in this order: what is altered, what is not
// signed, what is cut.
func (v *verifier) verify(in io.ReadSeeker) error {
	verdict, err := journal.Verify(in, v.see)
	if err != nil {
		return reason(err)
	}
	v.pass("chain: %d lines, each with the hash of the one before and in its one form", verdict.Lines)
	if err := v.signed(verdict); err != nil {
		return err
	}
	if _, err := in.Seek(0, io.SeekStart); err != nil {
		return err
	}
	if err := fold(in, verdict.Lines, &v.Findings); err != nil {
		return reason(err)
	}
	v.times.tell(&v.Findings)
	if from := v.opening.Imported; from != nil {
		v.tell("imported from %q (SHA-256 %x): the lines were written when it was imported, and their times of day are those of the import", from.File, from.SHA256)
	}
	return errors.Join(v.atHead(verdict), v.whole(verdict))
}

// reason is an error of the journal as one of ours.
func reason(err error) error {
	kind := ErrAltered
	switch {
	case errors.Is(err, io.ErrUnexpectedEOF):
		kind = ErrCut
	case !errors.Is(err, journal.ErrBroken):
		return err
	}
	var at *observation.LineError
	if errors.As(err, &at) {
		return fmt.Errorf("line %d: %w: %w", at.Line, kind, at.Err)
	}
	return fmt.Errorf("%w: %w", kind, err)
}

func (v *verifier) see(e journal.Entry) error {
	if e.Opening != nil {
		if err := v.open(e.Opening); err != nil {
			return fmt.Errorf("line 1: %w", err)
		}
	}
	if err := v.times.see(e); err != nil {
		return err
	}
	if e.Checkpoint == nil {
		return nil
	}
	v.checkpoints++
	v.last = e.Number
	v.noted = v.noted || v.opt.Head != nil && v.opt.Head.Is(e.Seq, e.Hash)
	if v.opening.Key == "" {
		return nil // which is told when the chain is known to be whole
	}
	if err := v.signature(e); err != nil {
		return fmt.Errorf("line %d: %w", e.Number, err)
	}
	return nil
}

func (v *verifier) open(o *journal.Opening) (err error) {
	v.opening, v.times.imported = o, o.Imported != nil
	if o.Key != "" {
		if v.key, err = signature.ParsePublicKey(o.Key); err != nil {
			return fmt.Errorf("%w: %w", ErrAltered, err)
		}
	}
	return nil
}

// signature checks who signed a checkpoint: the key of the first line, or one
// that is trusted.
func (v *verifier) signature(e journal.Entry) error {
	by, err := e.Signer()
	switch {
	case errors.Is(err, journal.ErrNotSigned):
		return fmt.Errorf("%w: the checkpoint has no signature", ErrNotSigned)
	case err != nil:
		return fmt.Errorf("%w: %w", ErrAltered, err)
	}
	trusted := false
	if v.opt.Signers != nil {
		if v.name, trusted = v.opt.Signers.Trust(signature.Checkpoint, by); !trusted {
			return fmt.Errorf("%w: the key %s is none of the allowed signers", ErrSigner, by.Fingerprint())
		}
	}
	if by.String() == v.opening.Key {
		return nil
	}
	if !trusted {
		return fmt.Errorf("%w: the checkpoint is signed with %s, the first line names %s", ErrSigner, by.Fingerprint(), v.key.Fingerprint())
	}
	v.others.add("line %d is signed with another key than the first line names: %s, trusted as %s", e.Number, by.Fingerprint(), v.name)
	return nil
}

// signed says whose signatures the checkpoints have.
func (v *verifier) signed(verdict journal.Verdict) error {
	switch {
	case v.opening.Key == "":
		return fmt.Errorf("line 1: %w: it names no key", ErrNotSigned)
	case v.checkpoints == 0 && (verdict.Whole() || v.opt.Open):
		return fmt.Errorf("line %d: %w: there is no checkpoint up to here", verdict.Lines, ErrNotSigned)
	case v.checkpoints == 0:
		return nil // it is cut
	}
	v.pass("signatures: %d checkpoints, signed with %s", v.checkpoints, v.key.Fingerprint())
	v.Told = append(v.Told, v.others.told("lines that are signed with another key")...)
	if v.opt.Signers != nil {
		v.pass("signer: trusted as %s", v.name)
	} else {
		v.tell("nobody was named whom you trust (--signers): compare the fingerprint %s with the one that the organiser published", v.key.Fingerprint())
	}
	return nil
}

// atHead looks for the noted head.
func (v *verifier) atHead(verdict journal.Verdict) error {
	switch {
	case v.opt.Head == nil:
		return nil
	case v.noted:
		v.pass("head: the noted one is in this file; what was written before it is what was noted then")
		return nil
	case verdict.Whole() && !v.opt.Head.Beyond(verdict.Lines):
		return fmt.Errorf("line %d: %w: the noted head is not in this file: the file was written anew or is of another game, or the head was noted wrongly", verdict.Lines, ErrHead)
	}
	return fmt.Errorf("line %d: %w: the noted head is not in this file: the file ends before it or was written anew, or the head was noted wrongly", verdict.Lines, ErrCut)
}

// whole says whether anything is missing at the end.
func (v *verifier) whole(verdict journal.Verdict) error {
	if verdict.Whole() {
		v.pass("end: the last line seals the game")
		return nil
	}
	missing := "it ends without the checkpoint that seals a game"
	switch {
	case verdict.Torn > 0:
		missing = fmt.Sprintf("behind it stand %d bytes of a line that was never finished", verdict.Torn)
	case verdict.Bare:
		missing = "its end is missing"
	}
	if !v.opt.Open {
		return fmt.Errorf("line %d: %w: %s; --open accepts the file of a game that is on", verdict.Lines, ErrCut, missing)
	}
	v.tell("line %d: %s: the game is open, or the file was cut", verdict.Lines, missing)
	if n := verdict.Lines - v.last; n > 0 {
		v.UpTo = v.last
		v.tell("the last %d lines are covered by no signature", n)
	}
	return nil
}
