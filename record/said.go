package record

import (
	"cmp"
	"slices"

	"recorderd/sentence"
)

// Standing returns the findings and claims that stand, in the order in which
// what they are about happened. What another reading of the moves has made void
// is left out.
func (r *Record) Standing() (all []Event) {
	for _, remarks := range r.said {
		for _, m := range remarks {
			if !m.void {
				all = append(all, m.event)
			}
		}
	}
	slices.SortStableFunc(all, func(a, b Event) int { return cmp.Compare(happened(a), happened(b)) })
	return all
}

func happened(e Event) int64 {
	switch e := e.(type) {
	case Finding:
		return e.T
	case Claim:
		return e.T
	}
	return 0
}

// Said returns what Standing returns, in words.
func (r *Record) Said(l sentence.Language) (texts []string) {
	for _, e := range r.Standing() {
		switch e := e.(type) {
		case Finding:
			texts = append(texts, e.In(l))
		case Claim:
			texts = append(texts, e.In(l))
		}
	}
	return texts
}
