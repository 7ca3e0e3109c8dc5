package sheet

import (
	"recorderd/paper"
	"recorderd/recording"
)

// writer writes one document about a state of a recording.
type writer struct {
	*recording.State
	opt   Options
	words *words
	doc   paper.Document
}

func newWriter(s *recording.State, opt Options) *writer {
	return &writer{State: s, opt: opt, words: in(opt.Language)}
}

// add puts blocks at the end.
func (w *writer) add(blocks ...paper.Block) { w.doc.Blocks = append(w.doc.Blocks, blocks...) }

// finish returns the document with what every sheet has: what game it is about,
// how far it can be trusted, and the head of the journal.
func (w *writer) finish() paper.Document { return w.doc }
