package evidence

import (
	"crypto/sha256"
	"fmt"
	"io"

	"recorderd/journal"
	"recorderd/observation"
	"recorderd/record"
)

// Imported is what a journal that was imported holds.
type Imported struct {
	Batches     int
	Checkpoints int
	Torn        int64 // bytes of a last line of the source that was never finished, and is left out
}

// Import writes a sealed journal of a trace, or of another journal: marked with
// where it is from, chained, signed with the key of opt, and with a checkpoint
// wherever a recorder would have made one. file is the name of the source.
//
// A source that can't be read to its end is an error that names the line, and
// what was written to out is to be thrown away.
func Import(out io.Writer, in io.ReadSeeker, file string, opt journal.Options) (Imported, error) {
	hash := sha256.New()
	if _, err := io.Copy(hash, in); err != nil {
		return Imported{}, fmt.Errorf("import: %w", err)
	}
	if _, err := in.Seek(0, io.SeekStart); err != nil {
		return Imported{}, fmt.Errorf("import: %w", err)
	}
	src, err := journal.Open(in)
	if err != nil {
		return Imported{}, fmt.Errorf("import: %w", err)
	}
	rec, err := record.New(src.Header())
	if err != nil {
		return Imported{}, fmt.Errorf("import: the terms of the header: %w", err)
	}
	from := journal.Origin{File: file, SHA256: [sha256.Size]byte(hash.Sum(nil))}
	opt.Fold = record.Fold
	w, err := journal.NewWriter(out, opt, src.Header(), from)
	if err != nil {
		return Imported{}, fmt.Errorf("import: %w", err)
	}
	i := importer{writer: w, record: rec, digest: record.NewDigest()}
	if err := i.all(src); err != nil {
		return i.Imported, fmt.Errorf("import: %w", err)
	}
	return i.Imported, nil
}

type importer struct {
	Imported
	writer *journal.Writer
	record *record.Record
	digest *record.Digest
}

func (i *importer) all(src observation.Source) error {
	for {
		b, err := src.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			return err
		}
		if err := i.take(b); err != nil {
			return err
		}
	}
	if j, ok := src.(*journal.Reader); ok {
		if broken := j.Problems(); len(broken) > 0 {
			return fmt.Errorf("%w: it is evidence as it is, and is not made anew", broken[0])
		}
		i.Torn = j.Torn()
	}
	return i.checkpoint(true)
}

func (i *importer) take(b observation.Batch) error {
	if err := i.writer.Append(b); err != nil {
		return err
	}
	i.Batches++
	events := i.record.Apply(b)
	i.digest.Add(events)
	if i.digest.Due(b, events) || i.Batches == 1 {
		return i.checkpoint(false)
	}
	return nil
}

func (i *importer) checkpoint(final bool) error {
	i.Checkpoints++
	return i.writer.Checkpoint(i.digest.Sum(), final)
}
