package sheet

import (
	"fmt"

	"recorderd/paper"
	"recorderd/recording"
)

// ForClaim writes the sheet that is evidence for a claim, with the verdict in its
// box.
func ForClaim(j *recording.Judged, opt Options) (paper.Document, error) {
	name, ok := forClaim[j.Claim.Claim]
	if !ok {
		return paper.Document{}, fmt.Errorf("claim %.40q: there is no sheet for it", j.Claim.Claim)
	}
	w := newWriter(j.State, opt)
	w.claim = j
	return w.write(name)
}
