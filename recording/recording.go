// Package recording reads a journal or a trace whole, and folds it up to any
// moment: what sheets, claims and evidence are made of.
package recording

import (
	"io"
	"sort"
	"time"

	"recorderd/journal"
	"recorderd/observation"
	"recorderd/record"
	"recorderd/timesource"
)

// Recording is a journal or a trace, read.
type Recording struct {
	Header   observation.Header
	Opening  *journal.Opening // nil of a trace
	Batches  []observation.Batch
	Head     *Head   // nil of a trace, and of a journal without a checkpoint
	Sealed   bool    // it ends with a final checkpoint
	Torn     int64   // bytes of a last line that was never finished
	Problems []error // where the chain of a journal is broken

	stamps []timesource.Stamp // of the batches; none of a trace
}

// Read reads a journal or a trace. With an error about a line that can't be read
// it returns what stands before that line, if anything.
func Read(in io.Reader) (*Recording, error) {
	src, err := journal.Open(in)
	if err != nil {
		return nil, err
	}
	rec := &Recording{Header: src.Header()}
	if j, ok := src.(*journal.Reader); ok {
		return rec, rec.readJournal(j)
	}
	for {
		b, err := src.Next()
		if err != nil {
			return rec, unlessEOF(err)
		}
		rec.Batches = append(rec.Batches, b)
	}
}

func (rec *Recording) readJournal(j *journal.Reader) (err error) {
	opening := j.Opening()
	rec.Opening = &opening
	for err == nil {
		rec.take(j.Line(), j.Hash())
		_, err = j.NextLine()
	}
	rec.Torn, rec.Problems = j.Torn(), j.Problems()
	return unlessEOF(err)
}

func (rec *Recording) take(l journal.Line, hash [32]byte) {
	for _, b := range l.Batches {
		rec.Batches, rec.stamps = append(rec.Batches, b), append(rec.stamps, l.Stamp)
	}
	rec.Sealed = l.Checkpoint != nil && l.Checkpoint.Final
	if l.Checkpoint != nil {
		rec.Head = &Head{Line: l.Seq, Hash: hash, Wall: l.Stamp.Wall, Synced: l.Stamp.Synced, Final: rec.Sealed}
	}
}

func unlessEOF(err error) error {
	if err == io.EOF {
		return nil
	}
	return err
}

// Imported reports whether the lines were stamped when the journal was made from
// observations that were somewhere else before: it knows no time of day.
func (rec *Recording) Imported() bool { return rec.Opening != nil && rec.Opening.Imported != nil }

// State is a recording folded up to a moment.
type State struct {
	*Recording
	Game   observation.Game // names and terms as far as they had become known
	Record *record.Record
	Lines  []record.Event // of the record, without the summary
	Score  record.Score
	T      int64 // the time of the moment, in milliseconds
}

// Whole folds all of it. The error says what is wrong with the header's terms.
func (rec *Recording) Whole() (*State, error) { return rec.fold(len(rec.Batches)) }

// fold folds the first n batches.
func (rec *Recording) fold(n int) (*State, error) {
	r, err := record.New(rec.Header)
	if err != nil {
		return nil, err
	}
	s := &State{Recording: rec, Record: r}
	for _, b := range rec.Batches[:n] {
		s.apply(b)
	}
	s.read()
	return s, nil
}

func (s *State) apply(b observation.Batch) []record.Event {
	events := s.Record.Apply(b)
	s.Lines = append(s.Lines, events...)
	s.T = b.T
	return events
}

func (s *State) read() {
	s.Score, s.Game = record.ScoreOf(s.Lines), s.Record.Game()
}

// Wall returns the time of day at a moment of the recording, in UTC. It is known
// where the machine's clock was set when that was written, or later in the same
// run of the machine: then its time is counted back from there.
func (rec *Recording) Wall(t int64) (at time.Time, known bool) {
	if rec.Imported() {
		return time.Time{}, false
	}
	i := rec.batchAt(t)
	if i < 0 || i >= len(rec.stamps) {
		return time.Time{}, false
	}
	stamp, late := rec.stamps[i], time.Duration(t-rec.Batches[i].T)*time.Millisecond
	if stamp.Synced {
		return stamp.Wall.Add(late), true
	}
	for _, later := range rec.stamps[i:] {
		if later.Synced && later.BootID == stamp.BootID {
			return later.Wall.Add(late - time.Duration(later.BootNS-stamp.BootNS)), true
		}
	}
	return time.Time{}, false
}

// batchAt returns the last batch that is not later than t, -1 for none.
func (rec *Recording) batchAt(t int64) int {
	return sort.Search(len(rec.Batches), func(i int) bool { return rec.Batches[i].T > t }) - 1
}
