package journal

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"io"

	"recorderd/observation"
	"recorderd/signature"
	"recorderd/timesource"
)

// chain makes the lines of a journal: each has its number, its stamp, and the
// hash of the one before; checkpoints are signed.
type chain struct {
	stamper timesource.Stamper
	key     *signature.Key
	fold    int
	next    int64 // number of the next line
	prev    hash  // of the last line
}

func newChain(opt Options) chain {
	return chain{stamper: opt.Stamper, key: opt.Key, fold: opt.Fold}
}

// line returns the bytes of the next line, without its newline. It becomes part
// of the chain with add.
func (c *chain) line(l Line) ([]byte, error) {
	l.Seq, l.Stamp = c.next, c.stamper.Stamp()
	line := appendLine(make([]byte, 0, 512), l, c.prev)
	if l.Checkpoint != nil && c.key != nil {
		sig, err := c.key.Sign(signature.Checkpoint, line)
		if err != nil {
			return nil, fmt.Errorf("journal: checkpoint: %w", err)
		}
		l.Signature = base64.StdEncoding.EncodeToString(sig)
		line = appendLine(line[:0], l, c.prev)
	}
	if len(line) > observation.MaxLine {
		return nil, fmt.Errorf("journal: append: a line of %d bytes, at most %d can be read again", len(line), observation.MaxLine)
	}
	return line, nil
}

func (c *chain) add(line []byte) {
	c.prev = sha256.Sum256(line)
	c.next++
}

// checkpoint is the line that says what the record is now.
func (c *chain) checkpoint(record [sha256.Size]byte, final bool) Line {
	return Line{Checkpoint: &Checkpoint{Fold: c.fold, Record: record, Final: final}}
}

// opening returns what the first line of a new journal holds.
func (o Options) opening(h observation.Header) (*Opening, error) {
	nonce := make([]byte, 16)
	if _, err := io.ReadFull(o.Nonce, nonce); err != nil {
		return nil, fmt.Errorf("journal: read random bytes for a new file: %w", err)
	}
	opening := &Opening{Header: h, Software: o.Software, Fold: o.Fold, Nonce: hex.EncodeToString(nonce)}
	if o.Key != nil {
		opening.Key = o.Key.Public().String()
	}
	return opening, nil
}

// Writer writes a journal all at once, for observations that are somewhere else
// already. What it writes is not synced.
type Writer struct {
	out   io.Writer
	chain chain
	t     int64
}

// NewWriter writes the first line of a journal to out.
func NewWriter(out io.Writer, opt Options, h observation.Header, from Origin) (*Writer, error) {
	opt = opt.withDefaults()
	opening, err := opt.opening(h)
	if err != nil {
		return nil, err
	}
	opening.Imported = &from
	w := &Writer{out: out, chain: newChain(opt)}
	return w, w.write(Line{Opening: opening})
}

// Append writes a batch. Times must not go back.
func (w *Writer) Append(b observation.Batch) error {
	if len(b.Facts) == 0 || b.T < w.t {
		return errors.New("journal: append: want a batch with facts that is not older than the one before")
	}
	w.t = b.T
	return w.write(Line{Batches: []observation.Batch{b}})
}

// Checkpoint writes a line that says what the record is now. With final it closes
// the game.
func (w *Writer) Checkpoint(record [sha256.Size]byte, final bool) error {
	return w.write(w.chain.checkpoint(record, final))
}

func (w *Writer) write(l Line) error {
	line, err := w.chain.line(l)
	if err != nil {
		return err
	}
	w.chain.add(line)
	if _, err := w.out.Write(append(line, '\n')); err != nil {
		return fmt.Errorf("journal: write: %w", err)
	}
	return nil
}
