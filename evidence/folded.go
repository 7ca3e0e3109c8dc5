package evidence

import (
	"errors"
	"fmt"
	"io"

	"recorderd/journal"
	"recorderd/record"
)

// fold folds the first lines of a journal, and holds the record that follows
// from their observations against what the checkpoints say.
func fold(in io.Reader, lines int, to *Findings) error {
	f := folded{digest: record.NewDigest()}
	enough := errors.New("enough") // an open game may have more lines meanwhile
	_, err := journal.Verify(in, func(e journal.Entry) error {
		if e.Number > lines {
			return enough
		}
		return f.see(e)
	})
	if err != nil && err != enough {
		return err
	}
	f.tell(to)
	return nil
}

// folded is the record up to a line.
type folded struct {
	record *record.Record
	digest *record.Digest
	equal  int // checkpoints of this fold
	same   int // checkpoints that another fold made and this one makes too
	other  int // the fold of the first one that differs
	line   int // and its line, 0 for none
}

func (f *folded) see(e journal.Entry) (err error) {
	if e.Opening != nil {
		if f.record, err = record.New(e.Opening.Header); err != nil {
			return fmt.Errorf("line 1: %w: the terms of the header can't be read: %w", ErrAltered, err)
		}
	}
	for _, b := range e.Batches {
		f.digest.Add(f.record.Apply(b))
	}
	if e.Checkpoint == nil {
		return nil
	}
	return f.compare(e)
}

func (f *folded) compare(e journal.Entry) error {
	c := e.Checkpoint
	follows := f.digest.Sum() == c.Record
	switch {
	case c.Fold == record.Fold && !follows:
		return fmt.Errorf("line %d: %w: its record does not follow from the observations", e.Number, ErrAltered)
	case c.Fold == record.Fold:
		f.equal++
	case follows:
		f.same++
	case f.line == 0:
		f.line, f.other = e.Number, c.Fold
	}
	return nil
}

func (f *folded) tell(to *Findings) {
	to.Follows = f.line == 0
	if f.equal > 0 {
		to.pass("record: follows from the observations at %d checkpoints", f.equal)
	}
	if f.same > 0 {
		to.tell("%d checkpoints were made by another fold than %d, which is that of this program; it makes the same record", f.same, record.Fold)
	}
	if f.line > 0 {
		to.tell("line %d: its record was made by fold %d; fold %d, that of this program, makes another one from there on", f.line, f.other, record.Fold)
	}
}
