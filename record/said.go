package record

import (
	"cmp"
	"slices"

	"recorderd/sentence"
)

// Said returns what was found and claimed in words, in the order in which it
// happened. What another reading of the moves has made void is left out.
func (r *Record) Said(l sentence.Language) (texts []string) {
	type said struct {
		t    int64
		text string
	}
	var all []said
	for _, remarks := range r.said {
		for _, m := range remarks {
			if m.void {
				continue
			}
			switch e := m.event.(type) {
			case Finding:
				all = append(all, said{e.T, e.In(l)})
			case Claim:
				all = append(all, said{e.T, e.In(l)})
			}
		}
	}
	slices.SortStableFunc(all, func(a, b said) int { return cmp.Compare(a.t, b.t) })
	for _, s := range all {
		texts = append(texts, s.text)
	}
	return texts
}
