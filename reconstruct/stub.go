package reconstruct

import (
	"recorderd/touch"
)

func (t *Tracker) Unpressed() (Made, bool) { return Made{}, false }
func (t *Tracker) Turn() touch.Log         { return nil }
