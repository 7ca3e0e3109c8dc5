package record

import (
	"crypto/sha256"
	"hash"

	"recorderd/observation"
)

// Digest is the hash of a record's lines, which checkpoints sign, and knows when
// one is due (contract, section 2).
type Digest struct {
	hash   hash.Hash
	line   []byte
	marked int // plies at the last checkpoint for the sake of plies
}

// checkpointEvery is after how many plies a checkpoint is due: ten moves.
const checkpointEvery = 20

// NewDigest returns the digest of a record without lines.
func NewDigest() *Digest { return &Digest{hash: sha256.New()} }

// Add adds the lines that a batch gave.
func (d *Digest) Add(events []Event) {
	for _, e := range events {
		d.line = append(AppendLine(d.line[:0], e), '\n')
		d.hash.Write(d.line)
	}
}

// Sum returns the SHA-256 of all lines so far, each with its newline.
func (d *Digest) Sum() (sum [sha256.Size]byte) {
	d.hash.Sum(sum[:0])
	return sum
}

// Due reports whether the record is to be signed after a batch and the lines
// that it gave: every ten moves, and at claims, acts and the end.
func (d *Digest) Due(b observation.Batch, events []Event) bool {
	for _, f := range b.Facts {
		if _, ok := f.(observation.Act); ok {
			return true
		}
	}
	for _, e := range events {
		switch e := e.(type) {
		case Claim, End:
			return true
		case Move:
			if e.Ply-d.marked >= checkpointEvery {
				d.marked = e.Ply
				return true
			}
		}
	}
	return false
}
